//! Continuous collision detection of a moving sphere against the whole geometry.

use super::{
    sweep_sphere_triangle::Separation,
    sweep_work::{SweepWork, TooManyTriangles},
    swept_sphere::SweptSphere,
    triangle_mesh::TriangleMesh,
    Geometry,
};
use crate::math::{Vec3, Vec3d};

/// First contact of a moving sphere with a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Time of impact as a fraction of the displacement, 0 to 1. It is rounded down, so that a
    /// sphere that is moved by `displacement * fraction` stays on its side of the surface.
    pub fraction: f32,
    /// Unit vector from the surface to the centre of the sphere at the contact. (0, 1, 0) for a
    /// move that was refused because a value is not finite.
    pub normal: Vec3,
    /// Index of the triangle that was hit in
    /// [`Geometry::triangles`](crate::Geometry::triangles); the lowest index if several are hit at
    /// once. `None` for a move that was refused because a value is not finite.
    pub triangle: Option<u32>,
}

impl Contact {
    pub(crate) const REFUSED: Self = Self {
        fraction: 0.0,
        normal: Vec3::new(0.0, 1.0, 0.0),
        triangle: None,
    };
}

/// The earliest stop found so far.
struct EarliestStop {
    separation: Separation,
    triangle: u32,
}

impl EarliestStop {
    /// Time of the earliest stop; the end of the move if there is none.
    fn time(first: &Option<Self>) -> f64 {
        first.as_ref().map_or(1.0, |first| first.separation.time)
    }

    /// Keeps the earlier of two stops; of simultaneous stops the one with the lower index. So the
    /// order of the visits does not matter.
    fn update(first: &mut Option<Self>, separation: Separation, triangle: u32) {
        let is_first = first.as_ref().is_none_or(|first| {
            (separation.time, triangle) < (first.separation.time, first.triangle)
        });
        if is_first {
            *first = Some(Self {
                separation,
                triangle,
            });
        }
    }

    fn contact(&self, fraction: f64) -> Contact {
        let nearest = fraction as f32;
        let is_later = f64::from(nearest) > fraction;
        Contact {
            fraction: if is_later {
                nearest.next_down()
            } else {
                nearest
            },
            normal: self.separation.offset.normalize().cast(),
            triangle: Some(self.triangle),
        }
    }
}

/// See [`Geometry::sweep`](crate::Geometry::sweep).
pub(super) fn sweep(
    mesh: &TriangleMesh,
    start: Vec3,
    displacement: Vec3,
    radius: f32,
    work: &SweepWork,
) -> Result<Option<Contact>, TooManyTriangles> {
    let Some(swept) = SweptSphere::new(start, displacement, radius) else {
        return Ok(Some(Contact::REFUSED));
    };
    let stop = first_stop(mesh, &swept, work)?;
    Ok(stop.map(|(first, time)| first.contact(time)))
}

/// First contact of a sphere that moves in double precision, among triangles that another frame
/// holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExactContact {
    /// Time of impact as a fraction of the displacement, 0 to 1.
    pub(crate) time: f64,
    /// Offset from the nearest point of the surface to the centre of the sphere at the contact, in
    /// metres.
    pub(crate) offset: Vec3d,
}

impl Geometry {
    /// The contact at which a sphere stops that moves by `displacement`. It stops at the distance
    /// `stop` from a surface if it would come nearer than `least`, both in metres.
    ///
    /// For a sphere that starts nearer than `least`, the same holds as for
    /// [`sweep`](Self::sweep).
    pub(crate) fn exact_sweep(
        &self,
        start: &Vec3d,
        displacement: &Vec3d,
        [stop, least]: [f64; 2],
    ) -> Option<ExactContact> {
        let swept = SweptSphere::exact(start, displacement, [stop, least]);
        let work = SweepWork::unlimited();
        // A geometry has fewer triangles than this limit.
        let (first, time) = first_stop(&self.mesh, &swept, &work).ok()??;
        let offset = first.separation.offset;
        Some(ExactContact { time, offset })
    }
}

/// First stop of a moving sphere, and its time as a fraction of the displacement.
fn first_stop(
    mesh: &TriangleMesh,
    swept: &SweptSphere,
    work: &SweepWork,
) -> Result<Option<(EarliestStop, f64)>, TooManyTriangles> {
    let mut nearest = f64::INFINITY;
    let mut first: Option<EarliestStop> = None;
    swept.for_each_candidate(mesh, work, |index, triangle| {
        let latest = EarliestStop::time(&first);
        if swept.misses(triangle, latest) {
            return latest;
        }
        let start = Separation::start(triangle);
        nearest = nearest.min(start.offset.norm());
        if let Some(separation) = swept.time_of_impact(triangle, start, swept.limit, latest) {
            EarliestStop::update(&mut first, separation, index);
        }
        EarliestStop::time(&first)
    })?;
    if nearest >= swept.limit {
        return Ok(first.map(|first| {
            let time = first.separation.time;
            (first, time)
        }));
    }
    let first = first_surface_from_overlap(mesh, swept, nearest, work)?;
    Ok(first.map(|first| (first, 0.0)))
}

/// First stop of a move that starts at the distance `nearest` from a surface, which is below
/// `limit`.
///
/// Such a sphere may leave or move along, but may not come nearer to any surface than it was. This
/// alone keeps it from crossing a surface.
fn first_surface_from_overlap(
    mesh: &TriangleMesh,
    swept: &SweptSphere,
    nearest: f64,
    work: &SweepWork,
) -> Result<Option<EarliestStop>, TooManyTriangles> {
    // If the centre lies on a surface, the other surfaces still need a distance that float64
    // distinguishes from zero.
    let nearest = nearest.max(1e-3 * swept.limit);
    // Prevents rounding from turning a move along a surface into a move towards its next triangle.
    let slack = 1e-9 * nearest;
    let mut first = None;
    swept.for_each_candidate(mesh, work, |index, triangle| {
        let start = Separation::start(triangle);
        let stop = if start.offset.norm() <= nearest + slack {
            // The distance is convex in time: if it does not shrink at once, it never does.
            (start.offset.dot(&swept.displacement) < 0.0).then_some(start)
        } else {
            swept.time_of_impact(triangle, start, nearest - slack, 1.0)
        };
        if let Some(separation) = stop {
            EarliestStop::update(&mut first, separation, index);
        }
        EarliestStop::time(&first)
    })?;
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::{super::swept_sphere::rounding, *};

    /// A sphere that rounding puts exactly at its limit may leave, like at any other distance.
    #[test]
    fn a_sphere_as_near_as_it_may_be_may_leave() {
        let corners = [[0.0, -9.0, -9.0], [0.0, 9.0, -9.0], [0.0, 0.0, 9.0]];
        let geometry = Geometry::new(&[corners.map(Vec3::from)]).0;
        let (radius, x) = (0.052_f32, 0.051_996_574_f32);
        // Coordinate whose rounding makes `x` the limit.
        let taken = f64::from(radius) * (1.0 - 5e-5) - f64::from(x);
        let start = Vec3::new(x, (taken / rounding(1.0)) as f32, 0.0);
        let limit = SweptSphere::new(start, Vec3::zeros(), radius)
            .unwrap()
            .limit;
        assert!((limit - f64::from(x)).abs() < 1e-11 * limit);
        for away in [0.0, 1e-6, 1e-3] {
            let displacement = Vec3::new(away, -0.02, 0.01);
            assert_eq!(geometry.sweep(start, displacement, radius), None);
        }
        let back = Vec3::new(-1e-3, -0.02, 0.01);
        assert!(geometry.sweep(start, back, radius).is_some());
    }

    /// Short moves of a body that is large compared with the triangles, so that its box contains
    /// many of them.
    #[test]
    fn the_first_of_many_triangles_around_is_met() {
        let triangles = crate::geometry::shapes::ball(1.0, 4);
        let geometry = Geometry::new(&triangles).0;
        let alone: Vec<_> = triangles.iter().map(|it| Geometry::new(&[*it]).0).collect();
        let mut hits = 0;
        for number in 0..20 {
            let part = |irrational: f64| (f64::from(number) * irrational).fract() as f32 - 0.5;
            let displacement = Vec3::new(part(0.618_034), part(0.414_214), part(0.324_718)) * 0.4;
            let sweep = |geometry: &Geometry| geometry.sweep(Vec3::repeat(0.01), displacement, 0.9);
            let fractions = alone.iter().filter_map(sweep).map(|it| it.fraction);
            let first = fractions.min_by(f32::total_cmp);
            assert_eq!(sweep(&geometry).map(|it| it.fraction), first);
            hits += u32::from(first.is_some());
        }
        assert!((5..20).contains(&hits), "{hits}");
    }
}
