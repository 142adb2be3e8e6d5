//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Path. Its points are child nodes.

use super::prelude::*;
use crate::flock_outlines::SIDES;
use fyrox::{
    core::algebra::Matrix4,
    scene::{debug::Line, node::Node, pivot::PivotBuilder},
};
use fyrox_flock::{scripts::FlockPath, sim::Vec3};

/// Points of a new path, relative to its node, in metres.
const POINTS: [Vec3; 4] = [
    Vec3::new(-3.0, 0.0, 0.0),
    Vec3::new(-1.0, 0.0, 1.0),
    Vec3::new(1.0, 0.0, -1.0),
    Vec3::new(3.0, 0.0, 0.0),
];

impl EffectEditor for FlockPath {
    fn new_children() -> Vec<Node> {
        let points = POINTS.iter().enumerate();
        let node = |(index, at): (usize, &Vec3)| {
            let base = pivot(&format!("Point {}", index + 1), *at);
            PivotBuilder::new(base).build_node()
        };
        points.map(node).collect()
    }

    /// The curve, with circles of the tube around it.
    fn draw(&self, pen: &mut Pen) {
        let curve = self.curve(pen.graph, pen.node);
        if !curve.iter().flatten().all(|x| x.is_finite()) {
            return;
        }
        for pair in curve.windows(2) {
            pen.context.add_line(Line {
                begin: pair[0],
                end: pair[1],
                color: EFFECT,
            });
        }
        for pair in curve.chunks(8).filter(|chunk| chunk.len() > 1) {
            let along = pair[1] - pair[0];
            if along.norm() > 1e-6 && self.radius.is_finite() {
                // The circle lies in the XY plane of its frame.
                let toward =
                    Matrix4::face_towards(&pair[0].into(), &pair[1].into(), &upward(along));
                pen.context
                    .draw_circle(Vec3::zeros(), *self.radius, SIDES, toward, REACH);
            }
        }
    }
}

/// A vector that is not parallel to `along`.
fn upward(along: Vec3) -> Vec3 {
    if along.xz().norm() > 1e-3 * along.norm() {
        Vec3::y()
    } else {
        Vec3::x()
    }
}
