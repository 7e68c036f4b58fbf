#!/usr/bin/env bash
# Compiles the theory, and puts the theorem of each certificate to the check that is extracted from it, and to Coq:
#   coq/check.sh [--quick] [CERTIFICATE...]      (without any: all bundled ones, and those of certificates/)
# With --quick those that coq/slow.txt lists are put to the extracted check alone.
# BOUTON names the program, SECONDS_EACH the time that Coq may take for a theorem (one that takes longer is no failure).
set -euo pipefail
quick=false
if [ "${1:-}" = --quick ]; then quick=true; shift; fi
certificates=()
for certificate in "$@"; do certificates+=("$(realpath "$certificate")"); done
cd "$(dirname "$0")"
program=${BOUTON:-$PWD/../target/debug/bouton}
seconds=${SECONDS_EACH:-200}
if [ $# = 0 ]; then certificates=("$PWD"/../crates/bouton/certificates/*.cert "$PWD"/../certificates/*.cert); fi
./verified.sh ../target/coq
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
theorems=0
for certificate in "${certificates[@]}"; do
    name=$(basename "$certificate" .cert)
    if ! "$program" lower "$certificate" -o "$folder/theorem.v" >/dev/null 2>"$folder/why"; then
        echo "$name: $(tail -1 "$folder/why")"
        grep -q "does not cover" "$folder/why" || failed=1
        continue
    fi
    began=$SECONDS
    status=0
    said=$(timeout "$seconds" ../target/coq/bouton-check-verified "$folder/theorem.v" 2>&1) || status=$?
    if [ "$status" = 124 ]; then
        echo "$name: not decided within $seconds s"
        continue
    elif [ "$status" != 0 ]; then
        echo "$name: the extracted check says: ${said##*: }"
        failed=1
        continue
    fi
    if [ "$quick" = true ] && grep -qx "$name" slow.txt; then
        echo "$name: accepted by the extracted check ($((SECONDS - began)) s)"
        continue
    fi
    began=$SECONDS
    status=0
    said=$(timeout "$seconds" coqc -Q . Bouton "$folder/theorem.v" 2>&1) || status=$?
    if [ "$status" = 0 ] && [ "$said" = "Closed under the global context" ]; then
        echo "$name: a theorem, without axioms ($((SECONDS - began)) s)"
        theorems=$((theorems + 1))
    elif [ "$status" = 124 ]; then
        echo "$name: accepted by the extracted check; Coq has not decided it within $seconds s"
    else
        echo "$name: not accepted: $said"
        failed=1
    fi
done
echo "$theorems theorems"
exit $failed
