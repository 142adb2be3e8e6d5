//! Worlds of several flocks, seen from outside.

use flock_sim::{
    settings::{Backend, Region},
    world::{FlockId, Relation, RelationKind},
    Flock, Placement, Preset, Settings, Vec3, World,
};
use flock_testkit::{
    flocks::{self, by_id, disable_rules, in_the_open, on_threads},
    saved::copy,
    worlds::relation,
};
use std::sync::Arc;

/// Settings without a boundary, with boids in a ball.
fn settings(count: u32, radius: f32, seed: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.seed = seed;
    settings.spawn.region = Region::sphere(radius);
    settings.boundary.enabled = false;
    settings
}

/// A flock of these boids.
fn flock_of(settings: &Settings, boids: &[(Vec3, Vec3)]) -> Flock {
    flocks::flock(settings.clone(), Placement::default(), boids)
}

fn states(flock: &Flock) -> Vec<(Vec3, Vec3)> {
    let boids = by_id(flock).into_iter();
    boids.map(|boid| (boid.position, boid.velocity)).collect()
}

/// Sets a relation in both directions.
fn relate(world: &mut World, [a, b]: [FlockId; 2], relation: Relation) {
    world.set_relation(a, b, relation).unwrap();
    world.set_relation(b, a, relation).unwrap();
}

#[test]
fn flocks_that_flock_with_each_other_equal_one_flock_of_both() {
    let mut selective = Preset::FishSchool.settings();
    selective.boundary.enabled = false;
    selective.alignment.field_of_view = 200.0;
    let mut plain = settings(0, 1.0, 0);
    plain.wander.enabled = false;
    selective.wander.enabled = false;
    let nearest = |settings: &Settings, count: u32| {
        let mut settings = settings.clone();
        settings.neighbours.nearest_only = true;
        settings.neighbours.nearest = count;
        settings
    };
    let (few, more) = (nearest(&plain, 3), nearest(&selective, 12));
    for settings in [plain, selective, few, more] {
        let all = states(&in_the_open(Settings {
            spawn: flock_sim::settings::Spawn {
                count: 600,
                region: Region::sphere(3.0 * settings.cohesion.radius),
                ..settings.spawn
            },
            ..settings.clone()
        }));
        let mut one = flock_of(&settings, &all);
        one.step();
        let expected = states(&one);
        let parts = [&all[..200], &all[200..350], &all[350..]];
        // With 1 in both directions they are searched as one flock, otherwise each on its own.
        for weight_back in [1.0, 2.0] {
            let mut world = World::new();
            let ids = parts.map(|part| world.add(flock_of(&settings, part)));
            for (of, to) in [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)] {
                let weight = if of < to { 1.0 } else { weight_back };
                let with = relation(RelationKind::FlockWith, weight, 10_000.0);
                world.set_relation(ids[of], ids[to], with).unwrap();
            }
            world.step().unwrap();
            let found = if weight_back == 1.0 {
                ids.map(|id| states(world.flock(id).unwrap())).concat()
            } else {
                states(world.flock(ids[0]).unwrap())
            };
            let mut changed = 0.0_f32;
            for ((expected, found), before) in expected.iter().zip(&found).zip(&all) {
                assert!(
                    (expected.1 - found.1).norm() < 1e-4,
                    "{expected:?} {found:?}"
                );
                changed = changed.max((expected.1 - before.1).norm());
            }
            assert!(changed > 1e-3, "nothing moves: {changed}");
        }
    }
}

#[test]
fn boids_of_two_flocks_at_one_place_part() {
    let mut settings = settings(0, 1.0, 0);
    settings.wander.enabled = false;
    let place = (Vec3::new(0.1, 0.2, 0.3), Vec3::x());
    let mut world = World::new();
    let ids = [0, 1].map(|_| world.add(flock_of(&settings, &[place])));
    relate(
        &mut world,
        ids,
        relation(RelationKind::FlockWith, 1.0, 10.0),
    );
    (0..10).for_each(|_| world.step().unwrap());
    let [first, second] = ids.map(|id| states(world.flock(id).unwrap())[0].0);
    assert!((first - second).norm() > 1e-3, "{first} {second}");
}

#[test]
fn fleeing_and_hunting_are_the_mean_direction_of_those_within_the_radius() {
    let mut alone = settings(300, 4.0, 1);
    disable_rules(&mut alone);
    alone.wander.enabled = false;
    alone.motion.max_speed = 100.0;
    alone.motion.min_speed = 0.0;
    alone.motion.max_acceleration = 1000.0;
    // So far apart that the grid of the others repeats.
    let mut others = states(&in_the_open(settings(500, 6.0, 2)));
    others.push((Vec3::new(9_000.0, -9_000.0, 9_000.0), Vec3::zeros()));
    let others_settings = settings(0, 1.0, 0);
    let dt = f64::from(alone.simulation.time_step);
    for (kind, sign) in [(RelationKind::Flee, -1.0), (RelationKind::Hunt, 1.0)] {
        let (weight, radius) = (7.0, 1.5);
        let mut world = World::new();
        let before = in_the_open(alone.clone());
        let start = states(&before);
        let id = world.add(before);
        let seen = world.add(flock_of(&others_settings, &others));
        world
            .set_relation(id, seen, relation(kind, weight, radius))
            .unwrap();
        world.step().unwrap();
        let mut concerned = 0;
        for (before, after) in start.iter().zip(states(world.flock(id).unwrap())) {
            let sum: nalgebra_sum::Sum = others
                .iter()
                .map(|it| (it.0 - before.0).cast::<f64>())
                .filter(|offset| offset.norm() < f64::from(radius))
                .collect();
            let wish = sum.direction() * (sign * f64::from(weight));
            let found = (after.1 - before.1).cast::<f64>() / dt;
            assert!((found - wish).norm() < 2e-2, "{found} instead of {wish}");
            concerned += usize::from(wish.norm() > 0.0);
        }
        assert!(concerned > 100, "{concerned}");
    }
}

/// Sums in double precision.
mod nalgebra_sum {
    use flock_sim::nalgebra::Vector3;

    pub struct Sum(Vector3<f64>);

    impl Sum {
        pub fn direction(&self) -> Vector3<f64> {
            self.0.try_normalize(0.0).unwrap_or_default()
        }
    }

    impl FromIterator<Vector3<f64>> for Sum {
        fn from_iter<T: IntoIterator<Item = Vector3<f64>>>(offsets: T) -> Self {
            Self(offsets.into_iter().sum())
        }
    }
}

#[test]
fn ignored_flocks_change_no_bit() {
    let hash = |relate: bool| {
        let mut world = World::new();
        let id = world.add(in_the_open(settings(500, 2.0, 1)));
        let other = world.add(in_the_open(settings(500, 2.0, 2)));
        if relate {
            for kind in [RelationKind::Flee, RelationKind::Ignore] {
                world
                    .set_relation(id, other, relation(kind, 1.0, 1.0))
                    .unwrap();
            }
            let weightless = relation(RelationKind::Hunt, 0.0, 1.0);
            world.set_relation(id, other, weightless).unwrap();
        }
        (0..30).for_each(|_| world.step().unwrap());
        world.flock(id).unwrap().state_hash()
    };
    let mut alone = in_the_open(settings(500, 2.0, 1));
    (0..30).for_each(|_| alone.step());
    assert_eq!(hash(false), alone.state_hash());
    assert_eq!(hash(true), alone.state_hash());
}

/// A school, another one that flocks with it, and hunters.
fn hunted(backend: Backend) -> World {
    let mut school = Preset::Sardines.settings();
    school.spawn.count = 2000;
    school.simulation.backend = backend;
    let mut hunters = school.clone();
    hunters.spawn.count = 20;
    hunters.spawn.seed = 7;
    hunters.motion.max_speed *= 1.5;
    let mut other = school.clone();
    other.spawn.seed = 3;
    other.spawn.count = 1000;
    let mut world = World::new();
    let [school, other, hunters] = [school, other, hunters].map(|it| world.add(in_the_open(it)));
    relate(
        &mut world,
        [school, other],
        relation(RelationKind::FlockWith, 0.5, 1.0),
    );
    world
        .set_relation(school, hunters, relation(RelationKind::Flee, 9.0, 1.0))
        .unwrap();
    world
        .set_relation(hunters, school, relation(RelationKind::Hunt, 5.0, 4.0))
        .unwrap();
    world
}

#[test]
fn worlds_have_the_same_bits_on_any_number_of_threads_and_after_a_snapshot() {
    let hash = |threads: usize, backend: Backend, with_snapshot: bool| {
        on_threads(threads, || {
            let mut world = hunted(backend);
            for frame in 0..60 {
                world.advance(1.0 / 40.0).unwrap();
                if with_snapshot && frame == 30 {
                    let snapshot = copy(&world.snapshot());
                    world = World::restore(&snapshot, &Arc::default()).unwrap();
                }
            }
            world.state_hash()
        })
    };
    let expected = hash(1, Backend::AllThreads, false);
    assert_eq!(hash(3, Backend::AllThreads, false), expected);
    assert_eq!(hash(2, Backend::AllThreads, true), expected);
}

#[test]
fn related_flocks_make_the_same_steps() {
    let mut world = hunted(Backend::AllThreads);
    let drop = world.advance(0.1).unwrap();
    assert!(drop.steps > 1);
    let times: Vec<f64> = world.flocks().map(|(_, flock)| flock.time()).collect();
    assert_eq!(times, [times[0]; 3]);
    for (_, flock) in world.flocks() {
        assert_eq!(flock.statistics().steps, u64::from(drop.steps));
    }
}

#[test]
fn prey_keeps_away_from_hunters() {
    let nearest = |flees: bool| {
        let mut world = World::new();
        let prey = world.add(in_the_open(settings(400, 1.5, 1)));
        let hunters = world.add(in_the_open(settings(3, 1.0, 5)));
        let flee = relation(RelationKind::Flee, 30.0, 2.0);
        if flees {
            world.set_relation(prey, hunters, flee).unwrap();
        }
        (0..240).for_each(|_| world.step().unwrap());
        let [prey, hunters] = [prey, hunters].map(|id| states(world.flock(id).unwrap()));
        let distances = prey.iter().flat_map(|boid| {
            let hunters = hunters.iter();
            hunters.map(|hunter| (boid.0 - hunter.0).norm())
        });
        distances.fold(f32::INFINITY, f32::min)
    };
    let (without, with) = (nearest(false), nearest(true));
    assert!(with > 0.5 && with > 3.0 * without, "{without} m, {with} m");
}

#[test]
fn removed_flocks_are_no_longer_seen() {
    let mut world = hunted(Backend::SingleThread);
    let ids: Vec<FlockId> = world.flocks().map(|(id, _)| id).collect();
    world.step().unwrap();
    let hunters = world.remove(ids[2]).unwrap();
    assert_eq!(hunters.len(), 20);
    assert!(world.remove(ids[2]).is_none() && world.flock(ids[2]).is_none());
    assert_eq!(world.relation(ids[0], ids[2]), Relation::default());
    assert_eq!(world.relation(ids[0], ids[1]).kind, RelationKind::FlockWith);
    world.step().unwrap();
    let school = world.remove(ids[0]).unwrap();
    world.step().unwrap();
    assert_eq!(school.statistics().steps, 2);
    assert_eq!(world.flocks().len(), 1);
}

#[test]
fn nothing_is_left_of_flocks_that_came_and_went() {
    let geometry = Arc::default();
    let mut world = World::new();
    let stays = world.add(in_the_open(settings(50, 1.0, 1)));
    let alone = world.flock(stays).unwrap().snapshot();
    let mut alone = Flock::restore(&alone, Arc::default()).unwrap();
    let flee = relation(RelationKind::Flee, 5.0, 3.0);
    for _ in 0..3 {
        let ids: Vec<FlockId> = (0..100)
            .map(|seed| {
                let place = Placement::default();
                let other = Flock::new(settings(2, 1.0, seed), place, Arc::clone(&geometry));
                world.add(other.unwrap())
            })
            .collect();
        // The flocks that flee are those that go.
        for id in &ids {
            world.set_relation(*id, stays, flee).unwrap();
        }
        world.step().unwrap();
        alone.step();
        assert!(ids.iter().all(|id| world.remove(*id).is_some()));
        assert!(ids
            .iter()
            .all(|id| world.relation(*id, stays) == Relation::default()));
        assert_eq!((world.flocks().len(), Arc::strong_count(&geometry)), (1, 1));
    }
    (0..10).for_each(|_| world.step().unwrap());
    (0..10).for_each(|_| alone.step());
    assert_eq!(world.flock(stays).unwrap().state_hash(), alone.state_hash());
    assert_eq!(world.remove(stays).unwrap().len(), 50);
    let saved = |world: &World| ron::to_string(&world.snapshot()).unwrap().len();
    assert!(saved(&world) < saved(&World::new()) + 10);
}

#[test]
fn flocks_that_wrap_round_see_others_directly() {
    let mut wrapping = Preset::Processing.settings();
    wrapping.spawn.count = 300;
    let mut world = World::new();
    let ids = [1, 2].map(|seed| {
        let mut settings = wrapping.clone();
        settings.spawn.seed = seed;
        world.add(in_the_open(settings))
    });
    relate(
        &mut world,
        ids,
        relation(RelationKind::FlockWith, 1.0, 10.0),
    );
    (0..20).for_each(|_| world.step().unwrap());
    for (_, flock) in world.flocks() {
        assert!(flock.boids().all(|boid| boid.position.norm().is_finite()));
    }
}

#[test]
fn what_a_world_refuses_is_named() {
    let mut world = World::new();
    let first = world.add(in_the_open(settings(3, 1.0, 1)));
    let second = world.add(in_the_open(settings(3, 1.0, 1)));
    let removed = world.add(in_the_open(settings(3, 1.0, 1)));
    world.remove(removed);
    let flee = relation(RelationKind::Flee, 1.0, 1.0);
    let mut refused = |of, to, relation| {
        world
            .set_relation(of, to, relation)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused(first, second, relation(RelationKind::Flee, f32::NAN, -1.0)),
        "relation.weight is NaN; allowed: 0 to 10000\nrelation.radius is -1; allowed: 0.001 to 10000 m"
    );
    assert_eq!(
        refused(first, first, flee),
        "flock 0 cannot have a relation to itself; its rules apply among its own boids"
    );
    assert_eq!(
        refused(first, removed, flee),
        "there is no flock 2 in the world"
    );

    world.set_relation(first, second, flee).unwrap();
    let mut other = world.flock(second).unwrap().settings().clone();
    other.simulation.time_step = 0.05;
    let before = world.state_hash();
    world
        .flock_mut(second)
        .unwrap()
        .set_settings(other.clone())
        .unwrap();
    let error = world.step().unwrap_err().to_string();
    assert!(
        error.starts_with("flock 0 has time steps of 0.016666668 s and flock 1 of 0.05 s"),
        "{error}"
    );
    assert_eq!(world.state_hash(), before);
}

/// Settings by which boids do nothing but go to their nearest neighbour within 2 m.
fn to_the_nearest() -> Settings {
    let mut settings = settings(0, 1.0, 0);
    disable_rules(&mut settings);
    settings.wander.enabled = false;
    settings.motion.min_speed = 0.0;
    settings.cohesion.enabled = true;
    settings.cohesion.radius = 2.0;
    settings.neighbours.nearest_only = true;
    settings.neighbours.nearest = 1;
    settings
}

fn at_rest(place: Vec3) -> (Vec3, Vec3) {
    (place, Vec3::zeros())
}

#[test]
fn the_nearest_are_one_also_where_two_of_three_flocks_are_searched_together() {
    let settings = to_the_nearest();
    let mut world = World::new();
    let places = [Vec3::zeros(), Vec3::x() * 0.5, Vec3::y() * 0.3];
    let ids = places.map(|place| world.add(flock_of(&settings, &[at_rest(place)])));
    let with = relation(RelationKind::FlockWith, 1.0, 2.0);
    relate(&mut world, [ids[0], ids[1]], with);
    world.set_relation(ids[0], ids[2], with).unwrap();
    world.step().unwrap();
    let (_, velocity) = states(world.flock(ids[0]).unwrap())[0];
    assert!(
        (velocity.normalize() - Vec3::y()).norm() < 1e-5,
        "{velocity}"
    );
}

#[test]
fn the_nearest_are_those_of_all_flocks_within_the_radius_of_the_relation() {
    let settings = to_the_nearest();
    let own = [Vec3::zeros(), Vec3::x() * 0.5].map(at_rest);
    let other = [Vec3::y() * 0.3].map(at_rest);
    for (radius, expected) in [(1.0, Vec3::y()), (0.2, Vec3::x())] {
        let mut world = World::new();
        let first = world.add(flock_of(&settings, &own));
        let second = world.add(flock_of(&settings, &other));
        let with = relation(RelationKind::FlockWith, 1.0, radius);
        world.set_relation(first, second, with).unwrap();
        world.step().unwrap();
        let (_, velocity) = states(world.flock(first).unwrap())[0];
        assert!(
            (velocity.normalize() - expected).norm() < 1e-5,
            "{velocity}"
        );
    }
}
