use super::*;
use crate::{
    geometry::{shapes, Geometry},
    math::random::{hash_of, unit},
    obstacles::shape::{MovingObstacle, ObstacleShape},
};

/// Random places in a sphere around the origin.
fn places_within(radius: f32, count: usize) -> Vec<Vec3> {
    let coordinate = |number: u32| 2.0 * unit(hash_of(number)) - 1.0;
    let places = (0..).map(|number| Vec3::from_fn(|axis, _| coordinate(3 * number + axis as u32)));
    let within = places.filter(|place| place.norm() < 1.0);
    within.take(count).map(|place| place * radius).collect()
}

fn balls(of: &[(f32, f32)]) -> ObstacleSet {
    let mut set = ObstacleSet::default();
    for (radius, x) in of {
        let origin = Vec3::new(*x, 0.0, 0.0);
        let placement = Placement::at(origin);
        let shape = ObstacleShape::Sphere { radius: *radius };
        set.add(MovingObstacle { shape, placement }).unwrap();
    }
    set
}

/// Plates with a thickness of 1 cm and sheets without thickness, 30 cm apart, across the X axis.
fn fins() -> SidedGeometry {
    let mut triangles = Vec::new();
    for number in -6..=6 {
        let x = Vec3::x() * 0.3 * number as f32;
        if number % 2 == 0 {
            let plate = shapes::cuboid(Vec3::new(0.005, 1.0, 1.0)).into_iter();
            triangles.extend(plate.map(|triangle| triangle.map(|corner| corner + x)));
        } else {
            let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
            let [a, b, c, d] = corners.map(|[y, z]| Vec3::new(x.x, y, z));
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    SidedGeometry::from(&Geometry::new(&triangles).0)
}

/// The same test from the coordinates alone.
fn crosses_fin(from: Vec3, to: Vec3, number: i32) -> bool {
    let x = 0.3 * number as f32;
    let share = (x - from.x) / (to.x - from.x);
    let at = from.lerp(&to, share);
    (from.x - x) * (to.x - x) < 0.0 && at.y.abs().max(at.z.abs()) <= 1.0
}

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.boundary.enabled = false;
    settings
}

/// The number of tested places, and the places that were found.
fn rescue(
    geometry: &SidedGeometry,
    obstacles: &ObstacleSet,
    count: usize,
) -> (usize, Vec<Option<Vec3>>) {
    let settings = settings();
    let space = FreeSpace::new(&settings, &Placement::default(), geometry)
        .among(obstacles)
        .in_step();
    let starts = places_within(0.5, count);
    let (places, tested) = space.nearest_places(&starts, Backend::SingleThread);
    for (from, place) in starts.iter().zip(&places) {
        if let Some(place) = place {
            assert!(obstacles.is_clear(*place, space.radius));
            assert!(geometry.is_clear(*place, space.radius));
            let crossed = (-6..=6).find(|number| crosses_fin(*from, *place, *number));
            assert!(
                crossed.is_none() || geometry.triangle_count() == 0,
                "{from} {place}"
            );
        }
    }
    (tested, places)
}

#[test]
fn a_rescue_in_the_open_tests_a_few_places() {
    let nothing = SidedGeometry::from(&Geometry::empty());
    for count in [1, 17, 150, 2000] {
        let (tested, places) = rescue(&nothing, &balls(&[(0.8, 0.0)]), count);
        assert!(places.iter().all(Option::is_some));
        assert!(tested <= 4 * count, "{tested} for {count}");
    }
}

/// Where two bodies overlap, the nearest place outside of one of them is not free of the other.
#[test]
fn a_rescue_out_of_several_bodies_tests_a_bounded_number_of_places() {
    let nothing = SidedGeometry::from(&Geometry::empty());
    let bodies = balls(&[(0.8, -0.3), (0.8, 0.3), (0.7, 0.0)]);
    for count in [1, 17, 150, 2000] {
        let (tested, places) = rescue(&nothing, &bodies, count);
        assert!(places.iter().all(Option::is_some));
        assert!(tested <= 16 * count, "{tested} for {count}");
    }
}

/// Between fins most boids find no place. The number of tested places is bounded for each boid and
/// for all boids together.
#[test]
fn rescues_among_fins_are_bounded_and_lead_through_none() {
    let fins = fins();
    for bodies in [
        balls(&[(0.6, 0.0)]),
        balls(&[(0.8, -0.3), (0.8, 0.3)]),
        balls(&[(3.0, 0.0)]),
    ] {
        for count in [1_usize, 17, 150, 1000] {
            let (tested, _) = rescue(&fins, &bodies, count);
            let most = (32 * count).max(4096) + 4096;
            let most = most.min(320 * count);
            assert!(tested <= most, "{tested} for {count}");
        }
    }
    let (_, places) = rescue(&fins, &balls(&[(0.6, 0.0)]), 150);
    assert!(places.iter().flatten().count() > 50);
}

/// Geometry is put over boids: boids that a fin cuts stay on their side.
#[test]
fn boids_cut_by_a_fin_stay_on_their_side() {
    let (fins, settings) = (fins(), settings());
    let space = FreeSpace::new(&settings, &Placement::default(), &fins);
    for number in 0..400 {
        let coordinate = |salt: u32| 2.0 * unit(hash_of(number ^ salt)) - 1.0;
        let place = Vec3::new(
            0.3 + 0.03 * coordinate(0x1000),
            coordinate(0x2000),
            coordinate(0x3000),
        );
        if let (Some(found), _) = space.nearest(place, MAX_PLACES_EACH) {
            assert!((place.x - 0.3) * (found.x - 0.3) > 0.0, "{place} {found}");
        }
    }
}
