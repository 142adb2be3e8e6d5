//! Closed surfaces of a mesh, their weights, and the test whether a position is inside a solid.
//!
//! The test is a weighted winding number: the weights of all surfaces that a ray from the position
//! crosses are added, with the sign of the crossing.

use super::{
    bvh::{Aabb, RayQuery},
    closed_surfaces::Facing,
    cross_ray_triangle::cross_ray_triangle,
    triangle_mesh::TriangleMesh,
};
use crate::math::Vec3d;
use std::ops::ControlFlow;

/// Directions of the test rays. They are not parallel to axes and planes that levels usually
/// contain.
pub(crate) const DIRECTIONS: [[f64; 3]; 3] = [
    [
        0.576_952_438_330_886,
        0.788_777_253_784_060,
        -0.212_029_073_046_412,
    ],
    [
        -0.586_460_632_639_223,
        0.216_200_933_070_691,
        0.780_590_214_455_552,
    ],
    [
        -0.568_167_337_565_409,
        -0.220_150_329_033_749,
        -0.792_918_475_727_591,
    ],
];

/// Factor of a surface in the winding number of a position that the surface winds around once,
/// counter-clockwise seen from outside. A position is inside a solid if the sum over all surfaces
/// is above 0.
pub(super) type Weight = i8;

/// Maximum number of overlapping solids that a room hollows out. It makes every weight fit into
/// five bits.
const MAX_HOLLOWED: i32 = 15;

/// Closed surfaces of a mesh, by number; the first one stands for all open triangles.
#[derive(Clone)]
pub(super) struct Surfaces {
    pub(super) facing: Vec<Facing>,
    /// Surfaces that are rooms or may be rooms, the larger ones first.
    inner: Vec<Inner>,
    /// Weights with two-sided surfaces as neither solids nor rooms.
    pub(super) weights: Vec<Weight>,
}

/// A surface that is a room or may be a room.
#[derive(Clone)]
struct Inner {
    surface: u32,
    /// The surfaces that contain it.
    outer: Vec<u32>,
}

/// Role of a two-sided surface.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TwoSidedRole {
    Neither,
    Solid,
    Room,
}

impl Default for Surfaces {
    fn default() -> Self {
        Self::new(vec![Facing::Open])
    }
}

impl Surfaces {
    /// Surfaces with these facings, before [`nest`](Self::nest) finds which surface contains which.
    pub(super) fn new(facing: Vec<Facing>) -> Self {
        Self {
            weights: vec![0; facing.len()],
            facing,
            inner: Vec::new(),
        }
    }

    /// Marks surfaces without a remaining triangle as open. `surface_of` is the surface of each
    /// triangle.
    pub(super) fn keep_present(&mut self, surface_of: &[u32]) {
        let mut is_present = vec![false; self.facing.len()];
        for surface in surface_of {
            is_present[*surface as usize] = true;
        }
        for (facing, is_present) in self.facing.iter_mut().zip(is_present) {
            if !is_present {
                *facing = Facing::Open;
            }
        }
    }

    /// Finds the surfaces that contain others. A surface lies in another if the other's bounding
    /// box contains its bounding box, and the other encloses the centre of its largest triangle.
    pub(super) fn nest(&mut self, mesh: &TriangleMesh) {
        let is_inner = |surface: u32| {
            let facing = self.facing[surface as usize];
            matches!(facing, Facing::Inward | Facing::TwoSided)
        };
        let mut inner: Vec<u32> = (0..self.facing.len() as u32)
            .filter(|it| is_inner(*it))
            .collect();
        if !inner.is_empty() {
            let extents = Extents::new(self.facing.len(), mesh);
            // A stable sort keeps the order of surfaces of equal size.
            inner.sort_by(|a, b| extents.size(*b).total_cmp(&extents.size(*a)));
            let mut rank = vec![0; self.facing.len()];
            for (place, surface) in (1..).zip(&inner) {
                rank[*surface as usize] = place;
            }
            let inner = inner.iter().map(|surface| {
                let mut outer = surrounding(mesh, &extents.middle(*surface));
                outer.retain(|outer| {
                    rank[*outer as usize] < rank[*surface as usize]
                        && extents.encloses(*outer, *surface)
                });
                Inner {
                    surface: *surface,
                    outer,
                }
            });
            self.inner = inner.collect();
        }
        self.weights = self.weights(|_| TwoSidedRole::Neither);
    }

    /// Numbers of the two-sided surfaces.
    pub(super) fn two_sided(&self) -> impl Iterator<Item = u32> + '_ {
        let facing = (0..).zip(&self.facing);
        facing.filter_map(|(surface, facing)| (*facing == Facing::TwoSided).then_some(surface))
    }

    /// Number of surfaces with this facing.
    pub(super) fn count(&self, facing: Facing) -> usize {
        self.facing.iter().filter(|it| **it == facing).count()
    }

    /// For each surface, true if it is a room that no solid contains.
    pub(super) fn rooms_in_no_solid(&self) -> Vec<bool> {
        let each = self.facing.iter().zip(&self.weights);
        each.map(|(facing, weight)| *facing == Facing::Inward && *weight == 0)
            .collect()
    }

    /// Weight of each surface. A solid has the weight 1. The weight of a room cancels the sum of
    /// the solids around it, so that it hollows them out.
    pub(super) fn weights(&self, of_two_sided: impl Fn(u32) -> TwoSidedRole) -> Vec<Weight> {
        let mut weights: Vec<Weight> = (0..)
            .zip(&self.facing)
            .map(|(surface, facing)| {
                let is_solid = match facing {
                    Facing::Outward => true,
                    Facing::TwoSided => of_two_sided(surface) == TwoSidedRole::Solid,
                    Facing::Inward | Facing::Open => false,
                };
                Weight::from(is_solid)
            })
            .collect();
        for Inner { surface, outer } in &self.inner {
            let is_inward = self.facing[*surface as usize] == Facing::Inward;
            if is_inward || of_two_sided(*surface) == TwoSidedRole::Room {
                let outer = outer.iter().map(|it| self.within(*it, &weights));
                let hollowed = outer.sum::<i32>().clamp(0, MAX_HOLLOWED) as Weight;
                // A ray leaves an inward surface through the back faces of its triangles.
                weights[*surface as usize] = if is_inward { hollowed } else { -hollowed };
            }
        }
        weights
    }

    /// Contribution of a surface to the sum of a position that it encloses.
    fn within(&self, surface: u32, weights: &[Weight]) -> i32 {
        let weight = i32::from(weights[surface as usize]);
        match self.facing[surface as usize] {
            Facing::Inward => -weight,
            _ => weight,
        }
    }
}

/// Bounding box and largest triangle of each surface.
struct Extents(Vec<Extent>);

#[derive(Clone)]
struct Extent {
    bounds: Aabb,
    area: f64,
    middle: Vec3d,
}

impl Extents {
    fn new(surfaces: usize, mesh: &TriangleMesh) -> Self {
        let nothing = Extent {
            bounds: Aabb::EMPTY,
            area: 0.0,
            middle: Vec3d::zeros(),
        };
        let mut extents = vec![nothing; surfaces];
        for (triangle, surface) in mesh.ordered.iter().zip(&mesh.surface_of) {
            let extent = &mut extents[*surface as usize];
            extent.bounds = extent.bounds.joined(&Aabb::around(triangle));
            let [a, b, c]: [Vec3d; 3] = triangle.map(|corner| corner.cast());
            let area = (b - a).cross(&(c - a)).norm();
            if area > extent.area {
                (extent.area, extent.middle) = (area, (a + b + c) / 3.0);
            }
        }
        Self(extents)
    }

    fn of(&self, surface: u32) -> &Extent {
        &self.0[surface as usize]
    }

    fn size(&self, surface: u32) -> f64 {
        let bounds = &self.of(surface).bounds;
        (bounds.max.cast::<f64>() - bounds.min.cast()).sum()
    }

    fn middle(&self, surface: u32) -> Vec3d {
        self.of(surface).middle
    }

    fn encloses(&self, outer: u32, inner: u32) -> bool {
        let (outer, inner) = (&self.of(outer).bounds, &self.of(inner).bounds);
        (0..3).all(|axis| outer.min[axis] <= inner.min[axis] && inner.max[axis] <= outer.max[axis])
    }
}

/// True if a position is inside a solid, by a majority of three rays. A single ray might pass
/// through the gap of a degenerate triangle that was left out.
pub(super) fn is_inside(mesh: &TriangleMesh, weights: &[Weight], place: &Vec3d) -> bool {
    let [first, second, third] = DIRECTIONS.map(Vec3d::from);
    let sum = |ray: &Vec3d| {
        let mut sum = 0;
        let weight = |surface: u32| i32::from(weights[surface as usize]);
        let counts = |surface| weight(surface) != 0;
        for_each_crossing(mesh, place, ray, counts, |surface, crossing| {
            sum += weight(surface) * crossing;
        });
        sum
    };
    let is_inside = sum(&first) > 0;
    if (sum(&second) > 0) == is_inside {
        is_inside
    } else {
        sum(&third) > 0
    }
}

/// The surfaces that wind around a position, in ascending order, by a majority of three rays.
pub(super) fn surrounding(mesh: &TriangleMesh, place: &Vec3d) -> Vec<u32> {
    let mut votes = Vec::new();
    for ray in DIRECTIONS.map(Vec3d::from) {
        let mut crossings = Vec::new();
        let counts = |surface| surface != 0;
        for_each_crossing(mesh, place, &ray, counts, |surface, crossing| {
            crossings.push((surface, crossing));
        });
        crossings.sort_unstable();
        for of_one in crossings.chunk_by(|a, b| a.0 == b.0) {
            if of_one.iter().map(|(_, crossing)| crossing).sum::<i32>() != 0 {
                votes.push(of_one[0].0);
            }
        }
    }
    votes.sort_unstable();
    let surfaces = votes.chunk_by(|a, b| a == b);
    surfaces
        .filter_map(|votes| (votes.len() > 1).then_some(votes[0]))
        .collect()
}

/// Calls `visit` for each triangle that a ray crosses and whose surface passes `counts`: with 1 if
/// the ray leaves through the front face, with -1 if it enters.
fn for_each_crossing(
    mesh: &TriangleMesh,
    origin: &Vec3d,
    direction: &Vec3d,
    counts: impl Fn(u32) -> bool,
    mut visit: impl FnMut(u32, i32),
) {
    let ray = RayQuery::new(origin, direction);
    mesh.bvh.for_each(&ray, |index| {
        let surface = mesh.surface_of[index as usize];
        if counts(surface) {
            let vertices = mesh.ordered[index as usize].map(|vertex| vertex.cast() - origin);
            let crossing = cross_ray_triangle(direction, &vertices);
            if crossing != 0 {
                visit(surface, crossing);
            }
        }
        ControlFlow::Continue(())
    });
}
