//! The engine's LOD groups: which levels an observer sees.

use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    renderer::bundle::RenderContext,
    scene::{base::LevelOfDetail, graph::Graph, node::Node},
};

/// The nodes of a scene that have a LOD group. Cost: linear in the nodes of the graph.
pub(crate) fn find_lod_groups(graph: &Graph) -> Vec<Handle<Node>> {
    let nodes = graph.pair_iter();
    let groups = nodes.filter(|(_, node)| node.lod_group().is_some());
    groups.map(|(handle, _)| handle).collect()
}

/// True if neither the node nor an ancestor is in a level of these groups that is hidden from the
/// observer. If several levels name a node, the last one counts, as in the engine.
pub(super) fn is_in_shown_levels(
    node: Handle<Node>,
    groups: &[Handle<Node>],
    ctx: &RenderContext,
) -> bool {
    if groups.is_empty() {
        return true;
    }
    let mut above = node;
    while let Ok(here) = ctx.graph.try_get_node(above) {
        let level = levels(groups, ctx.graph)
            .filter(|level| level.objects.contains(&above))
            .last();
        if level.is_some_and(|level| !is_shown(level, here, ctx)) {
            return false;
        }
        above = here.parent();
    }
    true
}

fn levels<'a>(
    groups: &'a [Handle<Node>],
    graph: &'a Graph,
) -> impl Iterator<Item = &'a LevelOfDetail> {
    let groups = groups
        .iter()
        .filter_map(|group| graph.try_get_node(*group).ok()?.lod_group());
    groups.flat_map(|group| &group.levels)
}

/// The range of a level is a range of distances from the observer to the node, as fractions of the
/// distance between the clip planes.
fn is_shown(level: &LevelOfDetail, node: &Node, ctx: &RenderContext) -> bool {
    let observer = ctx.observer_position;
    let distance = observer
        .translation
        .metric_distance(&node.global_position());
    let share = (distance - observer.z_near) / (observer.z_far - observer.z_near);
    (level.begin()..=level.end()).contains(&share)
}
