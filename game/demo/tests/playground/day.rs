//! The day in the scene *starlings*, and day and night in the *aquarium*.

use crate::support::World;
use flock_demo::{Choice, Day, Feeder};
use fyrox::graph::SceneGraph;
use fyrox_flock::{sim::Vec3, Flock};

const GRASS: &str = "Grass to Feed on";
const ROOFS: &str = "Roofs";
const WIRES: &str = "Wires to Sit on";

/// The scene at an hour, with fewer birds.
fn starlings(hour: f32) -> World {
    World::open_changed("starlings", |scene| {
        for node in scene.graph.linear_iter_mut() {
            if let Some(flock) = node.try_get_script_mut::<Flock>() {
                let mut settings = flock.settings();
                settings.spawn.count = settings.spawn.count.min(1500);
                flock.set_settings(settings);
            }
            if let Some(day) = node.try_get_script_mut::<Day>() {
                day.hour = hour.into();
            }
        }
    })
}

/// Number of birds that stand on the perches of a node.
fn on(world: &World, perches: &str) -> usize {
    let (node, starlings) = (world.handle(perches), world.handle("Starlings"));
    let script = world.scene().graph[starlings].try_get_script::<Flock>();
    let script = script.expect("a flock");
    let perch = script.perch_at(node).expect("perches");
    let used = script.running().and_then(|flock| flock.perch_use(perch));
    used.map_or(0, |used| used.taken)
}

fn falcon_is_there(world: &World) -> bool {
    world.scene().graph[world.handle("Falcon")].is_globally_enabled()
}

fn set_hour(world: &mut World, hour: f32) {
    let node = world.handle("Day");
    let day = world.scene_mut().graph[node].try_get_script_mut::<Day>();
    day.expect("a day").set_now(hour);
}

#[test]
fn starlings_feed_by_day_sleep_at_night_and_rise_at_dawn() {
    let mut world = starlings(12.0);
    world.seconds(30.0);
    let feeding = on(&world, GRASS);
    assert!(feeding > 300, "{feeding}");
    // At dusk they leave the grass, and the falcon comes.
    assert!(!falcon_is_there(&world));
    set_hour(&mut world, 17.6);
    world.seconds(6.0);
    assert_eq!(on(&world, GRASS), 0);
    assert!(falcon_is_there(&world));
    set_hour(&mut world, 20.0);
    world.seconds(60.0);
    let asleep = on(&world, ROOFS) + on(&world, WIRES);
    assert!(asleep > 1350, "{asleep}");
    assert!(!falcon_is_there(&world));
    // Nothing wakes them before the dawn.
    world.seconds(20.0);
    assert!(on(&world, ROOFS) + on(&world, WIRES) >= asleep);
    set_hour(&mut world, 6.5);
    // Some land again at once.
    let mut lowest = usize::MAX;
    for _ in 0..8 {
        world.seconds(0.5);
        lowest = lowest.min(on(&world, ROOFS) + on(&world, WIRES));
    }
    assert!(lowest < 300, "{lowest}");
}

/// The clock goes on through midnight, whatever the inspector has.
#[test]
fn a_day_with_any_values_goes_on() {
    for (hour, pace) in [
        (23.99, 10.0),
        (f32::NAN, f32::NAN),
        (-3.0, -1.0),
        (1e30, f32::INFINITY),
    ] {
        let mut world = World::open_changed("starlings", |scene| {
            for node in scene.graph.linear_iter_mut() {
                if let Some(flock) = node.try_get_script_mut::<Flock>() {
                    flock.spawn.count = 10;
                }
                if let Some(day) = node.try_get_script_mut::<Day>() {
                    (day.hour, day.pace) = (hour.into(), pace.into());
                }
            }
        });
        world.seconds(1.0);
        let node = world.handle("Day");
        let day = world.scene().graph[node].try_get_script::<Day>();
        let now = day.and_then(Day::now).expect("the day runs");
        assert!((0.0..24.0).contains(&now), "{hour}, {pace}: {now}");
    }
}

/// Mean distance of a flock's boids from a point.
fn distance(world: &World, flock: &str, from: Vec3) -> f32 {
    let flock = world.flock_at(flock);
    let distances = flock.boids().map(|boid| (boid.position - from).norm());
    distances.sum::<f32>() / flock.len().max(1) as f32
}

#[test]
fn fish_sleep_in_the_reef() {
    let mut world = World::open("aquarium");
    let in_roost = |world: &World, flock: &str, roost: &str, half: Vec3| {
        let (flock, middle) = (world.flock_at(flock), world.position(roost));
        let is_in = |place: Vec3| (place - middle).abs() <= half;
        let inside = flock.boids().filter(|boid| is_in(boid.position));
        inside.count() as f32 / flock.len() as f32
    };
    let mut inside = |hour: f32| {
        set_hour(&mut world, hour);
        world.seconds(10.0);
        let mut shares = [0.0; 2];
        for _ in 0..8 {
            world.seconds(0.5);
            let of = |flock, roost, half| in_roost(&world, flock, roost, half) / 8.0;
            shares[0] += of("School", "Sleep above Sand", Vec3::new(3.6, 0.9, 1.4));
            shares[1] += of(
                "Reef Fish",
                "Sleep between Rocks",
                Vec3::new(2.9, 0.55, 1.6),
            );
        }
        shares
    };
    let (by_day, asleep) = (inside(12.0), inside(23.0));
    assert!(asleep.iter().all(|share| *share > 0.9), "{asleep:?}");
    assert!(by_day.iter().all(|share| *share < 0.8), "{by_day:?}");
}

#[test]
fn fish_swim_to_food_until_it_is_eaten() {
    let mut world = World::open("aquarium");
    world.seconds(2.0);
    let [feeder, food] = ["Feeder", "Food"].map(|name| world.handle(name));
    assert!(!world.scene().graph[food].is_enabled());
    // The box of the feeder ends before the glass.
    let far = Vec3::new(50.0, 2.3, 0.7);
    let script = world.scene_mut().graph[feeder].try_get_script_mut::<Feeder>();
    script.expect("a feeder").feed(far);
    world.update(2);
    let place = world.position("Food");
    assert!(place.x > 3.0 && place.x < 4.0, "{place}");
    world.seconds(5.0);
    let mut near = 0.0;
    for _ in 0..8 {
        world.seconds(0.5);
        near += distance(&world, "School", world.position("Food")) / 8.0;
    }
    // Without food it swims through the whole tank of 8 m.
    assert!(near < 1.5, "{near}");
    world.seconds(5.0);
    assert!(!world.scene().graph[food].is_enabled());
}

#[test]
fn the_school_follows_the_diver_or_flees() {
    let mut world = World::open("aquarium");
    let choice = world.handle("What the School Does");
    let mut closest = [0.0; 3];
    for near in &mut closest {
        world.seconds(8.0);
        for _ in 0..8 {
            world.seconds(0.5);
            let diver = world.flock_at("Diver").boids().next().expect("a diver");
            *near += distance(&world, "School", diver.position) / 8.0;
        }
        let script = world.scene_mut().graph[choice].try_get_script_mut::<Choice>();
        script.expect("a choice").choose_next();
    }
    let [ignored, led, scared] = closest;
    assert!(led < ignored - 0.3 && scared > led + 0.6, "{closest:?}");
}
