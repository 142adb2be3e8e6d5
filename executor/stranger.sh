#!/usr/bin/env bash
# The plugin in a new project: Fyrox's own template creates a project, the lines of the handbook are added to it, its
# editor creates a flock, previews it, saves it and plays it. The project uses the packages as they would be published,
# packed and unpacked again. Ends at the first failure and keeps the project.
#   executor/stranger.sh           a 3D project
#   executor/stranger.sh --long    also a 2D project, the export of a game, and a game that is hot-reloaded; this
#                                  builds the engine twice more
#   executor/stranger.sh PART...   some of: 3d 2d export reload
# The projects have our lock file and profiles and share our build folder, so that the engine is not built again for them.
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
# shellcheck source=executor/project.sh
source "$(dirname "${BASH_SOURCE[0]}")/project.sh"

# The log lines of a game whose flock moves and of an editor that shows its scene, and the only accepted error.
flock_moves='boids after'
scene_is_drawn='scene rendering data was created'
no_sound='Unable to initialize audio output device'

# The packages that are published, each after its dependencies.
packages=(flock-terrain flock-sim fyrox-flock fyrox-flock-editor)

# Packs the packages, unpacks them into $packed, and says their sizes.
pack() {
  local name archive file options=()
  for name in "${packages[@]}"; do options+=(--package "$name"); done
  say "packing ${packages[*]} ..."
  rm -rf "$CARGO_TARGET_DIR/package"
  cargo package --manifest-path "$root/Cargo.toml" "${options[@]}" --locked --allow-dirty --no-verify --quiet
  for name in "${packages[@]}"; do
    archive=$(ls "$CARGO_TARGET_DIR/package/$name"-[0-9]*.crate)
    say "$(basename "$archive"): $(($(stat --format=%s "$archive") / 1024)) KiB"
    mkdir -p "$packed/$name"
    tar --extract --file "$archive" --directory "$packed/$name" --strip-components 1
    for file in LICENSE README.md; do
      [ -s "$packed/$name/$file" ] || die "$name has no $file"
    done
  done
}

# Creates a new project of a style, 2d or 3d, and enters it. After "reload", its game does not register the flock.
make_project() {
  cd "$projects"
  rm -rf stranger
  make_template stranger "$1"
  say "the project is $PWD"
  share_build
  patch_packages
  handbook dependencies | insert after '[dependencies]' game/Cargo.toml
  [ "${2-}" = reload ] || add_to_game
  add_to_editor
  add_example
  add_tests
}

# The packages name each other by version, as from crates.io.
patch_packages() {
  local name
  {
    echo '[patch.crates-io]'
    for name in "${packages[@]}"; do echo "$name = { path = \"$packed/$name\" }"; done
  } >>Cargo.toml
}

# The checks: a log of the flocks in the game, and the tests of our editor plugin in the editor.
add_tests() {
  cp "$root/executor/stranger/report.rs" game/src
  insert after 'pub use fyrox;' game/src/lib.rs <<<'mod report;'
  insert after 'Add your global update code here' game/src/lib.rs <<<'        report::log(_context);'
  mkdir editor/tests
  cp -R "$root/editor/plugin/tests/headless" editor/tests
  # Their models come from the test kit, which needs the workspace.
  for module in gltf rigged; do
    cp -R "$root/game/testkit/src/$module" editor/tests/headless
    echo "#[allow(dead_code)] mod $module;" >>editor/tests/headless/main.rs
  done
  sed -i 's/flock_testkit::/crate::/' editor/tests/headless/*.rs
  cp "$root/executor/stranger/editor_game.rs" editor/tests/headless/game.rs
  cat >>editor/Cargo.toml <<END
nalgebra = "0.34"
tempfile = "3"
END
}

# Runs a test of the project's editor; options for cargo follow.
editor_test() {
  say "$1 ..."
  cargo test --quiet --package editor --test headless "${@:2}" -- --exact "project::$1" --ignored
}

# Runs a program of the project until this text is in its log. The program must not exit before or log an error.
run_until() {
  local text=$1 program seconds
  shift
  rm -f stranger.log
  say "running $* ..."
  "$@" >/dev/null 2>&1 &
  program=$!
  for ((seconds = 0; seconds < 300; seconds++)); do
    sleep 1
    kill -0 $program 2>/dev/null || die "it ended by itself; see $PWD/stranger.log"
    ! grep -q "$text" stranger.log 2>/dev/null || break
  done
  kill $program
  wait $program || true
  check_log "$text"
}

# Checks that the log contains this text and no error.
check_log() {
  grep -q "$1" stranger.log || die "nothing with \"$1\" is in $PWD/stranger.log"
  ! grep '\[ERROR\]' stranger.log | grep -v "$no_sound" || die "there are errors in $PWD/stranger.log"
}

make_and_play() {
  make_project "$1"
  editor_test a_flock_is_made_and_saved
  editor_test the_game_is_played
  check_log "$flock_moves"
  add_flock "$1" sardines
  cargo build --quiet --package editor
  run_until "$scene_is_drawn" cargo run --quiet --package editor
}

# The exported game runs from another folder, without the project.
export_game() {
  make_project 3d
  editor_test a_flock_is_made_and_saved
  # The wizard then opens the folder in a file manager, if there is a screen.
  (
    unset DISPLAY WAYLAND_DISPLAY
    editor_test the_game_is_exported
  )
  local elsewhere
  elsewhere=$(mktemp -d)
  mv build/* "$elsewhere"
  rm -rf "$projects/stranger"
  cd "$elsewhere"
  run_until "$flock_moves" ./executor
  cd "$root"
  rm -rf "$elsewhere"
}

# The game as a dynamic library, with the commands of the editor's build profile "Debug (HR)".
reload_game() {
  local options=(--no-default-features --profile dev-hot-reload)
  make_project 3d reload
  # The library, the editor and the executor are built separately. Without the crates of the library, the programs would
  # be built with other features of shared crates, and so with another engine than the library.
  handbook dependencies | insert after '[dependencies]' editor/Cargo.toml
  handbook dependencies | insert after '[dependencies]' executor/Cargo.toml
  handbook 'reload executor' | insert after 'Executor::new(' executor/src/main.rs
  handbook 'reload editor' | insert before '// Dynamic linking' editor/src/main.rs
  sed -i '/^\[dev-dependencies\]/,/^fyrox-flock/{/^fyrox-flock/d}' editor/Cargo.toml
  export RUSTFLAGS="-C prefer-dynamic=yes"
  say "building the game as a library ..."
  cargo build --package game_dylib "${options[@]}" --features dylib-engine
  options+=(--features dylib)
  editor_test a_flock_is_made_and_saved "${options[@]}"
  editor_test the_game_is_reloaded "${options[@]}"
  editor_test the_game_is_played "${options[@]}"
  check_log "$flock_moves"
}

parts=("$@")
case "${1-}" in
  "") parts=(3d) ;;
  --long) parts=(3d 2d export reload) ;;
esac
for part in "${parts[@]}"; do
  [[ $part =~ ^(3d|2d|export|reload)$ ]] || die "unknown part $part; allowed: --long, 3d, 2d, export, reload"
done

need_packages "${build_packages[@]}" "${window_packages[@]}" "${screen_packages[@]}"
need_cargo
has_screen || start_screen 1280x800
need_tool fyrox-template 1.0.1
# All dependencies of the projects were fetched with the workspace, for all systems.
cargo fetch --locked --quiet --manifest-path "$root/Cargo.toml"
export CARGO_NET_OFFLINE=true
# Not in the build folder, where cargo would not detect that one project replaced another.
projects=$(mktemp -d)
packed=$projects/packages
plugin_path=$packed/fyrox-flock
editor_path=$packed/fyrox-flock-editor
pack
for part in "${parts[@]}"; do
  case $part in
    export) (export_game) ;;
    reload) (reload_game) ;;
    *) (make_and_play "$part") ;;
  esac
done
rm -rf "$projects"
say "passed: ${parts[*]}"
