//! All programs compute the same as all pairs in double precision.

use crate::{
    contenders::{contenders, names, Processor, OTHERS},
    ours,
    work::{Boids, Rules, Sums},
};
use flock_sim::{
    custom_rule::{CustomRule, Neighbourhood},
    nalgebra::Vector3,
    settings::Backend,
    Boid, Vec3,
};
use flock_testkit::figures::page;
use std::sync::{Arc, Mutex};

const BOIDS: u32 = 2_000;

/// Largest difference of a sum, in metres or m/s.
const SUM_TOLERANCE: f64 = 1e-4;

/// Largest difference of a velocity after a step, in m/s. A step changes it by up to 0.05 m/s.
const VELOCITY_TOLERANCE: f64 = 1e-5;

/// Cohesion, separation and alignment.
type ExactSums = [Vector3<f64>; 3];

/// The sums over all pairs.
fn exact_sums(boids: &Boids, rules: &Rules) -> Vec<ExactSums> {
    let positions = boids.positions.iter();
    let positions: Vec<_> = positions
        .map(|it| Vector3::from(it.map(f64::from)))
        .collect();
    let velocities: Vec<_> = boids.velocities.iter().map(|it| it.cast::<f64>()).collect();
    let of_boid = |boid: usize| {
        let mut sums = ExactSums::default();
        for other in (0..positions.len()).filter(|other| *other != boid) {
            let offset = positions[other] - positions[boid];
            let terms = [
                (rules.cohesion, offset),
                (rules.separation, offset),
                (rules.alignment, velocities[other]),
            ];
            for (sum, (rule, term)) in sums.iter_mut().zip(terms) {
                if offset.norm_squared() < f64::from(rule.radius).powi(2) {
                    *sum += term;
                }
            }
        }
        sums
    };
    (0..positions.len()).map(of_boid).collect()
}

/// The velocity after a step.
fn exact_velocity(rules: &Rules, velocity: &Vec3, sums: &ExactSums) -> Vector3<f64> {
    let weights = [
        rules.cohesion.weight,
        -rules.separation.weight,
        rules.alignment.weight,
    ];
    let wishes = sums
        .iter()
        .zip(weights)
        .map(|(sum, weight)| sum.try_normalize(0.0).unwrap_or_default() * f64::from(weight));
    let wish: Vector3<f64> = wishes.sum();
    let change = wish.cap_magnitude(rules.max_acceleration.into()) * f64::from(rules.dt);
    (velocity.cast() + change).cap_magnitude(rules.max_speed.into())
}

/// The largest difference of any sum.
fn difference(sums: &[Sums], exact: &[ExactSums]) -> f64 {
    let mut largest: f64 = 0.0;
    for (sums, exact) in sums.iter().zip(exact) {
        let sums = [sums.cohesion, sums.separation, sums.alignment];
        for (sum, exact) in sums.iter().zip(exact) {
            largest = largest.max((sum.cast() - exact).norm());
        }
    }
    largest
}

/// Keeps the sums of a step of the simulation.
#[derive(Default)]
struct Listener(Mutex<Vec<(u32, Sums)>>);

impl CustomRule for Listener {
    fn wish(&self, boid: &Boid, neighbourhood: &Neighbourhood) -> Vec3 {
        let sums = Sums {
            cohesion: neighbourhood.cohesion.sum,
            separation: neighbourhood.separation.sum,
            alignment: neighbourhood.alignment.sum,
        };
        self.0.lock().unwrap().push((boid.id.slot(), sums));
        Vec3::zeros()
    }
}

fn our_sums(boids: &Boids) -> Vec<Sums> {
    let mut flock = ours::flock(boids, Backend::SingleThread);
    let listener = Arc::new(Listener::default());
    flock.set_custom_rule(Some(listener.clone()));
    flock.step();
    let mut heard = listener.0.lock().unwrap().clone();
    heard.sort_by_key(|(slot, _)| *slot);
    assert_eq!(heard.len(), boids.positions.len());
    heard.into_iter().map(|(_, sums)| sums).collect()
}

#[test]
fn all_programs_find_the_same_sums() {
    let boids = ours::prepared(BOIDS).unwrap();
    let rules = Rules::new(&ours::settings(Backend::SingleThread));
    let exact = exact_sums(&boids, &rules);
    let mut all = vec![("flock-sim", difference(&our_sums(&boids), &exact))];
    for other in &OTHERS {
        for is_parallel in [false, true] {
            let mut sums = vec![Sums::default(); boids.positions.len()];
            (other.search)().sums(&boids, &rules, is_parallel, &mut sums);
            all.push((other.name, difference(&sums, &exact)));
        }
    }
    println!("Largest difference from double precision: {all:?}");
    for (name, difference) in all {
        assert!(difference < SUM_TOLERANCE, "{name}: {difference}");
    }
}

#[test]
fn all_programs_make_the_same_step() {
    let boids = ours::prepared(BOIDS).unwrap();
    let rules = Rules::new(&ours::settings(Backend::SingleThread));
    let exact = exact_sums(&boids, &rules);
    for contender in &mut contenders(&boids, &Processor::ALL[..2]) {
        let name = contender.name;
        contender.program.step();
        let after = contender.program.boids();
        for (boid, exact) in exact.iter().enumerate() {
            let velocity = exact_velocity(&rules, &boids.velocities[boid], exact);
            let difference = (after.velocities[boid].cast() - velocity).norm();
            assert!(
                difference < VELOCITY_TOLERANCE,
                "{name}, {boid}: {difference}"
            );
            let way = Vec3::from(after.positions[boid]) - Vec3::from(boids.positions[boid]);
            let difference = (way - after.velocities[boid] * rules.dt).norm();
            assert!(difference < 1e-5, "{name}, {boid}: {difference} m");
        }
    }
}

#[test]
fn the_page_of_figures_has_every_program() {
    let tables = page::FIGURES.block("others --report").unwrap();
    let is_missing = |name: &&str| !tables.contains(&format!("\n| {name} | "));
    let missing: Vec<_> = names().filter(is_missing).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
