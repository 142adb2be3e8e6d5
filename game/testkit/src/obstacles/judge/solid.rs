//! Distances from the shapes of obstacles, in double precision.

use super::Point;
use crate::judge::{self, Judge};
use flock_sim::{obstacles::ObstacleShape, Vec3};
use std::{collections::HashSet, fmt};

/// Height of a point over a plane below which it lies in it, as a share of the size of the hull.
const IN_PLANE: f64 = 1e-9;

/// Number of triangles of a mesh from which they are searched in a grid.
const MANY: usize = 100;

/// A shape in its own frame.
#[derive(Debug)]
pub enum Solid {
    /// All places within `radius` of a line, which may be a point.
    Rounded {
        ends: [Point; 2],
        radius: f64,
    },
    Box(Point),
    Hull {
        /// Each with its unit normal outwards. Those of a face with many corners overlap.
        faces: Vec<([Point; 3], Point)>,
    },
    Mesh(Mesh),
}

/// The triangles of a mesh.
pub struct Mesh {
    triangles: Vec<[Vec3; 3]>,
    /// True if every edge has a triangle on either side, all of them wound alike.
    is_closed: bool,
    /// The triangles in a grid, and the size of its cells in metres; `None` for a few.
    grid: Option<(Judge, f64)>,
}

impl fmt::Debug for Mesh {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "a mesh of {} triangles", self.triangles.len())
    }
}

impl Mesh {
    fn new(triangles: &[[Vec3; 3]]) -> Self {
        let grid = (triangles.len() >= MANY).then(|| {
            let cell = 8.0 * reach_of(triangles) / (triangles.len() as f64).sqrt();
            (Judge::new(triangles, cell), cell)
        });
        Self {
            triangles: triangles.to_vec(),
            is_closed: is_closed(triangles),
            grid,
        }
    }

    fn distance(&self, at: Point) -> f64 {
        let distance = self.distance_from_surface(at);
        let is_inside =
            self.is_closed && judge::winding_number(&self.triangles, at.cast::<f32>()) > 0.5;
        if is_inside {
            -distance
        } else {
            distance
        }
    }

    fn distance_from_surface(&self, at: Point) -> f64 {
        if let Some((judge, cell)) = &self.grid {
            let mut near = [0.5, 2.0].into_iter();
            let found = near.find_map(|cells: f64| judge.nearest_to(at.into(), cells * cell));
            if let Some(distance) = found {
                return distance;
            }
        }
        let exact = |it: &[Vec3; 3]| it.map(|corner| corner.cast::<f64>().into());
        let triangles = self.triangles.iter();
        let distances = triangles.map(|it| judge::distance(&exact(it), at.into()));
        distances.fold(f64::INFINITY, f64::min)
    }
}

/// Distance of the farthest corner from the origin.
fn reach_of(triangles: &[[Vec3; 3]]) -> f64 {
    let corners = triangles.iter().flatten();
    let reach = corners.map(|corner| corner.cast::<f64>().norm());
    reach.fold(0.0, f64::max)
}

impl Solid {
    pub fn new(shape: &ObstacleShape) -> Self {
        match shape {
            ObstacleShape::Sphere { radius } => Self::Rounded {
                ends: [Point::zeros(); 2],
                radius: f64::from(*radius),
            },
            ObstacleShape::Capsule { start, end, radius } => Self::Rounded {
                ends: [start.cast(), end.cast()],
                radius: f64::from(*radius),
            },
            ObstacleShape::Box { half_extents } => Self::Box(half_extents.cast()),
            ObstacleShape::ConvexHull { points } => Self::Hull {
                faces: faces(points),
            },
            ObstacleShape::Mesh(mesh) => Self::Mesh(Mesh::new(mesh.triangles())),
        }
    }

    /// Distance of a place from the surface, negative inside. An open mesh has no inside.
    pub fn distance(&self, at: Point) -> f64 {
        match self {
            Self::Rounded {
                ends: [start, end],
                radius,
            } => {
                let along = end - start;
                let squared = along.norm_squared().max(f64::MIN_POSITIVE);
                let share = (at - start).dot(&along) / squared;
                (at - start - along * share.clamp(0.0, 1.0)).norm() - radius
            }
            Self::Box(half) => {
                let beyond = at.abs() - half;
                beyond.sup(&Point::zeros()).norm() + beyond.max().min(0.0)
            }
            Self::Hull { faces } => {
                let heights = faces
                    .iter()
                    .map(|(corners, normal)| normal.dot(&(at - corners[0])));
                let highest = heights.fold(f64::NEG_INFINITY, f64::max);
                if highest <= 0.0 {
                    return highest;
                }
                let distances = faces.iter().map(|(corners, _)| {
                    judge::distance(&corners.map(|corner| corner.into()), at.into())
                });
                distances.fold(f64::INFINITY, f64::min)
            }
            Self::Mesh(mesh) => mesh.distance(at),
        }
    }

    /// Distance of the farthest point from the origin of the shape.
    pub fn reach(&self) -> f64 {
        match self {
            Self::Rounded { ends, radius } => ends[0].norm().max(ends[1].norm()) + radius,
            Self::Box(half) => half.norm(),
            Self::Hull { faces } => {
                let corners = faces.iter().flat_map(|(corners, _)| corners);
                corners.map(|corner| corner.norm()).fold(0.0, f64::max)
            }
            Self::Mesh(mesh) => reach_of(&mesh.triangles),
        }
    }
}

/// True if the reverse of every edge is an edge, too, and no edge is there twice.
fn is_closed(triangles: &[[Vec3; 3]]) -> bool {
    let bits = |corner: Vec3| <[u32; 3]>::from(corner.map(|x| (x + 0.0).to_bits()));
    let edges = triangles
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]].map(|[from, to]| [bits(from), bits(to)]));
    let all: HashSet<_> = { edges.clone() }.collect();
    all.len() == 3 * triangles.len() && { edges }.all(|[from, to]| all.contains(&[to, from]))
}

/// Every triangle of three points that has all others on one side.
fn faces(points: &[Vec3]) -> Vec<([Point; 3], Point)> {
    let points: Vec<Point> = points.iter().map(|point| point.cast()).collect();
    let count = points.len();
    let size = points
        .iter()
        .map(|it| (it - points[0]).norm())
        .fold(0.0, f64::max);
    let triples = (0..count)
        .flat_map(|a| (0..a).flat_map(move |b| (0..b).map(move |c| [a, b, c])))
        .map(|triple| triple.map(|index| points[index]));
    let face = |corners: [Point; 3]| {
        let [a, b, c] = corners;
        let across = (b - a).cross(&(c - a));
        let normal = across.try_normalize(IN_PLANE * size * size)?;
        let heights = points.iter().map(|it| normal.dot(&(it - a)));
        let (low, high) = heights.fold((0.0_f64, 0.0_f64), |(low, high), height| {
            (low.min(height), high.max(height))
        });
        match (low > -IN_PLANE * size, high < IN_PLANE * size) {
            (_, true) => Some((corners, normal)),
            (true, _) => Some((corners, -normal)),
            _ => None,
        }
    };
    triples.filter_map(face).collect()
}
