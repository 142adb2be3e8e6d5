//! Merges thin triangles by edge collapses: a thin triangle costs as much as a good one and covers
//! less.

use crate::{
    mesh::Mesh,
    wanted::{GivenUp, Wanted},
    Vec3,
};

/// Quality below which triangles are merged if possible.
const GOOD: f32 = 0.4;

/// Largest number of passes over all triangles. More passes hardly improve the result.
const ROUNDS: usize = 8;

/// Cosine of the largest angle between a triangle and the surface around a merged vertex: less than
/// 90 degrees, so that no triangle folds over, and more than the 55 degrees of the corner of a box.
const MOST_TURN: f32 = 0.5;

/// Smallest quality after a merge, as a fraction of the worst quality before it.
const MOST_LOSS: f32 = 0.5;

/// Smallest number of triangles around a vertex of a closed surface.
const LEAST_AROUND: usize = 3;

/// Number of triangles between two checks whether the result is still wanted.
const ITEMS: usize = 1 << 12;

/// Merges vertices with a neighbour until hardly any sliver is left. The surface stays closed: each
/// edge keeps two triangles.
pub(crate) fn merge(mesh: &mut Mesh, wanted: Wanted) -> Result<(), GivenUp> {
    let mut fans = Fans::new(mesh);
    for _ in 0..ROUNDS {
        let mut is_changed = false;
        for triangle in 0..mesh.triangles.len() {
            wanted.check_every(ITEMS, triangle)?;
            is_changed |= fans.merge_one_of(mesh, triangle);
        }
        if !is_changed {
            break;
        }
    }
    fans.remove_gone(mesh);
    Ok(())
}

/// The triangles around each vertex.
struct Fans {
    triangles: Vec<Vec<u32>>,
    is_gone: Vec<bool>,
}

impl Fans {
    fn new(mesh: &Mesh) -> Self {
        let mut triangles = vec![Vec::new(); mesh.vertices.len()];
        for (index, triangle) in (0..).zip(&mesh.triangles) {
            for vertex in triangle {
                triangles[*vertex as usize].push(index);
            }
        }
        Self {
            triangles,
            is_gone: vec![false; mesh.triangles.len()],
        }
    }

    /// Merges two vertices of a thin triangle if that improves the triangles around them.
    fn merge_one_of(&mut self, mesh: &mut Mesh, triangle: usize) -> bool {
        let vertices = mesh.triangles[triangle];
        if self.is_gone[triangle] || flaw(mesh.corners(vertices)) == 0.0 {
            return false;
        }
        let [a, b, c] = vertices;
        let mut best: Option<(f32, u32, u32)> = None;
        for (from, to) in [(a, b), (b, a), (b, c), (c, b), (c, a), (a, c)] {
            if let Some(gain) = self.gain(mesh, from, to) {
                if best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, from, to));
                }
            }
        }
        let Some((_, from, to)) = best else {
            return false;
        };
        self.merge_into(mesh, from, to);
        true
    }

    /// Improvement of the surrounding triangles if one vertex is merged into another one. `None` if
    /// the surface would not stay closed or smooth, or would not improve.
    fn gain(&self, mesh: &Mesh, from: u32, to: u32) -> Option<f32> {
        if !self.keeps_closed(mesh, from, to) {
            return None;
        }
        let fan = &self.triangles[from as usize];
        let corners = |index: &u32| mesh.corners(mesh.triangles[*index as usize]);
        let surface: Vec3 = fan.iter().map(|index| normal(corners(index))).sum();
        let qualities = fan.iter().map(|index| quality(corners(index)));
        let least = MOST_LOSS * qualities.fold(1.0, f32::min);
        let mut gain = 0.0;
        for index in fan {
            gain += flaw(corners(index));
            let triangle = mesh.triangles[*index as usize];
            if triangle.contains(&to) {
                continue;
            }
            let moved = mesh.corners(replaced(triangle, from, to));
            let normal = normal(moved);
            let is_turned = normal.dot(&surface) < MOST_TURN * normal.norm() * surface.norm();
            if is_turned || quality(moved) < least {
                return None;
            }
            gain -= flaw(moved);
        }
        (gain > 0.0).then_some(gain)
    }

    /// True if, after the merge, every edge still has exactly two triangles and no two triangles
    /// have the same corners. This holds if the vertices share no neighbours except for the two
    /// opposite to their edge, and these have enough triangles.
    fn keeps_closed(&self, mesh: &Mesh, from: u32, to: u32) -> bool {
        let neighbours = self.neighbours(mesh, from);
        let mut across = 0;
        for vertex in self.neighbours(mesh, to) {
            if neighbours.contains(&vertex) {
                across += 1;
                if self.triangles[vertex as usize].len() <= LEAST_AROUND {
                    return false;
                }
            }
        }
        across == 2
    }

    fn neighbours(&self, mesh: &Mesh, of: u32) -> Vec<u32> {
        let triangles = self.triangles[of as usize].iter();
        // In a closed fan, each neighbour comes after the vertex in exactly one triangle.
        let next = |index: &u32| {
            let triangle = mesh.triangles[*index as usize];
            let at = triangle.iter().position(|vertex| *vertex == of);
            at.map(|at| triangle[(at + 1) % 3])
        };
        triangles.filter_map(next).collect()
    }

    fn merge_into(&mut self, mesh: &mut Mesh, from: u32, to: u32) {
        for index in std::mem::take(&mut self.triangles[from as usize]) {
            let triangle = &mut mesh.triangles[index as usize];
            if triangle.contains(&to) {
                self.is_gone[index as usize] = true;
                for vertex in *triangle {
                    self.triangles[vertex as usize].retain(|other| *other != index);
                }
            } else {
                *triangle = replaced(*triangle, from, to);
                self.triangles[to as usize].push(index);
            }
        }
    }

    fn remove_gone(&self, mesh: &mut Mesh) {
        let mut is_gone = self.is_gone.iter();
        mesh.triangles
            .retain(|_| !is_gone.next().copied().unwrap_or_default());
    }
}

fn replaced(triangle: [u32; 3], from: u32, to: u32) -> [u32; 3] {
    triangle.map(|vertex| if vertex == from { to } else { vertex })
}

fn normal([a, b, c]: [Vec3; 3]) -> Vec3 {
    (b - a).cross(&(c - a))
}

/// Penalty of a triangle; 0 for a good one.
fn flaw(triangle: [Vec3; 3]) -> f32 {
    let lack = (GOOD - quality(triangle)).max(0.0);
    lack * lack
}

/// Height of a triangle over its longest side, in units of that side: 0.87 for an equilateral
/// triangle, 0 for a line.
fn quality([a, b, c]: [Vec3; 3]) -> f32 {
    let sides = [b - a, c - b, a - c].map(|side| side.norm_squared());
    let longest = sides.into_iter().fold(0.0, f32::max);
    if longest > 0.0 {
        normal([a, b, c]).norm() / longest
    } else {
        0.0
    }
}
