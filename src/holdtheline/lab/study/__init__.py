"""Studies: play variants of a game until a question about them is answered.

study = read_study(Path("swap.toml"))
result = run_study(study, Path("swap-study"))
print(result.answer)
"""

from __future__ import annotations

from .model import Study, Variant
from .parse import find_study, read_study, shipped_studies
from .run import run_study

__all__ = ["Study", "Variant", "find_study", "read_study", "run_study", "shipped_studies"]
