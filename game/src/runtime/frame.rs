//! A frame of a running flock: the changes of its script, of its node and of the scene before the
//! steps, its events and its drawing after them.

use super::{
    flock_runtime::Runtime,
    gpu_start::GpuStart,
    last_seen::LastSeen,
    reported_errors::{log_name, ErrorKind},
    scene_effect::FrameEffects,
    scene_now::SceneNow,
    shared_geometry::{Geometries, SharedGeometry},
};
use flock_sim::{boids::Viewer, events::EventMask, Geometry, Placement, Settings, SettingsError};
use fyrox::{
    core::{log::Log, pool::Handle},
    scene::{graph::Graph, node::Node, Scene},
};
use std::{mem::take, sync::Arc};

impl Runtime {
    /// Applies changes of the script, of its node and of the level. `seconds`: the duration of the
    /// frame, if it is known.
    pub(super) fn apply_changes(
        &mut self,
        graph: &mut Graph,
        owner: Handle<Node>,
        geometries: &mut Geometries,
        frame: (u64, Option<f32>),
    ) {
        self.detect_simulation();
        self.drawing
            .update(&self.fields, graph, owner, &mut self.errors);
        let placement = self.living_in.placement_of(graph, owner);
        let extrusion = self.extrusion.update(&self.fields.settings, &placement);
        geometries.update(
            &mut self.geometry,
            &self.fields.query(extrusion, &self.living_in),
            &self.living_in,
        );
        let Some(geometry) = &self.geometry else {
            return;
        };
        geometry.lock().update(frame, &self.living_in, graph, owner);
        if self.simulation.is_none() && self.awaited_geometry().is_some() {
            return;
        }
        if self.awaits_gpu(placement, graph, owner) {
            return;
        }
        self.apply_geometry();
        self.apply_placement(placement, graph, owner);
        self.apply_settings(placement, graph, owner);
        self.apply_events();
        self.apply_budget(graph, owner);
        self.report_not_placed(graph, owner);
    }

    /// True while the GPU is prepared on which the flock is to start.
    fn awaits_gpu(&mut self, placement: Placement, graph: &Graph, owner: Handle<Node>) -> bool {
        if let Some(gpu_start) = &mut self.gpu_start {
            gpu_start.update(|| log_name(graph, owner));
        }
        if let Some(simulation) = &self.simulation {
            // To drop one that is not ready would wait for it.
            self.gpu_start
                .take_if(|it| it.seconds().is_none() && simulation.statistics().steps > 0);
            return false;
        }
        let settings = &self.fields.settings;
        let is_sound = settings.validate().is_ok() && placement.validate().is_ok();
        if !is_sound || !settings.starts_on_gpu() {
            return false;
        }
        let begin = || GpuStart::new(settings, placement, geometry_of(&self.geometry));
        let gpu_start = self.gpu_start.get_or_insert_with(begin);
        gpu_start.seconds().is_some()
    }

    /// Applies the effects on the flock of `owner`. `seconds`: the duration of the frame.
    pub(super) fn apply_effects(
        &mut self,
        graph: &Graph,
        owner: Handle<Node>,
        effects: FrameEffects,
        (frame, seconds): (u64, f32),
    ) {
        let (Some(simulation), Some(geometry)) = (&mut self.simulation, &self.geometry) else {
            return;
        };
        let mut geometry = geometry.lock();
        let bodies = if self.fields.solids.moving_bodies {
            geometry.moving_bodies(frame, graph)
        } else {
            None
        };
        let now = SceneNow {
            graph,
            within: &self.living_in,
            seconds,
        };
        let applied = self
            .effects
            .apply_all(simulation, owner, effects, bodies, now);
        drop(geometry);
        if take(&mut self.is_advice_due) {
            self.advise(graph, owner);
        }
        if let Some(refusals) = applied {
            refusals.report(&mut self.errors, graph, owner);
        }
    }

    /// Applies the selection of events. If it is empty, the game's own selection stays.
    fn apply_events(&mut self) {
        let Some(simulation) = &mut self.simulation else {
            return;
        };
        let mask = self.fields.events | self.startles.mask();
        if self.asked != mask {
            simulation.set_events(mask);
            self.asked = mask;
        }
    }

    /// Applies changes of the time budget. While it is 0, the budget that the game or a snapshot
    /// has set stays.
    fn apply_budget(&mut self, graph: &Graph, owner: Handle<Node>) {
        let Some(simulation) = &mut self.simulation else {
            return;
        };
        let asked = self.fields.budget;
        // By their bits, so that a NaN does not always differ.
        if self.asked_budget.to_bits() == asked.to_bits() {
            return;
        }
        self.asked_budget = asked;
        let error = simulation.set_budget((asked != 0.0).then_some(asked)).err();
        let message =
            error.map(|error| format!("{error}, or 0 for no limit; the last budget stays"));
        self.errors.update(ErrorKind::Budget, graph, owner, message);
    }

    fn take_events(&mut self) {
        self.events.clear();
        let has_asked = self.asked != EventMask::NONE;
        if let (true, Some(simulation)) = (has_asked, &mut self.simulation) {
            self.events.extend(simulation.drain_events());
        }
        self.startles.take(&self.events);
        if self.startles.is_heard {
            let wanted = self.fields.events;
            self.events
                .retain(|event| wanted.contains(event.kind.mask()));
        }
    }

    /// Takes the events since the last frame, and draws the flock.
    pub(super) fn show(&mut self, scene: &mut Scene, owner: Handle<Node>, viewers: &[Viewer]) {
        self.take_events();
        self.report_gpu(&scene.graph, owner);
        self.report_ways(&scene.graph, owner);
        self.draw(&mut scene.graph, viewers);
        self.draw_sight(&mut scene.drawing_context);
    }

    fn apply_geometry(&mut self) {
        let (Some(shared), Some(simulation)) = (&self.geometry, &mut self.simulation) else {
            return;
        };
        let shared = shared.lock();
        let geometry = shared.geometry();
        let is_given = self.given.as_ptr() == Arc::as_ptr(&geometry);
        if !is_given && shared.awaited().is_none() {
            self.given = Arc::downgrade(&geometry);
            simulation.set_geometry(geometry);
            self.effects.look_for_perches();
        }
    }

    fn apply_placement(&mut self, placement: Placement, graph: &Graph, owner: Handle<Node>) {
        if !self.placement.changes_to(&placement) {
            return;
        }
        let Some(simulation) = &mut self.simulation else {
            // The placement may be the reason why the flock has not started: tries again.
            self.settings = LastSeen::default();
            return;
        };
        let error = simulation.set_placement(placement).err();
        let message = error.map(|error| format!("the flock stays where it was: {error}"));
        self.errors
            .update(ErrorKind::Placement, graph, owner, message);
    }

    fn apply_settings(&mut self, placement: Placement, graph: &Graph, owner: Handle<Node>) {
        if !self.settings.changes_to(&self.fields.settings) {
            return;
        }
        let settings = self.fields.settings.clone();
        let (result, outcome) = match &mut self.simulation {
            Some(simulation) => (
                simulation.set_settings(settings),
                "the last good settings stay",
            ),
            None => (
                self.start_simulation(settings, placement, graph, owner),
                "there are no boids",
            ),
        };
        // Effects of scripts are a part of the advice.
        self.is_advice_due |= result.is_ok();
        let message = result.err().map(|error| format!("{outcome}: {error}"));
        self.errors
            .update(ErrorKind::Settings, graph, owner, message);
    }

    fn start_simulation(
        &mut self,
        settings: Settings,
        placement: Placement,
        graph: &Graph,
        owner: Handle<Node>,
    ) -> Result<(), SettingsError> {
        // Checked before the snapshot is taken, so that it is kept until the settings are valid.
        settings.validate()?;
        placement.validate()?;
        let geometry = geometry_of(&self.geometry);
        let restored = self.loaded.take().and_then(|snapshot| {
            let restored = flock_sim::Flock::restore(&snapshot, geometry.clone());
            let log = |error| {
                let name = log_name(graph, owner);
                Log::err(format!(
                    "{name}: it starts anew, not from its snapshot: {error}"
                ))
            };
            restored.map_err(log).ok()
        });
        let (frame, shift) = (*self.living_in.pose(), take(&mut self.loaded_shift));
        // The frame of a restored flock whose node is where it was saved has not followed the node yet:
        // it does so in the next frame of the game, as it would have without the snapshot.
        let follows_later = restored.is_some() && self.restored.is_unmoved(self.living_in.node());
        let mut simulation = match restored {
            Some(mut restored) => {
                restored.translate(shift)?;
                if *restored.settings() != settings {
                    restored.set_settings(settings)?;
                }
                if *restored.placement() != placement {
                    restored.set_placement(placement)?;
                }
                restored
            }
            None => flock_sim::Flock::new(settings, placement, geometry)?,
        };
        if *simulation.frame() != frame && !follows_later {
            simulation.set_frame(frame)?;
        }
        self.simulation = Some(Box::new(simulation));
        self.detect_simulation();
        Ok(())
    }
}

/// The geometry in which a flock starts.
fn geometry_of(shared: &Option<SharedGeometry>) -> Arc<Geometry> {
    let shared = shared.as_ref();
    shared.map_or_else(Arc::default, |shared| shared.lock().geometry())
}
