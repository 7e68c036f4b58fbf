//! `--store DIR`, `--side S`, `--tiles`, `--tile ID`: tables that are kept in a folder.

use std::path::PathBuf;

use clap::Args;

/// Where a table is kept, and what is done there.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Large tables")]
pub(crate) struct StoreOptions {
    /// Keep the table in this folder: a run that is ended goes on there
    #[arg(long, value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
    /// The side of a tile of it [default: what suits the memory]
    #[arg(long, value_name = "S", requires = "store")]
    pub(crate) side: Option<u64>,
    /// List its tiles, and which others each needs
    #[arg(long, requires = "store", conflicts_with = "tile")]
    pub(crate) tiles: bool,
    /// Compute this tile of it by itself
    #[arg(long, value_name = "ID", requires = "store")]
    pub(crate) tile: Option<String>,
}
