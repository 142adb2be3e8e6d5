//! A camera that the visitor can fly.

use super::output::uuid_of;
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        math::curve::Curve,
        pool::Handle,
    },
    graph::SceneGraph,
    scene::{
        self,
        base::BaseBuilder,
        camera::{CameraBuilder, Exposure, PerspectiveProjection, Projection},
        node::Node,
        sound::listener::ListenerBuilder,
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_scripts::camera::FlyingCameraController;

/// Pose of the camera at the start, and its optics.
pub struct Camera {
    pub position: Vector3<f32>,
    /// Rotation about the vertical axis, in degrees; 180 looks along -Z.
    pub yaw: f32,
    /// Downward rotation, in degrees.
    pub pitch: f32,
    /// Vertical field of view, in degrees.
    pub field_of_view: f32,
    pub exposure: f32,
    /// Largest speed of flight, in m/s.
    pub speed: f32,
    /// Near and far plane, in metres.
    pub near: f32,
    pub far: f32,
}

impl Camera {
    /// Adds the camera to the scene of this file, with a listener, and returns it.
    pub fn add(&self, scene: &mut Scene, file: &str) -> Handle<Node> {
        let (yaw, pitch) = (self.yaw.to_radians(), self.pitch.to_radians());
        // The controller computes the same rotation from its two angles.
        let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), yaw);
        let side = turn * Vector3::x_axis();
        let transform = TransformBuilder::new()
            .with_local_position(self.position)
            .with_local_rotation(UnitQuaternion::from_axis_angle(&side, pitch) * turn);
        let mut controller = FlyingCameraController {
            yaw: yaw.into(),
            pitch: pitch.into(),
            speed: self.speed.into(),
            ..Default::default()
        };
        fix_ids(&mut controller.acceleration_curve, file, "acceleration");
        fix_ids(&mut controller.deceleration_curve, file, "deceleration");
        let base = BaseBuilder::new()
            .with_name("Camera")
            .with_local_transform(transform.build())
            .with_script(controller);
        let camera = self.build(base, scene);
        let ears = ListenerBuilder::new(BaseBuilder::new().with_name("Ears")).build_node();
        let ears = scene.graph.add_node(ears);
        scene.graph.link_nodes(ears, camera);
        camera
    }

    /// Adds a second, disabled camera with these optics for a parent, along whose +Z it looks. It
    /// has neither a controller nor a listener.
    pub fn add_second(&self, scene: &mut Scene, name: &str) -> Handle<Node> {
        let camera = self.build(BaseBuilder::new().with_name(name), scene);
        if let Some(camera) = scene.graph[camera].cast_mut::<scene::camera::Camera>() {
            camera.set_enabled(false);
        }
        camera
    }

    fn build(&self, base: BaseBuilder, scene: &mut Scene) -> Handle<Node> {
        let camera = CameraBuilder::new(base)
            // `CameraBuilder::with_fov` and its companions have no effect in Fyrox 1.0.1.
            .with_projection(Projection::Perspective(PerspectiveProjection {
                fov: self.field_of_view.to_radians(),
                z_near: self.near,
                z_far: self.far,
            }))
            .with_exposure(Exposure::Manual(self.exposure))
            .build_node();
        scene.graph.add_node(camera)
    }
}

/// Replaces the random ids of curves and their keys.
fn fix_ids(curve: &mut Curve, file: &str, name: &str) {
    let mut keys = curve.keys().to_vec();
    for (index, key) in keys.iter_mut().enumerate() {
        key.id = uuid_of(&format!("{file}#{name}{index}"));
    }
    *curve = Curve::from(keys);
    curve.set_id(uuid_of(&format!("{file}#{name}")));
}
