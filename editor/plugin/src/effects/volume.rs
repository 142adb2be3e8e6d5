//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Volume.

use super::{mesh_edges::meshes_of, prelude::*};
use fyrox::{
    core::pool::Handle,
    scene::{
        graph::Graph,
        node::{Node, NodeTrait},
    },
};
use fyrox_flock::{
    scripts::{EffectShape, FlockVolume, Strength},
    sim::Vec3,
};

impl EffectEditor for FlockVolume {
    fn draw(&self, pen: &mut Pen) {
        pen.shape(&self.shape, 0.0, EFFECT);
        pen.shape(&self.shape, self.strength.reach, REACH);
    }

    fn sizes(&self) -> Vec<(Size, f32)> {
        match *self.shape {
            EffectShape::Mesh { .. } => vec![(Size::Reach, self.strength.reach)],
            _ => sizes_of(&self.shape),
        }
    }

    fn set_size(&mut self, size: Size, to: f32) {
        if size == Size::Reach {
            let reach = to;
            let strength = Strength {
                reach,
                ..*self.strength
            };
            self.strength.set_value_and_mark_modified(strength);
        } else {
            let shape = resized(*self.shape, size, to);
            self.shape.set_value_and_mark_modified(shape);
        }
    }

    /// The top of the mesh.
    fn origin(&self, graph: &Graph, node: Handle<Node>) -> Option<Vec3> {
        let EffectShape::Mesh { node: chosen } = *self.shape else {
            return None;
        };
        let chosen = if chosen.is_none() { node } else { chosen };
        top(graph, chosen)
    }
}

/// The middle of the upper side of the box around the meshes at a node and below it.
fn top(graph: &Graph, node: Handle<Node>) -> Option<Vec3> {
    let boxes = meshes_of(graph, node).map(|mesh| mesh.world_bounding_box());
    let around = boxes.reduce(|mut all, next| {
        all.add_box(next);
        all
    })?;
    let center = around.center();
    Some(Vec3::new(center.x, around.max.y, center.z))
}
