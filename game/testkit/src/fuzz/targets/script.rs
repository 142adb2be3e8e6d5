//! Calls on a flock, by theme, as a game makes them.

use super::life::{flock, small, LEVEL};
use flock_sim::{
    boids::{DeadBody, Death, Viewer},
    emitters::Emitter,
    events::Player,
    geometry::shapes,
    influences::{
        AltitudeAbove, Influence, InfluenceKind, InfluenceMotion, InfluenceVolume, MeshVolume,
    },
    obstacles::{MovingObstacle, ObstacleShape},
    perches::{Perch, PerchSampling, PerchSpot},
    saving::InputLog,
    settings::Region,
    threats::{Predator, Scare},
    wind::{Gusts, Turbulence, Wind},
    Flock, Placement, Settings, Vec3,
};
use nalgebra::UnitQuaternion;

const THEMES: &[fn(&mut Flock)] = &[
    leads, volumes, threats, perches, emitters, obstacles, air, bodies, changes,
];

/// The settings of all flocks of a script: what is off in most games is on.
pub fn settings() -> Settings {
    let mut settings = small(Settings::default());
    settings.spawn.count = 12;
    settings.fear.enabled = true;
    settings.panic.enabled = true;
    settings.detail.enabled = true;
    settings
}

/// A log of each theme, and one of all themes.
pub fn logs() -> Vec<InputLog> {
    let each = THEMES
        .iter()
        .map(|theme| logged(std::slice::from_ref(theme)));
    each.chain([logged(THEMES)]).collect()
}

fn logged(themes: &[fn(&mut Flock)]) -> InputLog {
    let mut flock = flock(settings());
    flock.start_log();
    for theme in themes {
        theme(&mut flock);
        flock.step();
    }
    flock.take_log()
}

fn leads(flock: &mut Flock) {
    let (start, end) = (Vec3::zeros(), Vec3::new(1.0, 0.5, -1.0));
    let kinds = [
        InfluenceKind::Target {
            point: end,
            slowing: 0.5,
        },
        InfluenceKind::Leader {
            point: start,
            velocity: Vec3::x(),
            follow: 0.5,
            lane_length: 1.0,
            lane_radius: 0.2,
        },
        InfluenceKind::Guide { start, end },
        InfluenceKind::AltitudeBand {
            lowest: -1.0,
            highest: 1.0,
            above: AltitudeAbove::Level,
        },
        InfluenceKind::AltitudeBand {
            lowest: 0.2,
            highest: 2.0,
            above: AltitudeAbove::Ground,
        },
        InfluenceKind::Path {
            points: vec![start, end, Vec3::y()],
            radius: 0.3,
            look_ahead: 1.0,
            is_loop: true,
        },
    ];
    for kind in kinds {
        let id = flock.add_influence(Influence::new(kind.clone())).unwrap();
        flock.step();
        let weaker = Influence {
            weight: 2.0,
            share: 0.5,
            reach: 5.0,
            motion: InfluenceMotion {
                velocity: Vec3::x(),
                spin: Vec3::y() * 0.1,
                about: start,
            },
            ..Influence::new(kind)
        };
        flock.set_influence(id, weaker).unwrap();
        flock.set_tag(id, Some(7));
    }
}

fn volumes(flock: &mut Flock) {
    let center = Vec3::new(0.5, 0.0, 0.5);
    let volumes = vec![
        InfluenceVolume::Sphere {
            center,
            radius: 0.5,
        },
        InfluenceVolume::Capsule {
            start: center,
            end: Vec3::y(),
            radius: 0.2,
        },
        InfluenceVolume::Box {
            center,
            rotation: UnitQuaternion::from_scaled_axis(center),
            half_extents: Vec3::repeat(0.4),
        },
        InfluenceVolume::Mesh(MeshVolume::new(&shapes::cuboid(Vec3::repeat(0.4))).unwrap()),
    ];
    let mut last = None;
    for volume in &volumes {
        let volumes = vec![volume.clone()];
        let kind = InfluenceKind::Attract { volumes };
        last = Some(flock.add_influence(Influence::new(kind)).unwrap());
    }
    for kind in [
        InfluenceKind::Repel {
            volumes: volumes.clone(),
        },
        InfluenceKind::Pen {
            volumes: volumes.clone(),
        },
        InfluenceKind::Roost {
            volumes,
            slowing: 0.2,
            dusk: 0.7,
        },
    ] {
        flock.add_influence(Influence::new(kind)).unwrap();
    }
    assert!(last.and_then(|id| flock.remove_influence(id)).is_some());
}

fn threats(flock: &mut Flock) {
    let point = Vec3::new(0.2, 0.1, 0.0);
    let predator = Predator::new(point, Vec3::x());
    let id = flock.add_predator(predator).unwrap();
    let moved = Predator {
        threat: 2.0,
        ..Predator::new(point + Vec3::x(), Vec3::y())
    };
    flock.move_predator(id, moved).unwrap();
    flock
        .scare(Scare {
            point,
            radius: 0.8,
            strength: 5.0,
            decay: 2.0,
        })
        .unwrap();
    flock
        .set_player(Some(Player { point, radius: 0.3 }))
        .unwrap();
    flock.step();
    let gone = flock.add_predator(predator).unwrap();
    assert!(flock.remove_predator(gone).is_some());
}

fn perches(flock: &mut Flock) {
    let spot = |x| PerchSpot {
        position: Vec3::new(x, 0.3, 0.0),
        normal: Vec3::y(),
    };
    let wire = Perch {
        landings: 10.0,
        stay: [0.1, 0.5],
        needs_surface: false,
        ..Perch::new(vec![spot(0.0), spot(0.4)])
    };
    let id = flock.add_perch(wire).unwrap();
    let radius = flock.settings().collision.body_radius;
    let found = PerchSampling::default().find(&LEVEL, [-3.0, 3.0].map(Vec3::repeat), radius);
    let mut spots = found.unwrap().spots;
    spots.truncate(5);
    if let Ok(ground) = flock.add_perch(Perch::new(spots)) {
        flock.step();
        flock.remove_perch(ground);
    }
    flock.take_off(id, Vec3::zeros()).unwrap();
}

fn emitters(flock: &mut Flock) {
    let stream = Emitter {
        rate: 20.0,
        most_alive: 5,
        lifetime: Some(0.1),
        farthest: Some(3.0),
        velocity: Some(Vec3::x()),
        exit: Some(Region::sphere(0.3)),
        ..Emitter::default()
    };
    let id = flock.add_emitter(stream.clone()).unwrap();
    flock.step();
    flock
        .set_emitter(
            id,
            Emitter {
                rate: 0.0,
                ..stream
            },
        )
        .unwrap();
    flock.burst(id, 3);
    let gone = flock.add_emitter(Emitter::default()).unwrap();
    assert!(flock.remove_emitter(gone).is_some());
}

fn obstacles(flock: &mut Flock) {
    let corners = shapes::cuboid(Vec3::repeat(0.3)).concat();
    let shapes = [
        ObstacleShape::Sphere { radius: 0.3 },
        ObstacleShape::Capsule {
            start: Vec3::zeros(),
            end: Vec3::x(),
            radius: 0.1,
        },
        ObstacleShape::Box {
            half_extents: Vec3::new(0.5, 0.1, 0.4),
        },
        ObstacleShape::ConvexHull { points: corners },
    ];
    for (index, shape) in shapes.into_iter().enumerate() {
        let place = |x| Placement {
            origin: Vec3::new(x, index as f32 - 2.0, 0.5),
            rotation: UnitQuaternion::from_scaled_axis(Vec3::new(x, 0.3, 0.0)),
        };
        let placement = place(0.0);
        let id = flock
            .add_obstacle(MovingObstacle { shape, placement })
            .unwrap();
        flock.move_obstacle(id, place(0.1)).unwrap();
        flock.step();
        flock.teleport_obstacle(id, place(1.0)).unwrap();
    }
    let id = flock.obstacles().next().unwrap().0;
    assert!(flock.remove_obstacle(id).is_some());
}

fn air(flock: &mut Flock) {
    let gusts = Gusts {
        strength: 0.5,
        swing: 0.4,
        ..Gusts::default()
    };
    let turbulence = Turbulence {
        speed: 0.5,
        size: 1.0,
        rate: 1.0,
    };
    flock
        .set_wind(Wind {
            velocity: Vec3::x(),
            gusts,
            turbulence,
        })
        .unwrap();
    flock.set_coarseness(2.0).unwrap();
    let point = Vec3::new(0.0, 0.0, 5.0);
    let ahead = Viewer {
        point,
        direction: -Vec3::z(),
        field_of_view: 60.0,
    };
    flock
        .set_viewers(&[ahead, Viewer::all_around(point)])
        .unwrap();
}

fn bodies(flock: &mut Flock) {
    let ids: Vec<_> = flock.boids().map(|boid| boid.id).collect();
    let kinds = [
        DeadBody::Falls,
        DeadBody::Sinks,
        DeadBody::Floats { water_level: 0.2 },
        DeadBody::Stays,
    ];
    for (id, kind) in ids.iter().zip(kinds) {
        let death = Death {
            impulse: Vec3::x(),
            vanishes_after: Some(0.1),
            ..Death::new(kind)
        };
        let _ = flock.kill(*id, death);
    }
    let held = ids[6];
    flock.hold(held);
    let rotation = UnitQuaternion::identity();
    let _ = flock.move_held(held, Vec3::new(0.0, 1.6, 0.0), rotation);
    flock.step();
    let _ = flock.revive(ids[3]);
    let _ = flock.release(held, Vec3::y());
    flock.set_data(ids[7], 5);
    flock.remove(ids[8]);
}

fn changes(flock: &mut Flock) {
    flock.spawn(2).unwrap();
    let place = Vec3::new(0.0, 1.7, 0.0);
    let _ = flock.spawn_at(place, Vec3::x());
    flock
        .set_placement(Placement::at(Vec3::new(0.2, 0.0, 0.0)))
        .unwrap();
    let mut settings = flock.settings().clone();
    settings.spawn.count = 9;
    settings.cohesion.weight = 3.0;
    flock.set_settings(settings).unwrap();
    flock.depenetrate();
}
