//! A shift of the origin: a whole scene that moves at once, without a step.

use super::{
    flock_runtime::Runtime,
    flock_script::flock_script_mut,
    worlds::{lock, world_of},
};
use crate::{node_frame::NodeFrame, render::FlockRenderer};
use flock_sim::SettingsError;
use fyrox::{core::algebra::Vector3, graph::SceneGraph, scene::graph::Graph};

/// Why a scene was not shifted. Nothing has moved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShiftError {
    /// The vector is not finite.
    #[error("by = {0:?} is not finite; pass a vector in metres")]
    NotFinite(Vector3<f32>),
    /// A flock cannot be moved so far.
    #[error("a flock cannot be shifted: {0}")]
    Refused(SettingsError),
}

/// Moves a whole scene by a vector, in metres, without a step: the nodes below the root with all that
/// is below them, their rigid bodies, and the flocks. For games that move the origin of their scene to
/// the player, because coordinates far from the origin are coarse.
///
/// Nothing moves relative to anything else. The boids keep every bit of their coordinates in their
/// flock, no boid meets anything new, no bird takes off, and the geometry of the level is not built
/// anew. Velocities stay. The positions of nodes are rounded to single precision in each shift, those
/// of flocks are not. Every flock of the scene is shifted, also one that is disabled. Logs and
/// snapshots contain the shift.
///
/// Call it from a plugin or a script, at any time of a frame. The game must move what it has stored
/// itself: positions in its scripts, and those that an animation gives to a node directly below the
/// root. Cost: linear in the nodes of the graph.
///
/// ```
/// use fyrox::{
///     core::{algebra::Vector3, pool::Handle},
///     graph::SceneGraph,
///     scene::{graph::Graph, node::Node},
/// };
/// use fyrox_flock::{shift_origin, ShiftError};
///
/// /// Keeps the player within 1,000 m of the origin.
/// fn keep_near(graph: &mut Graph, player: Handle<Node>) -> Result<(), ShiftError> {
///     let place = graph[player].global_position();
///     if place.norm() > 1000.0 {
///         shift_origin(graph, -place.map(|x| x.round()))?;
///     }
///     Ok(())
/// }
/// # let mut scene = fyrox::scene::Scene::new();
/// # let base = fyrox::scene::base::BaseBuilder::new();
/// # let player = fyrox::scene::pivot::PivotBuilder::new(base).build(&mut scene.graph).to_base();
/// # scene.graph[player].local_transform_mut().set_position(Vector3::new(1500.0, 2.0, 0.0));
/// # scene.graph.update_hierarchical_data();
/// # keep_near(&mut scene.graph, player)?;
/// # assert_eq!(scene.graph[player].global_position(), Vector3::zeros());
/// # Ok::<(), ShiftError>(())
/// ```
///
/// # Errors
/// If the vector is not finite or beyond ±1e9 m in a component, or if it moves a flock beyond that.
/// Nothing moves then.
pub fn shift_origin(graph: &mut Graph, by: Vector3<f32>) -> Result<(), ShiftError> {
    if !by.iter().all(|x| x.is_finite()) {
        return Err(ShiftError::NotFinite(by));
    }
    let shift = by.cast();
    try_all_flocks(graph, |runtime| runtime.check_shift(&shift))?;
    for child in graph[graph.get_root()].children().to_vec() {
        graph[child].local_transform_mut().offset(by);
    }
    graph.update_hierarchical_data();
    let world = world_of(graph).map(|world| {
        let mut world = lock(&world);
        let origin = world.origin() + shift;
        world.shift_to(origin);
        NodeFrame::world_from(origin)
    });
    let mut drawn = Vec::new();
    try_all_flocks(graph, |runtime| {
        runtime.shift(&shift, world.as_ref())?;
        drawn.push((runtime.drawing.node(), runtime.living_in));
        Ok(())
    })?;
    // The engine may draw the flocks before their next update.
    for (renderer, frame) in drawn {
        if let Ok(renderer) = graph.try_get_mut_of_type::<FlockRenderer>(renderer) {
            renderer.set_node_frame(&frame);
        }
    }
    Ok(())
}

/// Calls `act` with all flocks of a scene, also with those that have not started.
fn try_all_flocks(
    graph: &mut Graph,
    mut act: impl FnMut(&mut Runtime) -> Result<(), SettingsError>,
) -> Result<(), ShiftError> {
    for node in graph.linear_iter_mut() {
        let scripts = node.scripts_mut().filter_map(flock_script_mut);
        let mut runtimes = scripts.filter_map(|script| script.slot_mut().get_mut());
        runtimes
            .try_for_each(&mut act)
            .map_err(ShiftError::Refused)?;
    }
    Ok(())
}

impl Runtime {
    fn check_shift(&self, shift: &Vector3<f64>) -> Result<(), SettingsError> {
        let simulation = self.simulation();
        simulation.map_or(Ok(()), |simulation| simulation.check_translation(shift))
    }

    /// `world`: the shifted frame of flocks without a node.
    fn shift(
        &mut self,
        shift: &Vector3<f64>,
        world: Option<&NodeFrame>,
    ) -> Result<(), SettingsError> {
        self.loaded_shift += shift;
        if let Some(world) = world.filter(|_| self.living_in.is_world()) {
            self.living_in = *world;
        }
        let simulation = self.simulation_mut();
        simulation.map_or(Ok(()), |simulation| simulation.translate(*shift))
    }
}
