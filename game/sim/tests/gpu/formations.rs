//! Formations on the GPU.

use crate::backend::gpu_backend;
use flock_sim::{formations::Form, Vec3};
use flock_testkit::{
    backends::{assert_on_gpu, differing, on, twin},
    change_formation,
    flocks::by_id,
    formations::{flock_of, formation, mean_distance, places_by_boid},
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
