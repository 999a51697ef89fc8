#!/bin/sh
# What cmake --install writes is enough for a stranger: install.sh BUILD ROOT COMPILER
#
# Installs into a fresh folder, builds examples/consumer against it once through find_package and once through
# pkg-config, and runs both.
set -eu
build=$1 root=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >"$work/log"

cmake -S "$root/examples/consumer" -B "$work/consumer" -G Ninja "-DCMAKE_CXX_COMPILER=$compiler" \
  "-DCMAKE_PREFIX_PATH=$work/prefix" >>"$work/log"
cmake --build "$work/consumer" >>"$work/log"
"$work/consumer/consumer"

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name solgel.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
"$compiler" -std=c++20 "$root/examples/consumer/main.cpp" $(pkg-config --cflags --static --libs solgel) -o "$work/by_pkg_config"
LD_LIBRARY_PATH=$(pkg-config --variable=libdir solgel) "$work/by_pkg_config"
