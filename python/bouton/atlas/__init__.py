"""Surveys of whole families of games: each ruleset is classified as proved, periodic, without a law
within given limits, or refused.

    python -m bouton.atlas subtraction --out atlas

The rows are stored in Parquet files, in a folder for each family. The certificates are files beside
them, named by their SHA-256. A Dask cluster does the work, on this machine or elsewhere; a run that
was stopped can be continued. In Python, `run(FAMILIES["subtraction"], Store("atlas"))` does the
survey in this process, and `workers=Cluster("tcp://…")` on a cluster. `fill` computes a large table
on the same cluster, tile by tile (`python -m bouton.atlas.tiles`).
"""

from .cost import Cost
from .families import FAMILIES, Family, Member
from .identity import identity
from .run import Checks, Summary, check, run
from .store import Store, StoreError, Verdict
from .tiles import Filled, TileError, fill
from .workers import Cluster, ClusterError, Here, Workers

__all__ = [
    "FAMILIES",
    "Checks",
    "Cluster",
    "ClusterError",
    "Cost",
    "Family",
    "Filled",
    "Here",
    "Member",
    "Store",
    "StoreError",
    "Summary",
    "TileError",
    "Verdict",
    "Workers",
    "check",
    "fill",
    "identity",
    "run",
]
