//! Tests of the ray budget.

use super::{
    scene::{OnGpu, Scene},
    steps::Agreement,
};

/// More rays than a look with the default settings can take: 39 directions, and one that may be
/// kept.
const MOST: u64 = 40;

/// Boids of nearly equal urgency may be ordered differently, so a few other boids look.
#[test]
fn the_most_urgent_boids_look_as_on_the_cpu() {
    for budget in [50, 1000, 4000, 1_000_000] {
        let mut scene = Scene::new(1500, |it| it.avoidance.ray_budget = budget);
        let mut on_gpu = OnGpu::new(2000);
        let mut agreement = Agreement::default();
        let (mut delayed, mut rays) = (0, 0);
        for steps in 0..25 {
            let (found, expected) = (on_gpu.look(&scene, steps), scene.on_cpu(steps));
            agreement.note(&scene.settings, &expected, &found);
            assert!(found.rays <= u64::from(budget));
            let is_spent = found.rays + MOST > u64::from(budget);
            assert!(is_spent || found.delayed == 0, "{budget}: {found:?}");
            assert!(found.delayed.abs_diff(expected.delayed) <= 5 + expected.delayed / 50);
            (delayed, rays) = (delayed + found.delayed, rays + found.rays);
            scene.go_on(&expected);
        }
        println!("{budget}: {agreement:?}, {delayed} delayed, {rays} rays");
        assert_eq!(delayed == 0, budget == 1_000_000);
        assert!(agreement.pushed > 40 && agreement.other <= 2 + agreement.pushed / 50);
    }
}

#[test]
fn no_boid_looks_that_might_cast_too_many_rays() {
    let scene = Scene::new(300, |it| it.avoidance.ray_budget = 10);
    let (found, expected) = (OnGpu::new(300).look(&scene, 0), scene.on_cpu(0));
    assert_eq!((found.rays, expected.rays), (0, 0));
    assert!(found.delayed > 100 && found.delayed.abs_diff(expected.delayed) <= 1);
    assert!(found.push.iter().all(|push| *push == [0.0, 0.0, 0.0, 1.0]));
}

#[test]
fn a_budget_may_come_and_go() {
    let mut scene = Scene::new(600, |_| ());
    let mut on_gpu = OnGpu::new(600);
    let mut agreement = Agreement::default();
    for steps in 0..12 {
        scene.settings.avoidance.ray_budget = if steps % 4 < 2 { 0 } else { 500 };
        let (found, expected) = (on_gpu.look(&scene, steps), scene.on_cpu(steps));
        agreement.note(&scene.settings, &expected, &found);
        scene.go_on(&expected);
    }
    assert!(
        agreement.pushed > 1000 && agreement.other <= agreement.pushed / 100,
        "{agreement:?}"
    );
}
