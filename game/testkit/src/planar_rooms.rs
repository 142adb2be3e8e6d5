//! Trials: influences lead boids that move in a plane through a door between two rooms.

use crate::two_rooms;
use flock_sim::{
    settings::{Backend, Boundary, Plane, Region},
    Flock, Geometry, Placement, Settings, Vec3,
};
use nalgebra::UnitQuaternion;
use std::sync::Arc;

/// Height at which the boids move above the middle of the rooms, in metres.
pub const HEIGHT: f32 = 0.4;

/// The [two rooms](two_rooms), turned for a plane in which a flock moves. Y in the rooms is the
/// height above the plane.
#[derive(Clone, Copy, Debug)]
pub struct PlanarRooms {
    pub plane: Plane,
    pub placement: Placement,
}

impl PlanarRooms {
    /// Rooms for a flock that is not rotated.
    pub fn new(plane: Plane) -> Self {
        let placement = Placement::default();
        Self { plane, placement }
    }

    /// Rooms for each plane of a flock, and for a plane that is slanted in the level.
    pub fn all() -> [Self; 4] {
        let slanted = Placement {
            origin: Vec3::new(3.0, -7.0, 5.0),
            rotation: UnitQuaternion::from_scaled_axis(Vec3::new(0.5, 0.3, -0.8)),
        };
        let [xz, xy, yz] = [Plane::Xz, Plane::Xy, Plane::Yz].map(Self::new);
        let slanted = Self {
            placement: slanted,
            ..xz
        };
        [xz, xy, yz, slanted]
    }

    /// A position or direction in the rooms, in the frame of the flock.
    fn in_flock(&self, it: Vec3) -> Vec3 {
        match self.plane {
            Plane::All | Plane::Xz => it,
            Plane::Xy => Vec3::new(it.z, it.x, it.y),
            Plane::Yz => Vec3::new(it.y, it.z, it.x),
        }
    }

    /// A position in the rooms, in the level.
    pub fn in_level(&self, it: Vec3) -> Vec3 {
        self.placement.rotation * self.in_flock(it) + self.placement.origin
    }

    /// Unit normal of the plane, in the level.
    pub fn normal(&self) -> Vec3 {
        self.placement.rotation * self.in_flock(Vec3::y())
    }

    /// A position in the level, in the rooms.
    pub fn in_rooms(&self, it: Vec3) -> Vec3 {
        let it = self.placement.rotation.inverse() * (it - self.placement.origin);
        match self.plane {
            Plane::All | Plane::Xz => it,
            Plane::Xy => Vec3::new(it.y, it.z, it.x),
            Plane::Yz => Vec3::new(it.z, it.x, it.y),
        }
    }

    /// A level, given in the rooms.
    pub fn turned(&self, level: &Geometry) -> Arc<Geometry> {
        let triangles = level.triangles().iter();
        let turned: Vec<_> = triangles
            .map(|corners| corners.map(|corner| self.in_level(corner)))
            .collect();
        crate::triangles::geometry(&turned)
    }

    /// The two rooms.
    pub fn level(&self) -> Arc<Geometry> {
        self.turned(&two_rooms::rooms())
    }

    /// Settings of boids in the left room that only follow influences, between two heights.
    pub fn settings(&self, heights: [f32; 2]) -> Settings {
        let mut settings = two_rooms::settings(Backend::AllThreads);
        let [low, high] = heights;
        let region = [Vec3::new(-5.0, low, -1.5), Vec3::new(-1.0, high, 1.5)];
        let [min, max] = region.map(|corner| self.in_flock(corner));
        settings.spawn.region = Region::Box { min, max };
        let half = self.in_flock(two_rooms::HALF);
        settings.boundary = Boundary::new(Region::cuboid(half));
        settings.motion.plane = self.plane;
        settings
    }

    /// A flock in the left room.
    pub fn flock(&self, settings: Settings) -> Flock {
        Flock::new(settings, self.placement, self.level()).unwrap()
    }

    /// Heights of the boids in the rooms.
    pub fn heights(&self, flock: &Flock) -> impl Iterator<Item = f32> + '_ {
        let boids: Vec<_> = flock.boids().collect();
        { boids.into_iter() }.map(|boid| self.in_rooms(boid.position).y)
    }

    /// Number of boids in the right room.
    pub fn in_right_room(&self, flock: &Flock) -> usize {
        let boids = flock.boids();
        boids
            .filter(|boid| self.in_rooms(boid.position).x > 0.3)
            .count()
    }
}
