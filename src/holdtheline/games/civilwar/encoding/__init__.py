"""Civil War as arrays: 6,216 numbers to observe, and about 4,000 actions."""

from __future__ import annotations

from ....core.ai.encoding import Encoding
from .actions import action_of, code_of, layout
from .observation import FEATURES, observe

ENCODING = Encoding(FEATURES, layout, observe, action_of, code_of)
