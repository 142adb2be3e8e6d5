//! A sphere as boundary.

use super::{
    curve::{share, smooth, Push},
    Passage,
};
use crate::{algebra::NO_DIRECTION, seam::fold, Vec3};

/// A boid is still seen across the surface if rounding put it outside by this share of the radius.
const OUTSIDE: f32 = 1e-4;

/// Least share of its speed with which a boid outside comes in. What is merely turned round may be less, and the boid would
/// then pass the sphere by and circle around it for ever. With this share, even around a sphere that is smaller than a step, at
/// no more than a step from its middle.
const INWARD: f32 = 0.5;

/// A sphere in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) center: Vec3,
    pub(crate) radius: f32,
    /// Unit vector along which nothing moves; zero if everything may move.
    pub(crate) normal: Vec3,
}

/// A place seen from the middle of the section of the sphere that boids can move in from there. Where everything may move,
/// the section is the whole sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) middle: Vec3,
    /// Height over the middle of the sphere, along what nothing moves.
    pub(crate) height: f32,
    /// From the middle to the place.
    offset: Vec3,
    pub(crate) distance: f32,
    /// 0 if the plane of the boid misses the sphere.
    pub(crate) radius: f32,
}

impl Ball {
    /// In a flock that is planar the normal says along what nothing moves; it is zero otherwise.
    pub(super) fn new(center: Vec3, radius: f32, normal: Vec3) -> Self {
        Self {
            center,
            radius,
            normal,
        }
    }

    /// Whether a place is outside or nearer to the surface than the margin.
    #[inline(always)]
    pub(super) fn is_near(&self, place: [f32; 3], margin: f32) -> bool {
        let (height, [x, y, z]) = self.height_and_offset(place);
        let radius = self.radius_at(height);
        let inner = radius - margin.min(radius);
        // What is on the surface itself has left a sphere that wraps round.
        x * x + y * y + z * z >= inner * inner
    }

    /// The height of a place over the middle of the sphere, along the normal, and its offset from there across that.
    #[inline(always)]
    pub(crate) fn height_and_offset(&self, [x, y, z]: [f32; 3]) -> (f32, [f32; 3]) {
        let (center, n) = (&self.center, &self.normal);
        let (x, y, z) = (x - center.x, y - center.y, z - center.z);
        let height = n.x * x + n.y * y + n.z * z;
        let offset = [x - n.x * height, y - n.y * height, z - n.z * height];
        (height, offset)
    }

    /// Radius of the section at a height.
    #[inline(always)]
    pub(crate) fn radius_at(&self, height: f32) -> f32 {
        (self.radius * self.radius - height * height)
            .max(0.0)
            .sqrt()
    }

    /// Whether boids move in planes.
    pub(crate) fn is_cut(&self) -> bool {
        self.normal != Vec3::zeros()
    }

    pub(crate) fn section(&self, position: Vec3) -> Section {
        let (height, offset) = self.height_and_offset(position.into());
        let offset = Vec3::from(offset);
        Section {
            middle: self.center + self.normal * height,
            height,
            offset,
            distance: offset.norm(),
            radius: self.radius_at(height),
        }
    }

    /// Whether a boid at this height can be inside at all.
    pub(super) fn reaches(&self, position: Vec3) -> bool {
        self.section(position).radius > 0.0
    }

    pub(super) fn reverse(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        let section = self.section(position);
        match section.outward() {
            Some(outward) if section.distance > section.radius => inward(velocity, outward),
            _ => velocity,
        }
    }

    /// Unit vector inward from a place outside.
    pub(super) fn inward(&self, position: Vec3) -> Option<Vec3> {
        let section = self.section(position);
        let is_outside = section.distance > section.radius;
        section
            .outward()
            .filter(|_| is_outside)
            .map(|outward| -outward)
    }

    pub(super) fn distance_outside(&self, position: Vec3) -> f32 {
        let section = self.section(position);
        section.distance - section.radius
    }

    /// What turns a boid within the margin away from the surface; nothing outside.
    #[inline(always)]
    pub(super) fn push(&self, place: [f32; 3], margin: f32) -> Push {
        let (height, [x, y, z]) = self.height_and_offset(place);
        let distance = (x * x + y * y + z * z).sqrt();
        let radius = self.radius_at(height);
        let margin = margin.min(radius);
        let share = share(margin);
        let depth = ((margin - (radius - distance)) * share).max(0.0);
        // The surface bends towards the boid, the more so the wider the margin is: the boid has to begin earlier.
        let bend = 0.5 * margin / radius.max(f32::MIN_POSITIVE);
        let strength = smooth(depth + depth * bend) * share;
        let is_inside = (distance <= radius) & (distance > NO_DIRECTION);
        Push {
            inward: [-x, -y, -z],
            strength: if is_inside { strength } else { 0.0 },
        }
    }

    /// The place inside, on the line through the middle, a whole number of widths away; none for one that is inside itself
    /// and where the sphere has no width.
    pub(super) fn fold(&self, position: Vec3) -> Option<Vec3> {
        let section = self.section(position);
        if section.distance < section.radius || section.radius == 0.0 {
            return None;
        }
        let folded = fold(section.distance, -section.radius, section.radius);
        Some(section.middle + section.outward()? * folded)
    }

    /// Where a boid inside is seen from the opposite side: as far beyond the surface as it is before it here. None for one
    /// that is outside and for one right in the middle.
    pub(crate) fn image(&self, position: Vec3) -> Option<Vec3> {
        let section = self.section(position);
        let outward = section.outward().filter(|_| section.is_inside())?;
        let distance = section.distance - 2.0 * section.radius;
        Some(section.middle + outward * distance)
    }

    /// The place itself or its image, whichever is nearer to another place.
    pub(super) fn nearest_image(&self, position: Vec3, to: Vec3) -> Vec3 {
        let distance = |place: &Vec3| (place - to).norm_squared();
        self.image(position)
            .filter(|image| distance(image) < distance(&position))
            .unwrap_or(position)
    }

    /// Out through the surface on a way from a place inside.
    pub(super) fn passage(&self, start: Vec3, end: Vec3) -> Option<Passage> {
        let folded = self.fold(end)?;
        let section = self.section(start);
        let way = end - start;
        // Where the distance from the middle, squared, is that of the surface.
        let (a, b) = (way.norm_squared(), section.offset.dot(&way));
        let c = section.distance * section.distance - section.radius * section.radius;
        let root = (b * b - a * c).max(0.0).sqrt();
        let share = if a > 0.0 { (root - b) / a } else { 0.0 };
        let exit = start + way * share.clamp(0.0, 1.0);
        Some(Passage {
            exit,
            entry: self.image(exit)?,
            end: folded,
        })
    }
}

impl Section {
    /// Whether the place is inside, up to rounding.
    pub(crate) fn is_inside(&self) -> bool {
        self.distance <= self.radius * (1.0 + OUTSIDE)
    }

    /// Unit vector from the middle to the place; none in the middle itself.
    pub(crate) fn outward(&self) -> Option<Vec3> {
        (self.distance > NO_DIRECTION).then(|| self.offset / self.distance)
    }
}

/// The velocity of a boid outside, turned round where it leads out, and towards the sphere by [`INWARD`] of the speed at
/// least. The speed is kept.
fn inward(velocity: Vec3, outward: Vec3) -> Vec3 {
    let (out, speed) = (velocity.dot(&outward), velocity.norm());
    let along = velocity - outward * out;
    let least = INWARD * speed;
    if out.abs() >= least {
        return along - outward * out.abs();
    }
    // Not zero, since most of the speed is along the surface.
    let kept = (speed * speed - least * least).sqrt() / along.norm();
    along * kept - outward * least
}
