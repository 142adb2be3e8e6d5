#!/usr/bin/env bash
# Installs what the tests need and runs them; ends at the first failure, with the time of each part.
#   executor/test.sh           what every change must pass
#   executor/test.sh --quick   format, lints and tests of the simulation: no engine, no screen, without the feature `gpu`;
#                              without tests that are ignored as slow
#   executor/test.sh --long    everything, tests that take many minutes with a week of simulated time, half an hour of judged
#                              moves, and all of stranger.sh and web.sh
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
quick=
long=
case "${1-}" in
  "") ;;
  --quick) quick=1 ;;
  --long)
    long=1
    export FLOCK_LONG_TESTS=1
    ;;
  *)
    echo "test.sh: unknown option $1; allowed: --quick, --long" >&2
    exit 2
    ;;
esac
cd "$root"

step=setup
times=()
skipped=
finish() {
  local code=$?
  stop_screen
  [ ${#times[@]} = 0 ] || printf '%s\n' "${times[@]}"
  if [ $code = 0 ]; then
    say "all passed in $(minutes $SECONDS)${skipped:+, except what was SKIPPED: $skipped}"
  else
    say "FAILED: $step (exit code $code)"
  fi
}

minutes() { echo "$(($1 / 60)) min $(($1 % 60)) s"; }

run() {
  step=$1
  shift
  say "$step ..."
  local began=$SECONDS
  "$@"
  times+=("$(printf '%14s  %s' "$(minutes $((SECONDS - began)))" "$step")")
}

# Like run, for a command whose exit code 75 says that all or a part of it could not be tried here.
run_or_skip() {
  step=$1
  shift
  say "$step ..."
  local began=$SECONDS code=0
  "$@" || code=$?
  case $code in
    0) times+=("$(printf '%14s  %s' "$(minutes $((SECONDS - began)))" "$step")") ;;
    75)
      times+=("$(printf '%14s  %s' SKIPPED "$step")")
      skipped=$step
      ;;
    *) return $code ;;
  esac
}

lint() {
  run "lints: $1" cargo clippy "${@:2}" --locked --all-targets -- -D warnings
}

trap finish EXIT
need_packages gcc libc6-dev shellcheck
need_cargo fmt clippy
if [ -z "$quick" ]; then
  need_packages "${build_packages[@]}" "${window_packages[@]}" "${screen_packages[@]}" \
    "${gpu_packages[@]}" xdotool imagemagick
  has_screen || start_screen 1280x800
  trap finish EXIT
  [ -d "$CARGO_TARGET_DIR/debug" ] || say "building into $CARGO_TARGET_DIR; this takes about half an hour"
fi

# Separate from the game, because the tests of the simulation enable features of shared dependencies, with which the
# whole engine would be built a second time. The game has exactly the features that the editor's Play button builds with.
simulation=(--package flock-sim --package flock-terrain --package flock-testkit --package flock-handbook --features flock-sim/reflect)
game=(--package fyrox-flock --package flock-demo --package flock-data --package fyrox-flock-editor --package executor --package editor)

# Builds the handbook, whose links the tests of its generator check.
build_handbook() {
  need_mdbook
  "$tools/bin/mdbook" build --dest-dir "$CARGO_TARGET_DIR/handbook" game/docs
}

# Checks inputs that are changed at random, the same in every run.
fuzz() {
  cargo build "${simulation[@]}" --locked --example fuzz
  "$CARGO_TARGET_DIR/debug/examples/fuzz"
}

# Judges moves in cases that no run has had yet. The counts of all runs are in a file beside the builds.
judge_moves() {
  cargo build --release --package flock-sim --locked --example judged
  "$CARGO_TARGET_DIR/release/examples/judged" --minutes 30
}

run "shell scripts" shellcheck -x executor/*.sh .ci/run
run "format" cargo fmt --all --check
lint "simulation" "${simulation[@]}"
if [ -n "$quick" ]; then
  run "quick tests of the simulation" \
    cargo test "${simulation[@]}" --no-default-features --locked --tests
  exit
fi

lint "simulation without reflect" --package flock-sim
lint "simulation without gpu" --package flock-sim --no-default-features --features reflect
lint "simulation without either" --package flock-sim --no-default-features
lint "game" "${game[@]}"
# With the engine's default features, so that it is not built again.
lint "plugin without gpu" --package fyrox-flock --no-default-features --features fyrox/default
run_or_skip "web" executor/web.sh ${long:+--long}
run "documentation" env RUSTDOCFLAGS="-D warnings" \
  cargo doc "${game[@]}" --package flock-sim --package flock-terrain --package flock-testkit --package flock-handbook --locked --no-deps
run "handbook" build_handbook
# All of them, those that are ignored as slow too. Examples in the documentation are apart: they may be ignored for good.
run "tests of the simulation" cargo test "${simulation[@]}" --locked --tests -- --include-ignored
run "fuzzing of the simulation" fuzz
[ -z "$long" ] || run "judged moves" judge_moves
run "examples of the simulation" cargo test "${simulation[@]}" --locked --doc
run "tests of the game" cargo test "${game[@]}" --locked
# With the engine that was built for the tests of the game.
run "a stranger's project" executor/stranger.sh ${long:+--long}
