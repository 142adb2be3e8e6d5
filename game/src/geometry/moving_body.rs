//! Colliders that physics or the game moves.

use super::{
    solid_node::SolidNode, solid_query::Selection, solid_shape::MovingParts,
    surface_cache::SurfaceCache,
};
use flock_sim::{obstacles::MovingObstacle, Placement};
use fyrox::{
    core::{
        algebra::{Matrix4, UnitQuaternion},
        log::Log,
        math::Matrix4Ext,
        pool::Handle,
    },
    scene::{graph::Graph, node::Node},
};
use std::{collections::HashMap, sync::Arc};

/// Largest number of iterations that extract the rotation of a pose: some more than a pose needs
/// that is nearly a rotation.
const MOST_ITERATIONS: usize = 32;

/// The moving colliders: those of dynamic and kinematic bodies, and static ones that the game
/// moves.
#[derive(Default)]
pub(crate) struct MovingBodies {
    bodies: Vec<MovingBody>,
    /// Number of parts of dynamic and kinematic bodies.
    body_parts: usize,
    /// The shapes of the colliders, read once.
    shapes: HashMap<Handle<Node>, Shapes>,
}

/// A moving collider.
pub(crate) struct MovingBody {
    /// The node of the collider.
    pub(crate) node: Handle<Node>,
    pub(crate) placement: Placement,
    /// Start of the sweep in this frame, if the obstacle is new and has moved before.
    pub(crate) from: Option<Placement>,
    /// The parts of its shape.
    pub(crate) parts: MovingParts,
    /// Largest speed of a movement between two frames, in m/s; a faster one is a teleport.
    pub(crate) fastest: f32,
}

/// A moving collider, borrowed from the scene.
pub(super) enum Mover<'a> {
    /// A collider of a dynamic or kinematic body.
    Body(SolidNode<'a>),
    /// A collider of a static body that the game moves.
    ByHand {
        parts: MovingParts,
        pose: Matrix4<f32>,
        /// Start of the sweep in this frame.
        from: Option<Matrix4<f32>>,
    },
}

struct Shapes {
    hash: u64,
    /// True if meshes keep their shape.
    is_concave: bool,
    parts: MovingParts,
    is_used: bool,
    /// True while the collider has no valid placement, which was logged.
    is_lost: bool,
}

impl MovingBodies {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &MovingBody> {
        self.bodies.iter()
    }

    /// Number of parts of dynamic and kinematic bodies.
    pub(super) fn body_parts(&self) -> usize {
        self.body_parts
    }

    pub(super) fn update<'a>(
        &mut self,
        movers: impl Iterator<Item = (Handle<Node>, Mover<'a>)>,
        selection: &Selection,
        graph: &Graph,
        surfaces: &mut SurfaceCache,
    ) {
        self.bodies.clear();
        self.body_parts = 0;
        for (node, mover) in movers {
            let body = match mover {
                Mover::Body(collider) => self.body(&collider, (graph, node), selection, surfaces),
                Mover::ByHand { parts, pose, from } => placement(&pose).map(|at| MovingBody {
                    node,
                    placement: at,
                    from: from.as_ref().and_then(placement),
                    parts,
                    fastest: MovingObstacle::FASTEST,
                }),
            };
            self.bodies.extend(body);
        }
        let is_used = |_: &Handle<Node>, shapes: &mut Shapes| std::mem::take(&mut shapes.is_used);
        self.shapes.retain(is_used);
    }

    /// The collider of a dynamic or kinematic body; `None` if it has no valid placement, which is
    /// logged once.
    fn body(
        &mut self,
        collider: &SolidNode,
        (graph, node): (&Graph, Handle<Node>),
        selection: &Selection,
        surfaces: &mut SurfaceCache,
    ) -> Option<MovingBody> {
        let is_concave = selection.query.concave_bodies;
        let parts = self.parts(collider, (graph, node), is_concave, surfaces);
        let placement = placement(&collider.pose());
        if let Some(shapes) = self.shapes.get_mut(&node) {
            let was_lost = std::mem::replace(&mut shapes.is_lost, placement.is_none());
            if shapes.is_lost && !was_lost {
                let name = graph[node].name();
                Log::err(format!(
                    "{name} moves and is no obstacle for flocks: its position or rotation is NaN or infinite; set both anew"
                ));
            }
        }
        let placement = placement?;
        self.body_parts += parts.len();
        Some(MovingBody {
            node,
            placement,
            from: None,
            parts,
            fastest: fastest(collider, selection),
        })
    }

    fn parts(
        &mut self,
        collider: &SolidNode,
        (graph, node): (&Graph, Handle<Node>),
        is_concave: bool,
        surfaces: &mut SurfaceCache,
    ) -> MovingParts {
        let hash = collider.shape_hash(graph);
        let is_same = |it: &&mut Shapes| (it.hash, it.is_concave) == (hash, is_concave);
        if let Some(known) = self.shapes.get_mut(&node).filter(is_same) {
            known.is_used = true;
            return known.parts.clone();
        }
        let name = graph[node].name();
        let shape = collider.read_shape(graph, node, surfaces);
        let bodies = match is_concave.then(|| shape.mesh()).flatten() {
            Some(Ok(mesh)) => Ok((vec![mesh], false)),
            Some(Err(error)) => {
                Log::warn(format!(
                    "{name} moves, and its convex hull is the obstacle for flocks: {error}"
                ));
                shape.convex_bodies().map(|(parts, _)| (parts, false))
            }
            None => shape.convex_bodies(),
        };
        let parts = match bodies {
            Ok((parts, is_hull)) => {
                if is_hull {
                    Log::warn(format!(
                        "{name} moves and is not convex: its convex hull is the obstacle for \
                         flocks; turn on solids.concave_bodies of the flock, or use a Polyhedron, \
                         of which the parts are obstacles"
                    ));
                }
                parts.into_iter().map(Arc::new).collect()
            }
            Err(error) => {
                Log::err(format!(
                    "{name} moves and is no obstacle for flocks: {error}"
                ));
                Arc::default()
            }
        };
        let shapes = Shapes {
            hash,
            is_concave,
            parts: parts.clone(),
            is_used: true,
            is_lost: false,
        };
        self.shapes.insert(node, shapes);
        parts
    }
}

/// Largest speed of a movement that is no teleport, in m/s. Physics knows speeds in the world, and
/// the frame moves too.
fn fastest(collider: &SolidNode, selection: &Selection) -> f32 {
    let any = MovingObstacle::FASTEST;
    match collider.speed() {
        Some(speed) if selection.frame.is_world() => speed,
        Some(speed) => speed.max(any),
        None => any,
    }
}

/// `None` for a pose with a NaN, or with a matrix that contains no rotation.
pub(super) fn placement(pose: &Matrix4<f32>) -> Option<Placement> {
    if !pose.iter().all(|x| x.is_finite()) {
        return None;
    }
    let origin = pose.position();
    // The nearest rotation to a matrix is found by iteration, which may not converge.
    let rotation = UnitQuaternion::from_matrix_eps(
        &pose.basis(),
        f32::EPSILON,
        MOST_ITERATIONS,
        UnitQuaternion::identity(),
    );
    let is_finite = rotation.coords.iter().all(|x| x.is_finite());
    is_finite.then_some(Placement { origin, rotation })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::core::algebra::Vector3;

    #[test]
    fn a_pose_that_is_no_place_ends_the_search_for_its_rotation() {
        let axis = Vector3::new(0.4, -0.7, 0.1);
        let rotation = UnitQuaternion::from_scaled_axis(axis);
        let pose =
            Matrix4::new_translation(&Vector3::new(1.0, 2.0, 3.0)) * rotation.to_homogeneous();
        let found = placement(&pose).unwrap();
        assert_eq!(found.origin, Vector3::new(1.0, 2.0, 3.0));
        assert!(found.rotation.angle_to(&rotation) < 1e-5);
        for bad in [f32::NAN, f32::INFINITY] {
            for number in 0..16 {
                let mut pose = pose;
                pose[number] = bad;
                assert!(placement(&pose).is_none());
            }
        }
        // Matrices without a rotation: any result will do, but the search must end.
        for scale in [0.0, 1e-30, 1e30] {
            placement(&(pose * scale));
        }
    }
}
