//! Why boids find no place to start.

use super::spawn::Spawner;
use crate::state::threads::{run, Part};
use std::fmt;

/// Why boids found no place to start. Its `Display` text says what to do.
///
/// The shares of `spawn.region` are estimated from 4096 random places in it.
///
/// ```
/// use flock_sim::{geometry::shapes, Flock, Geometry, Placement, Settings, Vec3};
/// use std::sync::Arc;
///
/// let mountain = Geometry::new(&shapes::cuboid(Vec3::repeat(100.0))).0;
/// let flock = Flock::new(Settings::default(), Placement::default(), Arc::new(mountain))?;
/// let obstruction = flock.spawn_obstruction().unwrap();
/// assert_eq!((obstruction.boids, obstruction.in_solids), (1000, 1.0));
/// assert!(obstruction.to_string().contains("inside solids"));
/// # Ok::<(), flock_sim::SettingsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpawnObstruction {
    /// Number of boids that found no place.
    pub boids: usize,
    /// Share of `spawn.region` that is inside solids, 0 to 1.
    pub in_solids: f32,
    /// Share of `spawn.region` that is outside of solids, but nearer than `body_radius` to a
    /// surface or to a moving obstacle: 0 to 1.
    pub near_surfaces: f32,
    /// The setting `collision.body_radius`, in metres.
    pub body_radius: f32,
}

impl fmt::Display for SpawnObstruction {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(
            formatter,
            "{} boids found no free place to start: ",
            self.boids
        )?;
        let percent = |share: f32| (100.0 * share).round();
        if self.in_solids >= self.near_surfaces {
            write!(
                formatter,
                "{}% of spawn.region is inside solids, which are closed surfaces that face \
                 outward, or two-sided ones that do not contain the region's centre; move the \
                 region out of them, or turn the triangles inward if a surface should be a room",
                percent(self.in_solids)
            )
        } else {
            write!(
                formatter,
                "{}% of spawn.region is nearer to a surface than collision.body_radius, which is \
                 {} m; enlarge the region, move it away from surfaces, or make the boids smaller",
                percent(self.near_surfaces),
                self.body_radius
            )
        }
    }
}

/// What obstructs a place.
#[derive(Clone, Copy, PartialEq)]
enum Obstruction {
    None,
    Solid,
    Surface,
}

impl Spawner<'_> {
    /// Finds out why `boids` boids found no place.
    pub(crate) fn obstruction(&self, boids: usize) -> SpawnObstruction {
        let collision = &self.settings.collision;
        let mut found = vec![Obstruction::None; Self::PROBES as usize];
        let backend = self.settings.simulation.backend;
        run(backend, Part::whole(&mut found), |part| {
            for (offset, found) in part.items.iter_mut().enumerate() {
                let place = self.probe((part.first + offset) as u32);
                if self.geometry.is_inside_solid(place) {
                    *found = Obstruction::Solid;
                } else if !self.is_clear(place, collision.body_radius) {
                    *found = Obstruction::Surface;
                }
            }
        });
        let share = |kind: Obstruction| {
            let count = found.iter().filter(|found| **found == kind).count();
            count as f32 / Self::PROBES as f32
        };
        SpawnObstruction {
            boids,
            in_solids: share(Obstruction::Solid),
            near_surfaces: share(Obstruction::Surface),
            body_radius: collision.body_radius,
        }
    }
}
