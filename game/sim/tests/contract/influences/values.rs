//! Bad values.

use super::*;
use flock_sim::{
    influences::{AltitudeAbove, Influence, InfluenceKind, InfluenceMotion},
    Vec3,
};

#[test]
fn bad_influences_are_refused_with_the_value() {
    let mut flock = school(1);
    let refused = |influence: Influence| influence.validate().unwrap_err().to_string();
    let at = |point: Vec3| {
        Influence::new(InfluenceKind::Target {
            point,
            slowing: 0.0,
        })
    };
    assert_eq!(
        refused(Influence {
            weight: f32::NAN,
            share: 2.0,
            ..at(Vec3::zeros())
        }),
        "influence.weight is NaN; allowed: 0 to 10000 m/s²\ninfluence.share is 2; allowed: 0 to 1"
    );
    assert_eq!(
        refused(at(Vec3::new(f32::INFINITY, 0.0, 0.0))),
        "influence.point is (inf, 0, 0); allowed: -10000 to 10000 m in every component"
    );
    let motion = InfluenceMotion {
        velocity: Vec3::x() * 2e4,
        spin: Vec3::y() * f32::NAN,
        about: Vec3::z() * -1e5,
    };
    assert_eq!(
        refused(at(Vec3::zeros()).with_motion(motion)),
        "influence.motion.velocity is (20000, 0, 0); allowed: -10000 to 10000 m/s in every component\n\
         influence.motion.spin is (NaN, NaN, NaN); allowed: -1000 to 1000 rad/s in every component\n\
         influence.motion.about is (-0, -0, -100000); allowed: -10000 to 10000 m in every component"
    );
    let (start, end) = (Vec3::x(), Vec3::x());
    assert_eq!(
        refused(Influence::new(InfluenceKind::Guide { start, end })),
        "influence.end is (1, 0, 0); allowed: a point different from start"
    );
    assert_eq!(
        refused(Influence::new(InfluenceKind::Pen {
            volumes: Vec::new()
        })),
        "influence.volumes is a list of 0; allowed: 1 to 64"
    );
    let band = InfluenceKind::AltitudeBand {
        lowest: 3.0,
        highest: 2.0,
        above: AltitudeAbove::Ground,
    };
    assert_eq!(
        refused(Influence::new(band)),
        "influence.highest is 2; allowed: above lowest, 3 m"
    );
    let night = InfluenceKind::Roost {
        volumes: Vec::new(),
        slowing: 0.0,
        dusk: 1.5,
    };
    assert_eq!(
        refused(Influence::new(night)),
        "influence.volumes is a list of 0; allowed: 1 to 64\n\
         influence.slowing is 0; allowed: 0.001 to 10000 m\n\
         influence.dusk is 1.5; allowed: 0 to 1"
    );
    let id = flock.add_influence(at(Vec3::zeros())).unwrap();
    assert!(flock.set_influence(id, at(Vec3::repeat(1e9))).is_err());
    assert_eq!(flock.influences().next().unwrap().1, &at(Vec3::zeros()));
    for _ in 1..256 {
        flock.add_influence(at(Vec3::zeros())).unwrap();
    }
    let error = flock.add_influence(at(Vec3::zeros())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "number of influences is 256; allowed: fewer than 256 before another one is added"
    );
    assert_eq!(flock.remove_influence(id), Some(at(Vec3::zeros())));
    assert_eq!(flock.remove_influence(id), None);
    assert_eq!(flock.set_influence(id, at(Vec3::zeros())), Ok(false));
}
