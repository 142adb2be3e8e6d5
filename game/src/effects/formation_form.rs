//! How the places of a formation lie, as a choice in the inspector.

use super::place::{child_points, hash_of_points, Place};
use crate::node_frame::NodeFrame;
use flock_sim::{
    formations::{Form, FormMesh},
    Vec3,
};
use fyrox::{
    core::{pool::Handle, reflect::prelude::*, type_traits::prelude::*, visitor::prelude::*},
    scene::{graph::Graph, node::Node},
};
use strum_macros::{AsRefStr, EnumString, VariantNames};

/// How the places of a formation lie around its node. +Z of the node is ahead.
///
/// A mesh of another node may be anywhere in the scene, and may be hidden: the position and the
/// rotation of that node do not matter, but its scale does. The scale of the node with the script
/// affects points, curves and its own meshes.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Reflect,
    Visit,
    TypeUuidProvider,
    AsRefStr,
    EnumString,
    VariantNames,
)]
#[type_uuid(id = "c4e81b57-93d0-4f6a-8a25-71b0de9f3c64")]
#[visit(optional)]
pub enum FormationForm {
    /// Two arms from the node backwards, as a flight of geese.
    Vee {
        /// Angle between the arms, in degrees. 10 to 180; default 70.
        #[reflect(min_value = 10.0, max_value = 180.0, step = 5.0)]
        #[strum(default_with = "default_angle")]
        angle: f32,
        /// Time after which the leader falls back to the end of an arm, in seconds; 0: never. 0 to
        /// 10,000; default 0.
        #[reflect(min_value = 0.0, max_value = 10000.0, step = 1.0)]
        lead: f32,
    },
    /// A filled triangle from the node backwards.
    Wedge,
    /// Rows one behind another, from the node backwards.
    Column {
        /// Number of boids in a row. 1 to 10,000; default 3.
        #[reflect(min_value = 1.0, max_value = 10000.0, step = 1.0)]
        #[strum(default_with = "default_abreast")]
        abreast: u32,
    },
    /// A horizontal ring around the node.
    Circle,
    /// The surface of a ball around the node; a disc in a planar flock.
    Sphere,
    /// A cube around the node; a square in a planar flock.
    Grid,
    /// The positions of the child nodes, in their order. 1 to 100,000, each within ±10,000 m.
    Points,
    /// Along a smooth curve through the child nodes, evenly. 2 to 64, each within ±10,000 m and in
    /// another place than the one before.
    Curve {
        /// The curve leads from the last child node to the first. Default: off.
        is_loop: bool,
    },
    /// Over the surface of the meshes of a node and of its descendants, evenly: a logo, a text, an
    /// animal. At most 1,000,000 triangles.
    Surface {
        /// The node with the meshes. Default: none, for the node with the script.
        node: Handle<Node>,
    },
    /// Inside of the closed meshes of a node and of its descendants, evenly. At most 1,000,000
    /// triangles.
    Volume {
        /// The node with the meshes. Default: none, for the node with the script.
        node: Handle<Node>,
    },
}

fn default_angle() -> f32 {
    70.0
}

fn default_abreast() -> u32 {
    3
}

impl Default for FormationForm {
    fn default() -> Self {
        Self::Vee {
            angle: default_angle(),
            lead: 0.0,
        }
    }
}

impl FormationForm {
    /// True if the child nodes are points of the form.
    pub fn has_child_points(&self) -> bool {
        matches!(self, Self::Points | Self::Curve { .. })
    }

    /// The node whose meshes boids fill; [`Handle::NONE`] for the node with the script. `None` for
    /// other forms.
    pub fn mesh_node(&self) -> Option<Handle<Node>> {
        match *self {
            Self::Surface { node } | Self::Volume { node } => Some(node),
            _ => None,
        }
    }

    /// Time between changes of the leader, in seconds; 0 for none.
    pub(super) fn lead(&self) -> f32 {
        match *self {
            Self::Vee { lead, .. } => lead,
            _ => 0.0,
        }
    }

    /// See [`EffectScript::surroundings`](super::EffectScript::surroundings): the meshes of other
    /// nodes may move or change.
    pub(super) fn surroundings(&self, graph: &Graph, node: Handle<Node>) -> Option<u64> {
        match self {
            Self::Surface { .. } | Self::Volume { .. } => None,
            _ if self.has_child_points() => Some(hash_of_points(points(graph, node))),
            _ => Some(0),
        }
    }

    /// The form at a place; `None` while a mesh is not ready.
    pub(super) fn form(&self, place: &mut Place) -> Result<Option<Form>, String> {
        let fill: fn(FormMesh) -> Form = match self {
            Self::Surface { .. } => Form::Surface,
            Self::Volume { .. } => Form::Volume,
            _ => {
                let form = self.without_meshes(place.graph, place.node);
                return self.checked(form);
            }
        };
        let node = self.mesh_node().unwrap_or_default();
        Ok(place.form_mesh(node)?.map(fill))
    }

    /// Says how many child nodes are missing.
    fn checked(&self, form: Option<Form>) -> Result<Option<Form>, String> {
        let (points, least) = match &form {
            Some(Form::Points { points }) => (points.len(), 1),
            Some(Form::Curve { points, .. }) => (points.len(), 2),
            _ => return Ok(form),
        };
        if points >= least {
            return Ok(form);
        }
        Err(format!(
            "its node has {points} child nodes; add {least} at least, which are the points of the form, or choose \
             another form"
        ))
    }

    /// The form at a node; `None` for the forms of meshes.
    pub(super) fn without_meshes(&self, graph: &Graph, node: Handle<Node>) -> Option<Form> {
        Some(match *self {
            Self::Vee { angle, .. } => Form::Vee { angle },
            Self::Wedge => Form::Wedge,
            Self::Column { abreast } => Form::Column { abreast },
            Self::Circle => Form::Circle,
            Self::Sphere => Form::Sphere,
            Self::Grid => Form::Grid,
            Self::Points => Form::Points {
                points: points(graph, node),
            },
            Self::Curve { is_loop } => Form::Curve {
                points: points(graph, node),
                is_loop,
            },
            Self::Surface { .. } | Self::Volume { .. } => return None,
        })
    }
}

/// The positions of the child nodes of a node along its axes, with its scale. They keep their bits
/// while the node moves.
fn points(graph: &Graph, node: Handle<Node>) -> Vec<Vec3> {
    child_points(graph, node, &NodeFrame::of(graph, node)).collect()
}
