//! Trials: a crowd in a labyrinth is led to one of its rooms, and through a single door.

use super::{Labyrinth, ROOM};
use crate::{flocks::by_id, judge::Judge};
use flock_sim::{
    influences::{Influence, InfluenceId, InfluenceKind},
    settings::{Backend, Region},
    ways::Ways,
    Boid, Flock, Placement, Settings, Vec3,
};
use std::sync::Arc;

/// Time after which a boid that has hardly moved is stuck, in seconds.
const PATIENCE: usize = 10;

/// What a boid moves at least in that time, in metres.
const LEAST_MOVE: f32 = 0.5;

/// Distance to the next boid in a queue, in metres.
const QUEUE_GAP: f32 = 0.5;

/// Share of the boids whose arrival is timed.
const MOST: f32 = 0.95;

/// A crowd that is led to the last room of a labyrinth.
pub struct Crowd {
    pub labyrinth: Labyrinth,
    pub flock: Flock,
    influence: InfluenceId,
}

/// How a crowd has arrived.
#[derive(Clone, Debug, Default)]
pub struct Arrival {
    /// Time until 95% of the boids were in the last room, in seconds, if they have arrived.
    pub most: Option<f32>,
    /// Number of boids that were in the last room.
    pub arrived: usize,
    /// Positions of boids that were stuck.
    pub stuck: Vec<Vec3>,
}

impl Crowd {
    /// Boids all over a labyrinth.
    pub fn new(labyrinth: Labyrinth, boids: u32, backend: Backend) -> Self {
        let half = labyrinth.half_extents();
        let (min, max) = (-half, half);
        Self::within(labyrinth, Region::Box { min, max }, boids, backend)
    }

    /// Boids in the first of two rooms, which are joined by one door.
    pub fn before_a_door(boids: u32, backend: Backend) -> Self {
        let labyrinth = Labyrinth::new([2, 1, 1], 0, 1);
        let (center, half) = (labyrinth.center(0), 0.4 * ROOM);
        let (min, max) = (center - half, center + half);
        Self::within(labyrinth, Region::Box { min, max }, boids, backend)
    }

    /// Boids in two rooms, which are joined by one door. Half of the boids of each room are led to the
    /// other one, against each other.
    pub fn in_opposite_streams(boids: u32, backend: Backend) -> Self {
        let mut crowd = Self::new(Labyrinth::new([2, 1, 1], 0, 1), boids, backend);
        let back = Influence {
            share: 0.5,
            // It outweighs the influence that leads all boids to the other room.
            weight: 50.0,
            ..target(crowd.labyrinth.center(0))
        };
        crowd.flock.add_influence(back).unwrap();
        crowd
    }

    fn within(labyrinth: Labyrinth, region: Region, boids: u32, backend: Backend) -> Self {
        let mut flock = Flock::new(
            settings(region, boids, backend),
            Placement::default(),
            labyrinth.geometry(),
        )
        .unwrap();
        let point = labyrinth.center(labyrinth.len() - 1);
        let influence = flock.add_influence(target(point)).unwrap();
        Self {
            labyrinth,
            flock,
            influence,
        }
    }

    /// Lets the boids go straight to the goal.
    pub fn lead_straight(&mut self) {
        let mut influences = self.flock.influences();
        let (id, influence) = influences.next().unwrap();
        let straight = Influence {
            finds_way: false,
            ..influence.clone()
        };
        drop(influences);
        self.flock.set_influence(id, straight).unwrap();
    }

    /// The ways to the last room.
    pub fn ways(&self) -> Arc<Ways> {
        self.flock.ways(self.influence).unwrap().ways.unwrap()
    }

    /// Time of a boid alone on the longest of the shortest ways of all boids, in seconds.
    pub fn slowest_way(&self, ways: &Ways) -> f32 {
        let boids = self.flock.boids();
        let lengths = boids.filter_map(|it| ways.length_from(it.position));
        lengths.fold(0.0, f32::max) / self.flock.settings().motion.max_speed
    }

    fn is_in_last_room(&self, boid: &Boid) -> bool {
        self.labyrinth.room_of(boid.position) == Some(self.labyrinth.len() - 1)
    }

    /// Makes a step in which no boid may cross a surface.
    #[track_caller]
    fn judged_step(&mut self, judge: &Judge) {
        let before = by_id(&self.flock);
        self.flock.step();
        for (before, after) in before.iter().zip(by_id(&self.flock)) {
            let crossed = judge.crossed(before.position, after.position);
            assert_eq!(crossed, None, "{after:?}");
        }
    }

    /// Makes steps until the boids have arrived, for at most so many seconds. `ways` are those to the
    /// last room, by which queues are told from boids that are stuck.
    #[track_caller]
    pub fn arrive(&mut self, ways: &Ways, seconds: f32) -> Arrival {
        let judge = Judge::new(self.flock.geometry().triangles(), 0.5);
        let mut arrival = Arrival::default();
        let mut has_arrived = vec![false; self.flock.len()];
        let mut seen = vec![by_id(&self.flock)];
        let steps_of_second = (1.0 / self.flock.settings().simulation.time_step).round() as usize;
        for step in 1..=(seconds * steps_of_second as f32) as usize {
            self.judged_step(&judge);
            let boids = by_id(&self.flock);
            for (has_arrived, boid) in has_arrived.iter_mut().zip(&boids) {
                *has_arrived |= self.is_in_last_room(boid);
            }
            arrival.arrived = has_arrived.iter().filter(|it| **it).count();
            let are_most = arrival.arrived as f32 >= MOST * boids.len() as f32;
            if are_most && arrival.most.is_none() {
                arrival.most = Some(step as f32 / steps_of_second as f32);
            }
            if arrival.arrived == boids.len() {
                break;
            }
            if step % steps_of_second == 0 {
                seen.push(boids);
                arrival.stuck.extend(stuck(&seen, &has_arrived, ways));
            }
        }
        assert_eq!(self.flock.statistics().crossings, 0);
        arrival
    }

    /// Number of boids per second that pass the door between two rooms: from the time when 10% of
    /// those that pass it in 20 s have passed until 70% have.
    pub fn flow(&mut self) -> f32 {
        let is_beyond = |crowd: &Self| -> Vec<bool> {
            let boids = by_id(&crowd.flock);
            boids.iter().map(|it| it.position.x > 0.0).collect()
        };
        let start = is_beyond(self);
        let seconds = self.flock.settings().simulation.time_step;
        let passed: Vec<usize> = (0..(20.0 / seconds) as usize)
            .map(|_| {
                self.flock.step();
                let pairs = start.iter().zip(is_beyond(self));
                pairs.filter(|(before, now)| *before != now).count()
            })
            .collect();
        let all = passed[passed.len() - 1] as f32;
        let step_of = |share: f32| passed.iter().position(|it| *it as f32 >= share * all);
        let steps = step_of(0.7).unwrap() - step_of(0.1).unwrap();
        0.6 * all / (steps as f32 * seconds)
    }
}

fn target(point: Vec3) -> Influence {
    let slowing = 0.5;
    Influence {
        finds_way: true,
        reach: 1000.0,
        ..Influence::new(InfluenceKind::Target { point, slowing })
    }
}

fn settings(region: Region, boids: u32, backend: Backend) -> Settings {
    let mut settings = Settings::default();
    settings.spawn.count = boids;
    settings.spawn.region = region;
    settings.boundary.enabled = false;
    settings.cohesion.enabled = false;
    settings.alignment.enabled = false;
    settings.motion.max_speed = 2.0;
    // Larger bodies need fewer cells.
    settings.collision.body_radius = 0.15;
    settings.collision.check_crossings = true;
    settings.way_finding.cell = 0.66;
    settings.way_finding.delay = 0;
    settings.simulation.backend = backend;
    settings
}

/// Positions of the boids that have hardly moved in the last seconds and do not queue: no boid
/// close to them is nearer to the goal.
fn stuck(seen: &[Vec<Boid>], has_arrived: &[bool], ways: &Ways) -> Vec<Vec3> {
    let Some(before) = seen.len().checked_sub(1 + PATIENCE) else {
        return Vec::new();
    };
    let (before, now) = (&seen[before], &seen[seen.len() - 1]);
    let is_slow = |index: &usize| {
        let moved = now[*index].position - before[*index].position;
        !has_arrived[*index] && moved.norm() < LEAST_MOVE
    };
    let queues = |index: &usize| {
        let at = now[*index].position;
        let length = ways.length_from(at).unwrap_or(f32::INFINITY);
        let mut others = now.iter().map(|it| it.position);
        others.any(|other| {
            let is_close = (other - at).norm() < QUEUE_GAP;
            is_close && ways.length_from(other).is_some_and(|it| it < length)
        })
    };
    let slow = (0..now.len()).filter(is_slow);
    let alone = slow.filter(|index| !queues(index));
    alone.map(|index| now[index].position).collect()
}
