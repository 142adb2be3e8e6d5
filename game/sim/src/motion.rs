//! From the acceleration that the rules ask for to the new velocity.

use crate::{
    placement::Frame,
    vectors::{load, store, Work},
    Motion, Plane, Vec3,
};

/// The limits of motion in a given frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    max_speed: f32,
    max_acceleration: f32,
    /// Unit vector, in the world, along which nothing moves; zero if everything may move.
    normal: Vec3,
    dt: f32,
}

impl Limits {
    /// The limits in steps of `dt` seconds.
    pub(crate) fn new(motion: &Motion, frame: Frame, dt: f32) -> Self {
        let normal = flat_axis(motion.plane).map(|axis| {
            let mut normal = Vec3::zeros();
            normal[axis] = 1.0;
            frame.vector_to_world(normal)
        });
        Self {
            max_speed: motion.max_speed,
            max_acceleration: motion.max_acceleration,
            normal: normal.unwrap_or_default(),
            dt,
        }
    }

    /// The velocity after a step: accelerated, without what leads out of the plane, and limited.
    #[inline(always)]
    fn velocity(&self, velocity: [f32; 3], acceleration: [f32; 3]) -> [f32; 3] {
        let [ax, ay, az] = acceleration;
        let change = self.dt * shortening(acceleration, self.max_acceleration);
        let [x, y, z] = [
            velocity[0] + ax * change,
            velocity[1] + ay * change,
            velocity[2] + az * change,
        ];
        let n = &self.normal;
        let out = n.x * x + n.y * y + n.z * z;
        let flat = [x - n.x * out, y - n.y * out, z - n.z * out];
        let scale = shortening(flat, self.max_speed);
        [flat[0] * scale, flat[1] * scale, flat[2] * scale]
    }
}

/// Turns accelerations into velocities.
pub(crate) struct Accelerate<'a> {
    pub(crate) limits: &'a Limits,
    /// The velocities before the step.
    pub(crate) before: [&'a [f32]; 3],
    /// The accelerations, in whose place the velocities after the step are written.
    pub(crate) accelerations: [&'a mut [f32]; 3],
}

impl Work for Accelerate<'_> {
    #[inline(always)]
    fn run<const LANES: usize>(self) {
        let [x, y, z] = self.accelerations;
        let count = x.len();
        for start in (0..count).step_by(LANES) {
            let len = LANES.min(count - start);
            let mut lanes = [
                load::<LANES>(x, start, len),
                load::<LANES>(y, start, len),
                load::<LANES>(z, start, len),
            ];
            let [vx, vy, vz] = self.before.map(|values| load::<LANES>(values, start, len));
            for lane in 0..LANES {
                let acceleration = [lanes[0][lane], lanes[1][lane], lanes[2][lane]];
                let before = [vx[lane], vy[lane], vz[lane]];
                let [x, y, z] = self.limits.velocity(before, acceleration);
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

/// The axis that stands on the plane.
pub(crate) fn flat_axis(plane: Plane) -> Option<usize> {
    match plane {
        Plane::All => None,
        Plane::Xz => Some(1),
        Plane::Xy => Some(2),
        Plane::Yz => Some(0),
    }
}

/// The factor that shortens a vector to `max` if it is longer.
#[inline(always)]
fn shortening([x, y, z]: [f32; 3], max: f32) -> f32 {
    let length = (x * x + y * y + z * z).sqrt();
    if length > max {
        max / length
    } else {
        1.0
    }
}
