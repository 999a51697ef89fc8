#!/bin/sh
# The check of the house finds exactly what is wrong with the tree in bad/: bad.sh
set -eu
cd "$(dirname "$0")"
expected='include/solgel/looks_inward.h:5: includes "core/grid.h"; include may include solgel/
src/core/looks_outward.h:2: includes "sand/params.h"; core may include core/
src/io/knows_a_kernel.cpp:1: includes "sand/fast_kernel.h"; io may include io/ core/ sand/track.h sand/params.h
src/core/rolls_dice.cpp:4: calls libm, which differs in the last bit; core/math.h has the same
src/core/rolls_dice.cpp:3: is not the same in every library; see docs/DETERMINISM.md
src/core/looks_outward.h:1: does not begin with a comment
src/core/looks_outward.h:1: has no #pragma once'
if found=$(./house.sh bad); then
  echo "the check accepts a bad tree"
  exit 1
fi
[ "$found" = "$expected" ] || {
  printf 'expected:\n%s\nfound:\n%s\n' "$expected" "$found"
  exit 1
}
