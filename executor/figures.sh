#!/usr/bin/env bash
# Measures what the handbook's page of figures tells, on this machine, and writes its blocks.
#   executor/figures.sh    takes about ten minutes beside the builds; let nothing else run
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"
need_packages "${build_packages[@]}"
need_cargo

say "building ..."
examples=(--example bench --example others)
cargo build --release --locked --package flock-sim "${examples[@]}"
# Each program writes its own blocks.
"$CARGO_TARGET_DIR/release/examples/bench" --threads 0 --report
"$CARGO_TARGET_DIR/release/examples/others" --report
