"""Fit a network to positions by gradient descent (Adam, Kingma and Ba 2015), in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi
from typing import Any

import numpy as np

from ...core.ai.network import FEATURE_ONE, OUTPUT_ONE, WEIGHT_ONE
from .self_play import Positions

Floats = np.ndarray[Any, np.dtype[np.float32]]

HIDDEN_UNITS = 32
EPOCHS = 12
BATCH = 512
LEARNING_RATE, LEAST_RATE = 3e-3, 1e-5
WEIGHT_DECAY = 1e-4
MOMENTUM, SQUARES, TINY = 0.9, 0.999, 1e-8
"""The decay of the means in Adam, and what keeps it from dividing by 0."""
TEST_SHARE = 10
"""One in ten blocks of games is left out, to test the network."""
TEST_BLOCK = 30
"""Games in a row that are left out together: more than a game has battles, so that all battles are in both parts."""


@dataclass(frozen=True)
class Fitted:
    """The weights as integers, and the error on games that were left out."""

    weights: list[list[int]]
    biases: list[int]
    outputs: list[int]
    bias: int
    test_loss: float
    constant_loss: float  # of the mean result, for comparison


class Network:
    """The parameters in floating point, with the means of Adam."""

    def __init__(self, features: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        shapes = ((features, HIDDEN_UNITS), (HIDDEN_UNITS,), (HIDDEN_UNITS,), (1,))
        scales = (features**-0.5, 0.0, HIDDEN_UNITS**-0.5, 0.0)
        self.parameters: list[Floats] = [
            random.normal(0.0, scale, shape).astype(np.float32) for shape, scale in zip(shapes, scales, strict=True)
        ]
        self._means = [np.zeros_like(parameter) for parameter in self.parameters]
        self._squares = [np.zeros_like(parameter) for parameter in self.parameters]
        self._steps = 0

    def forward(self, features: Floats) -> tuple[Floats, Floats]:
        """Return the activations of the hidden units and the predicted results."""
        weights, biases, outputs, bias = self.parameters
        hidden = np.maximum(features @ weights + biases, 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ outputs + bias)))

    def step(self, features: Floats, results: Floats, rate: float) -> None:
        """Take one step of Adam for the cross entropy of a batch."""
        hidden, predicted = self.forward(features)
        error = (predicted - results) / len(results)
        back = np.outer(error, self.parameters[2]) * (hidden > 0)
        gradients = [features.T @ back, back.sum(0), hidden.T @ error, error.sum(keepdims=True)]
        self._steps += 1
        for index, gradient in enumerate(gradients):
            parameter, mean, square = self.parameters[index], self._means[index], self._squares[index]
            gradient = gradient + (WEIGHT_DECAY * parameter if index in (0, 2) else 0)
            mean += (1 - MOMENTUM) * (gradient - mean)
            square += (1 - SQUARES) * (gradient**2 - square)
            corrected = np.sqrt(square / (1 - SQUARES**self._steps)) + TINY
            parameter -= rate * mean / (1 - MOMENTUM**self._steps) / corrected


def cross_entropy(predicted: Floats, results: Floats) -> float:
    chances = np.clip(predicted, 1e-6, 1 - 1e-6)
    return float(-np.mean(results * np.log(chances) + (1 - results) * np.log(1 - chances)))


def fit(positions: Positions, seed: int, report: Callable[[int, int], None] = lambda done, total: None) -> Fitted:
    """Fit a network to the positions; `report(done, total)` is told the epochs."""
    features, results = positions.features.astype(np.float32) / FEATURE_ONE, positions.results
    mean, spread = features.mean(0), features.std(0) + 1e-3
    features = (features - mean) / spread
    left_out = positions.games // TEST_BLOCK % TEST_SHARE == 0
    inputs, targets = features[~left_out], results[~left_out]
    network, random = Network(features.shape[1], seed), np.random.default_rng(seed)
    for epoch in range(EPOCHS):
        order = random.permutation(len(inputs))
        rate = LEARNING_RATE * (1 + cos(pi * epoch / EPOCHS)) / 2 + LEAST_RATE
        for start in range(0, len(order) - BATCH + 1, BATCH):
            batch = order[start : start + BATCH]
            network.step(inputs[batch], targets[batch], rate)
        report(epoch + 1, EPOCHS)
    test, tested = network.forward(features[left_out])[1], results[left_out]
    constant = np.full_like(tested, targets.mean())
    return quantize(network, mean, spread, cross_entropy(test, tested), cross_entropy(constant, tested))


def quantize(network: Network, mean: Floats, spread: Floats, test_loss: float, constant_loss: float) -> Fitted:
    """Return the network for features as they are, not standardized, in fixed point (see `core/ai/network.py`)."""
    weights, biases, outputs, bias = (parameter.astype(np.float64) for parameter in network.parameters)
    scaled = weights / spread[:, None]
    shifted = biases - (mean / spread) @ weights
    return Fitted(
        np.rint(scaled * WEIGHT_ONE).astype(int).tolist(),
        np.rint(shifted * WEIGHT_ONE * FEATURE_ONE).astype(int).tolist(),
        np.rint(outputs * OUTPUT_ONE).astype(int).tolist(),
        int(np.rint(bias[0] * WEIGHT_ONE * FEATURE_ONE * OUTPUT_ONE)),
        test_loss,
        constant_loss,
    )
