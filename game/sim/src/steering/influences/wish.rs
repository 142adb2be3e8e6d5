//! The wishes of the terms of each kind.

use super::{
    mesh::Samples,
    motion::InfluenceMotion,
    path::Path,
    rounded_box::Surface,
    terms::{Guide, InfluenceTerms, Lead, PathFollowing, Push, Term, TermShape, TermVolumes},
    wind_triangle::turned_against_wind,
};
use crate::geometry::GroundMap;
use crate::math::{
    lanes::{larger, lengths, map_lanes, scale, smaller, vector_at, Lanes},
    vector::{direction, length, scaled},
};
use std::sync::Arc;

// Shapes as const generic parameters of functions.
pub(super) const BALL: u8 = TermShape::Ball as u8;
pub(super) const BOX: u8 = TermShape::Box as u8;
pub(super) const ANY: u8 = TermShape::Any as u8;

/// Boids, one in each lane. The kind of a term is the same for all lanes, and loops over the parts
/// of a term lie outside of the loops over the lanes, so the compiler vectorises the inner loops.
pub(super) struct LaneBoids<'a, const LANES: usize> {
    pub(super) ground: Option<&'a GroundMap>,
    pub(super) position: Lanes<LANES>,
    pub(super) velocity: Lanes<LANES>,
    pub(super) slot: [u32; LANES],
    /// The wishes of the rules and of the terms before.
    pub(super) sum: Lanes<LANES>,
    /// Velocities of the air, in m/s; `None` in still air.
    pub(super) wind: Option<Lanes<LANES>>,
    /// Motion of the influence; `None` at rest.
    pub(super) motion: Option<InfluenceMotion>,
}

/// How the terms of a kind make wishes. The code for each kind is compiled on its own.
pub(super) trait Wish {
    /// The wishes that a term of this kind makes; none if all boids are beyond its reach.
    fn wishes<const LANES: usize, const SHAPE: u8>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>>;
}

impl Wish for Push {
    #[inline(always)]
    fn wishes<const LANES: usize, const SHAPE: u8>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>> {
        let (surface, strength) = boids.reached::<SHAPE>(terms, term)?;
        Some(self.wishes_at(boids, terms, term, &surface, &strength))
    }
}

impl Push {
    /// The wishes at surfaces, with strengths.
    #[inline(always)]
    pub(super) fn wishes_at<const LANES: usize>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
        surface: &Surface<LANES>,
        strength: &[f32; LANES],
    ) -> Lanes<LANES> {
        let mut wish = surface.normal;
        scale(&mut wish, strength);
        scale(&mut wish, &[self.side * term.weight; LANES]);
        if let Some(motion) = &boids.motion {
            let mut carry = self.carry(boids, terms, term, motion, surface);
            scale(&mut carry, strength);
            for axis in 0..3 {
                for lane in 0..LANES {
                    wish[axis][lane] += carry[axis][lane];
                }
            }
        }
        wish
    }
}

impl Wish for Lead {
    #[inline(always)]
    fn wishes<const LANES: usize, const SHAPE: u8>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>> {
        let (surface, strength) = boids.reached::<SHAPE>(terms, term)?;
        let (asked, air) = self.asked(boids, terms, &surface);
        Some(boids.towards(terms, term, asked, air.as_ref(), &strength))
    }
}

impl Wish for Guide {
    #[inline(always)]
    fn wishes<const LANES: usize, const SHAPE: u8>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>> {
        let (surface, strength) = boids.reached::<SHAPE>(terms, term)?;
        let air = boids.air_at(&surface);
        let asked = self.velocity.map(|component| [component; LANES]);
        Some(boids.towards(terms, term, asked, air.as_ref(), &strength))
    }
}

impl Wish for PathFollowing {
    #[inline(always)]
    fn wishes<const LANES: usize, const SHAPE: u8>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<Lanes<LANES>> {
        let path = Path {
            corners: &terms.corners[self.corners.clone()],
            radius: self.radius,
            look_ahead: self.look_ahead,
            is_loop: self.is_loop,
            max_speed: terms.max_speed,
        };
        let air = match &boids.motion {
            Some(motion) => Some(boids.air_over(motion, &path.nearest_points(&boids.position))),
            None => boids.wind,
        };
        let relative = air.as_ref().map(|air| boids.velocities_in(air));
        let velocity = relative.as_ref().unwrap_or(&boids.velocity);
        let course = path.course(&boids.position, velocity);
        let mut asked = course.way;
        map_lanes(&mut asked, |_, way| {
            scaled(direction(way, length(way)), terms.max_speed)
        });
        let strength = term.strength.at(&course.distance);
        let mut wish = boids.towards(terms, term, asked, air.as_ref(), &strength);
        map_lanes(&mut wish, |lane, wish| {
            if course.is_free[lane] {
                [0.0; 3]
            } else {
                wish
            }
        });
        Some(wish)
    }
}

impl<const LANES: usize> LaneBoids<'_, LANES> {
    /// The nearest surfaces of a term's volumes, and its strengths there; none if all boids are
    /// beyond its reach.
    #[inline(always)]
    fn reached<const SHAPE: u8>(
        &self,
        terms: &InfluenceTerms,
        term: &Term,
    ) -> Option<(Surface<LANES>, [f32; LANES])> {
        let volumes = &term.volumes;
        let surface = match SHAPE {
            BALL => terms.volumes[volumes.boxes.start].surface_of_ball(&self.position),
            BOX => terms.volumes[volumes.boxes.start].surface_of_box(&self.position),
            _ => self.surface(terms, volumes),
        };
        let strength = term.strength.within_reach(&surface.distance)?;
        Some((surface, strength))
    }

    /// Wishes that bring boids to the wanted velocities relative to the influence. `air`: the
    /// velocities of the air relative to it, if there are any.
    #[inline(always)]
    pub(super) fn towards(
        &self,
        terms: &InfluenceTerms,
        term: &Term,
        asked: Lanes<LANES>,
        air: Option<&Lanes<LANES>>,
        strength: &[f32; LANES],
    ) -> Lanes<LANES> {
        let velocity = match air {
            Some(air) => turned_against_wind(&asked, air, terms.max_speed),
            None => asked,
        };
        let mut wish = velocity;
        for axis in 0..3 {
            for lane in 0..LANES {
                let change = velocity[axis][lane] - self.velocity[axis][lane] * terms.inertia;
                wish[axis][lane] = change * term.response;
            }
        }
        shorten(&mut wish, term.weight);
        scale(&mut wish, strength);
        wish
    }

    /// The nearest of the surfaces of some volumes.
    #[inline(always)]
    pub(super) fn surface(&self, terms: &InfluenceTerms, volumes: &TermVolumes) -> Surface<LANES> {
        if volumes.is_above_ground {
            return self.surface_above_ground(terms, volumes);
        }
        if let Some(places) = &volumes.places {
            return self.surface_of_places(places);
        }
        let of_boxes = match &terms.volumes[volumes.boxes.clone()] {
            [volume] => volume.surface(&self.position),
            boxes => boxes.iter().fold(Surface::NONE, |nearest, volume| {
                nearest.nearer(&volume.surface(&self.position))
            }),
        };
        if volumes.meshes.is_empty() {
            of_boxes
        } else {
            self.nearer_of_meshes(&terms.meshes[volumes.meshes.clone()], of_boxes)
        }
    }

    /// Not inlined, like the next function: most terms have neither meshes nor heights above the
    /// ground.
    #[inline(never)]
    fn nearer_of_meshes(
        &self,
        meshes: &[Arc<Samples>],
        of_boxes: Surface<LANES>,
    ) -> Surface<LANES> {
        meshes.iter().fold(of_boxes, |nearest, mesh| {
            nearest.nearer(&mesh.surfaces(&self.position))
        })
    }

    /// The surface of a volume that lies at heights above the ground. Infinitely deep below it where
    /// there is none.
    #[inline(never)]
    fn surface_above_ground(
        &self,
        terms: &InfluenceTerms,
        volumes: &TermVolumes,
    ) -> Surface<LANES> {
        let (mut position, mut has_ground) = (self.position, [false; LANES]);
        for lane in 0..LANES {
            let below = |map: &GroundMap| map.below(vector_at(&position, lane));
            if let Some(height) = self.ground.and_then(below) {
                position[1][lane] -= height;
                has_ground[lane] = true;
            }
        }
        let mut surface = terms.volumes[volumes.boxes.start].surface(&position);
        for lane in 0..LANES {
            if !has_ground[lane] {
                surface.distance[lane] = -f32::MAX;
            }
        }
        surface
    }
}

impl Lead {
    /// The speed at a distance from the volume.
    #[inline(always)]
    pub(super) fn speed(&self, terms: &InfluenceTerms, distance: f32) -> f32 {
        let way = distance + self.inset;
        terms.max_speed * larger(smaller(way * self.per_slowing, 1.0), 0.0)
    }

    /// The velocities that lead to a surface, relative to the influence, and those of the air
    /// relative to it, if there are any.
    #[inline(always)]
    pub(super) fn asked<const LANES: usize>(
        &self,
        boids: &LaneBoids<LANES>,
        terms: &InfluenceTerms,
        surface: &Surface<LANES>,
    ) -> (Lanes<LANES>, Option<Lanes<LANES>>) {
        let air = boids.air_at(surface);
        let relative = air.as_ref().filter(|_| boids.motion.is_some());
        let relative = relative.map(|air| boids.velocities_in(air));
        let before = relative.as_ref().unwrap_or(&boids.velocity);
        (self.velocities(terms, surface, before), air)
    }

    /// The velocities that lead to a point, or into a volume, and slow down there.
    #[inline(always)]
    fn velocities<const LANES: usize>(
        &self,
        terms: &InfluenceTerms,
        surface: &Surface<LANES>,
        before: &Lanes<LANES>,
    ) -> Lanes<LANES> {
        let mut speed = surface.distance;
        for lane in 0..LANES {
            speed[lane] = self.speed(terms, surface.distance[lane]);
        }
        if self.velocity == [0.0; 3] {
            let mut course = surface.normal;
            scale(&mut course, &[-1.0; LANES]);
            if let Some(circle) = terms.turning_circle.as_ref().filter(|_| self.bends) {
                let mut way = surface.distance;
                for lane in 0..LANES {
                    way[lane] = larger(surface.distance[lane] + self.inset, 0.0);
                }
                circle.bend(&mut course, &mut speed, &way, before);
            }
            scale(&mut course, &speed);
            return course;
        }
        let mut velocity = surface.normal;
        for axis in 0..3 {
            for lane in 0..LANES {
                velocity[axis][lane] = self.velocity[axis] - velocity[axis][lane] * speed[lane];
            }
        }
        shorten(&mut velocity, terms.max_speed);
        velocity
    }
}

/// Shortens the vectors that are longer than `most`.
#[inline(always)]
fn shorten<const LANES: usize>(vectors: &mut Lanes<LANES>, most: f32) {
    let mut factors = lengths(vectors);
    for factor in &mut factors {
        *factor = if *factor > most { most / *factor } else { 1.0 };
    }
    scale(vectors, &factors);
}
