#!/bin/sh
# Every C and C++ file is as clang-format 14 would write it: format.sh ROOT. Exits 77, skipped, without clang-format 14.
set -eu
cd "$1"
command -v clang-format-14 >/dev/null || {
  echo "skipped: clang-format-14 is not installed"
  exit 77
}
for folder in src include apps tests fuzz bench examples; do
  if [ -d "$folder" ]; then find "$folder" -name '*.h' -o -name '*.cpp' -o -name '*.inl' -o -name '*.c'; fi
done | sort | xargs clang-format-14 --dry-run -Werror
