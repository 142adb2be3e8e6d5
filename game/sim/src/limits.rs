//! The limits of motion: the plane of the flock and the speed.

use crate::{
    placement::Frame,
    steering::shortening,
    vectors::{load, store, Work},
    Plane, Settings, Vec3,
};

/// The limits of motion in a given frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    max_speed: f32,
    /// Unit vector, in the world, along which nothing moves; zero if everything may move.
    normal: Vec3,
}

impl Limits {
    pub(crate) fn new(settings: &Settings, frame: Frame) -> Self {
        let motion = &settings.motion;
        Self {
            max_speed: motion.max_speed,
            normal: plane_normal(motion.plane, frame),
        }
    }

    /// The velocity without what leads out of the plane, and limited.
    #[inline(always)]
    fn velocity(&self, [x, y, z]: [f32; 3]) -> [f32; 3] {
        let n = &self.normal;
        let out = n.x * x + n.y * y + n.z * z;
        let flat = [x - n.x * out, y - n.y * out, z - n.z * out];
        let scale = shortening(flat, self.max_speed);
        [flat[0] * scale, flat[1] * scale, flat[2] * scale]
    }
}

/// Brings velocities within the limits.
pub(crate) struct Limit<'a> {
    pub(crate) limits: &'a Limits,
    /// The velocities before the step.
    pub(crate) before: [&'a [f32]; 3],
    pub(crate) id: &'a [u32],
    pub(crate) velocity: [&'a mut [f32]; 3],
}

impl Work for Limit<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let [x, y, z] = self.velocity;
        let count = x.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let mut lanes = [
                load::<LANES>(x, start, len),
                load::<LANES>(y, start, len),
                load::<LANES>(z, start, len),
            ];
            for lane in 0..LANES {
                let velocity = [lanes[0][lane], lanes[1][lane], lanes[2][lane]];
                let [x, y, z] = self.limits.velocity(velocity);
                lanes[0][lane] = x;
                lanes[1][lane] = y;
                lanes[2][lane] = z;
            }
            store(&lanes[0], x, start, len);
            store(&lanes[1], y, start, len);
            store(&lanes[2], z, start, len);
        }
    }
}

/// The unit vector, in the world, along which nothing moves; zero if everything may move.
pub(crate) fn plane_normal(plane: Plane, frame: Frame) -> Vec3 {
    let normal = flat_axis(plane).map(|axis| {
        let mut normal = Vec3::zeros();
        normal[axis] = 1.0;
        frame.vector_to_world(normal)
    });
    normal.unwrap_or_default()
}

/// The axis that stands on the plane.
pub(crate) fn flat_axis(plane: Plane) -> Option<usize> {
    match plane {
        Plane::All => None,
        Plane::Xz => Some(1),
        Plane::Xy => Some(2),
        Plane::Yz => Some(0),
    }
}
