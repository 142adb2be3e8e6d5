//! The player changes number, kind and look of the flocks of the stations.

use crate::support::World;
use flock_demo::{Deed, Knob, Tuning};
use fyrox::{
    core::{
        log::{Log, LogMessage, MessageKind},
        pool::Handle,
    },
    graph::SceneGraph,
    scene::node::Node,
};
use fyrox_flock::{
    render::{BodyShape, DrawDetail, Variety},
    scripts::FlockEmitter,
    sim::{settings::Body, Vec3},
    Flock,
};
use std::sync::mpsc::{channel, Receiver};

/// Errors and warnings about the flocks of the scene; the log has those of other tests too.
fn complaints(log: &Receiver<LogMessage>, world: &World) -> Vec<String> {
    let complaints = log
        .try_iter()
        .filter(|it| it.kind != MessageKind::Information);
    let is_of = |text: &str, name: &str| text.contains(&format!("of node {name}:"));
    let names: Vec<String> = flocks(world).into_iter().map(|(name, _)| name).collect();
    let ours = complaints.filter(|it| names.iter().any(|name| is_of(&it.content, name)));
    ours.map(|it| it.content).collect()
}

fn script<'a>(world: &'a World, station: &str) -> &'a Flock {
    let node = world.handle(&format!("{station} Flock"));
    let script = world.scene().graph[node].try_get_script::<Flock>();
    script.expect("the node has a flock")
}

fn tunings(world: &World) -> Vec<Handle<Node>> {
    let nodes = world.scene().graph.pair_iter();
    let tunings = nodes.filter(|(_, node)| node.has_script::<Tuning>());
    tunings.map(|(handle, _)| handle).collect()
}

/// Turns a knob of all stations.
fn turn_all(world: &mut World, knob: Knob) {
    for node in tunings(world) {
        let node = &mut world.scene_mut().graph[node];
        let tuning = node.try_get_script_mut::<Tuning>();
        tuning.expect("the node has the knobs").turn(knob);
    }
    world.update(1);
}

/// Names and flocks of all stations.
fn flocks(world: &World) -> Vec<(String, &Flock)> {
    let nodes = world.scene().graph.linear_iter();
    let flocks = nodes.filter_map(|node| {
        let flock = node.try_get_script::<Flock>()?;
        Some((node.name().to_string(), flock))
    });
    flocks.collect()
}

/// The flocks run, and none of their boids is at a place where it may not be.
fn check(world: &World, change: &str) {
    for (name, script) in flocks(world) {
        let what = format!("{name} {change}");
        let flock = script.running();
        let flock = flock.unwrap_or_else(|| panic!("{what}: it does not run"));
        assert!(flock.statistics().steps > 0, "{what}");
        let (low, high) = flock.settings().boundary.shape.bounds();
        for boid in flock.boids() {
            let place = flock.placement();
            let at = place.rotation.inverse() * (boid.position - place.origin);
            let inside = at.sup(&low.add_scalar(-0.5)).inf(&high.add_scalar(0.5));
            assert_eq!(at, inside, "{what}");
            let is_clear = flock.geometry().is_clear(boid.position, 1e-3);
            assert!(is_clear, "{what}: {boid:?} is in a surface");
        }
    }
}

type Look = (BodyShape, Body, Variety, DrawDetail);

fn look(script: &Flock) -> Look {
    let settings = script.settings();
    let (variety, detail) = (*script.variety, *script.draw_detail);
    (*script.shape, settings.body, variety, detail)
}

#[test]
fn every_kind_and_look_can_be_chosen() {
    use BodyShape::{Butterfly, Crow, Falcon, FlatFish, Gnat, Gull, ReefFish, Sardine, Starling};
    let (sender, log) = channel();
    Log::add_listener(sender);
    let mut world = World::open("playground");
    world.seconds(1.0);
    assert_eq!(tunings(&world).len(), flocks(&world).len());
    let at_start = look(script(&world, "Pen"));
    let mut kinds = Vec::new();
    // The own kind follows the last one.
    for _ in 0..9 {
        turn_all(&mut world, Knob::Kind);
        world.update(20);
        let of = ["Pen", "Attract"].map(|station| *script(&world, station).shape);
        check(&world, &format!("as {of:?}"));
        kinds.push(of);
    }
    let [pen, attract]: [Vec<_>; 2] = [0, 1].map(|at| kinds.iter().map(|it| it[at]).collect());
    let others = [
        Sardine, ReefFish, Starling, Crow, Falcon, Gull, Butterfly, Gnat,
    ];
    assert_eq!(pen, [&others[..], &[FlatFish]].concat());
    let others = [Sardine, Starling, Crow, Falcon, Gull, Butterfly, Gnat];
    assert_eq!(attract, [&others[..], &[ReefFish, Sardine]].concat());
    assert_eq!(look(script(&world, "Pen")), at_start);
    let mut looks = vec![at_start];
    for _ in 0..7 {
        turn_all(&mut world, Knob::Look);
        world.update(5);
        let now = look(script(&world, "Pen"));
        check(&world, &format!("with the look {now:?}"));
        looks.push(now);
    }
    assert_eq!(
        looks.pop().as_ref(),
        looks.first(),
        "the own look follows the last one"
    );
    for (index, one) in looks.iter().enumerate() {
        assert!(!looks[index + 1..].contains(one), "{one:?} is there twice");
    }
    assert_eq!(complaints(&log, &world), [""; 0]);
}

#[test]
fn numbers_change_between_a_quarter_and_four_times() {
    let (sender, log) = channel();
    Log::add_listener(sender);
    let mut world = World::open("playground");
    world.seconds(1.0);
    let counts = |world: &World| -> Vec<u32> {
        let flocks = flocks(world);
        let counts = flocks.iter().map(|(_, it)| it.settings().spawn.count);
        counts.collect()
    };
    let at_start = counts(&world);
    // One more than there are: at its limit, a number stays.
    for _ in 0..3 {
        turn_all(&mut world, Knob::More);
        world.update(20);
        check(&world, "with more boids");
    }
    let most: Vec<u32> = at_start.iter().map(|count| count * 4).collect();
    assert_eq!(counts(&world), most);
    assert_eq!(world.flock("Pen").len(), 440);
    for _ in 0..5 {
        turn_all(&mut world, Knob::Fewer);
        world.update(20);
        check(&world, "with fewer boids");
    }
    assert_eq!(world.flock("Attract").len(), 33);
    let emitter = world.handle("Emitter Source");
    let emitter = world.scene().graph[emitter].try_get_script::<FlockEmitter>();
    assert_eq!(emitter.map(|it| *it.most_alive), Some(50));
    assert_eq!(complaints(&log, &world), [""; 0]);
}

#[test]
fn the_player_changes_the_nearest_station_alone() {
    let mut world = World::open("playground");
    world.seconds(1.0);
    world.put_player(Vec3::new(0.0, 1.0, 2.0));
    for knob in [Knob::Kind, Knob::More, Knob::Look] {
        world.act(Deed::Turn(knob));
    }
    world.update(2);
    assert_eq!(world.flock("Pen").len(), 110, "it is out of reach");
    let pen = world.position("Pen Pad");
    world.put_player(pen + Vec3::y() * 1.2);
    for knob in [Knob::Kind, Knob::More, Knob::Look] {
        world.act(Deed::Turn(knob));
    }
    world.update(2);
    assert_eq!(world.flock("Pen").len(), 220);
    assert_eq!(*script(&world, "Pen").shape, BodyShape::Sardine);
    assert_eq!(*script(&world, "Attract").shape, BodyShape::ReefFish);
    assert_eq!(world.flock("Attract").len(), 130);
}
