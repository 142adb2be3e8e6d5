//! Depenetration: search for the nearest free place of boids that geometry was moved over.
//!
//! The signed distance to the surfaces, negative inside solids, is 1-Lipschitz. So the penetration
//! depth at a place is a lower bound of its distance to all free places, and a search along a
//! direction can skip that distance without missing the first free place (sphere tracing). The same
//! holds for the distance to the boundary.
//!
//! A boid in a solid may leave it through any of its surfaces, but it may not leave a room through
//! a wall. A boid that is in no solid stays on its side of all surfaces, of moving meshes too.

pub(crate) mod effort;
pub(crate) mod penetration;
#[cfg(test)]
mod tests;

use crate::{
    boundary::Containment,
    geometry::{SidedGeometry, SignedDistance},
    math::{
        frame::{Frame, Placement},
        Vec3,
    },
    obstacles::ObstacleSet,
    settings::{Backend, Settings},
    state::threads::{sum, Part},
};
use effort::Effort;

/// Largest number of places that are tested for one boid.
pub(crate) const MAX_PLACES_EACH: usize = 1024;

/// Largest number of places that are tested along one direction.
const MAX_STEPS: usize = 32;

/// Margin of a free place, as a share of the body's radius and of the coordinates. Half of it is
/// enough for a place to count as free, so that a converging search ends.
const MARGIN: f32 = 2e-3;
const ROUNDING: f32 = 32.0 * f32::EPSILON;

/// Tangents of the angles by which the search varies the best direction, one after the other.
const VARIATIONS: [f32; 5] = [0.4, 0.2, 0.1, 0.05, 0.025];

/// Length below which a vector has no direction.
const NO_DIRECTION: f32 = 1e-3;

/// Conditions for a free place.
pub(crate) struct FreeSpace<'a> {
    geometry: &'a SidedGeometry,
    containment: Option<Containment>,
    /// Moving obstacles; `None` if there are none.
    obstacles: Option<&'a ObstacleSet>,
    /// True if no surface may lie between a boid and its free place, even if the boid is in a
    /// solid.
    in_sight: bool,
    effort: Effort,
    /// Distance that a boid needs to every surface, in metres.
    radius: f32,
    /// Unit normal of the plane of a planar flock; zero for other flocks.
    flat: Vec3,
    /// The directions that are searched.
    directions: Vec<Vec3>,
}

/// Penetration depth at a place, and the direction out.
#[derive(Clone, Copy)]
struct Penetration {
    /// Penetration depth, in metres: a lower bound of the distance to all free places. 0 at a free
    /// place.
    distance: f32,
    /// Direction that reduces the penetration. Zero at a free place, and where no direction is
    /// better than another.
    direction: Vec3,
}

impl Penetration {
    const NONE: Self = Self {
        distance: 0.0,
        direction: Vec3::new(0.0, 0.0, 0.0),
    };
}

impl<'a> FreeSpace<'a> {
    pub(crate) fn new(
        settings: &Settings,
        placement: &Placement,
        geometry: &'a SidedGeometry,
    ) -> Self {
        let frame = Frame::new(placement);
        let collision = &settings.collision;
        let flat = settings.motion.plane.normal(frame);
        Self {
            geometry,
            containment: Containment::new(settings, frame),
            obstacles: None,
            in_sight: false,
            effort: Effort::AT_ONCE,
            radius: collision.body_radius + collision.skin,
            flat,
            directions: all_around(&flat),
        }
    }

    /// The same search with moving obstacles.
    pub(crate) fn among(self, obstacles: &'a ObstacleSet) -> Self {
        Self {
            obstacles: Some(obstacles).filter(|it| !it.is_empty()),
            ..self
        }
    }

    /// The same search for bodies outside of the flock, which may leave the boundary and the plane
    /// of the flock.
    pub(crate) fn of_loose_bodies(self) -> Self {
        let flat = Vec3::zeros();
        Self {
            containment: None,
            flat,
            directions: all_around(&flat),
            ..self
        }
    }

    /// The same search for boids that obstacles caught in a step. They are in no solid, so no
    /// surface may lie between them and their free places.
    pub(crate) fn in_step(self) -> Self {
        Self {
            in_sight: true,
            effort: Effort::IN_STEP,
            ..self
        }
    }

    /// A free place near each of these places, `None` where none was found, and the number of
    /// tested places.
    pub(crate) fn nearest_places(
        &self,
        starts: &[Vec3],
        backend: Backend,
    ) -> (Vec<Option<Vec3>>, usize) {
        let first = self.effort.of_each(starts.len());
        let (mut places, mut tested) = self.search(starts, first, backend);
        let found_none = places.iter().zip(0..).filter(|(place, _)| place.is_none());
        let without: Vec<usize> = found_none.map(|(_, turn)| turn).collect();
        let second = self.effort.of_each_again(without.len());
        if !without.is_empty() && second > first {
            let starts: Vec<Vec3> = without.iter().map(|turn| starts[*turn]).collect();
            let (found, more) = self.search(&starts, second, backend);
            tested += more;
            for (turn, place) in without.into_iter().zip(found) {
                places[turn] = place;
            }
        }
        (places, tested)
    }

    /// Searches for a free place near each of these places. Tests at most `places_each` places for
    /// each. Also returns the number of tested places.
    fn search(
        &self,
        starts: &[Vec3],
        places_each: usize,
        backend: Backend,
    ) -> (Vec<Option<Vec3>>, usize) {
        let mut places = vec![None; starts.len()];
        let tested = sum(backend, Part::whole(&mut places), |part| {
            let mut tested = 0;
            for (place, start) in part.items.iter_mut().zip(&starts[part.first..]) {
                let (found, places) = self.nearest(*start, places_each);
                (*place, tested) = (found, tested + places);
            }
            tested
        });
        (places, tested)
    }

    /// The nearest free place that was found, and the number of tested places, at most
    /// `max_places`.
    ///
    /// The place is inside the boundary, and in the plane of the boid if the flock is planar.
    pub(crate) fn nearest(&self, start: Vec3, max_places: usize) -> (Option<Vec3>, usize) {
        let mut search = FreePlaceSearch::new(self, start, max_places);
        let place = search.run();
        (place, max_places - search.places_left)
    }

    /// Penetration at a place with a known signed distance; `None` stands for no geometry.
    fn penetration(&self, place: Vec3, signed_distance: Option<&SignedDistance>) -> Penetration {
        let margin = MARGIN * self.radius + ROUNDING * place.amax();
        let penetration_by = |distance: f32, direction: Vec3| {
            if distance > 0.5 * margin {
                Penetration {
                    distance,
                    direction: self.in_plane(direction),
                }
            } else {
                Penetration::NONE
            }
        };
        let needed = self.radius + margin;
        let of_geometry = signed_distance.map_or(Penetration::NONE, |it| {
            penetration_by(needed - it.distance, it.outward)
        });
        let of_bodies = match self.obstacles.map(|it| it.signed_distance(place, needed)) {
            Some((distance, outward)) if needed - distance > of_geometry.distance => {
                penetration_by(needed - distance, outward)
            }
            _ => of_geometry,
        };
        let Some(containment) = &self.containment else {
            return of_bodies;
        };
        let outside = containment.distance_outside(place);
        // A place on the boundary is inside, although it has less than half of the margin.
        let beyond = if outside > 0.0 { outside + margin } else { 0.0 };
        if beyond > of_bodies.distance {
            penetration_by(beyond, containment.inward(place).sum())
        } else {
            of_bodies
        }
    }

    /// True if a direction leads farther and farther out of the boundary from this place on.
    fn leads_out(&self, place: Vec3, direction: &Vec3) -> bool {
        let containment = self.containment.as_ref();
        let leaves = |c: &Containment| c.inward(place).any(|inward| inward.dot(direction) <= 0.0);
        containment.is_some_and(leaves)
    }

    /// Part of a direction in the plane of a planar flock, as a unit vector; zero if there is none.
    fn in_plane(&self, direction: Vec3) -> Vec3 {
        let across = direction - self.flat * self.flat.dot(&direction);
        across.try_normalize(NO_DIRECTION).unwrap_or_default()
    }
}

/// Directions in space, or in the plane with the normal `flat` unless that is zero. Every prefix of
/// the list is spread about evenly.
fn all_around(flat: &Vec3) -> Vec<Vec3> {
    let numbers = || (-2..=2).map(|n| n as f32);
    let all = numbers()
        .flat_map(|x| numbers().flat_map(move |y| numbers().map(move |z| Vec3::new(x, y, z))));
    let is_planar = *flat != Vec3::zeros();
    // Vectors without an odd component repeat other vectors. In space 98 are left, in a plane 16.
    let is_new = |n: &Vec3| n.iter().any(|n| n.abs() == 1.0) && !(is_planar && n.z != 0.0);
    let mut directions: Vec<Vec3> = all.filter(is_new).collect();
    directions.sort_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()));
    let (u, v) = perpendicular(flat);
    for direction in &mut directions {
        if is_planar {
            *direction = u * direction.x + v * direction.y;
        }
        direction.normalize_mut();
    }
    directions
}

/// Two unit vectors orthogonal to a unit vector and to each other.
fn perpendicular(vector: &Vec3) -> (Vec3, Vec3) {
    let mut other = Vec3::zeros();
    other[vector.iamin()] = 1.0;
    let first = vector.cross(&other).try_normalize(0.0).unwrap_or(Vec3::x());
    (first, vector.cross(&first))
}

/// A free place, and its distance from the start in metres.
#[derive(Clone, Copy)]
struct FreePlace {
    place: Vec3,
    distance: f32,
}

/// The search for one boid.
struct FreePlaceSearch<'a> {
    space: &'a FreeSpace<'a>,
    start: Vec3,
    /// True if no surface may lie between the start and the free place.
    in_sight: bool,
    places_left: usize,
    /// Nearest triangle of the last tested place.
    guess: u32,
    nearest: Option<FreePlace>,
}

impl<'a> FreePlaceSearch<'a> {
    fn new(space: &'a FreeSpace<'a>, start: Vec3, max_places: usize) -> Self {
        Self {
            space,
            start,
            in_sight: space.in_sight,
            places_left: max_places,
            guess: 0,
            nearest: None,
        }
    }

    fn run(&mut self) -> Option<Vec3> {
        let begin = self.test(self.start)?;
        let lower_bound = begin.distance;
        self.follow_gradient(begin);
        if let Some(found) = self.nearest {
            // The path may have led around a corner. Along the straight line a nearer place may be
            // free.
            self.trace(lower_bound, found.place - self.start);
        }
        let near_enough = self
            .space
            .effort
            .near_enough(lower_bound, self.space.radius);
        let is_good = |search: &Self| search.distance() <= near_enough;
        for direction in &self.space.directions {
            if !is_good(self) {
                self.trace(lower_bound, *direction);
            }
        }
        for tangent in VARIATIONS {
            let mut before = f32::INFINITY;
            while self.distance() < before && !is_good(self) {
                before = self.distance();
                self.refine(lower_bound, tangent);
            }
        }
        self.nearest.map(|found| found.place)
    }

    /// Distance of the nearest free place that was found so far, in metres.
    fn distance(&self) -> f32 {
        self.nearest.map_or(f32::INFINITY, |found| found.distance)
    }

    /// Penetration at a place; `None` if all permitted places have been tested.
    fn test(&mut self, place: Vec3) -> Option<Penetration> {
        self.places_left = self.places_left.checked_sub(1)?;
        let geometry = self.space.geometry;
        let signed_distance = geometry.signed_distance(place, self.guess);
        self.guess = signed_distance.map_or(0, |it| it.triangle);
        if place == self.start {
            // A boid that is in no solid stays on its side of all surfaces, unless it is on a
            // surface.
            let on_surface = ROUNDING * place.amax();
            self.in_sight |= signed_distance.is_some_and(|it| it.distance > on_surface);
        }
        let penetration = self.space.penetration(place, signed_distance.as_ref());
        let distance = (place - self.start).norm();
        let is_nearer = penetration.distance <= 0.0 && distance < self.distance();
        let obstacles = self.space.obstacles;
        let is_behind = |from, to| {
            geometry.leaves_room(from, to)
                || self.in_sight && geometry.crosses(from, to)
                || obstacles.is_some_and(|it| it.is_behind(from, to))
        };
        if is_nearer && !is_behind(self.start, place) {
            self.nearest = Some(FreePlace { place, distance });
        }
        Some(penetration)
    }

    /// Follows the gradient of the signed distance out of the surfaces; in a corner, along one
    /// surface after the other.
    fn follow_gradient(&mut self, begin: Penetration) {
        let (mut place, mut penetration) = (self.start, Some(begin));
        // Among overlapping solids the gradient may lead nowhere. The search must leave places for
        // the other searches.
        for _ in 0..MAX_STEPS.min(self.places_left / 4) {
            match penetration {
                Some(it) if it.direction != Vec3::zeros() => place += it.direction * it.distance,
                _ => return,
            }
            penetration = self.test(place);
        }
    }

    /// Sphere tracing along a direction. Starts at the lower bound of the distance and ends at the
    /// nearest free place found so far.
    fn trace(&mut self, lower_bound: f32, direction: Vec3) {
        let direction = self.space.in_plane(direction);
        if direction == Vec3::zeros() {
            return;
        }
        let mut distance = lower_bound;
        for _ in 0..MAX_STEPS {
            if distance >= self.distance() {
                return;
            }
            let place = self.start + direction * distance;
            match self.test(place) {
                Some(penetration)
                    if penetration.distance > 0.0 && !self.space.leads_out(place, &direction) =>
                {
                    distance += penetration.distance;
                }
                _ => return,
            }
        }
    }

    /// Searches directions beside the direction of the nearest free place.
    fn refine(&mut self, lower_bound: f32, tangent: f32) {
        let Some(found) = self.nearest else {
            return;
        };
        let ahead = (found.place - self.start).normalize();
        let (u, v) = perpendicular(&ahead);
        for aside in [u, -u, v, -v] {
            self.trace(lower_bound, ahead + aside * tangent);
        }
    }
}
