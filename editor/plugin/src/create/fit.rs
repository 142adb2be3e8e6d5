//! Fitting of a new flock to the free space around it.

use fyrox_flock::sim::{
    settings::{Boundary, BoundaryMode, Region},
    Geometry, Placement, Settings, Vec3,
};

/// Smallest distance from the flock to a side of its boundary, in body radii.
const LEAST: f32 = 3.0;

/// Number of rays with which a sphere is fitted.
const RAYS: usize = 128;

/// Smallest number of boids of a reduced flock.
const FEWEST: u32 = 10;

/// Reduces the spawn region and the boundary to the free space around the flock. The number of
/// boids is reduced with the boundary's volume, so that the density does not rise.
pub(super) fn fit(settings: &mut Settings, geometry: &Geometry, placement: &Placement) {
    if geometry.triangle_count() == 0 {
        return;
    }
    let body = settings.collision.body_radius + settings.collision.skin;
    let free = FreeSpace {
        geometry,
        placement,
        body,
    };
    let (before, start, most) = (
        settings.boundary.shape,
        settings.spawn.region,
        settings.spawn.count,
    );
    if let Region::Sphere { radius, .. } = before {
        let shift = free.middle(radius);
        for region in [&mut settings.boundary.shape, &mut settings.spawn.region] {
            if let Region::Sphere { center, .. } = region {
                *center += shift;
            }
        }
    }
    let share = shrink(&mut settings.boundary.shape, &free);
    shrink(&mut settings.spawn.region, &free);
    shrink_margin(&mut settings.boundary, share);
    let count = settings.spawn.count as f32 * volume_share(&before, &settings.boundary.shape);
    let fewest = FEWEST.min(settings.spawn.count);
    settings.spawn.count = (count.round() as u32).max(fewest);
    let crowding = settings.spawn.count as f32
        / most.max(1) as f32
        / volume_share(&start, &settings.spawn.region);
    if settings.boundary.enabled && crowding > 1.0 {
        let Settings {
            spawn, boundary, ..
        } = settings;
        widen(&mut spawn.region, crowding.cbrt(), &boundary.shape);
    }
}

/// Enlarges the spawn region, at most to the boundary, so that boids do not start too densely.
/// Boids search for free positions in it, so it may overlap geometry.
fn widen(region: &mut Region, factor: f32, boundary: &Region) {
    let (low, high) = match *boundary {
        Region::Box { min, max } => (min, max),
        Region::Sphere { center, radius } => {
            let half = Vec3::repeat(radius / 3.0_f32.sqrt());
            (center - half, center + half)
        }
    };
    match region {
        Region::Box { min, max } => {
            let (center, half) = ((*min + *max) / 2.0, (*max - *min) * (factor / 2.0));
            for axis in 0..3 {
                min[axis] = min[axis].min((center - half)[axis].max(low[axis]));
                max[axis] = max[axis].max((center + half)[axis].min(high[axis]));
            }
        }
        Region::Sphere { center, radius } => {
            let room = (*center - low).min().min((high - *center).min());
            *radius = radius.max((*radius * factor).min(room));
        }
    }
}

struct FreeSpace<'a> {
    geometry: &'a Geometry,
    placement: &'a Placement,
    body: f32,
}

impl FreeSpace<'_> {
    /// Free distance, up to `reach`, along a direction from a point in the flock's frame.
    fn along(&self, from: Vec3, direction: Vec3, reach: f32) -> f32 {
        let rotation = self.placement.rotation;
        let start = self.placement.origin + rotation * from;
        let way = rotation * direction * reach;
        let contact = self.geometry.sweep(start, way, self.body);
        contact.map_or(reach, |contact| contact.fraction * reach)
    }

    /// Like [`along`](Self::along), but never less than a flock needs.
    fn side(&self, from: Vec3, direction: Vec3, reach: f32) -> f32 {
        let free = self.along(from, direction, reach);
        free.max(LEAST * self.body).min(reach)
    }

    /// Offset to the place at which a sphere has the most space on both sides along each axis: away
    /// from the ground, for example.
    fn middle(&self, radius: f32) -> Vec3 {
        let middle = Vec3::from_fn(|axis, _| {
            let mut direction = Vec3::zeros();
            direction[axis] = 1.0;
            let free = |direction| self.along(Vec3::zeros(), direction, 2.0 * radius);
            let (below, above) = (free(-direction), free(direction));
            // Between the positions with enough space below and enough above.
            let (low, high) = (radius - below, above - radius);
            if low <= high {
                0.0_f32.clamp(low, high)
            } else {
                (above - below) / 2.0
            }
        });
        let distance = middle.norm();
        let direction = middle.try_normalize(f32::EPSILON).unwrap_or_default();
        direction * self.along(Vec3::zeros(), direction, distance)
    }
}

/// Reduces a region. Returns the smallest remaining fraction of its sides.
fn shrink(region: &mut Region, free: &FreeSpace) -> f32 {
    match region {
        Region::Box { min, max } => {
            let mut least = 1.0_f32;
            for axis in 0..3 {
                for (side, sign) in [(&mut min[axis], -1.0), (&mut max[axis], 1.0)] {
                    // A side that is flat, or on the other side of the flock, is kept.
                    let reach = *side * sign;
                    if reach > 0.0 {
                        let mut direction = Vec3::zeros();
                        direction[axis] = sign;
                        let distance = free.side(Vec3::zeros(), direction, reach);
                        least = least.min(distance / reach);
                        *side = distance * sign;
                    }
                }
            }
            least
        }
        Region::Sphere { center, radius } => {
            let before = *radius;
            for direction in directions() {
                *radius = free.side(*center, direction, *radius);
            }
            *radius / before
        }
    }
}

/// The axes, since most walls are perpendicular to them, and directions that are evenly distributed
/// over the sphere: the golden spiral.
fn directions() -> impl Iterator<Item = Vec3> {
    let golden_angle = std::f32::consts::PI * (3.0 - 5.0_f32.sqrt());
    let spiral = (0..RAYS).map(move |index| {
        let y = 1.0 - (2 * index + 1) as f32 / RAYS as f32;
        let (sine, cosine) = (golden_angle * index as f32).sin_cos();
        let radius = (1.0 - y * y).sqrt();
        Vec3::new(cosine * radius, y, sine * radius)
    });
    axes().chain(spiral)
}

/// The axes, in both directions.
pub(super) fn axes() -> impl Iterator<Item = Vec3> {
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    axes.into_iter().flat_map(|axis| [axis, -axis])
}

fn shrink_margin(boundary: &mut Boundary, share: f32) {
    if let BoundaryMode::SoftTurn { margin } = &mut boundary.mode {
        *margin *= share;
    }
}

fn volume_share(before: &Region, after: &Region) -> f32 {
    match (before, after) {
        (Region::Sphere { radius: before, .. }, Region::Sphere { radius: after, .. }) => {
            (after / before).powi(3)
        }
        (
            Region::Box { min, max },
            Region::Box {
                min: low,
                max: high,
            },
        ) => {
            let (before, after) = (max - min, high - low);
            (0..3)
                .map(|axis| after[axis] / before[axis].max(f32::MIN_POSITIVE))
                .product()
        }
        _ => 1.0,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use fyrox_flock::sim::{geometry::shapes, Flock, Preset};
    use std::sync::Arc;

    /// A room from `-half` to `half`.
    pub fn room(half: Vec3) -> Geometry {
        let walls = shapes::cuboid(half);
        let inward: Vec<_> = walls.into_iter().map(|[a, b, c]| [a, c, b]).collect();
        Geometry::new(&inward).0
    }

    #[test]
    fn flocks_fit_into_a_room_and_all_boids_are_placed() {
        let geometry = Arc::new(room(Vec3::new(2.0, 1.0, 3.0)));
        let origin = Vec3::new(0.5, 0.2, 0.0);
        let placement = Placement::at(origin);
        for preset in [
            Preset::Sardines,
            Preset::ReefFish,
            Preset::Gnats,
            Preset::Starlings,
        ] {
            let mut settings = preset.settings();
            let all = settings.spawn.count;
            fit(&mut settings, &geometry, &placement);
            settings.validate().unwrap();
            let (min, max) = settings.boundary.shape.bounds();
            assert!(
                (min + origin).y >= -1.0 && (max + origin).y <= 1.0,
                "{preset}"
            );
            assert!(
                (min + origin).x >= -2.0 && (max + origin).x <= 2.0,
                "{preset}"
            );
            assert!(
                settings.spawn.count >= 10 && settings.spawn.count < all,
                "{preset}"
            );
            // Hardly denser than in the preset, unless the smallest number of boids is too large
            // for the room.
            let before = preset.settings();
            let share = volume_share(&before.spawn.region, &settings.spawn.region);
            let crowding = settings.spawn.count as f32 / all as f32 / share;
            let is_least = settings.spawn.count == FEWEST;
            assert!(crowding < 3.0 || is_least, "{preset}: {crowding}");
            let flock = Flock::new(settings, placement, geometry.clone()).unwrap();
            assert_eq!(flock.not_placed(), 0, "{preset}");
        }
    }

    #[test]
    fn a_flock_over_the_ground_keeps_its_size() {
        let corners = [(-500.0, -500.0), (0.0, 500.0), (500.0, -500.0)];
        let ground = corners.map(|(x, z)| Vec3::new(x, -1.5, z));
        let geometry = Geometry::new(&[ground]).0;
        let mut settings = Preset::Starlings.settings();
        fit(&mut settings, &geometry, &Placement::default());
        let (min, _) = settings.boundary.shape.bounds();
        assert!(min.y >= -1.5 && min.y < 0.0, "{min}");
        assert!(settings.spawn.count > 2_900, "{}", settings.spawn.count);
        settings.validate().unwrap();
    }

    #[test]
    fn without_geometry_the_preset_stays() {
        let mut settings = Preset::Sardines.settings();
        fit(&mut settings, &Geometry::empty(), &Placement::default());
        assert_eq!(settings, Preset::Sardines.settings());
    }
}
