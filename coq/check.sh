#!/usr/bin/env bash
# Compiles the theory, and asks Coq for the theorem of each certificate:
#   coq/check.sh [CERTIFICATE...]      (without any: all bundled ones)
# BOUTON names the program, SECONDS_EACH the time that a theorem may take (one that takes longer is no failure).
set -euo pipefail
certificates=()
for certificate in "$@"; do certificates+=("$(realpath "$certificate")"); done
cd "$(dirname "$0")"
program=${BOUTON:-$PWD/../target/debug/bouton}
seconds=${SECONDS_EACH:-120}
for file in $(grep '\.v$' _CoqProject); do
    [ "${file%.v}.vo" -nt "$file" ] || coqc -Q . Bouton "$file"
done
if [ $# = 0 ]; then certificates=(../crates/bouton/certificates/*.cert); fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
for certificate in "${certificates[@]}"; do
    if ! "$program" lower "$certificate" -o "$folder/theorem.v" >/dev/null 2>"$folder/why"; then
        echo "$certificate: $(tail -1 "$folder/why")"
        grep -q "does not cover" "$folder/why" || failed=1
        continue
    fi
    began=$SECONDS
    status=0
    said=$(timeout "$seconds" coqc -Q . Bouton "$folder/theorem.v" 2>&1) || status=$?
    if [ "$status" = 0 ] && [ "$said" = "Closed under the global context" ]; then
        echo "$certificate: a theorem, without axioms ($((SECONDS - began)) s)"
    elif [ "$status" = 124 ]; then
        echo "$certificate: not decided within $seconds s"
    else
        echo "$certificate: not accepted: $said"
        failed=1
    fi
done
exit $failed
