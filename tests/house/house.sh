#!/bin/sh
# Holds the rules of the house over a source tree: house.sh ROOT
#
#   edges    the #include "..." lines point towards core (the table below)
#   bits     what differs between libraries, or from run to run, stays out of the folders that make simulated state
#            (docs/DETERMINISM.md)
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

bits() {
  for folder in core sand erosion jelly optics io api; do
    if [ -d "src/$folder" ]; then
      grep -rnE "$1" "src/$folder" | grep -vE ':[0-9]+: *//' | awk -F: -v what="$2" '{ print $1 ":" $2 ": " what }'
    fi
  done
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

functions='sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma|lerp'
violations=$(
  edges
  bits "std::($functions)[fl]?\\(" 'calls libm, which differs in the last bit; core/math.h has the same'
  bits 'std::[a-z_]+_distribution|std::hash\b|unordered_(map|set)|random_device|[^_a-z]s?rand\(' \
    'is not the same in every library; see docs/DETERMINISM.md'
  headers
)
[ -z "$violations" ] || {
  echo "$violations"
  exit 1
}
