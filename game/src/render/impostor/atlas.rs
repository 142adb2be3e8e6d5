//! The texture of an impostor: the pictures of a body from all views, in all poses and patterns.

use super::{
    picture::{Corner, Picture, Shown, FINE_SIDE, SIDE},
    poses::POSES_IN_ROW,
    skin::Skin,
    views::{picture_axes, view_direction, VIEWS},
};
use crate::render::{
    bodies::Canvas,
    body_mesh::BodyMesh,
    posing::{Point, Posing},
};
use fyrox::core::algebra::{Vector2, Vector3};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// The body that the pictures show.
pub(in crate::render) struct Subject<'a> {
    pub surfaces: Vec<Surface<'a>>,
    /// Number of patterns in the skins.
    pub patterns: u32,
    pub posing: &'a Posing,
}

/// A surface of the body.
pub(in crate::render) struct Surface<'a> {
    pub mesh: &'a BodyMesh,
    pub skin: Skin,
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

/// The vertices of each surface in a pose.
type Posed = Vec<Vec<Point>>;

impl Subject<'_> {
    pub fn picture(&self) -> Atlas {
        let posed: Vec<Posed> = (0..self.posing.count()).map(|it| self.pose(it)).collect();
        let points = posed.iter().flatten().flatten();
        let reach = points.map(|(point, _)| point.norm()).fold(1e-6, f32::max);
        let half_width = reach * SIDE as f32 / (SIDE as f32 - 2.0);
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
                    let skin = |shown: &Shown| &self.surfaces[shown.surface].skin;
                    picture.bytes(|shown| skin(shown).color(shown.tex_coord, pattern))
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

    fn pose(&self, pose: usize) -> Posed {
        let surfaces = self.surfaces.iter().map(|surface| {
            let vertices = surface.mesh.vertices.iter();
            vertices.map(|it| self.posing.vertex(pose, it)).collect()
        });
        surfaces.collect()
    }

    fn view(&self, posed: &Posed, direction: Vector3<f32>, half_width: f32) -> Picture {
        let [right, up] = picture_axes(direction);
        let mut picture = Picture::new();
        for (number, (surface, points)) in self.surfaces.iter().zip(posed).enumerate() {
            let vertices = points.iter().zip(&surface.mesh.vertices);
            let corners: Vec<Corner> = vertices
                .map(|(&(point, normal), vertex)| {
                    let at = Vector2::new(right.dot(&point), up.dot(&point)) / half_width;
                    Corner {
                        at: at.add_scalar(1.0) * (0.5 * FINE_SIDE as f32),
                        nearness: direction.dot(&point),
                        tex_coord: vertex.tex_coord,
                        normal,
                    }
                })
                .collect();
            let is_solid = |at: Vector2<f32>| surface.skin.is_solid(at);
            for triangle in &surface.mesh.triangles {
                let corners = triangle.map(|index| corners[index as usize]);
                picture.draw(number, corners, &is_solid);
            }
        }
        picture
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
