//! Lines that outline a script in the scene view.

use super::mesh_edges::MeshEdges;
use crate::{
    arrow::draw_arrow,
    flock_outlines::{draw_region, draw_sphere},
};
use fyrox::{
    core::{algebra::Matrix4, color::Color, pool::Handle},
    scene::{
        debug::{Line, SceneDrawingContext},
        graph::Graph,
        node::Node,
    },
};
use fyrox_flock::{
    scripts::{EffectShape, Strength},
    sim::{settings::Region, Vec3},
};

/// The shape of an effect.
pub(super) const EFFECT: Color = Color::opaque(255, 200, 70);
/// The reach of an effect.
pub(super) const REACH: Color = Color::opaque(130, 105, 50);
/// Places where boids appear.
pub(super) const START: Color = Color::opaque(110, 220, 110);
/// Places where boids are removed, and predators.
pub(super) const DANGER: Color = Color::opaque(220, 110, 110);

/// Draws in the frame of the script's node, without its scale. Values that are not finite are not
/// drawn, because the inspector accepts any value.
pub(super) struct Pen<'a> {
    pub(super) graph: &'a Graph,
    /// The node of the script.
    pub(super) node: Handle<Node>,
    pub(super) context: &'a mut SceneDrawingContext,
    meshes: &'a mut MeshEdges,
    frame: Matrix4<f32>,
}

impl<'a> Pen<'a> {
    /// `None` if the transform of the node is not finite.
    pub(super) fn new(
        graph: &'a Graph,
        node: Handle<Node>,
        meshes: &'a mut MeshEdges,
        context: &'a mut SceneDrawingContext,
    ) -> Option<Self> {
        let frame = crate::scene_flocks::frame(graph, node);
        let is_finite = frame.iter().all(|x| x.is_finite());
        is_finite.then_some(Self {
            graph,
            node,
            context,
            meshes,
            frame,
        })
    }

    /// The world position of the node.
    pub(super) fn position(&self) -> Vec3 {
        self.graph[self.node].global_position()
    }

    /// From now on, draws around a world position, along the world's axes.
    pub(super) fn move_to(&mut self, point: Vec3) {
        self.frame = Matrix4::new_translation(&point);
    }

    /// From now on, draws with the scale of the node.
    pub(super) fn use_scale(&mut self) {
        self.frame = self.graph[self.node].global_transform();
    }

    pub(super) fn arrow(&mut self, begin: Vec3, end: Vec3, color: Color) {
        let [begin, end] = [begin, end].map(|it| self.frame.transform_point(&it.into()).coords);
        if begin.iter().chain(&end).all(|x| x.is_finite()) {
            draw_arrow(begin, end, color, self.context);
        }
    }

    pub(super) fn sphere(&mut self, radius: f32, color: Color) {
        self.sphere_at(Vec3::zeros(), radius, color);
    }

    pub(super) fn sphere_at(&mut self, center: Vec3, radius: f32, color: Color) {
        if center.iter().all(|x| x.is_finite()) && radius.is_finite() && radius > 0.0 {
            draw_sphere(center, radius, &self.frame, color, self.context);
        }
    }

    /// The reach around a sphere, if the strength falls off within a visible distance.
    pub(super) fn reach(&mut self, strength: &Strength, radius: f32) {
        self.sphere(radius + strength.reach, REACH);
    }

    /// Two spheres at the ends of a line through a point, and lines between them.
    pub(super) fn capsule(
        &mut self,
        center: Vec3,
        [half, radius]: [f32; 2],
        along: Vec3,
        color: Color,
    ) {
        if !(half.is_finite() && radius.is_finite()) {
            return;
        }
        for end in [along * half, -along * half] {
            draw_sphere(center + end, radius, &self.frame, color, self.context);
        }
        let aside = [0, 1, 2].map(|axis| {
            let mut aside = Vec3::zeros();
            aside[axis] = radius;
            aside - along * aside.dot(&along)
        });
        for side in aside.into_iter().flat_map(|side| [side, -side]) {
            let [begin, end] = [half, -half].map(|half| center + side + along * half);
            let place = |at: Vec3| self.frame.transform_point(&at.into()).coords;
            let (begin, end) = (place(begin), place(end));
            self.context.add_line(Line { begin, end, color });
        }
    }

    /// The node with the meshes that a field chooses; [`Handle::NONE`] stands for the node of the
    /// script.
    pub(super) fn chosen(&self, node: Handle<Node>) -> Handle<Node> {
        if node.is_none() {
            self.node
        } else {
            node
        }
    }

    /// The edges of the meshes at a node and below it, in world space, moved outward by some metres.
    pub(super) fn edges(&mut self, node: Handle<Node>, outward: f32) -> Vec<[Vec3; 2]> {
        self.meshes.of(self.graph, node, outward)
    }

    pub(super) fn region(&mut self, region: &Region, color: Color) {
        draw_region(region, &self.frame, color, self.context);
    }

    /// A shape enlarged by some metres.
    pub(super) fn shape(&mut self, shape: &EffectShape, larger: f32, color: Color) {
        match *shape {
            EffectShape::Sphere { radius } => self.sphere(radius + larger, color),
            EffectShape::Box { half_extents } => {
                let max = half_extents.add_scalar(larger);
                self.region(&Region::Box { min: -max, max }, color);
            }
            EffectShape::Capsule {
                half_height,
                radius,
            } => self.capsule(
                Vec3::zeros(),
                [half_height, radius + larger],
                Vec3::y(),
                color,
            ),
            EffectShape::Mesh { node } => {
                for [begin, end] in self.edges(self.chosen(node), larger) {
                    self.context.add_line(Line { begin, end, color });
                }
            }
        }
    }
}
