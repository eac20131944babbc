"""Build the view of a course for a teacher or a student."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from ...arena.job import Fault
from ...arena.tournament.entries import BUILT_IN, Entry
from ...arena.tournament.standings import PlayedGame, Standings, StandingsRow
from ...core.catalog import definition_of
from ...core.definition import DRAWN, WON, GameDefinition
from ...players.player import policies_of
from ..db.keys import join_key
from ..db.rows import CourseRow, HandinRow, MatchRow, MemberRow
from ..http.errors import as_sentence
from ..http.requests import format_time
from ..tables.lobby import game_card
from ..tables.lobby_models import CourseGame
from . import models
from .judge_queue import QueuePlace, queue_places
from .judge_supervisor import FAILED, REFUSES, JudgeStatus
from .service import MAX_BOT_BYTES, CourseMember, limits_card, why_not_hand_in
from .standings import CourseStandings, CourseTerms, newest_checked

ANOTHER_BOT = "another bot"
SCORE_WORDS: dict[int, models.ScoreWord] = {WON: "won", DRAWN: "drawn"}
HIDDEN_TEXT = {
    "own": "Each student sees only their own results.",
    "after": "The full standings are shown after the deadline.",
}


def course_view(
    member: CourseMember,
    standings: CourseStandings,
    students: Sequence[MemberRow],
    handins: Sequence[HandinRow],
    judge: JudgeStatus,
    invitation: models.StudentInvitation | None = None,
) -> models.CourseView:
    course = member.course
    cards = handin_cards(course, handins, judge, standings)
    why_not = why_not_hand_in(member)
    join_number = CourseTerms.parse(course.settings).join_number
    return models.CourseView(
        id=course.id,
        version=course.version,
        kind=member.row.kind,
        name=member.row.name,
        game=course_game_card(course),
        settings=settings_card(course),
        open=course.is_open,
        can_hand_in=why_not is None,
        why_not=why_not if member.is_student else None,
        max_bytes=MAX_BOT_BYTES,
        judge=judge_card(member, judge),
        progress=progress_card(standings),
        hidden=HIDDEN_TEXT[course.shows] if member.is_student and not member.sees_all else None,
        standings=standing_rows(member, standings, handins),
        mine=cards.get(member.row.id, []),
        students=[
            models.StudentCard(id=student.id, name=student.name, handins=cards.get(student.id, []))
            for student in students
            if member.is_teacher
        ],
        join=join_key(member.key, join_number) if member.is_teacher else None,
        invitation=invitation,
    )


def course_game_card(course: CourseRow) -> models.CourseGameCard:
    definition, options = definition_of(course.game), CourseTerms.parse(course.settings).options
    changed = [option for option in definition.options if options[option.name] != option.default]
    texts = [f"{option.display_name}: {option.display_value(options[option.name])}" for option in changed]
    return models.CourseGameCard(
        name=definition.name,
        title=definition.title,
        options_text=", ".join(texts),
        rules=f"/rules/{definition.name}",
        starters=list(get_args(models.Language)),
        seats=list(definition.seats_for(options)),
    )


def settings_card(course: CourseRow) -> models.SettingsCard:
    terms = CourseTerms.parse(course.settings)
    return models.SettingsCard(
        title=course.title,
        pairs=terms.pairs,
        players=list(terms.players),
        limits=limits_card(terms.limits),
        deadline=format_time(course.deadline) if course.deadline else None,
        shows=course.shows,
    )


def judge_card(member: CourseMember, judge: JudgeStatus) -> models.JudgeCard:
    """Return the state of the judge. Only the teacher may read what is wrong with the server."""
    sentence = as_sentence(judge.sentence) if judge.sentence else ""
    if judge.state in (REFUSES, FAILED) and not member.is_teacher:
        sentence = "Bots are not being judged at the moment; your teacher can see why."
    return models.JudgeCard(state=judge.state, sentence=sentence)


def progress_card(standings: CourseStandings) -> models.CourseProgress:
    seconds = [game.result.seconds for game in standings.games]
    left = standings.wanted - len(seconds)
    is_known = left > 0 and len(seconds) > 0
    return models.CourseProgress(
        played=len(seconds),
        wanted=standings.wanted,
        seconds_left=round(left * sum(seconds) / len(seconds)) if is_known else None,
    )


# The standings


def standing_rows(
    member: CourseMember, standings: CourseStandings, handins: Sequence[HandinRow]
) -> list[models.StandingRow]:
    files = {handin.digest: handin.file for handin in handins}
    ranking = standings.ranking
    if ranking is None:
        visible = [entry for entry in standings.entries if can_see(member, entry)]
        return [models.StandingRow(**name_fields(member, entry, files), **EMPTY_FIELDS) for entry in visible]
    return [
        standing_row(member, row, index, ranking, files)
        for index, row in enumerate(ranking.rows)
        if can_see(member, row.entry)
    ]


COMPARED_FIELDS = ("place", "group", "rank_low", "rank_high", "elo", "low", "high", "against")
"""Fields that compare a bot with others."""
RESULT_FIELDS = ("games", "won", "drawn", "lost", "points", "faults")
EMPTY_FIELDS: dict[str, Any] = {**dict.fromkeys(COMPARED_FIELDS), **dict.fromkeys(RESULT_FIELDS, 0), "faults": {}}


def can_see(member: CourseMember, entry: Entry) -> bool:
    return member.sees_all or is_mine(member, entry)


def is_mine(member: CourseMember, entry: Entry) -> bool:
    return entry.source == member.row.id


def standing_row(
    member: CourseMember, row: StandingsRow, index: int, ranking: Standings, files: Mapping[str, str]
) -> models.StandingRow:
    compared: dict[str, Any] = dict.fromkeys(COMPARED_FIELDS)
    if member.sees_all:
        compared = {name: getattr(row, name) for name in ("place", "group", "rank_low", "rank_high")}
        compared |= {name: round(getattr(row, name)) for name in ("elo", "low", "high")}
        compared["against"] = shares_against(ranking, index)
    results = {name: getattr(row, name) for name in RESULT_FIELDS}
    return models.StandingRow(**name_fields(member, row.entry, files), **compared, **results)


def shares_against(ranking: Standings, index: int) -> list[float | None]:
    """Return the share of points against each row of the standings."""
    points, met = ranking.points[index], ranking.met[index]
    return [round(float(won / games), 3) if games else None for won, games in zip(points, met, strict=True)]


def name_fields(member: CourseMember, entry: Entry, files: Mapping[str, str]) -> dict[str, Any]:
    is_built_in = entry.source == BUILT_IN
    return {
        "name": entry.name,
        "bot": BUILT_IN if is_built_in else files.get(entry.id, ""),
        "student": None if is_built_in else entry.source,
        "mine": is_mine(member, entry),
    }


# Bots


def playing_handins(course: CourseRow, handins: Sequence[HandinRow]) -> set[int]:
    """Return the numbers of the bots that play now."""
    return {handin.number for handin in newest_checked(course, handins).values() if handin.state == "good"}


def handin_cards(
    course: CourseRow, handins: Sequence[HandinRow], judge: JudgeStatus, standings: CourseStandings
) -> dict[str, list[models.HandinCard]]:
    """Return the bots of each student, the newest first."""
    playing, games = playing_handins(course, handins), standings.games
    check_seconds = 2 * sum(game.result.seconds for game in games) / len(games) if games else None
    places = queue_places(handins, judge.checks, check_seconds)
    cards: dict[str, list[models.HandinCard]] = {}
    for handin in handins:
        card = handin_card(handin, handin.number in playing, places.get(handin.number), judge)
        cards.setdefault(handin.member_id, []).append(card)
    return cards


def handin_card(handin: HandinRow, counts: bool, place: QueuePlace | None, judge: JudgeStatus) -> models.HandinCard:
    queue = None
    if place is not None:
        seconds = round(place.seconds) if place.seconds is not None and judge.can_work else None
        queue = models.QueuePlace(place=place.place, seconds=seconds)
    return models.HandinCard(**vars(handin) | {"made": format_time(handin.made), "counts": counts, "queue": queue})


# Matches


def visible_matches(
    member: CourseMember, standings: CourseStandings, student: str | None = None
) -> list[tuple[MatchRow, PlayedGame]]:
    """Return the matches that this member may open, the newest first, of all students or of one."""
    matches = [
        (standings.matches[game.pair.jobs[game.order].key], game)
        for game in standings.games
        if member.sees_all or any(is_mine(member, entry) for entry in game.entries)
    ]
    if student is not None:
        matches = [(row, game) for row, game in matches if student in [entry.source for entry in game.entries]]
    return sorted(matches, key=lambda match: -match[0].number)


def match_card(member: CourseMember, match: MatchRow, game: PlayedGame) -> models.MatchCard:
    result, course = game.result, member.course
    titles = definition_of(course.game).seats_for(CourseTerms.parse(course.settings).options)
    cpu = result.cpu or (None,) * len(titles)
    seats = [
        models.MatchSeat(
            name=visible_name(member, entry),
            title=title,
            mine=is_mine(member, entry),
            score=SCORE_WORDS.get(score, "lost"),
            cpu=round(seconds, 3) if seconds is not None and can_read_log(member, entry) else None,
        )
        for entry, title, score, seconds in zip(game.entries, titles, result.scores, cpu, strict=True)
    ]
    return models.MatchCard(
        key=match.key,
        number=match.number,
        seats=seats,
        reason=end_text(member, game, titles),
        turns=result.turns,
        faults=[match_fault(member, game, fault) for fault in result.faults],
        made=format_time(match.made),
    )


def visible_name(member: CourseMember, entry: Entry) -> str:
    return entry.name if can_see(member, entry) or entry.source == BUILT_IN else ANOTHER_BOT


def can_read_log(member: CourseMember, entry: Entry) -> bool:
    """Return whether this member may read the log of a bot, and what exactly went wrong in it."""
    return member.is_teacher or is_mine(member, entry)


def end_text(member: CourseMember, game: PlayedGame, titles: Sequence[str]) -> str:
    """Return how a match ended. A bot's error message is only for its author and the teacher."""
    faults = game.result.faults
    if all(can_read_log(member, game.entries[fault.seat]) for fault in faults):
        return as_sentence(game.result.reason)
    losers = " and ".join(f"{titles[fault.seat]} ({fault.kind})" for fault in faults)
    return f"Lost by a fault: {losers}."


def match_fault(member: CourseMember, game: PlayedGame, fault: Fault) -> models.MatchFault:
    is_readable = can_read_log(member, game.entries[fault.seat])
    sentence = as_sentence(fault.sentence) if is_readable else None
    return models.MatchFault(seat=fault.seat, kind=fault.kind, sentence=sentence)


# Games for courses


def course_game(definition: GameDefinition) -> CourseGame:
    card, policies = game_card(definition), policies_of(definition)
    players = [player for player in card.players if player.name in policies]
    return CourseGame(**dict(card) | {"players": players})
