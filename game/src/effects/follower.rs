//! The script of a node that stays with a boid.

use flock_sim::{BoidId, Vec3};
use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    plugin::error::GameResult,
    scene::node::Node,
    script::{ScriptContext, ScriptTrait},
};

/// A node that stays with a boid, where it is drawn: a camera, a light, a sound, a trail. It takes the
/// boid nearest to it, and when that is gone the one nearest to where it was. In an editor it rests.
///
/// A flock on a GPU goes through all boids once a frame for it.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "5b8f27d0-c13e-49a6-8d72-f0e6b9a4c351")]
#[visit(optional)]
pub struct FlockFollower {
    /// The node of the flock. Default: none, which stands for the first flock of the scene.
    pub flock: InheritableVariable<Handle<Node>>,
    /// Where the node is, in the frame of the boid, in metres: X to its left, Y to its back, Z to where
    /// it points. Default: (0, 0, 0).
    pub offset: InheritableVariable<Vec3>,
    /// The node turns with the boid. Default: on.
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

    /// The boid that it follows, with the node of its flock.
    pub fn followed(&self) -> Option<(Handle<Node>, BoidId)> {
        self.followed
    }

    /// Follows a boid of a node's flock from the next frame on.
    pub fn follow(&mut self, flock: Handle<Node>, boid: BoidId) {
        self.flock.set_value_and_mark_modified(flock);
        self.followed = Some((flock, boid));
    }
}

impl ScriptTrait for FlockFollower {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        crate::runtime::announce(context.handle, &mut context.scene.graph);
        Ok(())
    }
}
