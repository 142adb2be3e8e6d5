//! A shift of the origin: a whole scene that moves at once, without a step.
//!
//! The call moves the local positions of the nodes. The engine updates global transforms after the
//! scripts, so the flocks, which read global transforms, are shifted at their first update after that.

use super::{
    flock_runtime::Runtime,
    flock_script::flock_script_mut,
    running_flock::RunningFlock,
    shift::Shift,
    world::SceneWorld,
    worlds::{lock, world_of},
};
use flock_sim::SettingsError;
use fyrox::{
    core::{
        algebra::{Matrix4, Vector3},
        log::Log,
    },
    graph::SceneGraph,
    scene::graph::Graph,
};

/// Largest component of a shift, and of the sum of all shifts, in metres.
const FARTHEST: f64 = 1e9;

/// Largest distance, in metres, from the origin of other flocks to a flock that starts with that origin.
const SHARED: f64 = 2000.0;

/// Why a scene was not shifted. Nothing has moved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShiftError {
    /// A component of the vector is not finite, or beyond ±1e9 m.
    #[error("by = {0:?}; allowed: -1e9 to 1e9 m for each component")]
    TooFar(Vector3<f32>),
    /// The root would have to be moved itself.
    #[error(
        "the root of the scene is moved, turned or scaled, has a script or is the frame of a flock, so it would stay \
         behind: put what it has on a node below it"
    )]
    Root,
    /// A flock cannot be moved so far.
    #[error("a flock cannot be shifted: {0}")]
    Refused(SettingsError),
}

/// Moves a whole scene by a vector, in metres, without a step: the nodes below the root with all that
/// is below them, their rigid bodies, and the flocks. For games that move the origin of their scene to
/// the player, because coordinates far from the origin are coarse.
///
/// The boids keep every bit of their coordinates in their flock, no boid meets anything new, no bird
/// takes off, and the geometry of the level is not built anew. Velocities stay. Nodes are rounded to
/// single precision in each shift, the frames of flocks are not. All flocks of the scene are shifted,
/// also disabled ones, but not those of a [`FlockHost`](crate::FlockHost). Logs and snapshots contain
/// the shift.
///
/// Call it in `Plugin::update` or in a script. Local positions are shifted at once. Global ones, the
/// boids for the game, and what is drawn follow when the engine updates the scene, like any movement of
/// a node. The game must move what it has stored itself: positions in its scripts, targets of kinematic
/// bodies, the vertices of navigational meshes, particles in world space, and the positions that an
/// animation gives to a node directly below the root. Cost: linear in the nodes of the graph.
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
/// # let player = fyrox::scene::pivot::PivotBuilder::new(base).build(&mut scene.graph);
/// # let player: Handle<Node> = player.to_base();
/// # scene.graph[player].local_transform_mut().set_position(Vector3::new(1500.0, 2.0, 0.0));
/// # scene.graph.update_hierarchical_data();
/// # keep_near(&mut scene.graph, player)?;
/// # scene.graph.update_hierarchical_data();
/// # assert_eq!(scene.graph[player].global_position(), Vector3::zeros());
/// # Ok::<(), ShiftError>(())
/// ```
///
/// # Errors
/// If a component of the vector, or of the sum of all shifts of a flock, is not finite or beyond ±1e9 m,
/// or if the root of the scene would have to move. Nothing moves then.
pub fn shift_origin(graph: &mut Graph, by: Vector3<f32>) -> Result<(), ShiftError> {
    let shift: Vector3<f64> = by.cast();
    if !is_near(&shift) {
        return Err(ShiftError::TooFar(by));
    }
    let root_handle = graph.get_root();
    let root = &graph[root_handle];
    if root.local_transform().matrix() != Matrix4::identity() || root.scripts().next().is_some() {
        return Err(ShiftError::Root);
    }
    let world = world_of(graph);
    let coming = world.as_ref().map(|world| lock(world).shifts.sum());
    let sum = shift + coming.unwrap_or_default();
    try_all_flocks(graph, |runtime| {
        if runtime.fields.frame == root_handle {
            return Err(ShiftError::Root);
        }
        runtime.check_shift(&sum)
    })?;
    let shift = Shift::of_nodes(graph, by);
    match world {
        Some(world) => lock(&world).shifts.push(shift),
        None => try_all_flocks(graph, |runtime| {
            runtime.shift(&shift.by);
            Ok(())
        })?,
    }
    Ok(())
}

fn is_near(shift: &Vector3<f64>) -> bool {
    shift.iter().all(|x| x.abs() <= FARTHEST)
}

/// Calls `act` with all flocks of a scene, also with those that have not started.
fn try_all_flocks(
    graph: &mut Graph,
    mut act: impl FnMut(&mut Runtime) -> Result<(), ShiftError>,
) -> Result<(), ShiftError> {
    for node in graph.linear_iter_mut() {
        let scripts = node.scripts_mut().filter_map(flock_script_mut);
        let mut runtimes = scripts.filter_map(|script| script.slot_mut().get_mut());
        runtimes.try_for_each(&mut act)?;
    }
    Ok(())
}

impl SceneWorld {
    /// Shifts the flocks by the shifts that the global transforms show by now. `flocks`: those that were
    /// taken out of the graph.
    pub(super) fn apply_shifts(&mut self, flocks: &mut [RunningFlock], graph: &mut Graph) {
        for shift in self.shifts.take(graph) {
            self.effects.shift(&shift, graph);
            self.geometries.shift(&shift.by);
            self.origin += shift.by;
            for flock in &mut *flocks {
                let way = shift.of_frame(graph, &flock.runtime.living_in);
                flock.runtime.shift(&way);
            }
            let others = try_all_flocks(graph, |runtime| {
                runtime.shift(&shift.by);
                Ok(())
            });
            Log::verify(others);
        }
        let coming = self.shifts.sum();
        for flock in flocks {
            flock.runtime.coming_shift = coming;
        }
    }

    /// The origin of the coordinates of a flock that starts in the world at a place of the scene: that of
    /// another flock nearby, so that they share the geometry of the level, or that of the scene.
    pub(super) fn origin_near(&self, place: &Vector3<f32>) -> Vector3<f64> {
        let is_near = (place.cast() - self.origin).norm() <= SHARED;
        if is_near {
            self.origin
        } else {
            Vector3::zeros()
        }
    }
}

impl Runtime {
    fn check_shift(&self, shift: &Vector3<f64>) -> Result<(), ShiftError> {
        if let Some(simulation) = self.simulation() {
            let check = simulation.check_translation(shift);
            return check.map_err(ShiftError::Refused);
        }
        let loaded = self.loaded.as_ref().map(|loaded| loaded.frame().origin);
        let sum = loaded.unwrap_or_default() + self.loaded_shift + shift;
        if is_near(&sum) {
            Ok(())
        } else {
            Err(ShiftError::TooFar(sum.cast()))
        }
    }

    fn shift(&mut self, by: &Vector3<f64>) {
        self.start_origin += by;
        match &mut self.simulation {
            // The shift was checked.
            Some(simulation) => Log::verify(simulation.translate(*by)),
            None => self.loaded_shift += by,
        }
    }
}
