//! The boids of each station behave as its sign says.

use crate::support::World;
use flock_demo::{Deed, Regrow};
use fyrox::{
    core::pool::Handle,
    scene::{
        camera::Camera,
        node::Node,
        sound::{Sound, Status},
    },
};
use fyrox_flock::{
    scripts::{FlockFollower, FlockReef, FlockSound},
    sim::{events::EventKind, Vec3},
};

/// Largest fraction of a station's boids that may behave otherwise.
const FEW: f32 = 0.05;

fn playground() -> World {
    let mut world = World::open("playground");
    world.update_until("the pen from a mesh", |world| {
        world.flock("Ring Pen").influences().len() == 1
    });
    world.seconds(10.0);
    world
}

/// Fails with the fraction and the expectation.
#[track_caller]
fn most(what: &str, share: f32, least: f32) {
    println!("{what}: {share:.2}");
    assert!(share >= least, "{what}: only {share}");
}

#[test]
fn boids_are_led_by_target_leader_arrow_and_path() {
    let mut world = playground();
    let (mut near, mut apart) = (0.0, 0.0);
    for _ in 0..10 {
        world.update(30);
        let lamp = world.position("Target Lamp");
        near += world.share("Target", |boid, _| (boid.position - lamp).norm() < 1.8) / 10.0;
        apart += world.share("Target", |boid, _| (boid.position - lamp).norm() > 0.3) / 10.0;
    }
    most("near the lamp", near, 0.7);
    most("apart around it", apart, 0.5);

    let along = world.share("Guide", |boid, _| {
        let arrow = world.flock("Guide").placement().rotation * Vec3::x();
        boid.velocity.dot(&arrow) > 0.85 * boid.velocity.norm()
    });
    most("along the arrow", along, 0.9);

    let around = world.share("Path", |_, at| (1.7..3.3).contains(&at.xz().norm()));
    most("on the path", around, 0.9);
    let turn = world.flock("Path").placement().rotation.inverse();
    let onward = world.share("Path", |boid, at| at.cross(&(turn * boid.velocity)).y > 0.0);
    most("in the direction of the path", onward, 0.95);
}

#[test]
fn butterflies_follow_the_player() {
    let mut world = playground();
    for at in [Vec3::new(-6.0, 1.2, 4.0), Vec3::new(8.0, 1.2, -6.0)] {
        world.put_player(at);
        world.seconds(8.0);
        let place = world.position("Leader Place");
        let near = world.share("Leader", |boid, _| (boid.position - place).norm() < 4.0);
        most("around the leader", near, 0.9);
    }
}

#[test]
fn volumes_draw_drive_away_and_keep() {
    let world = playground();
    most(
        "near the attracting ball",
        world.share("Attract", |_, at| at.norm() < 2.0),
        0.8,
    );
    let in_capsule = |at: Vec3| {
        let axis = Vec3::y() * at.y.clamp(-1.3, 1.3);
        (at - axis).norm() < 0.85
    };
    let repelled = world.share("Repel", |_, at| !in_capsule(at));
    most("out of the capsule", repelled, 1.0 - FEW);
    let half = Vec3::new(1.4, 1.1, 1.4).add_scalar(0.2);
    let penned = world.share("Pen", |_, at| {
        (0..3).all(|axis| at[axis].abs() < half[axis])
    });
    most("in the pen", penned, 1.0 - FEW);
    let ring = world.share("Ring Pen", |_, at| {
        (at.xz().norm() - 2.1).hypot(at.y) < 0.95
    });
    most("in the ring", ring, 1.0 - FEW);
    // The middle of the flock is 3.3 m above the station.
    let band = world.share("Band", |_, at| {
        (2.9 - 0.2..3.7 + 0.2).contains(&(at.y + 3.3))
    });
    most("in the band", band, 1.0 - FEW);
}

#[test]
fn the_wind_carries_boids() {
    let mut world = playground();
    let place = *world.flock("Wind").placement();
    let local = |world: &World| {
        let boids = world.flock("Wind").boids();
        let mut all: Vec<_> = boids
            .map(|boid| {
                (
                    boid.id,
                    place.rotation.inverse() * (boid.position - place.origin),
                )
            })
            .collect();
        all.sort_by_key(|(id, _)| id.slot());
        all
    };
    let (mut way, mut number) = (0.0, 0.0);
    for _ in 0..300 {
        let before = local(&world);
        world.update(1);
        for ((_, before), (_, after)) in before.iter().zip(local(&world)) {
            let step = after.x - before.x;
            // Without the boids that wrapped around to the other side.
            if step.abs() < 1.0 {
                way += step;
                number += 1.0;
            }
        }
    }
    let drift = way / number * 60.0;
    println!("drift: {drift}");
    // The air moves at 1.6 m/s; boids fly in it in all directions.
    assert!((1.2..2.0).contains(&drift), "{drift}");
}

#[test]
fn the_roost_gathers_a_flock_at_night_alone() {
    let mut world = playground();
    // The tree's crown is 20 cm below the middle of the flock.
    let inside = |world: &World| world.share("Roost", |_, at| (at + Vec3::y() * 0.2).norm() < 1.7);
    let by_day = inside(&world);
    let switch = world.position("Roost Switch");
    world.put_player(switch + Vec3::new(0.0, 0.5, 1.5));
    world.act(Deed::Use);
    world.seconds(14.0);
    let by_night = inside(&world);
    world.act(Deed::Use);
    world.seconds(14.0);
    let again = inside(&world);
    println!("{by_day} {by_night} {again}");
    assert!(
        by_night > 0.9 && by_day < 0.6 && again < 0.6,
        "{by_day} {by_night} {again}"
    );
}

#[test]
fn boids_flee_from_the_predator_in_panic() {
    let mut world = playground();
    let mut near = 0.0;
    let mut panics = 0;
    let flock = world.handle("Predator Flock");
    for _ in 0..300 {
        world.update(1);
        let dart = world.position("Predator Dart");
        near += world.share("Predator", |boid, _| (boid.position - dart).norm() < 0.6) / 300.0;
        let script = world.scene().graph[flock].try_get_script::<fyrox_flock::Flock>();
        let events = script.unwrap().last_events().iter();
        let is_panic = |kind: &EventKind| matches!(kind, EventKind::Panicked { .. });
        panics += events.filter(|event| is_panic(&event.kind)).count();
    }
    println!("near the predator: {near:.4}, {panics} panics");
    assert!(near < 0.02 && panics > 20, "{near} {panics}");
}

#[test]
fn birds_perch_and_a_clap_makes_all_of_them_take_off() {
    let mut world = playground();
    world.seconds(15.0);
    let perched = |world: &World| -> usize {
        let flock = world.flock("Perches");
        let uses = flock.perches().filter_map(|(id, _)| flock.perch_use(id));
        uses.map(|it| it.taken).sum()
    };
    let before = perched(&world);
    world.act(Deed::Restore);
    let flock = world.flock("Perches");
    let all = flock.boids().chain(flock.loose_boids());
    assert_eq!(all.count(), 110, "perched birds are not missing");
    let at = world.position("Perches Flock");
    world.put_player(at + Vec3::new(0.0, -1.5, 3.0));
    world.act(Deed::Clap);
    world.seconds(1.5);
    let after = perched(&world);
    println!("perched: {before}, then {after}");
    assert!(before > 20 && after * 10 < before, "{before} {after}");
}

#[test]
fn the_stream_flows_from_den_to_den() {
    let mut world = playground();
    world.seconds(5.0);
    let flock = world.flock("Emitter");
    let alive = flock.len();
    println!("in the stream: {alive}");
    // 22 per second, each alive for a few seconds.
    assert!((25..=130).contains(&alive), "{alive}");
    let den = world.position("Emitter Den");
    let nearer = world.share("Emitter", |boid, _| {
        boid.velocity.dot(&(den - boid.position)) > 0.0
    });
    most("on the way to the den", nearer, 0.85);
}

#[test]
fn nothing_passes_what_moves() {
    let mut world = playground();
    let mut most_inside = 0.0_f32;
    for _ in 0..300 {
        world.update(1);
        let beam = world.scene().graph[world.handle("Obstacle Beam")].global_transform();
        let inverse = beam.try_inverse().unwrap();
        let is_inside = |half: Vec3, at: Vec3| (0..3).all(|axis| at[axis].abs() < half[axis]);
        let in_beam = world.share("Obstacle", |boid, _| {
            let at = inverse.transform_point(&boid.position.into()).coords;
            is_inside(Vec3::new(2.85, 0.3, 0.14), at)
        });
        let lift = world.position("Lift Platform");
        let in_lift = world.share("Lift", |boid, _| {
            let place = world.flock("Lift").placement();
            let at = place.rotation.inverse() * (boid.position - lift);
            is_inside(Vec3::new(1.45, 0.1, 1.45), at)
        });
        most_inside = most_inside.max(in_beam).max(in_lift);
    }
    assert_eq!(most_inside, 0.0);
    let [beam, lift] = ["Obstacle", "Lift"].map(|name| world.flock(name).obstacles().len());
    assert!(beam >= 2 && lift >= 1, "{beam} {lift}");
}

#[test]
fn the_school_waits_at_closed_doors_and_passes_open_ones() {
    let mut world = playground();
    let beyond = |world: &World| world.share("Doors", |_, at| at.x > 0.15);
    for _ in 0..20 {
        world.update(30);
        assert_eq!(beyond(&world), 0.0, "they pass a closed door");
    }
    let door = world.position("Doors Door");
    world.put_player(door + Vec3::new(0.0, 0.0, 5.0));
    world.act(Deed::Use);
    let mut passed = 0.0_f32;
    for _ in 0..50 {
        world.update(30);
        passed = passed.max(beyond(&world));
    }
    most("beyond the open doors", passed, 0.5);
    // When it is closed again, no boid changes sides.
    world.act(Deed::Use);
    world.seconds(4.0);
    let before = beyond(&world);
    world.seconds(15.0);
    assert_eq!(beyond(&world), before);
}

#[test]
fn the_lift_carries_what_stands_on_it() {
    let mut world = playground();
    let platform = world.position("Lift Platform");
    world.put_player(platform + Vec3::y() * 1.3);
    let (mut lowest, mut highest) = (f32::MAX, f32::MIN);
    for _ in 0..30 {
        world.update(30);
        let (player, platform) = (world.position("Player"), world.position("Lift Platform"));
        let above = player.y - platform.y;
        assert!(
            (0.8..1.4).contains(&above),
            "the player is {above} m above it"
        );
        (lowest, highest) = (lowest.min(player.y), highest.max(player.y));
    }
    assert!(
        highest - lowest > 3.5,
        "it moves from {lowest} to {highest}"
    );
}

#[test]
fn a_bird_carries_the_lantern_and_the_player_rides_along() {
    let mut world = playground();
    let carried = world.handle("Follower Carried");
    let flock = world.handle("Follower Flock");
    let bird = |world: &World| {
        let script = world.scene().graph[carried].try_get_script::<FlockFollower>();
        let (followed, id) = script.and_then(FlockFollower::followed).expect("a bird");
        assert_eq!(followed, flock);
        world.flock("Follower").boid(id).expect("it lives").position
    };
    let start = world.position("Follower Lantern");
    for _ in 0..30 {
        world.update(1);
        let away = world.position("Follower Lantern") - bird(&world);
        // The drawn position is up to one step behind.
        assert!(away.norm() < 0.3, "{away}");
    }
    assert!((world.position("Follower Lantern") - start).norm() > 0.5);

    let is_enabled = |world: &World, name: &str| {
        let node = &world.scene().graph[world.handle(name)];
        node.cast::<Camera>().is_some_and(|it| it.is_enabled())
    };
    let cameras = |world: &World| ["Camera", "Follower Camera"].map(|it| is_enabled(world, it));
    assert_eq!(cameras(&world), [true, false]);
    let stand = world.position("Follower Ride");
    world.put_player(stand);
    world.act(Deed::Use);
    world.update(1);
    assert_eq!(cameras(&world), [false, true]);
    let away = world.position("Follower Camera") - bird(&world);
    assert!(away.norm() < 2.2, "{away}");
    world.act(Deed::Use);
    world.update(1);
    assert_eq!(cameras(&world), [true, false]);
}

/// The largest gains of calls and of wings over some seconds; 0 for none.
fn heard(world: &mut World) -> [f32; 2] {
    let wings = {
        let voices = &world.scene().graph[world.handle("Sound Voices")];
        let script = voices.try_get_script::<FlockSound>();
        (*script.expect("the node has the sounds").burst).clone()
    };
    let mut gains = [0.0_f32; 2];
    for _ in 0..180 {
        world.update(1);
        let nodes = world.scene().graph.linear_iter();
        let sounds = nodes.filter_map(|node| node.cast::<Sound>());
        for sound in sounds.filter(|it| it.status() == Status::Playing) {
            let gain = &mut gains[usize::from(sound.buffer() == wings)];
            *gain = gain.max(sound.gain());
        }
    }
    gains
}

#[test]
fn the_birds_are_heard_louder_when_the_player_is_nearer() {
    let mut world = playground();
    let near = world.position("Sound Pad") + Vec3::y() * 1.2;
    world.put_player(Vec3::new(0.0, 1.0, -4.0));
    world.seconds(2.0);
    assert_eq!(heard(&mut world), [0.0; 2], "it is out of range");
    world.put_player(near - near.normalize() * 9.0 + Vec3::y());
    let [softly, _] = heard(&mut world);
    world.put_player(near);
    let [loudly, _] = heard(&mut world);
    println!("{softly} {loudly}");
    assert!(softly > 0.05 && loudly > 1.3 * softly, "{softly} {loudly}");
    world.seconds(2.0);
    world.act(Deed::Clap);
    let [_, wings] = heard(&mut world);
    assert!(wings > 0.3, "{wings}");
}

fn reef(world: &World) -> (u32, Handle<Node>, bool) {
    let rock = world.handle("Reef Rock");
    let reef = FlockReef::of(&world.scene().graph, rock).expect("a reef");
    (*reef.seed, reef.build.body(), reef.build.is_busy())
}

#[test]
fn fish_do_not_cross_the_reef_and_another_one_grows_around_nobody() {
    let mut world = playground();
    let is_clear = |world: &World| {
        let flock = world.flock("Reef");
        let crosses = |at: Vec3| !flock.geometry().is_clear(at, 1e-3);
        flock.boids().all(|boid| !crosses(boid.position))
    };
    assert!(is_clear(&world));
    let middle = world.position("Reef Rock");
    // Above the rock, within its bounds.
    world.act(Deed::Fly);
    world.put_player(middle + Vec3::y() * 3.6);
    let (seed, before, _) = reef(&world);
    world.act(Deed::Use);
    world.update(5);
    assert_eq!(reef(&world).0, seed, "it waits for the player to leave");
    world.put_player(middle + Vec3::new(0.0, 2.0, 6.0));
    world.update(2);
    assert_eq!(reef(&world).0, seed + 1);
    world.update_until("another reef", |world| {
        let (_, body, is_busy) = reef(world);
        body != before && !is_busy
    });
    world.seconds(1.0);
    world.update_until("its geometry", is_clear);
    for _ in 0..60 {
        world.update(1);
        assert!(is_clear(&world));
    }
}

#[test]
fn a_rock_grows_from_every_seed() {
    let world = World::open("playground");
    let rock = &world.scene().graph[world.handle("Reef Rock")];
    let reef = rock.try_get_script::<FlockReef>().expect("a reef");
    let regrow = rock.try_get_script::<Regrow>().expect("a button");
    for seed in 1..=*regrow.seeds {
        let mut terrain = reef.terrain();
        terrain.seed = seed;
        let triangles = terrain.triangles().expect("it can be built");
        let top = triangles.iter().flatten().map(|corner| corner.y);
        let top = top.fold(0.0_f32, f32::max);
        println!("{seed}: {} triangles, {top} m high", triangles.len());
        assert!(triangles.len() > 1000 && top > 1.0, "seed {seed}");
    }
}
