#!/usr/bin/env bash
# Installs what the tests need and runs them all; ends at the first failure.
#   executor/test.sh
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
cd "$root"

step=setup
finish() {
  local code=$?
  stop_screen
  if [ $code = 0 ]; then
    say "all passed in $((SECONDS / 60)) min $((SECONDS % 60)) s"
  else
    say "FAILED: $step (exit code $code)"
  fi
}

run() {
  step=$1
  shift
  say "$step ..."
  "$@"
}

trap finish EXIT
need_packages "${build_packages[@]}" "${window_packages[@]}" "${screen_packages[@]}" \
  mesa-vulkan-drivers xdotool imagemagick shellcheck
need_cargo fmt clippy
has_screen || start_screen 1280x800
trap finish EXIT
[ -d "$CARGO_TARGET_DIR/debug" ] || say "building into $CARGO_TARGET_DIR; this takes about half an hour"

run "shell scripts" shellcheck -x executor/*.sh .ci/run
run "format" cargo fmt --all --check
run "lints" cargo clippy --workspace --all-targets --locked -- -D warnings
run "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked
run "tests" cargo test --workspace --locked
