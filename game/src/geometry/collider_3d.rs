//! Colliders of 3D physics in the shape and the pose that the physics engine gives them.

use super::{
    collider::{is_scaled, is_solid, speed, Bodies, PoseBits},
    height_field::{hash_terrain, HeightField},
    shape_data::ShapeData,
    solid_error::SolidError,
    solid_shape::SolidShape,
    surface_cache::{hash_mesh, PlacedSurface, SurfaceCache},
};
use crate::node_frame::NodeFrame;
use fyrox::{
    core::{
        algebra::{Isometry3, Matrix4, Translation3, UnitQuaternion},
        math::Matrix4Ext,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        collider::{Collider, ColliderShape, GeometrySource, InteractionGroups},
        graph::Graph,
        mesh::Mesh,
        node::Node,
        rigidbody::RigidBody,
        terrain::Terrain,
    },
};
use std::hash::{Hash, Hasher};

/// A collider of a body.
pub(super) struct BodyCollider3D<'a> {
    collider: &'a Collider,
    body: &'a RigidBody,
    /// The transform from the body to the coordinates of the geometry.
    transform: Matrix4<f32>,
}

impl<'a> BodyCollider3D<'a> {
    /// `None` if the collider is not a solid.
    pub(super) fn new(
        graph: &'a Graph,
        collider: &'a Collider,
        bodies: Bodies,
        groups: InteractionGroups,
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
        })
    }

    pub(super) fn pose_bits(&self) -> PoseBits {
        PoseBits::of_collider(&self.transform, self.collider.local_transform())
    }

    /// The pose in the physics engine, which has no scale. It consists of the body's position,
    /// which includes the scale of its parents, and the collider's position in the frame of the body,
    /// which no scale affects.
    pub(super) fn pose(&self) -> Matrix4<f32> {
        let transform = self.collider.local_transform();
        let in_body = Isometry3::from_parts(
            Translation3::from(**transform.position()),
            **transform.rotation(),
        );
        (without_scale(&self.transform) * in_body).to_homogeneous()
    }

    /// Largest speed of the collider's origin on a dynamic body, in m/s; `None` for other bodies.
    pub(super) fn speed(&self) -> Option<f32> {
        let body = self.body;
        let speeds = [body.lin_vel().norm(), body.ang_vel().norm()];
        speed(body.body_type(), speeds, self.collider.local_transform())
    }

    /// True if the body is drawn with a scale that its physics shape does not have. Shapes from
    /// meshes and terrains have the scale of their nodes.
    pub(super) fn is_scaled(&self) -> bool {
        let is_read = matches!(
            self.collider.shape(),
            ColliderShape::Trimesh(_)
                | ColliderShape::Polyhedron(_)
                | ColliderShape::Heightfield(_)
        );
        !is_read
            && is_scaled(
                &self.body.global_transform(),
                self.collider.local_transform(),
            )
    }

    /// Hashes everything that determines the shape, but not the pose.
    pub(super) fn hash_shape(&self, graph: &Graph, hasher: &mut impl Hasher) {
        let shape = self.collider.shape();
        std::mem::discriminant(shape).hash(hasher);
        match shape {
            ColliderShape::Trimesh(trimesh) => {
                trimesh
                    .sources
                    .iter()
                    .for_each(|source| hash_source(graph, source, hasher));
            }
            ColliderShape::Polyhedron(polyhedron) => {
                hash_source(graph, &polyhedron.geometry_source, hasher);
            }
            ColliderShape::Heightfield(field) => {
                hash_source(graph, &field.geometry_source, hasher);
            }
            primitive => hash_primitive(primitive, hasher),
        }
    }

    pub(super) fn read_shape(
        &self,
        graph: &Graph,
        node: Handle<Node>,
        surfaces: &mut SurfaceCache,
    ) -> SolidShape {
        let mut partial_error = None;
        let mut read = |sources: &[GeometrySource]| {
            read_meshes(graph, node, sources, surfaces, &mut partial_error)
        };
        let data = match self.collider.shape() {
            ColliderShape::Trimesh(trimesh) => read(&trimesh.sources).map(ShapeData::Meshes),
            ColliderShape::Polyhedron(polyhedron) => {
                read(&[polyhedron.geometry_source]).map(ShapeData::Polyhedron)
            }
            ColliderShape::Heightfield(field) => {
                read_heights(graph, field.geometry_source).map(ShapeData::HeightField)
            }
            primitive => Ok(ShapeData::Primitive(primitive.clone())),
        };
        SolidShape::new(node, self.collider.name(), data, partial_error)
    }
}

/// The rotation and the position of a transform, extracted in the same way as in the physics
/// engine.
fn without_scale(transform: &Matrix4<f32>) -> Isometry3<f32> {
    let rotation = UnitQuaternion::from_matrix_eps(
        &transform.basis(),
        f32::EPSILON,
        16,
        UnitQuaternion::identity(),
    );
    Isometry3::from_parts(Translation3::from(transform.position()), rotation)
}

/// The meshes of a Trimesh or a Polyhedron. The physics engine reads them in the pose that they
/// have when the collider is created; after that they move with the collider.
fn read_meshes(
    graph: &Graph,
    collider: Handle<Node>,
    sources: &[GeometrySource],
    surfaces: &mut SurfaceCache,
    partial_error: &mut Option<SolidError>,
) -> Result<Vec<PlacedSurface>, SolidError> {
    let to_collider = graph.isometric_global_transform(collider).try_inverse();
    let to_collider = to_collider.unwrap_or_default();
    let mut meshes = Vec::new();
    for source in sources {
        match graph.try_get_of_type::<Mesh>(source.0) {
            Ok(mesh) => meshes.extend(surfaces.read(mesh, to_collider * mesh.global_transform())?),
            Err(_) => *partial_error = Some(SolidError::NotAMesh(source.0.to_string())),
        }
    }
    let has_triangles = meshes.iter().any(|mesh| !mesh.surface.triangles.is_empty());
    if has_triangles {
        Ok(meshes)
    } else {
        Err(partial_error.take().unwrap_or(SolidError::NoTriangles))
    }
}

fn read_heights(graph: &Graph, source: GeometrySource) -> Result<HeightField, SolidError> {
    let terrain = graph.try_get_of_type::<Terrain>(source.0);
    HeightField::read(terrain.map_err(|_| SolidError::NotATerrain(source.0.to_string()))?)
}

fn hash_source(graph: &Graph, source: &GeometrySource, hasher: &mut impl Hasher) {
    source.0.hash(hasher);
    if let Ok(mesh) = graph.try_get_of_type::<Mesh>(source.0) {
        hash_mesh(mesh, hasher);
    } else if let Ok(terrain) = graph.try_get_of_type::<Terrain>(source.0) {
        hash_terrain(terrain, hasher);
    }
}

/// Hashes the bit patterns of the numbers, so that an unchanged NaN is no change.
fn hash_primitive(shape: &ColliderShape, hasher: &mut impl Hasher) {
    let mut number = |x: f32| x.to_bits().hash(hasher);
    match shape {
        ColliderShape::Ball(it) => number(it.radius),
        ColliderShape::Cuboid(it) => it.half_extents.iter().for_each(|x| number(*x)),
        ColliderShape::Cylinder(it) => [it.half_height, it.radius].into_iter().for_each(number),
        ColliderShape::Cone(it) => [it.half_height, it.radius].into_iter().for_each(number),
        ColliderShape::Capsule(it) => {
            let corners = it.begin.iter().chain(&it.end);
            corners.chain([&it.radius]).for_each(|x| number(*x));
        }
        ColliderShape::Triangle(it) => {
            let corners = it.a.iter().chain(&it.b).chain(&it.c);
            corners.for_each(|x| number(*x));
        }
        _ => (),
    }
}
