//! Formations on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{formations::Form, settings::Region, Flock, Placement, Vec3};
use flock_testkit::{
    backends::{assert_on_gpu, differing, on, twin},
    change_formation,
    flocks::by_id,
    formations::{flock_of, formation, mean_distance, places_by_boid},
    triangles::{cuboid, geometry},
};

const GEESE: Form = Form::Vee { angle: 70.0 };

#[test]
fn steps_are_those_of_the_cpu() {
    let mut cpu = flock_of(300);
    let mut sphere = formation(Form::Sphere, Vec3::y());
    change_formation!(sphere, change = 0.5);
    let id = cpu.add_influence(sphere.clone()).unwrap();
    // The second one takes boids of the first one along.
    let mut column = formation(Form::Column { abreast: 3 }, Vec3::x());
    (column.share, column.weight) = (0.3, 5.0);
    cpu.add_influence(column).unwrap();
    (0..5).for_each(|_| cpu.step());
    let mut gpu = twin(&cpu, gpu_backend());
    assert_eq!(differing(&mut cpu, &mut gpu, 1e-3), 0);
    for form in [GEESE, Form::Grid] {
        change_formation!(sphere, form = form.clone());
        for flock in [&mut cpu, &mut gpu] {
            flock.set_influence(id, sphere.clone()).unwrap();
        }
        for _ in 0..3 {
            assert_eq!(differing(&mut cpu, &mut gpu, 1e-3), 0, "{form:?}");
        }
    }
}

#[test]
fn boids_come_to_their_places_go_and_come() {
    let mut flock = on(gpu_backend(), flock_of(40));
    let id = flock
        .add_influence(formation(GEESE, Vec3::zeros()))
        .unwrap();
    for _ in 0..3 {
        (0..400).for_each(|_| flock.step());
        assert_on_gpu(&flock);
        let away = mean_distance(&flock, id);
        assert!(away < 0.02, "{away} m");
        let leader = flock.formation_places(id).unwrap().next().unwrap().1;
        flock.remove(leader.unwrap());
        let new = [0, 1].map(|_| flock.spawn_at(Vec3::repeat(-3.0), Vec3::zeros()).unwrap());
        (0..40).for_each(|_| flock.step());
        let places = places_by_boid(&flock, id);
        assert!(new.iter().all(|boid| places.contains_key(boid)));
        assert_eq!(places.len(), by_id(&flock).len());
    }
    assert_eq!(by_id(&flock).len(), 43);
}

#[test]
fn a_formation_that_shrinks_leads_as_on_the_cpu() {
    let mut settings = flock_of(60).settings().clone();
    settings.collision.body_radius = 0.1;
    // Between two plates, the sphere is half as wide as in the open.
    let plate = |side: f32| cuboid(Vec3::new(9.0, 0.5, 9.0), Vec3::y() * (1.15 * side));
    let level = geometry(&[plate(-1.0), plate(1.0)].concat());
    settings.spawn.region = Region::cuboid(Vec3::new(4.0, 0.3, 4.0));
    let mut cpu = Flock::new(settings, Placement::default(), level).unwrap();
    let mut sphere = formation(Form::Sphere, Vec3::zeros());
    change_formation!(sphere, shrinks = true);
    let id = cpu.add_influence(sphere).unwrap();
    (0..20).for_each(|_| cpu.step());
    let mut gpu = twin(&cpu, gpu_backend());
    for _ in 0..5 {
        assert_eq!(differing(&mut cpu, &mut gpu, 1e-3), 0);
    }
    (0..300).for_each(|_| gpu.step());
    let away = mean_distance(&gpu, id);
    assert!(away < 0.05, "{away} m");
    let heights = gpu
        .formation_places(id)
        .unwrap()
        .map(|(place, _)| place.y.abs());
    let highest = heights.fold(0.0, f32::max);
    assert!((0.4..0.55).contains(&highest), "{highest} m");
}
