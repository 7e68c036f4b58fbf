#!/usr/bin/env bash
# Compiles the theory, extracts its check, and builds the program bouton-check-verified:
#   coq/verified.sh [FOLDER]      (without any: target/coq)
set -euo pipefail
folder=$(realpath -m "${1:-$(dirname "$0")/../target/coq}")
cd "$(dirname "$0")"
theory=$PWD
again=false
for file in $(grep '\.v$' _CoqProject); do
    # The files after a changed one may depend on it.
    if [ "$again" = true ] || [ ! "${file%.v}.vo" -nt "$file" ]; then
        again=true
        coqc -Q . Bouton "$file"
    fi
done
program=$folder/bouton-check-verified
mkdir -p "$folder"
if [ "$again" = true ] || [ ! "$program" -nt main.ml ] || [ ! "$program" -nt Extract.v ] || [ ! "$program" -nt Claims.vo ]; then
    cp Extract.v main.ml "$folder"
    cd "$folder"
    coqc -Q "$theory" Bouton Extract.v
    ocamlopt -inline 200 verified.mli verified.ml main.ml -o bouton-check-verified
fi
