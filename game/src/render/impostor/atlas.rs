//! The texture of an impostor: the pictures of a body from all views, in all poses and patterns.

use super::{
    picture::{Corner, Picture, FINE_SIDE, SIDE},
    poses::POSES_IN_ROW,
    views::{picture_axes, view_direction, VIEWS},
};
use crate::render::{bodies::Canvas, body_mesh::BodyMesh, motion::deform::BodyState};
use fyrox::core::algebra::{Vector2, Vector3, Vector4};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// Number of times that the skin is halved before it is drawn: one of its texels is then about as
/// large as a texel of a picture.
const HALVINGS: usize = 3;

/// Step with which the slope of the surface is measured, as a fraction of the body's length; as in
/// `pose.glsl`.
const SLOPE_STEP: f32 = 0.005;

/// The position of a point of a mesh in a pose, by the body part that it belongs to.
type Moved<'a> = dyn Fn(&BodyState, Vector3<f32>, f32) -> Vector3<f32> + Sync + 'a;

/// The body that the pictures show.
pub(in crate::render) struct Subject<'a> {
    pub mesh: &'a BodyMesh,
    pub skin: &'a Canvas,
    /// Number of patterns in the skin, one in each row.
    pub patterns: u32,
    pub poses: &'a [BodyState],
    pub moved: &'a Moved<'a>,
}

/// The pictures. A pose is a square of views; four poses lie side by side, and the patterns below
/// one another.
pub(in crate::render) struct Atlas {
    pub colors: Canvas,
    /// Normals in the frame of the body, shared by all patterns.
    pub normals: Canvas,
    /// Distance from the middle of a picture to its edges, in metres.
    pub half_width: f32,
}

/// A mesh in a pose.
struct Posed {
    points: Vec<Vector3<f32>>,
    normals: Vec<Vector3<f32>>,
}

impl Subject<'_> {
    pub fn picture(&self) -> Atlas {
        let posed: Vec<Posed> = self.poses.iter().map(|state| self.pose(state)).collect();
        let points = posed.iter().flat_map(|pose| &pose.points);
        let reach = points.map(|point| point.norm()).fold(1e-6, f32::max);
        let half_width = reach * SIDE as f32 / (SIDE as f32 - 2.0);
        let small = (0..HALVINGS).fold(self.skin.clone(), |skin, _| skin.halved());
        let skin = if self.skin.is_haze { self.skin } else { &small };
        // For each picture the normals, then the colours of each pattern.
        let pictures: Vec<Vec<Vec<u8>>> = (0..posed.len() * VIEWS * VIEWS)
            .into_par_iter()
            .map(|number| {
                let (view, pose) = (number % (VIEWS * VIEWS), number / (VIEWS * VIEWS));
                let view = Vector2::new((view % VIEWS) as f32, (view / VIEWS) as f32);
                let picture = self.view(&posed[pose], view_direction(view), half_width);
                let normals =
                    picture.bytes(|shown| shown.normal.normalize().map(|x| 0.5 * x + 0.5));
                let color = |pattern| {
                    picture.bytes(|shown| self.in_pattern(skin, shown.tex_coord, pattern).xyz())
                };
                let colors = (0..self.patterns).map(color);
                [normals].into_iter().chain(colors).collect()
            })
            .collect();
        let layers = 1..=self.patterns as usize;
        Atlas {
            colors: assemble(&pictures, layers),
            normals: assemble(&pictures, 0..=0),
            half_width,
        }
    }

    fn pose(&self, state: &BodyState) -> Posed {
        let z = self.mesh.vertices.iter().map(|vertex| vertex.position.z);
        let length = z.clone().fold(f32::MIN, f32::max) - z.fold(f32::MAX, f32::min);
        let vertices = self.mesh.vertices.iter();
        let posed = vertices.map(|vertex| {
            let at = |point: Vector3<f32>| (self.moved)(state, point, vertex.part);
            let along = SLOPE_STEP * length * vertex.tangent.xyz();
            let across = vertex.normal.cross(&along);
            let here = at(vertex.position);
            let [along, across] = [along, across].map(|step| at(vertex.position + step) - here);
            let normal = along.cross(&across).try_normalize(1e-20);
            (here, normal.unwrap_or(vertex.normal))
        });
        let (points, normals) = posed.unzip();
        Posed { points, normals }
    }

    fn view(&self, pose: &Posed, direction: Vector3<f32>, half_width: f32) -> Picture {
        let [right, up] = picture_axes(direction);
        let points = pose.points.iter().zip(&pose.normals);
        let corners: Vec<Corner> = points
            .zip(&self.mesh.vertices)
            .map(|((point, &normal), vertex)| {
                let at = Vector2::new(right.dot(point), up.dot(point)) / half_width;
                Corner {
                    at: at.add_scalar(1.0) * (0.5 * FINE_SIDE as f32),
                    nearness: direction.dot(point),
                    tex_coord: vertex.tex_coord,
                    normal,
                }
            })
            .collect();
        // All patterns have the same outline.
        let is_solid = |at: Vector2<f32>| self.in_pattern(self.skin, at, 0).w >= 0.5;
        let mut picture = Picture::new();
        for triangle in &self.mesh.triangles {
            picture.draw(triangle.map(|index| corners[index as usize]), &is_solid);
        }
        picture
    }

    fn in_pattern(&self, skin: &Canvas, at: Vector2<f32>, pattern: u32) -> Vector4<f32> {
        skin.pixel(at.x, (at.y + pattern as f32) / self.patterns as f32)
    }
}

/// Merges some layers of all pictures into one canvas, one below the other.
fn assemble(pictures: &[Vec<Vec<u8>>], layers: RangeInclusive<usize>) -> Canvas {
    let square = VIEWS * SIDE;
    let rows_of_poses = pictures.len() / (VIEWS * VIEWS * POSES_IN_ROW);
    let width = POSES_IN_ROW * square;
    let mut bytes = Vec::new();
    for layer in layers {
        for line in 0..rows_of_poses * square {
            let (row, line) = (line / SIDE, line % SIDE);
            for column in 0..POSES_IN_ROW * VIEWS {
                let pose = row / VIEWS * POSES_IN_ROW + column / VIEWS;
                let view = row % VIEWS * VIEWS + column % VIEWS;
                let picture = &pictures[pose * VIEWS * VIEWS + view][layer];
                bytes.extend_from_slice(&picture[4 * SIDE * line..][..4 * SIDE]);
            }
        }
    }
    Canvas {
        width: width as u32,
        height: (bytes.len() / (4 * width)) as u32,
        bytes,
        is_haze: false,
    }
}
