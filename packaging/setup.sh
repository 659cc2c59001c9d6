# SPDX-FileCopyrightText: Snug contributors
# SPDX-License-Identifier: MIT
#
# Shared by the scripts beside it: where the sources are, what is installed, how to build. Sourced, not run.

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '==> %s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "installing packages needs root. Run this as root once, or install sudo."
    fi
}

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# missing_packages GROUP...: names, one a line
missing_packages() {
    local group package rest
    while read -r group package rest; do
        case " $* " in *" $group "*) is_installed "$package" || echo "$package" ;; esac
    done <"$root/packaging/packages"
}

# install_packages GROUP...: installs what is missing of these groups
install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        warn "this is neither Debian nor Ubuntu. Install what packaging/packages lists yourself; going on."
        return
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    if [ "${#missing[@]}" -eq 0 ]; then
        say "All packages are there."
        return
    fi
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    local log=$root/build/packages.log
    mkdir -p "$root/build"
    as_root apt-get -qq update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${missing[@]}" \
        >"$log" 2>&1 || { tail -n 20 "$log" >&2; die "apt-get could not install the packages."; }
}

# How many compilers at once: one per processor, but no more than the free memory holds (about 1 GiB each).
build_jobs() {
    local processors gib
    processors=$(nproc)
    gib=$(awk '/MemAvailable/ {print int($2 / 1048576)}' /proc/meminfo 2>/dev/null || echo "$processors")
    [ "${gib:-0}" -ge 1 ] || gib=1
    echo $((processors < gib ? processors : gib))
}

# show_build_errors LOG: what went wrong in the long log of a build, or its end where nothing known is found. The bare
# word "error" would not do: sources are called that, too.
show_build_errors() {
    local found
    found=$(grep -E -A 12 '^FAILED|: error:|fatal error|CMake Error|undefined reference|Killed|No space left' "$1" || true)
    if [ -n "$found" ]; then
        sed -n 1,80p <<<"$found"
    else
        tail -n 40 "$1"
    fi
}

configure_options=() # more for CMake

# build PRESET [TARGET...]: configures and builds; the long output goes to a log that is shown when it fails
build() {
    local preset=$1
    shift
    local folder=$root/build/$preset fresh=()
    local log=$folder.log
    mkdir -p "$root/build"
    # A folder that was moved or copied remembers where it was.
    if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
        fresh=(--fresh)
    fi
    say "Building $preset with $(build_jobs) jobs (log: build/$preset.log)"
    if ! (cd "$root" && LC_ALL=C.UTF-8 cmake --preset "$preset" "${fresh[@]}" "${configure_options[@]}") >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        warn "configuring $preset failed"
        return 1
    fi
    if ! (cd "$root" && LC_ALL=C.UTF-8 cmake --build --preset "$preset" -j "$(build_jobs)" ${1:+--target "$@"}) >>"$log" 2>&1; then
        show_build_errors "$log" >&2
        warn "building $preset failed"
        return 1
    fi
}
