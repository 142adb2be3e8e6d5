//! The hull of the ship: its lines, and the meshes from them.

use crate::base::mesh::Mesh;
use fyrox::core::algebra::{Vector2, Vector3};

type Vec3 = Vector3<f32>;

/// Width of the hull, and its length from the stern to the stem, in metres.
pub const SIZE: Vector2<f32> = Vector2::new(3.0, 9.0);
/// Height of the border between the two paints of the hull, in metres above the waterline.
const PAINT: f32 = 0.16;
/// Height of the bulwark above the deck, in metres.
const BULWARK: f32 = 0.42;
/// How much the sections bulge: 1 for a wedge.
const BULGE: f32 = 2.0;
/// Cells along the hull, and up a side.
const ALONG: u32 = 22;
const UP: u32 = 5;

/// The lines of a hull at a fraction of its length, from 0 at the stern to 1 at the stem.
struct Section {
    z: f32,
    half_width: f32,
    keel: f32,
    rail: f32,
}

impl Section {
    fn at(t: f32) -> Self {
        let t = t.clamp(0.0, 1.0);
        let narrow = if t > 0.4 {
            ((t - 0.4) / 0.6).powf(2.3)
        } else {
            0.24 * ((0.4 - t) / 0.4).powi(2)
        };
        let rise = ((t - 0.72) / 0.28).max(0.0).powi(2);
        Self {
            z: (t - 0.5) * SIZE.y + 0.5 * rise,
            half_width: 0.5 * SIZE.x * (1.0 - narrow).max(0.012),
            keel: -0.85 + 0.9 * rise,
            rail: 1.0 + 1.1 * (t - 0.32).powi(2) + 0.25 * rise,
        }
    }

    /// Fraction of the way from the keel up to the rail at a height, 0 to 1.
    fn fraction(&self, height: f32) -> f32 {
        let level = (height - self.keel) / (self.rail - self.keel);
        level.clamp(0.0, 1.0).powf(1.0 / 1.5)
    }

    /// The point on the left side at a fraction of the way from the keel up to the rail.
    fn point(&self, fraction: f32) -> Vec3 {
        let x = self.half_width * (1.0 - (1.0 - fraction).powf(BULGE));
        let y = self.keel + (self.rail - self.keel) * fraction.max(0.0).powf(1.5);
        Vec3::new(x, y, self.z)
    }

    fn deck(&self) -> f32 {
        self.rail - BULWARK
    }
}

fn on_side(point: Vec3, side: f32) -> Vec3 {
    Vec3::new(point.x * side, point.y, point.z)
}

fn texture(u: f32, v: f32) -> Vector2<f32> {
    Vector2::new(u * 2.0, v * SIZE.y)
}

/// Height of the deck at a place along the ship, in metres.
pub fn deck_height(z: f32) -> f32 {
    Section::at(z / SIZE.y + 0.5).deck()
}

/// The part below the border of the paints.
pub fn bottom() -> Mesh {
    let mut mesh = Mesh::default();
    let place = |u: f32, v: f32| {
        let section = Section::at(v);
        let across = 2.0 * u - 1.0;
        let point = section.point(across.abs() * section.fraction(PAINT));
        on_side(point, across.signum())
    };
    mesh.patch(2 * UP, ALONG, place, texture);
    transom(&mut mesh, |section| [0.0, section.fraction(PAINT)]);
    mesh
}

/// The part above the border of the paints, seen from outside.
pub fn sides() -> Mesh {
    let mut mesh = Mesh::default();
    for side in [1.0, -1.0] {
        mesh.patch(UP, ALONG, |u, v| wall(side, u, v, PAINT, 0.0), texture);
    }
    transom(&mut mesh, |section| [section.fraction(PAINT), 1.0]);
    mesh
}

/// A point of a side between a height and the rail. `u` goes upwards on the left side, and downwards
/// on the right side.
fn wall(side: f32, u: f32, v: f32, from: f32, inset: f32) -> Vec3 {
    let section = Section::at(v);
    let up = if side > 0.0 { u } else { 1.0 - u };
    let lowest = section.fraction(from);
    let mut point = section.point(lowest + (1.0 - lowest) * up);
    point.x = (point.x - inset).max(0.0);
    on_side(point, side)
}

/// The deck, the inner faces of the bulwark, and the rail on top of it.
pub fn deck() -> Mesh {
    let mut mesh = Mesh::default();
    let place = |u: f32, v: f32| {
        let section = Section::at(v);
        let edge = section.point(section.fraction(section.deck()));
        Vec3::new(edge.x * (1.0 - 2.0 * u), edge.y, edge.z)
    };
    mesh.patch(4, ALONG, place, |u, v| {
        Vector2::new(u * SIZE.x, v * SIZE.y) / 1.5
    });
    for side in [1.0, -1.0] {
        let inner = |u: f32, v: f32| {
            let from = Section::at(v).deck();
            wall(side, 1.0 - u, v, from, 0.05)
        };
        mesh.patch(2, ALONG, inner, texture);
        let rail = |t: f32| {
            let section = Section::at(t * 0.995);
            on_side(section.point(1.0), side) - Vec3::x() * (0.03 * side)
        };
        mesh.tube(ALONG, 6, rail, |_, _| 0.06, texture);
    }
    let stern = Section::at(0.0);
    let (x, y, z) = (stern.half_width, stern.rail, stern.z);
    mesh.cuboid(
        Vec3::new(-x, stern.deck() - 0.1, z - 0.01),
        Vec3::new(x, y + 0.05, z + 0.07),
        1.5,
    );
    mesh
}

/// The flat stern between two fractions of the way from the keel up to the rail.
fn transom(mesh: &mut Mesh, between: impl Fn(&Section) -> [f32; 2]) {
    let section = Section::at(0.0);
    let [low, high] = between(&section);
    let place = |u: f32, v: f32| {
        let point = section.point(low + (high - low) * v);
        Vec3::new(point.x * (1.0 - 2.0 * u), point.y, point.z - 0.012)
    };
    mesh.patch(4, UP, place, texture);
}
