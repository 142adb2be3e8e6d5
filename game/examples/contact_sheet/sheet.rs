//! The sheet: a scene with all bodies.

use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
    },
    graph::SceneGraph,
    scene::{
        base::BaseBuilder,
        camera::{CameraBuilder, OrthographicProjection, Projection},
        light::{directional::DirectionalLightBuilder, BaseLightBuilder},
        node::Node,
        transform::TransformBuilder,
        EnvironmentLightingSource, Scene,
    },
};
use fyrox_flock::render::{BodyShape, DrawDetail, DrawnBody, FlockRenderer, Sun};
use std::{f32::consts::PI, ops::Range};

/// The rows and columns of the sheet.
const BODIES: [BodyShape; 11] = BodyShape::ALL;
const COLUMNS: usize = 14;
/// Number of columns at the finest level of detail.
const FINEST: usize = 11;
/// Quality and size for the columns with the second level, the third level and the impostor.
const COARSER: [(f32, f32); 3] = [(0.44, 1.0), (0.11, 1.0), (0.22, 0.2)];
/// Width of a column; a row has the height 1.
const WIDTH: f32 = 1.38;

/// Intensity of the light.
const INTENSITY: f32 = 1.3;

/// A cell of the sheet: the rotation and the state of the body.
struct Cell {
    yaw: f32,
    pitch: f32,
    roll: f32,
    phase: f32,
    turn: f32,
    activity: f32,
}

impl Cell {
    fn of(column: usize) -> Self {
        let three_quarters = Self {
            yaw: 0.64 * PI,
            pitch: 0.0,
            // Without pitch, because birds glide in descent.
            roll: -0.45,
            phase: 0.25 * (column as f32 - 3.0),
            turn: 0.0,
            activity: 0.0,
        };
        let still = Self {
            phase: 0.25,
            ..three_quarters
        };
        match column {
            0 => Self {
                yaw: 0.5 * PI,
                roll: 0.0,
                ..still
            },
            1 => Self {
                yaw: 0.5 * PI,
                roll: -0.5 * PI,
                ..still
            },
            2 => Self {
                yaw: PI,
                roll: 0.0,
                ..still
            },
            3..=6 => three_quarters,
            7 => Self {
                turn: 4.0,
                phase: 0.5,
                ..still
            },
            8 => Self {
                roll: 0.0,
                activity: 2.999,
                ..still
            },
            9 => Self {
                pitch: 1.2,
                phase: 0.5,
                ..still
            },
            10 => Self {
                activity: 4.999,
                ..still
            },
            _ => still,
        }
    }

    fn rotation(&self) -> UnitQuaternion<f32> {
        let about = UnitQuaternion::from_axis_angle;
        let (x, y, z) = (Vector3::x_axis(), Vector3::y_axis(), Vector3::z_axis());
        about(&y, self.yaw) * about(&x, self.pitch) * about(&z, self.roll)
    }
}

/// Draws some columns of a row.
fn renderer(row: usize, columns: Range<usize>, quality: f32, size: f32) -> FlockRenderer {
    let shape = BODIES[row];
    let body = DrawnBody::of_shape(shape);
    let size = 0.5 * size / body.radius();
    let mut renderer = FlockRenderer::new(body);
    renderer.set_detail(DrawDetail {
        quality,
        ..DrawDetail::default()
    });
    renderer.set_instances(columns.len(), |texels| {
        for (column, texels) in columns.clone().zip(texels.chunks_mut(2)) {
            let cell = Cell::of(column);
            let q = cell.rotation();
            let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
            // The camera looks along +Z, so that +X is at the left.
            let x = WIDTH * (0.5 * (COLUMNS - 1) as f32 - column as f32);
            let y = 0.5 * (BODIES.len() - 1) as f32 - row as f32;
            texels[0] = [x, y, 0.0, size];
            texels[1] = [q.i * sign, q.j * sign, q.k * sign, cell.phase];
        }
    });
    renderer.set_motions(|texels| {
        for (column, texel) in columns.clone().zip(texels) {
            let cell = Cell::of(column);
            let variety = ((column as f32 + 0.5) / 4.0).fract();
            *texel = [cell.turn, 0.8, cell.activity, variety];
        }
    });
    renderer
}

/// The scene, with its camera and light.
pub fn scene() -> Scene {
    let mut scene = Scene::new();
    scene.set_skybox(None);
    let options = &mut scene.rendering_options;
    options.ambient_lighting_color = Color::opaque(125, 130, 140);
    options.environment_lighting_source = EnvironmentLightingSource::AmbientColor;
    options.clear_color = Some(Color::opaque(150, 172, 186));
    let back = TransformBuilder::new()
        .with_local_position(Vector3::new(0.0, 0.0, -10.0))
        .build();
    CameraBuilder::new(BaseBuilder::new().with_local_transform(back))
        .with_projection(Projection::Orthographic(OrthographicProjection {
            z_near: 0.1,
            z_far: 30.0,
            vertical_size: 0.5 * BODIES.len() as f32,
        }))
        .build(&mut scene.graph);
    let rotation = UnitQuaternion::from_euler_angles(-0.8, 0.0, 0.35);
    let transform = TransformBuilder::new()
        .with_local_rotation(rotation)
        .build();
    let base = BaseLightBuilder::new(BaseBuilder::new().with_local_transform(transform));
    DirectionalLightBuilder::new(base.with_intensity(INTENSITY)).build(&mut scene.graph);
    let sun = Sun {
        direction: rotation * Vector3::y(),
        light: Vector3::repeat(INTENSITY),
    };
    for row in 0..BODIES.len() {
        let mut add = |columns, quality, size| {
            let mut renderer = renderer(row, columns, quality, size);
            renderer.set_sun(sun);
            scene.graph.add_node(Node::new(renderer));
        };
        add(0..FINEST, 1.0, 1.0);
        for (column, (quality, size)) in (FINEST..).zip(COARSER) {
            add(column..column + 1, quality, size);
        }
    }
    scene
}
