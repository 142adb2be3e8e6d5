//! A tree in winter: bare branches with room for birds.

use crate::base::{
    mesh::Mesh,
    pattern::{mix, Random},
};
use fyrox::core::algebra::{UnitQuaternion, Vector3};

type Vec3 = Vector3<f32>;

/// A tree, about 9 m high.
pub fn bare() -> Mesh {
    let mut tree = Tree {
        mesh: Mesh::default(),
        random: Random::new(41),
    };
    tree.grow(Vec3::y() * -0.4, Vec3::y(), 2.9, 0.24, 0);
    tree.mesh
}

struct Tree {
    mesh: Mesh,
    random: Random,
}

impl Tree {
    /// Adds a branch and its side branches.
    fn grow(&mut self, from: Vec3, direction: Vec3, length: f32, radius: f32, generation: u32) {
        let sides = [7, 5, 4, 3, 3][generation as usize];
        let bend = self.random.direction() * 0.12;
        let middle = from + (direction + bend).normalize() * (length * 0.5);
        // Branches bend up towards the light.
        let onward = (direction - bend + Vec3::y() * 0.12).normalize();
        let end = middle + onward * (length * 0.5);
        let (half, tip) = (radius * 0.82, radius * 0.62);
        self.mesh.pole(from, middle, [radius, half], sides);
        self.mesh.pole(middle, end, [half, tip], sides);
        if generation == 4 {
            return;
        }
        let count = [5, 4, 3, 3][generation as usize];
        let turn = self.random.between(0.0, std::f32::consts::TAU);
        for child in 0..count {
            let share = (child as f32 + self.random.between(0.2, 0.8)) / count as f32;
            let around = turn + child as f32 * 2.4;
            let spread = mix(1.0, 0.45, share) * self.random.between(0.75, 1.15);
            let way = turned(onward, around, spread);
            let start = if share < 0.5 {
                middle + (end - middle) * (share * 1.2)
            } else {
                middle + (end - middle) * mix(0.6, 0.98, share)
            };
            let size = self.random.between(0.58, 0.78);
            self.grow(
                start,
                way,
                length * size,
                tip * mix(0.6, 0.9, share),
                generation + 1,
            );
        }
    }
}

/// A direction at an angle to another one, rotated about it.
fn turned(direction: Vec3, around: f32, angle: f32) -> Vec3 {
    let across = if direction.y.abs() < 0.9 {
        Vec3::y()
    } else {
        Vec3::x()
    };
    let side = direction.cross(&across).normalize();
    let axis = fyrox::core::algebra::Unit::new_normalize(direction);
    let side = UnitQuaternion::from_axis_angle(&axis, around) * side;
    (direction * angle.cos() + side * angle.sin()).normalize()
}
