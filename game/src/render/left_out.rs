//! What a body leaves out of its model.

use super::{body_error::name_of_graph, model_body::meshes_without_surfaces};
use fyrox::{
    core::math::curve::CurveKeyKind,
    resource::model::ModelResource,
    scene::{
        animation::{Animation, AnimationPlayer},
        graph::Graph,
    },
};

/// What cannot be drawn of a loaded model, and what to do about it; `None` if all of it is drawn.
/// `plays`: with its animations.
pub(crate) fn left_out(model: &ModelResource, plays: bool) -> Option<String> {
    let state = model.state();
    let graph = &state.data_ref()?.get_scene().graph;
    let name = name_of_graph(graph);
    let mut messages = Vec::new();
    let meshes = names(meshes_without_surfaces(graph).map(|mesh| mesh.name()));
    if !meshes.is_empty() {
        messages.push(format!(
            "mesh {meshes} of the model {name} is not drawn, since the engine reads only triangles with a material \
             from glTF files; give it a material"
        ));
    }
    let is_gltf = [".gltf", ".glb"].iter().any(|end| name.ends_with(end));
    let smooth = names(
        animations(graph)
            .filter(|it| has_splines(it))
            .map(Animation::name),
    );
    if plays && is_gltf && !smooth.is_empty() {
        messages.push(format!(
            "animation {smooth} of the model {name} has cubic splines, which the engine reads inexactly from glTF \
             files; export it with sampled keys"
        ));
    }
    (!messages.is_empty()).then(|| messages.join("; "))
}

/// Names in quotes.
fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn animations(graph: &Graph) -> impl Iterator<Item = &Animation> {
    let players = graph
        .linear_iter()
        .filter_map(|node| node.cast::<AnimationPlayer>());
    players.flat_map(|player| player.animations().iter())
}

fn has_splines(animation: &Animation) -> bool {
    let state = animation.tracks_data().state();
    let tracks = state
        .data_ref()
        .map(|data| data.tracks())
        .unwrap_or_default();
    let curves = tracks
        .iter()
        .flat_map(|track| track.data_container().curves_ref());
    let mut keys = curves.flat_map(|curve| curve.keys());
    keys.any(|key| matches!(key.kind, CurveKeyKind::Cubic { .. }))
}
