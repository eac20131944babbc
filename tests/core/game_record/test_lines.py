"""Every change of a record is found, with its line and step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdtheline.core.errors import BadRecord
from holdtheline.core.game_record.lines import OutcomeLine, RecordLine, short_digest
from holdtheline.core.game_record.replay import Record

from .recorded_games import checked, packed, refusal_of, refused


def test_a_record_cut_off_anywhere_is_refused_with_the_line_or_resumed_from_the_last_whole_one(
    data: bytes,
) -> None:
    whole = Record.parse(data)
    digests = [short_digest(moment.state) for moment in whole.replay_steps(plain=True)]
    first_end = data.index(b"\n") + 1
    for length in range(len(data)):
        cut = data[:length]
        if not cut.endswith(b"\n"):
            reason = "the last line is cut off" if cut else "the file is empty"
            with pytest.raises(BadRecord, match=reason) as refusal:
                Record.parse(cut)
            assert refusal.value.line == cut.count(b"\n") + 1
        if length < first_end:
            with pytest.raises(BadRecord):
                Record.parse(cut, cut_off="drop")
            continue
        left = Record.parse(cut, cut_off="drop")
        assert left.good_bytes == cut.rindex(b"\n") + 1
        assert left.lines == whole.lines[: cut.count(b"\n") - 1]
        if length == left.good_bytes:
            moments = [line for line in left.lines if not isinstance(line, OutcomeLine)]
            assert short_digest(left.replay(plain=True)) == digests[len(moments)]


# Changed characters


def changes_of(row: bytes, chance: random.Random) -> Iterator[bytes]:
    """Yield the row with one character replaced, inserted or removed, at every place."""
    for at in range(len(row)):
        sign = bytes([chance.choice(b'0123456789abcdef"-+.{}[]:, \\nrolRLx\t\xff')])
        yield row[:at] + sign + row[at + 1 :]
        yield chance.choice((row[:at] + sign + row[at:], row[:at] + row[at + 1 :]))


def test_one_changed_sign_of_a_step_is_found_in_its_line(data: bytes) -> None:
    rows = data.splitlines()
    whole, chance, found = Record.parse(data), random.Random(5), 0
    for at in range(1, len(rows)):
        for changed in changes_of(rows[at], chance):
            what = checked(b"\n".join([*rows[:at], changed, *rows[at + 1 :], b""]))
            if isinstance(what, BadRecord):
                assert what.line == at + 1
                found += 1
            else:
                assert list(map(without_reason, what.lines)) == list(map(without_reason, whole.lines)), changed
    assert found > 1400


def without_reason(line: RecordLine) -> RecordLine:
    """Return a line without the words of an outcome, which may differ between versions."""
    return OutcomeLine(replace(line.outcome, reason="")) if isinstance(line, OutcomeLine) else line


def test_one_changed_sign_of_the_header_is_found_or_changes_no_rule(data: bytes) -> None:
    row, rest = data.split(b"\n", 1)
    header = Record.parse(data).header
    for changed in changes_of(row, random.Random(6)):
        what = checked(changed + b"\n" + rest)
        if isinstance(what, BadRecord):
            # The header, the state after the first step, or a roll of another seed shows the change.
            assert what.line in (1, 2) or "dice of this seed" in str(what)
        else:
            same = ("htl", "game", "rules", "dice", "scenario")
            assert all(getattr(what.header, name) == getattr(header, name) for name in same)
            assert what.game().options == header.options


@given(
    changes=st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 20), st.binary(max_size=6) | st.text(max_size=4)),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=150)
def test_nothing_but_a_bad_record_comes_of_a_mangled_file(
    data: bytes, changes: list[tuple[float, int, bytes | str]]
) -> None:
    for place, gone, new in changes:
        at = int(place * len(data))
        data = data[:at] + (new.encode() if isinstance(new, str) else new) + data[at + gone :]
    assert "not a sentence" not in str(checked(data))


# Shapes and types


DEEP = "[" * 100_000
Change = Callable[[list[Any]], object]


@pytest.mark.parametrize(
    ("change", "sentence", "line", "step"),
    [
        (lambda r: r[0].update(htl=2), "the record has format 2, and this program reads up to 1", 1, None),
        (lambda r: r[0].update(htl=0), "this is not a record of Hold the Line", 1, None),
        (lambda r: r[0].update(htl=1.0), "this is not a record of Hold the Line", 1, None),
        (lambda r: r[0].update(htl=True), "htl: input should be a valid integer", 1, None),
        (lambda r: r[0].update(htl=10**4000), "the record has format 1000000000", 1, None),
        (lambda r: r[0].pop("htl"), "this is not a record of Hold the Line", 1, None),
        (lambda r: r.__setitem__(0, [1]), "this is not a record of Hold the Line", 1, None),
        (lambda r: r[0].update(rules=2), "it was played by version 2 of the rules of siege", 1, None),
        (lambda r: r[0].update(rules=10**4000), "it was played by version 1000000000", 1, None),
        (lambda r: r[0].update(game="chess"), "unknown game 'chess'; choose from: siege", 1, None),
        (lambda r: r[0].update(game="../siege"), "unknown game '../siege'", 1, None),
        (lambda r: r[0].update(game=""), "unknown game ''", 1, None),
        (lambda r: r[0]["options"].update(waves=3), "siege has no option 'waves'; its options", 1, None),
        (lambda r: r[0]["options"].update(plain=1), "siege has no option 'plain'", 1, None),
        (lambda r: r[0]["options"].update(name="x"), "siege has no option 'name'", 1, None),
        (lambda r: r[0]["options"].update(mode=13), "mode '13' does not exist", 1, None),
        (lambda r: r[0]["options"].update(regroup=True), "options.regroup.str: input", 1, None),
        (lambda r: r[0].update(options=[]), "options: input should be an object", 1, None),
        (lambda r: r[0].update(seats=[]), "siege has 1 seats, not 0", 1, None),
        (lambda r: r[0].update(seats=["person"] * 2), "siege has 1 seats, not 2", 1, None),
        (lambda r: r[0].update(seats="person"), "seats: input should be a valid array", 1, None),
        (lambda r: r[0].update(scenario="bull-run"), "siege has no scenario 'bull-run'", 1, None),
        (lambda r: r[0].update(dice={}), "the dice must be 'mine', 'table', 'guide', or 'seeded' with", 1, None),
        (
            lambda r: r[0]["dice"].update(seed="7"),
            "the dice must be 'mine', 'table', 'guide', or 'seeded' with",
            1,
            None,
        ),
        (
            lambda r: r[0]["dice"].update(kind="mine"),
            "the dice must be 'mine', 'table', 'guide', or 'seeded' with",
            1,
            None,
        ),
        (lambda r: r[0]["dice"].update(seed=8), "'roll 5' is not what the dice of this seed show", 5, 2),
        (lambda r: r[0].update(extra=1), "extra: unexpected keyword argument", 1, None),
        (lambda r: r[0].pop("seats"), "seats: field required", 1, None),
        (lambda r: r[0].update({"\x1b[31m": 1}), "\ufffd[31m: unexpected keyword", 1, None),
        (lambda r: r[1].update(step=True), "step: input should be a valid integer", 2, None),
        (lambda r: r[1].update(step=1.0), "step: input should be a valid integer", 2, None),
        (lambda r: r[1].update(step=float("nan")), "step: ", 2, None),
        (lambda r: r[1].update(step=2), "step 1 is missing: the line is step 2", 2, 1),
        (lambda r: r[1].update(step=10**30), "step 1 is missing", 2, 1),
        (lambda r: r[1].update(seat=-1), "it is not seat -1's turn", 2, 1),
        (lambda r: r[1].update(seat="0"), "seat: input should be a valid integer", 2, None),
        (lambda r: r[1].update(seat=10**4000), "it is not seat 1000000", 2, 1),
        (lambda r: r[1].update(play=1), "play: input should be a valid string", 2, None),
        (lambda r: r[1].update(play="hold"), "'hold' is not how a record writes 'reinforce 0 0 0'", 2, 1),
        (lambda r: r[1].update(play="reinforce 9 9 9"), "reinforce 9 9 9: ", 2, 1),
        (lambda r: r[1].update(play="roll 3"), "roll 3: ", 2, 1),
        (lambda r: r[1].update(play="\x1b[2J\n"), "\ufffd[2J\ufffd: this is not a move here", 2, 1),
        (lambda r: r[1].update(play="\ud800"), "this line is not JSON", 2, None),
        (lambda r: r[1].update(play="reinforce" + " " * 9999 + "1 1 1"), "'reinforce    ", 2, 1),
        (lambda r: r[1].update(state=None), "state: input should be a valid string", 2, None),
        (lambda r: r[1].update(state=r[1]["state"] + "0"), "'reinforce 1 1 1' leads to another", 2, 1),
        (lambda r: r[1].pop("state"), "state: field required", 2, None),
        (lambda r: r[1].update(note="!"), "note: unexpected keyword argument", 2, None),
        (lambda r: r[1].update(outcome={}), "outcome: unexpected keyword argument", 2, None),
        (lambda r: r[1].pop("step"), "this line is neither a step nor an outcome", 2, None),
        (lambda r: r.__setitem__(1, []), "this line is neither a step nor an outcome", 2, None),
        (lambda r: r.__setitem__(1, None), "this line is neither a step nor an outcome", 2, None),
        (lambda r: r[4].update(play="roll 7"), "roll 7: roll a die now", 5, 2),
        (lambda r: r[4].update(play="5"), "5: this is not a move here", 5, 2),
        (lambda r: r[4].update(play="roll 05"), "'roll 05' is not how a record writes 'roll 5'", 5, 2),
        (lambda r: r[4].update(play="roll \u0665"), "roll \u0665: this is not a move here", 5, 2),
        (lambda r: r[4].update(play="roll 6"), "'roll 6' is not what the dice of this seed show", 5, 2),
        (lambda r: r[-1]["outcome"].update(winner=None), "the game did not end as", 17, 10),
        (lambda r: r[-1]["outcome"].update(winner=False), "outcome.winner: input should be", 17, None),
        (lambda r: r[-1]["outcome"].update(scores=[-1]), "the game did not end as", 17, 10),
        (lambda r: r[-1]["outcome"].update(scores=[True]), "outcome.scores.0: input should be", 17, None),
        (lambda r: r[-1]["outcome"].update(scores=[1.0]), "outcome.scores.0: input should be", 17, None),
        (lambda r: r[-1]["outcome"].update(clause="S4.3"), "the game did not end as", 17, 10),
        (lambda r: r[-1]["outcome"].update(more=1), "outcome.more: unexpected keyword", 17, None),
        (lambda r: r[-1]["outcome"].pop("clause"), "outcome.clause: field required", 17, None),
        (lambda r: r[-1].update(outcome=None), "outcome: input should be", 17, None),
        (lambda r: r.insert(2, r[-1]), "the record says how the game ended, but it is not over", 3, 1),
        (lambda r: r.append(r[1]), "the game was over before this step", 18, 11),
    ],
)
def test_an_error_names_its_place(rows: list[Any], change: Change, sentence: str, line: int, step: int | None) -> None:
    change(rows)
    reason, *place = refused(packed(rows))
    assert reason.startswith(sentence)
    assert place == [line, step]


def test_a_record_keeps_the_words_of_the_version_that_wrote_it(rows: list[Any]) -> None:
    rows[-1]["outcome"]["reason"] = "other words"
    assert Record.parse(packed(rows)).replay(plain=True).outcome is not None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "this line is not JSON"),
        (b"{", "this line is not JSON"),
        (DEEP.encode(), "this line is not JSON"),
        (b'{"step": ' + DEEP.encode(), "this line is not JSON"),
        (b"9" * 5000, "this line is not JSON"),
        (b'{"step": 1, "seat": 0, "play": "\xff", "state": ""}', "this line is not UTF-8"),
        (b"\xef\xbb\xbf{}", "this line is not JSON"),
        (b"\x00", "this line is not JSON"),
        (b'{"outcome": ' + b"[" * 500 + b"]" * 500 + b"}", "this line is not JSON"),
    ],
)
def test_a_line_that_is_not_json_is_refused(data: bytes, line: bytes, reason: str) -> None:
    header, rest = data.split(b"\n", 1)
    assert refused(header + b"\n" + line + b"\n" + rest)[:2] == (reason, 2)
    assert refusal_of(line + b"\n").line == 1
