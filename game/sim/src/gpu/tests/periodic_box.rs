//! Tests of folding into a periodic box.

use super::{device::gpu, run_shader};
use crate::{
    boundary::PeriodicBox,
    gpu::{boundary::BoundaryUniform, passes::parts::PERIODIC_BOX},
    math::{
        frame::{Frame, Placement},
        samples::vector,
        Vec3,
    },
    settings::{Boundary, BoundaryMode, Plane, Region, Settings},
};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

const FOLD_ALL: &str = "
    @group(0) @binding(0) var<uniform> boundary: BoundaryUniform;
    @group(0) @binding(1) var<storage, read_write> points: array<vec4<f32>>;
    @compute @workgroup_size(WORKGROUP)
    fn fold_all(@builtin(global_invocation_id) thread: vec3<u32>) {
        if thread.x < arrayLength(&points) {
            points[thread.x] = vec4(place_in_box(points[thread.x].xyz), 0.0);
        }
    }";

/// The positions in the box, computed by the shader.
fn places(periodic_box: &PeriodicBox, points: &[Vec3]) -> Vec<Vec3> {
    let gpu = gpu();
    let packed: Vec<[f32; 4]> = points.iter().map(|point| point.push(0.0).into()).collect();
    let buffer = gpu.filled("points", &packed).unwrap();
    let uniform = gpu.uniform::<BoundaryUniform>("boundary");
    gpu.write(&uniform, &[BoundaryUniform::periodic(periodic_box)]);
    let buffers = [&uniform, &buffer];
    run_shader(
        "fold_all",
        &[&PERIODIC_BOX],
        FOLD_ALL,
        &buffers,
        points.len(),
    );
    let found: Vec<[f32; 4]> = gpu.read(&buffer, points.len()).unwrap();
    let place = |[x, y, z, _]: &[f32; 4]| Vec3::new(*x, *y, *z);
    found.iter().map(place).collect()
}

fn periodic_box() -> impl Strategy<Value = PeriodicBox> {
    let size = || 0.1f32..500.0;
    let sizes = (size(), size(), size()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    let planes = vec![Plane::All, Plane::Xy, Plane::Xz];
    let plane = prop::sample::select(planes);
    (vector(1000.0), sizes, vector(3.0), vector(10_000.0), plane).prop_map(
        |(min, sizes, angles, origin, plane)| {
            let mut settings = Settings::default();
            settings.motion.plane = plane;
            settings.boundary = Boundary::new(Region::Box {
                min,
                max: min + sizes,
            })
            .with_mode(BoundaryMode::Wrap);
            let rotation = UnitQuaternion::from_euler_angles(angles.x, angles.y, angles.z);
            let frame = Frame::new(&Placement { origin, rotation });
            PeriodicBox::new(&settings, frame).unwrap()
        },
    )
}

proptest! {
    #![proptest_config(crate::cases::config(40))]

    #[test]
    fn points_are_folded_as_on_the_cpu(
        periodic_box in periodic_box(),
        points in prop::collection::vec((vector(2.0), 0.1f32..100.0), 1..300),
    ) {
        // Around the box, so that about every eighth is inside, and some are at its corners.
        let sizes = (periodic_box.max - periodic_box.min).map(|size| if size.is_finite() { size } else { 1.0 });
        let low = periodic_box.min.map(|low| if low.is_finite() { low } else { 0.0 });
        let mut points: Vec<Vec3> = points
            .iter()
            .map(|(point, far)| low + sizes.component_mul(point) * far.max(1.0).sqrt())
            .chain([low, low + sizes])
            .collect();
        for point in &mut points {
            *point = periodic_box.frame().point_to_world(*point);
        }
        for (point, found) in points.iter().zip(places(&periodic_box, &points)) {
            let expected = periodic_box.place(*point);
            // A few roundings of the world coordinates, which a matrix mixes, and of their distance
            // to the box.
            let most = point.amax() + periodic_box.frame().origin.amax() + low.amax() + sizes.amax();
            let tolerance = 16.0 * f32::EPSILON * most;
            for axis in 0..3 {
                let period = periodic_box.periods()[axis];
                prop_assert!(periodic_box.min[axis] <= found[axis] && found[axis] < periodic_box.max[axis]);
                let off = (found[axis] - expected[axis]).abs();
                // A position that rounding moves beyond one side appears at the other side.
                let off = if period.is_finite() { off.min((off - period).abs()) } else { off };
                prop_assert!(off <= tolerance, "{} instead of {}: {}", found, expected, off);
            }
        }
    }
}

#[test]
fn nan_and_infinity_are_folded_into_the_box() {
    let frame = Frame::new(&Placement::default());
    let settings = Settings {
        boundary: Boundary::new(Region::Box {
            min: Vec3::repeat(-1.0),
            max: Vec3::repeat(2.0),
        })
        .with_mode(BoundaryMode::Wrap),
        ..Settings::default()
    };
    let periodic_box = PeriodicBox::new(&settings, frame).unwrap();
    let odd = [
        f32::MAX,
        f32::MIN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    for place in places(&periodic_box, &odd.map(Vec3::repeat)) {
        assert!(
            place.iter().all(|value| (-1.0..2.0).contains(value)),
            "{place}"
        );
    }
}
