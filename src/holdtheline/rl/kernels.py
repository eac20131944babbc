"""The compiled parts of the environments: a state as arrays, and the loops of `VectorEnv` over many games."""

from __future__ import annotations

from typing import Any

from ..core.ai.encoding import Encoding
from ..core.definition import CHANCE, OVER, GameDefinition
from ..core.dice import random_below, roll_die
from ..core.engine import (
    copy_words,
    log_for_batches,
    shared_kernel,
    shared_rules,
    simultaneous_kernels,
    start_kernel,
    state_opener,
)
from ..core.errors import BadOption
from ..core.kernel.compiler import Kernel, as_pointer, as_pointer_from, kernel_factory, nogil_kernel
from ..core.state_record import Words
from ..players.batch import policy_switch


def encoding_of(definition: GameDefinition) -> Encoding:
    if definition.encoding is None:
        raise BadOption(f"{definition.name} has no encoding as arrays, so it has no environments")
    return definition.encoding


@kernel_factory
def play_on_kernel(definition: GameDefinition, opponents: tuple[str, ...]) -> Kernel[..., Any]:
    """Return play_on(words, seen, learner, codes, stream, memory, log): roll dice and move opponents.

    It stops when the learner must decide or the game is over, and returns the turn.
    """
    open_state, rules = state_opener(definition), shared_rules(definition)
    turn, apply, hide = rules.turn, rules.apply, rules.hide
    choose, has_secrets = policy_switch(definition, opponents), definition.has_secrets
    word_count = definition.rules.state.word_count()

    def play_on(
        words: Words, seen_words: Words, learner: int, codes: Words, stream: Words, memory: Words, log: Any
    ) -> Any:
        s, seen = open_state(words), open_state(seen_words)
        actor = turn(s)
        while actor != learner and actor != OVER:
            if actor == CHANCE:
                step = roll_die(stream)
            else:
                player, own_memory = memory[2 * actor], as_pointer_from(memory, memory[2 * actor + 1])
                if has_secrets:
                    copy_words(seen_words, words, word_count)
                    hide(seen, actor)
                    step = choose(seen, player, codes, stream, own_memory)
                else:
                    step = choose(s, player, codes, stream, own_memory)
            apply(s, step, log)
            actor = turn(s)
        return actor

    return Kernel(play_on, f"{definition.kernel_prefix}.play_on.{'-'.join(opponents)}")


@kernel_factory
def mark_legal_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return mark_legal(s, layout, codes, mask): write 1 for each legal action."""
    encoding = encoding_of(definition)
    if encoding.mark_legal is not None:
        return shared_kernel(definition, encoding.mark_legal)
    legal_moves, action_of = shared_rules(definition).legal_moves, shared_kernel(definition, encoding.action_of)

    def mark_legal(s: Any, layout: Words, codes: Words, mask: Any) -> None:
        for index in range(legal_moves(s, codes)):
            mask[action_of(s, layout, codes[index])] = 1

    return Kernel(mark_legal, f"{definition.kernel_prefix}.mark_legal")


@kernel_factory
def look_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return look(words, seen, learner, layout, codes, observation, mask): write what the learner sees."""
    encoding, open_state, rules = encoding_of(definition), state_opener(definition), shared_rules(definition)
    observe, mark_legal = shared_kernel(definition, encoding.observe), mark_legal_kernel(definition)
    hide, has_secrets = rules.hide, definition.has_secrets
    word_count, size = definition.rules.state.word_count(), encoding.size

    def look(
        words: Words, seen_words: Words, learner: int, layout: Words, codes: Words, observation: Any, mask: Any
    ) -> None:
        s = open_state(words)
        if has_secrets:
            copy_words(seen_words, words, word_count)
            s = open_state(seen_words)
            hide(s, learner)
        for index in range(size):
            observation[index] = 0
        observe(s, learner, layout, observation)
        for action in range(layout[0]):
            mask[action] = 0
        mark_legal(s, layout, codes, mask)

    return Kernel(look, f"{definition.kernel_prefix}.look")


@kernel_factory
def array_kernels(definition: GameDefinition) -> dict[str, Kernel[..., Any]]:
    """Return the kernels that describe one state to any seat.

    | | |
    |---|---|
    | `observe(words, seen, seat, layout, out)` | write what the seat observes |
    | `mark(words, seen, seat, layout, codes, mask)` | write 1 for each action that the seat may take now |
    | `code(words, seat, layout, codes, action)` | the code of an action of this seat, legal or not |
    """
    encoding, open_state, rules = encoding_of(definition), state_opener(definition), shared_rules(definition)
    observe_seen, mark_legal = shared_kernel(definition, encoding.observe), mark_legal_kernel(definition)
    action_of, code_of = shared_kernel(definition, encoding.action_of), shared_kernel(definition, encoding.code_of)
    _, moves_of = simultaneous_kernels(definition)
    turn, hide, word_count = rules.turn, rules.hide, definition.rules.state.word_count()

    def observe(words: Words, seen: Words, seat: int, layout: Words, out: Any) -> None:
        copy_words(as_pointer(seen), as_pointer(words), word_count)
        s = open_state(seen)
        hide(s, seat)
        observe_seen(s, seat, as_pointer(layout), as_pointer(out))

    def mark(words: Words, seen: Words, seat: int, layout: Words, codes: Words, mask: Any) -> None:
        copy_words(as_pointer(seen), as_pointer(words), word_count)
        s = open_state(seen)
        hide(s, seat)
        if turn(s) == seat:
            mark_legal(s, as_pointer(layout), as_pointer(codes), as_pointer(mask))
        else:
            for index in range(moves_of(s, seat, as_pointer(codes))):
                mask[action_of(s, as_pointer(layout), codes[index])] = 1

    def code(words: Words, seat: int, layout: Words, codes: Words, action: int) -> Any:
        s = open_state(words)
        if turn(s) == seat:
            return code_of(s, as_pointer(layout), action)
        for index in range(moves_of(s, seat, as_pointer(codes))):
            if action_of(s, as_pointer(layout), codes[index]) == action:
                return codes[index]
        return 0

    functions, prefix = (observe, mark, code), definition.kernel_prefix
    return {each.__name__: Kernel(each, f"{prefix}.arrays.{each.__name__}") for each in functions}


@kernel_factory
def step_kernel(definition: GameDefinition, opponents: tuple[str, ...]) -> Kernel[..., Any]:
    """Return step(first, last, learner, rows, outputs, scratch): play one action in each of these games.

    A game that ends is started again at once. An action of -1 starts the game without playing.
    """
    encoding, open_state, rules = encoding_of(definition), state_opener(definition), shared_rules(definition)
    observe, hide = shared_kernel(definition, encoding.observe), rules.hide
    apply, result, code_of = rules.apply, rules.result, shared_kernel(definition, encoding.code_of)
    play_on, look, start = play_on_kernel(definition, opponents), look_kernel(definition), start_kernel(definition)
    make_log, word_count, size = log_for_batches(definition), definition.rules.state.word_count(), encoding.size

    @nogil_kernel(f"{definition.kernel_prefix}.vector_step.{'-'.join(opponents)}")
    def step(first: int, last: int, learner: int, rows: Any, outputs: Any, scratch: Any) -> None:
        all_words, setup, streams, memory_row, layout_row, actions = rows
        observations, masks, rewards, ended, final_row = outputs
        seen_row, code_row, log_row = scratch
        seen, codes, log = as_pointer(seen_row), as_pointer(code_row), make_log(log_row)
        memory, layout = as_pointer(memory_row), as_pointer(layout_row)
        final_size = len(final_row)
        for game in range(first, last):
            words, stream = as_pointer_from(all_words, game * word_count), as_pointer_from(streams, game)
            s = open_state(words)
            rewards[game] = 0
            ended[game] = False
            actor = OVER
            if actions[game] >= 0:
                apply(s, code_of(s, layout, actions[game]), log)
                actor = play_on(words, seen, learner, codes, stream, memory, log)
                if actor == OVER:
                    rewards[game] = result(s, learner)
                    ended[game] = True
                    if final_size > 0:
                        final = as_pointer_from(final_row, game * size)
                        for index in range(size):
                            final[index] = 0
                        hide(s, learner)
                        observe(s, learner, layout, final)
            while actor == OVER:
                start(words, setup)
                actor = play_on(words, seen, learner, codes, stream, memory, log)
            observation, mask = as_pointer_from(observations, game * size), as_pointer_from(masks, game * layout[0])
            look(words, seen, learner, layout, codes, observation, mask)

    return step


@kernel_factory
def sample_kernel(definition: GameDefinition) -> Kernel[..., Any]:
    """Return sample(first, last, masks, actions, streams): choose a legal action of each game at random."""

    @nogil_kernel(f"{definition.kernel_prefix}.vector_sample")
    def sample(first: int, last: int, mask_row: Any, actions: Words, stream_row: Words) -> None:
        action_count = len(mask_row) // len(actions)
        masks = as_pointer(mask_row)
        for game in range(first, last):
            mask, count = as_pointer_from(masks, game * action_count), 0
            for action in range(action_count):
                count += mask[action]
            left, action = random_below(as_pointer_from(stream_row, game), count), -1
            while left >= 0:
                action += 1
                left -= mask[action]
            actions[game] = action

    return sample
