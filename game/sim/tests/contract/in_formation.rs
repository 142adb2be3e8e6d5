//! Formations: every boid has a place of its own, keeps it, and flies there.

use flock_sim::{
    formations::Form,
    influences::{Influence, InfluenceId, InfluenceMotion},
    settings::{Plane, Region},
    BoidId, Flock, Placement, Vec3,
};
use flock_testkit::{
    change_formation,
    flocks::{by_id, in_the_open},
    formations::{flock_of, formation, mean_distance, places_by_boid},
    triangles::{cuboid, geometry},
    two_rooms::judged_steps,
};
use nalgebra::UnitQuaternion;
use std::{collections::HashMap, f32::consts::PI};

pub const GEESE: Form = Form::Vee { angle: 70.0 };

fn steps(flock: &mut Flock, steps: u32) {
    (0..steps).for_each(|_| flock.step());
}

/// A flock in a formation at the origin.
pub fn formed(count: u32, form: Form) -> (Flock, InfluenceId) {
    let mut flock = flock_of(count);
    let id = flock.add_influence(formation(form, Vec3::zeros())).unwrap();
    (flock, id)
}

fn position_of(flock: &Flock, id: BoidId) -> Vec3 {
    flock.boid(id).unwrap().position
}

/// Number of boids whose place is not that of the other list.
fn moved(a: &HashMap<BoidId, Vec3>, b: &HashMap<BoidId, Vec3>) -> usize {
    let same = |id: &BoidId, at: &Vec3| b.get(id).is_some_and(|it| (it - at).norm() < 1e-4);
    a.iter().filter(|(id, at)| !same(id, at)).count()
}

#[test]
fn boids_come_to_their_places_and_stay() {
    for (count, form) in [
        (1, GEESE),
        (9, GEESE),
        (10, Form::Circle),
        (200, Form::Column { abreast: 4 }),
        (1000, Form::Sphere),
    ] {
        let (mut flock, id) = formed(count, form.clone());
        steps(&mut flock, 400);
        let places = places_by_boid(&flock, id);
        assert_eq!(places.len(), count as usize, "{form:?}");
        let away = mean_distance(&flock, id);
        assert!(away < 0.02, "{away} m in {form:?}");
        steps(&mut flock, 100);
        assert_eq!(moved(&places, &places_by_boid(&flock, id)), 0, "{form:?}");
        assert!(mean_distance(&flock, id) < 0.02, "{form:?}");
    }
}

/// The rules rest at the places, the more the stricter the formation is.
#[test]
fn strict_formations_resist_the_rules() {
    let away = [0.0, 0.5, 1.0].map(|share| {
        let (flock, _) = formed(60, Form::Grid);
        let mut settings = flock.settings().clone();
        settings.cohesion.enabled = true;
        settings.cohesion.radius = 4.0;
        settings.cohesion.weight = 8.0;
        let mut flock = in_the_open(settings);
        let mut grid = formation(Form::Grid, Vec3::zeros());
        change_formation!(grid, strictness = share);
        let id = flock.add_influence(grid).unwrap();
        steps(&mut flock, 600);
        mean_distance(&flock, id)
    });
    assert!(
        away[0] > 1.5 * away[1] && away[1] > 1.5 * away[2],
        "{away:?}"
    );
    assert!(away[2] < 0.02, "{away:?}");
}

#[test]
fn twenty_thousand_boids_have_places_of_their_own() {
    let (mut flock, id) = formed(20_000, Form::Grid);
    flock.step();
    let places = places_by_boid(&flock, id);
    assert_eq!(places.len(), 20_000);
    let place = |at: &Vec3| <[f32; 3]>::from(*at).map(f32::to_bits);
    let different: std::collections::HashSet<_> = places.values().map(place).collect();
    assert_eq!(different.len(), 20_000);
}

/// Straight lines from where boids are to their places hardly cross if their sum is small.
#[test]
fn ways_to_the_places_are_short() {
    let (mut flock, id) = formed(300, Form::Grid);
    flock.step();
    let places = places_by_boid(&flock, id);
    let boids = by_id(&flock);
    let squares = |place: &dyn Fn(usize) -> Vec3| -> f32 {
        let away = boids.iter().enumerate();
        away.map(|(index, boid)| (boid.position - place(index)).norm_squared())
            .sum()
    };
    let own = squares(&|index| places[&boids[index].id]);
    let others = squares(&|index| places[&boids[(index + 1) % boids.len()].id]);
    assert!(own < 0.5 * others, "{own} of {others}");
}

#[test]
fn a_formation_moves_and_turns_with_its_boids() {
    let (mut flock, id) = formed(15, GEESE);
    let mut geese = formation(GEESE, Vec3::zeros());
    let dt = flock.settings().simulation.time_step;
    let (velocity, spin) = (Vec3::new(1.5, 0.2, -0.5), Vec3::y() * 0.2);
    let mut at = Placement::default();
    for step in 0..900 {
        at.origin += velocity * dt;
        at.rotation = UnitQuaternion::from_scaled_axis(spin * dt) * at.rotation;
        change_formation!(geese, position = at.origin, rotation = at.rotation);
        geese.motion = InfluenceMotion {
            velocity,
            spin,
            about: at.origin,
        };
        flock.set_influence(id, geese.clone()).unwrap();
        flock.step();
        if step > 400 {
            let away = mean_distance(&flock, id);
            assert!(away < 0.1, "{away} m in step {step}");
        }
    }
}

#[test]
fn places_move_over_the_time_of_a_change() {
    let (mut flock, id) = formed(64, Form::Grid);
    steps(&mut flock, 300);
    let mut sphere = formation(Form::Sphere, Vec3::zeros());
    change_formation!(sphere, change = 2.0);
    flock.set_influence(id, sphere).unwrap();
    let mut before = by_id(&flock);
    let mut fastest: f32 = 0.0;
    for step in 0..120 {
        flock.step();
        let now = by_id(&flock);
        let moved = before
            .iter()
            .zip(&now)
            .map(|(a, b)| (a.position - b.position).norm());
        fastest = moved.fold(fastest, f32::max);
        before = now;
        if step == 60 {
            let away = mean_distance(&flock, id);
            assert!(away > 0.15, "half of the change is left, but only {away} m");
        }
    }
    let speed = fastest / flock.settings().simulation.time_step;
    assert!(speed < 3.0, "{speed} m/s");
    steps(&mut flock, 60);
    assert!(mean_distance(&flock, id) < 0.05);
}

#[test]
fn boids_that_come_and_go_take_and_leave_places() {
    let (mut flock, id) = formed(9, GEESE);
    steps(&mut flock, 200);
    let before = places_by_boid(&flock, id);
    assert_eq!(before.len(), 9);
    let all = |flock: &Flock| flock.formation_places(id).unwrap().count();
    // A hole closes at once, and another one half a second later.
    flock.remove(by_id(&flock)[4].id);
    flock.step();
    let before = places_by_boid(&flock, id);
    assert_eq!((before.len(), all(&flock)), (8, 8));
    flock.remove(by_id(&flock)[2].id);
    flock.step();
    let after = places_by_boid(&flock, id);
    assert_eq!(
        (after.len(), all(&flock), moved(&after, &before)),
        (7, 8, 0)
    );
    steps(&mut flock, 31);
    assert_eq!((places_by_boid(&flock, id).len(), all(&flock)), (7, 7));
    // New boids get places, and the others keep theirs.
    let before = places_by_boid(&flock, id);
    let new = flock
        .spawn_at(Vec3::new(0.0, 0.0, -6.0), Vec3::zeros())
        .unwrap();
    steps(&mut flock, 32);
    let after = places_by_boid(&flock, id);
    assert_eq!((after.len(), moved(&before, &after)), (8, 0));
    steps(&mut flock, 300);
    assert!((position_of(&flock, new) - after[&new]).norm() < 0.02);
    // A new boid takes a place that is free at once.
    flock.remove(by_id(&flock)[0].id);
    let new = flock.spawn_at(Vec3::zeros(), Vec3::zeros()).unwrap();
    flock.step();
    assert!(places_by_boid(&flock, id).contains_key(&new));
}

#[test]
fn boids_beyond_the_places_fly_freely() {
    let points: Vec<Vec3> = (0..20).map(|number| Vec3::x() * number as f32).collect();
    let (mut flock, id) = formed(30, Form::Points { points });
    steps(&mut flock, 400);
    let places = places_by_boid(&flock, id);
    assert_eq!(places.len(), 20);
    for boid in by_id(&flock) {
        match places.get(&boid.id) {
            Some(place) => assert!((boid.position - place).norm() < 0.02),
            None => assert!(boid.velocity.norm() > 0.01 || boid.position.norm() < 8.0),
        }
    }
    // They are as if there were no formation.
    let free: Vec<_> = by_id(&flock)
        .into_iter()
        .filter(|it| !places.contains_key(&it.id))
        .collect();
    assert_eq!(free.len(), 10);
    let velocities: Vec<Vec3> = free.iter().map(|it| it.velocity).collect();
    flock.step();
    for (boid, velocity) in free.iter().zip(velocities) {
        assert_eq!(flock.boid(boid.id).unwrap().velocity, velocity);
    }
}

#[test]
fn a_share_of_the_boids_forms() {
    let (mut flock, id) = formed(200, Form::Sphere);
    let sphere = Influence {
        share: 0.5,
        ..formation(Form::Sphere, Vec3::zeros())
    };
    flock.set_influence(id, sphere).unwrap();
    steps(&mut flock, 400);
    let places = places_by_boid(&flock, id);
    assert!((80..120).contains(&places.len()), "{}", places.len());
    let all: Vec<_> = flock.formation_places(id).unwrap().collect();
    assert_eq!(all.len(), places.len());
    for (boid, place) in places {
        assert!((position_of(&flock, boid) - place).norm() < 0.02);
    }
}

#[test]
fn the_leader_of_a_flight_changes() {
    let (mut flock, id) = formed(9, GEESE);
    let mut geese = formation(GEESE, Vec3::zeros());
    change_formation!(geese, lead = 2.0, change = 0.5);
    flock.set_influence(id, geese).unwrap();
    let leader = |flock: &Flock| flock.formation_places(id).unwrap().next().unwrap().1;
    steps(&mut flock, 60);
    let mut leaders = vec![leader(&flock)];
    for _ in 0..6 {
        steps(&mut flock, 120);
        assert_eq!(places_by_boid(&flock, id).len(), 9);
        leaders.push(leader(&flock));
        assert!(mean_distance(&flock, id) < 0.05);
    }
    // The two arms take turns, so nobody leads twice in a row.
    assert!(
        leaders.windows(2).all(|pair| pair[0] != pair[1]),
        "{leaders:?}"
    );
    let mut different = leaders.clone();
    different.sort();
    different.dedup();
    assert!(different.len() >= 5, "{leaders:?}");
}

#[test]
fn leaders_change_at_the_same_times_though_boids_join() {
    let (mut flock, id) = formed(9, GEESE);
    let mut geese = formation(GEESE, Vec3::zeros());
    change_formation!(geese, lead = 1.0);
    flock.set_influence(id, geese).unwrap();
    let leader = |flock: &Flock| flock.formation_places(id).unwrap().next().unwrap().1;
    flock.step();
    let mut changes = Vec::new();
    for step in 1..310 {
        let before = leader(&flock);
        if step % 40 == 0 {
            flock.spawn_at(Vec3::zeros(), Vec3::zeros()).unwrap();
        }
        flock.step();
        if leader(&flock) != before {
            changes.push(step);
        }
    }
    assert_eq!(changes, [60, 120, 180, 240, 300]);
}

/// A designer who drags the spacing does not make the boids change their places.
#[test]
fn another_spacing_keeps_the_boids_at_their_places() {
    let (mut flock, id) = formed(64, Form::Grid);
    steps(&mut flock, 300);
    let boids = |flock: &Flock| -> Vec<_> {
        let places = flock.formation_places(id).unwrap();
        places.map(|(_, boid)| boid).collect()
    };
    let before = boids(&flock);
    for distance in [0.6, 0.9, 2.0] {
        let mut wider = formation(Form::Grid, Vec3::zeros());
        change_formation!(wider, spacing = distance);
        flock.set_influence(id, wider).unwrap();
        steps(&mut flock, 200);
        assert_eq!(boids(&flock), before);
        let places: Vec<Vec3> = flock.formation_places(id).unwrap().map(|it| it.0).collect();
        assert!(((places[1] - places[0]).norm() - distance).abs() < 1e-4);
        assert!(mean_distance(&flock, id) < 0.02);
    }
}

/// What the influences add includes what a strict formation takes away from the rules.
#[test]
fn the_shown_wishes_of_a_strict_formation_rest() {
    let mut settings = flock_of(60).settings().clone();
    settings.cohesion.enabled = true;
    settings.cohesion.radius = 4.0;
    settings.cohesion.weight = 8.0;
    let mut flock = in_the_open(settings);
    let mut grid = formation(Form::Grid, Vec3::zeros());
    grid.weight = 1e-3;
    change_formation!(grid, strictness = 1.0, slowing = 100.0);
    flock.add_influence(grid).unwrap();
    flock.step();
    for boid in by_id(&flock) {
        let wishes = flock.wishes(boid.id).unwrap();
        let of_rules = wishes.cohesion.norm();
        assert!(of_rules > 0.0);
        let left = (wishes.cohesion + wishes.influences).norm();
        assert!(left < 0.1 * of_rules, "{left} of {of_rules}");
    }
}

#[test]
fn planar_flocks_form_in_their_plane() {
    for (plane, axis) in [(Plane::Xy, 2), (Plane::Xz, 1), (Plane::Yz, 0)] {
        let mut settings = flock_of(40).settings().clone();
        settings.motion.plane = plane;
        let mut half = Vec3::repeat(4.0);
        half[axis] = 0.0;
        settings.spawn.region = Region::cuboid(half);
        for form in [GEESE, Form::Sphere, Form::Grid] {
            let mut flock = in_the_open(settings.clone());
            let id = flock
                .add_influence(formation(form.clone(), Vec3::zeros()))
                .unwrap();
            steps(&mut flock, 400);
            let away = mean_distance(&flock, id);
            assert!(away < 0.02, "{away} m in {plane:?} as {form:?}");
        }
    }
}

#[test]
fn places_inside_of_walls_are_not_entered() {
    let level = geometry(&cuboid(Vec3::new(1.0, 3.0, 3.0), Vec3::zeros()));
    let mut settings = flock_of(100).settings().clone();
    settings.spawn.region = Region::Box {
        min: Vec3::new(-5.0, -2.0, -2.0),
        max: Vec3::new(-2.0, 2.0, 2.0),
    };
    settings.collision.check_crossings = true;
    let mut flock = Flock::new(settings, Placement::default(), level).unwrap();
    let id = flock
        .add_influence(formation(Form::Grid, Vec3::zeros()))
        .unwrap();
    judged_steps(&mut flock, 300);
    assert_eq!(places_by_boid(&flock, id).len(), 100);
}

#[test]
fn values_out_of_range_are_named() {
    let mut flock = flock_of(1);
    let mut geese = formation(GEESE, Vec3::repeat(f32::NAN));
    change_formation!(
        geese,
        spacing = 0.0,
        strictness = 2.0,
        change = -1.0,
        lead = f32::INFINITY
    );
    let error = flock.add_influence(geese).unwrap_err().to_string();
    for name in ["position", "spacing", "strictness", "change", "lead"] {
        assert!(error.contains(&format!("influence.{name} is")), "{error}");
    }
    let turned = UnitQuaternion::from_axis_angle(&Vec3::y_axis(), PI);
    let mut geese = formation(Form::Vee { angle: -3.0 }, Vec3::zeros());
    change_formation!(geese, rotation = turned);
    let error = flock.add_influence(geese).unwrap_err().to_string();
    assert!(error.contains("angle is -3"), "{error}");
}
