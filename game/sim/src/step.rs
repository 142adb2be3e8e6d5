//! One step of the flock: from the previous state, sorted along the grid, to the next.

use crate::{
    boids::{borrow, Boids, BoidsMut},
    boundary::Bounds,
    driver::{run, sum},
    gather::Gather,
    grid::Grid,
    motion::{Accelerate, Limits},
    placement::Frame,
    pose::{Follow, Following},
    rules::Rules,
    vectors::Vectors,
    Contact, Driver, Geometry, Placement, Settings, Vec3,
};

/// Body radii that must be free behind a boid that turns back from a contact.
const ROOM: f32 = 10.0;

/// What a step needs to know besides the boids.
pub(crate) struct Step<'a> {
    rules: Rules,
    limits: Limits,
    bounds: Option<Bounds>,
    body_radius: Option<f32>,
    following: Following,
    geometry: &'a Geometry,
    driver: Driver,
    vectors: Vectors,
    dt: f32,
}

/// Where a boid is after a step and how it goes on.
struct Arrival {
    position: Vec3,
    velocity: Vec3,
    contact: bool,
}

impl<'a> Step<'a> {
    pub(crate) fn new(settings: &Settings, placement: &Placement, geometry: &'a Geometry) -> Self {
        let frame = Frame::new(placement);
        let dt = settings.simulation.time_step;
        let collision = &settings.collision;
        Self {
            rules: Rules::new(settings),
            limits: Limits::new(&settings.motion, frame, dt),
            bounds: Bounds::new(&settings.boundary, frame),
            body_radius: collision.enabled.then_some(collision.body_radius),
            following: Following::new(&settings.body, dt),
            geometry,
            driver: settings.simulation.driver,
            vectors: Vectors::widest(),
            dt,
        }
    }

    /// Advances `current` by one step and leaves the state before it, in the same order, in `previous`. Returns the number
    /// of moves that met geometry.
    pub(crate) fn make(&self, grid: &mut Grid, previous: &mut Boids, current: &mut Boids) -> u64 {
        sort(grid, previous, current, self.rules.reach(), self.driver);
        let (previous, grid) = (&*previous, &*grid);
        sum(self.driver, current.all_mut(), |next| {
            self.advance(previous, grid, next)
        })
    }

    /// Writes the next state of a part of the boids, and returns the number of moves that met geometry.
    fn advance(&self, previous: &Boids, grid: &Grid, mut next: BoidsMut<'_>) -> u64 {
        let part = next.first..next.first + next.len();
        self.vectors.run(Gather {
            rules: &self.rules,
            grid,
            boids: previous,
            first: next.first,
            accelerations: borrow(&mut next.velocity),
        });
        self.vectors.run(Accelerate {
            limits: &self.limits,
            before: previous
                .velocity
                .each_ref()
                .map(|values| &values[part.clone()]),
            accelerations: borrow(&mut next.velocity),
        });
        let contacts = (0..next.len())
            .map(|index| u64::from(self.travel_one(previous, index, &mut next)))
            .sum();
        next.copy_rest(previous);
        self.vectors.run(Follow {
            following: &self.following,
            velocity: next.velocity.each_ref().map(|values| &**values),
            orientation: borrow(&mut next.orientation),
            phase: next.phase,
        });
        contacts
    }

    /// Moves the boid at `index` of the part with its new velocity. Returns whether it met geometry.
    fn travel_one(&self, previous: &Boids, index: usize, next: &mut BoidsMut) -> bool {
        let position = previous.position(next.first + index);
        let velocity = Vec3::from_fn(|axis, _| next.velocity[axis][index]);
        let arrival = self.travel(position, self.turn_inward(position, velocity));
        let velocity = self.turn_inward(arrival.position, arrival.velocity);
        for axis in 0..3 {
            next.position[axis][index] = arrival.position[axis];
            next.velocity[axis][index] = velocity[axis];
        }
        arrival.contact
    }

    /// Moves a boid. A move that meets geometry is undone and the boid turns back, but no farther out of the boundary than
    /// it is. Without room to turn back it goes on up to the contact and bounces off: reversed at either side of a narrow
    /// gap, it would lose at one what it gained along the gap at the other, however it is steered.
    fn travel(&self, position: Vec3, velocity: Vec3) -> Arrival {
        let way = velocity * self.dt;
        let Some(contact) = self.contact(position, way) else {
            return Arrival {
                position: position + way,
                velocity,
                contact: false,
            };
        };
        let back = self.turn_inward(position, -velocity);
        let (position, velocity) = if self.has_room(position, back) {
            (position + back * self.dt, back)
        } else {
            let reached = position + way * contact.fraction;
            (reached, bounced(velocity, &contact.normal))
        };
        Arrival {
            position,
            velocity,
            contact: true,
        }
    }

    /// Whether a boid can go this way, for a step and for [`ROOM`].
    fn has_room(&self, position: Vec3, velocity: Vec3) -> bool {
        let room = ROOM * self.body_radius.unwrap_or_default();
        let ways = [velocity * self.dt, velocity.normalize() * room];
        ways.iter()
            .all(|way| self.contact(position, *way).is_none())
    }

    fn contact(&self, position: Vec3, way: Vec3) -> Option<Contact> {
        self.geometry.sweep(position, way, self.body_radius?)
    }

    fn turn_inward(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        match &self.bounds {
            Some(bounds) => bounds.turn_inward(position, velocity),
            None => velocity,
        }
    }
}

/// The velocity after a surface turned the part of it that leads into the surface.
fn bounced(velocity: Vec3, normal: &Vec3) -> Vec3 {
    velocity - normal * (2.0 * velocity.dot(normal).min(0.0))
}

/// Sorts `current` along the grid into `previous`; `current` is to be written anew.
pub(crate) fn sort(
    grid: &mut Grid,
    previous: &mut Boids,
    current: &mut Boids,
    reach: Option<f32>,
    driver: Driver,
) {
    grid.sort(current, reach, driver);
    let (source, grid) = (&*current, &*grid);
    run(driver, previous.all_mut(), |mut part| {
        let order = grid.order(part.first..part.first + part.len());
        part.pick(source, order);
    });
}
