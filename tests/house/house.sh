#!/bin/sh
# Holds the rules of the house over a source tree: house.sh ROOT
#
#   edges    the #include "..." lines point towards core (the table below)
#   headers  every .h begins with a comment and has #pragma once (a guard in the C headers of include/)
#
# Prints each violation as file:line: what; exits 1 when there was one.
set -eu
cd "$1"

edges() {
  find src include apps -name '*.h' -o -name '*.cpp' -o -name '*.inl' -o -name '*.c' | sort |
    xargs grep -n '^ *# *include *"' | awk -F: '
      BEGIN {
        # Folder: folders and single headers that it may include; apps/cli may include anything.
        may["include"] = "solgel/"
        may["core"] = "core/"
        may["sand"] = "sand/ core/"
        may["erosion"] = "erosion/ core/"
        may["jelly"] = "jelly/ core/"
        may["optics"] = "optics/ core/"
        may["io"] = "io/ core/ sand/track.h sand/params.h"
        may["render"] = "render/ core/"
        may["api"] = "api/ core/ sand/ erosion/ jelly/ optics/ io/ solgel/"
        may["wasm"] = "solgel/ api/"
      }
      {
        split($1, part, "/")
        folder = part[1] == "include" ? "include" : part[2]
        header = $0
        sub(/^[^"]*"/, "", header)
        sub(/".*/, "", header)
        if ($1 ~ /^apps\/cli\//) next
        if (!(folder in may)) {
          print $1 ":" $2 ": folder " folder " has no row in tests/house/house.sh"
          next
        }
        count = split(may[folder], allowed, " ")
        for (i = 1; i <= count; ++i) if (index(header, allowed[i]) == 1) next
        print $1 ":" $2 ": includes \"" header "\"; " folder " may include " may[folder]
      }'
}

headers() {
  find ./* -name '*.h' -not -path '*/bad/*' -not -path './build/*' | sort | while read -r file; do
    case $(head -n 1 "$file") in
      //* | '/*'*) ;;
      *) echo "${file#./}:1: does not begin with a comment" ;;
    esac
    case $file in
      ./include/*) guard='^#ifndef SOLGEL_' ;;
      *) guard='^#pragma once' ;;
    esac
    grep -q "$guard" "$file" || echo "${file#./}:1: has no ${guard#^}"
  done
}

violations=$(
  edges
  headers
)
[ -z "$violations" ] || {
  echo "$violations"
  exit 1
}
