//! Sphere boundary.

use super::{
    soft_turn::{share, smooth, WallTurn},
    Passage,
};
use crate::{
    boundary::periodic_box::fold,
    math::{vector::NO_DIRECTION, Vec3},
};

/// Share of the radius by which rounding may put a boid outside that is still seen across the
/// surface.
pub(crate) const OUTSIDE: f32 = 1e-4;

/// Least share of its speed with which a boid outside comes in. Reversal alone may give less, and
/// the boid would pass the sphere and circle it for ever. With this share it stays within a step of
/// the centre, even around a sphere smaller than a step.
pub(crate) const INWARD: f32 = 0.5;

/// A sphere in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoundarySphere {
    pub(crate) center: Vec3,
    pub(crate) radius: f32,
    /// Unit normal of the plane of motion; zero if boids move in all directions.
    pub(crate) normal: Vec3,
}

/// A position relative to the section of the sphere in its plane of motion. Without a plane, the
/// section is the whole sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) middle: Vec3,
    /// Height over the centre of the sphere, along the normal, in metres.
    pub(crate) height: f32,
    /// Offset from the middle of the section to the position.
    offset: Vec3,
    pub(crate) distance: f32,
    /// Radius of the section, in metres; 0 if the plane misses the sphere.
    pub(crate) radius: f32,
}

impl BoundarySphere {
    /// The sphere. `normal` is that of the plane of motion, or zero.
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
        // The surface itself is outside a sphere that wraps.
        x * x + y * y + z * z >= inner * inner
    }

    /// Height of a position over the centre of the sphere, along the normal, and its offset across
    /// the normal.
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

    /// The end of a displacement in wind, no farther out than `own`, or than the surface.
    pub(super) fn hold(&self, own: Vec3, end: Vec3) -> Option<Vec3> {
        let section = self.section(end);
        let most = section.radius.max(self.section(own).distance);
        (section.distance > most)
            .then(|| section.middle + section.offset * (most / section.distance))
    }

    /// Unit vector inward from a position outside.
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

    /// Turn of a boid within the margin away from the surface; none outside.
    #[inline(always)]
    pub(super) fn wall_turn(&self, place: [f32; 3], margin: f32) -> WallTurn {
        let (height, [x, y, z]) = self.height_and_offset(place);
        let distance = (x * x + y * y + z * z).sqrt();
        let radius = self.radius_at(height);
        let margin = margin.min(radius);
        let share = share(margin);
        let depth = ((margin - (radius - distance)) * share).max(0.0);
        // The surface bends towards the boid, the more the wider the margin is, so the boid has to
        // begin earlier.
        let bend = 0.5 * margin / radius.max(f32::MIN_POSITIVE);
        let strength = smooth(depth + depth * bend) * share;
        let is_inside = (distance <= radius) & (distance > NO_DIRECTION);
        WallTurn {
            inward: [-x, -y, -z],
            strength: if is_inside { strength } else { 0.0 },
        }
    }

    /// Position inside, on the line through the middle, a whole number of diameters away; `None`
    /// for a position inside, and for a section without a width.
    pub(super) fn fold(&self, position: Vec3) -> Option<Vec3> {
        let section = self.section(position);
        if section.distance < section.radius || section.radius == 0.0 {
            return None;
        }
        let folded = fold(section.distance, -section.radius, section.radius);
        Some(section.middle + section.outward()? * folded)
    }

    /// Periodic image of a boid inside: as far beyond the surface on the opposite side as the boid
    /// is inside it here. `None` for a boid outside or exactly in the middle.
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

    /// Exit of a move that begins inside.
    pub(super) fn passage(&self, start: Vec3, end: Vec3) -> Option<Passage> {
        let folded = self.fold(end)?;
        let section = self.section(start);
        let way = end - start;
        // The exit is where the squared distance from the middle is that of the surface.
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

/// Velocity of a boid outside, reversed where it leads out, and towards the sphere by at least
/// [`INWARD`] of the speed. The speed is kept.
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
