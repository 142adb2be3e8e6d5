#!/usr/bin/env bash
# Installs what the tests need and runs them all; ends at the first failure.
#   executor/test.sh           what every change must pass
#   executor/test.sh --long    with the tests that take many minutes as well: a week of simulated time
set -euo pipefail
case "${1-}" in
  "") ;;
  --long) export FLOCK_LONG_TESTS=1 ;;
  *)
    echo "test.sh: unknown option $1; allowed: --long" >&2
    exit 2
    ;;
esac
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
  "${gpu_packages[@]}" xdotool imagemagick shellcheck
need_cargo fmt clippy
has_screen || start_screen 1280x800
trap finish EXIT
[ -d "$CARGO_TARGET_DIR/debug" ] || say "building into $CARGO_TARGET_DIR; this takes about half an hour"

run "shell scripts" shellcheck -x executor/*.sh .ci/run
run "format" cargo fmt --all --check
# Apart, because the tests of the simulation enable features of shared dependencies, with which the whole engine would
# be built a second time. The game has exactly the features that the editor's Play button builds with.
simulation=(--package flock-sim --features reflect --locked)
game=(--package fyrox-flock --package executor --package editor --locked)
run "lints of the simulation" cargo clippy "${simulation[@]}" --all-targets -- -D warnings
run "lints of the game" cargo clippy "${game[@]}" --all-targets -- -D warnings
run "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc "${game[@]}" --package flock-sim --no-deps
run "tests of the simulation" cargo test "${simulation[@]}"
run "tests of the game" cargo test "${game[@]}"
