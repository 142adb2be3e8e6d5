//! Pens and altitude bands.

use super::*;
use flock_sim::{
    influences::{AltitudeAbove, Influence, InfluenceKind, InfluenceVolume},
    Vec3,
};

#[test]
fn a_pen_of_several_volumes_holds_the_flock() {
    let mut flock = school(300);
    let volumes = vec![
        InfluenceVolume::Sphere {
            center: Vec3::zeros(),
            radius: 5.0,
        },
        InfluenceVolume::Capsule {
            start: Vec3::zeros(),
            end: Vec3::x() * 15.0,
            radius: 3.0,
        },
        InfluenceVolume::Sphere {
            center: Vec3::x() * 15.0,
            radius: 5.0,
        },
    ];
    let pen = Influence {
        weight: 20.0,
        reach: 1.0,
        ..Influence::new(InfluenceKind::Pen { volumes })
    };
    flock.add_influence(pen).unwrap();
    let mut farthest = 0.0f32;
    for _ in 0..60 * 60 {
        flock.step();
        for boid in flock.boids() {
            let it = boid.position;
            let at = |x: f32| (it - Vec3::x() * x).norm();
            let outside = (at(0.0) - 5.0)
                .min(at(15.0) - 5.0)
                .min(at(it.x.clamp(0.0, 15.0)) - 3.0);
            farthest = farthest.max(outside);
        }
    }
    assert!(farthest < 1.0, "a boid was {farthest} m outside");
}

#[test]
fn an_altitude_band_holds_the_flock() {
    let mut flock = school(300);
    let band = InfluenceKind::AltitudeBand {
        lowest: 10.0,
        highest: 14.0,
        above: AltitudeAbove::Level,
    };
    flock
        .add_influence(Influence {
            weight: 20.0,
            reach: 1.0,
            ..Influence::new(band)
        })
        .unwrap();
    seconds(&mut flock, 30.0);
    for _ in 0..300 {
        flock.step();
        assert_eq!(share(&flock, |it| (9.0..15.0).contains(&it.y)), 1.0);
    }
}
