"""Scenarios: the files they come from, the option that selects one, and how campaigns use them as battles."""

from __future__ import annotations

from .files import (
    CUSTOM_SCENARIO_HEADER,
    MAX_FILE_BYTES,
    BriefingSection,
    ScenarioFiles,
    Scenarios,
    ScenarioSummary,
    Titled,
    refuse_campaign,
    scenario_number,
)

__all__ = [
    "CUSTOM_SCENARIO_HEADER",
    "MAX_FILE_BYTES",
    "BriefingSection",
    "ScenarioFiles",
    "ScenarioSummary",
    "Scenarios",
    "Titled",
    "refuse_campaign",
    "scenario_number",
]
