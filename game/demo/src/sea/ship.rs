//! The script of a ship that sails in waves.

use super::waves::height;
use fyrox::{
    core::{
        algebra::{Isometry3, Translation3, UnitQuaternion, Vector2, Vector3},
        reflect::prelude::*,
        type_traits::prelude::*,
        variable::InheritableVariable,
        visitor::prelude::*,
    },
    graph::SceneGraph,
    plugin::error::GameResult,
    scene::{node::Node, rigidbody::RigidBody},
    script::{ScriptContext, ScriptTrait},
};
use std::f32::consts::TAU;

/// Fraction of the slope of the water by which a ship tilts: it is longer than the small waves.
const TILT: f32 = 0.8;

/// Sails its node around an ellipse in the waves of a [`Sea`](super::Sea). The initial place of the
/// node is the end of the ellipse along +X. The ship looks along +Z of the node, and its waterline is
/// at the height 0. On a kinematic body, it moves the body.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "e3a64f07-91bd-4c58-8d20-7f5b1c9e6a38")]
#[visit(optional)]
pub struct Ship {
    /// Radii of the ellipse along X and Z, in metres. Default: 15, 9.
    pub radii: InheritableVariable<Vector2<f32>>,
    /// Time of a round, in seconds. At least 0.1; default 36.
    #[reflect(min_value = 0.1, step = 0.5)]
    pub period: InheritableVariable<f32>,
    /// Width and length of the hull, in metres. Each at least 0.1; default 3, 9.
    pub size: InheritableVariable<Vector2<f32>>,

    #[visit(skip)]
    #[reflect(hidden)]
    middle: Option<Vector3<f32>>,
    /// Time since the start, in seconds.
    #[visit(skip)]
    #[reflect(hidden)]
    time: f32,
}

impl Default for Ship {
    fn default() -> Self {
        Self {
            radii: Vector2::new(15.0, 9.0).into(),
            period: 36.0.into(),
            size: Vector2::new(3.0, 9.0).into(),
            middle: None,
            time: 0.0,
        }
    }
}

impl Ship {
    /// The pose at a time, in seconds, of a ship whose ellipse has this middle.
    fn pose(&self, middle: &Vector3<f32>, time: f32) -> Isometry3<f32> {
        let (sin, cos) = (TAU * time / self.period.max(0.1)).sin_cos();
        let place = middle.xz() + Vector2::new(self.radii.x * cos, self.radii.y * sin);
        let way = Vector2::new(-self.radii.x * sin, self.radii.y * cos);
        let ahead = way.try_normalize(0.0).unwrap_or(Vector2::y());
        // +X of the ship is on its left.
        let left = Vector2::new(ahead.y, -ahead.x);
        let [width, length] = [self.size.x, self.size.y].map(|size| 0.5 * size.max(0.1));
        let heights = [ahead * length, -ahead * length, left * width, -left * width]
            .map(|offset| height(place + offset, time));
        let [bow, stern, port, starboard] = heights;
        let pitch = -TILT * (bow - stern).atan2(2.0 * length);
        let roll = TILT * (port - starboard).atan2(2.0 * width);
        let turn = |axis, angle| UnitQuaternion::from_axis_angle(&axis, angle);
        let rotation = turn(Vector3::y_axis(), ahead.x.atan2(ahead.y))
            * turn(Vector3::x_axis(), pitch)
            * turn(Vector3::z_axis(), roll);
        let level = middle.y + heights.iter().sum::<f32>() / 4.0;
        let position = Translation3::new(place.x, level, place.y);
        Isometry3::from_parts(position, rotation)
    }
}

fn place(node: &mut Node, pose: Isometry3<f32>) {
    if let Some(body) = node.cast_mut::<RigidBody>() {
        return body.set_next_kinematic_position(pose);
    }
    let transform = node.local_transform_mut();
    transform.set_position(pose.translation.vector);
    transform.set_rotation(pose.rotation);
}

impl ScriptTrait for Ship {
    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let node = context.scene.graph.try_get_node_mut(context.handle)?;
        let now = **node.local_transform().position();
        let radius = Vector3::x() * self.radii.x;
        let middle = *self.middle.get_or_insert(now - radius);
        self.time += context.dt;
        place(node, self.pose(&middle, self.time));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ship_looks_ahead_and_lies_on_the_water() {
        let ship = Ship::default();
        let middle = Vector3::new(3.0, 0.5, -20.0);
        for number in 0..200 {
            let time = 0.31 * number as f32;
            let pose = ship.pose(&middle, time);
            let way = ship.pose(&middle, time + 0.05).translation.vector - pose.translation.vector;
            let ahead = pose.rotation * Vector3::z();
            assert!(ahead.dot(&way.normalize()) > 0.95, "at {time} s");
            for tip in [4.5, -4.5] {
                let tip = (pose * Translation3::new(0.0, 0.0, tip)).translation.vector;
                let water = 0.5 + height(tip.xz(), time);
                assert!(
                    (tip.y - water).abs() < 0.25,
                    "at {time} s: {}",
                    tip.y - water
                );
            }
            let port = pose.rotation * Vector3::x();
            let side = pose.translation.vector + port * 1.5;
            let other = pose.translation.vector - port * 1.5;
            let slope = height(side.xz(), time) - height(other.xz(), time);
            // It heels with the water, not against it.
            assert!((side.y - other.y - slope).abs() < slope.abs().max(0.05));
        }
    }
}
