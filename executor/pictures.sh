#!/usr/bin/env bash
# Updates the pictures of the editor in README and handbook, and those that the test compares with, from the test that
# performs the shown steps.
#   executor/pictures.sh [FOLDER]
# Writes create-menu.jpg, preview.jpg, gizmos.jpg, panel.jpg, two-species.jpg and path.gif into FOLDER, by default
# the handbook's folder of pictures, and the kept pictures into editor/tests/pictures.
set -euo pipefail
# shellcheck source=executor/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

pictures=$(realpath "${1:-$root/game/docs/src/pictures}")
[ -d "$pictures" ] || die "there is no folder $pictures"
cd "$root"
need_packages "${build_packages[@]}" "${window_packages[@]}" "${screen_packages[@]}" xdotool imagemagick
need_cargo

stages=$(mktemp -d)
trap 'rm -rf "$stages"' EXIT
# The packages that test.sh tests together, so that the engine is not built again.
FLOCK_PICTURES=$stages FLOCK_KEEP_PICTURES=1 cargo test --locked --package fyrox-flock --package flock-demo --package fyrox-flock-editor \
  --package executor --package editor --test editor first_school

# still NAME PART: the part WIDTHxHEIGHT+LEFT+TOP of a stage as JPEG. No part contains the window's title, which shows a folder.
still() {
  convert "$stages/$1.png" -crop "$2" +repage -resize '1000x>' -strip -quality 85 "$pictures/$1.jpg"
}
still create-menu 985x640+0+20
still preview 1280x690+0+20
still gizmos 752x590+232+70
still panel 1280x780+0+20
still two-species 700x520+290+140

frames=()
for frame in "$stages"/film/*.png; do
  time=${frame##*-}
  frames+=(-delay "${time%.png}" "$frame")
done
# One palette for all frames, and nearly unchanged pixels are left out: a third of the size.
convert "$stages"/{preview,panel,create-menu,gizmos}.png -append -colors 192 "$stages/palette.png"
convert "${frames[@]}" -crop 1280x690+0+20 +repage -resize 860x +dither -remap "$stages/palette.png" -fuzz 2% \
  -layers OptimizeTransparency -loop 0 "$pictures/path.gif"

say "the pictures are in $pictures:"
ls -l "$pictures"/{create-menu,preview,gizmos,panel,two-species}.jpg "$pictures/path.gif"
