//! Places of frames: bad values, and shifts of the origin.

use super::{
    moving::ship,
    twins::{far, Twins, Vec3d, SCARE},
};
use flock_sim::{
    nalgebra::{Quaternion, UnitQuaternion},
    threats::Scare,
    ReferenceFrame, Vec3,
};
use flock_testkit::flocks::{in_the_open, settings_in_cube, texels};

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
