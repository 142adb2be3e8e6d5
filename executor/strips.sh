#!/usr/bin/env bash
# Updates the strips in the handbook that show scenes through their day, from pictures of the demo.
#   executor/strips.sh [FOLDER]    takes some minutes beside the build
# Writes starlings-day.jpg, aquarium-night.jpg and meadow-rain.jpg into FOLDER, by default the handbook's folder of
# pictures.
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

pictures=$(realpath "${1:-$root/game/docs/src/pictures}")
[ -d "$pictures" ] || die "there is no folder $pictures"
cd "$root"
need_packages "${build_packages[@]}" "${window_packages[@]}" imagemagick
need_cargo
has_screen || need_packages "${screen_packages[@]}"

say "building ..."
cargo build --release --locked --package executor
has_screen || start_screen 1920x1080
shots=$(mktemp -d)
trap 'rm -rf "$shots"; stop_screen' EXIT

# strip NAME SCENE OPTIONS...: one picture of the scene for each string of options, two beside each other.
strip() {
  local name=$1 scene=$2 number=0 options
  shift 2
  for options in "$@"; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # The options are several words.
    "$CARGO_TARGET_DIR/release/executor" "$scene" --backend multi --size 1920x1080 $options \
      --picture "$shots/$name-$number.png"
  done
  montage "$shots/$name"-?.png -tile 2x -geometry 640x360+3+3 -background '#10141c' -strip -quality 86 \
    "$pictures/$name.jpg"
}
strip starlings-day starlings '--hour 12 --after 35' '--hour 18.4 --after 9' '--hour 19.3 --after 8' '--hour 21 --after 40'
strip aquarium-night aquarium '--hour 15 --after 5' '--hour 22 --after 8'
strip meadow-rain meadow '--after 57' '--after 80'

say "the strips are in $pictures:"
ls -l "$pictures"/{starlings-day,aquarium-night,meadow-rain}.jpg
