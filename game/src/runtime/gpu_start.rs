//! The preparation of a GPU before a flock starts on it.
//!
//! The first step on a GPU opens the device, loads the geometry and compiles shaders, which can take
//! seconds. A thread makes this step with a flock of one boid and the same settings. The real flock
//! starts when the device is ready.

use flock_sim::{settings::Backend, Flock, Geometry, Placement, Settings};
use fyrox::core::{instant::Instant, log::Log};
use std::{
    sync::Arc,
    thread::{sleep, Builder, JoinHandle},
    time::Duration,
};

/// Seconds from which a preparation is logged.
const LOGGED_FROM: f32 = 0.1;

/// A GPU that is being prepared, or is ready.
pub(super) struct GpuStart {
    since: Instant,
    /// The preparation; `None` once it is complete.
    thread: Option<JoinHandle<Option<Flock>>>,
    /// The flock of one boid, which keeps the device open.
    held: Option<Box<Flock>>,
}

impl GpuStart {
    /// Begins to prepare the GPU.
    pub(super) fn new(settings: &Settings, placement: Placement, geometry: Arc<Geometry>) -> Self {
        let mut settings = settings.clone();
        settings.spawn.count = 1;
        settings.simulation.backend = Backend::Gpu;
        let thread = Builder::new().name("flock GPU".into());
        let thread = thread.spawn(move || first_step(settings, placement, geometry));
        Self {
            since: Instant::now(),
            // Without a thread, the real flock makes the first step itself.
            thread: thread.ok(),
            held: None,
        }
    }

    /// Seconds since the preparation began; `None` once it is complete.
    pub(super) fn seconds(&self) -> Option<f32> {
        self.thread.as_ref()?;
        Some(self.since.elapsed().as_secs_f32())
    }

    /// Takes the result of the preparation if it is complete, and logs how long it took. `name` names
    /// the flock.
    pub(super) fn update(&mut self, name: impl FnOnce() -> String) {
        let Some(thread) = self.thread.take_if(|it| it.is_finished()) else {
            return;
        };
        let seconds = self.since.elapsed().as_secs_f32();
        // If it failed, the real flock meets the same error and reports it.
        self.held = thread.join().ok().flatten().map(Box::new);
        if let Some(adapter) = self.held.as_deref().and_then(Flock::adapter) {
            if seconds >= LOGGED_FROM {
                Log::info(format!(
                    "{}: {adapter} was prepared in {seconds:.1} s",
                    name()
                ));
            }
        }
    }

    /// Waits until the preparation is complete.
    pub(super) fn wait(&self) {
        while self.thread.as_ref().is_some_and(|it| !it.is_finished()) {
            sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for GpuStart {
    /// Waits: a process must not end while a driver compiles.
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn first_step(settings: Settings, placement: Placement, geometry: Arc<Geometry>) -> Option<Flock> {
    let frame = settings.simulation.time_step;
    let mut flock = Flock::new(settings, placement, geometry).ok()?;
    // Waits for the first drawn state.
    flock.advance(frame);
    Some(flock)
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use super::*;
    use flock_sim::gpu;

    /// The adapter that a flock waited for.
    fn awaited() -> Option<String> {
        let settings = Settings::default();
        let mut start = GpuStart::new(&settings, Placement::default(), Arc::default());
        assert!(start.seconds().is_some());
        start.wait();
        start.update(|| "a flock".into());
        assert_eq!(start.seconds(), None);
        start.held.as_ref()?.adapter().map(String::from)
    }

    #[test]
    fn a_flock_waits_until_its_gpu_is_ready_or_has_failed() {
        // Also a software adapter.
        gpu::prefer(Some(""));
        assert!(awaited().is_some());
        gpu::prefer(Some("no such adapter"));
        assert_eq!(awaited(), None);
    }
}
