//! Generators of random flocks.

use crate::{
    math::{frame::Placement, samples::vector, Vec3},
    settings::{
        AlignTo, Boundary, BoundaryMode, Neighbours, Normalization, Plane, Region, Rule, Settings,
        Wander,
    },
};
use nalgebra::UnitQuaternion;
use proptest::{prelude::*, sample::select};

/// Tests that the search applies to every candidate.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// No tests, the default.
    Plain,
    Selective,
    Nearest,
}

/// The boundaries across which boids see each other.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Across {
    Nothing,
    Box,
    Sphere,
}

/// Boids with positions and velocities, dense or sparse; every eighth is at rest. The first of them
/// occurs at least twice.
pub(super) fn boids(most: usize) -> impl Strategy<Value = Vec<[Vec3; 2]>> {
    let velocity = prop_oneof![7 => vector(1.5), 1 => Just(Vec3::zeros())];
    let boids = prop::collection::vec((vector(1.0), velocity), 0..most);
    (boids, 0.3f32..2.0, 0usize..20).prop_map(|(boids, extent, copies)| {
        let sides = Vec3::new(extent, 0.5 * extent, extent);
        let boid = |(place, velocity): (Vec3, Vec3)| [place.component_mul(&sides), velocity];
        let originals = boids.len();
        let all = boids.into_iter().map(boid);
        let copies = all.clone().cycle().take(copies.min(2 * originals));
        all.chain(copies).collect()
    })
}

pub(super) fn placement() -> impl Strategy<Value = Placement> {
    (vector(0.5), vector(3.0)).prop_map(|(origin, angles)| Placement {
        origin,
        rotation: UnitQuaternion::new(angles),
    })
}

pub(super) fn settings(kind: Kind, across: Across) -> impl Strategy<Value = Settings> {
    let rules = [rule(kind), rule(kind), rule(kind)];
    let plane = prop_oneof![
        3 => Just(Plane::All),
        1 => select(vec![Plane::Xz, Plane::Xy, Plane::Yz]),
    ];
    let others = (0.2f32..3.0, plane, boundary(across));
    let common_view = prop_oneof![2 => Just(None), 1 => (0.0f32..360.0).prop_map(Some)];
    (rules, neighbours(kind), wander(kind), others, common_view).prop_map(
        |(rules, neighbours, wander, (drive, plane, boundary), common_view)| {
            let mut settings = Settings {
                neighbours,
                wander,
                boundary,
                ..Settings::default()
            };
            let in_view = |rule: Rule| Rule {
                field_of_view: common_view.unwrap_or(rule.field_of_view),
                ..rule
            };
            [settings.cohesion, settings.separation, settings.alignment] = rules.map(in_view);
            settings.motion.drive = drive;
            settings.motion.plane = plane;
            settings
        },
    )
}

fn rule(kind: Kind) -> impl Strategy<Value = Rule> {
    let (acts, weight) = (prop::bool::weighted(0.9), 0.5f32..3.0);
    let normalization = select(vec![
        Normalization::Direction,
        Normalization::Mean,
        Normalization::LimitedMean,
        Normalization::Sum,
    ]);
    let field_of_view = prop_oneof![Just(360.0f32), 0.0f32..360.0];
    let damping = prop_oneof![Just(0.0f32), 0.0f32..1.0];
    (
        acts,
        weight,
        0.1f32..0.7,
        normalization,
        field_of_view,
        damping,
    )
        .prop_map(
            move |(acts, weight, radius, normalization, field_of_view, damping)| {
                let plain = Rule {
                    enabled: acts,
                    ..Rule::new(weight, radius)
                };
                match kind {
                    Kind::Plain => plain,
                    _ => Rule {
                        normalization,
                        field_of_view,
                        damping,
                        ..plain
                    },
                }
            },
        )
}

fn neighbours(kind: Kind) -> impl Strategy<Value = Neighbours> {
    let align_to = select(vec![
        AlignTo::Velocity,
        AlignTo::Heading,
        AlignTo::VelocityDifference,
    ]);
    let crowd = (any::<bool>(), 0u32..8);
    (align_to, 1u32..=32, any::<bool>(), crowd).prop_map(
        move |(align_to, nearest, too_close, (crowding, crowd))| match kind {
            Kind::Plain if align_to == AlignTo::VelocityDifference => Neighbours::default(),
            Kind::Plain => Neighbours {
                align_to,
                ..Neighbours::default()
            },
            _ => Neighbours {
                align_to,
                nearest,
                nearest_only: kind == Kind::Nearest,
                too_close,
                crowding,
                crowd,
                ..Neighbours::default()
            },
        },
    )
}

fn wander(kind: Kind) -> impl Strategy<Value = Wander> {
    (any::<bool>(), any::<bool>()).prop_map(move |(enabled, only_alone)| Wander {
        enabled,
        only_alone: only_alone && kind != Kind::Plain,
        ..Wander::default()
    })
}

fn boundary(across: Across) -> impl Strategy<Value = Boundary> {
    (vector(0.3), 0.3f32..2.2, 0.1f32..2.0, 0.3f32..2.0).prop_map(
        move |(center, width, height, depth)| {
            let half = Vec3::new(width, height, depth);
            let shape = match across {
                Across::Box => Region::Box {
                    min: center - half,
                    max: center + half,
                },
                _ => Region::Sphere {
                    center,
                    radius: width,
                },
            };
            Boundary {
                enabled: across != Across::Nothing,
                mode: BoundaryMode::Wrap,
                ..Boundary::new(shape)
            }
        },
    )
}
