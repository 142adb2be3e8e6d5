//! Colliders of 2D physics, extruded along Z into walls for a planar flock.

use super::{
    collider::{is_scaled, is_solid, speed, Bodies, PoseBits},
    shape_data::ShapeData,
    solid_error::{positive, SolidError},
    solid_shape::SolidShape,
    tile_map,
};
use crate::node_frame::NodeFrame;
use flock_sim::geometry::shapes;
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
    },
};
use std::hash::{Hash, Hasher};

/// Sides of a round outline. Its corners stand out by 0.5% of the radius.
const SEGMENTS: u32 = 32;

/// A collider of a 2D body.
pub(super) struct BodyCollider2D<'a> {
    collider: &'a Collider,
    body: &'a RigidBody,
    /// The transform from the body to the coordinates of the geometry.
    transform: Matrix4<f32>,
    /// Range along Z, in metres, over which the collider is extruded.
    extrusion: [f32; 2],
}

impl<'a> BodyCollider2D<'a> {
    /// `None` if the collider is not a solid.
    pub(super) fn new(
        graph: &'a Graph,
        collider: &'a Collider,
        bodies: Bodies,
        groups: InteractionGroups,
        extrusion: [f32; 2],
        frame: &NodeFrame,
    ) -> Option<Self> {
        let body = graph.try_get_of_type::<RigidBody>(collider.parent()).ok()?;
        let (side, transform) = frame.find(graph, collider.parent());
        let groups = [groups, collider.collision_groups()];
        let (body_type, is_sensor) = (body.body_type(), collider.is_sensor());
        is_solid(
            body,
            bodies.have(body_type, side),
            collider,
            is_sensor,
            groups,
        )
        .then_some(Self {
            collider,
            body,
            transform,
            extrusion,
        })
    }

    pub(super) fn pose_bits(&self) -> PoseBits {
        PoseBits::of_collider(&self.transform, self.collider.local_transform())
    }

    /// The pose in 2D physics, which has no scale, no Z coordinate and only rotations about Z.
    pub(super) fn pose(&self) -> Matrix4<f32> {
        let body = &self.transform;
        let rotation =
            Rotation3::from_matrix_eps(&body.basis(), f32::EPSILON, 16, Rotation3::identity());
        let transform = self.collider.local_transform();
        let in_body = planar(transform.position(), transform.rotation().euler_angles().2);
        (planar(&body.position(), rotation.euler_angles().2) * in_body).to_homogeneous()
    }

    /// Largest speed of the collider's origin on a dynamic body, in m/s; `None` for other bodies.
    pub(super) fn speed(&self) -> Option<f32> {
        let body = self.body;
        let speeds = [body.lin_vel().norm(), body.ang_vel().abs()];
        speed(body.body_type(), speeds, self.collider.local_transform())
    }

    /// True if the body is drawn with a scale, which its physics shape does not have.
    pub(super) fn is_scaled(&self) -> bool {
        is_scaled(
            &self.body.global_transform(),
            self.collider.local_transform(),
        )
    }

    /// Hashes everything that determines the shape, but not the pose.
    pub(super) fn hash_shape(&self, graph: &Graph, hasher: &mut impl Hasher) {
        let shape = self.collider.shape();
        std::mem::discriminant(shape).hash(hasher);
        let mut number = |x: &f32| x.to_bits().hash(hasher);
        self.extrusion.iter().for_each(&mut number);
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
            ColliderShape::TileMap(it) => tile_map::hash(graph, it, hasher),
            ColliderShape::Trimesh(_) | ColliderShape::Heightfield(_) => (),
        }
    }

    pub(super) fn read_shape(&self, graph: &Graph, node: Handle<Node>) -> SolidShape {
        let outlines = outlines(graph, node, self.collider.shape());
        let data = outlines.map(|outlines| ShapeData::Extruded(outlines, self.extrusion));
        SolidShape::new(node, self.collider.name(), data, None)
    }
}

/// The transform with a position and an angle in the XY plane.
fn planar(position: &Vector3<f32>, angle: f32) -> Isometry3<f32> {
    Isometry3::from_parts(
        Translation3::new(position.x, position.y, 0.0),
        UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle),
    )
}

/// The convex, counter-clockwise outlines of a shape in the frame of the collider.
fn outlines(
    graph: &Graph,
    node: Handle<Node>,
    shape: &ColliderShape,
) -> Result<Vec<Vec<[f32; 2]>>, SolidError> {
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
        ColliderShape::Trimesh(_) => return Err(SolidError::NotIn2D("Trimesh")),
        ColliderShape::Heightfield(_) => return Err(SolidError::NotIn2D("Heightfield")),
        ColliderShape::TileMap(it) => {
            let triangles = tile_map::triangles(graph, node, it)?.into_iter();
            return Ok(triangles.map(counter_clockwise).collect());
        }
    };
    Ok(vec![outline])
}

/// Returns an error if a coordinate is infinite or NaN.
fn finite<const N: usize>(corners: [Vector2<f32>; N]) -> Result<[[f32; 2]; N], SolidError> {
    if corners.iter().flatten().all(|x| x.is_finite()) {
        Ok(corners.map(|corner| [corner.x, corner.y]))
    } else {
        Err(SolidError::Corner)
    }
}

fn counter_clockwise([a, b, c]: [[f32; 2]; 3]) -> Vec<[f32; 2]> {
    let twice_area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if twice_area < 0.0 {
        vec![a, c, b]
    } else {
        vec![a, b, c]
    }
}
