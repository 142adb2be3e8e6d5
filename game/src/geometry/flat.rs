//! Colliders of 2D physics, as walls around a planar flock.

use super::{
    place::{interacts, Place},
    problem::{positive, Problem},
    solid::{Form, Solid},
    tiles,
};
use flock_sim::shapes;
use fyrox::{
    core::{
        algebra::{Isometry3, Matrix4, Rotation3, Translation3, UnitQuaternion, Vector2, Vector3},
        math::Matrix4Ext,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        collider::InteractionGroups,
        dim2::{
            collider::{Collider, ColliderShape},
            rigidbody::RigidBody,
        },
        graph::Graph,
        node::Node,
        rigidbody::RigidBodyType,
    },
};
use std::hash::{Hash, Hasher};

/// Sides of a round outline. Its corners stand out of the true one by 0.5% of the radius.
const SEGMENTS: u32 = 32;

/// A collider of a static 2D body.
pub(super) struct FlatCollider<'a> {
    collider: &'a Collider,
    body: &'a RigidBody,
    /// From where to where along Z it becomes a wall.
    heights: [f32; 2],
}

impl<'a> FlatCollider<'a> {
    /// `None` for what is no obstacle: sensors, what is disabled, what does not interact or may move.
    pub(super) fn new(
        graph: &'a Graph,
        collider: &'a Collider,
        groups: InteractionGroups,
        heights: [f32; 2],
    ) -> Option<Self> {
        let body = graph.try_get_of_type::<RigidBody>(collider.parent()).ok()?;
        let is_obstacle = body.body_type() == RigidBodyType::Static
            && body.is_globally_enabled()
            && collider.is_globally_enabled()
            && !collider.is_sensor()
            && interacts(groups, collider.collision_groups());
        is_obstacle.then_some(Self {
            collider,
            body,
            heights,
        })
    }

    pub(super) fn place(&self) -> Place {
        let transform = self.collider.local_transform();
        Place::new(
            &self.body.global_transform(),
            transform.position(),
            transform.rotation(),
        )
    }

    /// 2D physics knows no scale, no heights, and of a rotation only the part about Z.
    pub(super) fn pose(&self) -> Matrix4<f32> {
        let body = self.body.global_transform();
        let rotation =
            Rotation3::from_matrix_eps(&body.basis(), f32::EPSILON, 16, Rotation3::identity());
        let transform = self.collider.local_transform();
        let in_body = flat(transform.position(), transform.rotation().euler_angles().2);
        (flat(&body.position(), rotation.euler_angles().2) * in_body).to_homogeneous()
    }

    /// What decides the form of the obstacle, but not its place.
    pub(super) fn hash(&self, graph: &Graph, hasher: &mut impl Hasher) {
        let shape = self.collider.shape();
        std::mem::discriminant(shape).hash(hasher);
        let mut number = |x: &f32| x.to_bits().hash(hasher);
        self.heights.iter().for_each(&mut number);
        match shape {
            ColliderShape::Ball(it) => number(&it.radius),
            ColliderShape::Cuboid(it) => it.half_extents.iter().for_each(number),
            ColliderShape::Capsule(it) => {
                let corners = it.begin.iter().chain(&it.end);
                corners.chain([&it.radius]).for_each(number);
            }
            ColliderShape::Segment(it) => it.begin.iter().chain(&it.end).for_each(number),
            ColliderShape::Triangle(it) => {
                let corners = it.a.iter().chain(&it.b).chain(&it.c);
                corners.for_each(number);
            }
            ColliderShape::TileMap(it) => tiles::hash(graph, it, hasher),
            ColliderShape::Trimesh(_) | ColliderShape::Heightfield(_) => (),
        }
    }

    pub(super) fn read(&self, graph: &Graph, node: Handle<Node>) -> Solid {
        let outlines = outlines(graph, node, self.collider.shape());
        let form = outlines.map(|outlines| Form::Flat(outlines, self.heights));
        Solid::new(node, self.collider.name(), form, None)
    }
}

fn flat(position: &Vector3<f32>, angle: f32) -> Isometry3<f32> {
    Isometry3::from_parts(
        Translation3::new(position.x, position.y, 0.0),
        UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle),
    )
}

/// Convex outlines, counter-clockwise, in the frame of the collider.
fn outlines(
    graph: &Graph,
    node: Handle<Node>,
    shape: &ColliderShape,
) -> Result<Vec<Vec<[f32; 2]>>, Problem> {
    let outline = match shape {
        ColliderShape::Ball(it) => {
            shapes::capsule_outline([0.0; 2], [0.0; 2], positive("radius", it.radius)?, SEGMENTS)
        }
        ColliderShape::Cuboid(it) => {
            let x = positive("half width", it.half_extents.x)?;
            let y = positive("half height", it.half_extents.y)?;
            vec![[-x, -y], [x, -y], [x, y], [-x, y]]
        }
        ColliderShape::Capsule(it) => {
            let [begin, end] = finite([it.begin, it.end])?;
            shapes::capsule_outline(begin, end, positive("radius", it.radius)?, SEGMENTS)
        }
        ColliderShape::Segment(it) => finite([it.begin, it.end])?.to_vec(),
        ColliderShape::Triangle(it) => counter_clockwise(finite([it.a, it.b, it.c])?),
        ColliderShape::Trimesh(_) => return Err(Problem::NotIn2D("Trimesh")),
        ColliderShape::Heightfield(_) => return Err(Problem::NotIn2D("Heightfield")),
        ColliderShape::TileMap(it) => {
            let triangles = tiles::triangles(graph, node, it)?.into_iter();
            return Ok(triangles.map(counter_clockwise).collect());
        }
    };
    Ok(vec![outline])
}

fn finite<const N: usize>(corners: [Vector2<f32>; N]) -> Result<[[f32; 2]; N], Problem> {
    if corners.iter().flatten().all(|x| x.is_finite()) {
        Ok(corners.map(|corner| [corner.x, corner.y]))
    } else {
        Err(Problem::Corner)
    }
}

fn counter_clockwise([a, b, c]: [[f32; 2]; 3]) -> Vec<[f32; 2]> {
    let turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if turn < 0.0 {
        vec![a, c, b]
    } else {
        vec![a, b, c]
    }
}
