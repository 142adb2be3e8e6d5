//! Influences at rest: their motion changes no bit.

use super::*;
use flock_sim::{
    influences::{AltitudeAbove, Influence, InfluenceKind, InfluenceVolume},
    settings::Steering,
    wind::Wind,
    Vec3,
};

/// The state hashes that the flocks of [`all_kinds`] had before influences could move: with
/// acceleration steering, with velocity steering, and in wind.
const HASHES: [u64; 3] = [
    0x9866_f852_12ef_6830,
    0x2d69_c81a_9aff_e909,
    0x0179_3485_1db8_111a,
];

/// A school under influences of all kinds.
fn all_kinds(steering: Steering, wind: Vec3) -> Flock {
    let mut settings = school(300).settings().clone();
    settings.motion.steering = steering;
    settings.motion.limit_turning = true;
    let mut flock = in_the_open(settings);
    let wind = Wind {
        velocity: wind,
        ..Wind::default()
    };
    flock.set_wind(wind).unwrap();
    let [near, far] = [Vec3::new(2.0, 1.0, 0.0), Vec3::new(-6.0, 0.0, 4.0)];
    let volumes = |center, radius| vec![InfluenceVolume::Sphere { center, radius }];
    let kinds = [
        InfluenceKind::Target {
            point: near,
            slowing: 2.0,
        },
        InfluenceKind::Leader {
            point: far,
            velocity: Vec3::x(),
            follow: 1.0,
            lane_length: 4.0,
            lane_radius: 1.0,
        },
        InfluenceKind::Guide {
            start: near,
            end: far,
        },
        InfluenceKind::Attract {
            volumes: volumes(far, 1.0),
        },
        InfluenceKind::Repel {
            volumes: volumes(near, 1.5),
        },
        InfluenceKind::Pen {
            volumes: volumes(Vec3::zeros(), 8.0),
        },
        InfluenceKind::Roost {
            volumes: volumes(far, 2.0),
            slowing: 1.0,
            dusk: 0.6,
        },
        InfluenceKind::AltitudeBand {
            lowest: -3.0,
            highest: 3.0,
            above: AltitudeAbove::Level,
        },
        InfluenceKind::Path {
            points: vec![near, far, Vec3::new(0.0, -2.0, -5.0)],
            radius: 1.0,
            look_ahead: 1.0,
            is_loop: true,
        },
    ];
    for kind in kinds {
        flock.add_influence(Influence::new(kind)).unwrap();
    }
    flock
}

#[test]
fn flocks_have_the_hashes_from_before_influences_could_move() {
    let flocks = [
        all_kinds(Steering::Acceleration, Vec3::zeros()),
        all_kinds(Steering::Velocity, Vec3::zeros()),
        all_kinds(Steering::Acceleration, Vec3::new(0.5, 0.1, -0.3)),
    ];
    let hashes = flocks.map(|mut flock| {
        seconds(&mut flock, 3.0);
        flock.state_hash()
    });
    assert_eq!(hashes, HASHES, "{hashes:#x?}");
}
