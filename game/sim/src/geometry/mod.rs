//! Static geometry: the triangles that no boid ever crosses, and the queries on them.
//!
//! Each operation has its own file, named `[operation]_[moving shape]_[triangle]` if it concerns a
//! single triangle. Queries have two phases: `bvh` finds the candidates (broad phase), and the
//! file of the operation tests each candidate exactly (narrow phase). Far from surfaces
//! `distance_field` answers most queries without either phase.
//!
//! # Inside and outside
//!
//! Both sides of every triangle stop a boid. Whether a position is free is decided by closed
//! surfaces only. A closed surface consists of triangles that are joined along their edges, with no
//! open edge. There are three kinds:
//!
//! - a *solid*, if its triangles face outward (their corners run counter-clockwise seen from
//!   there);
//! - a *room*, if they face inward;
//! - *two-sided*, if they are present in both windings or have inconsistent winding. The flock
//!   decides: it treats a two-sided surface as a room if the centre of its `spawn.region` lies
//!   inside, and as a solid otherwise. The geometry does not depend on a flock, and several flocks
//!   may share it; `SidedGeometry` holds the decision of one flock.
//!
//! Every position is free, inside and outside of rooms, unless it is inside a solid. A room hollows
//! out all solids that contain it: a cave is a solid with a room in it. A solid inside a room, or
//! through its wall, is still a solid there.
//!
//! A weighted winding number decides overlaps. For each position that it encloses, a solid counts
//! 1, and a room counts minus the sum of the solids around it. A position with a sum above 0 is
//! inside a solid. The sum is found along a ray, as in the ray parity test.
//!
//! The outside of a room is free, because a room defines nothing beyond its walls. If everything
//! outside were solid, one small rock with inverted winding would fill the level.

mod bvh;
mod candidates;
pub(crate) mod cast;
mod cast_sphere_triangle;
mod clearance;
mod closed_surfaces;
mod cross_ray_triangle;
mod cross_segment_triangle;
mod crosses;
pub(crate) mod distance_field;
mod duplicates;
mod edges;
mod enclosure;
mod find_surfaces;
mod fingerprint;
#[cfg(feature = "gpu")]
mod flat;
pub(crate) mod ground;
mod impact_bound;
mod moved_triangles;
mod moving_boxes;
mod nearby;
mod nearest_point;
mod nearest_search;
mod patches;
mod report;
mod search_lists;
pub mod shapes;
mod sided;
mod signed_distance;
mod static_geometry;
#[cfg(feature = "gpu")]
mod subdivide;
pub(crate) mod surfaces;
pub(crate) mod sweep;
mod sweep_sphere_triangle;
mod sweep_work;
pub(crate) mod swept_sphere;
mod triangle;
mod triangle_mesh;
mod two_sided;

#[cfg(feature = "gpu")]
pub(crate) use {
    bvh::FlatNode,
    flat::{prepare_pieces, Pieces},
};

pub(crate) use {
    distance_field::DistanceField, edges::open_edges, enclosure::NoEnclosure, ground::GroundMap,
    moved_triangles::MovedTriangles, nearby::Nearby, sided::SidedGeometry,
    signed_distance::SignedDistance, sweep_work::SweepWork, triangle::Triangle,
};
pub use {report::GeometryReport, static_geometry::Geometry, sweep::Contact};
