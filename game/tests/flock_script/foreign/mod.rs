//! Models from other programs: a flock draws them as their files say, in the right size and
//! direction, and names what it cannot use. The files are written by the tests, and their poses are
//! evaluated without the engine.

mod animated;
mod drawn;
mod meshes;
mod refused;
mod transforms;

use crate::{
    game::{fish, Game, STEP},
    models::levels,
};
use drawn::Drawn;
use flock_testkit::gltf::Document;
use fyrox::{
    core::{
        algebra::Vector3,
        log::{LogMessage, MessageKind},
    },
    resource::model::Model,
};
use fyrox_flock::{render::ClipChoice, Flock};
use std::{fs, time::Duration};

/// A flock with a model.
pub struct Flown {
    pub game: Game,
    /// The number of triangles at each level of detail.
    pub levels: Vec<usize>,
    /// The finest level.
    pub body: Drawn,
    /// The errors in the log.
    pub errors: Vec<String>,
}

impl Flown {
    /// What the flock says of its model.
    pub fn problems(&mut self) -> Vec<String> {
        self.game.flock().problems()
    }

    /// The drawn vertices of a played animation at a phase.
    pub fn posed(&mut self, clip: &str, phase: f32) -> Vec<Vector3<f32>> {
        let playing = self
            .game
            .flock()
            .playing()
            .expect("it plays its animations");
        let vertex = |vertex| {
            playing
                .vertex_at(clip, vertex, phase)
                .expect("it is baked")
                .0
        };
        (0..playing.vertices()).map(vertex).collect()
    }

    #[track_caller]
    pub fn assert_flawless(&mut self) {
        assert!(self.errors.is_empty(), "{:?}", self.errors);
        let problems = self.problems();
        assert!(problems.is_empty(), "{problems:?}");
    }
}

/// Lets a flock fly with the model in a file.
pub fn fly_file(name: &str, file: &[u8], set: impl FnOnce(&mut Flock)) -> Flown {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("body.glb");
    fs::write(&path, file).unwrap();
    let mut game = Game::new(name, fish(8));
    let resources = &game.engine.resource_manager;
    resources.update_or_load_registry();
    let model = resources.request::<Model>(&path);
    let flock = game.flock();
    *flock.model = Some(model);
    flock.draw_detail.quality = 100.0;
    set(flock);
    let mut log = Vec::new();
    let has_levels = |it: &LogMessage| it.content.contains("levels of detail");
    let mut updates = 0..3000;
    while !log.iter().any(has_levels) && !is_refused(&mut game) {
        updates.next().expect("the model is drawn or refused");
        std::thread::sleep(Duration::from_millis(2));
        game.update(1, STEP);
        log.extend(game.log_about(name));
    }
    game.update(30, STEP);
    for boid in game.simulation().boids() {
        assert!(boid.position.iter().all(|it| it.is_finite()));
    }
    log.extend(game.log_about(name));
    let errors = log.iter().filter(|it| it.kind == MessageKind::Error);
    let errors = errors.map(|it| it.content.clone()).collect();
    let (body, levels) = (Drawn::of(game.scene()), levels(&mut game));
    Flown {
        game,
        levels,
        body,
        errors,
    }
}

fn is_refused(game: &mut Game) -> bool {
    let problems = game.flock().problems();
    problems
        .iter()
        .any(|it| it.contains("a built-in body is drawn instead"))
}

/// Lets a flock fly with a model.
pub fn fly_with(name: &str, document: &Document, set: impl FnOnce(&mut Flock)) -> Flown {
    fly_file(name, &document.to_glb(), set)
}

/// Lets a flock fly with a model at rest.
pub fn fly(name: &str, document: &Document) -> Flown {
    fly_with(name, document, |_| ())
}

/// Lets a flock fly with the animations of a model.
pub fn play(name: &str, document: &Document) -> Flown {
    fly_with(name, document, |flock| *flock.animation = ClipChoice::on())
}

/// Asserts that these are the vertices of a document at rest, in any order, with their triangles
/// facing outward and no complaint.
#[track_caller]
pub fn assert_drawn(flown: &mut Flown, document: &Document) {
    flown.assert_flawless();
    flown.body.assert_outward();
    flown.body.assert_positions(&document.pose(None), 1e-5);
}
