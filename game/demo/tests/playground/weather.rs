//! The weather in the scene *meadow*.

use crate::support::World;
use flock_demo::{Phase, Weather};

/// Mean heights of swallows, gnats and butterflies over four seconds, in metres.
fn heights(world: &mut World) -> [f32; 3] {
    let mut sums = [0.0; 3];
    for _ in 0..40 {
        world.update(6);
        for (sum, name) in sums.iter_mut().zip(["Swallows", "Gnats", "Butterflies"]) {
            let flock = world.flock_at(name);
            let heights = flock.boids().map(|boid| boid.position.y);
            *sum += heights.sum::<f32>() / flock.len().max(1) as f32 / 40.0;
        }
    }
    sums
}

fn begin_next(world: &mut World) -> Option<Phase> {
    let node = world.handle("Weather");
    let weather = world.scene_mut().graph[node].try_get_script_mut::<Weather>();
    let weather = weather.expect("weather");
    weather.begin_next();
    weather.phase()
}

#[test]
fn swallows_fly_low_before_the_rain_and_butterflies_shelter_from_it() {
    let mut world = World::open("meadow");
    world.seconds(2.0);
    let fair = heights(&mut world);
    assert_eq!(begin_next(&mut world), Some(Phase::Gathering));
    world.seconds(4.0);
    let before = heights(&mut world);
    assert!(
        before[0] < 0.7 * fair[0] && before[1] < 0.7 * fair[1],
        "{fair:?} {before:?}"
    );
    assert_eq!(begin_next(&mut world), Some(Phase::Rain));
    world.seconds(8.0);
    let rain = heights(&mut world);
    assert!(rain[2] < fair[2] - 0.1, "{fair:?} {rain:?}");
    assert_eq!(begin_next(&mut world), Some(Phase::Clearing));
    assert_eq!(begin_next(&mut world), Some(Phase::Fair));
}
