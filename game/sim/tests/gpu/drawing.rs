//! Instances are read back a little later and agree with the simulation.

use crate::backend::gpu_backend;
use flock_sim::{
    settings::{Backend, Region},
    Flock, Settings, Vec3,
};
use flock_testkit::{
    backends::assert_on_gpu,
    flocks::{in_the_open, texels},
};
use std::{
    thread::sleep,
    time::{Duration, Instant},
};

const FRAME: f32 = 1.0 / 60.0;

fn flock(count: u32) -> Flock {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::sphere(0.25 * (count as f32).cbrt());
    settings.boundary.enabled = false;
    settings.simulation.backend = gpu_backend();
    in_the_open(settings)
}

#[test]
fn frames_are_at_most_two_late_and_their_latency_is_reported() {
    let mut flock = flock(5000);
    let mut seen = 0;
    for _ in 0..60 {
        flock.advance(FRAME);
        assert_on_gpu(&flock);
        let statistics = flock.statistics();
        assert!(statistics.frames_late <= 2, "{}", statistics.frames_late);
        seen += u32::from(statistics.latency_milliseconds > 0.0);
        let texels = texels(&flock);
        let is_broken = |texel: &[f32; 4]| !texel.iter().all(|x| x.is_finite());
        let broken = texels.iter().position(is_broken);
        let broken = broken.map(|index| (index, texels[index]));
        assert_eq!(broken, None, "{seen} seen, {statistics:?}");
    }
    assert!(seen > 50);
}

/// Advances by no time until all steps have been read back.
fn settle(flock: &mut Flock) {
    let last = flock.statistics().steps;
    flock.wait();
    for _ in 0..3 {
        flock.advance(0.0);
        flock.wait();
    }
    assert_eq!(flock.statistics().steps, last);
}

#[test]
fn a_gpu_with_time_draws_what_is_simulated() {
    let (mut flock, mut twin) = (flock(500), flock(500));
    let mut steps = 0;
    while steps < 20 {
        steps += flock.advance(FRAME).steps;
        flock.wait();
    }
    settle(&mut flock);
    let (drawn, reported) = (texels(&flock), flock.boids().collect::<Vec<_>>());
    // No time is left over, so the instances are those of the state before the last step.
    (1..steps).for_each(|_| twin.step());
    for boid in &reported {
        let expected = twin.boid(boid.id).unwrap().position;
        assert!(
            (boid.position - expected).norm() < 1e-4,
            "{boid:?} {expected:?}"
        );
    }
    for (texels, boid) in drawn.chunks_exact(2).zip(&reported) {
        assert_eq!(texels[0][..3], boid.position.as_slice()[..]);
        let [x, y, z, phase] = texels[1];
        assert!(x * x + y * y + z * z < 1.0 + 1e-5 && (0.0..1.0).contains(&phase));
        assert!(texels[0][3] > 0.5 && texels[0][3] < 1.5);
    }
    // Back on the CPU, the boids are within a step of the drawn places.
    let mut settings = flock.settings().clone();
    settings.simulation.backend = flock_sim::settings::Backend::AllThreads;
    flock.set_settings(settings).unwrap();
    flock.advance(0.0);
    assert_eq!(flock.adapter(), None);
    let step = flock.settings().motion.max_speed * FRAME;
    for boid in &reported {
        let on_cpu = flock.boid(boid.id).unwrap();
        assert!((on_cpu.position - boid.position).norm() <= 1.01 * step);
    }
}

/// The motions of the drawn boids in the order of their varieties.
fn motions(flock: &Flock) -> Vec<[f32; 4]> {
    let mut motions = vec![[f32::NAN; 4]; flock.drawn_len()];
    flock.write_motions(&mut motions);
    motions.sort_by(|a, b| a[3].total_cmp(&b[3]));
    motions
}

/// Between two steps, and with a body that is simulated beside the boids.
#[test]
fn motions_are_those_of_the_cpu() {
    let mut settings = flock(500).settings().clone();
    settings.simulation.backend = Backend::AllThreads;
    let (mut gpu, mut cpu) = (flock(500), in_the_open(settings));
    let mut turning = 0;
    for frame in 0..12 {
        if frame == 6 {
            for flock in [&mut gpu, &mut cpu] {
                let id = flock.boids().map(|boid| boid.id).min().unwrap();
                flock.hold(id);
            }
        }
        let steps = [&mut gpu, &mut cpu].map(|flock| flock.advance(1.35 * FRAME).steps);
        assert_eq!(steps[0], steps[1]);
        settle(&mut gpu);
        assert_on_gpu(&gpu);
        let (found, expected) = (motions(&gpu), motions(&cpu));
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            let off = |axis: usize| (found[axis] - expected[axis]).abs();
            assert!(
                off(0) < 2e-2 && off(1) < 1e-3 && off(2) == 0.0 && off(3) == 0.0,
                "frame {frame}: {found:?}, not {expected:?}"
            );
            turning += usize::from(expected[0].abs() > 0.5);
        }
    }
    assert!(turning > 1000, "{turning}");
}

/// Boids are hit where the frame that came back draws them, whatever steps have followed.
#[test]
fn rays_hit_what_is_drawn() {
    let mut flock = flock(500);
    for frame in 0..10 {
        flock.advance(FRAME);
        assert_on_gpu(&flock);
        let drawn = texels(&flock);
        let radius = flock.settings().collision.body_radius;
        for (boid, texels) in flock.boids().zip(drawn.chunks_exact(2)).step_by(50) {
            let at = Vec3::new(texels[0][0], texels[0][1], texels[0][2]);
            let hit = flock.hit_by_ray(at, Vec3::y()).expect("the boid there");
            let id = hit.id.min(boid.id);
            assert_eq!((hit.distance, hit.point), (0.0, at), "frame {frame}");
            assert!(id == hit.id, "{:?} is no farther than {hit:?}", boid.id);
            let nearby = flock.hit_by_sphere(at + Vec3::y(), -Vec3::y(), radius);
            assert!(nearby.is_some());
        }
    }
}

#[test]
fn a_stalled_gpu_is_given_no_more_work() {
    let mut flock = flock(20_000);
    let mut skipped = 0;
    for _ in 0..40 {
        // No time between frames: an adapter in software falls behind.
        let advance = flock.advance(FRAME);
        assert!(advance.steps <= 1);
        skipped += u32::from(advance.steps == 0 && advance.dropped_seconds > 0.0);
    }
    assert_on_gpu(&flock);
    println!("{skipped} frames of 40 were left out");
    assert_eq!(flock.statistics().steps + u64::from(skipped), 40);
}

#[test]
fn the_time_of_a_step_is_known() {
    let began = Instant::now();
    let mut flock = flock(1000);
    let mut milliseconds = 0.0;
    // It comes with the second drawn state.
    for _ in 0..10_000 {
        flock.advance(FRAME);
        milliseconds = flock.statistics().step_milliseconds;
        if milliseconds > 0.0 {
            break;
        }
        sleep(Duration::from_millis(1));
    }
    assert_on_gpu(&flock);
    let all = 1e3 * began.elapsed().as_secs_f32();
    assert!(0.0 < milliseconds && milliseconds < all, "{milliseconds}");
}
