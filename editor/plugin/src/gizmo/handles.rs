//! Handles on the sides of a flock's volumes.

use fyrox_flock::{
    sim::{
        settings::{Boundary, BoundaryMode, Region, Spawn},
        Vec3,
    },
    Flock,
};

/// Smallest size of a volume that a handle sets, in metres.
const SMALLEST: f32 = 0.01;

/// Smallest margin that is allowed, in metres.
const LEAST_MARGIN: f32 = 0.001;

/// Largest coordinate that is allowed, in metres.
const FARTHEST: f32 = 10_000.0;

/// A volume of a flock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Volume {
    Spawn,
    Boundary,
    /// The inner border of the margin of soft turns.
    Margin,
}

/// A handle on one side of a volume. It moves along a line from the middle of the volume outward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VolumeHandle {
    pub(super) volume: Volume,
    axis: usize,
    sign: f32,
}

/// The handles of a flock, for the volumes that it has.
pub(super) fn handles(script: &Flock) -> Vec<VolumeHandle> {
    let mut handles = Vec::new();
    let mut add = |volume, axis, sign| handles.push(VolumeHandle { volume, axis, sign });
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            add(Volume::Spawn, axis, sign);
            if script.boundary.enabled {
                add(Volume::Boundary, axis, sign);
            }
        }
    }
    if script.boundary.enabled && margin(&script.boundary).is_some() {
        add(Volume::Margin, 0, 1.0);
    }
    handles
}

fn margin(boundary: &Boundary) -> Option<f32> {
    match boundary.mode {
        BoundaryMode::SoftTurn { margin } => Some(margin),
        _ => None,
    }
}

impl VolumeHandle {
    /// The point from which the handle's distance is measured, in the frame of the flock.
    pub(super) fn center(&self, script: &Flock) -> Vec3 {
        match *self.region(script) {
            Region::Box { min, max } => {
                let mut center = (min + max) / 2.0;
                center[self.axis] = 0.0;
                center
            }
            Region::Sphere { center, .. } => center,
        }
    }

    /// Unit vector along which the handle moves, in the frame of the flock.
    pub(super) fn direction(&self) -> Vec3 {
        let mut direction = Vec3::zeros();
        direction[self.axis] = self.sign;
        direction
    }

    /// Distance from the center along the direction, in metres.
    pub(super) fn distance(&self, script: &Flock) -> f32 {
        let side = match *self.region(script) {
            Region::Box { max, .. } if self.sign > 0.0 => max[self.axis],
            Region::Box { min, .. } => -min[self.axis],
            Region::Sphere { radius, .. } => radius,
        };
        match self.volume {
            Volume::Margin => side - margin(&script.boundary).unwrap_or_default(),
            _ => side,
        }
    }

    /// Position in the frame of the flock.
    pub(super) fn position(&self, script: &Flock) -> Vec3 {
        self.center(script) + self.direction() * self.distance(script)
    }

    /// Moves the side to a distance, at most up to the opposite side.
    pub(super) fn set_distance(&self, script: &mut Flock, distance: f32) {
        if !distance.is_finite() {
            return;
        }
        let distance = distance.clamp(-FARTHEST, FARTHEST);
        match self.volume {
            Volume::Spawn => {
                let region = self.moved(&script.spawn.region, distance);
                let spawn = Spawn {
                    region,
                    ..*script.spawn
                };
                script.spawn.set_value_and_mark_modified(spawn);
            }
            Volume::Boundary => {
                let shape = self.moved(&script.boundary.shape, distance);
                let boundary = Boundary {
                    shape,
                    ..*script.boundary
                };
                script.boundary.set_value_and_mark_modified(boundary);
            }
            Volume::Margin => {
                let side = self.distance(script) + margin(&script.boundary).unwrap_or_default();
                let margin = (side - distance).clamp(LEAST_MARGIN, side.max(LEAST_MARGIN));
                let mode = BoundaryMode::SoftTurn { margin };
                let boundary = Boundary {
                    mode,
                    ..*script.boundary
                };
                script.boundary.set_value_and_mark_modified(boundary);
            }
        }
    }

    fn region<'a>(&self, script: &'a Flock) -> &'a Region {
        match self.volume {
            Volume::Spawn => &script.spawn.region,
            Volume::Boundary | Volume::Margin => &script.boundary.shape,
        }
    }

    fn moved(&self, region: &Region, distance: f32) -> Region {
        match *region {
            Region::Box { mut min, mut max } => {
                let axis = self.axis;
                if self.sign > 0.0 {
                    max[axis] = distance.max(min[axis] + SMALLEST);
                } else {
                    min[axis] = (-distance).min(max[axis] - SMALLEST);
                }
                Region::Box { min, max }
            }
            Region::Sphere { center, .. } => {
                let radius = distance.max(SMALLEST);
                Region::Sphere { center, radius }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox_flock::sim::Preset;

    fn handle(volume: Volume, axis: usize, sign: f32) -> VolumeHandle {
        VolumeHandle { volume, axis, sign }
    }

    #[test]
    fn each_side_has_a_handle_that_moves_it_alone() {
        // A box with a soft turn, and a spherical spawn region.
        let original = Flock::new(Preset::Sardines.settings());
        let all = handles(&original);
        assert_eq!(all.len(), 13);
        for handle in all {
            let mut script = original.clone();
            let before = handle.distance(&script);
            handle.set_distance(&mut script, before - 0.5);
            assert!(
                (handle.distance(&script) - before + 0.5).abs() < 1e-5,
                "{handle:?}"
            );
            script.settings().validate().unwrap();
            handle.set_distance(&mut script, 1e6);
            script.settings().validate().unwrap();
            handle.set_distance(&mut script, before);
            assert_eq!(script.settings(), original.settings(), "{handle:?}");
        }
    }

    #[test]
    fn sides_do_not_pass_each_other() {
        let mut script = Flock::new(Preset::Sardines.settings());
        handle(Volume::Boundary, 1, 1.0).set_distance(&mut script, -100.0);
        handle(Volume::Spawn, 0, 1.0).set_distance(&mut script, -100.0);
        handle(Volume::Margin, 0, 1.0).set_distance(&mut script, -100.0);
        handle(Volume::Boundary, 0, 1.0).set_distance(&mut script, f32::NAN);
        let settings = script.settings();
        let (min, max) = settings.boundary.shape.bounds();
        assert_eq!((min.y, max.y), (-2.5, -2.5 + SMALLEST));
        let Region::Sphere { radius, .. } = settings.spawn.region else {
            panic!()
        };
        assert_eq!(radius, SMALLEST);
        assert_eq!(margin(&settings.boundary), Some(6.0));
    }

    #[test]
    fn parts_that_are_off_have_no_handles() {
        let mut settings = Preset::Starlings.settings();
        settings.boundary.enabled = false;
        assert_eq!(handles(&Flock::new(settings)).len(), 6);
    }
}
