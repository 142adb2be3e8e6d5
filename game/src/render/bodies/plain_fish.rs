//! The built-in fish: a smooth body of rings, and flat fins.

use super::{fish::flatten, shape::TRUNK};
use crate::render::{
    body_mesh::{BodyMesh, BodyVertex},
    normals::smooth_normals,
};
use fyrox::core::algebra::{Vector2, Vector3};
use std::f32::consts::TAU;

/// Half of the length, in metres: the nose is at +Z, the tail at -Z.
pub(super) const HALF_LENGTH: f32 = 0.1;

/// Half of the height that the texture covers, in metres; the fish is a little lower.
pub(super) const HALF_HEIGHT: f32 = 0.05;

/// How flat the flanks look, see [`flatten`].
const SILVER: f32 = 0.7;

/// Vertices in a ring around the body.
const SEGMENTS: usize = 10;

/// The outline of the body: z, and the distances of the back, the belly and the sides from the
/// axis, in metres.
const OUTLINE: [[f32; 4]; 9] = [
    [0.1, 0.0, 0.0, 0.0],
    [0.094, 0.0085, 0.0075, 0.0055],
    [0.078, 0.0195, 0.017, 0.0115],
    [0.054, 0.029, 0.0255, 0.016],
    [0.022, 0.0335, 0.03, 0.0175],
    [-0.012, 0.0285, 0.0265, 0.0145],
    [-0.04, 0.0165, 0.0165, 0.0085],
    [-0.06, 0.009, 0.009, 0.0035],
    [-0.068, 0.0, 0.0, 0.0],
];

/// Fins in the plane of symmetry, as triangles of z and y.
const FINS: [[[f32; 2]; 3]; 9] = [
    // Tail, forked.
    [[-0.056, 0.008], [-0.1, 0.042], [-0.082, 0.0]],
    [[-0.056, 0.008], [-0.082, 0.0], [-0.056, -0.008]],
    [[-0.056, -0.008], [-0.082, 0.0], [-0.1, -0.04]],
    // Dorsal.
    [[0.042, 0.028], [0.012, 0.047], [0.012, 0.03]],
    [[0.012, 0.03], [0.012, 0.047], [-0.026, 0.036]],
    [[0.012, 0.03], [-0.026, 0.036], [-0.03, 0.018]],
    // Anal.
    [[-0.002, -0.026], [-0.02, -0.021], [-0.026, -0.038]],
    [[-0.02, -0.021], [-0.038, -0.014], [-0.026, -0.038]],
    // Pelvic.
    [[0.046, -0.024], [0.026, -0.026], [0.022, -0.042]],
];

/// The left pectoral fin; the right one is its mirror image.
const PECTORAL: [[Vector3<f32>; 3]; 2] = [
    [
        Vector3::new(0.0135, -0.006, 0.054),
        Vector3::new(0.0145, -0.014, 0.047),
        Vector3::new(0.034, -0.021, 0.026),
    ],
    [
        Vector3::new(0.0135, -0.006, 0.054),
        Vector3::new(0.034, -0.021, 0.026),
        Vector3::new(0.036, -0.01, 0.027),
    ],
];

/// Texture point, as z and y, that colours the fins outside of the plane of symmetry: the middle of
/// the tail.
const FIN_COLOR_AT: [f32; 2] = [-0.07, 0.006];

/// Height of the back and depth of the belly at `z` on the axis, in metres.
pub(super) fn outline_at(z: f32) -> (f32, f32) {
    let pair = OUTLINE
        .windows(2)
        .find(|pair| pair[0][0] >= z && z >= pair[1][0]);
    let Some([[z0, back0, belly0, _], [z1, back1, belly1, _]]) = pair else {
        return (0.0, 0.0);
    };
    let t = (z0 - z) / (z0 - z1);
    (back0 + (back1 - back0) * t, belly0 + (belly1 - belly0) * t)
}

/// The surface of the fish.
pub(super) fn mesh() -> BodyMesh {
    let mut mesh = BodyMesh::default();
    add_body(&mut mesh);
    for fin in FINS {
        add_fin(&mut mesh, fin.map(|[z, y]| Vector3::new(0.0, y, z)), false);
    }
    for fin in PECTORAL {
        add_fin(&mut mesh, fin, true);
        add_fin(
            &mut mesh,
            fin.map(|point| Vector3::new(-point.x, point.y, point.z)),
            true,
        );
    }
    mesh
}

fn add_body(mesh: &mut BodyMesh) {
    let rings = &OUTLINE[1..OUTLINE.len() - 1];
    let (nose, tail) = (OUTLINE[0][0], OUTLINE[OUTLINE.len() - 1][0]);
    let mut points = vec![Vector3::new(0.0, 0.0, nose)];
    points.extend(rings.iter().flat_map(|&ring| ring_points(ring)));
    points.push(Vector3::new(0.0, 0.0, tail));

    let vertex = |ring: usize, segment: usize| (1 + ring * SEGMENTS + segment % SEGMENTS) as u32;
    let (first, last) = (0, points.len() as u32 - 1);
    for s in 0..SEGMENTS {
        mesh.triangles.push([first, vertex(0, s), vertex(0, s + 1)]);
        for ring in 1..rings.len() {
            let (front, back) = (ring - 1, ring);
            let [a, b] = [vertex(front, s), vertex(front, s + 1)];
            let [c, d] = [vertex(back, s), vertex(back, s + 1)];
            mesh.triangles.extend([[a, c, b], [b, c, d]]);
        }
        let end = rings.len() - 1;
        mesh.triangles
            .push([last, vertex(end, s + 1), vertex(end, s)]);
    }
    let normals = smooth_normals(&points, mesh.triangles.iter().copied());
    let vertices = points.iter().zip(normals);
    mesh.vertices.extend(vertices.map(|(point, normal)| {
        let mut vertex = vertex_at(*point, normal, project(point));
        flatten(&mut vertex.normal, &mut vertex.tangent, SILVER);
        vertex
    }));
}

fn ring_points([z, back, belly, side]: [f32; 4]) -> impl Iterator<Item = Vector3<f32>> {
    (0..SEGMENTS).map(move |segment| {
        let (sin, cos) = (segment as f32 / SEGMENTS as f32 * TAU).sin_cos();
        let height = if sin > 0.0 { back } else { belly };
        Vector3::new(side * cos, height * sin, z)
    })
}

/// Adds a triangle that is visible from both sides.
fn add_fin(mesh: &mut BodyMesh, points: [Vector3<f32>; 3], plain: bool) {
    let [a, b, c] = points;
    for side in [[a, b, c], [a, c, b]] {
        let normal = (side[1] - side[0]).cross(&(side[2] - side[0])).normalize();
        let first = mesh.vertices.len() as u32;
        mesh.triangles.push([first, first + 1, first + 2]);
        for point in side {
            let tex_coord = if plain {
                project(&Vector3::new(0.0, FIN_COLOR_AT[1], FIN_COLOR_AT[0]))
            } else {
                project(&point)
            };
            mesh.vertices.push(vertex_at(point, normal, tex_coord));
        }
    }
}

/// The texture is a side view, the same on both sides.
fn project(point: &Vector3<f32>) -> Vector2<f32> {
    Vector2::new(
        0.5 - 0.5 * point.z / HALF_LENGTH,
        0.5 - 0.5 * point.y / HALF_HEIGHT,
    )
}

fn vertex_at(position: Vector3<f32>, normal: Vector3<f32>, tex_coord: Vector2<f32>) -> BodyVertex {
    // U of the texture runs from the nose to the tail. At the tip of the nose the normal points
    // there, and V is used instead.
    let along = -Vector3::z();
    let tangent = (along - normal * normal.dot(&along))
        .try_normalize(1e-3)
        .unwrap_or_else(|| -Vector3::y());
    BodyVertex {
        position,
        tex_coord,
        normal,
        tangent: tangent.push(if normal.x > 0.0 { -1.0 } else { 1.0 }),
        copy: 0.0,
        part: TRUNK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn corners(mesh: &BodyMesh) -> impl Iterator<Item = [Vector3<f32>; 3]> + '_ {
        let corners = |triangle: &[u32; 3]| triangle.map(|i| mesh.vertices[i as usize].position);
        mesh.triangles.iter().map(corners)
    }

    #[test]
    fn every_edge_has_a_triangle_on_both_sides() {
        let key = |p: Vector3<f32>| p.map(|x| (x * 1e6).round() as i32);
        let mut edges: HashMap<_, i32> = HashMap::new();
        for [a, b, c] in corners(&mesh()) {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((key(from), key(to))).or_default() += 1;
            }
        }
        for ((from, to), count) in &edges {
            assert_eq!(edges.get(&(*to, *from)), Some(count), "{from} {to}");
        }
    }

    #[test]
    fn the_body_is_wound_outwards() {
        let volume: f32 = corners(&mesh())
            .map(|[a, b, c]| a.dot(&b.cross(&c)) / 6.0)
            .sum();
        assert!(volume > 1e-5, "{volume}");
    }

    #[test]
    fn vertices_can_be_drawn() {
        let mesh = mesh();
        assert!(mesh.triangles.len() < 300);
        for vertex in &mesh.vertices {
            assert!((vertex.normal.norm() - 1.0).abs() < 1e-5);
            assert!((vertex.tangent.xyz().norm() - 1.0).abs() < 1e-5);
            assert!(vertex.normal.dot(&vertex.tangent.xyz()).abs() < 1e-2);
            assert!(vertex.tex_coord.iter().all(|x| (0.0..=1.0).contains(x)));
        }
    }

    #[test]
    fn the_fish_is_as_long_as_it_says() {
        let z = mesh()
            .vertices
            .iter()
            .map(|v| v.position.z)
            .collect::<Vec<_>>();
        assert_eq!(z.iter().copied().fold(f32::MIN, f32::max), HALF_LENGTH);
        assert_eq!(z.iter().copied().fold(f32::MAX, f32::min), -HALF_LENGTH);
    }
}
