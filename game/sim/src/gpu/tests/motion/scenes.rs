//! Scenes that are difficult for moving boids.

use super::rig::Numbers;
use crate::{geometry::shapes, math::Vec3};

pub(super) type Triangles = Vec<[Vec3; 3]>;

/// A scene around the origin.
#[derive(Clone)]
pub(super) struct Scene {
    pub(super) name: &'static str,
    pub(super) triangles: Triangles,
    /// Half the size of the box that contains the boids.
    pub(super) size: f32,
    /// Radius of a body.
    pub(super) radius: f32,
}

fn scene(name: &'static str, triangles: Triangles, size: f32) -> Scene {
    Scene {
        name,
        triangles,
        size,
        radius: 0.05,
    }
}

pub(super) fn sheet([a, b, c, d]: [Vec3; 4]) -> [[Vec3; 3]; 2] {
    [[a, b, c], [a, c, d]]
}

fn square(middle: Vec3, u: Vec3, v: Vec3) -> [[Vec3; 3]; 2] {
    sheet([
        middle - u - v,
        middle + u - v,
        middle + u + v,
        middle - u + v,
    ])
}

fn moved(triangles: Triangles, by: Vec3) -> Triangles {
    let by = |corner: Vec3| corner + by;
    triangles.into_iter().map(|t| t.map(by)).collect()
}

/// Rooms of a metre with crooked walls; some are open, and some have a slit that is too narrow for
/// a body.
pub(super) fn maze() -> Scene {
    let mut numbers = Numbers(1);
    let mut triangles = Vec::new();
    for axis in 0..3 {
        for cell in 0..4 * 4 * 5 {
            let at = [cell % 4, cell / 4 % 4, cell / 16];
            let mut middle = Vec3::zeros();
            middle[axis] = at[2] as f32 - 2.0;
            middle[(axis + 1) % 3] = at[0] as f32 - 1.5;
            middle[(axis + 2) % 3] = at[1] as f32 - 1.5;
            let (mut u, mut v) = (Vec3::zeros(), Vec3::zeros());
            u[(axis + 1) % 3] = 0.5;
            v[(axis + 2) % 3] = 0.5;
            let lean = 0.02 * numbers.vector();
            match numbers.next() {
                n if n < 0.0 => triangles.extend(square(middle, u + lean, v + lean)),
                n if n < 0.4 => {
                    triangles.extend(square(middle - 0.52 * u, 0.48 * u, v));
                    triangles.extend(square(middle + 0.52 * u, 0.48 * u, v));
                }
                _ => {}
            }
        }
    }
    scene("maze", triangles, 1.9)
}

/// Intersecting balls, boxes, cones and cylinders.
pub(super) fn bodies() -> Scene {
    let mut numbers = Numbers(2);
    let mut triangles = Vec::new();
    for _ in 0..8 {
        for shape in [
            shapes::ball(0.4, 3),
            shapes::cuboid(Vec3::new(0.5, 0.2, 0.3)),
            shapes::cone(0.3, 0.6, 12),
            shapes::cylinder(0.3, 0.3, 16),
        ] {
            triangles.extend(moved(shape, 2.0 * numbers.vector()));
        }
    }
    scene("bodies", triangles, 2.5)
}

/// Boards with a thickness of a millimetre, with all their sides.
pub(super) fn boards() -> Scene {
    let mut numbers = Numbers(3);
    let mut triangles = Vec::new();
    for turn in 0..60 {
        let mut half = Vec3::repeat(0.6);
        half[turn % 3] = 0.0005;
        triangles.extend(moved(shapes::cuboid(half), 1.5 * numbers.vector()));
    }
    scene("boards", triangles, 1.8)
}

/// Triangles of the smallest usable width, and stars of them.
pub(super) fn slivers() -> Scene {
    let mut numbers = Numbers(4);
    let mut triangles = Vec::new();
    for thin in [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7] {
        for _ in 0..60 {
            let from = 2.0 * numbers.vector();
            let to = from + 2.0 * numbers.vector();
            let third = from.lerp(&to, 0.5 + 0.5 * numbers.next()) + thin * numbers.vector();
            triangles.push([from, to, third]);
        }
    }
    scene("slivers", triangles, 2.0)
}

/// A plate of hundreds of thin triangles that meet in one corner, and cones of such triangles.
pub(super) fn fans() -> Scene {
    let mut triangles = Vec::new();
    for (at, tip, sides) in [
        (-1.2, 0.0, 300),
        (-0.4, 0.4, 40),
        (0.4, -1.0, 7),
        (1.2, 0.0, 3),
    ] {
        let rim = |i: usize| {
            let angle = std::f32::consts::TAU * (i % sides) as f32 / sides as f32;
            let (sin, cos) = angle.sin_cos();
            Vec3::new(1.5 * cos, at - tip, 1.5 * sin)
        };
        let tip = Vec3::new(0.0, at, 0.0);
        triangles.extend((0..sides).map(|i| [tip, rim(i), rim(i + 1)]));
    }
    scene("fans", triangles, 1.6)
}

/// Boids of a millimetre on a floor and between walls of kilometres.
pub(super) fn huge() -> Scene {
    let (x, y, z) = (Vec3::x() * 5e3, Vec3::y() * 5e3, Vec3::z() * 5e3);
    let mut triangles = Vec::new();
    for at in [-0.5, 0.5] {
        triangles.extend(square(Vec3::new(0.0, at, 0.0), x + z * 0.3, z));
        triangles.extend(square(Vec3::new(at, 0.0, 0.0), y, z));
        triangles.extend(square(Vec3::new(0.0, 0.0, at), x, y));
    }
    Scene {
        radius: 0.002,
        ..scene("huge", triangles, 0.497)
    }
}

/// Triangles that are far smaller than the bodies.
pub(super) fn gravel() -> Scene {
    let mut numbers = Numbers(5);
    let mut triangles = Vec::new();
    for _ in 0..3000 {
        let at = numbers.vector();
        triangles.push([0, 1, 2].map(|_| at + 0.005 * numbers.vector()));
    }
    scene("gravel", triangles, 1.0)
}

/// Two sheets with a slit that is slightly narrower than a body, and two walls that meet at a small
/// angle.
pub(super) fn gaps() -> Scene {
    let mut triangles = Vec::new();
    for (at, gap) in [(-1.0, 0.1), (0.0, 0.103), (1.0, 1e-4)] {
        let half = 0.5 * gap + 1.0;
        let (u, v) = (Vec3::x(), Vec3::y() * 2.0);
        triangles.extend(square(Vec3::new(half, 0.0, at), u, v));
        triangles.extend(square(Vec3::new(-half, 0.0, at), u, v));
    }
    for height in [0.0, 0.3] {
        let u = Vec3::new(2.0, height, 0.0);
        triangles.extend(square(
            Vec3::new(0.0, 0.5 * height, 0.0),
            u,
            Vec3::z() * 2.0,
        ));
    }
    scene("gaps", triangles, 1.5)
}

/// The same scene at another place.
pub(super) fn far_away(scene: Scene, by: Vec3) -> Scene {
    Scene {
        triangles: moved(scene.triangles, by),
        ..scene
    }
}
