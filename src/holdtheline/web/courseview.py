"""A course as somebody may see it: a teacher everything, a student their own and what the teacher allows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from ..arena.jobs import Fault
from ..arena.tournament.schedule import Entry
from ..arena.tournament.standings import Game, Row, Standings
from ..core.catalog import contract_of
from ..core.contract import DRAWN, WON, Contract
from ..players.player import policies_of
from .catalogue import card
from .courseboard import BUILT_IN, Board, Terms, newest_known
from .coursework import MOST_BYTES, Caller, bot_limits, door_key, why_not_hand_in
from .judging import FAILED, REFUSES, Said
from .problems import as_sentence
from .schema import BoutRow, HandinRow, MemberRow

Told = dict[str, Any]
ANOTHER = "another bot"
SCORES = {WON: "won", DRAWN: "drawn"}
HIDDEN = {
    "own": "Your teacher shows everybody only their own results.",
    "after": "Your teacher shows the whole table after the deadline.",
}


def view(
    me: Caller, board: Board, students: Sequence[MemberRow], handed_in: Sequence[HandinRow], said: Said
) -> Told:
    course = me.course
    known = counting(me, handed_in)
    why_not = why_not_hand_in(me)
    is_student = me.member.kind == "student"
    return {
        "id": course.id,
        "version": course.version,
        "kind": me.member.kind,
        "name": me.member.name,
        "game": game_card(me),
        "settings": settings_card(me),
        "open": course.is_open,
        "can_hand_in": why_not is None,
        "why_not": why_not if is_student else None,
        "most_bytes": MOST_BYTES,
        "judge": judge_card(me, said),
        "progress": progress(board),
        "hidden": None if me.sees_all or not is_student else HIDDEN[course.shows],
        "table": table(me, board, handed_in),
        "mine": [handin_card(one, known) for one in handed_in if one.member_id == me.member.id],
        "students": [student_card(one, handed_in, known) for one in students] if me.is_teacher else [],
        "join": door_key(me.key, Terms.of(course).door) if me.is_teacher else None,
        "given": None,
    }


def game_card(me: Caller) -> Told:
    contract = contract_of(me.course.game)
    options = Terms.of(me.course).options
    changed = {one.name: options[one.name] for one in contract.options if options[one.name] != one.default}
    return {
        "name": contract.name,
        "title": contract.title,
        "options_text": ", ".join(told_option(contract, name, value) for name, value in changed.items()),
        "rules": f"/rules/{contract.name}",
        "seats": list(contract.seats_of(options)),
    }


def told_option(contract: Contract, name: str, value: str | int) -> str:
    option = next(one for one in contract.options if one.name == name)
    return f"{name.replace('_', ' ')}: {option.shown(value)}"


def settings_card(me: Caller) -> Told:
    terms = Terms.of(me.course)
    return {
        "title": me.course.title,
        "pairs": terms.pairs,
        "players": list(terms.players),
        "limits": bot_limits(terms.limits).model_dump(),
        "deadline": time_text(me.course.deadline),
        "shows": me.course.shows,
    }


def judge_card(me: Caller, said: Said) -> Told:
    """What is wrong with this machine is for the teacher, who can have it mended."""
    sentence = as_sentence(said.sentence) if said.sentence else ""
    if said.state in (REFUSES, FAILED) and not me.is_teacher:
        sentence = "Nothing is judged at the moment; your teacher is told why."
    return {"state": said.state, "sentence": sentence}


def progress(board: Board) -> Told:
    games = board.standings.games if board.standings else ()
    seconds = [game.result.seconds for game in games]
    left = board.wanted - len(games)
    is_known = left > 0 and len(seconds) > 0
    return {
        "played": len(games),
        "wanted": board.wanted,
        "seconds_left": round(left * sum(seconds) / len(seconds)) if is_known else None,
    }


def time_text(time: datetime | None) -> str | None:
    return time.isoformat(timespec="seconds") if time else None


# The table


def table(me: Caller, board: Board, handed_in: Sequence[HandinRow]) -> list[Told]:
    files = {one.digest: one.file for one in handed_in}
    if board.standings is None:
        shown = [one for one in board.entries if may_see(me, one)]
        return [nothing_yet(me, one, files) for one in shown]
    found = board.standings
    return [
        row(me, one, place, found, files) for place, one in enumerate(found.rows) if may_see(me, one.entry)
    ]


def may_see(me: Caller, entry: Entry) -> bool:
    return me.sees_all or is_mine(me, entry)


def is_mine(me: Caller, entry: Entry) -> bool:
    return entry.source == me.member.id


def row(me: Caller, one: Row, place: int, found: Standings, files: Told) -> Told:
    compared = {
        "place": one.place,
        "group": one.group,
        "rank_low": one.rank_low,
        "rank_high": one.rank_high,
        "elo": round(one.elo),
        "low": round(one.low),
        "high": round(one.high),
        "against": against(found, place),
    }
    if not me.sees_all:
        compared = dict.fromkeys(compared)
    return (
        named(me, one.entry, files)
        | compared
        | {
            "games": one.games,
            "won": one.won,
            "drawn": one.drawn,
            "lost": one.lost,
            "points": one.points,
            "faults": dict(one.faults),
        }
    )


def against(found: Standings, place: int) -> list[float | None]:
    """The share of points against each of the table."""
    points, met = found.points[place], found.met[place]
    return [round(float(won / of), 3) if of else None for won, of in zip(points, met, strict=True)]


def nothing_yet(me: Caller, entry: Entry, files: Told) -> Told:
    compared = ("place", "group", "rank_low", "rank_high", "elo", "low", "high", "against")
    counted = ("games", "won", "drawn", "lost")
    return {
        **named(me, entry, files),
        **dict.fromkeys(compared),
        **dict.fromkeys(counted, 0),
        "points": 0.0,
        "faults": {},
    }


def named(me: Caller, entry: Entry, files: Told) -> Told:
    is_built_in = entry.source == BUILT_IN
    return {
        "name": entry.name,
        "bot": "built in" if is_built_in else files.get(entry.id, ""),
        "student": None if is_built_in else entry.source,
        "mine": is_mine(me, entry),
    }


# Bots


def counting(me: Caller, handed_in: Sequence[HandinRow]) -> set[int]:
    """The numbers of those that play."""
    return {one.number for one in newest_known(me.course, handed_in).values() if one.state == "good"}


def handin_card(one: HandinRow, known: set[int]) -> Told:
    return {
        "number": one.number,
        "file": one.file,
        "kind": one.kind,
        "size": one.size,
        "state": one.state,
        "sentence": one.sentence,
        "made": time_text(one.made),
        "counts": one.number in known,
    }


def student_card(student: MemberRow, handed_in: Sequence[HandinRow], known: set[int]) -> Told:
    mine = [handin_card(one, known) for one in handed_in if one.member_id == student.id]
    return {"id": student.id, "name": student.name, "handins": mine}


# Games


def games_of(me: Caller, board: Board, student: str | None = None) -> list[tuple[BoutRow, Game]]:
    """Those that this caller may open, the newest first; of one student, if that is asked."""
    games = board.standings.games if board.standings else ()
    seen = [
        (board.bouts[game.pair.jobs[game.order].key], game)
        for game in games
        if me.sees_all or any(is_mine(me, one) for one in game.entries)
    ]
    if student is not None:
        seen = [(bout, game) for bout, game in seen if student in [one.source for one in game.entries]]
    return sorted(seen, key=lambda one: -one[0].number)


def match_card(me: Caller, bout: BoutRow, game: Game) -> Told:
    result = game.result
    titles = contract_of(me.course.game).seats_of(Terms.of(me.course).options)
    cpu = result.cpu or (None,) * len(titles)
    return {
        "key": bout.key,
        "number": bout.number,
        "seats": [
            {
                "name": shown_name(me, entry),
                "title": title,
                "mine": is_mine(me, entry),
                "score": SCORES.get(score, "lost"),
                "cpu": round(seconds, 3) if seconds is not None and may_read(me, entry) else None,
            }
            for entry, title, score, seconds in zip(game.entries, titles, result.scores, cpu, strict=True)
        ],
        "reason": reason(me, game, titles),
        "turns": result.turns,
        "faults": [fault_card(me, game, one) for one in result.faults],
        "made": time_text(bout.made),
    }


def shown_name(me: Caller, entry: Entry) -> str:
    return entry.name if may_see(me, entry) or entry.source == BUILT_IN else ANOTHER


def may_read(me: Caller, entry: Entry) -> bool:
    """Whether the log of this bot, and what exactly went wrong in it, is for this caller."""
    return me.is_teacher or is_mine(me, entry)


def reason(me: Caller, game: Game, titles: Sequence[str]) -> str:
    """How it ended. What a bot says of itself when it breaks is for its author."""
    faults = game.result.faults
    if all(may_read(me, game.entries[one.seat]) for one in faults):
        return as_sentence(game.result.reason)
    told = " and ".join(f"{titles[one.seat]} by a fault ({one.kind})" for one in faults)
    return as_sentence(f"ended for {told}")


def fault_card(me: Caller, game: Game, fault: Fault) -> Told:
    is_readable = may_read(me, game.entries[fault.seat])
    return {
        "seat": fault.seat,
        "kind": fault.kind,
        "sentence": as_sentence(fault.sentence) if is_readable else None,
    }


# What a course can be made of


def game_parts(contract: Contract) -> Told:
    found, known = card(contract), policies_of(contract)
    players = [one for one in found["players"] if one["name"] in known]
    return {name: found[name] for name in ("name", "title", "sentence", "rules", "options")} | {
        "players": players
    }
