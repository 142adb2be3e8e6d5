//! One step of the flock: from the previous state, sorted along the grid, to the next.

use crate::{
    boids::{Boids, BoidsMut, State},
    boundary::Bounds,
    driver::run,
    grid::Grid,
    motion::Limits,
    placement::Frame,
    pose::Following,
    rules::{group_len, Rules},
    Driver, Geometry, Placement, Settings, Vec3,
};

/// What a step needs to know besides the boids.
pub(crate) struct Step<'a> {
    rules: Rules,
    limits: Limits,
    bounds: Option<Bounds>,
    body_radius: Option<f32>,
    following: Following,
    geometry: &'a Geometry,
    driver: Driver,
    dt: f32,
}

/// Where a move ended.
struct Move {
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
            limits: Limits::new(&settings.motion, frame),
            bounds: Bounds::new(&settings.boundary, frame),
            body_radius: collision.enabled.then_some(collision.body_radius),
            following: Following::new(&settings.body, dt),
            geometry,
            driver: settings.simulation.driver,
            dt,
        }
    }

    /// Advances `current` by one step and leaves the state before it, in the same order, in `previous`. Returns the number
    /// of moves that met geometry.
    pub(crate) fn make(&self, grid: &mut Grid, previous: &mut Boids, current: &mut Boids) -> u64 {
        sort(grid, previous, current, self.rules.reach(), self.driver);
        let (previous, grid) = (&*previous, &*grid);
        run(self.driver, current.all_mut(), |next| {
            self.advance(previous, grid, next)
        })
    }

    /// Writes the next state of a part of the boids.
    fn advance(&self, previous: &Boids, grid: &Grid, mut next: BoidsMut<'_>) -> u64 {
        let mut contacts = 0;
        let mut done = 0;
        while done < next.len() {
            let first = next.first + done;
            let len = group_len(grid, first, next.len() - done);
            let sums = self.rules.gather(previous, grid, first, len);
            for lane in 0..len {
                let acceleration = self.rules.acceleration(&sums, lane);
                let (state, contact) =
                    self.advance_one(&previous.state(first + lane), acceleration);
                next.set(done + lane, &state);
                contacts += u64::from(contact);
            }
            done += len;
        }
        contacts
    }

    fn advance_one(&self, boid: &State, acceleration: Vec3) -> (State, bool) {
        let wished = self.limits.velocity(boid.velocity, acceleration, self.dt);
        // A boid that is already outside is never led farther out, however hard the rules pull.
        let moved = self.sweep(boid.position, self.turn_inward(boid.position, wished));
        let velocity = self.turn_inward(moved.position, moved.velocity);
        let state = State {
            position: moved.position,
            velocity,
            id: boid.id,
            pose: self.following.follow(&boid.pose, velocity),
        };
        (state, moved.contact)
    }

    /// Moves a boid. A move that meets geometry is undone and reversed; if that way is blocked too, the boid stays.
    fn sweep(&self, position: Vec3, velocity: Vec3) -> Move {
        let free = |way: Vec3| match self.body_radius {
            Some(radius) => self.geometry.sweep(position, way, radius).is_none(),
            None => true,
        };
        let way = velocity * self.dt;
        let contact = !free(way);
        let position = match contact {
            false => position + way,
            true if free(-way) => position - way,
            true => position,
        };
        Move {
            position,
            velocity: if contact { -velocity } else { velocity },
            contact,
        }
    }

    fn turn_inward(&self, position: Vec3, velocity: Vec3) -> Vec3 {
        match &self.bounds {
            Some(bounds) => bounds.turn_inward(position, velocity),
            None => velocity,
        }
    }
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
        for index in 0..part.len() {
            let state = source.state(grid.source(part.first + index));
            part.set(index, &state);
        }
        0
    });
}
