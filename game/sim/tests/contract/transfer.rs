//! Boids that go from one flock of a world to another.

use flock_sim::{
    events::{EventKind, EventMask},
    geometry::shapes,
    nalgebra::{UnitQuaternion, Vector3},
    saving::FlockInput,
    world::{FlockId, WorldError, WorldLog},
    Geometry, ReferenceFrame, Settings, Vec3, World,
};
use flock_testkit::flocks::in_the_open;
use std::sync::Arc;

/// A world with a flock in a train and a flock in the meadow. The train moves at 12 m/s.
struct Journey {
    world: World,
    train: FlockId,
    meadow: FlockId,
    seconds: f64,
}

impl Journey {
    fn new() -> Self {
        let mut world = World::new();
        let [train, meadow] = [40, 30].map(|count| {
            let mut settings = Settings::default();
            settings.spawn.count = count;
            settings.body.scale_variation = 0.5;
            let mut flock = in_the_open(settings);
            flock.set_events(EventMask::ALL);
            world.add(flock)
        });
        let mut journey = Self {
            world,
            train,
            meadow,
            seconds: 0.0,
        };
        let start = journey.frame();
        let train = journey.world.flock_mut(train).unwrap();
        train.set_frame(start).unwrap();
        journey
    }

    fn frame(&self) -> ReferenceFrame {
        ReferenceFrame {
            origin: Vector3::new(12.0 * self.seconds, 1.0, 0.0),
            rotation: UnitQuaternion::from_euler_angles(0.0, 0.5, 0.0),
        }
    }

    fn advance(&mut self) {
        self.seconds += 1.0 / 60.0;
        let frame = self.frame();
        let train = self.world.flock_mut(self.train).unwrap();
        train.move_frame(frame).unwrap();
        self.world.advance(1.0 / 60.0).unwrap();
    }

    fn parts(&mut self) -> (&mut World, [FlockId; 2]) {
        (&mut self.world, [self.train, self.meadow])
    }

    /// Lets a bee of every frame out, and one in.
    fn exchange(&mut self) {
        for (from, to) in [(self.train, self.meadow), (self.meadow, self.train)] {
            let bee = self.world.flock(from).unwrap().boids().next().unwrap();
            self.world.transfer(bee.id, from, to).unwrap();
        }
    }
}

#[test]
fn a_boid_takes_along_what_is_its_own() {
    let mut journey = Journey::new();
    (0..20).for_each(|_| journey.advance());
    let (world, [train, meadow]) = journey.parts();
    // A hole in the slots, so that ids differ.
    let gone = world.flock(meadow).unwrap().boids().nth(3).unwrap().id;
    world.flock_mut(meadow).unwrap().remove(gone);
    let flock = world.flock_mut(train).unwrap();
    let bee = flock.boids().nth(7).unwrap();
    flock.set_data(bee.id, 4711);
    let drawn = flock.drawn_at(bee.id).unwrap();
    let of = |flock: &flock_sim::Flock, position: Vec3| {
        let index = flock
            .boids()
            .position(|it| (it.position - position).norm() < 1e-4);
        let mut motions = vec![[0.0; 4]; flock.drawn_len()];
        flock.write_motions(&mut motions);
        let mut instances = vec![[0.0; 4]; 2 * flock.drawn_len()];
        flock.write_instances(&mut instances);
        (motions[index.unwrap()][3], instances[2 * index.unwrap()][3])
    };
    let look = of(flock, bee.position);
    let _ = flock.drain_events();

    let id = world.transfer(bee.id, train, meadow).unwrap();
    let [inside, outside] = [train, meadow].map(|it| world.flock(it).unwrap());
    assert_eq!((inside.len(), outside.len()), (39, 30));
    assert!(inside.boid(bee.id).is_none());
    let moved = outside.boid(id).unwrap();
    assert!((moved.position - bee.position).norm() < 1e-4);
    assert!((moved.velocity - bee.velocity).norm() < 1e-4);
    assert!(moved.velocity.x > 8.0, "{}", moved.velocity);
    assert_eq!(outside.data(id), Some(4711));
    let drawn_outside = outside.drawn_at(id).unwrap();
    assert!((drawn_outside.origin - drawn.origin).norm() < 1e-3);
    assert!(drawn_outside.rotation.angle_to(&drawn.rotation) < 0.05);
    assert_ne!(id.slot(), bee.id.slot());
    assert_eq!(of(outside, moved.position), look);

    let mut kinds = |flock| {
        let events = world.flock_mut(flock).unwrap().drain_events();
        let kinds = events.map(|it| (it.boid, it.kind));
        kinds.collect::<Vec<_>>()
    };
    assert_eq!(kinds(train), [(bee.id, EventKind::Left)]);
    assert!(kinds(meadow).contains(&(id, EventKind::Joined)));

    // The next boid with the slot has the look of its own slot, also after a snapshot.
    let text = ron::to_string(&world.snapshot()).unwrap();
    let restored = World::restore(&ron::from_str(&text).unwrap(), &Default::default()).unwrap();
    assert_eq!(of(restored.flock(meadow).unwrap(), moved.position), look);
    let flock = world.flock_mut(meadow).unwrap();
    flock.remove(id);
    let next = flock.spawn_at(moved.position, Vec3::x()).unwrap();
    assert_eq!(next.slot(), id.slot());
    assert_ne!(of(flock, moved.position).0, look.0);
}

#[test]
fn a_replay_repeats_transfers_in_a_moving_frame() {
    let mut journey = Journey::new();
    journey.world.start_log();
    for frame in 0..60 {
        if frame % 7 == 3 {
            journey.exchange();
        }
        journey.advance();
    }
    let saved = ron::to_string(&journey.world.take_log()).unwrap();
    let log: WorldLog = ron::from_str(&saved).unwrap();
    let departs = |(_, input): &(u64, FlockInput)| matches!(input, FlockInput::Depart(_));
    let flocks = log.flocks().iter();
    let departed = flocks.flat_map(|(_, log)| log.inputs().iter().filter(|it| departs(it)));
    assert_eq!(departed.count(), 18);
    let mut again = Journey::new().world;
    again.replay(log, &Default::default());
    let steps = journey
        .world
        .flock(journey.train)
        .unwrap()
        .statistics()
        .steps;
    (0..steps).for_each(|_| again.step().unwrap());
    assert_eq!(again.left_to_replay(), 0);
    assert_eq!(again.state_hash(), journey.world.state_hash());
}

#[test]
fn a_boid_that_may_not_go_stays() {
    let mut journey = Journey::new();
    journey.advance();
    let (world, [train, meadow]) = journey.parts();
    let hash = |world: &World| world.flock(train).unwrap().state_hash();
    let before = hash(world);
    let bee = world.flock(train).unwrap().boids().next().unwrap();
    assert_eq!(world.transfer(bee.id, train, train), Ok(bee.id));

    let wall = Geometry::new(&shapes::cuboid(Vec3::repeat(50.0))).0;
    let other = world.flock_mut(meadow).unwrap();
    other.set_geometry(Arc::new(wall));
    let error = world.transfer(bee.id, train, meadow).unwrap_err();
    assert!(matches!(error, WorldError::Arrival(_)), "{error}");
    assert!(error.to_string().contains("clear of geometry"), "{error}");
    let other = world.flock_mut(meadow).unwrap();
    other.set_geometry(Default::default());
    assert_eq!(
        (hash(world), world.flock(meadow).unwrap().len()),
        (before, 30)
    );

    world.flock_mut(train).unwrap().hold(bee.id);
    let error = world.transfer(bee.id, train, meadow).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "boid {} does not fly in {train}; only a flying boid can go to another flock",
            bee.id
        )
    );
    world.remove(meadow);
    assert_eq!(
        world.transfer(bee.id, train, meadow),
        Err(WorldError::NoSuchFlock(meadow))
    );
}
