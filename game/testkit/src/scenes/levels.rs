//! Levels that are hard for moving boids.

use super::{moved, Triangles};
use flock_sim::{geometry::shapes, Vec3};
use nalgebra::UnitQuaternion;

/// Width of a slit in a wall of the maze, in metres.
const SLIT: f32 = 0.04;

/// Pseudorandom numbers from -1 to 1 (a linear congruential generator).
pub struct Numbers(u32);

impl Numbers {
    pub fn new(seed: u32) -> Self {
        Self(seed)
    }

    pub fn signed_unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / (1 << 23) as f32 - 1.0
    }

    pub fn vector(&mut self) -> Vec3 {
        Vec3::from_fn(|_, _| self.signed_unit())
    }
}

/// A grid of cells of about a metre around the origin. Each wall between two of them is a sheet
/// without thickness, has a slit that is too narrow for a body, or is open.
pub fn maze(width: usize, height: usize, depth: usize) -> Triangles {
    maze_of(1, width, height, depth)
}

/// The same of a seed.
pub fn maze_of(seed: u32, width: usize, height: usize, depth: usize) -> Triangles {
    let size = [width, height, depth];
    let mut numbers = Numbers::new(seed);
    let mut corners = Vec::new();
    let middle = Vec3::new(width as f32, height as f32, depth as f32) / 2.0;
    for k in 0..(width + 1) * (height + 1) * (depth + 1) {
        let [x, y] = [k % (width + 1), k / (width + 1) % (height + 1)];
        let z = k / ((width + 1) * (height + 1));
        let place = Vec3::new(x as f32, y as f32, z as f32) - middle;
        corners.push(place + 0.1 * numbers.vector());
    }
    let corner = |[x, y, z]: [usize; 3]| corners[(z * (height + 1) + y) * (width + 1) + x];
    let mut triangles = Triangles::new();
    for (axis, x, y, z) in walls(size) {
        let (mut along, mut up) = ([x, y, z], [x, y, z]);
        along[(axis + 1) % 3] += 1;
        up[(axis + 2) % 3] += 1;
        let mut across = along;
        across[(axis + 2) % 3] += 1;
        let square = [[x, y, z], along, across, up].map(corner);
        let is_outside = [x, y, z][axis] == 0 || [x, y, z][axis] == size[axis];
        match numbers.signed_unit() {
            n if is_outside || n < 0.2 => triangles.extend(sheet(square)),
            n if n < 0.5 => {
                let [a, b, c, d] = square;
                let (e, f) = ((a + b) / 2.0, (c + d) / 2.0);
                let half = (b - a).normalize() * (0.5 * SLIT);
                triangles.extend(sheet([a, e - half, f - half, d]));
                triangles.extend(sheet([e + half, b, c, f + half]));
            }
            _ => {}
        }
    }
    triangles
}

/// The axis across which each wall stands, and its lowest corner.
fn walls(size: [usize; 3]) -> impl Iterator<Item = (usize, usize, usize, usize)> {
    let has_wall = move |axis: usize, at: [usize; 3]| {
        (0..3).all(|other| other == axis || at[other] < size[other])
    };
    (0..3).flat_map(move |axis| {
        let xs = 0..=size[0];
        xs.flat_map(move |x| (0..=size[1]).flat_map(move |y| (0..=size[2]).map(move |z| (x, y, z))))
            .filter(move |&(x, y, z)| has_wall(axis, [x, y, z]))
            .map(move |(x, y, z)| (axis, x, y, z))
    })
}

fn sheet([a, b, c, d]: [Vec3; 4]) -> [[Vec3; 3]; 2] {
    [[a, b, c], [a, c, d]]
}

/// Hills around the origin, made of the squares of a grid.
pub fn hills(size: f32, cells: usize) -> Triangles {
    let corner = |i: usize, j: usize| {
        let [x, z] = [i, j].map(|n| size * (n as f32 / cells as f32 - 0.5));
        let height = (1.3 * x).sin() * (1.1 * z).cos() + 0.25 * (5.1 * x + 2.0 * z).sin();
        Vec3::new(x, height, z)
    };
    let square = |i, j| {
        [
            corner(i, j),
            corner(i, j + 1),
            corner(i + 1, j + 1),
            corner(i + 1, j),
        ]
    };
    let squares = (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j)));
    squares.flat_map(|(i, j)| sheet(square(i, j))).collect()
}

/// One of each shape that colliders have, on a floor with bumps, each rotated by an angle about an
/// axis of its own.
pub fn shapes(angle: f32) -> Triangles {
    let up = Vec3::y();
    let bodies = [
        shapes::ball(0.6, 3),
        shapes::cuboid(Vec3::new(0.5, 0.3, 0.7)),
        shapes::capsule(-0.4 * up, 0.4 * up, 0.3, 16),
        shapes::cylinder(0.5, 0.5, 24),
        shapes::cone(0.5, 0.6, 24),
        vec![[
            Vec3::new(-0.7, -0.5, 0.0),
            Vec3::new(0.8, -0.3, 0.1),
            Vec3::new(0.0, 0.7, -0.2),
        ]],
    ];
    let mut numbers = Numbers::new(7);
    let mut triangles = hills(6.0, 24);
    for vertex in triangles.iter_mut().flatten() {
        vertex.y = 0.2 * vertex.y - 1.2;
    }
    for (index, body) in bodies.into_iter().enumerate() {
        let at = Vec3::new(
            (index % 3) as f32 * 1.8 - 1.8,
            0.2,
            (index / 3) as f32 * 2.4 - 1.2,
        );
        let axis = nalgebra::Unit::new_normalize(numbers.vector());
        triangles.extend(moved(
            body,
            at,
            UnitQuaternion::from_axis_angle(&axis, angle),
        ));
    }
    triangles
}
