//! Geometry together with the roles that one flock gives to two-sided surfaces.

use super::{
    bvh::SegmentQuery,
    clearance,
    closed_surfaces::Facing,
    cross_segment_triangle::cross_segment_triangle,
    signed_distance,
    surfaces::{is_inside, surrounding, TwoSidedRole, Weight},
    DistanceField, Geometry, SignedDistance,
};
use crate::math::{is_finite, Vec3, Vec3d};
use std::{
    ops::{ControlFlow, Deref},
    sync::{Arc, OnceLock},
};

/// Enlargement of boxes that are tested in 32-bit floats, as a share of the largest coordinate.
const ROUNDING: f32 = 16.0 * f32::EPSILON;

/// Geometry together with the roles that one flock gives to two-sided surfaces.
///
/// A two-sided surface may be a room for one flock, and a solid for another flock that shares the
/// geometry.
#[derive(Clone)]
pub(crate) struct SidedGeometry {
    geometry: Arc<Geometry>,
    /// Roles of the two-sided surfaces; `None` if there are none.
    roles: Option<Arc<TwoSidedRoles>>,
}

/// Roles of the two-sided surfaces.
struct TwoSidedRoles {
    /// Numbers of the two-sided surfaces that are rooms, in ascending order.
    rooms: Vec<u32>,
    weights: Vec<Weight>,
    /// For each region of the distance field, true if it is inside a solid. Computed once field and
    /// roles are known.
    inside: OnceLock<Vec<bool>>,
}

/// Gives access to everything that does not depend on the roles.
impl Deref for SidedGeometry {
    type Target = Geometry;

    fn deref(&self) -> &Geometry {
        &self.geometry
    }
}

impl SidedGeometry {
    /// Geometry in which the two-sided surfaces around `center` are rooms, and all other two-sided
    /// surfaces are solids.
    pub(crate) fn new(geometry: Arc<Geometry>, center: Vec3) -> Self {
        let mut sided = Self {
            geometry,
            roles: None,
        };
        sided.decide_roles(center);
        sided
    }

    /// The geometry, which other flocks may share.
    pub(crate) fn shared(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// Updates the roles of two-sided surfaces for a new centre.
    pub(crate) fn decide_roles(&mut self, center: Vec3) {
        let surfaces = &self.geometry.surfaces;
        if surfaces.two_sided().next().is_none() {
            return;
        }
        let mut rooms = if is_finite(&center) {
            surrounding(&self.geometry.mesh, &center.cast())
        } else {
            Vec::new()
        };
        rooms.retain(|surface| surfaces.facing[*surface as usize] == Facing::TwoSided);
        if self.roles.as_ref().is_some_and(|it| it.rooms == rooms) {
            return;
        }
        let weights = surfaces.weights(|surface| match rooms.binary_search(&surface) {
            Ok(_) => TwoSidedRole::Room,
            Err(_) => TwoSidedRole::Solid,
        });
        self.roles = Some(Arc::new(TwoSidedRoles {
            rooms,
            weights,
            inside: OnceLock::new(),
        }));
    }

    /// True if both share the geometry, and give its two-sided surfaces the same roles.
    #[cfg(feature = "gpu")]
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let [rooms, others] = [self, other].map(|it| it.roles.as_ref().map(|it| &it.rooms));
        Arc::ptr_eq(&self.geometry, &other.geometry) && rooms == others
    }

    /// Weight of each surface.
    pub(crate) fn weights(&self) -> &[Weight] {
        match &self.roles {
            Some(roles) => &roles.weights,
            None => &self.geometry.surfaces.weights,
        }
    }

    /// The distance field, if it has been computed, and for each of its regions whether it is
    /// inside a solid.
    fn measured(&self) -> Option<(&DistanceField, &[bool])> {
        let field = self.geometry.measured_distance_field()?;
        let inside = match &self.roles {
            Some(roles) => {
                let measure = || field.inside(&self.geometry.mesh, &roles.weights);
                roles.inside.get_or_init(measure)
            }
            None => &field.own_inside,
        };
        Some((field, inside))
    }

    /// True for a two-sided surface that is a room.
    fn is_room(&self, surface: u32) -> bool {
        let roles = self.roles.as_ref();
        roles.is_some_and(|it| it.rooms.binary_search(&surface).is_ok())
    }

    /// True if a finite position is inside a solid.
    pub(crate) fn is_inside_solid(&self, place: Vec3) -> bool {
        is_inside(&self.geometry.mesh, self.weights(), &place.cast())
    }

    /// Like [`Geometry::is_clear`], with the roles of this flock.
    pub(crate) fn is_clear(&self, center: Vec3, radius: f32) -> bool {
        let mesh = &self.geometry.mesh;
        mesh.triangles.is_empty()
            || clearance::is_clear(mesh, self.weights(), self.measured(), center, radius)
    }

    /// Signed distance of a finite position from the surfaces; `None` without triangles.
    ///
    /// `guess` is the number, in the BVH, of a triangle that is probably near. A good guess makes
    /// the search faster.
    pub(crate) fn signed_distance(&self, place: Vec3, guess: u32) -> Option<SignedDistance> {
        signed_distance::signed_distance(&self.geometry.mesh, self.weights(), place, guess)
    }

    /// True if the segment between two positions leads out of a room through its wall.
    pub(crate) fn leaves_room(&self, from: Vec3, to: Vec3) -> bool {
        let (mesh, surfaces) = (&self.geometry.mesh, &self.geometry.surfaces);
        let (start, end): (Vec3d, Vec3d) = (from.cast(), to.cast());
        let reach = f32::MIN_POSITIVE + ROUNDING * from.amax().max(to.amax());
        let mut leaves = false;
        let segment = SegmentQuery::new(from, to - from, reach);
        mesh.bvh.for_each(&segment, |index| {
            // Vertices relative to the start. The corners run counter-clockwise seen from the
            // front.
            let vertices = mesh.ordered[index as usize].map(|vertex| vertex.cast() - start);
            let [a, b, c] = vertices;
            let height = -(b - a).cross(&(c - a)).dot(&a);
            let surface = mesh.surface_of[index as usize];
            let is_within = match surfaces.facing[surface as usize] {
                Facing::Inward => height > 0.0,
                // The triangles of a two-sided surface are wound outward.
                Facing::TwoSided => self.is_room(surface) && height < 0.0,
                Facing::Outward | Facing::Open => false,
            };
            leaves = is_within && cross_segment_triangle(&(end - start), &vertices);
            if leaves {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        leaves
    }
}

#[cfg(test)]
impl From<&Geometry> for SidedGeometry {
    /// Geometry for a flock whose spawn region is centred at the origin.
    fn from(geometry: &Geometry) -> Self {
        Self::new(Arc::new(geometry.clone()), Vec3::zeros())
    }
}
