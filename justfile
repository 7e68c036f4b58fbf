# The commands for developers. `just` lists them.
default:
    @just --list

# run the three commands that must pass
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    cargo test

# build the documentation of the crates, with warnings denied
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --open

# write the documentation as a site with a search: target/site, on http://127.0.0.1:8000/
site:
    cargo run --quiet -p bouton-serve --example site -- target/site
    python3 -m http.server --directory target/site --bind 127.0.0.1 8000

# run all benchmarks; results go to record/ by hand, with machine and command
bench:
    cargo bench --workspace

# run one fuzz target: just fuzz checker_never_panics
fuzz target seconds="60":
    cd fuzz && RUSTC_BOOTSTRAP=1 cargo fuzz run {{target}} -- -max_total_time={{seconds}}

# verify that --time and --memory hold, over 500 random rulesets and every command
limits:
    BOUTON_LIMITS=500 cargo test -p bouton-cli --test limits_hold

# compare estimates with measurements, on a quiet machine
estimates:
    cargo test -p bouton -p bouton-answer --lib --test planner -- --ignored estimates --nocapture

# judge the claim of each proved law of the test data
claims:
    cargo test --test claims_of_laws -- --ignored

# run the tests of the checker on changed checkers
mutants:
    env -u CARGO_TARGET_DIR cargo mutants -p bouton-check --minimum-test-timeout 30 --cargo-test-arg=--tests

# prove the games of the bundled certificates again, and write the certificates
certificates:
    #!/usr/bin/env bash
    set -eu
    cargo build --release
    for file in crates/bouton-game/certificates/*.cert; do
        sed -n 's/^| //p' "$file" > target/certified.game
        case "$file" in *-grundy.cert) value="--value grundy" ;; *) value="" ;; esac
        target/release/bouton prove target/certified.game $value --output "$file" > /dev/null
    done
    git status --short crates/bouton-game/certificates

# check every certificate of certificates/ against its rules and the reference solver, and write docs/new-results.md
results:
    BOUTON_NEW_RESULTS=write cargo test -p bouton --test new_results --test new_letters

# search again for the laws of the surveyed families (about an hour), and write certificates/sweep.tsv
sweep:
    BOUTON_SWEEP=write cargo test -p bouton --test sweep -- --nocapture

# prove the games of certificates/ again (NAME: one of them), and write their certificates
prove-results name="*":
    #!/usr/bin/env bash
    set -eu
    cargo build --release
    for rules in certificates/{{name}}.game; do
        case "$rules" in */subtraction-*) value="--value grundy" ;; *) value="" ;; esac
        target/release/bouton prove "$rules" $value --time 5m --memory 3G --output "${rules%.game}.cert" > /dev/null
    done
    git status --short certificates

# run everything that continuous integration runs
ci:
    bash .ci/run

# build a release in target/dist: program, manual pages, completions, wheel and packages; publishes nothing
dist:
    #!/usr/bin/env bash
    set -euo pipefail
    export SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
    cargo build --release --locked -p bouton-cli
    version=$(target/release/bouton --version | cut -d ' ' -f 2)
    name=bouton-$version-$(rustc -vV | sed -n 's/^host: //p')
    rm -rf target/dist && mkdir -p "target/dist/$name/completions"
    cp target/release/bouton README.md CHANGELOG.md CITATION.cff LICENSE-* "target/dist/$name"
    cp crates/bouton-draw/fonts/LICENSE-OFL "target/dist/$name"
    target/release/bouton man --all "target/dist/$name/man"
    for shell in bash elvish fish powershell zsh; do
        target/release/bouton completions $shell > "target/dist/$name/completions/bouton.$shell"
    done
    .ci/licences --list > "target/dist/$name/DEPENDENCIES.txt"
    tar -C target/dist --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$SOURCE_DATE_EPOCH -czf "target/dist/$name.tar.gz" "$name"
    python3 -m venv target/dist/venv
    target/dist/venv/bin/pip install --quiet 'maturin>=1.9,<2'
    (cd python && ../target/dist/venv/bin/maturin build --quiet --release --locked --out ../target/dist)
    cargo package --workspace --exclude bouton-py --exclude bouton-testdata --no-verify --quiet
    cp target/package/bouton*-"$version".crate target/dist
    rm -r target/dist/venv
    ls -l target/dist

# test every view of the page in a browser (Chromium), with the program of `cargo build --release`
browser:
    npm --prefix crates/bouton-serve/browser ci --silent --no-audit --no-fund
    npm --prefix crates/bouton-serve/browser test

# make the pictures of docs/serve.md
pictures:
    npm --prefix crates/bouton-serve/browser ci --silent --no-audit --no-fund
    npm --prefix crates/bouton-serve/browser run pictures

# write docs/gallery.md and its pictures
gallery:
    BOUTON_GALLERY=write cargo test -p bouton --test gallery

# compile the theory in Coq, and check certificates (all, or those named) by the extracted check and their theorems by Coq
coq *certificates:
    cargo build -p bouton-cli
    coq/check.sh {{certificates}}

# count the boxes of testdata/counts again, by the reference solver alone; tests compare every engine with these counts
counts:
    BOUTON_COUNTS=write cargo test --release -p bouton-tables --test counts
    git status --short testdata/counts
