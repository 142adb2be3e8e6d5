#!/usr/bin/env bash
# Compiles the packages for the web, wasm32-unknown-unknown, without the feature `gpu`. Exit code 75: nothing failed, but a
# part was skipped, since this machine lacks what the line with SKIPPED names.
#   executor/web.sh          the simulation
#   executor/web.sh --long   also the plugin with the engine; and, where Node.js is installed, runs flocks of all presets
#                            and compares them with the recorded ones
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
long=
case "${1-}" in
  "") ;;
  --long) long=1 ;;
  *)
    echo "web.sh: unknown option $1; allowed: --long" >&2
    exit 2
    ;;
esac
cd "$root"
target=wasm32-unknown-unknown

# True if Rust has the target, or rustup could add it.
has_target() {
  [ ! -d "$(rustc --print target-libdir --target $target)" ] || return 0
  say "adding the target $target"
  command -v rustup >/dev/null && rustup target add $target
}

check() { cargo check --locked --target $target --no-default-features "$@"; }

# A recorded state that differs, a panic or a wait without end fails. Node.js prints where it panicked.
run_flocks() {
  if ! command -v node >/dev/null; then
    say "SKIPPED: no flocks were run, since Node.js (node) was not found"
    exit 75
  fi
  cargo build --locked --target $target --package flock-testkit --example golden_hashes
  timeout 600 node executor/web.mjs "$CARGO_TARGET_DIR/$target/debug/examples/golden_hashes.wasm" ||
    die "the flocks on the web are not as recorded, panicked or did not end"
  say "the flocks on the web are as recorded"
}

need_cargo
if ! has_target; then
  say "SKIPPED: nothing was compiled for the web. Install the target: rustup target add $target"
  exit 75
fi
check --package flock-terrain --package flock-sim
check --package flock-sim --features reflect
if [ -n "$long" ]; then
  check --package fyrox-flock --features fyrox/default
  run_flocks
fi
