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

# whether --time and --memory hold, over 500 random rulesets and every command
limits:
    BOUTON_LIMITS=500 cargo test -p bouton-cli --test limits_hold

# mutants of the checker
mutants:
    env -u CARGO_TARGET_DIR cargo mutants -p bouton-check --minimum-test-timeout 30 --cargo-test-arg=--tests

# prove the games of the bundled certificates afresh and write those again
certificates:
    #!/usr/bin/env bash
    set -eu
    cargo build --release
    for file in crates/bouton/certificates/*.cert; do
        sed -n 's/^| //p' "$file" > target/certified.game
        case "$file" in *-grundy.cert) value="--value grundy" ;; *) value="" ;; esac
        target/release/bouton prove target/certified.game $value --output "$file" > /dev/null
    done
    git status --short crates/bouton/certificates

# check every certificate of certificates/ against its rules and the reference solver, and write docs/new-results.md again
results:
    BOUTON_NEW_RESULTS=write cargo test -p bouton --test new_results

# ask for the laws of the families around them again, about an hour, and write certificates/sweep.tsv
sweep:
    BOUTON_SWEEP=write cargo test -p bouton --test sweep -- --nocapture

# prove the games of certificates/ afresh (NAME: one of them) and write their certificates again
prove-results name="*":
    #!/usr/bin/env bash
    set -eu
    cargo build --release
    for rules in certificates/{{name}}.game; do
        case "$rules" in */subtraction-*) value="--value grundy" ;; *) value="" ;; esac
        target/release/bouton prove "$rules" $value --time 5m --memory 3G --output "${rules%.game}.cert" > /dev/null
    done
    git status --short certificates

# everything that continuous integration runs
ci:
    bash .ci/run

# try every view of the page in a browser (Chromium), with the program of `cargo build --release`
browser:
    npm --prefix crates/bouton-serve/browser ci --silent --no-audit --no-fund
    npm --prefix crates/bouton-serve/browser test

# make the pictures of docs/serve.md again
pictures:
    npm --prefix crates/bouton-serve/browser ci --silent --no-audit --no-fund
    npm --prefix crates/bouton-serve/browser run pictures

# draw docs/gallery.md and its pictures again
gallery:
    BOUTON_GALLERY=write cargo test -p bouton --test gallery

# compile the theory, and ask Coq for the theorem of each certificate (all bundled ones, or those that are named)
coq *certificates:
    cargo build -p bouton-cli
    coq/check.sh {{certificates}}

# count the boxes of testdata/counts again, by the reference solver alone; every engine must find the same
counts:
    BOUTON_COUNTS=write cargo test --release -p bouton-tables --test counts
    git status --short testdata/counts
