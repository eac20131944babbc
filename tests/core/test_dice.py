from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from holdtheline.core import dice
from holdtheline.core.dice import MULTIPLIER, ScriptedDice, SeededDice, TypedDice, parse_face, random_stream
from holdtheline.core.errors import BadDice

PERIOD_PRIME = MULTIPLIER * 2**32 - 1


def faces_of(seed: int, count: int) -> list[int]:
    source = SeededDice(seed)
    return [source.roll("") for _ in range(count)]


# The generator


def is_prime(number: int) -> bool:
    """Return whether a number is prime (Miller-Rabin, exact below 2 ** 64)."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(witness, odd, number)
        if power in (1, number - 1):
            continue
        if all(pow(power, 2**i, number) != number - 1 for i in range(1, twos)):
            return False
    return True


def test_the_generator_s_modulus_is_a_safe_prime_so_the_period_is_half_of_it() -> None:
    half = (PERIOD_PRIME - 1) // 2
    assert is_prime(PERIOD_PRIME)
    assert is_prime(half)
    assert pow(2**32, half, PERIOD_PRIME) == 1  # the order divides a prime, so it is that prime
    assert MULTIPLIER < 2**31  # products of 32 bits stay below 2 ** 63


def test_a_draw_is_the_multiply_with_carry_worked_out_with_whole_numbers() -> None:
    stream = random_stream(7)
    word = int(stream[0])
    for _ in range(1000):
        low, carry = word % 2**32, word // 2**32
        word = MULTIPLIER * low + carry
        assert int(dice.random_bits(stream)) == low ^ carry
        assert int(stream[0]) == word < 2**63


@pytest.mark.compiled
@pytest.mark.parametrize("count", [1, 2, 3, 6, 84, 2925, 2**30 + 1, 2**31 - 1])
def test_numbers_are_the_same_plain_and_compiled(count: int) -> None:
    plain, compiled = random_stream(1, count), random_stream(1, count)
    for _ in range(300):
        assert dice.random_below(plain, count) == dice.random_below.compiled(compiled, count)
        assert plain[0] == compiled[0]
    assert dice.roll_die(plain) == dice.roll_die.compiled(compiled)
    assert dice.random_bits(plain) == dice.random_bits.compiled(compiled)


def test_every_seed_and_every_part_of_the_work_has_its_own_stream() -> None:
    paths = [(seed,) for seed in range(-500, 500)] + [(1, part) for part in range(500)]
    paths += [("1",), (1, "1"), ("siege", 1), (2**200,)]
    words = {int(random_stream(*path)[0]) for path in paths}
    assert len(words) == len(paths)
    assert all(0 < word >> 32 < MULTIPLIER - 1 for word in words)


def test_a_seed_is_a_number_whatever_its_type() -> None:
    assert random_stream(7) == random_stream(np.int64(7))


def test_the_streams_stay_as_they_were_when_records_were_made() -> None:
    assert faces_of(7, 20) == [5, 3, 4, 4, 3, 4, 6, 4, 6, 4, 5, 3, 5, 2, 1, 5, 5, 5, 4, 2]
    assert faces_of(0, 10) == [5, 1, 6, 5, 3, 1, 6, 2, 6, 5]


# Fairness


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = counts.total() / kinds
    unseen = (kinds - len(counts)) * expected
    return unseen + sum((count - expected) ** 2 / expected for count in counts.values())


@pytest.fixture(scope="module")
def many_faces() -> list[int]:
    return [face for seed in range(6) for face in faces_of(seed, 100_000)]


def test_faces_are_as_even_as_chance_allows(many_faces: list[int]) -> None:
    # 5 degrees of freedom: 99.8% of fair dice are between these limits.
    assert 0.21 < chi_square(Counter(many_faces), 6) < 20.5


@pytest.mark.parametrize("gap", [1, 2, 3, 5])
def test_a_roll_does_not_predict_the_next_ones(many_faces: list[int], gap: int) -> None:
    # 35 degrees of freedom.
    pairs: Counter[object] = Counter(zip(many_faces, many_faces[gap:], strict=False))
    assert 14.7 < chi_square(pairs, 36) < 66.6


def test_the_first_rolls_of_seeds_in_a_row_are_independent() -> None:
    firsts: Counter[object] = Counter(tuple(faces_of(seed, 2)) for seed in range(20_000))
    assert 14.7 < chi_square(firsts, 36) < 66.6


def stream_that_draws(bits: int) -> np.ndarray:
    """Return a stream whose next 32 bits are these."""
    carry = 1
    return np.array([carry << 32 | bits ^ carry], np.int64)


def is_drawn_again(bits: int, count: int) -> bool:
    once, second = stream_that_draws(bits), stream_that_draws(bits)
    assert dice.random_bits(once) == bits
    dice.random_below(second, count)
    return bool(second[0] != once[0])


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 7, 20, 84, 455])
def test_each_number_below_a_count_comes_from_equally_many_draws(count: int) -> None:
    starts = [-(-number * 2**32 // count) for number in range(count + 1)]
    kept = set()
    for number, (first, end) in enumerate(pairwise(starts)):
        # Only the first draw of a number can be rejected; those after it are further from the limit.
        assert not is_drawn_again(first + 1, count)
        assert not is_drawn_again(end - 1, count)
        assert dice.random_below(stream_that_draws(first + 1), count) == number
        assert dice.random_below(stream_that_draws(end - 1), count) == number
        kept.add(end - first - is_drawn_again(first, count))
    assert kept == {2**32 // count}


def test_a_draw_that_would_be_unfair_is_made_again() -> None:
    unfair = stream_that_draws(0)
    dice.random_bits(unfair)
    expected = dice.random_below(unfair, 6)
    assert dice.random_below(stream_that_draws(0), 6) == expected


# The sources


def test_a_seeded_source_gives_the_same_rolls_for_the_same_seed() -> None:
    assert faces_of(3, 50) == faces_of(3, 50) != faces_of(4, 50)
    assert SeededDice(3).seed == 3


@pytest.mark.parametrize("rolled", [0, 1, 17])
def test_a_seeded_source_continues_after_given_rolls(rolled: int) -> None:
    source = SeededDice(3, rolled_count=rolled)
    assert [source.roll("") for _ in range(10)] == faces_of(3, rolled + 10)[rolled:]


def test_a_script_gives_its_faces_and_then_says_that_it_is_over() -> None:
    source = ScriptedDice([6, "1", 4])
    assert [source.roll("") for _ in range(3)] == [6, 1, 4]
    for _ in range(2):
        with pytest.raises(BadDice, match=r"^the script has only 3 rolls, and the game needs one more$"):
            source.roll("")


@pytest.mark.parametrize("face", [0, 7, -1, "x", "", 1.0, True, None, "12"])
def test_a_script_with_a_face_that_no_die_has_is_refused_at_once(face: object) -> None:
    with pytest.raises(BadDice, match=r"^a die shows 1 to 6, not "):
        ScriptedDice([1, face])


def test_a_person_is_asked_again_until_a_face_is_typed() -> None:
    typed = iter(["0", "7", "x", "", "６", "1.0", "-1", "1 2", " 4 "])
    prompts: list[str] = []
    refused: list[str] = []

    def ask(question: str) -> str:
        prompts.append(question)
        return next(typed)

    assert TypedDice(ask, refused.append).roll("Roll for top.") == 4
    assert prompts == ["Roll for top."] * 9
    assert refused == [
        f"a die shows 1 to 6, not {answer!r}" for answer in ("0", "7", "x", "", "６", "1.0", "-1", "1 2")
    ]


def test_a_long_answer_is_quoted_only_in_part() -> None:
    with pytest.raises(BadDice) as refusal:
        parse_face("9" * 500)
    assert str(refusal.value) == f"a die shows 1 to 6, not {'9' * 20!r}"
