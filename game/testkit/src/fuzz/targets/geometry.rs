//! Triangles with any coordinates as the level of a flock: NaN, needles, huge ones.

use super::{
    super::{Form, Outcome, Target},
    life::{assert_lives, small, STEPS},
};
use crate::{scenes, triangles::turned};
use flock_sim::{geometry::shapes, Flock, Geometry, Placement, Settings, Vec3};
use std::sync::Arc;

pub const TARGET: Target = Target {
    name: "geometry",
    form: Form::Words { record: NUMBERS },
    corpus,
    check,
    cases: 200,
};

/// Numbers of a triangle.
const NUMBERS: usize = 9;
const TRIANGLE: usize = NUMBERS * size_of::<f32>();

/// Most triangles of a level.
const MOST: usize = 600;

type Triangles = Vec<[Vec3; 3]>;

fn corpus() -> Vec<Vec<u8>> {
    let room = turned(&shapes::cuboid(Vec3::repeat(3.0)));
    let two_sided = [
        shapes::cuboid(Vec3::repeat(2.0)),
        turned(&shapes::cuboid(Vec3::repeat(2.0))),
    ];
    let levels = [
        Vec::new(),
        vec![[Vec3::x(), Vec3::y(), Vec3::z()]],
        shapes::cuboid(Vec3::new(1.0, 0.0, 1.0)),
        shapes::ball(0.8, 1),
        [room, shapes::cuboid(Vec3::repeat(0.4))].concat(),
        two_sided.concat(),
        scenes::exact_scene().into_iter().take(100).collect(),
    ];
    levels.iter().map(|level| bytes(level)).collect()
}

fn bytes(triangles: &[[Vec3; 3]]) -> Vec<u8> {
    triangles
        .iter()
        .flatten()
        .flatten()
        .flat_map(|it| it.to_le_bytes())
        .collect()
}

fn triangles(bytes: &[u8]) -> Triangles {
    let number = |at: &[u8]| f32::from_le_bytes([at[0], at[1], at[2], at[3]]);
    let vertex = |at: &[u8]| Vec3::new(number(at), number(&at[4..]), number(&at[8..]));
    let all = bytes.chunks_exact(TRIANGLE).take(MOST);
    all.map(|at| [vertex(at), vertex(&at[12..]), vertex(&at[24..])])
        .collect()
}

fn check(input: &[u8]) -> Outcome {
    let triangles = triangles(input);
    let (geometry, report) = Geometry::new(&triangles);
    assert_eq!(
        report.triangles + report.dropped() + report.duplicates,
        triangles.len()
    );
    assert_eq!(report.triangles, geometry.triangle_count());
    let again = Geometry::new(geometry.triangles()).1;
    assert_eq!(
        again.triangles, report.triangles,
        "a triangle that is in use is refused alone"
    );
    let geometry = Arc::new(geometry);
    check_queries(&geometry);
    let mut settings = small(Settings::default());
    settings.spawn.speed = 1.0;
    let new = |level| Flock::new(settings.clone(), Placement::default(), level).expect("valid");
    let born = new(geometry.clone());
    let mut covered = new(Arc::default());
    (0..STEPS).for_each(|_| covered.step());
    covered.set_geometry(geometry);
    covered.depenetrate();
    for mut flock in [born, covered] {
        assert_lives(&mut flock);
        assert_eq!(
            flock.len() + flock.not_placed(),
            settings.spawn.count as usize
        );
    }
    match report.triangles {
        0 if !triangles.is_empty() => Outcome::Refused,
        _ => Outcome::Accepted,
    }
}

/// Distances are no larger than to any corner, and moves stop before they touch.
fn check_queries(geometry: &Geometry) {
    let places = [Vec3::zeros(), Vec3::new(0.7, -0.3, 0.4), Vec3::repeat(50.0)];
    for place in places {
        let clearance = geometry.clearance(place);
        assert!(clearance >= 0.0, "clearance {clearance} at {place:?}");
        let corners = geometry.triangles().iter().flatten();
        let nearest = corners
            .map(|it| (it - place).norm())
            .fold(f32::INFINITY, f32::min);
        let most = nearest * 1.0001 + 1e-4;
        assert!(
            clearance <= most,
            "clearance {clearance} at {place:?}: a corner at {nearest}"
        );
        for way in [Vec3::x(), Vec3::new(-3.0, 2.0, 1.0), Vec3::zeros()] {
            if let Some(contact) = geometry.sweep(place, way, 0.05) {
                let share = contact.fraction;
                assert!((0.0..=1.0).contains(&share), "{contact:?}");
                assert!(
                    contact.normal.iter().all(|it| it.is_finite()),
                    "{contact:?}"
                );
            }
        }
    }
}
