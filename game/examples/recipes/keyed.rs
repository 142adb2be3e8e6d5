//! Makes an animation as the engine's animation editor saves it with a scene.

use fyrox::{
    core::{math::curve::*, pool::Handle},
    generic_animation::track::TrackBinding,
    scene::{animation::prelude::*, base::BaseBuilder, node::Node, Scene},
};

/// Seconds from the start of the animation to its keys.
const KEYS: [f32; 2] = [1.0, 5.0];

/// A track for a number in the first script of a node, with two keys. The animation editor writes
/// the same path.
pub fn field(path: &str, value_type: ValueType, keys: [f32; 2]) -> Track {
    let mut values = TrackDataContainer::new(TrackValueKind::Real);
    values.curves_mut()[0] = curve(keys);
    let name = format!("base.scripts[0].script.Some@0.{path}").into();
    Track::new(values, ValueBinding::Property { name, value_type })
}

/// A track for the X coordinate of a node, with two keys.
pub fn place(keys: [f32; 2]) -> Track {
    let mut track = Track::new_position();
    track.data_container_mut().curves_mut()[0] = curve(keys);
    track
}

fn curve(keys: [f32; 2]) -> Curve {
    let keys = KEYS.into_iter().zip(keys);
    let keys = keys.map(|(time, value)| CurveKey::new(time, value, CurveKeyKind::Linear));
    Curve::from(keys.collect::<Vec<_>>())
}

/// Adds a node that plays these tracks once.
pub fn play(scene: &mut Scene, tracks: impl IntoIterator<Item = (Handle<Node>, Track)>) {
    let mut animation = Animation::default();
    animation.set_time_slice(0.0..KEYS[1]);
    animation.set_loop(false);
    for (node, track) in tracks {
        animation.add_track_with_binding(TrackBinding::new(node), track);
    }
    let mut animations = AnimationContainer::new();
    animations.add(animation);
    let player = AnimationPlayerBuilder::new(BaseBuilder::new().with_name("Cut Scene"));
    player.with_animations(animations).build(&mut scene.graph);
}
