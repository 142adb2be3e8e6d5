//! Triangle meshes as obstacles.

use crate::triangles::{cuboid, moved, turned};
use flock_sim::{
    geometry::shapes,
    obstacles::{ObstacleMesh, ObstacleShape},
    Vec3,
};

/// # Panics
/// If the triangles are no valid mesh.
pub fn mesh(triangles: &[[Vec3; 3]]) -> ObstacleShape {
    ObstacleShape::Mesh(ObstacleMesh::new(triangles).unwrap())
}

/// A box without a lid: ten triangles, an open surface.
pub fn open_box(half_extents: impl Into<Vec3>) -> Vec<[Vec3; 3]> {
    let mut all = cuboid(half_extents, Vec3::zeros());
    all.retain(|corners| corners.iter().any(|corner| corner.y < 0.0));
    all
}

/// A closed box that keeps what is in it.
pub fn room(half_extents: impl Into<Vec3>) -> Vec<[Vec3; 3]> {
    turned(&cuboid(half_extents, Vec3::zeros()))
}

/// A ball with a thick wall and a hollow.
pub fn hollow_ball(radius: f32, hollow: f32) -> Vec<[Vec3; 3]> {
    let outside = shapes::ball(radius, 2);
    [outside, turned(&shapes::ball(hollow, 2))].concat()
}

/// Two rectangles that cross each other.
pub fn plates(size: Vec3) -> Vec<[Vec3; 3]> {
    let plate = |along: usize| {
        let corner = |x: f32, y: f32| {
            let mut corner = Vec3::new(0.0, y * size.y, 0.0);
            corner[along] = x * size[along];
            corner
        };
        let corners = [
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ];
        [[0, 1, 2], [0, 2, 3]].map(|triangle| triangle.map(|it: usize| corners[it]))
    };
    [plate(0), plate(2)].concat()
}

/// A solid with three arms at right angles, each longer than it is wide.
pub fn arms(size: Vec3) -> Vec<[Vec3; 3]> {
    let arms = (0..3).flat_map(|axis| {
        let mut half = size * 0.2;
        half[axis] = size[axis];
        cuboid(half, Vec3::zeros())
    });
    arms.collect()
}

/// A ring in the shape of a C, whose gap is `gap` rad wide: an open surface.
pub fn ring(radius: f32, half_width: f32, gap: f32) -> Vec<[Vec3; 3]> {
    const PARTS: usize = 24;
    let angle =
        |part: usize| gap / 2.0 + (std::f32::consts::TAU - gap) * part as f32 / PARTS as f32;
    let corner = |part: usize, y: f32| {
        let (sin, cos) = angle(part).sin_cos();
        Vec3::new(radius * cos, y * half_width, radius * sin)
    };
    let parts = (0..PARTS).flat_map(|part| {
        let [a, b] = [corner(part, -1.0), corner(part, 1.0)];
        let [c, d] = [corner(part + 1, -1.0), corner(part + 1, 1.0)];
        [[a, b, c], [c, b, d]]
    });
    parts.collect()
}

/// Boids in random places of a box around the origin.
pub fn in_box(half_extents: Vec3, count: usize) -> Vec<Vec3> {
    let mut random = crate::random::Random(7);
    let places = (0..count).map(|_| random.in_cube().component_mul(&half_extents));
    places.collect()
}

/// A box without a lid, on four wheels.
pub fn cart(half_extents: Vec3) -> Vec<[Vec3; 3]> {
    let wheel = shapes::cuboid(Vec3::new(0.1, 0.1, 0.02));
    let wheels = [-1.0, 1.0].into_iter().flat_map(|x| {
        [-1.0, 1.0].map(|z| {
            let at = half_extents.component_mul(&Vec3::new(0.8 * x, -1.0, z));
            moved(&wheel, at - Vec3::y() * 0.15)
        })
    });
    [vec![open_box(half_extents)], wheels.collect()]
        .concat()
        .concat()
}
