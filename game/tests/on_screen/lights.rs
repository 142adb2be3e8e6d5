//! Shadows of each kind of light lie where the light throws them, and have the same size at each level
//! of detail.

use crate::{
    stage::{
        add, add_floor, add_sun, assert_near, boids, changes, scene, turned, view, Changes, View,
    },
    studio::{test, Test},
};
use flock_testkit::picture::Picture;
use fyrox::{
    core::algebra::{UnitQuaternion, Vector3},
    scene::{
        light::{point::PointLightBuilder, spot::SpotLightBuilder, BaseLightBuilder},
        Scene,
    },
};
use fyrox_flock::render::{BodyShape, DrawDetail};

pub const TESTS: &[Test] = &[
    test(
        "directional_light",
        |_| at_distances(&add_slanting_sun),
        in_all_cascades,
    ),
    test("spot_light", |_| near(&add_spot), by_the_lamp),
    test("point_light", |_| near(&add_point), by_the_lamp),
    test("shadows_of_levels", |_| levels(), are_as_large),
];

const EYE: View = view([0.0, 3.0, 0.0], [0.0, -0.35, 1.0]);

/// Distances of a boid, in metres, in the three cascades of a directional light.
const DISTANCES: [f32; 3] = [6.0, 20.0, 50.0];

/// Direction in which the sun shines.
const ALONG: [f32; 3] = [-1.0, -1.0, 0.3];

/// Position of a lamp over the boid, which stands before the lamp at a distance of 6 m.
const LAMP: [f32; 3] = [2.5, 4.0, 5.0];

fn add_slanting_sun(scene: &mut Scene) {
    add_sun(scene, ALONG, 1.5);
}

fn add_spot(scene: &mut Scene) {
    let up = Vector3::from(LAMP) - Vector3::from(boid_at(DISTANCES[0]));
    let rotation = UnitQuaternion::rotation_between(&Vector3::y(), &up).unwrap_or_default();
    SpotLightBuilder::new(BaseLightBuilder::new(turned(LAMP, rotation)).with_intensity(4.0))
        .with_distance(15.0)
        .with_hotspot_cone_angle(1.0)
        .build(&mut scene.graph);
}

fn add_point(scene: &mut Scene) {
    let base = turned(LAMP, UnitQuaternion::identity());
    PointLightBuilder::new(BaseLightBuilder::new(base).with_intensity(4.0))
        .with_radius(15.0)
        .build(&mut scene.graph);
}

/// A boid over the floor.
fn boid_at(distance: f32) -> [f32; 3] {
    [0.8, 1.2 * size_at(distance), distance]
}

/// Size of a boid that looks as large at each distance.
fn size_at(distance: f32) -> f32 {
    distance / 6.0
}

/// A scene without and with the shadow of one boid.
fn shadow_at(distance: f32, quality: f32, light: &dyn Fn(&mut Scene)) -> [Scene; 2] {
    [false, true].map(|casts_shadow| {
        let mut scene = scene();
        add_floor(&mut scene, 0.0);
        EYE.add_to(&mut scene);
        light(&mut scene);
        let mut boid = boids(
            BodyShape::Crow,
            1.5 * size_at(distance),
            &[boid_at(distance)],
        );
        boid.set_cast_shadows(casts_shadow);
        boid.set_detail(DrawDetail {
            quality,
            ..DrawDetail::default()
        });
        add(&mut scene, boid);
        scene
    })
}

fn at_distances(light: &dyn Fn(&mut Scene)) -> Vec<Scene> {
    let scenes = DISTANCES.map(|distance| shadow_at(distance, 1.0, light));
    scenes.into_iter().flatten().collect()
}

fn near(light: &dyn Fn(&mut Scene)) -> Vec<Scene> {
    shadow_at(DISTANCES[0], 1.0, light).into()
}

/// The point of the floor below a point, along a direction.
fn on_floor(point: [f32; 3], along: Vector3<f32>) -> [f32; 3] {
    let point = Vector3::from(point);
    (point - along * (point.y / along.y)).into()
}

#[track_caller]
fn assert_darker(seen: &Changes) {
    let Changes { count, change, .. } = seen;
    assert!(*change < 0.0, "{count} pixels changed by {change}");
}

fn in_all_cascades(pictures: &[Picture]) {
    for (pair, distance) in pictures.chunks(2).zip(DISTANCES) {
        let shadow = on_floor(boid_at(distance), ALONG.into());
        let seen = changes(&pair[0], &pair[1]);
        assert_darker(&seen);
        assert_near(
            &seen,
            EYE.place(shadow),
            &format!("a shadow {distance} m away"),
        );
    }
}

fn by_the_lamp(pictures: &[Picture]) {
    let boid = boid_at(DISTANCES[0]);
    let along = Vector3::from(boid) - Vector3::from(LAMP);
    let seen = changes(&pictures[0], &pictures[1]);
    assert_darker(&seen);
    assert_near(&seen, EYE.place(on_floor(boid, along)), "the shadow");
}

/// The finest level, the others, and the impostor.
const QUALITIES: [f32; 4] = [100.0, 0.2, 0.06, 0.01];

fn levels() -> Vec<Scene> {
    let scenes = QUALITIES.map(|quality| shadow_at(DISTANCES[0], quality, &add_slanting_sun));
    scenes.into_iter().flatten().collect()
}

fn are_as_large(pictures: &[Picture]) {
    let counts: Vec<_> = pictures
        .chunks(2)
        .map(|pair| changes(&pair[0], &pair[1]).count as f64)
        .collect();
    println!("pixels of the shadow at each level: {counts:?}");
    for count in &counts {
        let ratio = count / counts[0];
        assert!((0.75..1.33).contains(&ratio), "{counts:?}");
    }
}
