use super::*;
use crate::{
    math::{
        frame::{Frame, Placement},
        samples::vector,
        Vec3,
    },
    pose::texels::TEXELS,
    settings::{Boundary, BoundaryMode, Plane, Region, Settings},
    state::{boids::BoidState, pose::Pose},
};
use nalgebra::{Quaternion, UnitQuaternion};
use proptest::prelude::*;

/// The texels of one boid, computed one number after the other.
fn one(drawn: &Drawn, index: usize) -> Texels {
    let (before, after) = (
        drawn.previous.position(index),
        drawn.current.position(index),
    );
    let place = match drawn.containment {
        Some(containment) => containment.between(before, after, drawn.blend),
        None => before.lerp(&after, drawn.blend),
    };
    let (before, after) = (drawn.previous.pose(index), drawn.current.pose(index));
    let (a, b) = (before.orientation.coords, after.orientation.coords);
    let mixed = a * (1.0 - drawn.blend) + b * (drawn.blend * a.dot(&b).signum());
    let q = UnitQuaternion::new_normalize(Quaternion::from(mixed)).coords;
    let q = q * if q.w < 0.0 { -1.0 } else { 1.0 };
    let size = drawn.body.scale * (1.0 + drawn.body.scale_variation * after.variation);
    let phase = mix_phases(before.phase, after.phase, drawn.blend);
    [[place.x, place.y, place.z, size], [q.x, q.y, q.z, phase]]
}

fn pose() -> impl Strategy<Value = Pose> {
    (
        prop::array::uniform4(-1.0f32..1.0),
        0.0f32..1.0,
        -1.0f32..1.0,
    )
        .prop_map(|(q, phase, variation)| Pose {
            orientation: UnitQuaternion::new_normalize(Quaternion::from(q)),
            phase,
            variation,
        })
}

fn boids(states: impl Iterator<Item = (Vec3, Pose)>) -> Boids {
    let mut boids = Boids::default();
    for (slot, (position, pose)) in states.enumerate() {
        boids.push(&BoidState {
            position,
            velocity: Vec3::zeros(),
            slot: slot as u32,
            pose,
        });
    }
    boids
}

/// Periodic boundaries and a boundary that is not periodic, also of planar flocks.
fn settings() -> impl Strategy<Value = Settings> {
    let planes = prop_oneof![Just(Plane::All), Just(Plane::Xz)];
    (0..4, planes).prop_map(|(kind, plane)| {
        let region = match kind {
            0 | 1 => Region::Box {
                min: Vec3::new(-1.5, -0.3, -1.0),
                max: Vec3::new(1.0, 0.4, 1.2),
            },
            _ => Region::Sphere {
                center: Vec3::new(0.1, 0.0, -0.2),
                radius: 1.5,
            },
        };
        let mut settings = Settings {
            boundary: Boundary::new(region),
            ..Settings::default()
        };
        if kind % 2 == 0 {
            settings.boundary.mode = BoundaryMode::Wrap;
        }
        settings.motion.plane = plane;
        settings.body.scale_variation = 0.3;
        settings
    })
}

fn bits(texels: &[[f32; 4]]) -> Vec<[u32; 4]> {
    texels.iter().map(|texel| texel.map(f32::to_bits)).collect()
}

proptest! {
    #![proptest_config(crate::cases::config(300))]

    #[test]
    fn all_vectors_and_chunks_write_what_one_boid_alone_gets(
        // Short and long moves, so that ways lead along and through the boundary.
        states in prop::collection::vec((vector(2.0), vector(0.1), any::<bool>(), pose(), pose()), 1..80),
        blend in 0.0f32..=1.0,
        settings in settings(),
        size in 1usize..40,
    ) {
        let previous = boids(states.iter().map(|it| (it.0, it.3)));
        let after = |far: bool, move_: Vec3| if far { move_ * 25.0 } else { move_ };
        let current = boids(states.iter().map(|it| (it.0 + after(it.2, it.1), it.4)));
        let rotation = UnitQuaternion::from_euler_angles(0.3, 0.5, 0.7);
        let frame = Frame::new(&Placement { rotation, ..Placement::default() });
        let containment = Containment::new(&settings, frame);
        for vectors in SimdWidth::available() {
            let drawn = Drawn {
                previous: &previous,
                current: &current,
                blend,
                body: &settings.body,
                containment: containment.as_ref(),
                vectors,
            };
            let expected: Vec<Texels> = (0..states.len()).map(|index| one(&drawn, index)).collect();
            let mut found = vec![[0.0; 4]; TEXELS * states.len()];
            write(&drawn, Backend::AllThreads, &mut found);
            prop_assert_eq!(bits(&found), bits(expected.as_flattened()), "{:?}", vectors);
            let mut found = vec![[0.0; 4]; TEXELS * states.len()];
            let mut bounds = Vec::new();
            write_chunks(&drawn, Backend::AllThreads, &mut found, (size, 0.1), &mut bounds);
            prop_assert_eq!(bits(&found), bits(expected.as_flattened()));
            let expected = expected.chunks(size).map(|chunk| InstanceBounds::around(chunk, 0.1));
            prop_assert_eq!(bounds, expected.collect::<Vec<_>>());
        }
    }
}

/// Many boids, so that several threads work, in chunks of many sizes.
#[test]
fn chunks_of_any_size_are_written_once() {
    let texel = |boid: usize| [[boid as f32, 0.0, 0.0, 1.0], [0.0; 4]];
    let all: Vec<Texels> = (0..5000).map(texel).collect();
    for size in [0, 1, 7, 256, 511, 513, 2000, 5000, 10_000] {
        for fits in [5000, 4321, 0] {
            let (mut out, mut bounds) = (vec![[-1.0; 4]; TEXELS * fits + 1], Vec::new());
            let shape = (size, 0.5);
            write_chunks(
                &all.as_slice(),
                Backend::AllThreads,
                &mut out,
                shape,
                &mut bounds,
            );
            assert_eq!(out[..TEXELS * fits], *all[..fits].as_flattened());
            assert_eq!(out.last(), Some(&[-1.0; 4]));
            let size = size.max(1);
            assert_eq!(bounds.len(), fits.div_ceil(size));
            for (chunk, bounds) in bounds.iter().enumerate() {
                let last = ((chunk + 1) * size).min(fits) - 1;
                assert_eq!(
                    (bounds.min.x, bounds.max.x),
                    ((chunk * size) as f32 - 0.5, last as f32 + 0.5)
                );
            }
        }
    }
}
