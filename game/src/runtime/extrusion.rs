//! The range along Z over which colliders of 2D physics are extruded into walls.

use flock_sim::{
    settings::{Plane, Region},
    Placement, Settings, Vec3,
};

/// Margin of the range on each side: a fraction of its length, and metres. With it, a flock that
/// moves a little needs no new walls.
const MARGIN: (f32, f32) = (0.25, 1.0);

/// The range along Z, in metres, over which 2D colliders are extruded.
#[derive(Default)]
pub(super) struct Extrusion(Option<[f32; 2]>);

impl Extrusion {
    /// A range that contains the spawn region and the boundary of a planar flock. The last range is
    /// returned if it still contains both. `None` for other flocks.
    pub(super) fn update(
        &mut self,
        settings: &Settings,
        placement: &Placement,
    ) -> Option<[f32; 2]> {
        let regions = [settings.spawn.region, settings.boundary.shape];
        let [low, high] = regions
            .map(|region| span(&region, placement))
            .into_iter()
            .reduce(union)?;
        let body = settings.collision.body_radius + settings.collision.skin;
        let needed = [low - body, high + body];
        let is_finite = needed.iter().all(|z| z.is_finite());
        if settings.motion.plane != Plane::Xy || !is_finite {
            self.0 = None;
        } else if !self
            .0
            .is_some_and(|[low, high]| low <= needed[0] && needed[1] <= high)
        {
            let margin = MARGIN.0 * (needed[1] - needed[0]) + MARGIN.1;
            self.0 = Some([needed[0] - margin, needed[1] + margin]);
        }
        self.0
    }
}

fn union(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

/// The range of a region along the world's Z axis.
fn span(region: &Region, placement: &Placement) -> [f32; 2] {
    // The world's Z axis in the frame of the flock.
    let z_axis = placement.rotation.inverse() * Vec3::z();
    let (center, reach) = match region {
        Region::Sphere { center, radius } => (*center, radius.abs()),
        Region::Box { min, max } => {
            let half = (max - min) / 2.0;
            ((min + max) / 2.0, half.abs().dot(&z_axis.abs()))
        }
    };
    let center = placement.origin.z + center.dot(&z_axis);
    [center - reach, center + reach]
}
