//! Moves of boids among moving obstacles, which push them.
//!
//! A boid first moves as if there were no obstacles. If an obstacle is in its way, the contact
//! gives a plane that keeps boid and obstacle apart until the end of the step. The boid then takes
//! the displacement that is nearest to the wanted one and lies beyond all planes met so far. The
//! planes of static surfaces and of the boundary are among them. The new displacement is tested by
//! the same sweeps, and the planes that it violates are added.
//!
//! If no displacement is left, the boid keeps its place in the frame of a mesh that pushes it, if
//! it can. So boids in a corner of a moving room are carried along. Otherwise the boid makes the
//! move that static geometry and the boundary permit, and counts as caught: the flock moves it to a
//! free place after the step. So static geometry and the boundary always win.

use super::{
    arrival::Arrival, boid_move::BoidMove, half_spaces::HalfSpaces,
    moving_obstacles::MovingObstacles, passage::pass_through, swept_move::SweptMove,
};
use crate::{
    geometry::{Geometry, SweepWork},
    math::{Vec3, Vec3d},
    obstacles::{obstacle_in_step::ObstacleInStep, sweep::PushPlane, BoidPath, NearObstacles},
};
use std::ptr;

/// Largest number of displacements that are tried for one move.
pub(crate) const MOST_ROUNDS: usize = 8;

/// Shortest part of a unit normal in the plane of a planar flock along which a boid can be pushed.
pub(crate) const NO_PART: f64 = 0.01;

/// Latest time at which a boid enters through a periodic boundary, as a share of the step.
pub(crate) const LATEST_ENTRY: f64 = 1.0 - 1e-6;

/// Displacement in the frame of an obstacle, in radii of the body, below which a carried body cannot
/// have passed the obstacle.
const SMALL_WAY: f32 = 0.5;

/// What obstacles do to the move of a boid.
pub(super) enum Push {
    /// Obstacles do not change the move.
    None,
    /// An obstacle pushes the boid to another arrival.
    To(Arrival),
    /// The boid found no way or is inside of an obstacle. It keeps its move.
    Caught,
}

/// The half-spaces that the displacement and the velocity must lie in.
struct Planes {
    of_displacement: HalfSpaces,
    of_velocity: HalfSpaces,
    flat: Vec3d,
}

/// What a boid would do without obstacles.
struct Wanted<'a> {
    displacement: Vec3,
    velocity: Vec3,
    /// An obstacle that this displacement meets, with its plane, if it is known.
    met: Option<(&'a ObstacleInStep, PushPlane)>,
}

impl<'a> MovingObstacles<'a> {
    /// Adds the planes of the obstacles that a path meets, one of which may be known. True if there
    /// are any; `None` if an obstacle cannot be avoided.
    fn add_planes(
        &self,
        near: &NearObstacles<'a>,
        path: &BoidPath,
        known: Option<(&ObstacleInStep, PushPlane)>,
        planes: &mut Planes,
    ) -> Option<bool> {
        let mut is_any = false;
        for obstacle in self.in_the_way(near, path).iter() {
            let known = known.filter(|(it, _)| ptr::eq(*it, obstacle));
            let plane = match known {
                Some((_, plane)) => Some(plane),
                None => obstacle.push_plane(path, self.radius),
            };
            if let Some(plane) = plane {
                is_any = true;
                let added = planes.add(plane.normal, plane.least, plane.speed);
                added.then_some(())?;
            }
        }
        Some(is_any)
    }

    /// True if a body that is carried from one place to another hardly moves relative to an
    /// obstacle, such as another part of the ship on which it stands, and is not inside of it. For
    /// the sweep it would be too near: a standing body is within the skin of a surface beside it.
    fn stays_clear_of(&self, it: &ObstacleInStep, [start, end]: [Vec3; 2]) -> bool {
        let from = it.way.begin.point_to_local(&start.cast());
        let to = it.way.end.point_to_local(&end.cast());
        let way = (to - from).norm() as f32;
        way < SMALL_WAY * self.body_radius && !self.is_inside(it, end)
    }

    /// True if a path meets one of the obstacles that count.
    fn meets(
        &self,
        near: &NearObstacles<'a>,
        path: &BoidPath,
        counts: impl Fn(&ObstacleInStep) -> bool,
    ) -> bool {
        let meets = |it: &ObstacleInStep| counts(it) && it.push_plane(path, self.radius).is_some();
        self.in_the_way(near, path).iter().any(meets)
    }
}

impl SweptMove<'_> {
    /// True if a body that is carried by an obstacle meets nothing else on its way.
    pub(super) fn is_free_beside(&self, carrier: &ObstacleInStep, start: Vec3, end: Vec3) -> bool {
        let work = SweepWork::of_move();
        let is_static_free = BoidMove::new(self, &work, Vec3::zeros())
            .contact(start, end - start)
            .is_none();
        let path = BoidPath::whole(start, end);
        let meets_other = |moving: &MovingObstacles| {
            moving.meets(&moving.around(&path), &path, |it| {
                !ptr::eq(it, carrier) && !moving.stays_clear_of(it, [start, end])
            })
        };
        is_static_free && !self.moving.as_ref().is_some_and(meets_other)
    }
}

impl<'a> BoidMove<'a> {
    /// What the obstacles do to a move. `near` are the obstacles that it may meet without passing a
    /// boundary.
    pub(super) fn push(
        &self,
        obstacles: &MovingObstacles<'a>,
        near: &NearObstacles<'a>,
        start: Vec3,
        arrival: &Arrival,
    ) -> Push {
        if let Some(way) = arrival.wrapped {
            return if self.passes_obstacles(obstacles, start, way) {
                Push::None
            } else {
                // The boid waits on its side of the boundary.
                let wanted = Wanted {
                    displacement: Vec3::zeros(),
                    velocity: arrival.velocity,
                    met: None,
                };
                self.yield_to((obstacles, near), start, &wanted)
            };
        }
        let path = BoidPath::whole(start, arrival.position);
        let in_the_way = obstacles.in_the_way(near, &path);
        let plane = |it: &'a ObstacleInStep| Some((it, it.push_plane(&path, obstacles.radius)?));
        let met = in_the_way.iter().find_map(plane);
        if met.is_some() {
            let displacement = arrival.position - start;
            let wanted = Wanted {
                displacement,
                velocity: arrival.velocity,
                // Rounding may let the displacement end elsewhere.
                met: met.filter(|_| start + displacement == path.to),
            };
            return self.yield_to((obstacles, near), start, &wanted);
        }
        let is_inside = |it: &ObstacleInStep| obstacles.is_inside(it, arrival.position);
        if in_the_way.iter().any(is_inside) {
            Push::Caught
        } else {
            Push::None
        }
    }

    /// The displacement nearest to the wanted one that obstacles, surfaces and the boundary permit.
    fn yield_to(
        &self,
        among: (&MovingObstacles<'a>, &NearObstacles<'a>),
        start: Vec3,
        wanted: &Wanted,
    ) -> Push {
        match self.nearest_permitted(among, start, wanted) {
            Push::Caught => self.carried_by_mesh(among, start),
            push => push,
        }
    }

    /// The move of a boid that keeps its place in the frame of a mesh, if nothing is in the way.
    fn carried_by_mesh(
        &self,
        (obstacles, near): (&MovingObstacles<'a>, &NearObstacles<'a>),
        start: Vec3,
    ) -> Push {
        // The sweeps before may have taken all work that is permitted.
        let work = SweepWork::of_move();
        let here = obstacles.in_the_way(near, &BoidPath::whole(start, start));
        for mesh in here.iter() {
            let Some(end) = mesh.carried(start, obstacles.radius) else {
                continue;
            };
            let path = BoidPath::whole(start, end);
            let displacement = end - start;
            let in_plane = self.flat.dot(&displacement).abs() <= rounding(end) as f32;
            let is_static_free = || {
                let mut planes = Planes::none(&self.flat);
                let again = self.with_work(&work);
                again.add_static(start, displacement, &mut planes) == Some(false)
            };
            let is_free = in_plane
                && !obstacles.meets(near, &path, |it| !ptr::eq(it, mesh))
                && !obstacles.is_any_inside(near, &path)
                && is_static_free();
            if is_free {
                let velocity = self.through_air(displacement / self.dt);
                return Push::To(Arrival::turned(end, velocity));
            }
        }
        Push::Caught
    }

    /// The displacement nearest to the wanted one that is found in a few rounds.
    fn nearest_permitted(
        &self,
        (obstacles, near): (&MovingObstacles<'a>, &NearObstacles<'a>),
        start: Vec3,
        wanted: &Wanted,
    ) -> Push {
        let mut planes = Planes::none(&self.flat);
        let (mut displacement, mut known) = (wanted.displacement, wanted.met);
        for _ in 0..MOST_ROUNDS {
            let path = BoidPath::whole(start, start + displacement);
            let is_met = obstacles
                .add_planes(near, &path, known.take(), &mut planes)
                .and_then(|is_met| {
                    if is_met {
                        Some(true)
                    } else {
                        self.add_static(start, displacement, &mut planes)
                    }
                });
            match is_met {
                None => return Push::Caught,
                Some(false) if obstacles.is_any_inside(near, &path) => return Push::Caught,
                Some(false) => {
                    let over_ground = self.over_ground(wanted.velocity);
                    let pushed = planes.velocity(&over_ground, &(displacement / self.dt));
                    return Push::To(Arrival::turned(path.to, self.through_air(pushed)));
                }
                Some(true) => match planes.of_displacement.nearest(&wanted.displacement.cast()) {
                    Some(nearest) => displacement = nearest.cast(),
                    None => return Push::Caught,
                },
            }
        }
        Push::Caught
    }

    /// Adds the planes of static surfaces and of the boundary that a displacement meets. True if
    /// there are any; `None` if one cannot be avoided.
    fn add_static(&self, start: Vec3, displacement: Vec3, planes: &mut Planes) -> Option<bool> {
        if let Some(contact) = self.contact(start, displacement) {
            contact.triangle?;
            let normal: Vec3d = contact.normal.cast();
            let reached = displacement.cast::<f64>() * f64::from(contact.fraction);
            let radius = self.radius.unwrap_or_default();
            let gap = 0.5 * Geometry::slack(&(start + displacement), radius);
            let least = normal.dot(&reached) + f64::from(gap);
            return planes.add(normal, least, 0.0).then_some(true);
        }
        let end = start + displacement;
        let Some(containment) = &self.containment else {
            return Some(false);
        };
        let beyond = containment.distance_outside(end);
        // A boid outside of the boundary returns by itself. It must only not be pushed farther out.
        if beyond <= 0.0 || beyond <= containment.distance_outside(start) {
            return Some(false);
        }
        let before = containment.distance_outside(start).max(0.0);
        for inward in containment.inward(end) {
            let normal: Vec3d = inward.cast();
            let back = f64::from(beyond - before) + rounding(end);
            let least = normal.dot(&displacement.cast()) + back;
            planes.add(normal, least, 0.0).then_some(())?;
        }
        Some(true)
    }

    /// True if the path through a periodic boundary meets no obstacle.
    fn passes_obstacles(&self, obstacles: &MovingObstacles, start: Vec3, way: Vec3) -> bool {
        let Some(containment) = &self.containment else {
            return true;
        };
        let length = f64::from(way.norm());
        let mut done = 0.0;
        let end = pass_through(containment, start, way, |segment| {
            let begin = (done / length).min(LATEST_ENTRY);
            done += f64::from((segment.to - segment.from).norm());
            let path = BoidPath {
                from: segment.from,
                to: segment.to,
                // In a sphere, the rest of the path has another length after the passage.
                shares: if segment.leaves {
                    [begin, (done / length).min(LATEST_ENTRY)]
                } else {
                    [begin, 1.0]
                },
            };
            obstacles.is_free(&path, segment.enters)
        });
        end.is_some()
    }
}

impl Planes {
    /// No planes, for a flock in a plane with the normal `flat` unless that is zero.
    fn none(flat: &Vec3) -> Self {
        Self {
            of_displacement: HalfSpaces::none(),
            of_velocity: HalfSpaces::none(),
            flat: flat.cast(),
        }
    }

    /// Adds a plane that moves along its normal at a speed, in m/s. False if there is no room for
    /// it, or if a planar flock cannot avoid it within its plane.
    fn add(&mut self, normal: Vec3d, least: f64, speed: f64) -> bool {
        let across = normal - self.flat * self.flat.dot(&normal);
        let part = across.norm();
        if part < NO_PART {
            return false;
        }
        let normal = across / part;
        self.of_displacement.add(normal, least / part) && self.of_velocity.add(normal, speed / part)
    }

    /// The velocity after a push: the velocity before, without the part that leads into a plane. If
    /// no velocity leads out of all planes, the velocity of the displacement.
    fn velocity(&self, before: &Vec3, made: &Vec3) -> Vec3 {
        let nearest = self.of_velocity.nearest(&before.cast());
        nearest.map_or(*made, |velocity| velocity.cast())
    }
}

fn rounding(place: Vec3) -> f64 {
    4.0 * f64::from(f32::EPSILON * place.amax())
}
