//! The flock on a graphics card, and back.

use super::Flock;
use crate::{
    boids::Boids,
    gpu::{
        device::Gpu,
        resident::{Home, News, Resident},
        shared::{changes, shared},
        AdapterKind,
    },
    instances,
    step::{Circumstances, Step},
    Advance, Driver, GpuError, Statistics,
};
use std::sync::Arc;

/// From so many boids on [`Driver::Automatic`] takes a graphics card. An estimate: with fewer, a step on all threads takes no
/// longer than handing sixteen passes to a card.
const AUTOMATIC_FROM: usize = 20_000;

/// The flock's place on a graphics card.
#[derive(Default)]
pub(super) struct Card {
    /// If there, the boids live on the card, and the flock's own arrays are of when they moved there.
    resident: Option<Box<Resident>>,
    /// Where they lived before they came home.
    left: Option<Box<Resident>>,
    /// Why the boids do not live on a card although they should. Until the driver or what is asked for changes, it is not tried
    /// again.
    error: Option<GpuError>,
    /// How often another adapter had been preferred then.
    preferences: u32,
}

impl Card {
    /// What is asked for has changed: it may be supported now, there may be room for it, or it may be another driver.
    pub(super) fn try_again(&mut self, is_other_driver: bool) {
        let may_help = matches!(
            self.error,
            Some(GpuError::Unsupported { .. } | GpuError::TooLarge { .. })
        );
        if may_help || is_other_driver {
            self.error = None;
        }
    }

    fn fail(&mut self, error: GpuError) {
        self.error = Some(error);
        self.preferences = changes();
    }
}

impl Flock {
    /// The name of the graphics card on which the boids live; none while they are simulated by the processor.
    pub fn adapter(&self) -> Option<&str> {
        self.card.resident.as_ref().map(|it| it.adapter())
    }

    /// Why the boids are simulated by the processor although `simulation.driver` asks for a graphics card. Known after the first
    /// step. None for [`Driver::Automatic`] where there just is no card, or a setting that it cannot do.
    ///
    /// It is tried again when another driver or adapter is chosen, or if a setting or the number of boids was the reason, when
    /// settings change.
    pub fn gpu_error(&self) -> Option<&GpuError> {
        let is_automatic = self.settings.simulation.driver == Driver::Automatic;
        self.card.error.as_ref().filter(|error| {
            let is_no_fault = matches!(
                error,
                GpuError::NoAdapter { .. } | GpuError::Unsupported { .. }
            );
            !(is_automatic && is_no_fault)
        })
    }

    /// Waits until all steps are done. Only a graphics card has steps that are not.
    pub fn wait(&self) {
        if let Some(resident) = &self.card.resident {
            resident.wait();
        }
    }

    /// The boids as they are known: on a graphics card what is drawn, or after single steps, which are then waited for, as
    /// they are.
    pub(super) fn known(&self) -> &Boids {
        let Some(resident) = &self.card.resident else {
            return &self.current;
        };
        let there = resident.boids(&self.lookup, &self.settings);
        there.unwrap_or_else(|| {
            let driver = self.settings.simulation.driver;
            self.lookup.note_all(&self.current.slot, driver);
            &self.current
        })
    }

    /// The state before the last step and the one after, as they are on a card, or if it fails, as they were last known. None if
    /// the flock's own arrays hold them.
    pub(super) fn exact(&self) -> Option<[Boids; 2]> {
        let resident = self.card.resident.as_ref()?;
        let known = || {
            let boids = resident.last_known()?;
            Some([boids.clone(), boids])
        };
        let back = resident.bring_back(&self.sights.memory).ok();
        back.or_else(known)
    }

    /// Moves the boids to where the settings ask for, and tells whether that is a graphics card.
    pub(super) fn settle(&mut self) -> bool {
        let wants_card = match self.settings.simulation.driver {
            Driver::SingleThread | Driver::AllThreads => false,
            Driver::Gpu => true,
            Driver::Automatic => self.len() >= AUTOMATIC_FROM,
        };
        if !wants_card {
            self.come_home();
            (self.card.left, self.card.error) = (None, None);
            return false;
        }
        if self.card.error.is_some() && self.card.preferences != changes() {
            self.card.error = None;
        }
        if self.card.resident.is_none() && self.card.error.is_none() {
            let settled = self.check_support();
            let left = self.card.left.take();
            match settled.and_then(|()| self.move_in(self.device()?, left.map(|left| *left))) {
                Ok(resident) => self.card.resident = Some(Box::new(resident)),
                Err(error) => self.card.fail(error),
            }
        }
        self.card.resident.is_some()
    }

    /// The device that the driver may use.
    fn device(&self) -> Result<Arc<Gpu>, GpuError> {
        let device = shared()?;
        let is_software = device.adapter().kind() == AdapterKind::Software;
        match self.settings.simulation.driver == Driver::Automatic && is_software {
            true => Err(GpuError::NoAdapter {
                software: vec![device.adapter().name().into()],
            }),
            false => Ok(device),
        }
    }

    fn move_in(&self, gpu: Arc<Gpu>, left: Option<Resident>) -> Result<Resident, GpuError> {
        let home = Home {
            previous: &self.previous,
            current: &self.current,
            memory: &self.sights.memory,
            slots: self.lookup.slot_count(),
            steps: self.statistics.steps,
        };
        Resident::move_in(gpu, &home, left)
    }

    fn check_support(&self) -> Result<(), GpuError> {
        match self.custom_rule {
            Some(_) => Err(GpuError::Unsupported {
                setting: "the rule of Flock::set_custom_rule",
                remedy: "remove it, or set simulation.driver to AllThreads",
            }),
            None => Ok(()),
        }
    }

    /// Brings the boids back from the card, as they are, if they are there. Takes the time of copying them.
    pub(super) fn come_home(&mut self) {
        self.statistics = self.counted_exactly();
        let Some(resident) = self.card.resident.take() else {
            return;
        };
        match resident.bring_back(&self.sights.memory) {
            Ok([previous, current]) => {
                self.previous.copy_from(&previous);
                self.current.copy_from(&current);
                self.card.left = Some(resident);
            }
            Err(error) => {
                self.card.fail(error);
                if let Some(known) = resident.last_known() {
                    self.previous.copy_from(&known);
                    self.current.copy_from(&known);
                }
            }
        }
        self.cache.outdate();
        let driver = self.settings.simulation.driver;
        self.lookup.note_all(&self.current.slot, driver);
    }

    /// The counters, also of steps of which nothing is drawn, which are then waited for.
    pub(super) fn counted(&self) -> Statistics {
        match &self.card.resident {
            Some(resident) if resident.is_shown() => self.statistics,
            _ => self.counted_exactly(),
        }
    }

    /// The same, waiting for all steps in any case.
    pub(super) fn counted_exactly(&self) -> Statistics {
        let mut statistics = self.statistics;
        let Some(resident) = &self.card.resident else {
            return statistics;
        };
        (statistics.frames_late, statistics.latency_milliseconds) = (0, 0.0);
        if let Ok((tally, steps @ 1..)) = resident.unread(statistics.steps) {
            let dt = self.settings.simulation.time_step;
            let milliseconds = statistics.step_milliseconds;
            statistics.add_steps(&tally, steps, dt, milliseconds);
        }
        statistics
    }

    /// The card failed, or cannot do what is asked for.
    fn leave_card(&mut self, error: GpuError) {
        self.come_home();
        self.card.fail(error);
        self.card.left = None;
    }

    /// Lets the card make a step. Returns whether it did; if not, the boids are back.
    pub(super) fn step_on_card(&mut self, may_wait: bool) -> bool {
        let stepped = self.check_support().and_then(|()| {
            let Some(resident) = &mut self.card.resident else {
                return Ok(false);
            };
            let circumstances = Circumstances {
                geometry: &self.geometry,
                sights: &self.sights,
                frights: self.scares.frights(),
                custom: None,
                time: self.time,
                steps: self.statistics.steps,
                vectors: self.vectors,
            };
            let step = Step::new(&self.settings, &self.placement, &circumstances);
            resident
                .step(&step, &self.geometry, may_wait)
                .map(|()| true)
        });
        match stepped {
            Ok(stepped) => {
                self.statistics.steps += u64::from(stepped);
                stepped
            }
            Err(error) => {
                self.leave_card(error);
                false
            }
        }
    }

    /// What [`advance`](Self::advance) does with a flock on a card. None if the card fails; the boids are back then.
    pub(super) fn advance_on_card(&mut self, seconds: f32) -> Option<Advance> {
        let resident = self.card.resident.as_mut()?;
        let news = match resident.land() {
            Ok(news) => news,
            Err(error) => {
                self.leave_card(error);
                return None;
            }
        };
        let is_behind = resident.is_behind();
        if let Some(news) = news {
            self.take_in(&news);
        }
        if is_behind {
            let dropped_seconds = if seconds > 0.0 { seconds } else { 0.0 };
            self.note_age();
            return Some(Advance {
                steps: 0,
                dropped_seconds,
            });
        }
        let advance = self.clock.advance(seconds, &self.settings.simulation);
        (0..advance.steps).for_each(|_| self.make_step(false));
        self.blend = self.clock.blend(&self.settings.simulation);
        self.show();
        self.note_age();
        Some(advance)
    }

    /// Notes how old is what is drawn.
    fn note_age(&mut self) {
        if let Some(resident) = &self.card.resident {
            let (frames, milliseconds) = resident.age();
            self.statistics.add_latency(frames, milliseconds);
        }
    }

    fn take_in(&mut self, news: &News) {
        self.cache.outdate();
        let dt = self.settings.simulation.time_step;
        let statistics = &mut self.statistics;
        if news.steps > 0 {
            statistics.add_steps(&news.tally, news.steps, dt, news.milliseconds_per_step);
        }
    }

    fn show(&mut self) {
        // The first frame is waited for.
        self.cache.outdate();
        let (containment, steps) = (self.containment(), self.statistics.steps);
        let Some(resident) = &mut self.card.resident else {
            return;
        };
        let shown = resident.show(containment.as_ref(), &self.settings, self.blend, steps);
        if let Err(error) = shown {
            self.leave_card(error);
        }
    }

    /// What [`write_instances`](Self::write_instances) does with a flock on a card. Returns whether it is on one.
    pub(super) fn write_drawn(&self, out: &mut [[f32; 4]]) -> bool {
        let Some(resident) = &self.card.resident else {
            return false;
        };
        match resident.texels() {
            Some(texels) => {
                let count = texels.len().min(out.len());
                out[..count].copy_from_slice(&texels[..count]);
            }
            None => {
                let boids = self.known();
                let containment = self.containment();
                let (settings, containment) = (&self.settings, containment.as_ref());
                instances::write(out, boids, boids, 1.0, settings, containment);
            }
        }
        true
    }
}

#[cfg(test)]
#[path = "card_tests.rs"]
mod tests;
