//! The script of a place where boids appear.

use super::{declare::*, place::hash_of_points, placed_emitter::PlacedEmitter};
use flock_sim::{emitters::Emitter, settings::Region, Vec3};
use fyrox::graph::SceneGraph;

effect_script! {
    /// A place where boids appear while the game runs, with limits to their lives. The emitter adds
    /// boids to every flock that it affects, so name the intended flock in `flocks`.
    pub struct FlockEmitter("2e94b6f1-d7a3-4058-bc1e-86f0c3d97a45", "Flock Emitter") {
        /// Radius of the ball around the node in which boids appear, in metres. 0 to 10,000;
        /// default 0.5.
        pub radius: f32 = 0.5, 0.0..=10000.0, step 0.1;
        /// Boids per second. 0 to 100,000; default 10.
        pub rate: f32 = 10.0, 0.0..=100000.0, step 1.0;
        /// Number of boids that appear when the emitter starts. 0 to 1,000,000; default 0.
        pub burst: u32 = 0u32, 0.0..=1000000.0, step 1.0;
        /// Initial speed along the look direction of the node (+Z), in m/s. 0: random directions
        /// with the flock's `spawn.speed`. 0 to 10,000; default 0.
        pub speed: f32 = 0.0, 0.0..=10000.0, step 0.1;
        /// Largest number of living boids from this emitter. Further boids are skipped until some
        /// are removed. 0 to 1,000,000; default 1,000.
        pub most_alive: u32 = 1000u32, 0.0..=1000000.0, step 1.0;
        /// Time after which a boid is removed, in seconds. 0: never. 0 to 1,000,000; default 0.
        pub lifetime: f32 = 0.0, 0.0..=1000000.0, step 1.0;
        /// Distance from the node beyond which a boid is removed, in metres. 0: no limit. An
        /// emitter that is a child of the player's node keeps boids around the player. 0 to
        /// 100,000; default 0.
        pub farthest: f32 = 0.0, 0.0..=100000.0, step 1.0;
        /// Node of an exit: boids within `exit_radius` of it are removed. Default: none.
        pub exit: Handle<Node> = Handle::NONE;
        /// Radius of the exit, in metres. 0 to 10,000; default 0.5.
        pub exit_radius: f32 = 0.5, 0.0..=10000.0, step 0.1;
    }
}

impl EffectScript for FlockEmitter {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn surroundings(&self, graph: &Graph, _: Handle<Node>, within: &NodeFrame) -> Option<u64> {
        let exit = graph.is_valid_handle(*self.exit);
        let exit = exit.then(|| within.position_of(graph, *self.exit));
        Some(hash_of_points(exit))
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let graph = place.graph;
        let exit = match graph.is_valid_handle(*self.exit) {
            true => {
                let exit = place.within.position_of(graph, *self.exit);
                Some((exit, *self.exit_radius))
            }
            false if self.exit.is_none() => None,
            false => return Err("its exit is a node that does not exist; choose another".into()),
        };
        let unless_zero = |number: f32| (number != 0.0).then_some(number);
        let ahead = place.frame.rotation * Vec3::z();
        Ok(Some(Effect::Emitter(PlacedEmitter {
            center: place.frame.origin,
            velocity: unless_zero(*self.speed).map(|speed| ahead * speed),
            exit,
            emitter: Emitter {
                region: Region::sphere(*self.radius),
                rate: *self.rate,
                most_alive: *self.most_alive,
                lifetime: unless_zero(*self.lifetime),
                farthest: unless_zero(*self.farthest),
                ..Emitter::default()
            },
            burst: *self.burst,
        })))
    }
}
