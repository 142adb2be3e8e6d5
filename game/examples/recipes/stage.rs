//! What the scenes of all recipes need: nodes with scripts, a camera, a sun, blocks and balls.

use fyrox::{
    core::{
        algebra::{Matrix4, UnitQuaternion},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        camera::{Camera, CameraBuilder, OrthographicProjection, Projection},
        collider::{ColliderBuilder, ColliderShape},
        dim2,
        light::{directional::DirectionalLightBuilder, BaseLightBuilder},
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
        node::Node,
        pivot::PivotBuilder,
        rigidbody::{RigidBodyBuilder, RigidBodyType},
        transform::TransformBuilder,
        Scene,
    },
    script::ScriptTrait,
};
use fyrox_flock::{
    prelude::*,
    sim::{
        self,
        settings::{BoundaryMode, Region},
    },
};

/// Duration of a frame in seconds.
pub const FRAME: f32 = 1.0 / 60.0;

/// The place of the camera, which looks along +Z at the origin.
pub const CAMERA: Vec3 = Vec3::new(0.0, 0.0, -12.0);

/// A scene with daylight and a camera.
pub fn scene() -> Scene {
    let mut scene = Scene::new();
    scene.rendering_options.ambient_lighting_color = Color::opaque(120, 125, 140);
    let tilt = UnitQuaternion::from_euler_angles(0.8, 0.4, 0.0);
    let sun = TransformBuilder::new().with_local_rotation(tilt).build();
    let sun = BaseLightBuilder::new(BaseBuilder::new().with_local_transform(sun));
    DirectionalLightBuilder::new(sun.with_intensity(1.2)).build(&mut scene.graph);
    add_camera(&mut scene);
    scene
}

/// Adds a camera that looks along +Z at the origin.
pub fn add_camera(scene: &mut Scene) -> Handle<Node> {
    let camera = CameraBuilder::new(at(CAMERA));
    camera.build(&mut scene.graph).to_base()
}

fn at(place: Vec3) -> BaseBuilder {
    let transform = TransformBuilder::new().with_local_position(place).build();
    BaseBuilder::new().with_local_transform(transform)
}

/// The first camera of a scene.
pub fn camera(scene: &Scene) -> Handle<Node> {
    let mut nodes = scene.graph.pair_iter();
    let camera = nodes.find(|(_, node)| node.cast::<Camera>().is_some());
    camera.map_or(Handle::NONE, |(handle, _)| handle)
}

/// Lets the camera see as many metres up and down, at any distance: for 2D games.
pub fn look_without_perspective(scene: &mut Scene, vertical_size: f32) {
    let camera = camera(scene);
    if let Some(camera) = scene.graph[camera].cast_mut::<Camera>() {
        camera.set_projection(Projection::Orthographic(OrthographicProjection {
            vertical_size,
            ..Default::default()
        }));
    }
}

/// Lets the camera move with a node.
pub fn attach_camera(scene: &mut Scene, node: Handle<Node>) {
    let camera = camera(scene);
    scene.graph.link_nodes(camera, node);
}

/// Makes it dusk.
pub fn dim(scene: &mut Scene) {
    scene.rendering_options.ambient_lighting_color = Color::opaque(40, 40, 70);
}

/// Crows in a box of these half extents. They fly slower and turn faster than over the field that
/// their preset is made for.
pub fn crows_in_a_box(half_extents: Vec3) -> Flock {
    let mut crows = Flock::of(Preset::Crows);
    crows.spawn.region = Region::cuboid(0.5 * half_extents);
    crows.boundary.shape = Region::cuboid(half_extents);
    crows.boundary.mode = BoundaryMode::SoftTurn { margin: 1.5 };
    crows.spawn.speed = 3.0;
    (crows.motion.min_speed, crows.motion.max_speed) = (2.0, 5.0);
    (crows.motion.max_acceleration, crows.motion.max_turn_rate) = (15.0, 240.0);
    crows
}

/// Adds a node with a script.
pub fn add<S: ScriptTrait + Clone>(
    scene: &mut Scene,
    name: &str,
    script: S,
    place: Vec3,
) -> Handle<Node> {
    let base = at(place).with_name(name).with_script(script);
    PivotBuilder::new(base).build(&mut scene.graph).to_base()
}

/// Adds a box that is drawn and that boids never cross, because its collider is static.
pub fn add_block(scene: &mut Scene, place: Vec3, half_extents: Vec3) -> Handle<Node> {
    let shape = ColliderShape::cuboid(half_extents.x, half_extents.y, half_extents.z);
    let graph = &mut scene.graph;
    let collider = ColliderBuilder::new(BaseBuilder::new())
        .with_shape(shape)
        .build(graph);
    let data = SurfaceData::make_cube(Matrix4::new_nonuniform_scaling(&(2.0 * half_extents)));
    let surface = SurfaceBuilder::new(SurfaceResource::new_embedded(data)).build();
    let mesh = MeshBuilder::new(BaseBuilder::new())
        .with_surfaces(vec![surface])
        .build(graph);
    RigidBodyBuilder::new(at(place).with_child(collider).with_child(mesh))
        .with_body_type(RigidBodyType::Static)
        .build(graph)
        .to_base()
}

/// Adds a wall of 2D physics around the origin, which is drawn.
pub fn add_wall_2d(scene: &mut Scene, (half_width, half_height): (f32, f32)) {
    let graph = &mut scene.graph;
    let shape = dim2::collider::ColliderShape::cuboid(half_width, half_height);
    let collider = dim2::collider::ColliderBuilder::new(BaseBuilder::new()).with_shape(shape);
    let collider = collider.build(graph);
    let size = Vec3::new(2.0 * half_width, 2.0 * half_height, 1.0);
    let size = TransformBuilder::new().with_local_scale(size).build();
    let picture = BaseBuilder::new().with_local_transform(size);
    let picture = dim2::rectangle::RectangleBuilder::new(picture).build(graph);
    let base = BaseBuilder::new().with_child(collider).with_child(picture);
    dim2::rigidbody::RigidBodyBuilder::new(base)
        .with_body_type(RigidBodyType::Static)
        .build(graph);
}

/// Draws a ball at a node.
pub fn draw_ball(scene: &mut Scene, node: Handle<Node>, radius: f32) {
    let ball = add_ball(scene, radius);
    scene.graph.link_nodes(ball, node);
}

/// Adds a ball that is drawn.
pub fn add_ball(scene: &mut Scene, radius: f32) -> Handle<Node> {
    let data = SurfaceData::make_sphere(16, 16, radius, &Matrix4::identity());
    let surface = SurfaceBuilder::new(SurfaceResource::new_embedded(data)).build();
    let mesh = MeshBuilder::new(BaseBuilder::new()).with_surfaces(vec![surface]);
    mesh.build(&mut scene.graph).to_base()
}

/// Moves a node.
pub fn put(scene: &mut Scene, node: Handle<Node>, place: Vec3) {
    scene.graph[node].local_transform_mut().set_position(place);
}

/// The script of the flock at a node.
pub fn flock(scene: &Scene, node: Handle<Node>) -> &Flock {
    let script = scene.graph[node].try_get_script::<Flock>();
    script.expect("the node was added with a flock")
}

/// The script of the flock at a node, to change it.
pub fn flock_mut(scene: &mut Scene, node: Handle<Node>) -> &mut Flock {
    let script = scene.graph[node].try_get_script_mut::<Flock>();
    script.expect("the node was added with a flock")
}

/// The simulation of the flock at a node, once it runs.
pub fn running(scene: &Scene, node: Handle<Node>) -> Option<&sim::Flock> {
    flock(scene, node).running()
}

/// The simulation of the flock at a node, to act on it, once it runs.
pub fn running_mut(scene: &mut Scene, node: Handle<Node>) -> Option<&mut sim::Flock> {
    flock_mut(scene, node).running_mut()
}
