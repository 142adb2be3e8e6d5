//! The lengths of scripts that act on flocks, and of reefs.

use crate::script_command::ReplaceScript;
use fyrox::{core::pool::Handle, scene::node::Node, script::ScriptTrait};
use fyrox_flock::{
    sim::Vec3, EffectShape, FlockEmitter, FlockGuide, FlockObstacle, FlockReef, FlockTarget,
    FlockVolume,
};
use fyroxed_base::message::MessageSender;

/// A length of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// Of an arrow, along Z.
    Arrow,
    /// A radius, along X.
    Radius,
    /// Half of the size of a box along an axis.
    HalfExtent(usize),
    /// The end of a capsule, along Y.
    End,
}

impl Length {
    /// The axis of the node along which it is measured.
    pub(super) fn axis(self) -> Vec3 {
        match self {
            Self::Arrow => Vec3::z(),
            Self::Radius => Vec3::x(),
            Self::End => Vec3::y(),
            Self::HalfExtent(axis) => {
                let mut along = Vec3::zeros();
                along[axis] = 1.0;
                along
            }
        }
    }
}

/// A script with lengths that can be dragged.
trait ScriptSizes: ScriptTrait + Clone {
    fn lengths(&self) -> Vec<(Length, f32)>;

    fn set_length(&mut self, length: Length, to: f32);
}

/// The lengths of scripts, whatever their type.
pub(super) trait AnySized {
    fn lengths(&self) -> Vec<(Length, f32)>;

    fn set_length(&mut self, length: Length, to: f32);

    fn boxed(&self) -> Box<dyn AnySized>;

    /// Puts the script in the place of the one at a node.
    fn restore(&self, node: &mut Node);

    /// Sends the command that does so.
    fn send(&self, node: Handle<Node>, sender: &MessageSender);
}

impl<S: ScriptSizes> AnySized for S {
    fn lengths(&self) -> Vec<(Length, f32)> {
        ScriptSizes::lengths(self)
    }

    fn set_length(&mut self, length: Length, to: f32) {
        ScriptSizes::set_length(self, length, to);
    }

    fn boxed(&self) -> Box<dyn AnySized> {
        Box::new(self.clone())
    }

    fn restore(&self, node: &mut Node) {
        if let Some(script) = node.try_get_script_mut::<S>() {
            *script = self.clone();
        }
    }

    fn send(&self, node: Handle<Node>, sender: &MessageSender) {
        let name = "Drag size".into();
        sender.do_command(ReplaceScript::new(name, node, self.clone()));
    }
}

impl ScriptSizes for FlockTarget {
    fn lengths(&self) -> Vec<(Length, f32)> {
        vec![(Length::Radius, *self.slowing)]
    }

    fn set_length(&mut self, _: Length, to: f32) {
        self.slowing.set_value_and_mark_modified(to);
    }
}

impl ScriptSizes for FlockGuide {
    fn lengths(&self) -> Vec<(Length, f32)> {
        vec![(Length::Arrow, *self.length)]
    }

    fn set_length(&mut self, _: Length, to: f32) {
        self.length.set_value_and_mark_modified(to);
    }
}

impl ScriptSizes for FlockEmitter {
    fn lengths(&self) -> Vec<(Length, f32)> {
        vec![(Length::Radius, *self.radius)]
    }

    fn set_length(&mut self, _: Length, to: f32) {
        self.radius.set_value_and_mark_modified(to);
    }
}

impl ScriptSizes for FlockVolume {
    fn lengths(&self) -> Vec<(Length, f32)> {
        lengths_of(&self.shape)
    }

    fn set_length(&mut self, length: Length, to: f32) {
        let shape = resized(*self.shape, length, to);
        self.shape.set_value_and_mark_modified(shape);
    }
}

impl ScriptSizes for FlockObstacle {
    fn lengths(&self) -> Vec<(Length, f32)> {
        lengths_of(&self.shape)
    }

    fn set_length(&mut self, length: Length, to: f32) {
        let shape = resized(*self.shape, length, to);
        self.shape.set_value_and_mark_modified(shape);
    }
}

/// Halves of its extents, to which its outermost cubes reach.
impl ScriptSizes for FlockReef {
    fn lengths(&self) -> Vec<(Length, f32)> {
        let half_extents = *self.size / 2.0;
        lengths_of(&EffectShape::Box { half_extents })
    }

    fn set_length(&mut self, length: Length, to: f32) {
        if let Length::HalfExtent(axis) = length {
            let mut size = *self.size;
            size[axis] = 2.0 * to;
            self.size.set_value_and_mark_modified(size);
        }
    }
}

fn lengths_of(shape: &EffectShape) -> Vec<(Length, f32)> {
    match *shape {
        EffectShape::Sphere { radius } => vec![(Length::Radius, radius)],
        EffectShape::Box { half_extents } => (0..3)
            .map(|axis| (Length::HalfExtent(axis), half_extents[axis]))
            .collect(),
        EffectShape::Capsule {
            half_height,
            radius,
        } => vec![
            (Length::Radius, radius),
            (Length::End, half_height + radius),
        ],
        EffectShape::Mesh { .. } => Vec::new(),
    }
}

fn resized(mut shape: EffectShape, length: Length, to: f32) -> EffectShape {
    match (&mut shape, length) {
        (EffectShape::Sphere { radius }, _) => *radius = to,
        (EffectShape::Box { half_extents }, Length::HalfExtent(axis)) => half_extents[axis] = to,
        (
            EffectShape::Capsule {
                half_height,
                radius,
            },
            Length::End,
        ) => *half_height = (to - *radius).max(0.0),
        (EffectShape::Capsule { radius, .. }, _) => *radius = to,
        _ => (),
    }
    shape
}

macro_rules! find_sized {
    ($node:expr, $get:ident, $dyn:ty; $($Script:ident)*) => {{
        $(if $node.has_script::<$Script>() {
            return $node.$get::<$Script>().map(|script| script as $dyn);
        })*
        None
    }};
}

/// The script of a node with lengths that can be dragged.
pub(super) fn sized(node: &Node) -> Option<&dyn AnySized> {
    find_sized!(node, try_get_script, &dyn AnySized;
        FlockTarget FlockGuide FlockEmitter FlockVolume FlockObstacle FlockReef)
}

/// The same, to change it.
pub(super) fn sized_mut(node: &mut Node) -> Option<&mut dyn AnySized> {
    find_sized!(node, try_get_script_mut, &mut dyn AnySized;
        FlockTarget FlockGuide FlockEmitter FlockVolume FlockObstacle FlockReef)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_length_of_a_shape_is_set_alone() {
        let half_extents = Vec3::new(1.0, 2.0, 3.0);
        let capsule = EffectShape::Capsule {
            half_height: 2.0,
            radius: 0.5,
        };
        for shape in [
            EffectShape::default(),
            EffectShape::Box { half_extents },
            capsule,
        ] {
            for (length, before) in lengths_of(&shape) {
                let changed = resized(shape, length, before + 1.0);
                let (_, after) = lengths_of(&changed)
                    .into_iter()
                    .find(|(known, _)| *known == length)
                    .unwrap();
                assert!((after - before - 1.0).abs() < 1e-6, "{shape:?} {length:?}");
                assert_eq!(resized(changed, length, before), shape);
            }
        }
        // The end of a capsule does not come nearer than its radius.
        let ball = resized(capsule, Length::End, 0.1);
        let expected = EffectShape::Capsule {
            half_height: 0.0,
            radius: 0.5,
        };
        assert_eq!(ball, expected);
    }
}
