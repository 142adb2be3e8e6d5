//! Tests of the time budget on a GPU.

use super::{flock, remote};
use crate::{boids::Viewer, flock::Flock, math::Vec3};

/// Makes frames that exceed the budget, whatever the GPU is.
fn exceed_budget(flock: &mut Flock) {
    for _ in 0..60 {
        flock.advance(0.5);
        // Waits for the GPU, which would be behind otherwise.
        flock.boids().for_each(drop);
        flock.reports.statistics.step_milliseconds = 5.0;
    }
    assert!(flock.adapter().is_some());
}

#[test]
fn a_gpu_with_a_clock_keeps_a_budget() {
    let mut flock = flock();
    flock.config.settings.detail.enabled = true;
    flock
        .set_viewers(&[Viewer::all_around(Vec3::zeros())])
        .unwrap();
    flock.set_budget(Some(0.01)).unwrap();
    let measures = remote(&flock).measures_steps();
    exceed_budget(&mut flock);
    let expected = if measures { (10.0, true) } else { (1.0, false) };
    assert_eq!((flock.coarseness(), flock.leaves_out_steps()), expected);
}

#[test]
fn a_gpu_without_a_clock_ignores_a_budget() {
    let mut flock = flock();
    flock.set_budget(Some(0.01)).unwrap();
    // As if it came from the CPU so.
    flock.clock.budget.leaves_out = true;
    let boids = flock.population.boids.gpu_mut().boids.as_mut();
    boids.unwrap().drop_timer();
    assert!(!flock.leaves_out_steps() && flock.most_steps() > 1);
    exceed_budget(&mut flock);
    assert!(!flock.leaves_out_steps() && flock.most_steps() > 1);
}
