# shellcheck shell=bash
# shellcheck disable=SC2154 # setup.sh sets root and tools.
# Shared by new-game.sh and stranger.sh, which source it after setup.sh: a project of Fyrox's own template, with the lines
# of the handbook in its game and its editor. $plugin_path and $editor_path are the folders of the two packages.

# The code in the handbook after the comment <!-- test: NAME -->, with $plugin_path and $editor_path for its paths.
handbook() {
  local text
  text=$(awk -v mark="<!-- test: $1 -->" '
    $0 == mark { found = 1; next }
    found && /^```/ { if (inside) exit; inside = 1; next }
    inside' "$root"/game/docs/src/*/*.md)
  [ -n "$text" ] || die "the handbook has no block $1"
  text=${text//\"..\/..\/fyrox-flock\/editor\/plugin\"/\"$editor_path\"}
  printf '%s\n' "${text//\"..\/..\/fyrox-flock\/game\"/\"$plugin_path\"}"
}

# insert before|after PLACE FILE: inserts the standard input before or after the only line of FILE that contains PLACE.
insert() {
  [ "$(grep -cF -- "$2" "$3")" = 1 ] || die "the template has changed: not one line of $3 has $2"
  TEXT=$(cat) PLACE=$2 awk -v where="$1" '
    { found = index($0, ENVIRON["PLACE"]) }
    where == "before" && found { print ENVIRON["TEXT"] }
    { print }
    where == "after" && found { print ENVIRON["TEXT"] }' "$3" >"$3.new"
  mv "$3.new" "$3"
}

# Creates a project NAME of a style, 2d or 3d, in the current folder, and enters it.
make_template() {
  "$tools/bin/fyrox-template" init --name "$1" --style "$2" --vcs none >/dev/null
  cd "$1" || exit
}

# With other versions or profiles, cargo would build the engine again.
share_build() {
  cp "$root/Cargo.lock" .
  sed -i '/^\[profile\.dev\.package/,$d' Cargo.toml
  sed -n '/^\[profile\./,$p' "$root/Cargo.toml" >>Cargo.toml
}

# The handbook's steps for the game in "Add it to your game".
add_to_game() {
  local plugin code=game/src/lib.rs
  plugin=$(handbook plugin)
  sed -i 's/_context: PluginRegistrationContext/context: PluginRegistrationContext/' $code
  grep 'fyrox_flock::register(' <<<"$plugin" | insert after 'Register your scripts here' $code
  sed -n '/fn register_property_editors/,/^    }/p' <<<"$plugin" | insert after 'impl Plugin for Game' $code
  insert after 'pub use fyrox;' $code <<'END'
use fyrox::gui::inspector::editors::PropertyEditorDefinitionContainer;
use std::sync::Arc;
END
}

# The handbook's steps for the editor there.
add_to_editor() {
  handbook 'editor dependencies' | insert after '[dependencies]' editor/Cargo.toml
  handbook editor | insert before 'editor.run(' editor/src/main.rs
}

# Gives the editor's package the example add_flock. As an example of that package, it uses the engine that is built for
# the editor.
add_example() {
  mkdir -p editor/examples
  cp "$root/game/examples/add_flock.rs" editor/examples
  {
    printf '\n[dev-dependencies]\n'
    handbook dependencies
  } >>editor/Cargo.toml
}

# add_flock 2d|3d [PRESET]: adds a flock to the scene.
add_flock() {
  say "adding a flock to data/scene.rgs ..."
  cargo run --quiet --package editor --example add_flock -- data/scene.rgs "$@"
}
