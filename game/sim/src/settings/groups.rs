//! The list of the groups of settings. Every struct with one field for each group is declared from
//! it.

/// Calls a macro with the list of the groups of settings.
///
/// Each group is passed as `/// docs` and `name: Type = default;`. Tokens that are given in the
/// braces come before the list. The types must be in scope.
#[doc(hidden)]
#[macro_export]
macro_rules! settings_groups {
    ($declare:ident! { $($before:tt)* }) => {
        $declare! {
            $($before)*
            /// Number of boids and how they start.
            spawn: Spawn = Spawn::default();
            /// Steers a boid towards the mean position of its neighbours. Default: on, weight 1.2,
            /// radius 0.6.
            cohesion: Rule = Rule::new(1.2, 0.6);
            /// Steers a boid away from neighbours that are too close. Two boids at exactly the same
            /// position part in opposite directions, which follow from their ids. Default: on,
            /// weight 1.8, radius 0.22.
            separation: Rule = Rule::new(1.8, 0.22);
            /// Steers a boid in the direction in which its neighbours move. Default: on, weight
            /// 1.5, radius 0.5.
            alignment: Rule = Rule::new(1.5, 0.5);
            /// Which neighbours count, and with what weight.
            neighbours: Neighbours = Neighbours::default();
            /// Wandering: random steering. Default: off.
            wander: Wander = Wander::default();
            /// What steering controls, and the limits of motion.
            motion: Motion = Motion::default();
            /// Boundary: the volume that the boids stay in.
            boundary: Boundary = Boundary::default();
            /// Avoidance: boids see static geometry and moving obstacles ahead and steer clear of
            /// them.
            avoidance: Avoidance = Avoidance::default();
            /// Collision of the boids with the level's static geometry.
            collision: Collision = Collision::default();
            /// Fear: flight from threats. Default: off.
            fear: Fear = Fear::default();
            /// Panic: a sharp turn that passes from boid to boid. Default: off.
            panic: Panic = Panic::default();
            /// Hunting: attacks on single boids of the prey. Default: off.
            hunting: Hunting = Hunting::default();
            /// How influences find ways through the level.
            way_finding: WayFinding = WayFinding::default();
            /// Level of detail of the simulation. Default: off.
            detail: Detail = Detail::default();
            /// Size, turning and tail beat of the drawn bodies.
            body: Body = Body::default();
            /// Backend and time step of the simulation.
            simulation: Simulation = Simulation::default();
        }
    };
}
