//! The picture against the simulation: a fish is drawn at its simulated position, its shadow lies
//! where the light projects it, and no other pixel changes.

mod support;

use flock_testkit::picture::{brightness, Picture};
use fyrox::{
    core::algebra::{UnitQuaternion, Vector3},
    scene::{
        base::BaseBuilder,
        camera::CameraBuilder,
        light::{directional::DirectionalLightBuilder, BaseLightBuilder},
        mesh::{
            surface::{SurfaceBuilder, CUBE},
            MeshBuilder,
        },
        transform::TransformBuilder,
        Scene,
    },
};
use fyrox_flock::{
    render::DrawDetail,
    sim::{settings::Region, Settings, Vec3},
    Flock,
};
use serde_json::Value;
use std::fs;
use support::{add_script, execute_on_screen, project, Folder};

/// Difference of brightness, 0 to 255, above which a pixel counts as changed.
const CHANGED: f64 = 12.0;
/// Distance from every fish and every shadow, in pixels, beyond which no pixel may change.
const AWAY: f64 = 35.0;

#[test]
fn fish_and_their_shadows_are_where_the_simulation_says() {
    assert_in_place("fish_on_screen", 1.0);
}

/// At the lowest quality, cameras and shadow maps draw all fish as impostors.
#[test]
fn impostors_and_their_shadows_are_where_the_simulation_says() {
    assert_in_place("impostors_on_screen", 0.01);
}

fn assert_in_place(name: &str, quality: f32) {
    let folder = Folder::new(name);
    folder.save("data/shadows.rgs", scene(true, quality));
    folder.save("data/no_shadows.rgs", scene(false, quality));
    let shot = |scene, options| Shot::take(&folder, scene, options);
    let empty = shot("data/shadows.rgs", &["--without-flock"]);
    let full = shot("data/shadows.rgs", &[]);
    let unshadowed = shot("data/no_shadows.rgs", &[]);

    let fish = full.fish();
    assert!(
        fish.len() >= 40,
        "only {} of 60 fish are in the frame",
        fish.len()
    );
    let drawn = count(&fish, |&place| full.change(&empty, place).abs() > CHANGED);
    assert_eq!(
        drawn,
        fish.len(),
        "fish missing where the simulation has them"
    );

    let shadows = full.shadows();
    let clear: Vec<_> = shadows
        .iter()
        .copied()
        .filter(|&place| distance(place, &fish) > AWAY)
        .collect();
    assert!(
        clear.len() >= 20,
        "only {} shadows fall clear of all fish",
        clear.len()
    );
    let darker = |shot: &Shot| count(&clear, |&place| shot.change(&empty, place) < -CHANGED);
    assert!(
        darker(&full) * 10 >= clear.len() * 9,
        "{} of {} shadows fall where the light says",
        darker(&full),
        clear.len()
    );
    assert_eq!(darker(&unshadowed), 0, "shadows of fish that cast none");

    let away: Vec<_> = full
        .grid()
        .filter(|&place| distance(place, &fish) > AWAY && distance(place, &shadows) > AWAY)
        .collect();
    assert!(
        away.len() >= 50,
        "only {} places are away from the fish",
        away.len()
    );
    let changed = count(&away, |&place| full.change(&empty, place).abs() > CHANGED);
    assert_eq!(
        changed, 0,
        "the picture changed where no fish and no shadow is"
    );
}

#[test]
fn school_swims_in_the_aquarium() {
    let folder = Folder::new("aquarium");
    let scene = project().join("data/aquarium.rgs");
    let shot = |options| Shot::take(&folder, scene.to_str().unwrap(), options);
    let (empty, full) = (shot(&["--without-flock"]), shot(&[]));
    assert!(
        (40.0..200.0).contains(&full.picture.brightness()),
        "too dark or too bright"
    );
    assert!(full.picture.contrast() > 25.0, "a picture without contrast");

    // The fish nearest to the camera is large and rarely hidden by a rock.
    let near = full.nearest_fish(150);
    let drawn = count(&near, |&place| full.change(&empty, place).abs() > CHANGED);
    assert!(
        drawn * 10 >= near.len() * 9,
        "{drawn} of the {} nearest fish are drawn",
        near.len()
    );
}

/// Sixty fish over a white floor, under a light with shadows.
fn scene(cast_shadows: bool, quality: f32) -> Scene {
    let mut scene = Scene::new();
    let place = |position, scale, rotation| {
        BaseBuilder::new().with_local_transform(
            TransformBuilder::new()
                .with_local_position(position)
                .with_local_scale(scale)
                .with_local_rotation(rotation)
                .build(),
        )
    };
    let one = Vector3::repeat(1.0);
    let floor = Vector3::new(0.0, -0.5, 0.0);
    MeshBuilder::new(place(
        floor,
        Vector3::new(40.0, 1.0, 40.0),
        Default::default(),
    ))
    .with_surfaces(vec![SurfaceBuilder::new(CUBE.resource()).build()])
    .build(&mut scene.graph);
    DirectionalLightBuilder::new(BaseLightBuilder::new(place(floor, one, light_rotation())))
        .build(&mut scene.graph);
    let down = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), 0.45);
    CameraBuilder::new(place(Vector3::new(0.0, 4.0, -7.0), one, down)).build(&mut scene.graph);

    let mut settings = Settings::default();
    settings.spawn.count = 60;
    settings.body.scale = 1.5;
    // The slanting light projects the shadows of these fish to the right, away from the fish.
    let region = Region::Box {
        min: Vec3::new(-3.5, 1.6, -1.5),
        max: Vec3::new(-0.5, 2.4, 2.5),
    };
    settings.boundary.shape = region;
    settings.spawn.region = region;
    settings.cohesion.enabled = false;
    let mut flock = Flock::new(settings);
    flock.cast_shadows = cast_shadows.into();
    let detail = DrawDetail {
        quality,
        ..DrawDetail::default()
    };
    flock.draw_detail = detail.into();
    add_script(&mut scene, flock);
    scene
}

fn light_rotation() -> UnitQuaternion<f32> {
    UnitQuaternion::from_axis_angle(&Vector3::z_axis(), 1.0)
}

fn count<T>(items: &[T], condition: impl Fn(&T) -> bool) -> usize {
    items.iter().filter(|item| condition(item)).count()
}

/// Column and row of a place in a picture, in pixels.
type Place = [f64; 2];

/// Distance to the nearest of `others`, in pixels.
fn distance(place: Place, others: &[Place]) -> f64 {
    let distance = |other: &Place| (place[0] - other[0]).hypot(place[1] - other[1]);
    others.iter().map(distance).fold(f64::INFINITY, f64::min)
}

/// A picture and its report from the simulation.
struct Shot {
    picture: Picture,
    report: Value,
}

impl Shot {
    fn take(folder: &Folder, scene: &str, options: &[&str]) -> Self {
        let mut all = vec![
            "--override-scene",
            scene,
            "--size",
            "960x540",
            "--after",
            "1.5",
        ];
        all.extend(["--picture", "a.png", "--report", "a.json"]);
        all.extend(options);
        execute_on_screen(folder.path(), &all);
        let report = fs::read_to_string(folder.file("a.json")).expect("the report was written");
        Self {
            picture: Picture::open(&folder.file("a.png")),
            report: serde_json::from_str(&report).expect("the report is JSON"),
        }
    }

    fn positions(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let boids = self.report["flocks"][0]["boids"].as_array().expect("boids");
        boids.iter().map(|boid| {
            std::array::from_fn(|axis| boid["position"][axis].as_f64().expect("a number"))
        })
    }

    /// The place of a world position in the picture, and its depth; `None` outside the frame.
    fn project(&self, point: [f64; 3]) -> Option<(Place, f64)> {
        let matrix = &self.report["view_projection"];
        let clip: [f64; 4] = std::array::from_fn(|row| {
            let cell = |column: usize| matrix[row][column].as_f64().expect("a number");
            cell(0) * point[0] + cell(1) * point[1] + cell(2) * point[2] + cell(3)
        });
        let (x, y, w) = (clip[0] / clip[3], clip[1] / clip[3], clip[3]);
        let inside = w > 0.0 && x.abs() < 0.97 && y.abs() < 0.97;
        let width = self.picture.width as f64;
        let height = self.picture.height as f64;
        inside.then_some(([(x + 1.0) / 2.0 * width, (1.0 - y) / 2.0 * height], w))
    }

    fn fish(&self) -> Vec<Place> {
        let seen = self
            .positions()
            .filter_map(|position| self.project(position));
        seen.map(|(place, _)| place).collect()
    }

    fn nearest_fish(&self, count: usize) -> Vec<Place> {
        let mut seen: Vec<_> = self
            .positions()
            .filter_map(|position| self.project(position))
            .collect();
        seen.sort_by(|a, b| a.1.total_cmp(&b.1));
        seen.into_iter()
            .take(count)
            .map(|(place, _)| place)
            .collect()
    }

    /// The centres of the fish, projected by the light onto the floor, y = 0.
    fn shadows(&self) -> Vec<Place> {
        let ray = light_rotation() * -Vector3::y();
        let ray: [f64; 3] = std::array::from_fn(|axis| f64::from(ray[axis]));
        let on_floor = self.positions().map(|position| {
            let t = -position[1] / ray[1];
            std::array::from_fn(|axis| position[axis] + t * ray[axis])
        });
        let seen = on_floor.filter_map(|point| self.project(point));
        seen.map(|(place, _)| place).collect()
    }

    /// A grid of places over the picture.
    fn grid(&self) -> impl Iterator<Item = Place> {
        let (width, height) = (self.picture.width, self.picture.height);
        let rows = (10..height - 10).step_by(20);
        rows.flat_map(move |row| {
            (10..width - 10)
                .step_by(20)
                .map(move |column| [column as f64, row as f64])
        })
    }

    /// The largest change of brightness against another shot in the 5 x 5 pixels around a place.
    fn change(&self, other: &Self, place: Place) -> f64 {
        let around = |center: f64, limit: usize| {
            let center = center as usize;
            center.saturating_sub(2)..(center + 3).min(limit)
        };
        let mut largest = 0.0_f64;
        for row in around(place[1], self.picture.height) {
            for column in around(place[0], self.picture.width) {
                let before = brightness(other.picture.at(column, row));
                let change = brightness(self.picture.at(column, row)) - before;
                if change.abs() > largest.abs() {
                    largest = change;
                }
            }
        }
        largest
    }
}
