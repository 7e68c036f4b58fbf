# What a developer does. `just` lists it.
default:
    @just --list

# the three commands that must pass
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    cargo test

# documentation, with warnings denied
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --open

# all benches; results go to record/ by hand, with machine and command
bench:
    cargo bench --workspace

# one fuzz target: just fuzz checker_never_panics
fuzz target seconds="60":
    cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run {{target}} -- -max_total_time={{seconds}}

# mutants of the checker
mutants:
    cargo mutants -p bouton-check

# prove every built-in game afresh and write the bundled certificates
certificates:
    cargo run --release --example certificates -p bouton

# everything that continuous integration runs
ci:
    bash .ci/run
