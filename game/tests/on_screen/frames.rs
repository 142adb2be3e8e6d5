//! Boids in the frame of a node are drawn as the same boids in the world: as meshes, as impostors and
//! as sprites, with their shadows, in the light of each kind of lamp.

use crate::{
    stage::{
        add, add_floor, add_sun, boids_of, changes, facing, plain_texture, scene, turned, view,
        Place, View,
    },
    studio::{test, Test},
};
use flock_testkit::picture::Picture;
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        pool::Handle,
    },
    scene::{
        light::{point::PointLightBuilder, BaseLightBuilder},
        node::Node,
        pivot::PivotBuilder,
        Scene,
    },
};
use fyrox_flock::render::{BodyShape, DrawDetail, DrawnBody, Sprite};

pub const TESTS: &[Test] = &[
    test(
        "meshes_in_a_frame",
        |_| pairs(&[crow(), shark()], 10.0),
        are_equal,
    ),
    test(
        "impostors_in_a_frame",
        |_| pairs(&[crow(), shark()], 0.01),
        are_equal,
    ),
    test("sprites_in_a_frame", |_| pairs(&[square()], 1.0), are_equal),
];

const EYE: View = view([0.0, 3.0, 0.0], [0.0, -0.35, 1.0]);

/// The place of the frame: far from the boids, turned, and drawn with a scale.
const AT: [f32; 3] = [-40.0, 7.0, 25.0];

/// A body, and the tilt of the frame in radians.
type Tilted = (DrawnBody, f32);

fn turn(tilt: f32) -> UnitQuaternion<f32> {
    UnitQuaternion::from_euler_angles(tilt, -2.1, 0.6 * tilt)
}

/// Birds glide by their slope in the frame, so the frame of these stays level.
fn crow() -> Tilted {
    (DrawnBody::of_shape(BodyShape::Crow), 0.0)
}

fn shark() -> Tilted {
    (DrawnBody::of_shape(BodyShape::Shark), 0.7)
}

fn square() -> Tilted {
    let sprite = Sprite {
        texture: Some(plain_texture([250, 160, 40, 255])),
        ..Sprite::default()
    };
    let body = DrawnBody::from_sprite(&sprite);
    (body.expect("the texture is loaded"), 0.7)
}

/// Boids over the floor that look in different directions.
fn places() -> Vec<Place> {
    let ahead = [[1.0, 0.2, 0.0], [0.3, -0.5, -1.0], [-1.0, 0.0, 0.6]];
    let places = (0_u8..).zip(ahead).map(|(number, ahead)| {
        let x = 2.0 * (f32::from(number) - 1.0);
        ([x, 1.5, 6.0 + 0.5 * x], facing(ahead))
    });
    places.collect()
}

/// For each body, the scene with boids in the world, and with the same boids in a frame.
fn pairs(bodies: &[Tilted], quality: f32) -> Vec<Scene> {
    let both = |body: &Tilted| [false, true].map(|is_in| scene_of(body, quality, is_in));
    bodies.iter().flat_map(both).collect()
}

fn scene_of((body, tilt): &Tilted, quality: f32, is_in_frame: bool) -> Scene {
    let turn = turn(*tilt);
    let mut scene = scene();
    add_floor(&mut scene, 0.0);
    EYE.add_to(&mut scene);
    add_sun(&mut scene, [-1.0, -1.0, 0.3], 1.0);
    let lamp = turned([1.5, 4.0, 5.0], UnitQuaternion::identity());
    PointLightBuilder::new(BaseLightBuilder::new(lamp).with_intensity(2.0))
        .with_radius(15.0)
        .build(&mut scene.graph);
    let mut places = places();
    let frame = PivotBuilder::new(turned(AT, turn));
    let frame: Handle<Node> = frame.build(&mut scene.graph).to_base();
    scene.graph[frame]
        .local_transform_mut()
        .set_scale(Vector3::repeat(2.0));
    if is_in_frame {
        for (position, rotation) in &mut places {
            let offset = Vector3::from(*position) - Vector3::from(AT);
            *position = (turn.inverse() * offset).into();
            *rotation = turn.inverse() * *rotation;
        }
    }
    scene.graph.update_hierarchical_data();
    let mut boids = boids_of(body.clone(), 1.2, &places);
    boids.set_detail(DrawDetail {
        quality,
        ..DrawDetail::default()
    });
    if is_in_frame {
        boids.set_frame(&scene.graph, frame);
    }
    add(&mut scene, boids);
    scene
}

fn are_equal(pictures: &[Picture]) {
    for pair in pictures.chunks(2) {
        let changed = changes(&pair[0], &pair[1]).count;
        // Edges are rounded to other pixels.
        assert!(changed < 60, "{changed} pixels differ");
    }
}
