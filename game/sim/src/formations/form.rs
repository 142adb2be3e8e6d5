//! How the places of a formation lie.

use super::{
    axes, curve, farthest::farthest_first, form_mesh::FormMesh, lattice, round, rows,
    surface::SurfacePoints, volume::VolumePoints,
};
use crate::{math::Vec3, settings::Plane};
use serde::{Deserialize, Serialize};

/// How the places of a formation lie.
///
/// # Axes
///
/// Places are in the frame of the formation, in metres. In three dimensions +Z is ahead, +Y is up,
/// and +X is to the left of who looks ahead, the third axis of a right-handed frame, as for the
/// bodies of boids. The first place of `Vee` and `Wedge` is the origin, as is the middle of the
/// first row of `Column`; the others lie behind. `Circle`, `Sphere` and `Grid` are centred at the
/// origin. The other forms are where their points are.
///
/// In a planar flock all places have the coordinate 0 along the normal of the plane. Ahead is +Z
/// for [`Plane::Xz`] and [`Plane::Yz`], and +Y for [`Plane::Xy`]; see [`ahead`](Self::ahead).
/// To the side is +X, for [`Plane::Yz`] +Y. Forms of given points are moved along the normal into
/// the plane.
///
/// # Distances
///
/// The distance between neighbours is the spacing: exactly for `Vee` within an arm, `Wedge`,
/// `Column` and `Grid`; along the arc for `Circle`; on average for `Sphere`. The other forms ignore
/// the spacing, because they have a size of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Form {
    /// Two arms from a tip backwards, as a flight of geese: the first place is the tip, then
    /// places of the left and the right arm take turns. Horizontal in three dimensions.
    ///
    /// The k-th places of both arms are 2 k sin(`angle` / 2) spacings apart. So below 60° the first
    /// places of the arms are nearer to each other than to the tip.
    Vee {
        /// Angle between the arms, in degrees. 10 to 180; a usual value is 70.
        angle: f32,
    },
    /// A filled triangle: rows of 1, 2, 3, ... places from the tip backwards, in a triangular
    /// lattice. Horizontal in three dimensions.
    Wedge,
    /// Rows one behind another. Horizontal in three dimensions.
    Column {
        /// Number of places in a row. 1 to 10,000.
        abreast: u32,
    },
    /// A ring, whose circumference is the spacing times the number of places. Horizontal in three
    /// dimensions.
    ///
    /// The first place is ahead, the others follow on the side of +X.
    Circle,
    /// The surface of a ball, evenly: a Fibonacci lattice (Swinbank and Purser 2006; González
    /// 2010). In a planar flock it is a filled disc: a sunflower (Vogel 1979).
    ///
    /// Each place has the area spacing². So the radius of the ball is spacing · √(count / 4π), that
    /// of the disc spacing · √(count / π).
    Sphere,
    /// A cubic lattice, as near to a cube as the count permits; a square lattice in a planar flock.
    Grid,
    /// The first of the given places.
    Points {
        /// 1 to 100,000 places, in metres. Within ±10,000 in every component.
        points: Vec<Vec3>,
    },
    /// Along a smooth curve (centripetal Catmull-Rom, as a
    /// [`Path`](crate::influences::InfluenceKind::Path)), with the same distance along the curve
    /// between neighbours.
    ///
    /// The ends of an open curve are places. A single place is in the middle of an open curve, and
    /// at the first point of a closed one.
    Curve {
        /// 2 to 64 points through which the curve leads, in metres. Within ±10,000 in every
        /// component. No point may equal the point before it.
        points: Vec<Vec3>,
        /// True for a closed curve, which leads from the last point to the first.
        is_loop: bool,
    },
    /// Over the triangles of a mesh, open or closed, evenly by area: a logo, a text, an animal. In a
    /// planar flock its silhouette along the normal is filled.
    ///
    /// Each place is the farthest of many points of the surface from all places before it (Eldar et
    /// al. 1997). So any number of places shows the shape, and corners and rims get places early.
    /// Places are at least about 0.6 times as far apart as in the densest possible arrangement.
    /// 20,000 places take some hundredths of a second on one thread; the number of triangles hardly
    /// matters.
    Surface(FormMesh),
    /// Inside of a closed mesh, evenly by volume. In a planar flock its silhouette along the normal
    /// is filled.
    ///
    /// The order is as for `Surface`, so a few places lie mostly at the surface. It takes about twice
    /// the time. A point is inside if a line from it crosses the mesh an odd number of times, so the
    /// winding does not matter, and where two parts of the mesh overlap it is outside. A mesh that is
    /// too thin to find its inside gets the places of its surface.
    Volume(FormMesh),
}

impl Form {
    /// At most `count` places, in metres, in the frame of the formation.
    ///
    /// There are `count` places, except that `Points` has no more places than points, and that a
    /// form that [`validate`](Self::validate) refuses may have none. The same form, count and
    /// spacing give the same bits on every machine. `spacing` is in metres; a negative or infinite
    /// spacing and NaN count as 0.
    ///
    /// ```
    /// use flock_sim::{formations::Form, settings::Plane, Vec3};
    ///
    /// let places = Form::Vee { angle: 180.0 }.places(3, 2.0, Plane::All);
    /// assert_eq!(places[0], Vec3::zeros());
    /// assert!((places[1] - Vec3::new(2.0, 0.0, 0.0)).norm() < 1e-6);
    /// assert!((places[2] - Vec3::new(-2.0, 0.0, 0.0)).norm() < 1e-6);
    /// ```
    pub fn places(&self, count: usize, spacing: f32, plane: Plane) -> Vec<Vec3> {
        let spacing = if spacing.is_finite() {
            f64::from(spacing.max(0.0))
        } else {
            0.0
        };
        match self {
            Self::Vee { angle } => rows::vee(count, *angle, spacing, plane),
            Self::Wedge => rows::wedge(count, spacing, plane),
            Self::Column { abreast } => rows::column(count, *abreast, spacing, plane),
            Self::Circle => round::circle(count, spacing, plane),
            Self::Sphere if plane == Plane::All => round::sphere(count, spacing),
            Self::Sphere => round::disc(count, spacing, plane),
            Self::Grid if plane == Plane::All => lattice::cube(count, spacing),
            Self::Grid => lattice::square(count, spacing, plane),
            Self::Points { points } => {
                let first = points.iter().take(count);
                first.map(|it| axes::projected(plane, *it)).collect()
            }
            Self::Curve { points, is_loop } => curve::along(count, points, *is_loop, plane),
            Self::Surface(mesh) | Self::Volume(mesh) if mesh.check().is_err() => Vec::new(),
            Self::Surface(mesh) => surface_places(count, mesh, plane),
            Self::Volume(mesh) => volume_places(count, mesh, plane),
        }
    }

    /// True if places stay where they are when the formation gets more of them: fewer places are
    /// the first of more places.
    ///
    /// So if a boid joins a `Vee`, no other boid needs to move. If this is false, all places move.
    pub fn grows(&self, plane: Plane) -> bool {
        match self {
            Self::Vee { .. } | Self::Wedge | Self::Column { .. } | Self::Points { .. } => true,
            Self::Surface(_) | Self::Volume(_) => true,
            Self::Sphere => plane != Plane::All,
            Self::Circle | Self::Grid | Self::Curve { .. } => false,
        }
    }

    /// False for a form with a size of its own.
    pub(crate) fn has_spacing(&self) -> bool {
        match self {
            Self::Vee { .. } | Self::Wedge | Self::Column { .. } => true,
            Self::Circle | Self::Sphere | Self::Grid => true,
            Self::Points { .. } | Self::Curve { .. } | Self::Surface(_) | Self::Volume(_) => false,
        }
    }

    /// Shares the triangles of an equal form.
    pub(crate) fn share_mesh(&mut self, equal: &Self) {
        if let Self::Surface(_) | Self::Volume(_) = equal {
            *self = equal.clone();
        }
    }

    /// The unit vector ahead, in the frame of a formation of a flock that moves in this plane.
    pub fn ahead(plane: Plane) -> Vec3 {
        axes::ahead(plane)
    }
}

/// Places inside of a mesh; when no more are found, on its surface.
fn volume_places(count: usize, mesh: &FormMesh, plane: Plane) -> Vec<Vec3> {
    let mut inside = VolumePoints::new(mesh, plane);
    let mut surface = SurfacePoints::new(mesh, plane);
    farthest_first(count, || {
        let point = inside.as_mut().and_then(VolumePoints::next);
        point.or_else(|| surface.as_mut().map(SurfacePoints::next))
    })
}

fn surface_places(count: usize, mesh: &FormMesh, plane: Plane) -> Vec<Vec3> {
    let points = SurfacePoints::new(mesh, plane);
    points.map_or(Vec::new(), |mut points| {
        farthest_first(count, || Some(points.next()))
    })
}
