#!/bin/sh
# Writes a linker option for each C function solgel_* that an archive defines: exports.sh ARCHIVE OUTPUT
set -eu
for nm in llvm-nm-14 llvm-nm; do
  if command -v "$nm" >/dev/null; then break; fi
done
names=$("$nm" --defined-only --extern-only --format=posix "$1" | sed -n 's/^\(solgel_[a-z0-9_]*\) T .*/\1/p' | sort -u)
[ -n "$names" ] || { echo "exports.sh: $1 defines no solgel_ function" >&2; exit 1; }
for name in $names; do echo "--export=$name"; done >"$2"
