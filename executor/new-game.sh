#!/usr/bin/env bash
# Makes a new game with the flock: Fyrox's template with the plugin in its game and editor, and a flock in its scene. Then
# starts its editor.
#   executor/new-game.sh NAME                makes the folder NAME where you are, and starts the editor
#   executor/new-game.sh NAME --style 2d     a 2D game (default: 3d)
#   executor/new-game.sh NAME --preset P     with settings and body of a preset, such as sardines (default: none)
#   executor/new-game.sh NAME --no-editor    does not start the editor
# The game uses the packages of this checkout. Making it builds the engine, which takes about ten minutes.
set -euo pipefail
target=${CARGO_TARGET_DIR-}
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
# shellcheck source=executor/project.sh
source "$(dirname "${BASH_SOURCE[0]}")/project.sh"

name=
style=3d
preset=
starts_editor=1
while [ $# -gt 0 ]; do
  case $1 in
    --style)
      style=${2-}
      shift
      ;;
    --preset)
      preset=${2-}
      shift
      ;;
    --no-editor) starts_editor= ;;
    -*) die "unknown option $1; see --help" ;;
    *)
      [ -z "$name" ] || die "there are two names, $name and $1; give one"
      name=$1
      ;;
  esac
  shift
done
[ -n "$name" ] || die "give the name of the game: executor/new-game.sh NAME"
[[ $name =~ ^[a-z][a-z0-9_-]*$ ]] ||
  die "$name is not a name of a package; allowed: small letters, digits, _ and -, beginning with a letter"
[[ $style =~ ^(2d|3d)$ ]] || die "unknown style $style; allowed: 2d, 3d"
presets=("$root"/game/sim/presets/*.ron)
presets=("${presets[@]##*/}")
presets=("${presets[@]%.ron}")
[[ -z $preset || " ${presets[*]} " == *" $preset "* ]] || die "there is no preset $preset; choose one of: ${presets[*]}"
[ ! -e "$name" ] || die "$name is there already; choose another name, or remove it"

need_packages "${build_packages[@]}" "${window_packages[@]}"
need_cargo
need_tool fyrox-template 1.0.1
plugin_path=$root/game
editor_path=$root/editor/plugin

# A failure leaves no incomplete game behind.
folder=$PWD/$name
unfinished() { [ ! -e "$folder" ] || rm -rf "$folder"; }
trap unfinished EXIT
make_template "$name" "$style"
share_build
handbook dependencies | insert after '[dependencies]' game/Cargo.toml
add_to_game
add_to_editor
add_example
trap - EXIT
# In the target folder of the game, where later builds of it look.
export CARGO_TARGET_DIR=${target:-$folder/target}
say "building the engine, for the game and its editor; this takes about ten minutes"
add_flock "$style" ${preset:+"$preset"}

say "the game is $folder"
say "its editor: cargo run --package editor; the game: cargo run --package executor"
[ -n "$starts_editor" ] || exit 0
if ! has_screen; then
  say "there is no screen, so the editor is not started"
  exit 0
fi
say "building and starting the editor ..."
exec cargo run --package editor
