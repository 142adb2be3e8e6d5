//! How far walls must reach along Z that colliders of 2D physics stand for.

use crate::Flock;
use flock_sim::{Placement, Plane, Region, Vec3};

/// Part of what the boids need, and metres besides, that walls reach farther, so that a flock which moves a little needs
/// no new ones.
const SPARE: (f32, f32) = (0.25, 1.0);

/// From where to where along Z walls reach.
#[derive(Default)]
pub(super) struct Walls(Option<[f32; 2]>);

impl Walls {
    /// Around everything that belongs to a planar flock: where it starts, and where it may go. `None` for other flocks. The
    /// same as before, as long as that is enough.
    pub(super) fn around(&mut self, script: &Flock, placement: &Placement) -> Option<[f32; 2]> {
        let regions = [script.spawn.region, script.boundary.shape];
        let [low, high] = regions
            .map(|region| span(&region, placement))
            .into_iter()
            .reduce(union)?;
        let body = script.collision.body_radius + script.collision.skin;
        let needed = [low - body, high + body];
        let is_finite = needed.iter().all(|z| z.is_finite());
        if script.motion.plane != Plane::Xy || !is_finite {
            self.0 = None;
        } else if !self
            .0
            .is_some_and(|[low, high]| low <= needed[0] && needed[1] <= high)
        {
            let spare = SPARE.0 * (needed[1] - needed[0]) + SPARE.1;
            self.0 = Some([needed[0] - spare, needed[1] + spare]);
        }
        self.0
    }
}

fn union(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

/// From where to where a region reaches along Z of the world.
fn span(region: &Region, placement: &Placement) -> [f32; 2] {
    // Z of the world, as the flock sees it.
    let up = placement.rotation.inverse() * Vec3::z();
    let (center, reach) = match region {
        Region::Sphere { center, radius } => (*center, radius.abs()),
        Region::Box { min, max } => {
            let half = (max - min) / 2.0;
            ((min + max) / 2.0, half.abs().dot(&up.abs()))
        }
    };
    let center = placement.origin.z + center.dot(&up);
    [center - reach, center + reach]
}
