//! The seam of a box that wraps round, as the shaders take it.

use crate::{seam::Seam, Vec3};
use bytemuck::{Pod, Zeroable};
use nalgebra::Matrix3;

/// What a shader needs that works in such a box.
pub(crate) const SEAM: &str = include_str!("seam.wgsl");

/// `Seam` in seam.wgsl, laid out for uniform buffers.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct PackedSeam {
    to_local: [[f32; 4]; 3],
    to_world: [[f32; 4]; 3],
    origin: [f32; 3],
    is_there: u32,
    low: [f32; 4],
    high: [f32; 4],
    periods: [f32; 4],
    wraps: [u32; 4],
}

impl PackedSeam {
    /// All zero without a seam.
    pub(crate) fn new(seam: Option<&Seam>) -> Self {
        let Some(seam) = seam else {
            return Self::zeroed();
        };
        let frame = seam.frame();
        let periods = seam.periods();
        let [wraps_x, wraps_y, wraps_z] = periods.map(|period| u32::from(period.is_finite()));
        Self {
            to_local: columns(&frame.to_local),
            to_world: columns(&frame.to_world),
            origin: frame.origin.into(),
            is_there: 1,
            low: finite(seam.min),
            high: finite(seam.max),
            periods: finite(periods.into()),
            wraps: [wraps_x, wraps_y, wraps_z, 0],
        }
    }
}

/// A matrix as shaders take it.
pub(crate) fn columns(matrix: &Matrix3<f32>) -> [[f32; 4]; 3] {
    [0, 1, 2].map(|column| finite(matrix.column(column).into()))
}

/// Shaders need not know infinity; the largest number does as well.
fn finite(vector: Vec3) -> [f32; 4] {
    let [x, y, z] = <[f32; 3]>::from(vector).map(|value| value.clamp(f32::MIN, f32::MAX));
    [x, y, z, 0.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        gpu::test_device::gpu, placement::Frame, Boundary, BoundaryResponse, Placement, Plane,
        Region, Settings,
    };
    use nalgebra::UnitQuaternion;
    use proptest::prelude::*;

    const FOLD_ALL: &str = "
        @group(0) @binding(0) var<uniform> seam: Seam;
        @group(0) @binding(1) var<storage, read_write> points: array<vec4<f32>>;
        @compute @workgroup_size(256)
        fn fold_all(@builtin(global_invocation_id) thread: vec3<u32>) {
            if thread.x < arrayLength(&points) {
                points[thread.x] = vec4<f32>(seam_place(seam, points[thread.x].xyz), 0.0);
            }
        }";

    /// The places of the points by the shader.
    fn places(seam: &Seam, points: &[Vec3]) -> Vec<Vec3> {
        let gpu = gpu();
        let packed: Vec<_> = points.iter().map(|point| finite(*point)).collect();
        let buffer = gpu.filled("points", &packed).unwrap();
        let uniform = gpu.uniform::<PackedSeam>("seam");
        gpu.write(&uniform, &[PackedSeam::new(Some(seam))]);
        let kernel = gpu.kernel("fold_all", &[SEAM, FOLD_ALL], &[]);
        let bound = kernel.bind(gpu, &[&uniform, &buffer]);
        gpu.run(|encoder| {
            bound.run(
                &mut encoder.begin_compute_pass(&Default::default()),
                points.len(),
            );
        });
        let found: Vec<[f32; 4]> = gpu.read(&buffer, points.len()).unwrap();
        let place = |[x, y, z, _]: &[f32; 4]| Vec3::new(*x, *y, *z);
        found.iter().map(place).collect()
    }

    fn vector(extent: f32) -> impl Strategy<Value = Vec3> {
        let coordinate = move || -extent..=extent;
        (coordinate(), coordinate(), coordinate()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
    }

    fn seam() -> impl Strategy<Value = Seam> {
        let size = || 0.1f32..500.0;
        let sizes = (size(), size(), size()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
        let planes = vec![Plane::All, Plane::Xy, Plane::Xz];
        let plane = prop::sample::select(planes);
        (vector(1000.0), sizes, vector(3.0), vector(10_000.0), plane).prop_map(
            |(min, sizes, angles, origin, plane)| {
                let mut settings = Settings::default();
                settings.motion.plane = plane;
                settings.boundary = Boundary {
                    response: BoundaryResponse::Wrap,
                    ..Boundary::new(Region::Box {
                        min,
                        max: min + sizes,
                    })
                };
                let rotation = UnitQuaternion::from_euler_angles(angles.x, angles.y, angles.z);
                let frame = Frame::new(&Placement { origin, rotation });
                Seam::new(&settings, frame).unwrap()
            },
        )
    }

    proptest! {
        #![proptest_config(crate::cases::config(40))]

        #[test]
        fn points_are_folded_as_on_the_processor(
            seam in seam(),
            points in prop::collection::vec((vector(2.0), 0.1f32..100.0), 1..300),
        ) {
            // Around the box, so that about every eighth is inside it, and some on its corners.
            let sizes = (seam.max - seam.min).map(|size| if size.is_finite() { size } else { 1.0 });
            let low = seam.min.map(|low| if low.is_finite() { low } else { 0.0 });
            let mut points: Vec<Vec3> = points
                .iter()
                .map(|(point, far)| low + sizes.component_mul(point) * far.max(1.0).sqrt())
                .chain([low, low + sizes])
                .collect();
            for point in &mut points {
                *point = seam.frame().point_to_world(*point);
            }
            for (point, found) in points.iter().zip(places(&seam, &points)) {
                let expected = seam.place(*point);
                // Some roundings of the coordinates in the world, which a matrix mixes, and of their distance to the box.
                let most = point.amax() + seam.frame().origin.amax() + low.amax() + sizes.amax();
                let tolerance = 16.0 * f32::EPSILON * most;
                for axis in 0..3 {
                    let period = seam.periods()[axis];
                    prop_assert!(seam.min[axis] <= found[axis] && found[axis] < seam.max[axis]);
                    let off = (found[axis] - expected[axis]).abs();
                    // What rounding puts beyond one side is at the other.
                    let off = if period.is_finite() { off.min((off - period).abs()) } else { off };
                    prop_assert!(off <= tolerance, "{} instead of {}: {}", found, expected, off);
                }
            }
        }
    }

    #[test]
    fn what_is_no_number_is_folded_into_the_box() {
        let frame = Frame::new(&Placement::default());
        let settings = Settings {
            boundary: Boundary {
                response: BoundaryResponse::Wrap,
                ..Boundary::new(Region::Box {
                    min: Vec3::repeat(-1.0),
                    max: Vec3::repeat(2.0),
                })
            },
            ..Settings::default()
        };
        let seam = Seam::new(&settings, frame).unwrap();
        let odd = [
            f32::MAX,
            f32::MIN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
        ];
        for place in places(&seam, &odd.map(Vec3::repeat)) {
            assert!(
                place.iter().all(|value| (-1.0..2.0).contains(value)),
                "{place}"
            );
        }
    }
}
