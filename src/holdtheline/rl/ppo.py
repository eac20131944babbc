"""PPO in one file: learn a game with action masks, on a CPU (Schulman et al. 2017; masks: Huang and Ontañón 2022).

    python -m holdtheline.rl.ppo siege
    python -m holdtheline.rl.ppo skirmish --opponents book --minutes 60 scenario=millrace

It needs the extra `train`. Games are stepped together by `VectorEnv`; the learner's reward is its result, 1 or -1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

try:
    import torch
    from torch import nn
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("PPO needs PyTorch: pip install 'holdtheline[train]'", name="torch") from missing

from ..core.game import Game
from .encoded_game import EncodedGame
from .vector import VectorEnv


@dataclass(frozen=True)
class Settings:
    """The numbers of PPO; the learning rate falls to 0 over the whole run."""

    games: int = 1024  # stepped together
    steps: int = 16  # decisions of each game between two updates
    minutes: float = 9.0  # of processor time, so that a busy machine learns as much
    epochs: int = 4
    minibatch: int = 2048
    learning_rate: float = 1e-3
    clip: float = 0.2
    discount: float = 1.0  # games end, and only their result counts
    gae: float = 0.95
    entropy: float = 0.01  # falls to 0, too
    value: float = 0.5
    gradient_norm: float = 0.5
    hidden: int = 128
    threads: int = 1  # of PyTorch: two threads take more processor time for such small networks


MOST_ONE_HOT = 1024
"""An observation is written as one-hot vectors if they have at most this many numbers together."""
HIDDEN_LOGIT = -1e9
"""The logit of an illegal action."""


class Network(nn.Module):  # type: ignore[misc]
    """A policy and a value: two hidden layers each."""

    def __init__(self, arrays: EncodedGame, hidden: int) -> None:
        super().__init__()
        lows, highs = arrays.lows.astype(np.int64), arrays.highs.astype(np.int64)
        sizes = highs - lows + 1
        self.is_one_hot = int(sizes.sum()) <= MOST_ONE_HOT
        self.input_size = int(sizes.sum()) if self.is_one_hot else len(sizes)
        self.register_buffer("lows", torch.from_numpy(lows))
        self.register_buffer("scales", torch.from_numpy(1 / np.maximum(highs - lows, 1)).float())
        self.register_buffer("offsets", torch.from_numpy(np.cumsum(sizes) - sizes))
        self.policy = layers(self.input_size, hidden, arrays.action_count, 0.01)
        self.value = layers(self.input_size, hidden, 1, 1.0)

    def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """Return the logarithms of the probabilities of the actions, and the value."""
        numbers = observations.long() - self.lows
        if self.is_one_hot:
            inputs = torch.zeros(len(numbers), self.input_size).scatter_(1, numbers + self.offsets, 1.0)
        else:
            inputs = numbers * self.scales
        logits = self.policy(inputs).masked_fill(masks == 0, HIDDEN_LOGIT)
        return torch.log_softmax(logits, 1), self.value(inputs).squeeze(1)


def layers(inputs: int, hidden: int, outputs: int, last_gain: float) -> Any:
    made = nn.Sequential(
        nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, outputs)
    )
    for layer in made[::2]:
        nn.init.orthogonal_(layer.weight, 2**0.5)
        nn.init.zeros_(layer.bias)
    nn.init.orthogonal_(made[-1].weight, last_gain)
    return made


class Rollout:
    """What was seen and done in some steps of all games."""

    def __init__(self, env: VectorEnv, steps: int) -> None:
        shape = (steps, env.count)
        self.observations = torch.zeros((*shape, env.encoding.size), dtype=torch.from_numpy(env.observations).dtype)
        self.masks = torch.zeros((*shape, env.action_count), dtype=torch.int8)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.log_probabilities, self.values, self.rewards, self.ended = (torch.zeros(shape) for _ in range(4))

    def collect(self, env: VectorEnv, network: Network) -> Any:
        """Play; return the value of the state after the last step."""
        with torch.no_grad():
            for step in range(len(self.actions)):
                self.observations[step] = torch.from_numpy(env.observations)
                self.masks[step] = torch.from_numpy(env.masks)
                log_probabilities, self.values[step] = network(self.observations[step], self.masks[step])
                actions = torch.multinomial(log_probabilities.exp(), 1)
                self.log_probabilities[step] = log_probabilities.gather(1, actions).squeeze(1)
                self.actions[step] = actions.squeeze(1)
                _, rewards, ended, _ = env.step(self.actions[step].numpy())
                self.rewards[step], self.ended[step] = torch.from_numpy(rewards), torch.from_numpy(ended)
            return network(torch.from_numpy(env.observations), torch.from_numpy(env.masks))[1]

    def advantages(self, last_value: Any, settings: Settings) -> Any:
        """Return generalised advantage estimates (Schulman et al. 2016)."""
        advantages, following, advantage = torch.zeros_like(self.values), last_value, torch.zeros_like(last_value)
        for step in reversed(range(len(self.actions))):
            goes_on = settings.discount * (1 - self.ended[step])
            error = self.rewards[step] + goes_on * following - self.values[step]
            advantage = error + goes_on * settings.gae * advantage
            advantages[step], following = advantage, self.values[step]
        return advantages

    def minibatches(self, advantages: Any, settings: Settings) -> Iterator[tuple[Any, ...]]:
        """Yield all decisions in random order, several times."""
        arrays = (self.observations, self.masks, self.actions, self.log_probabilities, advantages, self.values)
        flat = [array.flatten(0, 1) for array in arrays]
        for _ in range(settings.epochs):
            for indices in torch.randperm(len(flat[0])).split(settings.minibatch):
                yield tuple(array[indices] for array in flat)


def loss(network: Network, batch: tuple[Any, ...], settings: Settings, remaining: float) -> Any:
    """Return the loss of PPO: clipped policy, value, entropy. `remaining` is the part of the run still to come."""
    observations, masks, actions, old_log_probabilities, advantages, old_values = batch
    log_probabilities, values = network(observations, masks)
    returns = advantages + old_values
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    ratio = (log_probabilities.gather(1, actions[:, None]).squeeze(1) - old_log_probabilities).exp()
    clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
    entropy = -(log_probabilities.exp() * log_probabilities).sum(1).mean()
    value_loss = (values - returns).pow(2).mean()
    return policy_loss + settings.value * value_loss - settings.entropy * remaining * entropy


def train(
    env: VectorEnv, settings: Settings, seed: int = 1, report: Callable[[float, int, float], None] = lambda *_: None
) -> Network:
    """Return a network that has learned for the minutes in the settings.

    `report(minutes, decisions, win_rate)` is called every 50 updates, with the win rate while it explores.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(settings.threads)
    network, rollout, began = Network(env.arrays, settings.hidden), Rollout(env, settings.steps), time.process_time()
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate, eps=1e-5)
    updates, won, ended = 0, 0, 0
    while (minutes := (time.process_time() - began) / 60) < settings.minutes:
        remaining = 1 - minutes / settings.minutes
        optimizer.param_groups[0]["lr"] = settings.learning_rate * remaining
        advantages = rollout.advantages(rollout.collect(env, network), settings)
        for batch in rollout.minibatches(advantages, settings):
            optimizer.zero_grad()
            loss(network, batch, settings, remaining).backward()
            nn.utils.clip_grad_norm_(network.parameters(), settings.gradient_norm)
            optimizer.step()
        updates, won, ended = updates + 1, won + int((rollout.rewards > 0).sum()), ended + int(rollout.ended.sum())
        if updates % 50 == 0:
            report(minutes, updates * rollout.actions.numel(), won / max(ended, 1))
            won, ended = 0, 0
    return network


def win_rate(env: VectorEnv, network: Network, games: int) -> float:
    """Return how often the network wins if it always plays its most likely action."""
    won, ended = 0, 0
    env.reset(seed=0)
    with torch.no_grad():
        while ended < games:
            probabilities, _ = network(torch.from_numpy(env.observations), torch.from_numpy(env.masks))
            _, rewards, has_ended, _ = env.step(probabilities.argmax(1).numpy())
            won, ended = won + int((rewards > 0).sum()), ended + int(has_ended.sum())
    return won / ended


def describe_optimum(game: Game) -> str:
    """Return the exact chance to win, of a game that is solved."""
    if game.definition.ai.solver is None:
        return ""
    return f"; with perfect play {float(game.solution().value(game.start())):.2%}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m holdtheline.rl.ppo", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="options of the game, such as scenario=bull-run")
    parser.add_argument("--opponents", default="random", help="random, book or another policy of the game")
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=Settings.minutes, help="processor time")
    parser.add_argument("--games", type=int, default=Settings.games, help="games stepped together")
    parser.add_argument("--steps", type=int, default=Settings.steps, help="decisions of each between two updates")
    parser.add_argument("--test-games", type=int, default=100_000, help="games of the final test")
    parser.add_argument("--save", help="write the weights to this file")
    arguments = parser.parse_args()
    options = dict(option.split("=", 1) for option in arguments.options)
    env = VectorEnv(
        arguments.game,
        arguments.games,
        seat=arguments.seat,
        opponents=arguments.opponents,
        seed=arguments.seed,
        **options,
    )
    settings = Settings(games=arguments.games, steps=arguments.steps, minutes=arguments.minutes)

    def report(minutes: float, decisions: int, rate: float) -> None:
        print(f"{minutes:5.1f} min  {decisions:>12,} decisions  {rate:.2%} won while exploring", flush=True)

    began = time.perf_counter()
    network = train(env, settings, arguments.seed, report)
    taken = (time.perf_counter() - began) / 60
    rate = win_rate(env, network, arguments.test_games)
    print(f"Trained for {arguments.minutes:.1f} min of processor time ({taken:.1f} min by the clock).")
    print(f"Won {rate:.2%} of {arguments.test_games:,} games{describe_optimum(env.game)}.")
    if arguments.save:
        torch.save(network.state_dict(), arguments.save)
    return 0


if __name__ == "__main__":
    sys.exit(main())
