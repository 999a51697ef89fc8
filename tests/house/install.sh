#!/bin/sh
# What cmake --install writes is enough for a stranger: install.sh BUILD ROOT
#
# Installs into a fresh folder, builds examples/consumer against it once through find_package and once through
# pkg-config, and runs both: each prints the hash that the WebAssembly module is held to as well.
set -eu
build=$1 root=$2
work=$(mktemp -d)
trap '[ $? = 0 ] || cat "$work/log"; rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >"$work/log" 2>&1

cmake -S "$root/examples/consumer" -B "$work/consumer" -G Ninja "-DCMAKE_PREFIX_PATH=$work/prefix" >>"$work/log" 2>&1
cmake --build "$work/consumer" >>"$work/log" 2>&1
by_cmake=$("$work/consumer/consumer" "$root/examples/consumer/spiral.thr")

PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name solgel.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
cc "$root/examples/consumer/main.c" $(pkg-config --cflags --libs solgel) -o "$work/by_pkg_config"
by_pkg_config=$(LD_LIBRARY_PATH=$(pkg-config --variable=libdir solgel) "$work/by_pkg_config" "$root/examples/consumer/spiral.thr")
expected=$(cat "$root/examples/consumer/spiral.hash")
echo "found $by_cmake and $by_pkg_config; expected $expected"
[ "$by_cmake" = "$expected" ] && [ "$by_pkg_config" = "$expected" ]
