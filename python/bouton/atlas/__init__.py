"""Whole families of games, each ruleset classified: proved, periodic, without a law within stated limits, refused.

    python -m bouton.atlas subtraction --out atlas

The rows are Parquet files, a folder for each family, the certificates files beside them that are named by
their SHA-256. A run that was stopped goes on where it stopped.
"""

from .families import FAMILIES, Family, Member
from .run import Summary, run
from .store import Store

__all__ = ["FAMILIES", "Family", "Member", "Store", "Summary", "run"]
