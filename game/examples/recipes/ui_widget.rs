//! An aquarium in the user interface: a widget draws its own fish, which flee from the pointer.

use super::{aquarium::Aquarium, Recipe};
use fyrox::{
    asset::manager::ResourceManager,
    core::{algebra::Vector2, math::Rect, pool::Handle},
    gui::{message::OsEvent, UserInterface},
    scene::Scene,
};
use fyrox_flock::prelude::*;
use std::collections::HashSet;

#[derive(Default)]
pub struct UiWidget {
    aquarium: Handle<Aquarium>,
    fish: usize,
    triangles: usize,
    fled: HashSet<BoidId>,
}

impl Recipe for UiWidget {
    /// A menu needs no scene, and neither does a simulation.
    fn start(&mut self, _: &mut Scene, _: &ResourceManager) {}

    fn update_ui(&mut self, ui: &mut UserInterface, frame: u32) {
        if frame == 0 {
            // The fish of this preset swim in the X-Y plane (`motion.plane`).
            let mut settings = Preset::Swarm2d.settings();
            settings.spawn.count = 200;
            let place = Rect::new(40.0, 22.0, 880.0, 495.0);
            self.aquarium = Aquarium::add(ui, place, settings);
        }
        if frame % 100 == 90 {
            // As if the player moved the mouse.
            let position = Vector2::new(480.0, 270.0);
            ui.process_os_event(&OsEvent::CursorMoved { position });
        }
        self.triangles = ui.drawing_context.get_triangles().len();
        let mut school = ui[self.aquarium].school();
        self.fish = school.len();
        self.fled
            .extend(school.drain_events().map(|event| event.boid));
    }

    fn result(&self, _: &Scene) -> Option<String> {
        let (fish, triangles, fled) = (self.fish, self.triangles, self.fled.len());
        (fish > 0).then(|| {
            format!("{triangles} triangles draw {fish} fish and the water, {fled} fish fled")
        })
    }
}
