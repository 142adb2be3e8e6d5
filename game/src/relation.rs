//! How the boids of a flock react to another flock, as the inspector shows it.

use flock_sim::world::{Relation, RelationKind};
use fyrox::{
    core::{pool::Handle, reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    scene::node::Node,
};

/// How the boids of this flock react to another flock. The reaction of the other flock is a
/// relation of that flock.
///
/// Both flocks need the same `simulation.time_step`. Related flocks run on the GPU only if all of
/// them can.
#[derive(Clone, Debug, PartialEq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "d4b7e1a9-52c6-4f3d-8e0b-91a6c3f7d284")]
#[visit(optional)]
pub struct FlockRelation {
    /// The node of the other flock.
    pub flock: Handle<Node>,
    /// Reaction to the other boids: ignore them, flock with them, flee from them or hunt them.
    /// Default: ignore.
    pub kind: RelationKind,
    /// Largest acceleration away from or towards the other boids, in m/s²; for flocking, the weight
    /// of the other boids relative to boids of the own flock. 0 to 10,000; default 1.
    #[reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)]
    pub weight: f32,
    /// Distance within which the other boids are seen, in metres. 0.001 to 10,000; default 10.
    #[reflect(min_value = 0.001, max_value = 10000.0, step = 0.1)]
    pub radius: f32,
}

impl Default for FlockRelation {
    fn default() -> Self {
        Self::new(Handle::NONE, Relation::default())
    }
}

impl FlockRelation {
    pub(crate) fn new(flock: Handle<Node>, relation: Relation) -> Self {
        let Relation {
            kind,
            weight,
            radius,
        } = relation;
        Self {
            flock,
            kind,
            weight,
            radius,
        }
    }

    pub(crate) fn relation(&self) -> Relation {
        Relation {
            kind: self.kind,
            weight: self.weight,
            radius: self.radius,
        }
    }
}
