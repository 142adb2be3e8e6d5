//! The same flock on the same GPU has the same bits.

use crate::support::{gpu::gpu_driver, scenes};
use flock_sim::{Flock, Geometry, Placement, Preset, Settings};
use std::sync::Arc;

fn hash_after(settings: &Settings, geometry: &Arc<Geometry>, steps: usize) -> u64 {
    let mut flock = Flock::new(settings.clone(), Placement::default(), geometry.clone()).unwrap();
    (0..steps).for_each(|_| flock.step());
    assert!(flock.adapter().is_some());
    flock.state_hash()
}

#[test]
fn a_run_repeats_to_the_last_bit() {
    let triangles = scenes::Scene::new().triangles();
    let geometry = Arc::new(Geometry::new(&triangles).0);
    for preset in [Preset::Sardines, Preset::Starlings, Preset::Composite] {
        let mut settings = preset.settings();
        settings.spawn.count = 700;
        settings.simulation.driver = gpu_driver();
        let first = hash_after(&settings, &geometry, 40);
        for _ in 0..3 {
            assert_eq!(hash_after(&settings, &geometry, 40), first, "{preset}");
        }
        assert_ne!(hash_after(&settings, &geometry, 41), first);
    }
}
