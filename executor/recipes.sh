#!/usr/bin/env bash
# Plays a recipe of the handbook: a small game that shows how to do one thing with a flock.
#   executor/recipes.sh                              lists the recipes
#   executor/recipes.sh NAME                         plays a recipe in a window
#   executor/recipes.sh NAME --frames 300            plays it without a window, and prints its result
#   executor/recipes.sh NAME --picture FILE.png      writes a picture after 300 frames, or as many as --frames says
# Without a screen it writes a picture, ./NAME.png unless --picture names it.
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

recipe=("$@")
[ $# -gt 0 ] || recipe=(--list)
need_packages "${build_packages[@]}" "${window_packages[@]}"
need_cargo
[ -x "$CARGO_TARGET_DIR/debug/examples/recipes" ] ||
  say "building into $CARGO_TARGET_DIR; with the engine this takes about ten minutes"
cargo build --locked --package fyrox-flock --example recipes --manifest-path "$root/Cargo.toml"

# A list, and frames without a picture, need no window.
words=" ${recipe[*]}"
if [[ ${recipe[0]} != -* && ($words != *" --frames"* || $words == *" --picture"*) ]] && ! has_screen; then
  need_packages "${screen_packages[@]}"
  start_screen 1280x720
  [[ $words == *" --picture"* ]] || recipe+=(--picture "${recipe[0]}.png")
fi

"$CARGO_TARGET_DIR/debug/examples/recipes" "${recipe[@]}"
