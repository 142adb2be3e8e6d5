//! Tests of the pass that adds the wishes of influences.

use super::{
    device::gpu,
    run_passes,
    samples::{assert_between, shifts, vector},
};
use crate::{
    formations::Form,
    geometry::{shapes, Geometry, GroundMap},
    gpu::{motion::MotionUniform, passes::Variant, step::GpuStep},
    math::{
        random::{hash_of, unit},
        simd::SimdWidth,
        Vec3,
    },
    settings::{Settings, Steering},
    state::{
        boids::{BoidState, Boids},
        pose::Pose,
        threads::BLOCK,
    },
    steering::influences::{
        block::Influences,
        formation::{ActingPlaces, BoidPlaces, PlacesOfInfluences},
        set::InfluenceSet,
        terms::InfluenceTerms,
        way::WaysOfInfluences,
        AltitudeAbove, FallOff, Influence, InfluenceKind, InfluenceMotion, InfluenceVolume,
        MeshVolume,
    },
};
use bytemuck::Zeroable;
use nalgebra::UnitQuaternion;
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};

/// Spheres that are half in a floor.
fn hills() -> &'static Arc<GroundMap> {
    static HILLS: LazyLock<Geometry> = LazyLock::new(|| {
        let hill = |x: f32, z: f32| moved(shapes::ball(3.0, 3), Vec3::new(x, -4.0, z));
        let floor = moved(shapes::cuboid(Vec3::new(9.0, 1.0, 9.0)), Vec3::y() * -5.0);
        Geometry::new(&[floor, hill(-4.0, 2.0), hill(3.0, -1.0)].concat()).0
    });
    HILLS.ground().unwrap()
}

pub(super) fn mesh() -> MeshVolume {
    static MESH: LazyLock<MeshVolume> =
        LazyLock::new(|| MeshVolume::new(&moved(shapes::cone(2.0, 3.0, 12), Vec3::x())).unwrap());
    MESH.clone()
}

pub(super) fn moved(triangles: Vec<[Vec3; 3]>, by: Vec3) -> Vec<[Vec3; 3]> {
    let moved = triangles.into_iter().map(|it| it.map(|corner| corner + by));
    moved.collect()
}

/// Position and velocity of a boid, and its previous wish.
pub(super) type Boid = (Vec3, Vec3, Vec3);

fn volume() -> impl Strategy<Value = InfluenceVolume> {
    let half = (0.0f32..4.0, 0.0f32..4.0, 0.0f32..4.0).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    prop_oneof![
        Just(InfluenceVolume::Mesh(mesh())),
        (vector(8.0), 0.0f32..4.0)
            .prop_map(|(center, radius)| InfluenceVolume::Sphere { center, radius }),
        (vector(8.0), vector(8.0), 0.0f32..3.0)
            .prop_map(|(start, end, radius)| InfluenceVolume::Capsule { start, end, radius }),
        (vector(8.0), vector(3.0), half).prop_map(|(center, turn, half_extents)| {
            InfluenceVolume::Box {
                center,
                rotation: UnitQuaternion::from_scaled_axis(turn),
                half_extents,
            }
        }),
    ]
}

fn kind() -> impl Strategy<Value = InfluenceKind> {
    let volumes = || prop::collection::vec(volume(), 1..4);
    let leader = (
        vector(8.0),
        vector(3.0),
        0.0f32..3.0,
        0.0f32..20.0,
        0.5f32..4.0,
    );
    let points = prop::collection::vec(vector(8.0), 2..6);
    let formation = (vector(8.0), vector(3.0), 0.0f32..3.0, 0.0f32..1.0);
    prop_oneof![
        formation.prop_map(
            |(position, turn, slowing, strictness)| InfluenceKind::Formation {
                form: Form::Grid,
                spacing: 0.5,
                position,
                rotation: UnitQuaternion::from_scaled_axis(turn),
                slowing,
                strictness,
                change: 0.0,
                lead: 0.0,
                shrinks: false,
            }
        ),
        (vector(8.0), 0.0f32..5.0)
            .prop_map(|(point, slowing)| InfluenceKind::Target { point, slowing }),
        leader.prop_map(|(point, velocity, follow, lane_length, lane_radius)| {
            InfluenceKind::Leader {
                point,
                velocity,
                follow,
                lane_length,
                lane_radius,
            }
        }),
        (vector(8.0), vector(8.0)).prop_map(|(start, end)| InfluenceKind::Guide { start, end }),
        volumes().prop_map(|volumes| InfluenceKind::Attract { volumes }),
        volumes().prop_map(|volumes| InfluenceKind::Repel { volumes }),
        volumes().prop_map(|volumes| InfluenceKind::Pen { volumes }),
        (volumes(), 0.1f32..3.0, 0.0f32..1.0).prop_map(|(volumes, slowing, dusk)| {
            InfluenceKind::Roost {
                volumes,
                slowing,
                dusk,
            }
        }),
        (-8.0f32..0.0, 0.1f32..8.0).prop_map(|(lowest, height)| InfluenceKind::AltitudeBand {
            lowest,
            highest: lowest + height,
            above: AltitudeAbove::Level,
        }),
        (-8.0f32..0.0, 0.1f32..8.0).prop_map(|(lowest, height)| InfluenceKind::AltitudeBand {
            lowest,
            highest: lowest + height,
            above: AltitudeAbove::Ground,
        }),
        (points, 0.1f32..4.0, 0.1f32..3.0, any::<bool>()).prop_map(
            |(points, radius, look_ahead, is_loop)| InfluenceKind::Path {
                points,
                radius,
                look_ahead,
                is_loop,
            }
        ),
    ]
}

fn motion() -> impl Strategy<Value = InfluenceMotion> {
    let moving = (vector(3.0), vector(0.5), vector(8.0));
    prop_oneof![
        Just(InfluenceMotion::default()),
        moving.prop_map(|(velocity, spin, about)| InfluenceMotion {
            velocity,
            spin,
            about,
        }),
    ]
}

prop_compose! {
    fn influence()(
        kind in kind(),
        weight in 0.1f32..20.0,
        reach in 0.1f32..12.0,
        fall_off in prop::sample::select(vec![
            FallOff::Constant, FallOff::Linear, FallOff::Quadratic, FallOff::Smooth,
        ]),
        share in prop::sample::select(vec![1.0f32, 1.0, 0.5]),
        motion in motion(),
    ) -> Influence {
        Influence { kind, weight, reach, fall_off, share, enabled: true, finds_way: false, motion }
    }
}

fn terms(influences: &[Influence], max_speed: f32, steering: Steering) -> InfluenceTerms {
    let mut set = InfluenceSet::default();
    for influence in influences {
        set.add(influence.clone()).unwrap();
    }
    let mut motion = Settings::default().motion;
    (motion.max_speed, motion.steering) = (max_speed, steering);
    let mut terms = InfluenceTerms::default();
    let (ways, places) = (WaysOfInfluences::default(), places(&set, 200, 3.0));
    terms.prepare(&set, &ways, &places, &motion, 1.0 / 60.0);
    terms
}

/// Places in formations for the first boids, up to `half` metres along each axis. Every seventh boid
/// has none.
pub(super) fn places(set: &InfluenceSet, boids: u32, half: f32) -> PlacesOfInfluences {
    let place = |slot: u32| match slot % 7 {
        0 => [0.0; 4],
        _ => [1, 2, 3, 4].map(|axis| {
            if axis < 4 {
                (2.0 * unit(hash_of(slot * axis)) - 1.0) * half
            } else {
                1.0
            }
        }),
    };
    let by_slot: Arc<BoidPlaces> = Arc::new((0..boids).map(place).collect());
    let acting = (1..)
        .zip(set.entries())
        .map(|(revision, (id, _))| ActingPlaces::new(*id, by_slot.clone(), 0.7, revision));
    PlacesOfInfluences {
        places: acting.collect(),
        changes: 1,
    }
}

/// The wishes on the CPU, in wind or in still air, for boids that are shifted a little.
pub(super) fn expected(
    terms: &InfluenceTerms,
    boids: &[Boid],
    wind: Option<Vec3>,
    shift: Vec3,
) -> Vec<[f32; 3]> {
    let columns = |of: &dyn Fn(&Boid) -> Vec3| {
        [0, 1, 2].map(|axis| boids.iter().map(|boid| of(boid)[axis]).collect::<Vec<_>>())
    };
    let (position, velocity) = (columns(&|it| it.0 + shift), columns(&|it| it.1));
    let mut wish = columns(&|it| it.2);
    let air = wind.map(|wind| columns(&|_| wind));
    let slot: Vec<u32> = (0..boids.len() as u32).collect();
    for first in (0..boids.len()).step_by(BLOCK) {
        let block = first..boids.len().min(first + BLOCK);
        SimdWidth::BASELINE.run(Influences {
            terms,
            position: position.each_ref().map(|axis| &axis[block.clone()]),
            velocity: velocity.each_ref().map(|axis| &axis[block.clone()]),
            wind: { air.as_ref() }.map(|air| air.each_ref().map(|axis| &axis[block.clone()])),
            ground: Some(hills()),
            slot: &slot[block.clone()],
            wish: wish.each_mut().map(|axis| &mut axis[block.clone()]),
        });
    }
    (0..boids.len())
        .map(|index| wish.each_ref().map(|axis| axis[index]))
        .collect()
}

/// The wishes on the GPU, in wind or in still air.
pub(super) fn found(terms: &InfluenceTerms, boids: &[Boid], wind: Option<Vec3>) -> Vec<[f32; 4]> {
    let (gpu, count) = (gpu(), boids.len());
    let mut states = Boids::default();
    for (index, boid) in boids.iter().enumerate() {
        states.push(&BoidState {
            position: boid.0,
            velocity: boid.1,
            slot: index as u32,
            pose: Pose::default(),
        });
    }
    let mut step = GpuStep::new(gpu, count, 0).unwrap();
    let buffers = &mut step.buffers;
    buffers.before.write(gpu, &states);
    let wishes: Vec<[f32; 4]> = boids.iter().map(|it| it.2.push(0.0).into()).collect();
    gpu.write(&buffers.neighbours.wishes, &wishes);
    buffers
        .influences
        .write(gpu, terms, Some(hills()), count)
        .unwrap();
    let mut motion = MotionUniform::zeroed();
    motion.steady_wind = wind.unwrap_or_default().into();
    gpu.write(&buffers.motion, &[motion]);
    let variant = Variant {
        has_influences: true,
        has_ways: terms.have_ways(),
        has_wind: wind.is_some(),
        ..Variant::default()
    };
    run_passes(&mut step, &["add_influence_wishes"], variant, count);
    gpu.read(&step.buffers.neighbours.wishes, count).unwrap()
}

proptest! {
    #![proptest_config(crate::cases::config(60))]

    #[test]
    fn wishes_are_those_of_the_cpu(
        influences in prop::collection::vec(influence(), 1..6),
        max_speed in 0.5f32..6.0,
        steering in prop::sample::select(vec![Steering::Acceleration, Steering::Velocity]),
        count in prop::sample::select(vec![1usize, 255, 257, 300]),
        boids in prop::collection::vec((vector(10.0), vector(2.0), vector(3.0)), 300),
    ) {
        let (terms, boids) = (terms(&influences, max_speed, steering), &boids[..count]);
        let near: Vec<_> = shifts().map(|shift| expected(&terms, boids, None, shift * 3.0)).collect();
        for (index, found) in found(&terms, boids, None).iter().enumerate() {
            let all = near.iter().map(|wishes| wishes[index]);
            let size = Vec3::from(near[0][index]).norm() + boids[index].2.norm();
            let what = format!("{:?} {influences:?}", boids[index]);
            let [x, y, z, _] = *found;
            assert_between(&what, &[x, y, z], all, 2e-4 * (size + 20.0));
        }
    }
}

#[test]
fn many_influences_reach_the_boids_near_them() {
    let influence = |number: usize| {
        let center = Vec3::x() * (3 * number) as f32;
        let volumes = vec![InfluenceVolume::Sphere {
            center,
            radius: 0.5,
        }];
        let reach = 1.0;
        Influence {
            reach,
            ..Influence::new(InfluenceKind::Repel { volumes })
        }
    };
    let influences: Vec<_> = (0..256).map(influence).collect();
    let terms = terms(&influences, 1.0, Steering::Acceleration);
    let boid = |number: usize| {
        (
            Vec3::new(0.5 * number as f32, 0.7, 0.0),
            Vec3::x(),
            Vec3::zeros(),
        )
    };
    let boids: Vec<_> = (0..1600).map(boid).collect();
    let expected = expected(&terms, &boids, None, Vec3::zeros());
    assert!(expected.iter().filter(|it| **it != [0.0; 3]).count() > 500);
    for (found, expected) in found(&terms, &boids, None).iter().zip(expected) {
        let difference = Vec3::new(found[0], found[1], found[2]) - Vec3::from(expected);
        assert!(
            difference.norm() < 2e-3,
            "{found:?} instead of {expected:?}"
        );
    }
}
