use super::*;
use crate::{
    geometry::shapes,
    math::Vec3,
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
