use super::*;
use crate::render::{
    body_level::BodyLevel, body_levels::BodyLevels, body_mesh::BodyVertex,
    material::flock_material, BodyShape, DrawnBody, MotionKind,
};
use fyrox::{
    core::algebra::{Vector2, Vector3},
    scene::mesh::RenderPath,
};
use std::{collections::HashMap, f32::consts::TAU};

/// Meridians and parallels of a ball of 1 m.
const MERIDIANS: u32 = 96;
const PARALLELS: u32 = 48;

/// A ball with a seam of the texture along a meridian. The vertices have their numbers as parts, as
/// those of a body with clips.
fn ball(scale: f32) -> BodyPart {
    let mut mesh = BodyMesh::default();
    for row in 0..=PARALLELS {
        for column in 0..=MERIDIANS {
            let at = Vector2::new(
                column as f32 / MERIDIANS as f32,
                row as f32 / PARALLELS as f32,
            );
            let (sin, cos) = (at.x % 1.0 * TAU).sin_cos();
            let (radius, height) = (0.5 * TAU * at.y).sin_cos();
            let is_pole = row == 0 || row == PARALLELS;
            let radius = if is_pole { 0.0 } else { radius };
            let normal = Vector3::new(radius * cos, height, radius * sin);
            mesh.vertices.push(BodyVertex {
                position: normal * scale,
                tex_coord: at,
                normal,
                tangent: Vector3::x().push(1.0),
                copy: 0.0,
                part: mesh.vertices.len() as f32,
            });
        }
    }
    for row in 0..PARALLELS {
        for column in 0..MERIDIANS {
            let a = row * (MERIDIANS + 1) + column;
            let b = a + MERIDIANS + 1;
            if row > 0 {
                mesh.triangles.push([a, a + 1, b + 1]);
            }
            if row + 1 < PARALLELS {
                mesh.triangles.push([a, b + 1, b]);
            }
        }
    }
    BodyPart {
        mesh,
        material: flock_material(),
        render_path: RenderPath::Deferred,
    }
}

fn at_rest() -> Posing {
    Posing::Clip(vec![Vec::new(); PHASES])
}

/// The meshes of both coarser levels.
fn both_levels(part: &BodyPart, radius: f32) -> [(CoarserLevel, Vec<BodyPart>); 2] {
    let parts = std::slice::from_ref(part);
    CoarserLevel::MESHES.map(|level| {
        let mesh = simplified(parts, level, &at_rest(), radius);
        (level, mesh.parts(parts).unwrap())
    })
}

/// The triangles of the levels of a body.
fn triangles_of(parts: Vec<BodyPart>, radius: f32) -> Vec<usize> {
    let mut levels = BodyLevels::of(parts);
    levels.simplify(&at_rest(), radius);
    levels.iter().map(BodyLevel::triangle_count).collect()
}

/// Number of edges, by the bits of their ends, that have no triangle on the other side.
fn open_edges(mesh: &BodyMesh) -> usize {
    let key = |index: u32| {
        mesh.vertices[index as usize]
            .position
            .map(|x| (x + 0.0).to_bits())
    };
    let mut edges: HashMap<_, i32> = HashMap::new();
    for &[a, b, c] in &mesh.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((key(from), key(to))).or_default() += 1;
            *edges.entry((key(to), key(from))).or_default() -= 1;
        }
    }
    edges.values().filter(|count| **count != 0).count()
}

#[test]
fn a_ball_keeps_its_shape_its_seam_and_its_vertices() {
    let ball = ball(0.3);
    assert_eq!(open_edges(&ball.mesh), 0);
    let levels = both_levels(&ball, 0.3);
    let mut before = ball.mesh.triangles.len();
    for (level, parts) in &levels {
        let mesh = &parts[0].mesh;
        println!(
            "below {}: {} triangles of {before}",
            level.edge(),
            mesh.triangles.len()
        );
        assert!(5 * mesh.triangles.len() < 2 * before, "{before}");
        before = mesh.triangles.len();
        assert_eq!(open_edges(mesh), 0);
        let pixel = 0.6 * ERROR / level.edge();
        for triangle in &mesh.triangles {
            let corners = triangle.map(|index| &mesh.vertices[index as usize]);
            let middle = corners.iter().map(|it| it.position).sum::<Vector3<f32>>() / 3.0;
            assert!((0.3 - middle.norm()).abs() < 2.0 * pixel, "{middle:?}");
            for corner in corners {
                assert_eq!(*corner, ball.mesh.vertices[corner.part as usize]);
                // A triangle does not cross the seam.
                let columns = corners.map(|it| it.tex_coord.x);
                let width = columns.iter().copied().fold(0.0, f32::max)
                    - columns.iter().copied().fold(1.0, f32::min);
                assert!(width < 0.5, "{columns:?}");
            }
        }
    }
}

#[test]
fn only_levels_that_save_triangles_are_kept() {
    let mut part = ball(1.0);
    assert_eq!(triangles_of(vec![], 1.0), [0]);
    assert_eq!(triangles_of(vec![ball(1.0)], 1.0).len(), 3);
    // An octahedron is as coarse as it can be.
    let ball = &ball(1.0).mesh;
    let row = PARALLELS / 2 * (MERIDIANS + 1);
    let quarter = MERIDIANS / 4;
    let pole = PARALLELS * (MERIDIANS + 1);
    let side = |n: u32| [row + n * quarter, row + (n + 1) * quarter];
    let sides = (0..4).map(side);
    let triangles: Vec<_> = sides.flat_map(|[a, b]| [[0, b, a], [pole, a, b]]).collect();
    part.mesh = ball.with_triangles(&triangles);
    assert_eq!(triangles_of(vec![part], 1.0), [8]);
}

#[test]
fn sizes_at_the_limits_of_numbers_are_no_problem() {
    for scale in [1e-30, 1e-9, 1e9, 1e30] {
        let levels = both_levels(&ball(scale), scale);
        let parts = levels.iter().flat_map(|(_, parts)| parts);
        for vertex in parts.flat_map(|part| &part.mesh.vertices) {
            assert!(vertex.position.iter().all(|x| x.is_finite()));
        }
    }
    // A texture coordinate that is not a number, and a surface without size.
    let mut part = ball(1.0);
    part.mesh.vertices[7].tex_coord.x = f32::NAN;
    let mut point = ball(1.0);
    for vertex in &mut point.mesh.vertices {
        vertex.position = Vector3::repeat(0.5);
    }
    let counts = triangles_of(vec![part, point], 1.0);
    println!("{counts:?}");
    // The surface without size stays: a clip may make it larger.
    assert!(counts[0] == 2 * 9024 && counts[1] < 9024 + 500);
}

#[test]
fn a_level_is_compared_with_the_level_before_it() {
    let mut levels = BodyLevels::of(vec![ball(1.0)]);
    let own = both_levels(&ball(1.0), 1.0)[1].1.remove(0);
    levels.set(CoarserLevel::Second, vec![own]);
    levels.simplify(&at_rest(), 1.0);
    assert_eq!(levels.coarser().collect::<Vec<_>>(), [CoarserLevel::Second]);
}

#[test]
fn a_body_gets_its_coarser_levels_once() {
    for body in BodyShape::ALL.map(DrawnBody::of_shape) {
        let counts: Vec<_> = body.triangles_of_levels().collect();
        println!("{counts:?}");
        assert_eq!(counts.len(), 4);
        let again = body.with_levels(MotionKind::OfBody);
        assert_eq!(again.triangles_of_levels().collect::<Vec<_>>(), counts);
    }
}
