use super::*;
use crate::{
    geometry::shapes,
    math::Vec3,
    obstacles::shape::{MovingObstacle, ObstacleShape},
    settings::{preset::Preset, Driver},
};

/// Some lanes are full and some are not, whatever their number.
const MOST_BOIDS: u32 = 299;

/// The state after each step of a flock, and what is drawn of it.
fn run(
    settings: &Settings,
    geometry: &Arc<Geometry>,
    vectors: SimdWidth,
) -> Vec<(u64, Vec<[u32; 4]>)> {
    let placement = Placement::default();
    let mut flock = Flock::new(settings.clone(), placement, geometry.clone()).unwrap();
    flock.vectors = vectors;
    let mut texels = vec![[0.0; 4]; 2 * flock.len()];
    let mut step = |_| {
        flock.step();
        flock.write_instances(&mut texels);
        let drawn = texels.iter().map(|texel| texel.map(f32::to_bits));
        (flock.state_hash(), drawn.collect())
    };
    (0..60).map(&mut step).collect()
}

/// A block of a third of the size of the region where boids start, in its middle.
fn block(settings: &Settings) -> Arc<Geometry> {
    let (min, max) = settings.spawn.region.bounds();
    let middle = (min + max) / 2.0;
    let half = ((max - min) / 6.0).sup(&Vec3::repeat(0.01));
    let place = |triangle: [Vec3; 3]| triangle.map(|vertex| vertex + middle);
    let triangles: Vec<_> = shapes::cuboid(half).into_iter().map(place).collect();
    Arc::new(Geometry::new(&triangles).0)
}

/// Boids among obstacles that turn, seen and unseen.
#[test]
fn moving_obstacles_have_the_same_bits_with_any_vectors() {
    let run = |vectors: SimdWidth, sees: bool| {
        let mut settings = Settings::default();
        settings.spawn.count = MOST_BOIDS;
        settings.avoidance.enabled = sees;
        settings.simulation.driver = Driver::SingleThread;
        let mut flock = Flock::new(settings, Placement::default(), Arc::default()).unwrap();
        flock.vectors = vectors;
        let shape = ObstacleShape::Box {
            half_extents: Vec3::new(1.0, 0.1, 0.5),
        };
        let placement = Placement::default();
        let id = flock.add_obstacle(MovingObstacle { shape, placement });
        let id = id.unwrap();
        for step in 0..60 {
            let angle = Vec3::new(0.02, 0.05, 0.0) * step as f32;
            let rotation = nalgebra::UnitQuaternion::from_scaled_axis(angle);
            let to = Placement {
                rotation,
                ..placement
            };
            flock.move_obstacle(id, to).unwrap();
            flock.step();
        }
        assert!(flock.statistics().contacts > 0);
        flock.state_hash()
    };
    for sees in [false, true] {
        let expected = run(SimdWidth::BASELINE, sees);
        for vectors in SimdWidth::available() {
            assert_eq!(run(vectors, sees), expected, "{vectors:?}");
        }
    }
}

#[test]
fn presets_have_the_same_bits_with_any_vectors() {
    for preset in Preset::all() {
        let mut settings = preset.settings();
        settings.spawn.count = settings.spawn.count.min(MOST_BOIDS);
        settings.simulation.driver = Driver::SingleThread;
        for geometry in [Arc::default(), block(&settings)] {
            let expected = run(&settings, &geometry, SimdWidth::BASELINE);
            for vectors in SimdWidth::available() {
                // Not compared as a whole, for what is printed of texels says nothing.
                let found = run(&settings, &geometry, vectors);
                let first = (0..expected.len()).find(|step| found[*step] != expected[*step]);
                assert_eq!(
                    first, None,
                    "{preset} differs after this step with {vectors:?} and {geometry:?}"
                );
            }
        }
    }
}
