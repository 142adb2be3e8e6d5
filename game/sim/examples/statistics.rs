//! The simulation alone: 1,000 boids around a pillar, and once a second what they do and cost.
//!
//! `cargo run --release -p flock-sim --example statistics`

use flock_sim::{
    geometry::shapes, settings::Region, Flock, Geometry, Placement, Settings, SettingsError, Vec3,
};
use std::sync::Arc;

const SECONDS: u32 = 10;

fn main() -> Result<(), SettingsError> {
    let mut settings = Settings::default();
    settings.spawn.count = 1_000;
    settings.spawn.region = Region::Sphere {
        center: Vec3::new(-2.0, 0.0, 0.0),
        radius: 0.8,
    };
    settings.collision.check_crossings = true;

    let (pillar, report) = Geometry::new(&shapes::cuboid(Vec3::new(0.3, 1.5, 0.3)));
    assert_eq!(report.dropped(), 0);
    let mut flock = Flock::new(settings, Placement::default(), Arc::new(pillar))?;

    println!("second  ms/step  contacts/s  rays/step  crossings  m/s    polarisation");
    for second in 1..=SECONDS {
        // As a game does, with the time since its last frame.
        for _ in 0..60 {
            flock.advance(1.0 / 60.0);
        }
        let (statistics, measures) = (flock.statistics(), flock.measure());
        println!(
            "{second:6}  {:7.3}  {:10.0}  {:9.0}  {:9}  {:.3}  {:.3}",
            statistics.step_milliseconds,
            statistics.contacts_per_second,
            statistics.rays_per_step,
            statistics.crossings,
            measures.mean_speed,
            measures.polarisation,
        );
    }
    Ok(())
}
