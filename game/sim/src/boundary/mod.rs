//! The boundary: what keeps boids inside a volume.

use crate::{placement::Frame, vectors::Work, Settings, Vec3};

/// The volume that boids stay in, in a given frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Containment {
    min: Vec3,
    max: Vec3,
    frame: Frame,
}

impl Containment {
    /// The volume, unless the boundary is switched off.
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Option<Self> {
        let boundary = &settings.boundary;
        let (min, max) = boundary.shape.bounds();
        boundary.enabled.then_some(Self { min, max, frame })
    }

    /// What is left to do after the move.
    pub(crate) fn after_move(&self) -> Self {
        *self
    }

    /// The velocity of a boid at `position`, turned so that on no axis it leads farther out. A component that leads
    /// inward already is never touched, hence a boid cannot stick outside by being reversed again and again.
    pub(crate) fn turn_inward(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        let point = self.frame.point_to_local(position);
        if (0..3).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis]) {
            return velocity;
        }
        let mut local = self.frame.vector_to_local(velocity);
        for axis in 0..3 {
            let beyond_min = point[axis] < self.min[axis] && local[axis] < 0.0;
            let beyond_max = point[axis] > self.max[axis] && local[axis] > 0.0;
            if beyond_min || beyond_max {
                local[axis] = -local[axis];
            }
        }
        self.frame.vector_to_world(local)
    }

    /// Where a boid comes in again that left a wrapping boundary; none if it has not.
    pub(crate) fn fold(&self, _position: Vec3) -> Option<Vec3> {
        None
    }

    /// Lets the boids that left a wrapping boundary come in again.
    pub(crate) fn fold_all(&self, _positions: &mut [&mut [f32]; 3]) {}
}

/// Turns the velocities of boids at or near the boundary.
pub(crate) struct Contain<'a> {
    pub(crate) containment: &'a Containment,
    pub(crate) position: [&'a [f32]; 3],
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl Work for Contain<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let Self {
            containment,
            position,
            velocity,
        } = self;
        for index in 0..position[0].len() {
            let place = Vec3::from_fn(|axis, _| position[axis][index]);
            let before = Vec3::from_fn(|axis, _| velocity[axis][index]);
            let after = containment.turn_inward(place, before);
            for axis in 0..3 {
                velocity[axis][index] = after[axis];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Boundary, Placement, Region};

    fn containment() -> Containment {
        let settings = Settings {
            boundary: Boundary::new(Region::Box {
                min: Vec3::new(-1.0, -2.0, -3.0),
                max: Vec3::new(4.0, 5.0, 6.0),
            }),
            ..Settings::default()
        };
        Containment::new(&settings, Frame::new(&Placement::default())).unwrap()
    }

    #[test]
    fn inside_nothing_changes() {
        let velocity = Vec3::new(1.0, -2.0, 3.0);
        let corner = Vec3::new(4.0, -2.0, 6.0);
        assert_eq!(containment().turn_inward(corner, velocity), velocity);
    }

    #[test]
    fn outside_only_outward_components_turn() {
        let velocity = Vec3::new(-1.0, 2.0, 3.0);
        let outside = Vec3::new(-1.5, 0.0, -4.0);
        let turned = containment().turn_inward(outside, velocity);
        assert_eq!(turned, Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(containment().turn_inward(outside, turned), turned);
    }
}
