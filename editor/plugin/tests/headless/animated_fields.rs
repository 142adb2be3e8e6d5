//! The engine's animation editor offers the fields of the scripts for its tracks, and the tracks
//! change them.

use fyrox::{
    core::{algebra::Vector2, reflect::prelude::*},
    generic_animation::value::{BoundValue, TrackValue, ValueBinding, ValueType},
    graph::SceneGraph,
    gui::{tree::Tree, widget::WidgetBuilder, UserInterface},
    scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder},
    script::ScriptTrait,
};
use fyrox_flock::{scripts::FlockTarget, sim::settings::Region, Flock};
use fyroxed_base::scene::property::{
    object_to_property_tree, PropertyDescriptorData, PropertySelectorBuilder,
};
use std::collections::HashSet;

const SCRIPT: &str = "base.scripts[0].script.Some@0";

fn node(script: impl ScriptTrait + Clone) -> Node {
    PivotBuilder::new(BaseBuilder::new().with_script(script)).build_node()
}

/// The paths that the property selector of the animation editor shows for a node.
fn offered(node: &Node) -> HashSet<String> {
    let mut descriptors = Vec::new();
    node.as_reflect(&mut |node| descriptors = object_to_property_tree("", node, &mut |_| true));
    let mut ui = UserInterface::new(Vector2::new(100.0, 100.0));
    PropertySelectorBuilder::new(WidgetBuilder::new())
        .with_property_descriptors(descriptors)
        .build(&mut ui.build_ctx());
    let trees = ui.linear_iter().filter_map(|widget| widget.cast::<Tree>());
    let data = trees.filter_map(|tree| tree.user_data_cloned::<PropertyDescriptorData>());
    data.map(|data| data.path).collect()
}

/// Keys a field of a node's script, with the path that the animation editor has for it.
fn key(node: &mut Node, field: &str, value_type: ValueType, value: f32) {
    let path = format!("{SCRIPT}.{field}");
    assert!(offered(node).contains(&path), "{path} is not offered");
    let binding = ValueBinding::Property {
        name: path.as_str().into(),
        value_type,
    };
    let value = TrackValue::Real(value);
    BoundValue { binding, value }.apply_to_object(node, &path, value_type);
}

#[test]
fn tracks_reach_the_numbers_and_check_boxes_of_scripts() {
    let mut school = node(Flock::default());
    key(&mut school, "spawn.count", ValueType::U32, 300.0);
    key(&mut school, "cohesion.weight", ValueType::F32, 2.5);
    key(&mut school, "wander.enabled", ValueType::Bool, 1.0);
    key(&mut school, "cast_shadows", ValueType::Bool, 0.0);
    // A number of a choice is offered while the choice is made.
    let radius = "spawn.region.Sphere@radius";
    key(&mut school, radius, ValueType::F32, 3.0);
    let school = school.try_get_script::<Flock>().unwrap();
    let settings = school.settings();
    assert_eq!((settings.spawn.count, settings.cohesion.weight), (300, 2.5));
    assert!(settings.wander.enabled && !*school.cast_shadows);
    assert_eq!(settings.spawn.region, Region::sphere(3.0));

    let mut target = node(FlockTarget::default());
    key(&mut target, "slowing", ValueType::F32, 4.0);
    key(&mut target, "strength.weight", ValueType::F32, 9.0);
    let target = target.try_get_script::<FlockTarget>().unwrap();
    assert_eq!((*target.slowing, target.strength.weight), (4.0, 9.0));
}
