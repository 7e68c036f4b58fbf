//! The files of `docs/`, which are part of the program.

/// The files of the documentation, by their paths.
pub(crate) const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/documentation.rs"));
