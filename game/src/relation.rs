//! What the boids of one flock mean to those of another, as the inspector shows it.

use flock_sim::{Relation, RelationKind};
use fyrox::{
    core::{pool::Handle, reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    scene::node::Node,
};

/// What the boids of another flock mean to those of this one. The other direction is a relation of
/// the other flock.
///
/// Both flocks need the same `simulation.time_step`. Those that are related run on the GPU if all of
/// them can.
#[derive(Clone, Debug, PartialEq, Reflect, Visit, TypeUuidProvider)]
#[type_uuid(id = "d4b7e1a9-52c6-4f3d-8e0b-91a6c3f7d284")]
#[visit(optional)]
pub struct FlockRelation {
    /// The node of the other flock.
    pub flock: Handle<Node>,
    /// What the boids do about the others: nothing, flock with them, flee from them or hunt them.
    /// Default: nothing.
    pub kind: RelationKind,
    /// Largest acceleration away from or towards the others, in m/s²; for boids that flock with
    /// them, how much they count besides their own. 0 to 10,000; default 1.
    #[reflect(min_value = 0.0, max_value = 10000.0, step = 0.1)]
    pub weight: f32,
    /// Distance within which the others are seen, in metres. 0.001 to 10,000; default 10.
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
