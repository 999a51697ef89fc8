#!/bin/sh
# docs/params/MODEL.md is what `solgel params MODEL --markdown` prints: params_docs.sh COMMAND ROOT
set -eu
found=0
for file in "$2"/docs/params/*.md; do
  [ -e "$file" ] || break
  found=1
  model=$(basename "$file" .md)
  "$1" params "$model" --markdown | diff -u "$file" - || {
    echo "$file is out of date: solgel params $model --markdown >docs/params/$model.md"
    exit 1
  }
done
[ $found = 1 ] || {
  echo "docs/params has no .md file"
  exit 1
}
