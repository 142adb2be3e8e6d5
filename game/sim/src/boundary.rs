//! Reversal at the boundary.

use crate::{placement::Frame, Boundary, Vec3};

/// The box that boids stay in, in a given frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    min: Vec3,
    max: Vec3,
    frame: Frame,
}

impl Bounds {
    /// The box, unless it is switched off.
    pub(crate) fn new(boundary: &Boundary, frame: Frame) -> Option<Self> {
        let (min, max) = boundary.shape.bounds();
        boundary.enabled.then_some(Self { min, max, frame })
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Placement, Region};

    fn bounds() -> Bounds {
        let boundary = Boundary::new(Region::Box {
            min: Vec3::new(-1.0, -2.0, -3.0),
            max: Vec3::new(4.0, 5.0, 6.0),
        });
        Bounds::new(&boundary, Frame::new(&Placement::default())).unwrap()
    }

    #[test]
    fn inside_nothing_changes() {
        let velocity = Vec3::new(1.0, -2.0, 3.0);
        let corner = Vec3::new(4.0, -2.0, 6.0);
        assert_eq!(bounds().turn_inward(corner, velocity), velocity);
    }

    #[test]
    fn outside_only_outward_components_turn() {
        let velocity = Vec3::new(-1.0, 2.0, 3.0);
        let outside = Vec3::new(-1.5, 0.0, -4.0);
        let turned = bounds().turn_inward(outside, velocity);
        assert_eq!(turned, Vec3::new(1.0, 2.0, 3.0));
        assert_eq!(bounds().turn_inward(outside, turned), turned);
    }
}
