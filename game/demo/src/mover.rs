//! The script of the moving objects in the playground: lamps, doors, lifts.

use crate::usable::Usable;
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
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
use strum_macros::{AsRefStr, EnumString, VariantNames};

/// Moves its node on a course that starts at the node's initial place.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "7d0c2f94-5b1e-4a86-9c37-e28f6b40d15a")]
#[visit(optional)]
pub struct Mover {
    /// The course. Default: back and forth.
    pub course: InheritableVariable<Course>,
    /// Vector to the other end, or the radii of a circle along the axes, in metres. Default: (0, 1,
    /// 0).
    pub way: InheritableVariable<Vector3<f32>>,
    /// Time of the whole course and back, in seconds. At least 0.1; default 10.
    #[reflect(min_value = 0.1, step = 0.5)]
    pub period: InheritableVariable<f32>,
    /// The action in the player's prompt. Default: empty.
    pub prompt: InheritableVariable<String>,

    #[visit(skip)]
    #[reflect(hidden)]
    start: Option<Vector3<f32>>,
    /// Fraction of the course; for a door, how far it is open.
    #[visit(skip)]
    #[reflect(hidden)]
    phase: f32,
    #[visit(skip)]
    #[reflect(hidden)]
    is_open: bool,
}

/// A course of a [`Mover`].
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Reflect,
    Visit,
    TypeUuidProvider,
    AsRefStr,
    EnumString,
    VariantNames,
)]
#[type_uuid(id = "b83f61e0-2a9d-47c5-8e14-90d7c5a3f26b")]
pub enum Course {
    /// To the other end and back, slow at both ends.
    #[default]
    Swing,
    /// Around an ellipse in the horizontal plane, up and down twice in each round, facing forward.
    Circle,
    /// Rotates about the vertical axis in place.
    Turn,
    /// To the other end when the player uses it, and back when the player uses it again.
    Door,
}

impl Default for Mover {
    fn default() -> Self {
        Self {
            course: Course::default().into(),
            way: Vector3::y().into(),
            period: 10.0.into(),
            prompt: String::new().into(),
            start: None,
            phase: 0.0,
            is_open: false,
        }
    }
}

impl Mover {
    /// A mover with a course, its vector in metres, and its period in seconds.
    pub fn new(course: Course, way: Vector3<f32>, period: f32) -> Self {
        Self {
            course: course.into(),
            way: way.into(),
            period: period.into(),
            ..Self::default()
        }
    }

    /// The same mover, usable by the player.
    pub fn with_prompt(self, prompt: &str) -> Self {
        let prompt = prompt.to_string().into();
        Self { prompt, ..self }
    }

    /// Advances by `seconds`. Returns the position relative to the start, and a rotation about the
    /// vertical axis in radians if the course rotates the node.
    fn advance(&mut self, seconds: f32) -> (Vector3<f32>, Option<f32>) {
        let step = seconds / self.period.max(0.1);
        let way = *self.way;
        if *self.course == Course::Door {
            // Half of the period for each direction.
            let to = f32::from(u8::from(self.is_open));
            self.phase += (to - self.phase).clamp(-2.0 * step, 2.0 * step);
            return (way * self.phase, None);
        }
        self.phase = (self.phase + step).rem_euclid(1.0);
        let angle = self.phase * TAU;
        let (sin, cos) = angle.sin_cos();
        match *self.course {
            Course::Swing | Course::Door => (way * (0.5 - 0.5 * cos), None),
            Course::Turn => (Vector3::zeros(), Some(angle)),
            Course::Circle => {
                let place = Vector3::new(way.x * cos, way.y * (2.0 * angle).sin(), way.z * sin);
                (place, Some((-way.x * sin).atan2(way.z * cos)))
            }
        }
    }
}

impl Usable for Mover {
    fn prompt(&self) -> &str {
        &self.prompt
    }

    fn use_it(&mut self) {
        self.is_open = !self.is_open;
    }
}

/// Moves a node. A rigid body is moved as a kinematic body, so that it carries objects on it.
fn place(node: &mut Node, position: Vector3<f32>, turn: Option<f32>) {
    if let Some(body) = node.cast_mut::<RigidBody>() {
        return body.set_next_kinematic_translation(position);
    }
    let transform = node.local_transform_mut();
    transform.set_position(position);
    if let Some(angle) = turn {
        transform.set_rotation(UnitQuaternion::from_axis_angle(&Vector3::y_axis(), angle));
    }
}

impl ScriptTrait for Mover {
    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        let node = context.scene.graph.try_get_node_mut(context.handle)?;
        let now = **node.local_transform().position();
        let start = *self.start.get_or_insert(now);
        let (offset, turn) = self.advance(context.dt);
        place(node, start + offset, turn);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mover(course: Course) -> Mover {
        Mover {
            course: course.into(),
            way: Vector3::new(2.0, 0.0, 0.0).into(),
            period: 4.0.into(),
            ..Mover::default()
        }
    }

    #[test]
    fn a_swing_is_at_the_other_end_after_half_its_time() {
        let mut swing = mover(Course::Swing);
        assert!((swing.advance(2.0).0.x - 2.0).abs() < 1e-5);
        assert!(swing.advance(2.0).0.norm() < 1e-5);
    }

    #[test]
    fn a_door_opens_and_closes_when_it_is_used() {
        let mut door = mover(Course::Door);
        assert_eq!(door.advance(5.0).0, Vector3::zeros());
        door.use_it();
        assert!((door.advance(1.0).0.x - 1.0).abs() < 1e-5);
        assert!((door.advance(9.0).0.x - 2.0).abs() < 1e-5);
        door.use_it();
        assert!(door.advance(2.0).0.norm() < 1e-5);
    }

    #[test]
    fn what_circles_looks_ahead() {
        let mut circle = Mover {
            way: Vector3::new(2.0, 0.0, 3.0).into(),
            ..mover(Course::Circle)
        };
        for _ in 0..40 {
            let (before, _) = circle.advance(0.0);
            let (_, turn) = circle.advance(0.05);
            let (after, _) = circle.advance(0.05);
            let (sin, cos) = turn.unwrap().sin_cos();
            let along = (after - before).normalize();
            assert!(along.x * sin + along.z * cos > 0.99);
        }
    }
}
