//! Demo scenes in an engine without a window.

use flock_demo::{Deed, Player};
use flock_testkit::engine::{self, load_scene};
use fyrox::{
    core::pool::Handle,
    engine::Engine,
    graph::SceneGraph,
    scene::{node::Node, Scene},
};
use fyrox_flock::{
    sim::{self, Boid, Vec3},
    Flock,
};
use std::{
    path::Path,
    sync::{Mutex, PoisonError},
    thread::sleep,
    time::{Duration, Instant},
};

pub const STEP: f32 = 1.0 / 60.0;

/// A running demo scene.
pub struct World {
    engine: Engine,
    scene: Handle<Scene>,
}

impl World {
    /// Opens a demo scene and starts it.
    pub fn open(name: &str) -> Self {
        Self::open_changed(name, |_| ())
    }

    /// Opens a demo scene, changes it and starts it.
    pub fn open_changed(name: &str, change: impl FnOnce(&mut Scene)) -> Self {
        // The engine writes the registry when it starts, and the tests of this file run in
        // parallel.
        static START: Mutex<()> = Mutex::new(());
        let guard = START.lock().unwrap_or_else(PoisonError::into_inner);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        std::env::set_current_dir(root).expect("the repository's root exists");
        let engine = engine::without_window(flock_demo::register);
        let mut engine = engine.expect("the engine starts without a window");
        engine.resource_manager.update_or_load_registry();
        drop(guard);
        let mut scene = load_scene(&engine, flock_demo::scene_file(name));
        change(&mut scene);
        let manager = engine.resource_manager.clone();
        wait("a resource", || {
            manager.state().count_pending_resources() == 0
        });
        let scene = engine.scenes.add(scene);
        engine.register_scripted_scene(scene);
        let mut world = Self { engine, scene };
        world.update(1);
        world
    }

    pub fn update(&mut self, frames: usize) {
        for _ in 0..frames {
            engine::update(&mut self.engine, STEP);
        }
    }

    pub fn seconds(&mut self, seconds: f32) {
        self.update((seconds / STEP) as usize);
    }

    /// Updates until a condition holds that depends on background threads.
    pub fn update_until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        for _ in 0..2000 {
            self.update(1);
            if is_so(self) {
                return;
            }
            sleep(Duration::from_millis(2));
        }
        panic!("{what} takes too long");
    }

    pub fn scene(&self) -> &Scene {
        &self.engine.scenes[self.scene]
    }

    pub fn scene_mut(&mut self) -> &mut Scene {
        &mut self.engine.scenes[self.scene]
    }

    #[track_caller]
    pub fn handle(&self, name: &str) -> Handle<Node> {
        let found = self.scene().graph.find_by_name_from_root(name);
        found.unwrap_or_else(|| panic!("there is no node {name}")).0
    }

    #[track_caller]
    pub fn position(&self, name: &str) -> Vec3 {
        self.scene().graph[self.handle(name)].global_position()
    }

    /// The flock of a station.
    #[track_caller]
    pub fn flock(&self, station: &str) -> &sim::Flock {
        self.flock_at(&format!("{station} Flock"))
    }

    /// The flock of a node.
    #[track_caller]
    pub fn flock_at(&self, name: &str) -> &sim::Flock {
        let node = &self.scene().graph[self.handle(name)];
        let flock = node.try_get_script::<Flock>().and_then(Flock::running);
        flock.unwrap_or_else(|| panic!("the flock {name} does not run"))
    }

    /// Fraction of a station's boids for which `is_so` is true; it gets the boid and its position
    /// in the frame of its flock.
    #[track_caller]
    pub fn share(&self, station: &str, is_so: impl Fn(&Boid, Vec3) -> bool) -> f32 {
        let flock = self.flock(station);
        let place = *flock.placement();
        let local = |boid: &Boid| place.rotation.inverse() * (boid.position - place.origin);
        let number = flock.boids().filter(|boid| is_so(boid, local(boid)));
        number.count() as f32 / flock.len().max(1) as f32
    }

    pub fn player(&mut self) -> &mut Player {
        let node = self.handle("Player");
        let player = self.scene_mut().graph[node].try_get_script_mut::<Player>();
        player.expect("the node has a player")
    }

    /// Makes the player act at once.
    pub fn act(&mut self, deed: Deed) {
        self.player().act(deed);
        self.update(1);
    }

    /// Teleports the player.
    pub fn put_player(&mut self, at: Vec3) {
        let node = self.handle("Player");
        let transform = self.scene_mut().graph[node].local_transform_mut();
        transform.set_position(at);
        self.update(2);
    }
}

fn wait(what: &str, done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() {
        let waited = began.elapsed();
        assert!(waited < Duration::from_secs(120), "{what} takes too long");
        sleep(Duration::from_millis(5));
    }
}
