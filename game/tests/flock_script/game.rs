//! A game without a window, with one flock.

use flock_testkit::engine;
use fyrox::{
    core::{
        log::{Log, LogMessage, MessageKind},
        pool::Handle,
    },
    engine::Engine,
    scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder, Scene},
};
use fyrox_flock::{
    render::FlockRenderer,
    sim::{self, Settings},
    Flock,
};
use std::sync::mpsc::{channel, Receiver};

pub const STEP: f32 = 1.0 / 60.0;

/// A game with one flock.
pub struct Game {
    pub engine: Engine,
    pub scene: Handle<Scene>,
    pub node: Handle<Node>,
    log: Receiver<LogMessage>,
}

impl Game {
    pub fn new(name: &str, flock: Flock) -> Self {
        Self::with_scene(name, flock, |_| ())
    }

    pub fn with_scene(name: &str, flock: Flock, furnish: impl FnOnce(&mut Scene)) -> Self {
        let mut scene = Scene::new();
        furnish(&mut scene);
        let base = BaseBuilder::new().with_name(name).with_script(flock);
        let node = PivotBuilder::new(base).build(&mut scene.graph).to_base();
        Self::of_scene(engine(), scene, node)
    }

    /// A game that runs a scene with a flock on `node`.
    pub fn of_scene(mut engine: Engine, scene: Scene, node: Handle<Node>) -> Self {
        let (sender, log) = channel();
        Log::add_listener(sender);
        let scene = engine.scenes.add(scene);
        engine.register_scripted_scene(scene);
        Self {
            engine,
            scene,
            node,
            log,
        }
    }

    /// Updates the game for some frames.
    pub fn update(&mut self, frames: usize, dt: f32) {
        for _ in 0..frames {
            engine::update(&mut self.engine, dt);
        }
    }

    pub fn scene(&mut self) -> &mut Scene {
        &mut self.engine.scenes[self.scene]
    }

    pub fn flock(&mut self) -> &mut Flock {
        let node = self.node;
        let script = self.scene().graph[node].try_get_script_mut::<Flock>();
        script.expect("the node carries the script")
    }

    pub fn change(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.flock().settings();
        change(&mut settings);
        self.flock().set_settings(settings);
    }

    pub fn simulation(&mut self) -> &sim::Flock {
        self.flock().running().expect("the flock runs")
    }

    pub fn renderers(&mut self) -> Vec<usize> {
        let nodes = self.scene().graph.linear_iter();
        let renderers = nodes.filter_map(|node| node.cast::<FlockRenderer>());
        renderers.map(FlockRenderer::instance_count).collect()
    }

    /// Log messages about the flock since the last call.
    pub fn messages(&self, kind: MessageKind, name: &str) -> Vec<String> {
        let messages = self.log_about(name).into_iter();
        let ours = messages.filter(|message| message.kind == kind);
        ours.map(|message| message.content).collect()
    }

    /// Log messages of all kinds about the flock since the last call.
    pub fn log_about(&self, name: &str) -> Vec<LogMessage> {
        let about = format!("Flock of node {name}:");
        let ours = |message: &LogMessage| message.content.contains(&about);
        self.log.try_iter().filter(ours).collect()
    }

    /// Log messages that contain a text since the last call.
    pub fn messages_with(&self, kind: MessageKind, text: &str) -> Vec<String> {
        let ours = |message: &LogMessage| message.kind == kind && message.content.contains(text);
        let messages = self.log.try_iter().filter(ours);
        messages.map(|message| message.content).collect()
    }

    /// The errors among them.
    pub fn reports(&self, name: &str) -> Vec<String> {
        self.messages(MessageKind::Error, name)
    }
}

pub fn engine() -> Engine {
    // The engine keeps a registry of resources in the working directory.
    std::env::set_current_dir(std::env::temp_dir()).expect("there is a folder for temporary files");
    engine::without_window(fyrox_flock::register).expect("the engine starts without a window")
}

pub fn fish(count: u32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    Flock::new(settings)
}
