//! Boids in the distances of all levels of detail.

use flock_sim::{settings::Region, Settings, Vec3};

/// A place beyond all distances.
pub const FAR: Vec3 = Vec3::new(0.0, 0.0, 500.0);

/// Settings of boids in a long box, of which a viewer at an end sees some at every level.
pub fn in_levels(count: u32) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = count;
    settings.spawn.region = Region::cuboid(Vec3::new(40.0, 2.0, 2.0));
    settings.boundary.shape = settings.spawn.region;
    settings.detail.enabled = true;
    settings.detail.second = 10.0;
    settings.detail.fourth = 20.0;
    settings.detail.eighth = 30.0;
    settings
}
