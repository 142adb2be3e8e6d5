//! The script of a path.

use super::{
    declare::*,
    place::{child_points, hash_of_points},
    strength::Strength,
};
use flock_sim::{influences::InfluenceKind, Vec3};

effect_script! {
    /// A path that boids follow: a smooth curve through the child nodes of its node, in their
    /// order.
    pub struct FlockPath("0f63b8e7-9a2d-4c14-86d5-b7e1f4c09a38", "Flock Path") {
        /// The path is closed: its last point leads to the first one. Otherwise boids are released
        /// at the end. Default: off.
        pub is_loop: bool = false;
        /// Radius of the tube around the curve that boids stay in, in metres. 0.001 to 10,000;
        /// default 1.
        pub radius: f32 = 1.0, 0.001..=10000.0, step 0.1;
        /// Time that boids look ahead, in seconds. 0.01 to 100; default 3.
        pub look_ahead: f32 = 3.0, 0.01..=100.0, step 0.1;
        /// Strength of the attraction to the tube, and how far from the tube it reaches.
        pub strength: Strength = Strength::default();
    }
}

impl FlockPath {
    /// The points of the path at `node`: the positions of its child nodes in world space, in
    /// metres.
    pub fn points(graph: &Graph, node: Handle<Node>) -> Vec<Vec3> {
        child_points(graph, node, &NodeFrame::default()).collect()
    }

    /// The corners of the polyline that boids follow, in world space, in metres; empty for a path
    /// with fewer than two points.
    pub fn curve(&self, graph: &Graph, node: Handle<Node>) -> Vec<Vec3> {
        self.kind(Self::points(graph, node)).curve()
    }

    fn kind(&self, points: Vec<Vec3>) -> InfluenceKind {
        InfluenceKind::Path {
            points,
            radius: *self.radius,
            look_ahead: *self.look_ahead,
            is_loop: *self.is_loop,
        }
    }
}

impl EffectScript for FlockPath {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn surroundings(&self, graph: &Graph, node: Handle<Node>, within: &NodeFrame) -> Option<u64> {
        Some(hash_of_points(child_points(graph, node, within)))
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let points: Vec<_> = child_points(place.graph, place.node, place.within).collect();
        if points.len() < 2 {
            return Err(format!(
                "its node has {} child nodes; add 2 at least, which are the points of the path",
                points.len()
            ));
        }
        let motion = place.motion_at(points[0]);
        let influence = self.strength.of(self.kind(points)).with_motion(motion);
        Ok(Some(Effect::Influence(influence)))
    }
}
