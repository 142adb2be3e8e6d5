//! Flocks in reference frames: what is set stays in the frame, what is asked or happens once is in
//! the world.

use flock_sim::{
    boids::{DeadBody, Death},
    events::{EventKind, EventMask, FlockEvent, Player},
    geometry::shapes,
    influences::{Influence, InfluenceKind},
    nalgebra::{Quaternion, UnitQuaternion, Vector3},
    perches::Perch,
    settings::Catch,
    threats::Scare,
    world::RelationKind,
    Boid, BoidId, Flock, Geometry, Placement, ReferenceFrame, Settings, Vec3, World,
};
use flock_testkit::{
    flocks::{by_id, disable_rules, in_the_open, settings_in_cube, texels},
    hunts, roof,
    saved::copy,
};
use std::sync::Arc;

type Vec3d = Vector3<f64>;

/// Twice the rounding of a coordinate at 40 km, in metres.
const NEAR: f32 = 0.01;

const SCARE: Scare = Scare {
    point: Vec3::new(0.2, 0.1, -0.3),
    radius: 2.0,
    strength: 60.0,
    decay: 0.5,
};

/// A frame far away from the world's origin, turned about all axes.
fn far() -> ReferenceFrame {
    ReferenceFrame {
        origin: Vec3d::new(9000.0, -300.0, 40_000.0),
        rotation: UnitQuaternion::from_euler_angles(0.4, -1.1, 2.0),
    }
}

/// Equal flocks, one in the world and one in the frame that is far away.
struct Twins {
    near: Flock,
    far: Flock,
}

impl Twins {
    fn new(mut new: impl FnMut() -> Flock) -> Self {
        let (near, mut in_frame) = (new(), new());
        in_frame.set_frame(far()).unwrap();
        Self {
            near,
            far: in_frame,
        }
    }

    /// A thousand boids with a solid ball among them, after a second.
    fn around_a_ball() -> Self {
        let mut twins = Self::new(|| {
            let ball = Geometry::new(&shapes::ball(0.4, 2)).0;
            let settings = settings_in_cube(1000);
            let mut flock = Flock::new(settings, Placement::default(), Arc::new(ball)).unwrap();
            flock.set_events(EventMask::ALL);
            flock
        });
        twins.step(60);
        twins
    }

    /// One boid at the origin, on which no rule acts.
    fn of_one() -> (Self, BoidId) {
        let twins = Self::new(|| {
            let mut settings = settings_in_cube(0);
            disable_rules(&mut settings);
            let mut flock = in_the_open(settings);
            flock.spawn_at(Vec3::zeros(), Vec3::x() * 0.5).unwrap();
            flock
        });
        let id = twins.near.boids().next().unwrap().id;
        (twins, id)
    }

    fn step(&mut self, steps: u32) {
        for _ in 0..steps {
            self.near.step();
            self.far.step();
        }
    }

    /// Asserts that a boid of both is at the same place, with the same velocity, of its frame.
    #[track_caller]
    fn assert_same(&self, id: BoidId) {
        let near = self.near.boid(id).unwrap();
        assert_near(&in_world(&near), &self.far.boid(id).unwrap());
    }
}

/// A boid of the far frame in the world. The frame is at rest.
fn in_world(boid: &Boid) -> Boid {
    Boid {
        id: boid.id,
        position: far().point_to_world(boid.position),
        velocity: far().vector_to_world(boid.velocity),
    }
}

#[track_caller]
fn assert_near(expected: &Boid, found: &Boid) {
    assert_eq!(expected.id, found.id);
    let away = (expected.position - found.position).norm();
    let faster = (expected.velocity - found.velocity).norm();
    assert!(away < NEAR && faster < 1e-4, "{found:?} for {expected:?}");
}

#[track_caller]
fn assert_vector(expected: Vec3, found: Vec3, most: f32) {
    assert!((expected - found).norm() < most, "{found} for {expected}");
}

/// Asserts that a query found the boids that are inside, but for those that are on the edge, as
/// far as single precision tells. `depth` is the distance to the edge, negative outside.
#[track_caller]
fn assert_found(flock: &Flock, found: impl Iterator<Item = Boid>, depth: impl Fn(&Boid) -> f64) {
    let found: Vec<Boid> = found.collect();
    assert!(!found.is_empty() && found.len() < flock.len());
    for boid in flock.boids() {
        let depth = depth(&boid);
        let edge = depth.abs() < f64::from(NEAR);
        let is_found = found.contains(&boid);
        assert!(edge || is_found == (depth > 0.0), "{boid:?} {depth}");
    }
}

#[test]
fn a_frame_at_rest_changes_nothing_inside() {
    let twins = Twins::around_a_ball();
    assert_eq!(texels(&twins.near), texels(&twins.far));
    let (near, found) = (by_id(&twins.near), by_id(&twins.far));
    let pairs = near.iter().map(in_world).zip(&found);
    pairs.for_each(|(expected, found)| assert_near(&expected, found));
    assert_eq!(twins.near.measure(), twins.far.measure());
}

#[test]
fn queries_are_in_the_world() {
    let flock = Twins::around_a_ball().far;
    let point = far().point_to_world(Vec3::new(0.3, 0.2, -0.5));
    let distance = |boid: &Boid| f64::from((boid.position - point).norm());
    let nearest = distance(&flock.nearest(point).unwrap());
    let least = flock.boids().map(|it| distance(&it));
    assert!(nearest <= least.fold(f64::INFINITY, f64::min) + f64::from(NEAR));

    assert_found(&flock, flock.in_sphere(point, 0.6), |it| 0.6 - distance(it));

    let axis = Vec3::new(1.0, 2.0, -0.5);
    let cone = flock.in_cone(point, axis, 60.0, 1.5);
    assert_found(&flock, cone, |boid| {
        let offset = boid.position - point;
        let beside = axis.angle(&offset) - 30.0_f32.to_radians();
        f64::from((1.5 - offset.norm()).min(-beside * offset.norm()))
    });

    for (min, max) in [
        (point - Vec3::repeat(0.5), point + Vec3::repeat(0.7)),
        (Vec3::repeat(f32::NEG_INFINITY), point),
        (
            Vec3::new(point.x, f32::NEG_INFINITY, point.z),
            Vec3::repeat(f32::INFINITY),
        ),
    ] {
        let inside = |boid: &Boid| boid.position.sup(&min) == boid.position.inf(&max);
        let expected: Vec<Boid> = flock.boids().filter(inside).collect();
        assert!(!expected.is_empty() && expected.len() < flock.len());
        assert_eq!(flock.in_box(min, max).collect::<Vec<_>>(), expected);
    }
    assert_eq!(flock.in_box(point, point - Vec3::x()).count(), 0);
    assert_eq!(flock.in_box(point.map(|_| f32::NAN), point).count(), 0);
}

#[test]
fn hits_are_in_the_world() {
    let twins = Twins::around_a_ball();
    let (start, way) = (Vec3::new(-4.0, 0.7, 0.2), Vec3::new(8.0, 0.0, 0.0));
    for radius in [0.0, 0.2] {
        let near = twins.near.hit_by_sphere(start, way, radius).unwrap();
        let (start, way) = (far().point_to_world(start), far().vector_to_world(way));
        let found = twins.far.hit_by_sphere(start, way, radius).unwrap();
        assert_eq!(near.id, found.id);
        assert!((near.distance - found.distance).abs() < 2.0 * NEAR);
        assert_vector(far().point_to_world(near.point), found.point, 2.0 * NEAR);
    }
    let nan = Vec3::repeat(f32::NAN);
    assert_eq!(twins.far.hit_by_ray(nan, way), None);
}

#[test]
fn drawn_places_are_in_the_world() {
    let mut twins = Twins::around_a_ball();
    twins.near.advance(0.04);
    twins.far.advance(0.04);
    for boid in twins.near.boids().take(50) {
        let near = twins.near.drawn_at(boid.id).unwrap();
        let found = twins.far.drawn_at(boid.id).unwrap();
        let expected = far().placement_to_world(&near);
        assert_vector(expected.origin, found.origin, NEAR);
        assert!(expected.rotation.angle_to(&found.rotation) < 2e-3);
    }
}

#[test]
fn sights_and_wishes_are_in_the_world() {
    let twins = Twins::around_a_ball();
    let mut rays = 0;
    for boid in twins.near.boids() {
        let sight = |flock: &Flock| flock.sight(boid.id).unwrap();
        let (near, found) = (sight(&twins.near), sight(&twins.far));
        assert_vector(far().point_to_world(near.position), found.position, NEAR);
        assert_eq!(near.nearness, found.nearness);
        let escape = near.direction.map(|it| far().vector_to_world(it));
        assert_eq!(escape, found.direction);
        for (near, found) in near.rays.iter().zip(&found.rays) {
            let expected = far().vector_to_world(near.direction);
            assert_eq!((expected, near.distance), (found.direction, found.distance));
        }
        rays += found.rays.len();

        let wishes = |flock: &Flock| {
            let it = flock.wishes(boid.id).unwrap();
            [
                it.cohesion,
                it.separation,
                it.alignment,
                it.wander,
                it.influences,
                it.avoidance,
            ]
        };
        for (near, found) in wishes(&twins.near).iter().zip(wishes(&twins.far)) {
            assert_eq!(far().vector_to_world(*near), found);
        }
    }
    assert!(rays > 100, "{rays}");
}

/// Targets, the player and scares that were set by the coordinates of the frame.
#[test]
fn events_are_the_same_in_a_frame() {
    let mut twins = Twins::around_a_ball();
    let mut scare = SCARE;
    for flock in [&mut twins.near, &mut twins.far] {
        drop(flock.drain_events());
        let (point, slowing) = (Vec3::new(0.7, 0.6, 0.5), 0.2);
        let target = InfluenceKind::Target { point, slowing };
        flock.add_influence(Influence::new(target)).unwrap();
        flock
            .set_player(Some(Player { point, radius: 0.1 }))
            .unwrap();
        flock.scare(scare).unwrap();
        scare.point = far().point_to_world(scare.point);
        (0..20).for_each(|_| flock.step());
        let id = flock.boids().next().unwrap().id;
        assert!(flock.kill(id, Death::new(DeadBody::Sinks)).unwrap());
    }
    let count = |events: &[FlockEvent], kind: EventKind| {
        events.iter().filter(|event| event.kind == kind).count()
    };
    let [near, found] =
        [&mut twins.near, &mut twins.far].map(|it| it.drain_events().collect::<Vec<_>>());
    for kind in [EventKind::Scared, EventKind::TouchedPlayer] {
        let (near, found) = (count(&near, kind), count(&found, kind));
        assert!(
            near > 3 && near.abs_diff(found) <= 2 + near / 10,
            "{kind:?} {near} {found}"
        );
    }
    assert_eq!(
        count(&near, EventKind::Killed),
        count(&found, EventKind::Killed)
    );
}

#[test]
fn boids_are_added_in_the_world() {
    let mut twins = Twins::around_a_ball();
    let radius = twins.near.settings().collision.body_radius;
    let (velocity, mut free) = (Vec3::new(0.3, -0.2, 0.6), 0);
    for index in 0..40 {
        let position = Vec3::new(0.02 * index as f32, 0.1, 0.1);
        if (position.norm() - 0.4 - radius).abs() < 0.03 {
            continue;
        }
        let there = far().point_to_world(position);
        let is_clear = twins.near.is_clear(position, radius);
        assert_eq!(twins.far.is_clear(there, radius), is_clear);
        let near = twins.near.spawn_at(position, velocity);
        let found = twins.far.spawn_at(there, far().vector_to_world(velocity));
        assert_eq!((near.is_ok(), found.is_ok()), (is_clear, is_clear));
        if let (Ok(near), Ok(found)) = (near, found) {
            assert_eq!(near, found);
            twins.assert_same(near);
            free += 1;
        }
    }
    assert!((5..30).contains(&free), "{free}");
}

#[test]
fn scares_are_in_the_world() {
    let (mut twins, id) = Twins::of_one();
    twins.near.scare(SCARE).unwrap();
    let point = far().point_to_world(SCARE.point);
    twins.far.scare(Scare { point, ..SCARE }).unwrap();
    // The point goes with the frame.
    assert_vector(twins.far.scares()[0].scare.point, SCARE.point, NEAR);
    twins.step(5);
    let [near, found] = [&twins.near, &twins.far].map(|flock| flock.boid(id).unwrap());
    let push = near.velocity - Vec3::x() * 0.5;
    assert!(push.norm() > 0.2);
    let expected = far().vector_to_world(near.velocity);
    assert_vector(expected, found.velocity, 0.05 * push.norm());
}

#[test]
fn boids_are_held_and_released_in_the_world() {
    let (mut twins, id) = Twins::of_one();
    let (hand, velocity) = (Vec3::new(1.0, 2.0, -0.5), Vec3::new(0.1, -0.4, 0.6));
    let turn = UnitQuaternion::from_euler_angles(0.3f32, 0.2, -1.0);
    let there = far().placement_to_world(&Placement {
        origin: hand,
        rotation: turn,
    });
    assert!(twins.near.hold(id) && twins.far.hold(id));
    twins.near.move_held(id, hand, turn).unwrap();
    twins
        .far
        .move_held(id, there.origin, there.rotation)
        .unwrap();
    twins.step(2);
    twins.assert_same(id);
    assert_near(
        &twins.far.loose_boids().next().unwrap(),
        &twins.far.boid(id).unwrap(),
    );
    let drawn = twins.far.drawn_at(id).unwrap();
    assert_vector(drawn.origin, there.origin, NEAR);
    assert!(drawn.rotation.angle_to(&there.rotation) < 2e-3);

    assert!(twins.near.release(id, velocity).unwrap());
    assert!(twins
        .far
        .release(id, far().vector_to_world(velocity))
        .unwrap());
    twins.assert_same(id);
    twins.step(3);
    twins.assert_same(id);
}

#[test]
fn deaths_push_in_the_world() {
    let (mut twins, id) = Twins::of_one();
    let death = |impulse| Death {
        impulse,
        ..Death::new(DeadBody::Falls)
    };
    let impulse = Vec3::new(3.0, -2.0, 1.0);
    twins.near.kill(id, death(impulse)).unwrap();
    twins
        .far
        .kill(id, death(far().vector_to_world(impulse)))
        .unwrap();
    twins.assert_same(id);
    // Down is down in the frame.
    twins.step(30);
    twins.assert_same(id);
}

/// The longest impulse is allowed in every direction, and nothing longer.
#[test]
fn the_longest_impulse_is_allowed_in_a_turned_frame() {
    let (mut twins, _) = Twins::of_one();
    for index in 0..200 {
        let direction = Vec3::new((index as f32).sin(), (2.0 * index as f32).cos(), 0.4);
        let mut impulse = direction.normalize() * 100.0;
        while impulse.norm() > 100.0 {
            impulse *= 1.0 - f32::EPSILON;
        }
        let death = Death {
            impulse,
            ..Death::new(DeadBody::Stays)
        };
        let id = twins.far.spawn(1).unwrap()[0];
        assert!(twins.far.kill(id, death).unwrap());
    }
    let (id, impulse) = (twins.far.spawn(1).unwrap()[0], Vec3::x() * 100.01);
    let death = Death {
        impulse,
        ..Death::new(DeadBody::Stays)
    };
    assert!(twins.far.kill(id, death).is_err());
}

#[test]
fn boids_take_off_from_points_of_the_world() {
    let mut perch = None;
    let mut twins = Twins::new(|| {
        let (flock, id) = roof::above_roof(|perch: Perch| perch);
        perch = Some(id);
        flock
    });
    let perch = perch.unwrap();
    twins.step(900);
    assert_eq!(roof::standing(&twins.near), roof::standing(&twins.far));
    assert!(roof::standing(&twins.near).len() > 20);
    drop(twins.near.drain_events());
    drop(twins.far.drain_events());
    let from = Vec3::new(4.0, 0.0, -3.0);
    twins.near.take_off(perch, from).unwrap();
    twins
        .far
        .take_off(perch, far().point_to_world(from))
        .unwrap();
    twins.step(200);
    let [near, found] = [&mut twins.near, &mut twins.far].map(|flock| {
        let events = flock.drain_events();
        let took_off = events.filter(|event| event.kind == EventKind::TookOff);
        let mut all: Vec<_> = took_off.map(|event| (event.boid, event.step)).collect();
        all.sort_unstable();
        all
    });
    assert!(near.len() > 20 && near.len() == found.len());
    for (near, found) in near.iter().zip(found) {
        assert_eq!(near.0, found.0);
        assert!(near.1.abs_diff(found.1) <= 1, "{near:?} {found:?}");
    }
}

/// A frame that moves and turns like a ship, at a time in seconds.
fn ship(time: f64) -> ReferenceFrame {
    let turn = Vec3d::new(
        0.1 * (1.3 * time).sin(),
        0.4 * time,
        0.2 * (0.9 * time).cos(),
    );
    ReferenceFrame {
        origin: Vec3d::new(20.0 * time, (0.7 * time).sin(), -5.0 * time),
        rotation: UnitQuaternion::from_scaled_axis(turn),
    }
}

/// The velocity of a boid in the world is the change of its place there, and one that is given in
/// the world leaves it on its way.
#[test]
fn velocities_include_the_motion_of_the_frame() {
    let mut settings = settings_in_cube(0);
    disable_rules(&mut settings);
    settings.boundary.enabled = false;
    settings.motion.max_speed = 100.0;
    settings.motion.max_acceleration = 0.0;
    settings.motion.inertia = 1.0;
    let dt = f64::from(settings.simulation.time_step);
    let mut flock = in_the_open(settings);
    flock.set_frame(ship(0.0)).unwrap();
    for step in 1..=3 {
        flock.move_frame(ship(dt * f64::from(step))).unwrap();
        flock.step();
    }
    let velocity = Vec3::new(18.0, 1.0, -4.0);
    let start = ship(3.0 * dt).point_to_world(Vec3::new(1.0, 0.5, -2.0));
    let id = flock.spawn_at(start, velocity).unwrap();
    assert_vector(flock.boid(id).unwrap().velocity, velocity, 1e-4);
    for step in 4..=34 {
        let before = flock.boid(id).unwrap();
        flock.move_frame(ship(dt * f64::from(step))).unwrap();
        flock.step();
        let boid = flock.boid(id).unwrap();
        let way = (boid.position - before.position) / dt as f32;
        assert_vector(way, boid.velocity, 0.2);
    }
    let boid = flock.boid(id).unwrap();
    assert_vector(boid.velocity, velocity, 0.2);
    assert_vector(boid.position, start + velocity * (31.0 * dt) as f32, 0.1);

    // Thrown out of a hand.
    assert!(flock.hold(id));
    flock
        .move_held(id, boid.position, UnitQuaternion::identity())
        .unwrap();
    assert!(flock.release(id, velocity).unwrap());
    assert_near(&Boid { velocity, ..boid }, &flock.boid(id).unwrap());
}

fn aboard() -> Flock {
    let mut settings = settings_in_cube(300);
    settings.motion.inertia = 0.5;
    settings.wander.enabled = true;
    let mut flock = in_the_open(settings);
    flock.set_frame(ship(0.0)).unwrap();
    flock
}

/// What the game does in a frame: it moves the flock's frame, and does things in the world.
fn play(flock: &mut Flock, frame: u32) {
    flock.move_frame(ship(0.03 * f64::from(frame))).unwrap();
    let id = flock.boids().nth(frame as usize).unwrap().id;
    let hand = flock
        .frame()
        .point_to_world(Vec3::new(0.5, 1.0, 0.1 * frame as f32));
    let velocity = Vec3::new(19.0, 0.5, -5.0);
    match frame % 8 {
        0 => flock
            .scare(Scare {
                point: hand,
                ..SCARE
            })
            .unwrap(),
        1 => drop(flock.spawn_at(hand, velocity).unwrap()),
        2 => {
            let impulse = Vec3::new(2.0, 1.0, 0.0);
            let death = Death {
                impulse,
                ..Death::new(DeadBody::Sinks)
            };
            assert!(flock.kill(id, death).unwrap());
        }
        3 => {
            assert!(flock.hold(id));
            flock
                .move_held(id, hand, UnitQuaternion::identity())
                .unwrap();
            assert!(flock.release(id, velocity).unwrap());
        }
        4 => flock.translate(Vec3d::new(-100.0, 3.0, 0.0)).unwrap(),
        5 => flock
            .set_frame(ship(0.03 * f64::from(frame) + 0.01))
            .unwrap(),
        _ => {}
    }
    flock.advance(0.03);
}

#[test]
fn replays_in_a_moving_frame_have_the_same_bits() {
    let mut flock = aboard();
    flock.start_log();
    (1..=80).for_each(|frame| play(&mut flock, frame));
    let (steps, log) = (flock.statistics().steps, copy(&flock.take_log()));
    let mut again = aboard();
    again.replay(log);
    while again.statistics().steps < steps {
        again.advance(1.0 / 200.0);
    }
    assert_eq!(again.left_to_replay(), 0);
    assert_eq!(again.state_hash(), flock.state_hash());
}

#[test]
fn snapshots_in_a_moving_frame_have_the_same_bits() {
    let mut flock = aboard();
    (1..=30).for_each(|frame| play(&mut flock, frame));
    let snapshot = copy(&flock.snapshot());
    let mut restored = Flock::restore(&snapshot, Arc::default()).unwrap();
    assert_eq!(restored.frame(), flock.frame());
    assert!(restored.boids().eq(flock.boids()));
    for frame in 31..=60 {
        play(&mut flock, frame);
        play(&mut restored, frame);
        assert_eq!(restored.state_hash(), flock.state_hash());
    }
}

#[test]
fn bad_values_are_refused() {
    let (mut twins, id) = Twins::of_one();
    let flock = &mut twins.far;
    let (hash, nan) = (flock.state_hash(), Vec3::repeat(f32::NAN));
    let no_rotation = UnitQuaternion::new_unchecked(Quaternion::new(2.0, 0.0, 0.0, 0.0));
    let bad = [
        ReferenceFrame::at(Vec3d::new(f64::NAN, 0.0, 0.0)),
        ReferenceFrame::at(Vec3d::new(0.0, 2e9, 0.0)),
        ReferenceFrame::at(Vec3d::new(0.0, 0.0, f64::NEG_INFINITY)),
        ReferenceFrame {
            rotation: no_rotation,
            ..far()
        },
        ReferenceFrame {
            rotation: no_rotation.cast::<f64>().inverse(),
            ..far()
        },
    ];
    for frame in bad {
        assert!(flock.set_frame(frame).is_err());
        assert!(flock.move_frame(frame).is_err());
    }
    assert!(flock.translate(Vec3d::repeat(f64::NAN)).is_err());
    assert!(flock.translate(Vec3d::repeat(2e9)).is_err());
    assert!(flock.translate(Vec3d::x() * (1e9 - 1.0)).is_err());
    // The world's origin is too far away from the flock.
    for place in [nan, Vec3::zeros(), Vec3::repeat(f32::MAX)] {
        assert!(flock.spawn_at(place, Vec3::x()).is_err());
        assert!(flock
            .scare(Scare {
                point: place,
                ..SCARE
            })
            .is_err());
        assert!(flock.nearest(nan).is_none());
    }
    let here = flock.boid(id).unwrap().position;
    assert!(flock.spawn_at(here, nan).is_err());
    assert!(flock.spawn_at(here, Vec3::x() * 2e4).is_err());
    assert!(flock.hold(id));
    let rotation = no_rotation.cast::<f32>();
    assert!(flock.move_held(id, here, rotation).is_err());
    assert!(flock
        .move_held(id, nan, UnitQuaternion::identity())
        .is_err());
    assert!(flock.release(id, nan).is_err());
    assert!(flock.release(id, Vec3::zeros()).unwrap());
    assert_eq!(flock.frame(), &far());
    assert_ne!(flock.state_hash(), hash);
}

#[test]
fn shifts_of_the_origin_change_no_bit() {
    let shift = Vec3d::new(1000.0, -1000.0, 1000.0);
    // Sums of these origins and the shift are exact.
    let aboard = ReferenceFrame {
        origin: Vec3d::new(60.5, -0.25, 15.0),
        ..ship(3.0)
    };
    for frame in [ReferenceFrame::default(), far(), aboard] {
        let [mut shifted, mut still] = [(); 2].map(|()| {
            let mut flock = in_the_open(settings_in_cube(100));
            flock.set_frame(frame).unwrap();
            flock
        });
        for round in 0..1000 {
            shifted.translate(shift).unwrap();
            if round % 10 == 0 {
                shifted.step();
                still.step();
                assert_eq!(texels(&shifted), texels(&still));
            }
            shifted.translate(-shift).unwrap();
        }
        assert_eq!(shifted.state_hash(), still.state_hash());
        assert!(shifted.boids().eq(still.boids()));
    }
}

/// Hunters and their prey, each flock in its frame and around the origin of the first one, after 40
/// seconds; and the number of boids that were caught.
fn hunt(frames: [ReferenceFrame; 2], flees: bool) -> (World, u32) {
    let (mut world, center) = (World::new(), Placement::at(frames[0].origin.cast()));
    let mut hunters = hunts::hunters(6);
    hunters.hunting.catch = Catch::Remove;
    let mut prey = hunts::settings(300, 1);
    prey.fear.enabled = flees;
    let mut add = |settings: Settings, frame: ReferenceFrame| {
        let placement = frame.placement_to_frame(&center);
        let mut flock = Flock::new(settings, placement, Arc::default()).unwrap();
        flock.set_frame(frame).unwrap();
        world.add(flock)
    };
    let [hunters, prey] = [add(hunters, frames[0]), add(prey, frames[1])];
    hunts::relate(&mut world, hunters, prey, RelationKind::Hunt, 8.0);
    if flees {
        hunts::relate(&mut world, prey, hunters, RelationKind::Flee, 4.0);
    }
    (0..60 * 40).for_each(|_| world.step().unwrap());
    let count = world.pursuits(hunters).map(|(_, it)| it.catches).sum();
    (world, count)
}

#[test]
fn flocks_in_one_frame_hunt_as_in_the_world() {
    // Without a rotation, the placements of both have the same bits.
    let frame = ReferenceFrame::at(far().origin);
    let [(near, caught), (found, _)] =
        [ReferenceFrame::default(), frame].map(|frame| hunt([frame; 2], true));
    assert!(caught > 5, "{caught}");
    for ((_, near), (_, found)) in near.flocks().zip(found.flocks()) {
        assert_eq!(texels(near), texels(found));
    }
}

#[test]
fn hunters_catch_prey_in_another_frame() {
    let frame = ReferenceFrame {
        origin: Vec3d::new(3.0, -2.0, 5.0),
        ..far()
    };
    let (_, at_home) = hunt([frame; 2], false);
    let (_, abroad) = hunt([frame, ReferenceFrame::default()], false);
    let (_, from_world) = hunt([ReferenceFrame::default(), frame], false);
    for caught in [abroad, from_world] {
        assert!(caught > at_home / 2 && at_home > 10, "{caught} {at_home}");
    }
}
