//! Sphere boundary.

use super::{
    passage::Passage,
    soft_turn::{share, smooth, WallTurn},
};
use crate::{
    boundary::periodic_box::fold,
    math::{vector::NO_DIRECTION, Vec3},
};

/// Share of the radius by which a boid may be outside because of rounding and still be seen across
/// the surface.
pub(crate) const OUTSIDE: f32 = 1e-4;

/// Smallest share of its speed with which a boid outside moves inward.
///
/// Reversal alone may give less, and the boid could pass the sphere and circle it for ever. With
/// this share it stays within a step of the centre, even around a sphere smaller than a step.
pub(crate) const INWARD: f32 = 0.5;

/// A sphere boundary in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundarySphere {
    pub(crate) center: Vec3,
    pub(crate) radius: f32,
    /// Unit normal of the plane of motion; zero if boids move in all directions.
    pub(crate) normal: Vec3,
}

/// A position relative to the circle in which its plane of motion cuts the sphere. Without a plane
/// of motion, relative to the whole sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) middle: Vec3,
    /// Height of the position above the sphere's centre, along the normal, in metres.
    pub(crate) height: f32,
    /// Offset from the middle of the section to the position, in metres.
    offset: Vec3,
    pub(crate) distance: f32,
    /// Radius of the section, in metres; 0 if the plane does not cut the sphere.
    pub(crate) radius: f32,
}

impl BoundarySphere {
    /// A sphere boundary. `normal` is the unit normal of the plane of motion, or zero.
    pub(super) fn new(center: Vec3, radius: f32, normal: Vec3) -> Self {
        Self {
            center,
            radius,
            normal,
        }
    }

    /// True if a position is outside or nearer to the surface than the margin.
    #[inline(always)]
    pub(super) fn is_near(&self, place: [f32; 3], margin: f32) -> bool {
        let (height, [x, y, z]) = self.height_and_offset(place);
        let radius = self.radius_at(height);
        let inner = radius - margin.min(radius);
        // The surface itself counts as outside of a periodic sphere.
        x * x + y * y + z * z >= inner * inner
    }

    /// Height of a position above the sphere's centre, along the normal, and its offset at right
    /// angles to the normal.
    #[inline(always)]
    pub(crate) fn height_and_offset(&self, [x, y, z]: [f32; 3]) -> (f32, [f32; 3]) {
        let (center, n) = (&self.center, &self.normal);
        let (x, y, z) = (x - center.x, y - center.y, z - center.z);
        let height = n.x * x + n.y * y + n.z * z;
        let offset = [x - n.x * height, y - n.y * height, z - n.z * height];
        (height, offset)
    }

    /// Radius of the section at a height, in metres.
    #[inline(always)]
    pub(crate) fn radius_at(&self, height: f32) -> f32 {
        (self.radius * self.radius - height * height)
            .max(0.0)
            .sqrt()
    }

    /// True if boids move in planes.
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

    /// True if a boid in the plane of this position can be inside.
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

    /// The end of a displacement in wind, not farther out than `own` or the surface; `None` if
    /// nothing changes.
    pub(super) fn hold(&self, own: Vec3, end: Vec3) -> Option<Vec3> {
        let section = self.section(end);
        let most = section.radius.max(self.section(own).distance);
        (section.distance > most)
            .then(|| section.middle + section.offset * (most / section.distance))
    }

    /// Unit vector inward from a position outside; `None` for a position inside.
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

    /// Turn of a boid within the margin, away from the surface. No turn for a boid outside.
    #[inline(always)]
    pub(super) fn wall_turn(&self, place: [f32; 3], margin: f32) -> WallTurn {
        let (height, [x, y, z]) = self.height_and_offset(place);
        let distance = (x * x + y * y + z * z).sqrt();
        let radius = self.radius_at(height);
        let margin = margin.min(radius);
        let share = share(margin);
        let depth = ((margin - (radius - distance)) * share).max(0.0);
        // The surface bends towards the boid, more so for a wider margin, so the boid must start to
        // turn earlier.
        let bend = 0.5 * margin / radius.max(f32::MIN_POSITIVE);
        let strength = smooth(depth + depth * bend) * share;
        let is_inside = (distance <= radius) & (distance > NO_DIRECTION);
        WallTurn {
            inward: [-x, -y, -z],
            strength: if is_inside { strength } else { 0.0 },
        }
    }

    /// The position inside, on the line through the middle, that is a whole number of diameters
    /// away. `None` for a position inside, and for a section of radius 0.
    pub(super) fn fold(&self, position: Vec3) -> Option<Vec3> {
        let section = self.section(position);
        if section.distance < section.radius || section.radius == 0.0 {
            return None;
        }
        let folded = fold(section.distance, -section.radius, section.radius);
        Some(section.middle + section.outward()? * folded)
    }

    /// Periodic image of a boid inside: as far beyond the surface on the opposite side as the boid
    /// is inside of it here. `None` for a boid outside or exactly in the middle.
    pub(crate) fn image(&self, position: Vec3) -> Option<Vec3> {
        let section = self.section(position);
        let outward = section.outward().filter(|_| section.is_inside())?;
        let distance = section.distance - 2.0 * section.radius;
        Some(section.middle + outward * distance)
    }

    /// The position or its image, whichever is nearer to another position (minimum image).
    pub(super) fn nearest_image(&self, position: Vec3, to: Vec3) -> Vec3 {
        let distance = |place: &Vec3| (place - to).norm_squared();
        self.image(position)
            .filter(|image| distance(image) < distance(&position))
            .unwrap_or(position)
    }

    /// Exit of a move that starts inside; `None` if it ends inside.
    pub(super) fn passage(&self, start: Vec3, end: Vec3) -> Option<Passage> {
        let folded = self.fold(end)?;
        let section = self.section(start);
        let way = end - start;
        // At the exit the squared distance from the middle is the squared radius.
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
    /// True if the position is inside, up to rounding.
    pub(crate) fn is_inside(&self) -> bool {
        self.distance <= self.radius * (1.0 + OUTSIDE)
    }

    /// Unit vector from the middle to the position; `None` in the middle itself.
    pub(crate) fn outward(&self) -> Option<Vec3> {
        (self.distance > NO_DIRECTION).then(|| self.offset / self.distance)
    }
}

/// Velocity of a boid outside, reversed where it leads out. At least [`INWARD`] of the speed leads
/// towards the sphere. The speed is kept.
fn inward(velocity: Vec3, outward: Vec3) -> Vec3 {
    let (out, speed) = (velocity.dot(&outward), velocity.norm());
    let along = velocity - outward * out;
    let least = INWARD * speed;
    if out.abs() >= least {
        return along - outward * out.abs();
    }
    // Not zero, because most of the speed is along the surface.
    let kept = (speed * speed - least * least).sqrt() / along.norm();
    along * kept - outward * least
}
