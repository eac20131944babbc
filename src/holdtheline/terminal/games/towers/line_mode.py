"""Plan line by line: typed orders, the report of each turn, and switching seats between two people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ....core import rulebook
from ....core.ascii_art import drawing_text
from ....core.declarations import declaration_text
from ....core.errors import NotSaved
from ....core.game import State
from ....games.towers.state import TIMESTEPS, is_timestep_event, row_and_column
from ....games.towers.text.names import unit_words
from ....games.towers.view.scene import towers_on
from ....table.history import PlayedStep, StateHistory
from ....table.session import Table
from ....table.text import format_sentence, refusal_text, viewing_seat
from ...line_mode.console import PROMPT, QUIT_WORDS, ReadLine, WriteLine
from ...line_mode.play import HotSeatLineMode
from ...orders import give_orders, has_partial_order, undo_order
from ...visibility import can_read_event, count_people, is_planning, must_change_planner
from .plan import ORDERS_HELP, format_ranges, roster_lines
from .played_turn import KINDS_IN_REPORT, PUBLIC_READER, PlayedTurn, find_played_turn

if TYPE_CHECKING:
    from ....core.game_record.replay import Record


def format_words_or_ranges(words: Sequence[str]) -> str:
    if words and all(word.isdecimal() for word in words):
        return format_ranges([int(word) for word in words])
    return ", ".join(filter(None, words))


def move_group_text(head: str, middles: Sequence[str], lasts: Sequence[str]) -> str:
    start = " ".join(filter(None, (head, format_words_or_ranges(middles))))
    if len(lasts) == 1:
        return f"{start} {lasts[0]}".strip()
    return f"{start}: {format_words_or_ranges(lasts)}" if start else format_words_or_ranges(lasts)


def group_moves(texts: Iterable[str]) -> list[str]:
    """Group moves with the same beginning: `hire: shield, rifle, bomb, horse`, `cell 0-18: 0-6`."""
    by_head: dict[str, list[str]] = {}
    for text in texts:
        head, _, last = text.rpartition(" ")
        by_head.setdefault(head, []).append(last)
    merged: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for head, lasts in by_head.items():
        front, _, middle = head.rpartition(" ")
        key = (front, tuple(lasts)) if len(lasts) > 1 and front else (head, tuple(lasts))
        merged.setdefault(key, []).append(middle if key[0] == front else "")
    return [move_group_text(head, middles, lasts) for (head, lasts), middles in merged.items()]


def tower_text(unit: int, cell: int, health: int, full: int) -> str:
    row, column = row_and_column(cell)
    hurt = f" with {health} of {full} health" if health < full else ""
    return f"{unit_words(unit)} in row {row}, column {column}{hurt}"


def position_lines(s: Any, seat: int) -> list[str]:
    """Return HP, the towers of both lanes, the roster and the gold in sentences."""
    lines = [f"Turn {s.turns_played + 1} of {s.turn_limit}. You have {s.hp[seat]} HP, they have {s.hp[1 - seat]}."]
    for lane, owner in ((seat, "Your"), (1 - seat, "Their")):
        towers = [tower_text(tower.unit, tower.cell, tower.health, tower.full) for tower in towers_on(s, lane)]
        lines.append(f"{owner} towers: {'; '.join(towers) or 'none'}.")
    return [*lines, *roster_lines(s, seat), f"You have {s.gold[seat]} gold."]


COMMANDS_HELP = """\
board, or Enter: both lanes. show: both lanes in words. roster: your soldiers and when they enter.
moves: every legal move, grouped. undo: undo your last order.
replay: the last turn, timestep by timestep. report: the report of the last turn.
rules: the rulebook. rules CLAUSE, such as rules {clause}: one clause. quit: stop playing; the game is saved."""


class PlanningLineMode(HotSeatLineMode):
    """A game in which both seats plan at the same time, in secret (T6)."""

    def __init__(self, table: Table, read: ReadLine, write: WriteLine) -> None:
        super().__init__(table, read, write)
        self._commands |= {
            "": self._print_board,
            "roster": lambda: self.say("\n".join(roster_lines(self._seen.record, self.seat))),
            "replay": self._show_turn,
            "film": self._show_turn,
            "report": self._print_report,
        }
        # When a game is resumed, the person at the keyboard is unknown.
        self._viewer = PUBLIC_READER if count_people(table) > 1 and table.steps else viewing_seat(table)
        self._last_turn: PlayedTurn | None = None

    @property
    def _seen(self) -> State:
        return self.table.state.seen_by(self.seat)

    @property
    def input_prompt(self) -> str:
        return f"{self.table.state.record.gold[self.seat]} gold {PROMPT}" if self._is_private else PROMPT

    @property
    def _is_private(self) -> bool:
        """Whether only the person who is planning looks at the screen."""
        return count_people(self.table) == 1 or is_planning(self.table, self.seat)

    # Input

    def _play_line(self, line: str) -> None:
        before = len(self.table.steps)
        steps, error = give_orders(self.table, line)
        for step in steps:
            if find_played_turn(self.table.steps[: step.number], self.table.state_after, step.seat) is None:
                self._print_events(step)
        if error is not None:
            self._refuse(refusal_text(error))
        if len(self.table.steps) != before:
            self._after_steps(before)

    def _after_steps(self, before: int) -> None:
        """Report the turns that were played since `before`, and prompt the next person."""
        seat, neutral = (self._viewer, False) if count_people(self.table) == 1 else (0, True)
        for last in range(before + 1, len(self.table.steps) + 1):
            turn = find_played_turn(self.table.steps[:last], self.table.state_after, seat, neutral)
            if turn is not None:
                self._last_turn = turn
                self._print_turn(turn, self.table.steps[last - 1])
        if self.table.is_over or not self.table.waits_for_person:
            return
        if self._must_change_seats:
            self._change_seats(self.seat, "plans")
        elif self._last_turn is not None and self._last_turn.after == self.table.state:
            self._print_question()
        elif self._awaits_more:
            self._print_prompt()

    @property
    def _awaits_more(self) -> bool:
        """Whether half an order must be completed, or a unit asks what to do."""
        return has_partial_order(self.table.state, self.seat) or not is_planning(self.table, self.seat)

    @property
    def _must_change_seats(self) -> bool:
        return must_change_planner(self.table, self.seat, self._viewer)

    def _play_computer(self) -> None:
        """Let computer players act; their orders are secret, so only the turn is printed."""
        before = len(self.table.steps)
        try:
            while not self.table.is_over and not self.table.waits_for_person:
                step = self.table.let_player_act()
                if find_played_turn(self.table.steps, self.table.state_after, 0) is not None:
                    break
                for event in step.events:
                    if count_people(self.table) and can_read_event(self.table.game, event, self.seat):
                        self.say(str(event))
        except NotSaved as error:
            self.say(f"{refusal_text(error)} Press Enter to try again.")
            self._wait_for_enter()
            return
        self._after_steps(before)

    # Commands

    def _undo(self) -> None:
        undone = undo_order(self.table)
        self.say(f"Undone: {', '.join(step.play for step in reversed(undone))}.")
        if self._awaits_more:
            self._print_prompt()

    def _print_moves(self) -> None:
        self.say("You can type one of these; after a colon come the possible endings.")
        for line in group_moves(move.text for move in self.table.state.legal_moves(self.seat)):
            self.say(line)

    def _print_position(self) -> None:
        self.say("\n".join(position_lines(self._seen.record, self.seat)))

    def _print_help(self) -> None:
        clause = rulebook.read_rulebook(self.table.game.name).clauses[-1].id
        self.say(f"{ORDERS_HELP}\n{COMMANDS_HELP.format(clause=clause)}")

    def _refuse(self, why: str) -> None:
        self.say(format_sentence(why))
        if self._awaits_more:
            self._print_prompt()

    def _print_question(self) -> None:
        """Print HP and the prompt; a plan is long, so it is not printed again after every order."""
        if self.table.is_over or not self.table.waits_for_person:
            return
        if self._must_change_seats:
            self._change_seats(self.seat, "plans")
            return
        seat = self.seat
        hp = self.table.state.record.hp
        self.say("")
        self.say(f"You are {self.table.game.seats[seat]}, with {hp[seat]} HP; they have {hp[1 - seat]}.")
        self._print_prompt()

    # The turn

    def _print_turn(self, turn: PlayedTurn, last: PlayedStep) -> None:
        self.say("")
        self.say(f"{turn.summary['title']} was played.")
        for line in turn.marks():
            self.say(line)
        self._print_report()
        reader = PUBLIC_READER if turn.neutral else turn.seat
        for event in last.events:
            if event.kind not in KINDS_IN_REPORT and can_read_event(self.table.game, event, reader):
                self.say(str(event))

    def _print_report(self) -> None:
        if self._last_turn is None:
            self.say("No turn has been played since you opened this game.")
            return
        for _, line in self._last_turn.report():
            self.say(line)

    def _show_turn(self) -> None:
        """Replay the last turn, one timestep per Enter."""
        if self._last_turn is None:
            self.say("No turn has been played since you opened this game.")
            return
        index, moments = 0, self._last_turn.moments
        self.say("Press Enter for the next timestep, type a number to go there, or end to stop.")
        while index < len(moments):
            for line in drawing_text(self._last_turn.drawing(index)[:-4]).split("\n"):
                self._write(line)
            word = self._read(PROMPT).strip().lower()
            if word in QUIT_WORDS or word == "end":
                break
            index += 1
            if word.isdecimal() and len(word) < 6:
                wanted = min(int(word), TIMESTEPS)
                index = next(number for number, moment in enumerate(moments) if moment.step >= wanted)
        self.say("The replay is over.")


def replay_lines(record: Record) -> Iterator[str]:
    """Yield a record in sentences: the orders of both seats, and every turn with its report."""
    steps: list[PlayedStep] = []
    states = StateHistory(record.game(plain=True))
    for moment in record.replay_steps(plain=True):
        if moment.declared is not None:
            yield declaration_text(moment.declared.declares, moment.declared.seat, moment.state.game.sides)
            continue
        if moment.step < len(states):
            yield f"Undone: {', '.join(step.play for step in steps[moment.step :])}."
            del steps[moment.step :]
            states.truncate(moment.step)
        states.add(moment.state)
        if moment.step == len(steps):
            continue
        steps.append(PlayedStep(moment.step, moment.seat, moment.move, moment.events))
        turn = find_played_turn(steps, states.state, 0, neutral=True)
        for event in moment.events:
            if turn is None and not is_timestep_event(event.kind):
                yield str(event)
        if turn is not None:
            yield from ["", f"Step {moment.step}: {turn.summary['title'].lower()} was played."]
            yield from turn.marks()
            yield from (line for _, line in turn.report())
            yield ""


LINE_MODE = PlanningLineMode
