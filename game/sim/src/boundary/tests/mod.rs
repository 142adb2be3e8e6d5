mod soft_turn;
mod wrap;

use super::*;
use crate::{
    boundary::shape::BoundaryShape,
    math::{
        frame::{Frame, Placement},
        samples::vector,
        simd::SimdWidth,
        Vec3,
    },
    settings::{Boundary, BoundaryMode, Plane, Region, Settings},
};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

const BOX: Region = Region::Box {
    min: Vec3::new(-1.0, -2.0, -3.0),
    max: Vec3::new(4.0, 5.0, 6.0),
};

const SPHERE: Region = Region::Sphere {
    center: Vec3::new(1.0, 2.0, 3.0),
    radius: 2.0,
};

fn settings(shape: Region, mode: BoundaryMode) -> Settings {
    Settings {
        boundary: Boundary::new(shape).with_mode(mode),
        ..Settings::default()
    }
}

fn containment(shape: Region, mode: BoundaryMode) -> Containment {
    let frame = Frame::new(&Placement::default());
    Containment::new(&settings(shape, mode), frame).unwrap()
}

fn in_plane(shape: Region, mode: BoundaryMode, plane: Plane) -> Containment {
    let mut settings = settings(shape, mode);
    settings.motion.plane = plane;
    Containment::new(&settings, Frame::new(&Placement::default())).unwrap()
}

fn shape() -> impl Strategy<Value = Region> {
    let sphere =
        (vector(3.0), 0.0f32..4.0).prop_map(|(center, radius)| Region::Sphere { center, radius });
    let cuboid = (vector(3.0), 0.01f32..6.0, 0.01f32..6.0, 0.01f32..6.0).prop_map(
        |(min, width, height, depth)| Region::Box {
            min,
            max: min + Vec3::new(width, height, depth),
        },
    );
    prop_oneof![sphere, cuboid]
}

fn mode() -> impl Strategy<Value = BoundaryMode> {
    prop_oneof![
        Just(BoundaryMode::Reflect),
        Just(BoundaryMode::Wrap),
        (0.001f32..10.0).prop_map(|margin| BoundaryMode::SoftTurn { margin }),
    ]
}

fn any_containment() -> impl Strategy<Value = Containment> {
    let plane = prop::sample::select(vec![Plane::All, Plane::Xz, Plane::Xy, Plane::Yz]);
    (shape(), mode(), plane, vector(3.0), vector(3.0)).prop_map(
        |(shape, mode, plane, origin, turn)| {
            let mut settings = settings(shape, mode);
            settings.motion.plane = plane;
            let rotation = UnitQuaternion::from_scaled_axis(turn);
            let frame = Frame::new(&Placement { origin, rotation });
            Containment::new(&settings, frame).unwrap()
        },
    )
}

#[test]
fn inside_nothing_changes() {
    let velocity = Vec3::new(1.0, -2.0, 3.0);
    let reversing = containment(BOX, BoundaryMode::Reflect);
    assert_eq!(
        turn(&reversing, Vec3::new(4.0, -2.0, 6.0), velocity),
        velocity
    );
    let reversing = containment(SPHERE, BoundaryMode::Reflect);
    assert_eq!(
        turn(&reversing, Vec3::new(2.0, 3.0, 4.0), velocity),
        velocity
    );
}

#[test]
fn outside_a_box_only_outward_components_turn() {
    let containment = containment(BOX, BoundaryMode::Reflect);
    let outside = Vec3::new(-1.5, 0.0, -4.0);
    let turned = turn(&containment, outside, Vec3::new(-1.0, 2.0, 3.0));
    assert_eq!(turned, Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(turn(&containment, outside, turned), turned);
}

#[test]
fn outside_a_sphere_only_the_part_along_the_normal_turns() {
    let containment = containment(SPHERE, BoundaryMode::Reflect);
    let outside = Vec3::new(1.0, 2.0, 6.0);
    let turned = turn(&containment, outside, Vec3::new(0.5, -0.25, 3.0));
    assert_eq!(turned, Vec3::new(0.5, -0.25, -3.0));
    assert_eq!(turn(&containment, outside, turned), turned);
}

#[test]
fn a_planar_flock_turns_within_its_plane() {
    let containment = in_plane(SPHERE, BoundaryMode::Reflect, Plane::Xz);
    // One metre over the centre, where the sphere is √3 m wide.
    let inside = Vec3::new(2.7, 3.0, 3.0);
    let velocity = Vec3::new(1.0, 0.0, 0.5);
    assert_eq!(turn(&containment, inside, velocity), velocity);
    let outside = Vec3::new(2.8, 3.0, 3.0);
    assert_eq!(
        turn(&containment, outside, velocity),
        Vec3::new(-1.0, 0.0, 0.5)
    );
    // Above the sphere.
    let missed = Vec3::new(1.5, 9.0, 3.0);
    assert_eq!(
        turn(&containment, missed, velocity),
        Vec3::new(-1.0, 0.0, 0.5)
    );
    // A box has no walls across the axis along which nothing moves.
    let containment = in_plane(BOX, BoundaryMode::SoftTurn { margin: 1.0 }, Plane::Xz);
    let high = Vec3::new(2.0, 50.0, 0.0);
    assert_eq!(turn(&containment, high, velocity), velocity);
}

#[test]
fn in_the_middle_of_a_point_every_way_leads_out() {
    let point = Region::sphere(0.0);
    let velocity = Vec3::new(1.0, 2.0, 3.0);
    for mode in [BoundaryMode::Reflect, BoundaryMode::Wrap] {
        let containment = containment(point, mode);
        assert_eq!(turn(&containment, Vec3::zeros(), velocity), velocity);
        assert_eq!(containment.fold(Vec3::new(1.0, 0.0, 0.0)), None);
        let back = turn(&containment, velocity, velocity);
        assert!((back + velocity).norm() < 1e-5, "{back}");
    }
}

/// Velocity of a boid at a position after containment.
fn turn(containment: &Containment, place: Vec3, velocity: Vec3) -> Vec3 {
    turn_all(SimdWidth::BASELINE, containment, &[(place, velocity)])[0]
}

fn turn_all(vectors: SimdWidth, containment: &Containment, boids: &[(Vec3, Vec3)]) -> Vec<Vec3> {
    let all = |value: fn(&(Vec3, Vec3), usize) -> f32| {
        [0, 1, 2].map(|axis| {
            boids
                .iter()
                .map(|boid| value(boid, axis))
                .collect::<Vec<f32>>()
        })
    };
    let places = all(|boid, axis| boid.0[axis]);
    let mut velocities = all(|boid, axis| boid.1[axis]);
    vectors.run(Contain {
        containment,
        position: places.each_ref().map(Vec::as_slice),
        velocity: velocities.each_mut().map(Vec::as_mut_slice),
    });
    let velocity = |index: usize| Vec3::from_fn(|axis, _| velocities[axis][index]);
    (0..boids.len()).map(velocity).collect()
}

proptest! {
    #![proptest_config(crate::cases::config(500))]

    #[test]
    fn lanes_turn_and_fold_boids_as_each_by_itself(
        containment in any_containment(),
        boids in prop::collection::vec((vector(8.0), vector(3.0)), 1..50),
    ) {
        let of = |axis: usize| boids.iter().map(|boid| boid.0[axis]).collect::<Vec<f32>>();
        let places = [of(0), of(1), of(2)];
        for vectors in SimdWidth::available() {
            let turned = turn_all(vectors, &containment, &boids);
            let mut folded = places.clone();
            containment.fold_all(vectors, folded.each_mut().map(Vec::as_mut_slice));
            for (index, (place, velocity)) in boids.iter().enumerate() {
                prop_assert_eq!(turned[index], turn(&containment, *place, *velocity));
                let place_after = Vec3::from_fn(|axis, _| folded[axis][index]);
                prop_assert_eq!(place_after, containment.fold(*place).unwrap_or(*place));
            }
        }
    }
}
