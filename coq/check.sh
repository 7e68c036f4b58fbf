#!/usr/bin/env bash
# Compiles the theory, and checks the theorem of each certificate by the extracted check, and by Coq:
#   coq/check.sh [--quick] [CERTIFICATE...]      (without any: all bundled ones, and those of certificates/)
# With --quick those that coq/slow.txt lists are checked by the extracted check
# alone. If no certificate is named, those that are
# accepted have to be the ones that crates/bouton-game/src/theorems.txt lists; RECORD=write writes it.
# BOUTON names the program, SECONDS_EACH the time that Coq may take for a theorem (one that takes longer is
# not a failure),
# JOBS the number of theorems that are checked at once.
set -euo pipefail
seconds=${SECONDS_EACH:-400}

# Checks one certificate, in this folder. Fails only if it is known not to be a theorem.
one() {
    local certificate=$1 name folder status=0 said began=$SECONDS
    name=$(basename "$certificate" .cert)
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' RETURN
    if ! "$BOUTON" lower "$certificate" -o "$folder/theorem.v" >/dev/null 2>"$folder/why"; then
        echo "$name: $(tail -1 "$folder/why")"
        grep -q "does not cover" "$folder/why"
        return
    fi
    said=$(timeout "$seconds" ../target/coq/bouton-check-verified "$folder/theorem.v" 2>&1) || status=$?
    if [ "$status" = 124 ]; then
        echo "$name: not decided within $seconds s"
        return
    elif [ "$status" != 0 ]; then
        echo "$name: the extracted check says: ${said##*: }"
        return 1
    fi
    if [ "$QUICK" = true ] && grep -qx "$name" slow.txt; then
        echo "$name: accepted by the extracted check ($((SECONDS - began)) s)"
        return
    fi
    said=$(timeout "$seconds" coqc -Q . Bouton "$folder/theorem.v" 2>&1) || status=$?
    if [ "$status" = 0 ] && [ "$said" = "Closed under the global context" ]; then
        echo "$name: accepted by the extracted check, and a theorem without axioms ($((SECONDS - began)) s)"
    elif [ "$status" = 124 ]; then
        echo "$name: accepted by the extracted check; Coq does not decide it within $seconds s"
    else
        echo "$name: not accepted: $said"
        return 1
    fi
}
if [ "${1:-}" = --one ]; then
    one "$2"
    exit
fi

export QUICK=false
if [ "${1:-}" = --quick ]; then QUICK=true; shift; fi
certificates=()
for certificate in "$@"; do certificates+=("$(realpath "$certificate")"); done
cd "$(dirname "$0")"
if [ $# = 0 ]; then certificates=("$PWD"/../crates/bouton-game/certificates/*.cert "$PWD"/../certificates/*.cert); fi
export BOUTON=${BOUTON:-$PWD/../target/debug/bouton}
./verified.sh ../target/coq
failed=0
printf '%s\0' "${certificates[@]}" | xargs -0 -n 1 -P "${JOBS:-1}" ./check.sh --one | tee ../target/coq/verdicts || failed=1
echo "$(grep -c "a theorem without axioms" ../target/coq/verdicts) theorems of $(wc -l <../target/coq/verdicts) certificates"
if [ $# = 0 ]; then
    for certificate in "${certificates[@]}"; do
        name=$(basename "$certificate" .cert)
        if grep -q "^$name: accepted" ../target/coq/verdicts; then echo "$(tail -1 "$certificate" | cut -d ' ' -f 2) $name"; fi
    done | LC_ALL=C sort >../target/coq/theorems.txt
    if [ "${RECORD:-}" = write ]; then cp ../target/coq/theorems.txt ../crates/bouton-game/src/theorems.txt; fi
    diff ../crates/bouton-game/src/theorems.txt ../target/coq/theorems.txt || failed=1
fi
exit $failed
