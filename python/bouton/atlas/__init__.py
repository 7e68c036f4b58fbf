"""Whole families of games, each ruleset classified: proved, periodic, without a law within stated limits, refused.

    python -m bouton.atlas subtraction --out atlas

The rows are Parquet files, a folder for each family, the certificates files beside them that are named by
their SHA-256. The work is done by a Dask cluster, on this machine or any; a run that was stopped goes on where
it stopped. In Python, `run(FAMILIES["subtraction"], Store("atlas"))` does it in this process, and
`workers=Cluster("tcp://…")` on a cluster. `fill` has the same cluster compute a large table, tile by tile
(`python -m bouton.atlas.tiles`).
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
