//! Random levels of each kind.

use super::draw::Draw;
use crate::{
    crossing::Level,
    scenes::{self, dense, levels, moved, Scene, Triangles},
    triangles::turned,
};
use flock_sim::{geometry::shapes, Vec3};
use flock_terrain::{Terrain, TerrainForm};
use nalgebra::UnitQuaternion;

fn level(name: &'static str, triangles: Triangles, half_size: Vec3) -> Level {
    Level {
        name,
        triangles,
        half_size,
    }
}

/// The same triangles, turned about the origin in some scenes.
fn tilted(draw: &mut Draw, triangles: Triangles, largest: f32) -> Triangles {
    let tilt = draw.in_cube() * largest;
    let rotation = UnitQuaternion::from_scaled_axis(tilt);
    moved(triangles, Vec3::zeros(), rotation)
}

/// Hollows in a block of rock.
pub fn cave(draw: &mut Draw) -> Level {
    terrain(draw, "cave", TerrainForm::Cave)
}

/// Rocks in free space.
pub fn boulders(draw: &mut Draw) -> Level {
    terrain(draw, "boulders", TerrainForm::Rocks)
}

fn terrain(draw: &mut Draw, name: &'static str, form: TerrainForm) -> Level {
    let size = Vec3::from_fn(|_, _| draw.between(8.0, 16.0));
    let terrain = Terrain {
        form,
        size,
        cube: draw.between(0.25, 0.6),
        scale: draw.between(3.0, 8.0),
        octaves: draw.whole(1, 3) as u32,
        threshold: draw.between(0.42, 0.55),
        margin: draw.between(0.0, 2.0),
        largest_only: draw.percent(50),
        seed: draw.seed(),
    };
    let triangles = terrain.triangles().expect("the settings are in range");
    level(name, triangles, size / 2.0)
}

/// Walls without thickness, some with slits.
pub fn maze(draw: &mut Draw) -> Level {
    let [width, height, depth] = [0, 1, 2].map(|_| draw.whole(2, 8));
    let triangles = levels::maze_of(draw.seed(), width, height, depth);
    let half_size = Vec3::new(width as f32, height as f32, depth as f32) / 2.0;
    level("maze", triangles, half_size + Vec3::repeat(0.2))
}

/// Open ground, at most a little turned.
pub fn hills(draw: &mut Draw) -> Level {
    let size = draw.between(6.0, 14.0);
    let hills = levels::hills(size, draw.whole(12, 80));
    let triangles = tilted(draw, hills, 0.3);
    level("hills", triangles, Vec3::new(size, 5.0, size) * 0.49)
}

/// One of each shape of colliders.
pub fn colliders(draw: &mut Draw) -> Level {
    let triangles = levels::shapes(draw.between(0.0, 100.0));
    level("colliders", triangles, Vec3::new(3.0, 1.5, 3.0))
}

/// Rocks, thin boxes, sheets and an arch at other places.
pub fn rocks(draw: &mut Draw) -> Level {
    let scene = Scene::default();
    let solids: Vec<Triangles> = scene.solids().chain(&scene.sheets).cloned().collect();
    let mut triangles = Triangles::new();
    for solid in solids {
        let by = draw.in_cube().component_mul(&scenes::HALF_SIZE) * 0.3;
        triangles.extend(moved(
            tilted(draw, solid, 0.3),
            by,
            UnitQuaternion::identity(),
        ));
    }
    level("rocks", triangles, scenes::HALF_SIZE)
}

/// A smooth labyrinth.
pub fn labyrinth(draw: &mut Draw) -> Level {
    let period = draw.between(1.5, 4.0);
    let smooth = dense::labyrinth(period, 2, draw.whole(6, 16));
    let triangles = tilted(draw, smooth, 3.0);
    level("labyrinth", triangles, Vec3::repeat(0.95 * period))
}

/// Triangles that run through each other.
pub fn heap(draw: &mut Draw) -> Level {
    let (count, size) = (draw.whole(10, 250), draw.of_any_size(0.1, 4.0));
    let triangles = dense::heap_of(draw.seed(), count, size, 2.5);
    level("heap", triangles, Vec3::repeat(3.0))
}

/// The inside of a ball or a box.
pub fn room(draw: &mut Draw) -> Level {
    let half_size = Vec3::from_fn(|_, _| draw.between(1.0, 4.0));
    let room = if draw.percent(50) {
        shapes::ball(half_size.min(), draw.whole(0, 5) as u32)
    } else {
        shapes::cuboid(half_size)
    };
    level("room", tilted(draw, turned(&room), 3.0), half_size)
}

/// No static geometry.
pub fn open(draw: &mut Draw) -> Level {
    let half_size = Vec3::from_fn(|_, _| draw.between(2.0, 6.0));
    level("open", Triangles::new(), half_size)
}
