//! The GPU that tests run on: the best adapter there is, also one in software. Without one they
//! fail.

use flock_sim::{gpu, Driver, Flock, Placement, Settings};
use std::{mem::forget, sync::Once};

static CHOSEN: Once = Once::new();

/// [`Driver::Gpu`], on that adapter.
pub fn gpu_driver() -> Driver {
    CHOSEN.call_once(|| {
        let adapters = gpu::adapters();
        let best = adapters.first();
        let best = best.expect("a Vulkan driver; install mesa-vulkan-drivers for one in software");
        gpu::prefer(Some(best.name()));
        keep_device_open();
    });
    Driver::Gpu
}

/// The device closes with the last flock on it. The next one would compile all its shaders again, which takes
/// most of the time of a short test.
fn keep_device_open() {
    let mut settings = Settings::default();
    settings.spawn.count = 1;
    settings.simulation.driver = Driver::Gpu;
    let flock = Flock::new(settings, Placement::default(), Default::default());
    let mut flock = flock.unwrap();
    flock.step();
    forget(flock);
}

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
