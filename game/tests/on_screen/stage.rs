//! Parts of the scenes: cameras, lights, boids; and what differs between two pictures.

use crate::studio::SIZE;
use flock_testkit::picture::{brightness, Picture};
use fyrox::{
    asset::untyped::ResourceKind,
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
        math::Rect,
        uuid::Uuid,
    },
    graph::SceneGraph,
    resource::texture::{Texture, TextureKind, TexturePixelKind, TextureResource},
    scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, PerspectiveProjection, Projection},
        light::{directional::DirectionalLightBuilder, BaseLightBuilder},
        mesh::{
            surface::{SurfaceBuilder, CUBE},
            MeshBuilder,
        },
        node::Node,
        transform::TransformBuilder,
        EnvironmentLightingSource, Scene,
    },
};
use fyrox_flock::render::{BodyShape, DrawnBody, FlockRenderer};

/// Difference of a pixel's brightness, of 255, from which it counts as changed: beyond the noise of the
/// engine's ambient occlusion.
const CHANGED: f64 = 16.0;

/// Vertical field of view of the cameras.
pub const FIELD_OF_VIEW: f32 = 1.0;

/// A scene with even light.
pub fn scene() -> Scene {
    let mut scene = Scene::new();
    scene.set_skybox(None);
    let options = &mut scene.rendering_options;
    options.environment_lighting_source = EnvironmentLightingSource::AmbientColor;
    options.ambient_lighting_color = Color::opaque(90, 90, 90);
    options.clear_color = Some(Color::opaque(30, 60, 90));
    scene
}

pub fn at(position: [f32; 3]) -> BaseBuilder {
    turned(position, UnitQuaternion::identity())
}

pub fn turned(position: [f32; 3], rotation: UnitQuaternion<f32>) -> BaseBuilder {
    let transform = TransformBuilder::new()
        .with_local_position(position.into())
        .with_local_rotation(rotation);
    BaseBuilder::new().with_local_transform(transform.build())
}

/// The rotation that turns +Z to a direction, without roll.
pub fn facing(direction: [f32; 3]) -> UnitQuaternion<f32> {
    UnitQuaternion::face_towards(&direction.into(), &Vector3::y())
}

/// A camera.
#[derive(Clone, Copy)]
pub struct View {
    pub position: [f32; 3],
    pub direction: [f32; 3],
    /// The part of the picture that it fills: left, top, width and height, in fractions.
    pub part: [f32; 4],
}

/// A camera that fills the picture.
pub const fn view(position: [f32; 3], direction: [f32; 3]) -> View {
    View {
        position,
        direction,
        part: [0.0, 0.0, 1.0, 1.0],
    }
}

impl View {
    pub fn camera(&self) -> CameraBuilder {
        let projection = PerspectiveProjection {
            fov: FIELD_OF_VIEW,
            z_near: 0.05,
            z_far: 200.0,
        };
        let [left, top, width, height] = self.part;
        CameraBuilder::new(turned(self.position, facing(self.direction)))
            .with_projection(Projection::Perspective(projection))
            .with_viewport(Rect::new(left, top, width, height))
    }

    pub fn add_to(&self, scene: &mut Scene) {
        self.camera().build(&mut scene.graph);
    }

    /// The place of a point in the picture, in fractions of width and height from the upper left.
    pub fn place(&self, point: [f32; 3]) -> [f64; 2] {
        let offset = Vector3::from(point) - Vector3::from(self.position);
        let seen = facing(self.direction).inverse() * offset;
        let [left, top, width, height] = self.part;
        let aspect = SIZE[0] as f32 * width / (SIZE[1] as f32 * height);
        let half = seen.z * (0.5 * FIELD_OF_VIEW).tan();
        // The engine's +X is at the left of a camera that looks along +Z.
        let x = left + width * (0.5 - 0.5 * seen.x / (half * aspect));
        let y = top + height * (0.5 - 0.5 * seen.y / half);
        [x, y].map(f64::from)
    }
}

/// A directional light that shines along a direction.
pub fn add_sun(scene: &mut Scene, along: [f32; 3], intensity: f32) {
    let up = Vector3::from(along).normalize() * -1.0;
    let rotation = UnitQuaternion::rotation_between(&Vector3::y(), &up);
    let base = turned([0.0; 3], rotation.unwrap_or_default());
    DirectionalLightBuilder::new(BaseLightBuilder::new(base).with_intensity(intensity))
        .build(&mut scene.graph);
}

/// A large white floor whose upper side is at this height.
pub fn add_floor(scene: &mut Scene, height: f32) {
    let transform = TransformBuilder::new()
        .with_local_position([0.0, height - 0.5, 0.0].into())
        .with_local_scale([400.0, 1.0, 400.0].into());
    MeshBuilder::new(BaseBuilder::new().with_local_transform(transform.build()))
        .with_surfaces(vec![SurfaceBuilder::new(CUBE.resource()).build()])
        .build(&mut scene.graph);
}

/// A boid: its position and rotation.
pub type Place = ([f32; 3], UnitQuaternion<f32>);

/// Boids of a built-in shape that swim or fly along +X.
pub fn boids(shape: BodyShape, size: f32, positions: &[[f32; 3]]) -> FlockRenderer {
    let rotation = facing([1.0, 0.0, 0.0]);
    let places: Vec<Place> = positions.iter().map(|it| (*it, rotation)).collect();
    boids_of(DrawnBody::of_shape(shape), size, &places)
}

pub fn boids_of(body: DrawnBody, size: f32, places: &[Place]) -> FlockRenderer {
    let mut renderer = FlockRenderer::new(body);
    renderer.set_instances(places.len(), |texels| {
        for (texels, &([a, b, c], q)) in texels.chunks_mut(2).zip(places) {
            let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
            texels[0] = [a, b, c, size];
            texels[1] = [q.i * sign, q.j * sign, q.k * sign, 0.25];
        }
    });
    renderer.set_motions(|texels| texels.fill([0.0, 0.8, 0.0, 0.5]));
    renderer
}

/// A texture of one colour.
pub fn plain_texture(color: [u8; 4]) -> TextureResource {
    let kind = TextureKind::Rectangle {
        width: 1,
        height: 1,
    };
    let texture = Texture::from_bytes(kind, TexturePixelKind::RGBA8, color.to_vec())
        .expect("there are four bytes");
    TextureResource::new_ok(Uuid::new_v4(), ResourceKind::Embedded, texture)
}

/// Fails unless the last level of detail of a body is an impostor.
pub fn assert_has_impostor(body: &DrawnBody) {
    assert_eq!(body.triangles_of_levels().last(), Some(2));
}

pub fn add(scene: &mut Scene, renderer: FlockRenderer) {
    scene.graph.add_node(Node::new(renderer));
}

/// The same scene without and with boids.
pub fn without_and_with(scene: impl Fn() -> Scene, renderer: FlockRenderer) -> Vec<Scene> {
    let mut with = scene();
    add(&mut with, renderer);
    vec![scene(), with]
}

/// The pixels in which two pictures differ.
pub struct Changes {
    pub count: usize,
    /// The mean of their columns and rows, in fractions of width and height from the upper left.
    pub middle: [f64; 2],
    /// Mean change of the brightness.
    pub change: f64,
}

/// The changes between two pictures among the pixels within these fractions of the width.
pub fn changes_within(before: &Picture, after: &Picture, part: [f64; 2]) -> Changes {
    let (mut count, mut sums, mut total) = (0, [0.0; 2], 0.0);
    for row in 0..before.height {
        for column in 0..before.width {
            let place = [column, row].map(|it| it as f64 + 0.5);
            let x = place[0] / before.width as f64;
            let [old, new] = [before, after].map(|it| brightness(it.at(column, row)));
            if (part[0]..part[1]).contains(&x) && (new - old).abs() >= CHANGED {
                count += 1;
                sums[0] += place[0];
                sums[1] += place[1];
                total += new - old;
            }
        }
    }
    let mean = |sum: f64| sum / f64::max(count as f64, 1.0);
    Changes {
        count,
        middle: [
            mean(sums[0]) / before.width as f64,
            mean(sums[1]) / before.height as f64,
        ],
        change: mean(total),
    }
}

pub fn changes(before: &Picture, after: &Picture) -> Changes {
    changes_within(before, after, [0.0, 1.0])
}

/// Fails unless the middle of the changes is within 3% of the picture of the expected place.
pub fn assert_near(changes: &Changes, expected: [f64; 2], what: &str) {
    let [x, y] = changes.middle;
    let away = (x - expected[0]).abs().max((y - expected[1]).abs());
    assert!(
        changes.count > 30 && away < 0.03,
        "{what}: {} pixels changed around {:.3?}, expected around {expected:.3?}",
        changes.count,
        changes.middle
    );
}
