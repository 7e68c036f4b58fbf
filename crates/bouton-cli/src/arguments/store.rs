//! `--store DIR`, `--side S`, `--tiles`, `--tile ID`: tables that are stored in a folder.

use std::path::PathBuf;

use clap::Args;

/// A table in a folder.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Large tables")]
pub(crate) struct StoreOptions {
    /// Store the table in this folder; the same command resumes an interrupted run
    #[arg(long, value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
    /// The side of a tile [default: the longest that suits the memory]
    #[arg(long, value_name = "S", requires = "store")]
    pub(crate) side: Option<u64>,
    /// List the tiles, each with the tiles that it needs
    #[arg(long, requires = "store", conflicts_with = "tile")]
    pub(crate) tiles: bool,
    /// Compute only this tile
    #[arg(long, value_name = "ID", requires = "store")]
    pub(crate) tile: Option<String>,
}
