//! A scene that is hard for moving boids: thin walls, rocks and an arch.

pub mod dense;
pub mod levels;

use flock_sim::{geometry::shapes, Vec3};
use nalgebra::{Quaternion, UnitQuaternion};

pub type Triangles = Vec<[Vec3; 3]>;

/// The scene lies in a box from `-HALF_SIZE` to `HALF_SIZE`.
pub const HALF_SIZE: Vec3 = Vec3::new(6.0, 3.0, 6.0);

/// Closed shapes, each separate, and open sheets.
pub struct Scene {
    pub rocks: Vec<Triangles>,
    pub boxes: Vec<Triangles>,
    pub arch: Triangles,
    pub sheets: Vec<Triangles>,
}

impl Default for Scene {
    fn default() -> Self {
        let rocks = [
            ([-3.5, -2.0, -3.0], 1.3),
            ([3.2, -2.2, 2.8], 1.6),
            // These two overlap.
            ([-3.0, 1.2, 3.5], 0.9),
            ([-2.2, 1.5, 3.0], 0.7),
            ([4.0, 1.5, -3.5], 1.0),
        ];
        // A box of one millimetre, one of a centimetre and an upright one of two centimetres.
        let boxes = [
            ([0.0, 1.8, 0.0], [0.3, 0.2, 0.1], [2.0, 0.0005, 1.5]),
            ([-4.5, 0.0, 0.5], [0.2, 0.7, 0.0], [0.005, 1.2, 1.8]),
            ([2.0, 0.5, -2.5], [0.0, -0.6, 0.3], [1.5, 1.0, 0.01]),
        ];
        let sheets = [
            ([0.0, -0.5, 4.5], [0.0, 0.2, 0.0], 1),
            ([4.8, 0.0, 0.0], [0.1, 1.5, 0.2], 12),
            ([-1.5, -1.0, -4.5], [-0.5, 0.1, 0.4], 7),
        ];
        Self {
            rocks: rocks
                .into_iter()
                .map(|(at, radius)| rock(at.into(), radius))
                .collect(),
            boxes: boxes
                .into_iter()
                .map(|(at, turn, half)| placed(shapes::cuboid(half.into()), at, turn))
                .collect(),
            arch: placed(arch(1.6, 0.35, 0.5), [0.3, -2.8, -0.4], [0.0, 0.5, 0.0]),
            sheets: sheets
                .into_iter()
                .map(|(at, turn, cells)| placed(sheet(1.5, cells), at, turn))
                .collect(),
        }
    }
}

impl Scene {
    /// All shapes that have an inside.
    pub fn solids(&self) -> impl Iterator<Item = &Triangles> {
        self.rocks.iter().chain(&self.boxes).chain([&self.arch])
    }

    pub fn triangles(&self) -> Triangles {
        self.solids()
            .chain(&self.sheets)
            .flatten()
            .copied()
            .collect()
    }
}

/// Blocks and a ball for a flock in a tank of a few metres, made with arithmetic that every
/// platform rounds in the same way.
pub fn exact_scene() -> Triangles {
    let slanted = UnitQuaternion::new_normalize(Quaternion::new(4.0, 1.0, 0.0, 2.0));
    let slab = shapes::cuboid(Vec3::new(0.01, 0.8, 1.2));
    let block = shapes::cuboid(Vec3::new(0.5, 0.3, 0.4));
    let ball = shapes::ball(0.6, 2);
    [
        moved(slab, Vec3::new(-1.0, 0.2, 0.5), slanted),
        moved(
            block,
            Vec3::new(1.5, -1.0, -1.5),
            UnitQuaternion::identity(),
        ),
        moved(ball, Vec3::new(1.0, 0.5, 1.5), UnitQuaternion::identity()),
    ]
    .concat()
}

pub fn moved(triangles: Triangles, by: Vec3, rotation: UnitQuaternion<f32>) -> Triangles {
    let place = |vertex: Vec3| by + rotation * vertex;
    triangles.into_iter().map(|t| t.map(place)).collect()
}

fn placed(triangles: Triangles, at: [f32; 3], turn: [f32; 3]) -> Triangles {
    moved(
        triangles,
        at.into(),
        UnitQuaternion::from_scaled_axis(turn.into()),
    )
}

/// A ball with bumps and dents.
fn rock(at: Vec3, radius: f32) -> Triangles {
    let bump = |v: Vec3| {
        let w = v * 2.3 + at;
        let noise =
            (3.1 * w.x + w.y).sin() * (2.7 * w.y + w.z).cos() + 0.5 * (5.3 * w.z + 2.0 * w.x).sin();
        at + v * (radius * (1.0 + 0.15 * noise))
    };
    shapes::ball(1.0, 3)
        .into_iter()
        .map(|t| t.map(bump))
        .collect()
}

/// A square sheet in the XY plane, in `cells` by `cells` squares that are dented where there are
/// several.
fn sheet(half_size: f32, cells: usize) -> Triangles {
    let dent = if cells > 1 { 0.15 } else { 0.0 };
    let corner = |i: usize, j: usize| {
        let [x, y] = [i, j].map(|n| half_size * (2.0 * n as f32 / cells as f32 - 1.0));
        Vec3::new(x, y, dent * (4.0 * x).sin() * (3.0 * y + x).cos())
    };
    let mut triangles = Triangles::new();
    for i in 0..cells {
        for j in 0..cells {
            let [a, b, c, d] = [
                corner(i, j),
                corner(i + 1, j),
                corner(i + 1, j + 1),
                corner(i, j + 1),
            ];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    triangles
}

/// Half a ring on the XZ plane, with a radius to the middle of a beam of this thickness and depth.
fn arch(radius: f32, thickness: f32, depth: f32) -> Triangles {
    const SEGMENTS: usize = 24;
    let section = |i: usize| {
        let (sin, cos) = (std::f32::consts::PI * i as f32 / SEGMENTS as f32).sin_cos();
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(outward, forward)| {
            let reach = radius + 0.5 * thickness * outward;
            Vec3::new(reach * cos, reach * sin, 0.5 * depth * forward)
        })
    };
    let mut triangles = Triangles::new();
    let mut quad = |[a, b, c, d]: [Vec3; 4]| triangles.extend([[a, b, c], [a, c, d]]);
    for i in 0..SEGMENTS {
        let (near, far) = (section(i), section(i + 1));
        for side in 0..4 {
            let next = (side + 1) % 4;
            quad([near[side], far[side], far[next], near[next]]);
        }
    }
    quad(section(0));
    let [a, b, c, d] = section(SEGMENTS);
    quad([d, c, b, a]);
    triangles
}
