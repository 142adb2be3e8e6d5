//! The simple shapes are closed, wound outwards and of the stated size.

use flock_sim::{geometry::shapes, Geometry, Vec3};
use std::collections::HashMap;

fn bits(v: Vec3) -> [u32; 3] {
    // Adding zero makes -0 and 0 one.
    [v.x, v.y, v.z].map(|x| (x + 0.0).to_bits())
}

/// Asserts that every edge belongs to two triangles, which run along it in opposite directions, and
/// that the volume is positive.
#[track_caller]
fn assert_closed(triangles: &[[Vec3; 3]]) {
    let mut edges = HashMap::new();
    for [a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((bits(*from), bits(*to))).or_insert(0) += 1;
        }
    }
    for (&(from, to), &count) in &edges {
        assert_eq!(count, 1, "an edge occurs twice in the same direction");
        assert!(
            edges.contains_key(&(to, from)),
            "an edge belongs to one triangle only"
        );
    }
    let volume: f32 = triangles.iter().map(|[a, b, c]| a.dot(&b.cross(c))).sum();
    assert!(volume > 0.0, "inside out");
    let (_, report) = Geometry::new(triangles);
    assert_eq!(report.dropped(), 0);
}

/// The least and the largest distance of the surface from the segment that a round shape is built
/// around.
fn distances(triangles: &[[Vec3; 3]], begin: Vec3, end: Vec3) -> (f32, f32) {
    let to_segment = |p: &Vec3| {
        let axis = end - begin;
        let along =
            ((p - begin).dot(&axis) / axis.norm_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        (p - begin - axis * along).norm()
    };
    let plane = |[a, b, c]: &[Vec3; 3]| {
        let normal = (b - a).cross(&(c - a)).normalize();
        normal.dot(&(a - begin)).min(normal.dot(&(a - end)))
    };
    let least = triangles.iter().map(plane).fold(f32::INFINITY, f32::min);
    let largest = triangles
        .iter()
        .flatten()
        .map(to_segment)
        .fold(0.0, f32::max);
    (least, largest)
}

#[test]
fn a_cuboid_is_closed_and_of_the_stated_size() {
    let half = Vec3::new(1.0, 0.002, 3.0);
    for half_extents in [half, -half] {
        let cuboid = shapes::cuboid(half_extents);
        assert_eq!(cuboid.len(), 12);
        assert_closed(&cuboid);
        assert_eq!(Geometry::new(&cuboid).0.bounds(), Some((-half, half)));
    }
}

#[test]
fn a_ball_is_closed_and_contains_the_sphere() {
    let overhang = [0.26, 0.071, 0.019, 0.0046, 0.0012];
    for (subdivisions, overhang) in (0..).zip(overhang) {
        let ball = shapes::ball(2.0, subdivisions);
        assert_eq!(ball.len(), 20 * 4_usize.pow(subdivisions));
        assert_closed(&ball);
        let (least, largest) = distances(&ball, Vec3::zeros(), Vec3::zeros());
        assert!((2.0..2.0001).contains(&least), "{least}");
        assert!(
            largest < 2.0 * (1.0 + overhang),
            "{subdivisions}: {}",
            largest / 2.0
        );
        assert!(
            largest > 2.0 * (1.0 + 0.9 * overhang),
            "{subdivisions}: {}",
            largest / 2.0
        );
    }
    assert_eq!(shapes::ball(1.0, 1000).len(), 81_920);
}

#[test]
fn a_capsule_is_closed_and_contains_the_capsule() {
    let ends = [
        [0.0, 2.0, 0.0],
        [0.0, -2.0, 0.0],
        [1.0, 0.3, -0.7],
        [0.0, 0.0, 0.001],
    ];
    for end in ends.map(Vec3::from) {
        for (segments, overhang) in [(12, 0.07), (16, 0.039), (32, 0.01)] {
            let begin = Vec3::new(0.1, 0.2, 0.3);
            let capsule = shapes::capsule(begin, begin + end, 0.5, segments);
            assert_closed(&capsule);
            let (least, largest) = distances(&capsule, begin, begin + end);
            assert!((0.499_99..0.5001).contains(&least), "{least}");
            assert!(
                largest < 0.5 * (1.0 + overhang),
                "{segments}: {}",
                largest / 0.5
            );
        }
    }
}

#[test]
fn a_capsule_without_a_length_is_a_ball() {
    let at = Vec3::new(1.0, 2.0, 3.0);
    let capsule = shapes::capsule(at, at, 0.5, 16);
    assert_closed(&capsule);
    assert_eq!(capsule.len(), 2 * 16 * 7);
}

/// The least distance, inwards, of the sides from a point, of those that are not across the Y axis.
fn least_side_distance(triangles: &[[Vec3; 3]], from: Vec3) -> f32 {
    let distance = |[a, b, c]: &[Vec3; 3]| {
        let normal = (b - a).cross(&(c - a)).normalize();
        (normal.y.abs() < 0.99).then(|| normal.dot(&(a - from)))
    };
    triangles
        .iter()
        .filter_map(distance)
        .fold(f32::INFINITY, f32::min)
}

#[test]
fn a_cylinder_is_closed_and_contains_the_cylinder() {
    for (segments, overhang) in [(3, 1.001), (12, 0.0353), (16, 0.0196), (32, 0.0049)] {
        let cylinder = shapes::cylinder(0.75, 2.0, segments);
        assert_eq!(cylinder.len() as u32, 4 * segments - 4);
        assert_closed(&cylinder);
        let least = least_side_distance(&cylinder, Vec3::zeros());
        assert!((2.0..2.0001).contains(&least), "{least}");
        let (min, max) = Geometry::new(&cylinder).0.bounds().unwrap();
        assert_eq!((min.y, max.y), (-0.75, 0.75));
        let reach = |corner: &Vec3| corner.x.hypot(corner.z);
        let largest = cylinder.iter().flatten().map(reach).fold(0.0, f32::max);
        assert!(largest < 2.0 * (1.0 + overhang), "{segments}: {largest}");
    }
    assert_eq!(
        shapes::cylinder(-0.75, -2.0, 9),
        shapes::cylinder(0.75, 2.0, 9)
    );
    assert_eq!(shapes::cylinder(1.0, 1.0, 1000).len(), 4 * 256 - 4);
}

#[test]
fn a_cone_is_closed_and_contains_the_cone() {
    let (half_height, radius) = (0.75_f32, 2.0_f32);
    for segments in [3, 12, 32] {
        let cone = shapes::cone(half_height, radius, segments);
        assert_eq!(cone.len() as u32, 2 * segments - 2);
        assert_closed(&cone);
        let tip = Vec3::new(0.0, half_height, 0.0);
        assert!(least_side_distance(&cone, tip).abs() < 1e-5);
        // A side touches the cone: its distance from the middle of the base is that of the line on
        // the cone.
        let line = 2.0 * half_height * radius / (2.0 * half_height).hypot(radius);
        let least = least_side_distance(&cone, -tip);
        assert!((line..line + 1e-4).contains(&least), "{least} {line}");
    }
}

#[test]
fn a_prism_is_closed_and_of_the_stated_height() {
    let outlines = [
        vec![[0.0, 0.0], [2.0, 0.0], [0.5, 1.0]],
        shapes::capsule_outline([0.0, 1.0], [3.0, -1.0], 0.5, 16),
        shapes::capsule_outline([1.0, 1.0], [1.0, 1.0], 0.5, 5),
    ];
    for outline in outlines {
        for heights in [[-1.0, 2.0], [2.0, -1.0]] {
            let prism = shapes::prism(&outline, heights);
            assert_closed(&prism);
            let (min, max) = Geometry::new(&prism).0.bounds().unwrap();
            assert_eq!((min.z, max.z), (-1.0, 2.0));
        }
    }
    assert!(shapes::prism(&[[0.0, 0.0], [1.0, 0.0]], [0.0, 1.0]).is_empty());
}

#[test]
fn sides_of_a_flat_capsule_touch_it() {
    let (begin, end) = ([0.2, 1.0], [3.0, -1.0]);
    for segments in [3, 8, 31] {
        let outline = shapes::capsule_outline(begin, end, 0.5, segments);
        let prism = shapes::prism(&outline, [-50.0, 50.0]);
        let [begin, end] = [begin, end].map(|[x, y]| Vec3::new(x, y, 0.0));
        let (least, _) = distances(&prism, begin, end);
        assert!((0.499_99..0.5001).contains(&least), "{segments}: {least}");
    }
}

#[test]
fn invalid_sizes_do_no_harm() {
    for bad in [f32::NAN, f32::INFINITY, -f32::INFINITY] {
        let shapes = [
            shapes::cuboid(Vec3::new(1.0, bad, 1.0)),
            shapes::ball(bad, 1),
            shapes::capsule(Vec3::repeat(bad), Vec3::zeros(), 1.0, 8),
            shapes::capsule(Vec3::zeros(), Vec3::zeros(), bad, 8),
            shapes::cylinder(bad, 1.0, 8),
            shapes::cone(1.0, bad, 8),
            shapes::prism(
                &shapes::capsule_outline([0.0; 2], [bad; 2], 1.0, 8),
                [0.0, 1.0],
            ),
        ];
        for shape in shapes {
            let (_, report) = Geometry::new(&shape);
            assert!(report.out_of_range > 0, "{bad}: {report:?}");
        }
    }
    let report = Geometry::new(&shapes::ball(0.0, 1)).1;
    assert_eq!(report.degenerate + report.duplicates, 80);
    assert_closed(&shapes::ball(-1.0, 1));
    assert_closed(&shapes::capsule(Vec3::zeros(), Vec3::y(), 1.0, 0));
}
