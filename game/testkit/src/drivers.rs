//! Flocks on another driver.

use flock_sim::{settings::Driver, Flock};

/// Lets another driver simulate a flock.
pub fn set_driver(flock: &mut Flock, driver: Driver) {
    let mut settings = flock.settings().clone();
    settings.simulation.driver = driver;
    flock.set_settings(settings).unwrap();
}

/// The same flock on another driver.
pub fn twin(flock: &Flock, driver: Driver) -> Flock {
    let twin = Flock::restore(&flock.snapshot(), flock.geometry().clone());
    on(driver, twin.unwrap())
}

/// A flock on another driver.
pub fn on(driver: Driver, mut flock: Flock) -> Flock {
    set_driver(&mut flock, driver);
    flock
}

/// Asserts that the flock is simulated on the GPU and that nothing went wrong.
#[track_caller]
pub fn assert_on_gpu(flock: &Flock) {
    assert_eq!(flock.gpu_error(), None);
    assert!(flock.adapter().is_some());
}
