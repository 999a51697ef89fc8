# shellcheck shell=bash disable=SC2034
# Sourced by ./solgel and ./test: the Debian packages they need, and how missing ones are installed.

build_packages=(g++ cmake ninja-build pkg-config libexpected-dev libtbb-dev libcli11-dev libfmt-dev libtomlplusplus-dev
  nlohmann-json3-dev libpng-dev libtiff-dev libgeotiff-dev libproj-dev libopenexr-dev
  libembree-dev libcpp-httplib-dev)
run_packages=(ffmpeg proj-data)
# For the page: the WebAssembly compiler, Node and npm; npm fetches what studio/package-lock.json names.
page_packages=(clang-14 lld-14 llvm-14 wasi-libc libc++-14-dev-wasm32 libc++abi-14-dev-wasm32 libclang-rt-14-dev-wasm32 nodejs)
quick_test_packages=(doctest-dev libbenchmark-dev clang-format-14 geotiff-bin libtiff-tools)
test_packages=("${quick_test_packages[@]}" "${page_packages[@]}" libclang-rt-14-dev)

say() { echo "solgel: $*" >&2; }

# run_logged LOG COMMAND...: silent; the end of the log follows when the command fails.
run_logged() {
  local log=$1
  shift
  if ! "$@" >>"$log" 2>&1 </dev/null; then
    say "failed: $*"
    tail -n 40 "$log" >&2
    say "the whole log is $log"
    return 1
  fi
}

# missing_packages NAME...: those that dpkg does not know as installed, one a line.
missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${binary:Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
    sed -n 's/^\([^ :]*\)[^ ]* installed$/\1/p' || true)
  printf '%s\n' "$@" | grep -vxF -- "$installed" || true
}

# install_packages LOG NAME...: installs what is missing; asks sudo only when something is and this is not root.
install_packages() {
  local log=$1 missing
  shift
  if [ -n "${SOLGEL_NO_INSTALL:-}" ]; then return 0; fi
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "this is not Debian or Ubuntu. Install what corresponds to these packages, then set SOLGEL_NO_INSTALL=1:"
    say "  $*"
    return 1
  fi
  mapfile -t missing < <(missing_packages "$@")
  if [ "${#missing[@]}" = 0 ]; then return 0; fi
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      say "packages are missing and there is no sudo; as root: apt-get install --no-install-recommends ${missing[*]}"
      return 1
    fi
    say "installing needs root: sudo apt-get install ${missing[*]}"
    sudo -n true 2>/dev/null || sudo -v || { say "sudo refused; nothing was installed"; return 1; }
    as_root=(sudo)
  fi
  say "installing ${#missing[@]} packages, a minute or two: ${missing[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  run_logged "$log" "${apt[@]}" update
  run_logged "$log" "${apt[@]}" install -y --no-install-recommends "${missing[@]}"
}

# install_npm LOG: where there is no npm, as with a Node of Debian alone.
install_npm() {
  if ! command -v npm >/dev/null; then install_packages "$1" npm; fi
}

# make_page ROOT LOG: builds the engine as WebAssembly and the page around it into studio/dist.
make_page() {
  install_npm "$2" &&
    (
      cd -- "$1" &&
        run_logged "$2" cmake --preset wasm &&
        run_logged "$2" cmake --build --preset wasm --target solgel_wasm --parallel "$(nproc)" &&
        cd studio &&
        run_logged "$2" npm ci --no-audit --no-fund &&
        run_logged "$2" npm run check &&
        run_logged "$2" npm run build
    )
}
