#!/usr/bin/env bash
# Builds the demo and runs a scene of it.
#   executor/play.sh [SCENE] [EXECUTOR OPTIONS]
#   executor/play.sh SCENE --help    lists the scenes and all options of the executor
# SCENE is the name of a demo scene, by default aquarium. Without a screen it writes a picture, ./SCENE.png unless
# --picture names it, and exits.
# Some options of the executor: --picture FILE.png, --after 10, --size 1920x1080, --override-scene PATH.
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

options=("$@")
scene=aquarium
[ $# = 0 ] || [[ $1 == -* ]] || scene=$1

# Whether one of the given options is an option of the executor.
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

if ! has_screen && ! given -h --help -V --version --list-adapters; then
  need_packages "${screen_packages[@]}"
  start_screen 1920x1080
  given --picture --frames || options+=(--picture "$scene.png")
fi

cargo run --quiet --release --locked --package executor --manifest-path "$root/Cargo.toml" -- ${options[@]+"${options[@]}"}
