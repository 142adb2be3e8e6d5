//! Flocks on another backend.

use crate::flocks::by_id;
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

/// Makes a step with a flock on the CPU and its twin on the GPU. Returns the number of boids that
/// differ by more than `velocity`, in m/s, or by a tenth of a millimetre.
#[track_caller]
pub fn differing(cpu: &mut Flock, gpu: &mut Flock, velocity: f32) -> usize {
    cpu.step();
    gpu.step();
    assert_on_gpu(gpu);
    let pairs = by_id(cpu).into_iter().zip(by_id(gpu));
    let differ = pairs.filter(|(cpu, gpu)| {
        assert_eq!(cpu.id, gpu.id);
        let off = (cpu.velocity - gpu.velocity).norm();
        let away = (cpu.position - gpu.position).norm();
        off > velocity || away > 1e-4
    });
    differ.inspect(|pair| println!("{pair:?}")).count()
}
