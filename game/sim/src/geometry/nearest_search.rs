//! Search for the nearest triangles of millions of positions, for the computation of the distance
//! field.
//!
//! The triangles of a node of the BVH are tested together in SIMD lanes, in 32-bit floats. Only
//! triangles that may be nearer than the nearest one found so far are measured exactly. So the
//! results have the same bits as the results of [`NearestPoint::to`].

use super::{
    bvh::{SphereQuery, WIDTH},
    nearest_point::NearestPoint,
    patches::Patches,
    search_lists::{LaneList, NodeStack},
    triangle::Triangle,
    triangle_mesh::TriangleMesh,
};
use crate::math::{Vec3, Vec3d};
use std::array::from_fn;

/// Bound of the rounding of a product of vectors, as a share of their lengths.
const ROUNDING: f32 = 12.0 * f32::EPSILON;

/// One vector in each lane.
type Vectors = [[f32; WIDTH]; 3];

/// The corners of the triangles of a node, one triangle in each lane.
#[derive(Clone, Copy)]
struct NodeTriangles {
    corners: [Vectors; 3],
}

/// A mesh with its triangles arranged for SIMD lanes.
pub(super) struct NearestSearch<'a> {
    pub(super) mesh: &'a TriangleMesh,
    /// The triangles of each node, by the index of the node.
    nodes: Vec<NodeTriangles>,
    patches: Vec<Patches>,
}

/// Computes the patches of a node and of all nodes below it. Returns the numbers of their
/// triangles.
fn find_patches(mesh: &TriangleMesh, node: usize, patches: &mut [Patches]) -> Vec<u32> {
    let mut all = Vec::new();
    for lane in 0..WIDTH {
        let first = all.len();
        match mesh.bvh.child(node, lane) {
            Some(below) => all.extend(find_patches(mesh, below, patches)),
            None => all.extend(mesh.bvh.triangle(node, lane)),
        }
        let triangles = all[first..].iter().map(|it| &mesh.ordered[*it as usize]);
        if triangles.len() > 0 {
            patches[node].set(lane, triangles);
        }
    }
    all
}

impl<'a> NearestSearch<'a> {
    pub(super) fn new(mesh: &'a TriangleMesh) -> Self {
        let nodes = (0..mesh.bvh.node_count()).map(|node| {
            // The lanes without a triangle are not used.
            let triangle = |lane: usize| mesh.bvh.triangle(node, lane);
            let corner = |lane: usize, which: usize| match triangle(lane) {
                Some(triangle) => mesh.ordered[triangle as usize][which],
                None => Vec3::zeros(),
            };
            let axis = |which, axis| from_fn(|lane| corner(lane, which)[axis]);
            NodeTriangles {
                corners: from_fn(|which| from_fn(|at| axis(which, at))),
            }
        });
        let nodes: Vec<_> = nodes.collect();
        let mut patches = vec![Patches::NONE; nodes.len()];
        if !patches.is_empty() {
            find_patches(mesh, 0, &mut patches);
        }
        Self {
            mesh,
            nodes,
            patches,
        }
    }

    /// The result of [`NearestPoint::to`].
    #[inline(always)]
    pub(super) fn nearest(&self, place: Vec3, guess: u32) -> NearestPoint {
        self.nearest_down_to(0.0, place, [guess; 2])
    }

    /// The nearest triangle, if it is not nearer than `least`, in metres; otherwise any triangle
    /// that is nearer than `least`. `guesses` are two triangles that are probably near.
    #[inline(always)]
    pub(super) fn nearest_down_to(
        &self,
        least: f64,
        place: Vec3,
        guesses: [u32; 2],
    ) -> NearestPoint {
        // There is no closure and no call in this function, so all of it is compiled for wide
        // vectors.
        let (mesh, origin) = (self.mesh, place.cast());
        let mut nearest = self.nearer_of(guesses, &origin);
        if nearest.distance < least {
            return nearest;
        }
        let query = SphereQuery::new(place, nearest.distance as f32);
        let rounding = ROUNDING * place.amax();
        let place = [place.x, place.y, place.z];
        let mut stack = NodeStack::new();
        while let Some((squared, node)) = stack.pop() {
            if squared > query.most_squared() {
                continue;
            }
            let (touched, squared) = mesh.bvh.distances(node, &query);
            let most = (nearest.distance as f32).next_up() + rounding;
            let is_patch_farther = self.patches[node].are_farther(place, most);
            let (mut triangles, bottom) = (LaneList::new(), stack.len());
            for lane in touched {
                if is_patch_farther[lane] {
                    continue;
                }
                match mesh.bvh.child(node, lane) {
                    Some(below) => stack.insert(bottom, squared[lane], below),
                    None => triangles.push(lane),
                }
            }
            if triangles.is_empty() {
                continue;
            }
            let bounds = self.nodes[node].lower_bounds(place);
            // The triangle that is probably nearest excludes most others.
            while let Some(lane) = triangles.take_least(&bounds) {
                if bounds[lane] > (nearest.distance as f32).next_up() + rounding {
                    break;
                }
                let triangle = match mesh.bvh.triangle(node, lane) {
                    Some(triangle) if !guesses.contains(&triangle) => triangle,
                    _ => continue,
                };
                let distance = self.distance(triangle, &origin);
                if distance < nearest.distance {
                    nearest = NearestPoint { distance, triangle };
                    if distance < least {
                        return nearest;
                    }
                    query.shrink(distance as f32);
                }
            }
        }
        nearest
    }

    /// The nearer one of two triangles, the first one if they are equally near.
    #[inline(always)]
    fn nearer_of(&self, [first, second]: [u32; 2], origin: &Vec3d) -> NearestPoint {
        let nearest = self.found(first, origin);
        if second == first {
            return nearest;
        }
        let other = self.found(second, origin);
        if other.distance < nearest.distance {
            other
        } else {
            nearest
        }
    }

    #[inline(always)]
    fn found(&self, triangle: u32, origin: &Vec3d) -> NearestPoint {
        NearestPoint {
            distance: self.distance(triangle, origin),
            triangle,
        }
    }

    #[inline(always)]
    fn distance(&self, triangle: u32, origin: &Vec3d) -> f64 {
        let triangle = &self.mesh.ordered[triangle as usize];
        Triangle::relative_to(triangle, origin).distance_from_origin()
    }
}

impl NodeTriangles {
    /// Lower bound of the distance of each triangle from a position.
    ///
    /// A triangle is at least as far away as any plane that separates it from the position. The
    /// plane used here is at right angles to the vector to the nearest point. If that vector is
    /// computed inaccurately, the bound is less tight, but still valid.
    #[inline(always)]
    fn lower_bounds(&self, place: [f32; 3]) -> [f32; WIDTH] {
        let mut bounds = [0.0; WIDTH];
        for lane in 0..WIDTH {
            let mut corners = [[0.0; 3]; 3];
            for corner in 0..3 {
                for axis in 0..3 {
                    corners[corner][axis] = self.corners[corner][axis][lane] - place[axis];
                }
            }
            let way = way_to(&corners);
            let [a, b, c] = &corners;
            let least = smaller(dot(&way, a), smaller(dot(&way, b), dot(&way, c)));
            let farthest = dot(a, a) + dot(b, b) + dot(c, c);
            let bound = least / dot(&way, &way).sqrt() - ROUNDING * farthest.sqrt();
            // Also 0 for NaN.
            bounds[lane] = if bound > 0.0 { bound } else { 0.0 };
        }
        bounds
    }
}

/// A vector of any length from the origin towards the nearest point of a triangle.
#[inline(always)]
fn way_to(corners: &[[f32; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = corners;
    let edges = [minus(b, a), minus(c, b), minus(a, c)];
    let normal = cross(&edges[0], &edges[1]);
    let (mut way, mut least, mut is_over) = ([0.0; 3], f32::MAX, true);
    for side in 0..3 {
        let (corner, edge) = (&corners[side], &edges[side]);
        let along = -dot(corner, edge) / dot(edge, edge);
        let along = if along > 0.0 { along } else { 0.0 };
        let along = if along < 1.0 { along } else { 1.0 };
        let mut offset = *corner;
        for axis in 0..3 {
            offset[axis] += edge[axis] * along;
        }
        let squared = dot(&offset, &offset);
        let is_nearer = squared < least;
        least = if is_nearer { squared } else { least };
        for axis in 0..3 {
            way[axis] = if is_nearer { offset[axis] } else { way[axis] };
        }
        is_over &= dot(&normal, &cross(corner, edge)) >= 0.0;
    }
    let height = dot(&normal, a);
    for axis in 0..3 {
        way[axis] = if is_over {
            normal[axis] * height
        } else {
            way[axis]
        };
    }
    way
}

#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b {
        a
    } else {
        b
    }
}

#[inline(always)]
fn minus(a: &[f32; 3], b: &[f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn dot(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross(a: &[f32; 3], b: &[f32; 3]) -> [f32; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{cases, geometry::Geometry, math::samples::vector};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(cases::config(500))]

        /// It also holds for slivers, and far from the origin.
        #[test]
        fn the_nearest_triangle_is_the_one_of_the_simple_search(
            triangles in prop::collection::vec([vector(2.0), vector(2.0), vector(0.02)], 1..80),
            places in prop::collection::vec((vector(4.0), 0..10_u32), 20),
            far in prop::sample::select(vec![0.0_f32, 100.0, 1e5]),
            share in 0.5..3.0,
        ) {
            let moved = triangles.iter().map(|[a, b, c]| {
                [*a, *b, a + c].map(|corner| corner.add_scalar(far))
            });
            let geometry = Geometry::new(&moved.collect::<Vec<_>>()).0;
            prop_assume!(geometry.triangle_count() > 0);
            let search = NearestSearch::new(&geometry.mesh);
            for (place, guess) in places {
                let place = place.add_scalar(far);
                let guess = guess.min(geometry.triangle_count() as u32 - 1);
                let (found, simple) = (search.nearest(place, guess), NearestPoint::to(place, &geometry.mesh, guess));
                prop_assert_eq!(found.distance, simple.distance);
                prop_assert_eq!(found.triangle, simple.triangle);
                let least = share * simple.distance;
                let enough = search.nearest_down_to(least, place, [guess, 0]);
                prop_assert!(enough.distance == simple.distance || enough.distance < least);
            }
        }
    }
}
