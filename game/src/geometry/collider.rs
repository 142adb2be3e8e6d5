//! Colliders of 3D physics, as physics sees them.

use super::{
    heights::{hash_terrain, Heights},
    mesh::{hash_mesh, Placed, Surfaces},
    place::{interacts, Place},
    problem::Problem,
    solid::{Form, Solid},
};
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
        rigidbody::{RigidBody, RigidBodyType},
        terrain::Terrain,
    },
};
use std::hash::{Hash, Hasher};

/// A collider of a static body.
pub(super) struct StaticCollider<'a> {
    collider: &'a Collider,
    body: &'a RigidBody,
}

impl<'a> StaticCollider<'a> {
    /// `None` for what is no obstacle: sensors, what is disabled, what does not interact or may move.
    pub(super) fn new(
        graph: &'a Graph,
        collider: &'a Collider,
        groups: InteractionGroups,
    ) -> Option<Self> {
        let body = graph.try_get_of_type::<RigidBody>(collider.parent()).ok()?;
        let is_obstacle = body.body_type() == RigidBodyType::Static
            && body.is_globally_enabled()
            && collider.is_globally_enabled()
            && !collider.is_sensor()
            && interacts(groups, collider.collision_groups());
        is_obstacle.then_some(Self { collider, body })
    }

    pub(super) fn place(&self) -> Place {
        let transform = self.collider.local_transform();
        Place::new(
            &self.body.global_transform(),
            transform.position(),
            transform.rotation(),
        )
    }

    /// Physics knows no scale. It takes the body's place in the world, which the scale of its parents moves, and the
    /// collider's place in the body's frame, which no scale moves.
    pub(super) fn pose(&self) -> Matrix4<f32> {
        let transform = self.collider.local_transform();
        let in_body = Isometry3::from_parts(
            Translation3::from(**transform.position()),
            **transform.rotation(),
        );
        (without_scale(&self.body.global_transform()) * in_body).to_homogeneous()
    }

    /// What decides the form of the obstacle, but not its place.
    pub(super) fn hash(&self, graph: &Graph, hasher: &mut impl Hasher) {
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

    pub(super) fn read(&self, graph: &Graph, node: Handle<Node>, surfaces: &mut Surfaces) -> Solid {
        let (mut flaw, shape) = (None, self.collider.shape());
        let form = match shape {
            ColliderShape::Trimesh(trimesh) => {
                let sources = &trimesh.sources;
                read_meshes(graph, node, sources, surfaces, &mut flaw).map(Form::Meshes)
            }
            ColliderShape::Polyhedron(polyhedron) => {
                let source = [polyhedron.geometry_source];
                read_meshes(graph, node, &source, surfaces, &mut flaw).map(Form::Polyhedron)
            }
            ColliderShape::Heightfield(field) => {
                read_heights(graph, field.geometry_source).map(Form::Heights)
            }
            primitive => Ok(Form::Primitive(primitive.clone())),
        };
        Solid::new(node, self.collider.name(), form, flaw)
    }
}

/// The rotation and the place of a transform, as physics takes them from it.
fn without_scale(transform: &Matrix4<f32>) -> Isometry3<f32> {
    let rotation = UnitQuaternion::from_matrix_eps(
        &transform.basis(),
        f32::EPSILON,
        16,
        UnitQuaternion::identity(),
    );
    Isometry3::from_parts(Translation3::from(transform.position()), rotation)
}

/// The meshes of a Trimesh or a Polyhedron. Physics puts them where they were drawn when it first saw the collider, and from
/// then on they move along with the collider.
fn read_meshes(
    graph: &Graph,
    collider: Handle<Node>,
    sources: &[GeometrySource],
    surfaces: &mut Surfaces,
    flaw: &mut Option<Problem>,
) -> Result<Vec<Placed>, Problem> {
    let to_collider = graph.isometric_global_transform(collider).try_inverse();
    let to_collider = to_collider.unwrap_or_default();
    let mut meshes = Vec::new();
    for source in sources {
        match graph.try_get_of_type::<Mesh>(source.0) {
            Ok(mesh) => meshes.extend(surfaces.read(mesh, to_collider * mesh.global_transform())?),
            Err(_) => *flaw = Some(Problem::NotAMesh(source.0.to_string())),
        }
    }
    let has_triangles = meshes.iter().any(|mesh| !mesh.corners.triangles.is_empty());
    if has_triangles {
        Ok(meshes)
    } else {
        Err(flaw.take().unwrap_or(Problem::NoTriangles))
    }
}

fn read_heights(graph: &Graph, source: GeometrySource) -> Result<Heights, Problem> {
    let terrain = graph.try_get_of_type::<Terrain>(source.0);
    Heights::read(terrain.map_err(|_| Problem::NotATerrain(source.0.to_string()))?)
}

fn hash_source(graph: &Graph, source: &GeometrySource, hasher: &mut impl Hasher) {
    source.0.hash(hasher);
    if let Ok(mesh) = graph.try_get_of_type::<Mesh>(source.0) {
        hash_mesh(mesh, hasher);
    } else if let Ok(terrain) = graph.try_get_of_type::<Terrain>(source.0) {
        hash_terrain(terrain, hasher);
    }
}

/// By the bits of the numbers, so that a NaN is the same as before as well.
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
