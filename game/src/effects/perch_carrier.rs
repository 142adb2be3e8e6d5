//! The node that carries a perch area: a rigid body, or an obstacle of a script.

use super::place::hash_of_points;
use crate::effect_id::EffectId;
use flock_sim::{
    obstacles::{MovingObstacle, ObstacleShape},
    saving::ItemId,
    Flock, Placement, Vec3,
};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, node::Node},
};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The node that carries a perch area: the nearest one at or above the area's node that is a body
/// of 3D physics or has the script [`FlockObstacle`](super::FlockObstacle).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PerchCarrier {
    pub(crate) node: Handle<Node>,
    /// True for a dynamic or kinematic body: only its own obstacles have spots. Another carrier may
    /// rest, and is part of the level then.
    pub(crate) is_moving_body: bool,
    /// The place of the area in the coordinates of the carrier.
    pub(super) area: Placement,
}

impl PerchCarrier {
    /// A hash of all values, with all bits of the numbers.
    pub(super) fn hash(&self) -> u64 {
        let Placement { origin, rotation } = &self.area;
        let coords = &rotation.coords;
        let points = [*origin, coords.xyz(), Vec3::x() * coords.w];
        let mut hasher = DefaultHasher::new();
        (self.node, self.is_moving_body, hash_of_points(points)).hash(&mut hasher);
        hasher.finish()
    }

    /// The placement, in the coordinates of the carrier, of the obstacle that has an effect as its
    /// cause. `None` if the obstacle is no part of the carrier.
    pub(crate) fn placement_of(&self, graph: &Graph, cause: &EffectId) -> Option<Placement> {
        if !cause.is_collider {
            return (cause.node == self.node).then(Placement::default);
        }
        let collider = graph.try_get_node(cause.node).ok()?;
        // Physics gives a collider no scale.
        let transform = collider.local_transform();
        (collider.parent() == self.node).then(|| Placement {
            origin: **transform.position(),
            rotation: **transform.rotation(),
        })
    }

    /// The obstacles of the carrier that a flock has, found by their tags, with their placements in
    /// the coordinates of the carrier.
    pub(super) fn obstacles_in(&self, graph: &Graph, flock: &Flock) -> Vec<MovingObstacle> {
        let Ok(carrier) = graph.try_get_node(self.node) else {
            return Vec::new();
        };
        let cause = |node, part, is_collider| EffectId {
            node,
            part,
            is_collider,
        };
        let obstacle = |cause: EffectId| {
            Some(MovingObstacle {
                shape: shape_of(flock, cause.tag(graph))?,
                placement: self.placement_of(graph, &cause)?,
            })
        };
        let scripts = 0..carrier.script_count();
        let of_scripts = scripts.filter_map(|part| obstacle(cause(self.node, part, false)));
        let of_colliders = carrier.children().iter().flat_map(|node| {
            let parts = (0..).map(move |part| obstacle(cause(*node, part, true)));
            parts.map_while(|it| it)
        });
        of_scripts.chain(of_colliders).collect()
    }
}

/// The shape of the obstacle with a tag.
fn shape_of(flock: &Flock, tag: u64) -> Option<ObstacleShape> {
    let id = flock.tagged(tag).find_map(|item| match item {
        ItemId::Obstacle(id) => Some(id),
        _ => None,
    })?;
    let (_, obstacle) = flock.obstacles().find(|(other, _)| *other == id)?;
    Some(obstacle.shape.clone())
}
