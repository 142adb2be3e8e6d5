//! Flocks on another backend.

use flock_sim::{settings::Backend, Flock};

/// Lets another backend simulate a flock.
pub fn set_backend(flock: &mut Flock, backend: Backend) {
    let mut settings = flock.settings().clone();
    settings.simulation.backend = backend;
    flock.set_settings(settings).unwrap();
}

/// The same flock on another backend.
pub fn twin(flock: &Flock, backend: Backend) -> Flock {
    let twin = Flock::restore(&flock.snapshot(), flock.geometry().clone());
    on(backend, twin.unwrap())
}

/// A flock on another backend.
pub fn on(backend: Backend, mut flock: Flock) -> Flock {
    set_backend(&mut flock, backend);
    flock
}

/// Asserts that the flock is simulated on the GPU and that nothing went wrong.
#[track_caller]
pub fn assert_on_gpu(flock: &Flock) {
    assert_eq!(flock.gpu_error(), None);
    assert!(flock.adapter().is_some());
}
