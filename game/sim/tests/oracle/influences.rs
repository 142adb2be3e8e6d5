//! Influences, as they are documented: one boid on which no rule acts, in double precision.

use super::{path::Path, wind::through_air};
use flock_sim::{
    formations::Form,
    influences::{
        AltitudeAbove, FallOff, Influence, InfluenceKind, InfluenceMotion, InfluenceVolume,
    },
    settings::Steering,
    Settings, Vec3,
};
use flock_testkit::{cases::config, flocks::in_the_open};
use nalgebra::{UnitQuaternion, Vector3};
use proptest::prelude::*;

pub(super) type Vec64 = Vector3<f64>;

fn double(vector: Vec3) -> Vec64 {
    vector.cast()
}

/// Settings without rules and limits.
fn settings(max_speed: f32, steering: Steering) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = 0;
    settings.boundary.enabled = false;
    settings.cohesion.enabled = false;
    settings.separation.enabled = false;
    settings.alignment.enabled = false;
    settings.motion.steering = steering;
    settings.motion.max_speed = max_speed;
    settings.motion.max_acceleration = 10_000.0;
    settings
}

fn point() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-8.0f32..8.0).prop_map(Vec3::from)
}

fn volume() -> impl Strategy<Value = InfluenceVolume> {
    let sphere = (point(), 0.0f32..4.0)
        .prop_map(|(center, radius)| InfluenceVolume::Sphere { center, radius });
    let capsule = (point(), point(), 0.0f32..3.0)
        .prop_map(|(start, end, radius)| InfluenceVolume::Capsule { start, end, radius });
    let half = prop::array::uniform3(0.1f32..4.0).prop_map(Vec3::from);
    let cuboid =
        (point(), point(), half).prop_map(|(center, turn, half_extents)| InfluenceVolume::Box {
            center,
            rotation: UnitQuaternion::from_scaled_axis(turn),
            half_extents,
        });
    prop_oneof![sphere, capsule, cuboid]
}

fn volumes() -> impl Strategy<Value = Vec<InfluenceVolume>> {
    prop::collection::vec(volume(), 1..4)
}

fn kind() -> impl Strategy<Value = InfluenceKind> {
    let target = (point(), prop_oneof![Just(0.0f32), 0.1f32..5.0])
        .prop_map(|(point, slowing)| InfluenceKind::Target { point, slowing });
    let velocity = prop_oneof![1 => Just(Vec3::zeros()), 3 => point()];
    let lane_length = prop_oneof![Just(0.0f32), 1.0f32..20.0];
    let leader = (point(), velocity, 0.0f32..3.0, lane_length, 0.5f32..4.0).prop_map(
        |(point, velocity, follow, lane_length, lane_radius)| InfluenceKind::Leader {
            point,
            velocity,
            follow,
            lane_length,
            lane_radius,
        },
    );
    let guide = (point(), point()).prop_map(|(start, end)| InfluenceKind::Guide { start, end });
    let band =
        (-4.0f32..0.0, 0.1f32..6.0).prop_map(|(lowest, height)| InfluenceKind::AltitudeBand {
            lowest,
            highest: lowest + height,
            above: AltitudeAbove::Level,
        });
    prop_oneof![
        target,
        leader,
        guide,
        path(),
        volumes().prop_map(|volumes| InfluenceKind::Attract { volumes }),
        volumes().prop_map(|volumes| InfluenceKind::Repel { volumes }),
        volumes().prop_map(|volumes| InfluenceKind::Pen { volumes }),
        (volumes(), 0.1f32..3.0, 0.0f32..1.0).prop_map(|(volumes, slowing, dusk)| {
            InfluenceKind::Roost {
                volumes,
                slowing,
                dusk,
            }
        }),
        band,
        formation(),
    ]
}

/// A formation with one place.
fn formation() -> impl Strategy<Value = InfluenceKind> {
    let slowing = prop_oneof![Just(0.0f32), 0.1f32..5.0];
    (point(), point(), point(), slowing).prop_map(|(position, turn, place, slowing)| {
        InfluenceKind::Formation {
            form: Form::Points {
                points: vec![place],
            },
            spacing: 1.0,
            position,
            rotation: UnitQuaternion::from_scaled_axis(turn),
            slowing,
            strictness: 0.5,
            change: 0.0,
            lead: 0.0,
            shrinks: false,
        }
    })
}

/// A path. A loop of two points goes back along its own line, so that rounding decides on the
/// nearest place.
fn path() -> impl Strategy<Value = InfluenceKind> {
    let points = prop::collection::vec(point(), 2..6);
    (points, 0.1f32..3.0, 0.1f32..3.0, any::<bool>()).prop_map(
        |(points, radius, look_ahead, is_loop)| InfluenceKind::Path {
            is_loop: is_loop && points.len() > 2,
            points,
            radius,
            look_ahead,
        },
    )
}

fn influence() -> impl Strategy<Value = Influence> {
    let fall_off = prop::sample::select(vec![
        FallOff::Constant,
        FallOff::Linear,
        FallOff::Quadratic,
        FallOff::Smooth,
    ]);
    (kind(), 0.0f32..20.0, 0.1f32..12.0, fall_off, motion()).prop_map(
        |(kind, weight, reach, fall_off, motion)| Influence {
            weight,
            reach,
            fall_off,
            motion,
            ..Influence::new(kind)
        },
    )
}

fn motion() -> impl Strategy<Value = InfluenceMotion> {
    let spin = prop::array::uniform3(-0.5f32..0.5).prop_map(Vec3::from);
    let moving = (point(), spin, point()).prop_map(|(velocity, spin, about)| InfluenceMotion {
        velocity: velocity * 0.5,
        spin,
        about,
    });
    prop_oneof![Just(InfluenceMotion::default()), moving]
}

/// The boid, and what its flock allows.
pub(super) struct Boid {
    pub(super) position: Vec64,
    pub(super) velocity: Vec64,
    pub(super) max_speed: f64,
    dt: f64,
    steering: Steering,
}

/// Wish of an influence, and a bound of what a shift of the boid by the rounding of its position
/// may change; none where it jumps.
fn wish(boid: &Boid, influence: &Influence) -> Vec64 {
    let (weight, reach) = (f64::from(influence.weight), f64::from(influence.reach));
    let strength = |distance: f64| weight * fall_off(influence.fall_off, distance / reach);
    let carried = |point: Vec64| carried(&influence.motion, point);
    // The velocity over ground for one relative to the influence, whose nearest point is known.
    let over = |asked: Vec64, point: Vec64| {
        let (course, speed) = (unit(asked), asked.norm());
        through_air(course, speed, -carried(point), boid.max_speed)
    };
    // A push in a direction, of which `is_kept` boids do not stay behind.
    let push = |along: Vec64, is_kept: bool, strength: f64| {
        let speed = carried(boid.position).dot(&along);
        let speed = if is_kept { speed } else { speed.max(0.0) };
        along * strength * (1.0 + boid.carry(along, speed, weight))
    };
    let to_point = |point: Vec64, slowing: f32| {
        let way = point - boid.position;
        let slow = if slowing > 0.0 {
            (way.norm() / f64::from(slowing)).min(1.0)
        } else {
            1.0
        };
        let asked = over(unit(way) * boid.max_speed * slow, point);
        boid.towards(asked, weight, strength(way.norm()))
    };
    match &influence.kind {
        InfluenceKind::Target { point, slowing } => to_point(double(*point), *slowing),
        InfluenceKind::Formation {
            form,
            position,
            rotation,
            slowing,
            ..
        } => {
            let Form::Points { points } = form else {
                unreachable!("the places of other forms have tests of their own");
            };
            let rotation: UnitQuaternion<f64> = rotation.cast();
            to_point(double(*position) + rotation * double(points[0]), *slowing)
        }
        InfluenceKind::Leader {
            point,
            velocity,
            follow,
            lane_length,
            lane_radius,
        } => {
            let (point, velocity) = (double(*point), double(*velocity));
            let way = point - velocity * f64::from(*follow) - boid.position;
            let slow = (way.norm() / boid.max_speed).min(1.0);
            let asked = velocity + unit(way) * boid.max_speed * slow;
            let asked = over(shortened(asked, boid.max_speed), boid.position + way);
            let lead = boid.towards(asked, weight, strength(way.norm()));
            let lane = unit(velocity) * f64::from(*lane_length);
            let (off, normal) = from_segment(boid.position, point, point + lane);
            let share = off / (2.0 * f64::from(*lane_radius));
            let has_lane = lane.norm() > 0.0;
            let aside = if has_lane {
                fall_off(FallOff::Quadratic, share)
            } else {
                0.0
            };
            lead + push(normal, false, weight * aside)
        }
        InfluenceKind::Guide { start, end } => {
            let (start, end) = (double(*start), double(*end));
            let (distance, normal) = from_segment(boid.position, start, end);
            let nearest = boid.position - normal * distance;
            let asked = over(unit(end - start) * boid.max_speed, nearest);
            boid.towards(asked, weight, strength(distance))
        }
        InfluenceKind::Attract { volumes } => {
            let (distance, normal) = from_volumes(boid.position, volumes);
            let acts = distance > 0.0;
            push(-normal, false, if acts { strength(distance) } else { 0.0 })
        }
        InfluenceKind::Repel { volumes } => {
            let (distance, normal) = from_volumes(boid.position, volumes);
            push(normal, false, strength(distance))
        }
        InfluenceKind::Pen { volumes } => {
            let (distance, normal) = from_volumes(boid.position, volumes);
            push(-normal, distance < 0.0, strength(-distance))
        }
        InfluenceKind::Roost {
            volumes,
            slowing,
            dusk,
        } => {
            let logistic = |dusk: f64| 1.0 / (1.0 + (12.0 * (0.5 - dusk)).exp());
            let range = logistic(1.0) - logistic(0.0);
            let pull = (logistic(f64::from(*dusk)) - logistic(0.0)) / range;
            let (distance, normal) = from_volumes(boid.position, volumes);
            let speed = boid.max_speed * (1.0 + distance / f64::from(*slowing)).clamp(0.0, 1.0);
            let nearest = boid.position - normal * distance.max(0.0);
            let asked = over(-normal * speed, nearest);
            boid.towards(asked, weight * pull, strength(distance) * pull)
        }
        InfluenceKind::AltitudeBand {
            lowest, highest, ..
        } => {
            let above = f64::from(*highest) - boid.position.y;
            let below = boid.position.y - f64::from(*lowest);
            let up = if below < above { 1.0 } else { -1.0 };
            let depth = below.min(above);
            push(Vec64::y() * up, depth > 0.0, strength(depth))
        }
        InfluenceKind::Path {
            radius,
            look_ahead,
            is_loop,
            ..
        } => {
            let path = Path {
                corners: influence.kind.curve().into_iter().map(double).collect(),
                radius: f64::from(*radius),
                look_ahead: f64::from(*look_ahead),
                is_loop: *is_loop,
            };
            let nearest = path.nearest_point(boid.position);
            let velocity = boid.velocity - carried(nearest);
            match path.way(&Boid { velocity, ..*boid }) {
                Some((way, distance)) => {
                    let asked = over(unit(way) * boid.max_speed, nearest);
                    boid.towards(asked, weight, strength(distance))
                }
                None => Vec64::zeros(),
            }
        }
    }
}

impl Boid {
    fn towards(&self, asked: Vec64, weight: f64, strength: f64) -> Vec64 {
        if weight == 0.0 {
            return Vec64::zeros();
        }
        let difference = match self.steering {
            Steering::Velocity => asked / self.max_speed,
            Steering::Acceleration => {
                let response = (4.0 / self.max_speed).min(1.0 / (weight * self.dt));
                (asked - self.velocity) * response
            }
        };
        shortened(difference * strength, strength)
    }

    /// What a boid that is pushed along a unit vector gets in addition, as a share of the strength,
    /// if the surface has this speed along it.
    fn carry(&self, along: Vec64, speed: f64, weight: f64) -> f64 {
        let per_speed = match self.steering {
            Steering::Velocity => return (speed / self.max_speed).clamp(-1.0, 1.0),
            Steering::Acceleration => (4.0 / self.max_speed).min(1.0 / (weight * self.dt)),
        };
        let lacks = speed - self.velocity.dot(&along);
        let part = if speed > 0.0 {
            lacks.clamp(0.0, speed)
        } else {
            lacks.clamp(speed, 0.0)
        };
        (part * per_speed).clamp(-1.0, 1.0)
    }
}

/// The velocity of the thing to which an influence is fixed, at a point.
fn carried(motion: &InfluenceMotion, point: Vec64) -> Vec64 {
    let arm = point - double(motion.about);
    double(motion.velocity) + double(motion.spin).cross(&arm)
}

fn fall_off(kind: FallOff, t: f64) -> f64 {
    let t = t.max(0.0);
    match kind {
        _ if t >= 1.0 => 0.0,
        FallOff::Constant => 1.0,
        FallOff::Linear => 1.0 - t,
        FallOff::Quadratic => 1.0 - t * t,
        FallOff::Smooth => (1.0 - t).powi(2) * (1.0 + 2.0 * t),
    }
}

pub(super) fn unit(vector: Vec64) -> Vec64 {
    vector.try_normalize(0.0).unwrap_or_default()
}

fn shortened(vector: Vec64, most: f64) -> Vec64 {
    let length = vector.norm();
    if length > most {
        vector * (most / length)
    } else {
        vector
    }
}

fn from_segment(point: Vec64, start: Vec64, end: Vec64) -> (f64, Vec64) {
    let along = end - start;
    let share = (point - start).dot(&along) / along.norm_squared();
    let share = if share.is_nan() {
        0.0
    } else {
        share.clamp(0.0, 1.0)
    };
    let offset = point - start - along * share;
    (offset.norm(), unit(offset))
}

fn from_volumes(point: Vec64, volumes: &[InfluenceVolume]) -> (f64, Vec64) {
    let all = volumes.iter().map(|volume| from_volume(point, volume));
    all.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap()
}

/// Signed distance, and the direction away from the nearest point of the surface or, inside,
/// towards it.
fn from_volume(point: Vec64, volume: &InfluenceVolume) -> (f64, Vec64) {
    match *volume {
        InfluenceVolume::Mesh(_) => unreachable!("meshes have tests of their own"),
        InfluenceVolume::Sphere { center, radius } => {
            let offset = point - double(center);
            (offset.norm() - f64::from(radius), unit(offset))
        }
        InfluenceVolume::Capsule { start, end, radius } => {
            let (distance, normal) = from_segment(point, double(start), double(end));
            (distance - f64::from(radius), normal)
        }
        InfluenceVolume::Box {
            center,
            rotation,
            half_extents,
        } => {
            let rotation: UnitQuaternion<f64> = rotation.cast();
            let local = rotation.inverse() * (point - double(center));
            let half = double(half_extents);
            let nearest = local.zip_map(&half, |x, half| x.clamp(-half, half));
            let outside = local - nearest;
            if outside.norm() > 0.0 {
                return (outside.norm(), rotation * unit(outside));
            }
            let depths = half - local.abs();
            let axis = depths.imin();
            let mut normal = Vec64::zeros();
            normal[axis] = local[axis].signum();
            (-depths[axis], rotation * normal)
        }
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn wishes_are_those_of_the_formulas(
        position in point(),
        velocity in prop::array::uniform3(-0.5f32..0.5).prop_map(Vec3::from),
        max_speed in 0.5f32..6.0,
        steers_velocity in any::<bool>(),
        influences in prop::collection::vec(influence(), 1..4),
    ) {
        let steering = if steers_velocity { Steering::Velocity } else { Steering::Acceleration };
        let settings = settings(max_speed, steering);
        let dt = f64::from(settings.simulation.time_step);
        let mut flock = in_the_open(settings);
        let id = flock.spawn_at(position, velocity * max_speed).unwrap();
        for influence in &influences {
            flock.add_influence(influence.clone()).unwrap();
        }
        let before = flock.boid(id).unwrap();
        flock.step();
        let after = double(flock.boid(id).unwrap().velocity);
        // The position of the boid, shifted by what rounding may decide.
        let expected = |shift: Vec64| {
            let boid = Boid {
                position: double(before.position) + shift,
                velocity: double(before.velocity),
                max_speed: f64::from(max_speed),
                dt,
                steering,
            };
            let wish: Vec64 = influences.iter().map(|it| wish(&boid, it)).sum();
            let asked = match steering {
                Steering::Velocity => wish,
                Steering::Acceleration => boid.velocity + wish * dt,
            };
            shortened(asked, boid.max_speed)
        };
        let found = (-1..=1).flat_map(|x| (-1..=1).flat_map(move |y| (-1..=1).map(move |z| [x, y, z])))
            .map(|shift| expected(Vec64::from(shift.map(f64::from)) * 1e-5))
            .map(|expected| (expected - after).norm())
            .fold(f64::INFINITY, f64::min);
        let center = expected(Vec64::zeros());
        prop_assert!(found < 2e-4 * (1.0 + center.norm()), "{after} instead of {center}");
    }
}
