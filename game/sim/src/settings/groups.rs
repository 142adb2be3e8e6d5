//! The list of the groups of settings: whatever has a field for each of them is declared by it.

/// Expands a macro with the groups of settings, each as `/// docs` and `name: Type = default;`, after other tokens if
/// there are any. The types must be in scope.
#[doc(hidden)]
#[macro_export]
macro_rules! settings_groups {
    ($declare:ident! { $($before:tt)* }) => {
        $declare! {
            $($before)*
            /// Number of boids and their start.
            spawn: Spawn = Spawn::default();
            /// Steers a boid towards the mean position of its neighbours. Default: on, weight 1.2, radius
            /// 0.6.
            cohesion: Rule = Rule::new(1.2, 0.6);
            /// Steers a boid away from neighbours that are too close. Two boids at the very same position part
            /// in opposite directions that follow from their ids. Default: on, weight 1.8, radius 0.22.
            separation: Rule = Rule::new(1.8, 0.22);
            /// Steers a boid in the direction in which its neighbours move. Default: on, weight 1.5, radius
            /// 0.5.
            alignment: Rule = Rule::new(1.5, 0.5);
            /// Neighbours that count, and their weights.
            neighbours: Neighbours = Neighbours::default();
            /// Wandering: random steering. Default: off.
            wander: Wander = Wander::default();
            /// Steering and the limits of motion.
            motion: Motion = Motion::default();
            /// The volume that the boids stay in.
            boundary: Boundary = Boundary::default();
            /// Avoidance: boids see the level's static geometry ahead and steer clear of it.
            avoidance: Avoidance = Avoidance::default();
            /// Collision of the boids with the level's static geometry.
            collision: Collision = Collision::default();
            /// Flight from hunters. Default: off.
            fear: Fear = Fear::default();
            /// Panic that passes from boid to boid. Default: off.
            panic: Panic = Panic::default();
            /// Hunting in attacks. Default: off.
            hunting: Hunting = Hunting::default();
            /// Level of detail of the simulation. Default: off.
            detail: Detail = Detail::default();
            /// Size, turning and tail beat of the drawn bodies.
            body: Body = Body::default();
            /// Time step and threads.
            simulation: Simulation = Simulation::default();
        }
    };
}
