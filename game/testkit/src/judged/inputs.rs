//! What a game adds to the flocks of a random scene, and changes in each step.

use super::{
    draw::Draw,
    feature::{Feature, Features},
    steered,
};
use crate::wind::storm;
use flock_sim::{
    boids::Viewer,
    emitters::Emitter,
    geometry::shapes,
    influences::{
        AltitudeAbove, Influence, InfluenceKind, InfluenceMotion, InfluenceVolume, MeshVolume,
    },
    perches::{Perch, PerchSampling},
    settings::Region,
    threats::{Predator, Scare},
    Flock, Vec3,
};

/// Most spots of a perch.
const SPOTS: u32 = 300;

/// Adds what stays: influences, paths, perches, emitters, and boids at the positions of others.
pub fn add(flock: &mut Flock, draw: &mut Draw, features: Features, half_size: Vec3) {
    if features.has(Feature::Influences) {
        for _ in 0..draw.whole(1, 8) {
            let kind = influence(draw, half_size);
            add_influence(flock, draw, kind);
        }
    }
    if features.has(Feature::Paths) {
        let kind = path(draw, half_size);
        add_influence(flock, draw, kind);
    }
    if features.has(Feature::Ways) || features.has(Feature::Formations) {
        steered::add(flock, draw, features, half_size);
    }
    if features.has(Feature::Perches) {
        add_perch(flock, draw, half_size);
    }
    if features.has(Feature::Emitters) {
        let emitter = emitter(draw, flock, half_size);
        flock.add_emitter(emitter).expect("its values are in range");
    }
    if features.has(Feature::Coincident) {
        add_copies(flock, draw);
    }
}

fn add_influence(flock: &mut Flock, draw: &mut Draw, kind: InfluenceKind) {
    let influence = Influence {
        weight: flock.settings().motion.max_acceleration * draw.between(0.1, 1.0),
        reach: draw.between(1.0, 20.0),
        share: draw.of(&[1.0, 1.0, 0.3]),
        motion: motion(draw),
        ..Influence::new(kind)
    };
    flock
        .add_influence(influence)
        .expect("its values are in range");
}

/// The motion of an influence, which stays where it is.
pub(super) fn motion(draw: &mut Draw) -> InfluenceMotion {
    if draw.percent(70) {
        return InfluenceMotion::default();
    }
    InfluenceMotion {
        velocity: 2.0 * draw.in_cube(),
        spin: draw.in_cube(),
        about: draw.in_cube(),
    }
}

fn influence(draw: &mut Draw, half_size: Vec3) -> InfluenceKind {
    let mut place = || draw.in_cube().component_mul(&half_size);
    let [point, end] = [place(), place()];
    let volumes = (0..draw.whole(1, 3)).map(|_| volume(draw, half_size));
    let volumes: Vec<_> = volumes.collect();
    match draw.whole(0, 7) {
        0 => InfluenceKind::Target {
            point,
            slowing: draw.between(0.0, 1.0),
        },
        1 => InfluenceKind::Leader {
            point,
            velocity: draw.in_cube(),
            follow: 0.5,
            lane_length: 2.0,
            lane_radius: 0.5,
        },
        2 => InfluenceKind::Guide { start: point, end },
        3 => InfluenceKind::Attract { volumes },
        4 => InfluenceKind::Repel { volumes },
        5 => InfluenceKind::Pen { volumes },
        6 => InfluenceKind::Roost {
            volumes,
            slowing: 0.3,
            dusk: draw.between(0.0, 1.0),
        },
        _ => InfluenceKind::AltitudeBand {
            lowest: -0.2 * half_size.y,
            highest: 0.6 * half_size.y,
            above: draw.of(&[AltitudeAbove::Level, AltitudeAbove::Ground]),
        },
    }
}

pub(super) fn volume(draw: &mut Draw, half_size: Vec3) -> InfluenceVolume {
    let center = draw.in_cube().component_mul(&half_size);
    let radius = draw.between(0.1, 1.5);
    let half_extents = Vec3::repeat(radius) + 0.5 * draw.in_cube().abs();
    match draw.whole(0, 3) {
        0 => InfluenceVolume::Sphere { center, radius },
        1 => InfluenceVolume::Capsule {
            start: center,
            end: center + draw.in_cube(),
            radius,
        },
        2 => InfluenceVolume::Box {
            center,
            rotation: draw.rotation(),
            half_extents,
        },
        _ => {
            let closed = shapes::cuboid(half_extents);
            InfluenceVolume::Mesh(MeshVolume::new(&closed).expect("a box is closed"))
        }
    }
}

fn path(draw: &mut Draw, half_size: Vec3) -> InfluenceKind {
    let count = draw.whole(2, 12);
    InfluenceKind::Path {
        points: (0..count)
            .map(|_| draw.in_cube().component_mul(&half_size))
            .collect(),
        radius: draw.between(0.1, 1.0),
        look_ahead: draw.between(0.1, 3.0),
        is_loop: draw.percent(50),
    }
}

fn add_perch(flock: &mut Flock, draw: &mut Draw, half_size: Vec3) {
    let sampling = PerchSampling {
        most: SPOTS,
        steepest: draw.between(10.0, 80.0),
        seed: draw.seed(),
        ..PerchSampling::default()
    };
    let radius = flock.settings().collision.body_radius;
    let found = sampling.find(flock.geometry(), [-half_size, half_size], radius);
    let spots = found.expect("its values are in range").spots;
    if spots.is_empty() {
        return;
    }
    let perch = Perch {
        landings: draw.between(0.2, 5.0),
        stay: [0.1, 2.0],
        ..Perch::new(spots)
    };
    flock.add_perch(perch).expect("its values are in range");
}

fn emitter(draw: &mut Draw, flock: &Flock, half_size: Vec3) -> Emitter {
    let speed = flock.settings().motion.max_speed;
    Emitter {
        region: Region::sphere(half_size.min() * draw.between(0.05, 1.0)),
        velocity: draw.percent(50).then(|| draw.in_cube() * speed),
        rate: draw.of_any_size(1.0, 1000.0),
        most_alive: 200,
        lifetime: draw.percent(70).then(|| draw.between(0.05, 1.0)),
        farthest: draw.percent(30).then(|| half_size.max()),
        exit: draw.percent(50).then(|| Region::sphere(0.5)),
        ..Emitter::default()
    }
}

/// Adds boids at the very positions of others, some at one position.
fn add_copies(flock: &mut Flock, draw: &mut Draw) {
    let boids: Vec<_> = flock.boids().collect();
    for boid in boids.iter().take(20) {
        for _ in 0..draw.whole(1, 10) {
            let copy = flock.spawn_at(boid.position, boid.velocity);
            copy.expect("another one is there");
        }
    }
}

/// Changes what moves or ends: predators, scares, wind, viewers, removed boids.
pub fn change(
    flock: &mut Flock,
    draw: &mut Draw,
    features: Features,
    (half_size, step): (Vec3, u32),
) {
    if step % 12 == 5 {
        steered::change(flock, draw, half_size);
    }
    let speed = flock.settings().motion.max_speed;
    let angle = 0.05 * step as f32;
    let towards = Vec3::new(angle.sin(), 0.3, angle.cos());
    if features.has(Feature::Predators) {
        move_predator(flock, towards * speed.min(3.0), speed);
    }
    if features.has(Feature::Panic) && step % 20 == 3 {
        let scare = Scare {
            point: draw.in_cube().component_mul(&half_size),
            radius: draw.between(0.5, 3.0),
            strength: draw.of_any_size(1.0, 100.0),
            decay: 0.5,
        };
        flock.scare(scare).expect("its values are in range");
    }
    if features.has(Feature::Wind) {
        let wind = storm(speed.max(0.1), towards);
        flock.set_wind(wind).expect("its values are in range");
    }
    if features.has(Feature::Detail) && step % 8 == 0 {
        let point = towards.component_mul(&half_size);
        let ahead = Viewer {
            point,
            direction: -towards.normalize(),
            field_of_view: 60.0,
        };
        let viewer = draw.of(&[ahead, Viewer::all_around(point)]);
        flock
            .set_viewers(&[viewer])
            .expect("its values are in range");
    }
    if features.has(Feature::Emitters) && step % 5 == 1 {
        let first = flock.boids().next().map(|boid| boid.id);
        if let Some(id) = first {
            assert!(flock.remove(id));
        }
        flock.spawn(2).expect("two boids are allowed");
    }
}

/// The first call adds it.
fn move_predator(flock: &mut Flock, point: Vec3, speed: f32) {
    let predator = Predator::new(point, Vec3::new(point.z, 0.0, -point.x).normalize() * speed);
    let first = flock.predators().next().map(|(id, _)| id);
    if let Some(id) = first {
        let is_there = flock.move_predator(id, predator);
        assert!(is_there.expect("it is in range"));
    } else {
        flock.add_predator(predator).expect("it is in range");
    }
}
