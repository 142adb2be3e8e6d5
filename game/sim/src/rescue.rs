//! The way out for boids that geometry was put over: the nearest place that is free.
//!
//! How far a place is from the nearest surface, counted negative inside solids, changes no faster than the way. So a place
//! where something is missing for it to be free is at least that far from all free places, and a search along a direction can
//! leave out that much without missing the first free place there. The same goes for the boundary.

use crate::{
    boids::Boids,
    boundary::Containment,
    driver::{run, Part},
    geometry::Standing,
    limits::plane_normal,
    placement::Frame,
    Geometry, Placement, Settings, Vec3,
};

/// Places looked at for all boids together, and ...
const MOST_LOOKS: usize = 1 << 20;

/// ... for each of them at least, and at most.
const FEWEST_LOOKS: usize = 32;
const MOST_LOOKS_EACH: usize = 1024;

/// Places looked at along one direction.
const MOST_STEPS: usize = 32;

/// A way out that is longer than it has to be by this share is short enough.
const GOOD: f32 = 1.02;

/// Room, as a share of the body's radius and of the coordinates, that a place has to have beyond what is free; half of it is
/// enough, so that a search which comes nearer and nearer ends.
const ROOM: f32 = 2e-3;
const ROUNDING: f32 = 32.0 * f32::EPSILON;

/// Angles, as tangents, by which the best direction is varied, one after the other.
const VARIATIONS: [f32; 5] = [0.4, 0.2, 0.1, 0.05, 0.025];

/// Shorter vectors have no direction.
const NO_DIRECTION: f32 = 1e-3;

/// For each of these boids, the place to which it is to be carried: the nearest one that was found to be free, inside the
/// boundary and at the height of the boid if the flock is planar. None for a boid that finds no such place.
pub(crate) fn nearest_free_places(
    boids: &Boids,
    caught: &[u32],
    settings: &Settings,
    placement: &Placement,
    geometry: &Geometry,
) -> Vec<Option<Vec3>> {
    let rescue = Rescue::new(settings, placement, geometry);
    let looks = (MOST_LOOKS / caught.len().max(1)).clamp(FEWEST_LOOKS, MOST_LOOKS_EACH);
    let mut places = vec![None; caught.len()];
    let parts = Part::whole(&mut places);
    run(settings.simulation.driver, parts, |part| {
        for (place, boid) in part.items.iter_mut().zip(&caught[part.first..]) {
            *place = Search::new(&rescue, boids.position(*boid as usize), looks).run();
        }
    });
    places
}

/// What makes a place free.
struct Rescue<'a> {
    geometry: &'a Geometry,
    containment: Option<Containment>,
    /// How far a boid is to be from every surface.
    radius: f32,
    /// Unit vector along which nothing moves; zero if everything may move.
    flat: Vec3,
    /// Where to look for a way out.
    directions: Vec<Vec3>,
}

/// What a place lacks to be free.
#[derive(Clone, Copy)]
struct Lack {
    /// All free places are at least this far, in metres. 0: the place is free.
    distance: f32,
    /// Where to go from there; zero if the place is free, and where no way is better than another.
    direction: Vec3,
}

impl Lack {
    const NOTHING: Self = Self {
        distance: 0.0,
        direction: Vec3::new(0.0, 0.0, 0.0),
    };
}

impl<'a> Rescue<'a> {
    fn new(settings: &Settings, placement: &Placement, geometry: &'a Geometry) -> Self {
        let frame = Frame::new(placement);
        let collision = &settings.collision;
        let flat = plane_normal(settings.motion.plane, frame);
        Self {
            geometry,
            containment: Containment::new(settings, frame),
            radius: collision.body_radius + collision.skin,
            flat,
            directions: all_around(&flat),
        }
    }

    /// What a place lacks, of which it is known how it stands to the surfaces.
    fn lack(&self, place: Vec3, standing: &Standing) -> Lack {
        let room = ROOM * self.radius + ROUNDING * place.amax();
        let lacking = |distance: f32, direction: Vec3| match distance > 0.5 * room {
            true => Lack {
                distance,
                direction: self.in_plane(direction),
            },
            false => Lack::NOTHING,
        };
        let room_lacking = self.radius + room - standing.distance;
        let of_geometry = lacking(room_lacking, standing.outward);
        let Some(containment) = &self.containment else {
            return of_geometry;
        };
        let outside = containment.distance_outside(place);
        // Right on the boundary is inside, but half of the room is not enough.
        let beyond = if outside > 0.0 { outside + room } else { 0.0 };
        match beyond > of_geometry.distance {
            true => lacking(beyond, containment.inward(place).sum()),
            false => of_geometry,
        }
    }

    /// Whether a way leads farther and farther out of the boundary from here on.
    fn leads_out(&self, place: Vec3, direction: &Vec3) -> bool {
        let containment = self.containment.as_ref();
        let leaves = |c: &Containment| c.inward(place).any(|inward| inward.dot(direction) <= 0.0);
        containment.is_some_and(leaves)
    }

    /// The direction within the plane of a planar flock; zero if there is none.
    fn in_plane(&self, direction: Vec3) -> Vec3 {
        let across = direction - self.flat * self.flat.dot(&direction);
        across.try_normalize(NO_DIRECTION).unwrap_or_default()
    }
}

/// Directions all around, within the plane across `flat` unless that is zero; the first ones are spread as evenly as all.
fn all_around(flat: &Vec3) -> Vec<Vec3> {
    let numbers = || (-2..=2).map(|n| n as f32);
    let all = numbers()
        .flat_map(|x| numbers().flat_map(move |y| numbers().map(move |z| Vec3::new(x, y, z))));
    let is_planar = *flat != Vec3::zeros();
    // Those without an odd number are the same as others. In space 98 are left, in a plane 16.
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

/// Two unit vectors that are at right angles to a unit vector and to each other.
fn perpendicular(vector: &Vec3) -> (Vec3, Vec3) {
    let mut other = Vec3::zeros();
    other[vector.iamin()] = 1.0;
    let first = vector.cross(&other).try_normalize(0.0).unwrap_or(Vec3::x());
    (first, vector.cross(&first))
}

/// A free place.
#[derive(Clone, Copy)]
struct Found {
    place: Vec3,
    distance: f32,
}

/// The search for one boid.
struct Search<'a> {
    rescue: &'a Rescue<'a>,
    start: Vec3,
    looks_left: usize,
    /// The triangle that was nearest to the last place.
    guess: u32,
    nearest: Option<Found>,
}

impl<'a> Search<'a> {
    fn new(rescue: &'a Rescue<'a>, start: Vec3, looks: usize) -> Self {
        Self {
            rescue,
            start,
            looks_left: looks,
            guess: 0,
            nearest: None,
        }
    }

    fn run(mut self) -> Option<Vec3> {
        let least = self.look(self.start)?.distance;
        self.follow_surfaces();
        if let Some(found) = self.nearest {
            // Around a corner; straight there it may be nearer.
            self.go(least, found.place - self.start);
        }
        let is_good = |search: &Self| search.distance() <= GOOD * least;
        for direction in &self.rescue.directions {
            if !is_good(&self) {
                self.go(least, *direction);
            }
        }
        for tangent in VARIATIONS {
            let mut before = f32::INFINITY;
            while self.distance() < before && !is_good(&self) {
                before = self.distance();
                self.vary(least, tangent);
            }
        }
        self.nearest.map(|found| found.place)
    }

    /// The distance of the nearest free place so far.
    fn distance(&self) -> f32 {
        self.nearest.map_or(f32::INFINITY, |found| found.distance)
    }

    /// What a place lacks; none once enough places have been looked at.
    fn look(&mut self, place: Vec3) -> Option<Lack> {
        self.looks_left = self.looks_left.checked_sub(1)?;
        let standing = self.rescue.geometry.standing(place, self.guess)?;
        self.guess = standing.triangle;
        let lack = self.rescue.lack(place, &standing);
        let distance = (place - self.start).norm();
        if lack.distance <= 0.0 && distance < self.distance() {
            self.nearest = Some(Found { place, distance });
        }
        Some(lack)
    }

    /// Goes where the surfaces lead out, which in a corner is along one after the other.
    fn follow_surfaces(&mut self) {
        let mut place = self.start;
        // Among solids that overlap it may lead nowhere, and should not take all looks.
        for _ in 0..MOST_STEPS.min(self.looks_left / 4) {
            match self.look(place) {
                Some(lack) if lack.direction != Vec3::zeros() => {
                    place += lack.direction * lack.distance;
                }
                _ => return,
            }
        }
    }

    /// Goes along a direction, from where the first free place can be, as far as it would be the nearest one.
    fn go(&mut self, least: f32, direction: Vec3) {
        let direction = self.rescue.in_plane(direction);
        if direction == Vec3::zeros() {
            return;
        }
        let mut way = least;
        for _ in 0..MOST_STEPS {
            if way >= self.distance() {
                return;
            }
            let place = self.start + direction * way;
            match self.look(place) {
                Some(lack) if lack.distance > 0.0 && !self.rescue.leads_out(place, &direction) => {
                    way += lack.distance;
                }
                _ => return,
            }
        }
    }

    /// Tries directions beside that of the nearest free place.
    fn vary(&mut self, least: f32, tangent: f32) {
        let Some(found) = self.nearest else {
            return;
        };
        let ahead = (found.place - self.start).normalize();
        let (u, v) = perpendicular(&ahead);
        for aside in [u, -u, v, -v] {
            self.go(least, ahead + aside * tangent);
        }
    }
}
