//! Tests of the wishes that lead along ways.

mod buffer;
mod planar;

use super::{
    device::Numbers,
    influences::{expected, found, mesh, moved, places, Boid},
    samples::{assert_between, shifts},
};
use crate::{
    formations::Form,
    geometry::{shapes, Geometry},
    math::Vec3,
    settings::{Motion, Steering},
    steering::influences::{
        set::InfluenceSet, terms::InfluenceTerms, way::WaysOfInfluences, Influence, InfluenceKind,
        InfluenceMotion, InfluenceVolume,
    },
    ways::{Navigation, NavigationField, Ways},
};
use nalgebra::UnitQuaternion;
use std::{
    slice::from_ref,
    sync::{Arc, LazyLock},
};

/// Radius of the bodies in [`field`], in metres.
const RADIUS: f32 = 0.2;

/// Two rooms of 6 m beside each other. The wall between them has a door of 1 m at one end.
static ROOMS: LazyLock<Arc<Geometry>> = LazyLock::new(|| {
    let room = shapes::cuboid(Vec3::new(6.0, 2.0, 2.0));
    let room = room.into_iter().map(|[a, b, c]| [a, c, b]).collect();
    let wall = shapes::cuboid(Vec3::new(0.2, 2.1, 1.5));
    let wall = moved(wall, Vec3::new(0.03, 0.0, -0.61));
    Arc::new(Geometry::new(&[room, wall].concat()).0)
});

/// The field of the rooms for bodies of a radius.
fn field_for(radius: f32) -> Arc<NavigationField> {
    let navigation = Navigation {
        cell: 0.5,
        ..Navigation::new(radius)
    };
    Arc::new(NavigationField::new(&ROOMS, navigation).unwrap())
}

fn field() -> &'static Arc<NavigationField> {
    static FIELD: LazyLock<Arc<NavigationField>> = LazyLock::new(|| field_for(RADIUS));
    &FIELD
}

/// Terms of influences that lead along the ways beside them.
fn terms(influences: &[(Influence, Option<Arc<Ways>>)], motion: &Motion) -> InfluenceTerms {
    let (mut set, mut of_influences) = (InfluenceSet::default(), WaysOfInfluences::default());
    for (influence, ways) in influences {
        let id = set.add(influence.clone()).unwrap();
        of_influences
            .ways
            .extend(ways.clone().map(|ways| (id, ways)));
    }
    let mut terms = InfluenceTerms::default();
    terms.prepare(
        &set,
        &of_influences,
        &places(&set, 10_000, 0.3),
        motion,
        1.0 / 60.0,
    );
    terms
}

/// An influence with the ways to its goals.
fn finding(kind: InfluenceKind, field: &Arc<NavigationField>) -> (Influence, Option<Arc<Ways>>) {
    let influence = Influence {
        finds_way: true,
        reach: 30.0,
        ..Influence::new(kind)
    };
    let mut goals = Vec::new();
    influence.add_goals(&mut goals);
    let ways = match influence.reach_of_threats() {
        None => Ways::new(field, &goals),
        Some(reach) => Ways::away_from(field, &goals, reach),
    };
    assert!(ways.unreachable().is_empty());
    (influence, Some(Arc::new(ways)))
}

fn target(point: Vec3) -> InfluenceKind {
    InfluenceKind::Target {
        point,
        slowing: 1.5,
    }
}

fn leader() -> InfluenceKind {
    InfluenceKind::Leader {
        point: Vec3::new(4.0, -1.0, 1.0),
        velocity: Vec3::new(0.4, -0.2, 0.5),
        follow: 0.5,
        lane_length: 2.0,
        lane_radius: 0.5,
    }
}

fn formation() -> InfluenceKind {
    InfluenceKind::Formation {
        form: Form::Grid,
        spacing: 0.5,
        position: Vec3::new(3.0, 0.5, -1.5),
        rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.3, -1.0, 0.5)),
        slowing: 0.5,
        strictness: 0.5,
        change: 0.0,
        lead: 0.0,
        shrinks: false,
    }
}

/// Volumes in both rooms. The mesh is in the right one.
fn volumes() -> Vec<InfluenceVolume> {
    let sphere = InfluenceVolume::Sphere {
        center: Vec3::new(-4.0, 0.5, -1.0),
        radius: 0.6,
    };
    let cuboid = InfluenceVolume::Box {
        center: Vec3::new(5.0, 1.0, -0.5),
        rotation: nalgebra::UnitQuaternion::from_scaled_axis(Vec3::new(0.3, 0.5, -0.2)),
        half_extents: Vec3::new(0.7, 0.4, 0.5),
    };
    vec![InfluenceVolume::Mesh(mesh()), sphere, cuboid]
}

fn roost() -> InfluenceKind {
    InfluenceKind::Roost {
        volumes: volumes(),
        slowing: 0.5,
        dusk: 1.0,
    }
}

/// All kinds that find ways.
fn kinds() -> [InfluenceKind; 6] {
    let attract = InfluenceKind::Attract { volumes: volumes() };
    let repel = InfluenceKind::Repel { volumes: volumes() };
    let target = target(Vec3::new(3.0, 0.5, -1.5));
    [target, leader(), roost(), formation(), attract, repel]
}

/// Boids at places on a lattice over the rooms and around them, also in the wall, and at places in
/// between.
fn boids() -> Vec<Boid> {
    let mut numbers = Numbers(7);
    let mut boids = Vec::new();
    for number in 0..36 * 14 * 14 {
        let along = [number % 36, number / 36 % 14, number / (36 * 14)];
        let along = Vec3::from(along.map(|steps| steps as f32));
        let low = Vec3::new(-6.83, -2.55, -2.57);
        let place = low + along.component_mul(&Vec3::new(0.391, 0.393, 0.389));
        boids.push((place, numbers.vector() * 2.0, numbers.vector()));
    }
    for _ in 0..3000 {
        let place = numbers.vector().component_mul(&Vec3::new(6.2, 2.2, 2.2));
        boids.push((place, numbers.vector() * 2.0, numbers.vector()));
    }
    boids
}

/// Asserts that wishes are those of the CPU. Returns how many of them are others than without ways.
#[track_caller]
fn assert_wishes(
    influences: &[(Influence, Option<Arc<Ways>>)],
    motion: &Motion,
    wind: Option<Vec3>,
) -> usize {
    let (led, boids) = (terms(influences, motion), boids());
    assert!(led.have_ways());
    let near: Vec<_> = shifts()
        .map(|shift| expected(&led, &boids, wind, shift * 3.0))
        .collect();
    for (index, found) in found(&led, &boids, wind).iter().enumerate() {
        let all = near.iter().map(|wishes| wishes[index]);
        let size = Vec3::from(near[0][index]).norm() + boids[index].2.norm();
        let what = format!("{:?} {influences:?} {wind:?}", boids[index]);
        let [x, y, z, _] = *found;
        assert_between(&what, &[x, y, z], all, 2e-4 * (size + 20.0));
    }
    let straight: Vec<_> = { influences.iter() }
        .map(|(influence, _)| (influence.clone(), None))
        .collect();
    let straight = expected(&terms(&straight, motion), &boids, wind, Vec3::zeros());
    let pairs = straight.iter().zip(&near[0]);
    let differ = |(a, b): &(&[f32; 3], &[f32; 3])| (Vec3::from(**a) - Vec3::from(**b)).amax() > 0.1;
    pairs.filter(differ).count()
}

fn motions() -> Vec<Motion> {
    let motion = Motion {
        max_speed: 2.0,
        ..Motion::default()
    };
    let by_velocity = Motion {
        steering: Steering::Velocity,
        ..motion
    };
    let turning = Motion {
        limit_turning: true,
        ..motion
    };
    vec![motion, by_velocity, turning]
}

const MOVING: InfluenceMotion = InfluenceMotion {
    velocity: Vec3::new(0.7, 0.2, -0.4),
    spin: Vec3::new(0.1, -0.3, 0.2),
    about: Vec3::new(3.0, 0.0, 1.0),
};

#[test]
fn all_kinds_that_find_ways_lead_as_on_the_cpu() {
    for influence in kinds().map(|kind| finding(kind, field())) {
        for motion in motions() {
            let by_ways = assert_wishes(from_ref(&influence), &motion, None);
            assert!(by_ways > boids().len() / 10, "only {by_ways} follow ways");
        }
    }
}

#[test]
fn wind_and_the_motion_of_the_goal_act_as_on_the_cpu() {
    let wind = Vec3::new(0.8, -0.3, 0.6);
    for (influence, ways) in kinds().map(|kind| finding(kind, field())) {
        let moving = (influence.clone().with_motion(MOVING), ways.clone());
        let resting = (influence, ways);
        for motion in &motions()[..2] {
            assert_wishes(from_ref(&resting), motion, Some(wind));
            assert_wishes(from_ref(&moving), motion, None);
            assert_wishes(from_ref(&moving), motion, Some(wind));
        }
    }
}

/// Ways in one field, the same ways twice, ways in another field, and influences without ways.
#[test]
fn each_influence_has_its_own_ways() {
    let other = field_for(0.4);
    let (left, right) = (Vec3::new(-3.0, -0.5, -1.0), Vec3::new(3.0, 0.5, -1.0));
    let first = finding(target(right), field());
    let same = (first.0.clone().with_motion(MOVING), first.1.clone());
    let volumes = vec![InfluenceVolume::Mesh(mesh())];
    let repelling = Influence::new(InfluenceKind::Repel { volumes });
    let influences = [
        finding(leader(), &other),
        first,
        (repelling, None),
        finding(target(left), field()),
        same,
        finding(roost(), field()),
        (Influence::new(target(left)), None),
        finding(target(left), &other),
    ];
    assert_wishes(&influences, &motions()[0], None);
    for one in &influences {
        if one.1.is_some() {
            assert_wishes(from_ref(one), &motions()[0], None);
        }
    }
}

#[test]
fn the_places_of_the_tests_include_those_beside_cells_and_without_ways() {
    let (_, ways) = finding(target(Vec3::new(3.0, 0.5, -1.5)), field());
    let (ways, boids) = (ways.unwrap(), boids());
    let leads = |at: &Vec3| ways.corner_from(*at).is_some();
    let in_cell = |at: &Vec3| field().has_cell_at(at);
    let places = || boids.iter().map(|boid| &boid.0);
    let beside = places().filter(|at| leads(at) && !in_cell(at)).count();
    let without = places().filter(|at| !leads(at)).count();
    assert!(beside > 100 && without > 1000, "{beside}, {without}");
}

#[test]
fn places_that_are_no_places_end_and_change_no_others() {
    let influences = [finding(target(Vec3::new(3.0, 0.5, -1.5)), field())];
    let terms = terms(&influences, &motions()[0]);
    let sound = &boids()[2000..2256];
    let strange = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1e30];
    let places = strange.into_iter().flat_map(|number| {
        [
            Vec3::repeat(number),
            Vec3::x() * number,
            Vec3::new(3.0, number, -1.0),
            Vec3::new(3.0, 0.5, number),
        ]
    });
    let strange = places.map(|place| (place, Vec3::zeros(), Vec3::zeros()));
    let all: Vec<_> = sound.iter().copied().chain(strange).collect();
    let with = found(&terms, &all, None);
    assert_eq!(with[..sound.len()], found(&terms, sound, None));
}
