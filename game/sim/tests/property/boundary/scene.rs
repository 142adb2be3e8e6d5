//! Random flocks in boundaries of every kind.

use flock_sim::{
    settings::{Backend, Boundary, BoundaryMode, Plane, Region, Spawn},
    Flock, Placement, Settings, Vec3,
};
pub use flock_testkit::flocks::by_id;
use flock_testkit::flocks::{self, disable_rules};
use nalgebra::UnitQuaternion;
use proptest::prelude::*;

pub type Vec64 = nalgebra::Vector3<f64>;

#[derive(Clone, Debug)]
pub struct Scene {
    pub settings: Settings,
    pub placement: Placement,
}

impl Scene {
    pub fn flock(&self) -> Flock {
        Flock::new(self.settings.clone(), self.placement, Default::default()).unwrap()
    }

    pub fn respond(mut self, mode: BoundaryMode) -> Self {
        self.settings.boundary.mode = mode;
        self
    }

    pub fn without_rules(mut self) -> Self {
        disable_rules(&mut self.settings);
        self
    }

    /// Longest way of a boid in one step, in metres.
    pub fn step(&self) -> f64 {
        let speed = self.settings.motion.max_speed;
        f64::from(speed) * f64::from(self.settings.simulation.time_step)
    }

    /// Largest error of a place by rounding, in metres.
    pub fn rounding(&self) -> f64 {
        let (min, max) = self.settings.boundary.shape.bounds();
        let far = self.placement.origin.amax() + min.amax().max(max.amax());
        1e-6 * f64::from(far)
    }

    pub fn local(&self, position: Vec3) -> Vec64 {
        let origin: Vec64 = double(self.placement.origin);
        self.rotation().inverse() * (double(position) - origin)
    }

    pub fn rotation(&self) -> UnitQuaternion<f64> {
        UnitQuaternion::new_normalize(self.placement.rotation.into_inner().cast())
    }

    /// The axis of the frame that nothing moves along.
    pub fn flat_axis(&self) -> Option<usize> {
        flocks::flat_axis(self.settings.motion.plane)
    }

    /// Distance of a boid outside the boundary, per axis in a box and from the surface of a sphere;
    /// negative inside. In a planar flock the section with the plane counts.
    pub fn outside(&self, position: Vec3) -> f64 {
        let place = self.local(position);
        match self.settings.boundary.shape {
            Region::Box { min, max } => (0..3)
                .filter(|axis| Some(*axis) != self.flat_axis())
                .map(|axis| {
                    (f64::from(min[axis]) - place[axis]).max(place[axis] - f64::from(max[axis]))
                })
                .fold(f64::NEG_INFINITY, f64::max),
            Region::Sphere { center, radius } => {
                let (offset, radius) = self.in_section(place - double(center), radius);
                offset.norm() - radius
            }
        }
    }

    /// An offset from the centre of a sphere within the plane of a boid, and the radius of the
    /// sphere there.
    pub fn in_section(&self, mut offset: Vec64, radius: f32) -> (Vec64, f64) {
        let mut squared = f64::from(radius) * f64::from(radius);
        if let Some(axis) = self.flat_axis() {
            squared -= offset[axis] * offset[axis];
            offset[axis] = 0.0;
        }
        (offset, squared.max(0.0).sqrt())
    }

    /// The offset to the nearest image in a box, in the frame; in a sphere the offset itself.
    pub fn way(&self, offset: Vec64) -> Vec64 {
        let local = self.rotation().inverse() * offset;
        match self.settings.boundary.shape {
            Region::Sphere { .. } => local,
            Region::Box { min, max } => {
                let widths = double(max) - double(min);
                local.zip_map(&widths, |x, width| x - (x / width).round() * width)
            }
        }
    }

    /// The margin of a soft turn, at most half the width of the boundary.
    pub fn margin(&self, position: Vec3) -> f64 {
        let BoundaryMode::SoftTurn { margin } = self.settings.boundary.mode else {
            return 0.0;
        };
        let half_width = match self.settings.boundary.shape {
            Region::Box { min, max } => (0..3)
                .filter(|axis| Some(*axis) != self.flat_axis())
                .map(|axis| (f64::from(max[axis]) - f64::from(min[axis])) / 2.0)
                .fold(f64::INFINITY, f64::min),
            Region::Sphere { center, radius } => {
                self.in_section(self.local(position) - double(center), radius)
                    .1
            }
        };
        half_width.min(f64::from(margin))
    }
}

pub fn double(vector: Vec3) -> Vec64 {
    vector.map(f64::from)
}

pub fn vector(extent: f32) -> impl Strategy<Value = Vec3> {
    let number = move || -extent..=extent;
    (number(), number(), number()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

pub fn cuboid() -> impl Strategy<Value = Region> {
    (vector(4.0), vector(3.0)).prop_map(|(min, size)| Region::Box {
        min,
        max: min + size.map(|x| x.abs().max(0.05)),
    })
}

pub fn sphere() -> impl Strategy<Value = Region> {
    (vector(4.0), 0.05f32..4.0).prop_map(|(center, radius)| Region::Sphere { center, radius })
}

pub fn shape() -> impl Strategy<Value = Region> {
    prop_oneof![cuboid(), sphere()]
}

/// A margin from far less to far more than the width of the boundary.
pub fn margin() -> impl Strategy<Value = f32> {
    (-3.0f32..4.0).prop_map(|power| 10f32.powf(power).clamp(0.001, 10_000.0))
}

pub fn mode() -> impl Strategy<Value = BoundaryMode> {
    prop_oneof![
        Just(BoundaryMode::Reflect),
        Just(BoundaryMode::Wrap),
        margin().prop_map(|margin| BoundaryMode::SoftTurn { margin }),
    ]
}

pub fn plane() -> impl Strategy<Value = Plane> {
    prop::sample::select(vec![Plane::All, Plane::Xz, Plane::Xy, Plane::Yz])
}

/// A flock that starts inside its boundary.
pub fn scene_in(shape: impl Strategy<Value = Region>) -> impl Strategy<Value = Scene> {
    let motion = (0.0f32..3.0, 0.001f32..0.1, 0.0f32..50.0, plane());
    let spawn = (any::<u32>(), 1u32..60);
    let frame = (vector(20.0), vector(3.0));
    (shape, mode(), motion, spawn, frame).prop_map(
        |(shape, mode, (power, time_step, acceleration, plane), (seed, count), frame)| {
            let speed = 10f32.powf(power);
            let mut settings = Settings {
                boundary: Boundary::new(shape).with_mode(mode),
                spawn: Spawn {
                    seed,
                    count,
                    region: shape,
                    speed,
                },
                ..Settings::default()
            };
            settings.motion.max_speed = speed;
            settings.motion.max_acceleration = acceleration;
            settings.motion.plane = plane;
            settings.simulation.time_step = time_step;
            settings.simulation.backend = Backend::SingleThread;
            Scene {
                settings,
                placement: Placement {
                    origin: frame.0,
                    rotation: UnitQuaternion::from_scaled_axis(frame.1),
                },
            }
        },
    )
}

pub fn scene() -> impl Strategy<Value = Scene> {
    scene_in(shape())
}
