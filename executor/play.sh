#!/usr/bin/env bash
# Builds the demo and runs it.
#   executor/play.sh [PICTURE.png] [EXECUTOR OPTIONS]
# Without a screen, or with the name of a picture, it writes a picture (./aquarium.png unless named) and exits.
# Options for the executor follow, for example: --after 10, --size 1920x1080, --override-scene PATH, --help.
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

picture=
if [ $# -gt 0 ] && [[ $1 != -* ]]; then
  picture=$1
  shift
fi
options=("$@")

# Whether one of the given options is among those for the executor.
given() {
  local option name
  for option in ${options[@]+"${options[@]}"}; do
    for name; do
      [[ $option != "$name" && $option != "$name="* ]] || return 0
    done
  done
  return 1
}

need_packages "${build_packages[@]}" "${window_packages[@]}"
need_cargo
[ -x "$CARGO_TARGET_DIR/release/executor" ] || say "building into $CARGO_TARGET_DIR; this takes about ten minutes"
cargo build --release --locked --package executor --manifest-path "$root/Cargo.toml"

if ! has_screen && ! given -h --help -V --version; then
  need_packages "${screen_packages[@]}"
  start_screen 1920x1080
  given --picture --frames || picture=${picture:-aquarium.png}
fi
given -o --override-scene || options+=(--override-scene "$root/data/aquarium.rgs")
[ -z "$picture" ] || options+=(--picture "$picture")

cargo run --quiet --release --locked --package executor --manifest-path "$root/Cargo.toml" -- "${options[@]}"
[ -z "$picture" ] || say "the picture is $(realpath "$picture")"
