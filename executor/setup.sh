# shellcheck shell=bash
# shellcheck disable=SC2034 # The scripts that source this file use the variables.
# Shared by the scripts of this folder, which source it: --help, paths, system packages, the Rust toolchain, a virtual screen.

# As the first option, --help prints the comment at the top of the script that sources this file.
case "${1-}" in
  -h | --help)
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit
    ;;
esac

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/fyrox-flock/target}

# For building; for a window with OpenGL, and compute shaders; for a virtual screen with a window manager.
build_packages=(gcc libc6-dev pkg-config libasound2-dev libudev-dev)
window_packages=(libgl1 libegl1 libgl1-mesa-dri libx11-xcb1 libxcursor1 libxi6 libxrandr2 libxkbcommon-x11-0 libvulkan1)
screen_packages=(xvfb openbox)
# A software Vulkan driver, for the tests of the compute shaders.
gpu_packages=(mesa-vulkan-drivers)

say() { printf '%s: %s\n' "$(basename "$0")" "$*"; }

die() {
  say "$*" >&2
  exit 1
}

# Installs the missing ones of the given Debian packages, or names them if the user may not install packages.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "this is not Debian or Ubuntu; what is needed is called there: $*"
    return
  fi
  local installed name missing=()
  # Includes the names that a package provides, since some packages were renamed.
  installed=" $(dpkg-query -W -f='${db:Status-Status} ${Package} ${Provides}\n' |
    sed -n 's/^installed //p' | sed 's/([^)]*)//g' | tr ',\n' '  ') "
  for name; do
    [[ $installed == *" $name "* ]] || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local sudo=()
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null ||
      die "these packages are missing: ${missing[*]}. Install them: sudo apt-get install ${missing[*]}"
    sudo=(sudo -n)
  fi
  say "installing ${missing[*]}"
  "${sudo[@]}" apt-get update -qq || say "the package lists could not be brought up to date; trying with the old ones"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    die "these packages could not be installed: ${missing[*]}"
}

# Checks for cargo and for the subcommands given, such as fmt.
need_cargo() {
  command -v cargo >/dev/null || PATH=${CARGO_HOME:-${HOME:-/root}/.cargo}/bin:$PATH
  command -v cargo >/dev/null ||
    die "cargo was not found. Install Rust 1.89 or later from https://rustup.rs and start this again"
  local part
  for part; do
    cargo "$part" --version >/dev/null 2>&1 ||
      die "cargo $part was not found. Install it: rustup component add ${part/#fmt/rustfmt}"
  done
}

# Installs a version of a program as $tools/bin/NAME; options for cargo follow. An installed program is not built again,
# and needs no network. The build uses a folder of its own, which is removed.
tools=$CARGO_TARGET_DIR/tools
need_tool() {
  local name=$1 version=$2 installed built=0
  installed=$("$tools/bin/$name" --version 2>/dev/null) || true
  # Some programs print "NAME v1.2.3".
  [ "${installed/ v/ }" != "$name $version" ] || return 0
  say "installing $name $version"
  cargo install "$name" --version "$version" "${@:3}" --locked --debug --quiet --force --root "$tools" \
    --target-dir "$tools/build" || built=$?
  rm -rf "$tools/build"
  [ $built = 0 ] || die "$name $version could not be installed"
}

# mdBook, which builds the handbook, without search and server: about a minute of work.
need_mdbook() { need_tool mdbook 0.5.4 --no-default-features; }

has_screen() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }

# Starts a virtual screen of the given size with a window manager; it ends with the script.
start_screen() {
  say "there is no screen; starting a virtual one"
  local number=
  exec 3< <(exec Xvfb -displayfd 1 -screen 0 "$1x24" -nolisten tcp 2>/dev/null)
  screen_process=$!
  trap stop_screen EXIT
  read -r -t 30 number <&3 || true
  [ -n "$number" ] || die "the virtual screen did not start; try: Xvfb -displayfd 1 -screen 0 $1x24"
  export DISPLAY=:$number
  openbox >/dev/null 2>&1 &
  manager_process=$!
}

stop_screen() {
  kill "${manager_process:-}" "${screen_process:-}" 2>/dev/null || true
}
