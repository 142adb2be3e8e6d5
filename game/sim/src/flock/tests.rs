use super::*;
use crate::{Driver, Preset};

/// Some lanes are full and some are not, whatever their number.
const MOST_BOIDS: u32 = 299;

/// The state after each step of a flock, and what is drawn of it.
fn run(settings: &Settings, vectors: Vectors) -> Vec<(u64, Vec<[u32; 4]>)> {
    let mut flock = Flock::new(settings.clone(), Placement::default(), Arc::default()).unwrap();
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

#[test]
fn presets_have_the_same_bits_with_any_vectors() {
    for preset in Preset::all() {
        let mut settings = preset.settings();
        settings.spawn.count = settings.spawn.count.min(MOST_BOIDS);
        settings.simulation.driver = Driver::SingleThread;
        let expected = run(&settings, Vectors::Baseline);
        for vectors in Vectors::available() {
            // Not compared as a whole, for what is printed of texels says nothing.
            let found = run(&settings, vectors);
            let first = (0..expected.len()).find(|step| found[*step] != expected[*step]);
            assert_eq!(
                first, None,
                "{preset} differs after this step with {vectors:?}"
            );
        }
    }
}
