#!/usr/bin/env bash
# Measures what the handbook's page of figures tells, on this machine, and writes its blocks.
#   executor/figures.sh    takes about a quarter of an hour beside the builds; let nothing else run
# A part that cannot be measured, for example without a GPU, leaves the block of an earlier measurement.
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"
need_packages "${build_packages[@]}" "${window_packages[@]}"
need_cargo
has_screen || need_packages "${screen_packages[@]}"

say "building ..."
cargo build --release --locked --package flock-sim --example bench --example cave --example others --example ways
cargo build --release --locked --package fyrox-flock --package flock-demo \
  --example draw_cost --example frame_cost --example render_preview --example scene_cost

# measure PROGRAM OPTIONS: the program writes its own blocks.
missing=()
measure() {
  say "$* ..."
  "$CARGO_TARGET_DIR/release/examples/$1" "${@:2}" --report || missing+=("$1")
}
measure bench --threads 0
measure bench --backend gpu
measure others
measure cave --steps 1000
measure cave --backend gpu --steps 1000
measure ways
measure scene_cost
measure draw_cost
measure frame_cost
has_screen || start_screen 1920x1080
measure render_preview
[ ${#missing[@]} = 0 ] || die "these programs failed: ${missing[*]}"
