use super::*;
use fyrox::core::algebra::{Vector2, Vector3};
use std::collections::HashSet;

#[test]
fn bodies_can_be_drawn_at_every_level() {
    for shape in BodyShape::ALL {
        let mut triangles = Vec::new();
        for level in [0, 1, 2].map(Level) {
            let body = shape.shape(level);
            triangles.push(body.triangles.len());
            for point in &body.points {
                assert!(point.position.iter().all(|x| x.is_finite()), "{shape:?}");
                assert!((point.normal.norm() - 1.0).abs() < 1e-4, "{shape:?}");
                assert!(point.tex_coord.iter().all(|x| (0.0..=1.0).contains(x)));
            }
            let used: HashSet<u32> = body.triangles.iter().flatten().copied().collect();
            assert!(used
                .iter()
                .all(|&index| (index as usize) < body.points.len()));
        }
        assert!(
            triangles[0] < 900 && triangles[1] < 300 && triangles[2] < 80,
            "{shape:?} {triangles:?}"
        );
        assert!(triangles[0] > 2 * triangles[1] && triangles[1] > 2 * triangles[2]);
        // At most 1,024 vertices, so that a draw call holds 256 copies.
        assert!(shape.shape(Level(0)).points.len() <= 1024);
    }
}

#[test]
fn bodies_have_two_equal_sides_and_their_sizes_in_nature() {
    for (shape, length, half_span) in [
        (BodyShape::Sardine, 0.18, 0.0153),
        (BodyShape::ReefFish, 0.11, 0.0154),
        (BodyShape::FlatFish, 0.16, 0.0168),
        (BodyShape::Shark, 1.8, 0.39),
        (BodyShape::Starling, 0.21, 0.19),
        (BodyShape::Crow, 0.47, 0.46),
        (BodyShape::Falcon, 0.45, 0.52),
        (BodyShape::Gull, 0.58, 0.7),
        (BodyShape::Butterfly, 0.075, 0.048),
        (BodyShape::Gnat, 0.007, 0.0055),
    ] {
        let points = shape.shape(Level(0)).points;
        let ends = |axis: usize| {
            let values = points.iter().map(|point| point.position[axis]);
            let (min, max) = (f32::MAX, f32::MIN);
            values.fold((min, max), |(min, max), x| (min.min(x), max.max(x)))
        };
        let (left, right) = (ends(0).1, -ends(0).0);
        assert!(
            (left - right).abs() < 1e-4 * left.max(right) + 1e-6,
            "{shape:?} {left} {right}"
        );
        assert!((left / half_span - 1.0).abs() < 0.12, "{shape:?}: {left}");
        let long = ends(2).1 - ends(2).0;
        assert!((long / length - 1.0).abs() < 0.12, "{shape:?}: {long}");
    }
}

/// Trunks are closed and wound outwards: their volume is positive and plausible.
#[test]
fn trunks_are_wound_outwards() {
    for shape in BodyShape::ALL {
        let body = shape.shape(Level(0));
        let volume: f32 = body
            .triangles
            .iter()
            .map(|triangle| {
                let [a, b, c] = triangle.map(|index| body.points[index as usize].position);
                a.dot(&b.cross(&c)) / 6.0
            })
            .sum();
        let z = body.points.iter().map(|point| point.position.z);
        let size = z.clone().fold(f32::MIN, f32::max) - z.fold(f32::MAX, f32::min);
        assert!(volume > 2e-4 * size.powi(3), "{shape:?}: {volume}");
    }
}

#[test]
fn each_body_has_its_texture_in_rows_of_patterns() {
    for shape in BodyShape::ALL {
        let canvas = shape.paint();
        assert_eq!(
            canvas.bytes.len(),
            (4 * canvas.width * canvas.height) as usize
        );
        assert_eq!(canvas.height, canvas.width * shape.patterns(), "{shape:?}");
        // Less than a megabyte in all.
        assert!(canvas.bytes.len() <= 1 << 20);
    }
}

/// On every triangle, the tangent points along increasing U, and V increases to the side that the
/// sign of the tangent says.
#[test]
fn tangents_follow_the_texture() {
    for shape in BodyShape::ALL {
        for level in Level::ALL {
            let body = shape.shape(level);
            let (mut along, mut corners) = (0, 0);
            for triangle in &body.triangles {
                let [a, b, c] = triangle.map(|index| body.points[index as usize]);
                let (p, q) = (b.position - a.position, c.position - a.position);
                let (s, t) = (b.tex_coord - a.tex_coord, c.tex_coord - a.tex_coord);
                let turn = s.perp(&t);
                if turn.abs() < 1e-6 {
                    continue;
                }
                let direction = (p * t.y - q * s.y) * turn.signum();
                for point in [a, b, c] {
                    let tangent = point.tangent.xyz();
                    assert!((tangent.norm() - 1.0).abs() < 1e-4);
                    assert!(tangent.dot(&point.normal).abs() < 1e-3);
                    assert_eq!(point.tangent.w, turn.signum(), "{shape:?} {level:?}");
                    along += usize::from(tangent.dot(&direction) > 0.0);
                    corners += 1;
                }
            }
            // At the ends of a trunk the tangent may be perpendicular.
            assert!(
                along as f32 > 0.9 * corners as f32,
                "{shape:?} {level:?}: {along} of {corners}"
            );
        }
    }
}

#[test]
fn normal_maps_are_of_unit_vectors_that_lean_to_all_sides() {
    for shape in BodyShape::ALL {
        let map = shape.relief();
        assert_eq!(map.width, map.height);
        let (mut sum, mut steep) = (Vector3::zeros(), 0.0_f32);
        for pixel in map.bytes.chunks(4) {
            let normal = Vector3::new(pixel[0], pixel[1], pixel[2]);
            let normal = normal.map(|part| f32::from(part) / 127.5 - 1.0);
            assert!(
                (normal.norm() - 1.0).abs() < 0.02 && normal.z > 0.0,
                "{shape:?}"
            );
            sum += normal;
            steep = steep.max(normal.xy().norm());
        }
        let mean = sum.normalize();
        assert!(
            mean.xy().norm() < 0.05 && steep > 0.3,
            "{shape:?}: {mean} {steep}"
        );
    }
}

#[test]
fn plain_fish_has_tangents_that_follow_the_texture() {
    let mesh = plain_fish::mesh();
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|index| mesh.vertices[index as usize]);
        let (s, t) = (b.tex_coord - a.tex_coord, c.tex_coord - a.tex_coord);
        let turn = s.perp(&t);
        if turn.abs() > 1e-6 {
            for vertex in [a, b, c]
                .iter()
                .filter(|vertex| vertex.normal.x.abs() > 0.3)
            {
                assert_eq!(vertex.tangent.w, turn.signum(), "{:?}", vertex.position);
            }
        }
    }
}

/// Channels of the finish at a place of the skin: translucency, roughness and metalness.
fn finish_at(shape: BodyShape, at: Vector2<f32>) -> Vector3<f32> {
    shape.finish().pixel(at.x, at.y).xyz()
}

#[test]
fn light_shines_through_fins_and_wings_and_flanks_are_silver() {
    for (shape, thin, thick) in [
        (BodyShape::Sardine, fish::TAIL, fish::SKIN),
        (BodyShape::ReefFish, fish::DORSAL, fish::SKIN),
        (BodyShape::Starling, bird::TAIL, bird::SKIN),
        (BodyShape::Butterfly, insect::FORE, insect::SKIN),
        (BodyShape::Gnat, insect::BLUR, insect::GNAT_SKIN),
    ] {
        let [thin, thick] = [thin, thick].map(|slot| finish_at(shape, slot.at(0.5, 0.5)));
        assert!(thin.x > 0.25 && thick.x == 0.0, "{shape:?} {thin} {thick}");
    }
    let sardine = |around| finish_at(BodyShape::Sardine, fish::SKIN.at(0.5, around));
    let (back, flank) = (sardine(0.1), sardine(0.55));
    assert!(flank.z > back.z + 0.3 && flank.y < back.y, "{back} {flank}");
    for shape in BodyShape::ALL {
        let roughness = shape.finish().bytes.chunks(4).map(|it| it[1]).min();
        assert!(
            roughness > Some(60),
            "{shape:?}: a mirror shows single pixels"
        );
    }
}

/// A silver flank has about the same normal everywhere; a flank of skin is round.
#[test]
fn silver_flanks_are_flat_mirrors() {
    let spread = |shape: BodyShape| {
        let flank = |point: &&shape::Point| {
            let (_, around) = fish::SKIN.find(point.tex_coord.x, point.tex_coord.y)?;
            ((0.3..0.7).contains(&around) && point.normal.x > 0.0).then_some(point.normal)
        };
        let body = shape.shape(Level(0));
        let trunk = body
            .points
            .iter()
            .filter(|point| point.part == shape::TRUNK);
        let normals: Vec<_> = trunk.filter_map(|point| flank(&point)).collect();
        let lean: f32 = normals.iter().map(|normal| normal.y.abs()).sum();
        assert!(normals.len() > 20);
        lean / normals.len() as f32
    };
    let (sardine, reef_fish) = (spread(BodyShape::Sardine), spread(BodyShape::ReefFish));
    assert!(sardine < 0.5 * reef_fish, "{sardine} {reef_fish}");
}
