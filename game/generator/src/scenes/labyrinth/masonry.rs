//! The surfaces of the labyrinth: rectangles between parts of different matter, as large as possible.

use super::plan::{lines, matter, Matter, SIZE};
use crate::base::mesh::Mesh;
use fyrox::core::algebra::{Vector2, Vector3};

type Vec3 = Vector3<f32>;

/// Size of one repetition of the textures, in metres.
const SPAN: f32 = 3.0;

/// A surface of the labyrinth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Face {
    Floor,
    /// The top of a wall.
    Cap,
    Wall,
    Glass,
    Roof,
}

/// The surface on a side of a part: the matter of the part, and what is beside it.
fn face_of(own: Matter, beside: Matter, is_top: bool) -> Option<Face> {
    if own == beside {
        return None;
    }
    match (own, beside) {
        (Matter::Air, _) => None,
        (Matter::Glass, _) => Some(Face::Glass),
        (Matter::Roof, _) => Some(Face::Roof),
        (Matter::Stone, Matter::Air) if is_top => Some(Face::Floor),
        (Matter::Stone, _) if is_top => Some(Face::Cap),
        (Matter::Stone, _) => Some(Face::Wall),
    }
}

/// The content of a part; air outside of the labyrinth.
fn at(part: [i32; 3]) -> Matter {
    let is_inside = (0..3).all(|axis| (0..SIZE[axis] as i32).contains(&part[axis]));
    match is_inside {
        true => matter(part.map(|along| along as usize)),
        false => Matter::Air,
    }
}

/// One side of the parts in a layer.
struct Side {
    axis: usize,
    is_upper: bool,
    layer: usize,
}

impl Side {
    /// The other two axes, in the order of a right-handed system.
    fn plane(&self) -> [usize; 2] {
        [(self.axis + 1) % 3, (self.axis + 2) % 3]
    }

    fn has(&self, face: Face, u: usize, v: usize) -> bool {
        let [along_u, along_v] = self.plane();
        let mut part = [0; 3];
        part[self.axis] = self.layer as i32;
        part[along_u] = u as i32;
        part[along_v] = v as i32;
        let mut beside = part;
        beside[self.axis] += if self.is_upper { 1 } else { -1 };
        let is_top = self.axis == 1 && self.is_upper;
        face_of(at(part), at(beside), is_top) == Some(face)
    }

    /// Rectangles that cover all places with a face, each as its first and its last place.
    fn rectangles(&self, face: Face) -> Vec<[[usize; 2]; 2]> {
        let [width, height] = self.plane().map(|axis| SIZE[axis]);
        let mut left = vec![false; width * height];
        for (place, is_left) in left.iter_mut().enumerate() {
            *is_left = self.has(face, place % width, place / width);
        }
        let mut found = Vec::new();
        while let Some(first) = left.iter().position(|is_left| *is_left) {
            let (u, v) = (first % width, first / width);
            let right = (u..width).take_while(|u| left[v * width + u]).count();
            let is_full = |v: &usize| (u..u + right).all(|u| left[v * width + u]);
            let up = (v..height).take_while(is_full).count();
            for row in v..v + up {
                left[row * width + u..][..right].fill(false);
            }
            found.push([[u, v], [u + right, v + up]]);
        }
        found
    }
}

/// All surfaces of a kind.
pub fn mesh(face: Face) -> Mesh {
    let lines = lines();
    let mut mesh = Mesh::default();
    for (axis, layers) in SIZE.into_iter().enumerate() {
        for (layer, is_upper) in (0..layers).flat_map(|layer| [(layer, false), (layer, true)]) {
            let side = Side {
                axis,
                is_upper,
                layer,
            };
            for rectangle in side.rectangles(face) {
                add(&mut mesh, &lines, &side, rectangle);
            }
        }
    }
    mesh
}

fn add(mesh: &mut Mesh, lines: &[Vec<f32>; 3], side: &Side, [from, to]: [[usize; 2]; 2]) {
    let [along_u, along_v] = side.plane();
    let corner = |[u, v]: [usize; 2]| {
        let mut corner = Vec3::zeros();
        corner[side.axis] = lines[side.axis][side.layer + usize::from(side.is_upper)];
        corner[along_u] = lines[along_u][u];
        corner[along_v] = lines[along_v][v];
        corner
    };
    let (low, high) = (corner(from), corner(to));
    let place = |u: f32, v: f32| {
        // The parts are numbered against the direction of Z, which mirrors the surfaces.
        let (u, v) = if side.is_upper { (v, u) } else { (u, v) };
        let mut place = low;
        place[along_u] += (high[along_u] - low[along_u]) * u;
        place[along_v] += (high[along_v] - low[along_v]) * v;
        place
    };
    let texture = |u: f32, v: f32| {
        let at = place(u, v) / SPAN;
        match side.axis {
            0 => Vector2::new(at.z, -at.y),
            1 => Vector2::new(at.x, at.z),
            _ => Vector2::new(at.x, -at.y),
        }
    };
    mesh.patch(1, 1, place, texture);
}
