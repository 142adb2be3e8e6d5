//! What else is in the cube.

use crate::workload::{Far, Workload, RADIUS};
use flock_sim::{
    boids::Viewer,
    geometry::shapes,
    influences::{Influence, InfluenceKind, InfluenceVolume, MeshVolume},
    perches::{Perch, PerchSpot},
    settings::Detail,
    wind::{Turbulence, Wind},
    Flock, SettingsError, Vec3,
};
use flock_testkit::random::Random;
use std::f32::consts::PI;

impl Workload {
    /// Adds targets, repelling balls and arrows at random places. They are so weak that the boids
    /// stay spread as without them: with denser crowds, it would be their neighbours that cost
    /// more.
    pub fn add_influences(&self, flock: &mut Flock) -> Result<(), SettingsError> {
        let half = self.half_width();
        let volume = (2.0 * half).powi(3) / self.influences.max(1) as f32;
        let reach = (volume / (4.0 / 3.0 * PI)).cbrt();
        let mut random = Random(2);
        for index in 0..self.influences {
            let point = random.in_cube() * half;
            let (kind, reach) = match index % 3 {
                0 => (
                    InfluenceKind::Target {
                        point,
                        slowing: reach / 2.0,
                    },
                    reach,
                ),
                1 => (ball(point, reach / 2.0), reach / 2.0),
                _ => {
                    let end = point + random.in_ball() * reach;
                    (InfluenceKind::Guide { start: point, end }, 0.8 * reach)
                }
            };
            flock.add_influence(Influence {
                reach,
                weight: 1e-3,
                ..Influence::new(kind)
            })?;
        }
        Ok(())
    }

    pub fn add_wind_and_mesh(&self, flock: &mut Flock) -> Result<(), SettingsError> {
        if self.wind {
            let turbulence = Turbulence {
                speed: 0.5,
                ..Turbulence::default()
            };
            flock.set_wind(Wind {
                velocity: Vec3::new(0.5, 0.0, 0.2),
                turbulence,
                ..Wind::default()
            })?;
        }
        if !self.mesh {
            return Ok(());
        }
        if let Ok(mesh) = MeshVolume::new(&shapes::ball(2.0 * self.half_width(), 4)) {
            let volumes = vec![InfluenceVolume::Mesh(mesh)];
            flock.add_influence(Influence {
                reach: 4.0 * self.half_width(),
                ..Influence::new(InfluenceKind::Pen { volumes })
            })?;
        }
        Ok(())
    }

    /// Lets the flock be seen from a side of the cube.
    pub fn see_from_aside(&self, flock: &mut Flock, far: Far) -> Result<(), SettingsError> {
        let viewer = Viewer::all_around(Vec3::new(self.half_width(), 0.0, 0.0));
        let boids = flock.boids();
        let mut distances: Vec<f32> = boids
            .map(|boid| (boid.position - viewer.point).norm())
            .collect();
        distances.sort_by(f32::total_cmp);
        // Boids go to the next level beyond 1.1 times its distance.
        let distance = |quarters: usize| Some(distances.get(quarters * distances.len() / 4)? / 1.1);
        let quarters = match far {
            Far::Quarters => [1, 2, 3],
            Far::Eighth => [1; 3],
        };
        let [second, fourth, eighth] = quarters.map(|it| distance(it).unwrap_or(0.0));
        let mut settings = flock.settings().clone();
        settings.detail = Detail {
            enabled: true,
            second,
            fourth,
            eighth,
            ..settings.detail
        };
        flock.set_settings(settings)?;
        flock.set_viewers(&[viewer])
    }

    pub fn add_perches(&self, flock: &mut Flock) -> Result<(), SettingsError> {
        let mut random = Random(7);
        for _ in 0..self.perches {
            let centre = random.in_cube() * self.half_width();
            let spot = |number: u32| PerchSpot {
                position: centre + Vec3::x() * 0.1 * number as f32,
                normal: Vec3::y(),
            };
            flock.add_perch(Perch {
                reach: 2.0 * RADIUS,
                needs_surface: false,
                ..Perch::new((0..16).map(spot).collect())
            })?;
        }
        Ok(())
    }
}

fn ball(center: Vec3, radius: f32) -> InfluenceKind {
    let volumes = vec![InfluenceVolume::Sphere { center, radius }];
    InfluenceKind::Repel { volumes }
}
