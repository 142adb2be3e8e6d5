//! The script of a node that follows a boid.

use flock_sim::{BoidId, Vec3};
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    scene::node::Node,
};

/// A node that follows the drawn position of a boid: a camera, a light, a sound, a trail. It
/// chooses the boid nearest to the node; when that boid is removed, the boid nearest to its last
/// position. On the way to a boid that it has chosen, a Flock Obstacle at the node or below it pushes
/// no boids, and a predator or leader has no speed. In an editor the node does not move.
///
/// On the GPU, the flock searches all its boids once a frame for this node.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "5b8f27d0-c13e-49a6-8d72-f0e6b9a4c351")]
#[visit(optional)]
pub struct FlockFollower {
    /// The node of the flock. Default: none, for the first flock of the scene.
    pub flock: InheritableVariable<Handle<Node>>,
    /// Position of the node in the frame of the boid, in metres: X to the left, Y up, Z forward.
    /// Default: (0, 0, 0).
    pub offset: InheritableVariable<Vec3>,
    /// The node rotates with the boid. Default: on.
    pub turns: InheritableVariable<bool>,
    #[visit(skip)]
    #[reflect(hidden)]
    pub(crate) followed: Option<(Handle<Node>, BoidId)>,
}

impl Default for FlockFollower {
    fn default() -> Self {
        Self {
            flock: Handle::NONE.into(),
            offset: Vec3::zeros().into(),
            turns: true.into(),
            followed: None,
        }
    }
}

impl FlockFollower {
    /// The name of the script in the editor.
    pub const NAME: &'static str = "Flock Follower";

    /// The boid that the node follows, with the node of the boid's flock.
    pub fn followed(&self) -> Option<(Handle<Node>, BoidId)> {
        self.followed
    }

    /// Makes the node follow this boid of a flock from the next frame on.
    pub fn follow(&mut self, flock: Handle<Node>, boid: BoidId) {
        self.flock.set_value_and_mark_modified(flock);
        self.followed = Some((flock, boid));
    }
}
