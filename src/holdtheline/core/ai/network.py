"""A small neural network in integers: features, one hidden layer of rectified linear units, and a logit.

It is evaluated inside kernels, from a row of words that also holds its features:

    feature count F, hidden count H, F features, F * H weights, H biases, H output weights, output bias, H sums

All numbers are fixed-point, so every machine computes the same. The weights of a game are data in its package, made by
`htl train`; a file without them is no error, because a designer may want to train from nothing.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np

from ..errors import HtlError
from ..kernel.compiler import kernel
from ..state_record import Words

FEATURE_ONE = 64
"""A feature of 1.0."""
WEIGHT_ONE = 1 << 16
OUTPUT_ONE = 1 << 12
LOGIT_ONE = float(FEATURE_ONE * WEIGHT_ONE * OUTPUT_ONE)

FIRST_FEATURE = 2
"""Where the features are in the row of a network."""


@kernel
def network_logit(memory: Words, start: int) -> float:
    """Return the logit of the network whose row starts here, for the features in that row."""
    features, hidden = memory[start], memory[start + 1]
    first = start + FIRST_FEATURE
    weights = first + features
    biases = weights + features * hidden
    outputs = biases + hidden
    sums = outputs + hidden + 1
    for unit in range(hidden):
        memory[sums + unit] = memory[biases + unit]
    for feature in range(features):
        value = memory[first + feature]
        if value != 0:
            row = weights + feature * hidden
            for unit in range(hidden):
                memory[sums + unit] += value * memory[row + unit]
    total = memory[outputs + hidden]
    for unit in range(hidden):
        if memory[sums + unit] > 0:
            total += memory[sums + unit] * memory[outputs + unit]
    return float(total / LOGIT_ONE)


def network_row(weights: Words, biases: Words, outputs: Words, output_bias: int) -> Words:
    """Return the row of a network with these weights (features x hidden), and features of zero."""
    features, hidden = weights.shape
    zeros = np.zeros(features + hidden, np.int64)
    parts = ([features, hidden], zeros[:features], weights.ravel(), biases, outputs, [output_bias], zeros[features:])
    return np.concatenate([np.asarray(part, np.int64) for part in parts])


def read_network(path: Path, features: int) -> Words:
    """Return the row of the network in a file; a network that is always undecided, if there is no file."""
    if not path.exists():
        return network_row(np.zeros((features, 1), np.int64), np.zeros(1, np.int64), np.zeros(1, np.int64), 0)
    data = json.loads(path.read_text(encoding="utf-8"))
    if len(data["weights"]) != features:
        raise HtlError(f"{path} was trained for {len(data['weights'])} features, not {features}; train it again")
    weights = np.array(data["weights"], np.int64)
    return network_row(weights, np.array(data["biases"], np.int64), np.array(data["outputs"], np.int64), data["bias"])


@functools.cache
def shipped_network(path: Path, features: int) -> Words:
    """Return the row of a network in the package, which is read once. Copy it before writing to it."""
    return read_network(path, features)
