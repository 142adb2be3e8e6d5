//! Tests of the wishes that lead along ways in a plane.

use super::{
    assert_wishes, boids, finding, formation, leader, motions, roost, target, MOVING, RADIUS, ROOMS,
};
use crate::{
    math::Vec3,
    steering::influences::InfluenceKind,
    ways::{Navigation, NavigationField, NavigationPlane},
};
use std::{
    slice::from_ref,
    sync::{Arc, LazyLock},
};

/// Fields in a horizontal and in a slanted plane.
static FIELDS: LazyLock<[Arc<NavigationField>; 2]> = LazyLock::new(|| {
    let slanted = Vec3::new(0.1, 1.0, -0.05).normalize();
    [(Vec3::y(), 0.4), (slanted, 0.1)].map(|(normal, coordinate)| {
        let navigation = Navigation {
            cell: 0.5,
            plane: Some(NavigationPlane::new(normal, coordinate)),
            ..Navigation::new(RADIUS)
        };
        Arc::new(NavigationField::new(&ROOMS, navigation).unwrap())
    })
});

fn kinds() -> [InfluenceKind; 4] {
    let point = Vec3::new(3.0, 0.5, -1.5);
    [target(point), leader(), roost(), formation()]
}

/// The boids are at all heights.
#[test]
fn all_kinds_lead_along_ways_in_a_plane_as_on_the_cpu() {
    for field in &*FIELDS {
        for influence in kinds().map(|kind| finding(kind, field)) {
            for motion in motions() {
                let by_ways = assert_wishes(from_ref(&influence), &motion, None);
                assert!(by_ways > boids().len() / 10, "only {by_ways} follow ways");
            }
        }
    }
}

#[test]
fn wind_and_the_motion_of_the_goal_act_in_a_plane_as_on_the_cpu() {
    let wind = Some(Vec3::new(0.8, -0.3, 0.6));
    for (influence, ways) in kinds().map(|kind| finding(kind, &FIELDS[0])) {
        let moving = (influence.with_motion(MOVING), ways);
        assert_wishes(from_ref(&moving), &motions()[0], wind);
    }
}

#[test]
fn ways_in_planes_and_in_space_lead_side_by_side() {
    let right = Vec3::new(3.0, 0.5, -1.5);
    let influences = [
        finding(target(right), &FIELDS[0]),
        finding(roost(), super::field()),
        finding(leader(), &FIELDS[1]),
    ];
    assert_wishes(&influences, &motions()[0], None);
}
