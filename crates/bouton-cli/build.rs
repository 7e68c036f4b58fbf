//! Links the program to a fixed address where the loader would change more than 100,000 addresses at each start.
//! `docs/design/speed.md` has the times, and what is lost.

#![expect(clippy::disallowed_macros, reason = "Cargo reads standard output")]

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RUSTFLAGS");
    println!("cargo::rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let system = (variable("CARGO_CFG_TARGET_OS"), variable("CARGO_CFG_TARGET_ENV"));
    let processor = variable("CARGO_CFG_TARGET_ARCH");
    let fits =
        system == ("linux".to_owned(), "gnu".to_owned()) && ["x86_64", "aarch64"].contains(&&*processor);
    // Who names a relocation model, or links the C library statically, gets that.
    let named = variable("CARGO_ENCODED_RUSTFLAGS").contains("relocation-model");
    let is_static = variable("CARGO_CFG_TARGET_FEATURE").split(',').any(|feature| feature == "crt-static");
    if fits && !named && !is_static {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
