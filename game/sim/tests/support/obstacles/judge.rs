//! Judges moves of boids among obstacles in double precision.

use flock_sim::{Boid, BoidId, EventKind, EventMask, Flock, ObstacleShape, Placement, Vec3};
use nalgebra::{UnitQuaternion, Vector3};
use std::{
    collections::{HashMap, HashSet},
    ops::RangeInclusive,
};

type Point = Vector3<f64>;

/// Instants at which a move is judged.
const INSTANTS: usize = 32;

/// Share of the body's radius that must stay outside during a move.
const OUTSIDE: f64 = 0.75;

/// Share of it by which a body may come nearer during a step while an obstacle turns.
const DIP: f64 = 0.2;

/// No obstacle of the tests reaches farther from its origin, in metres.
const LARGEST: f64 = 2.2;

/// An octahedron with corners at these distances on the axes, the hull of the tests.
pub fn octahedron(size: Vec3) -> ObstacleShape {
    let corners = (0..3).flat_map(|axis| {
        [-1.0, 1.0].map(|sign| {
            let mut corner = Vec3::zeros();
            corner[axis] = sign * size[axis];
            corner
        })
    });
    ObstacleShape::ConvexHull {
        points: corners.collect(),
    }
}

/// Signed distance of a point from a shape in its frame. From the octahedron, it is at least that.
fn distance(shape: &ObstacleShape, at: Point) -> f64 {
    match shape {
        ObstacleShape::Sphere { radius } => at.norm() - f64::from(*radius),
        ObstacleShape::Capsule { start, end, radius } => {
            let (start, end): (Point, Point) = (start.cast(), end.cast());
            let share = (at - start).dot(&(end - start)) / (end - start).norm_squared();
            let nearest = start + (end - start) * share.clamp(0.0, 1.0);
            (at - nearest).norm() - f64::from(*radius)
        }
        ObstacleShape::Box { half_extents } => {
            let beyond = at.abs() - half_extents.cast();
            beyond.sup(&Point::zeros()).norm() + beyond.max().min(0.0)
        }
        ObstacleShape::ConvexHull { points } => {
            let size: Point =
                points[0].abs().cast() + points[2].abs().cast() + points[4].abs().cast();
            let inverse = size.map(|it| 1.0 / it);
            (at.abs().dot(&inverse) - 1.0) / inverse.norm()
        }
    }
}

/// The pose at a share of the way between two placements.
fn pose(from: &Placement, to: &Placement, share: f64) -> (Point, UnitQuaternion<f64>) {
    let exact = |it: &Placement| UnitQuaternion::new_normalize(it.rotation.cast().into_inner());
    let (origin, end) = (from.origin.cast::<f64>(), to.origin.cast::<f64>());
    (
        origin.lerp(&end, share),
        exact(from).slerp(&exact(to), share),
    )
}

/// What was seen of a run.
#[derive(Debug, Default)]
pub struct Judged {
    pub moves: usize,
    /// Moves that ended within a body's radius of an obstacle.
    pub near: usize,
    /// Boids that were carried out.
    pub rescued: usize,
}

/// Makes a step after `move_all` has moved the obstacles, and judges it.
pub fn step(flock: &mut Flock, judged: &mut Judged, move_all: impl FnOnce(&mut Flock)) {
    let before = Before::step(flock);
    move_all(flock);
    let before = before.moved(flock);
    flock.step();
    before.judge(flock, judged);
}

/// A flock before a step.
pub struct Before {
    positions: HashMap<BoidId, Vec3>,
    obstacles: Vec<(ObstacleShape, Placement)>,
}

impl Before {
    pub fn step(flock: &mut Flock) -> Self {
        flock.set_events(EventMask::RESCUED | EventMask::SPAWNED);
        Self {
            positions: flock.boids().map(|it| (it.id, it.position)).collect(),
            obstacles: Vec::new(),
        }
    }

    /// After the game has moved the obstacles, some of them perhaps at once.
    pub fn moved(self, flock: &Flock) -> Self {
        Self {
            obstacles: obstacles(flock),
            ..self
        }
    }

    /// Judges the step, and returns where the boids came from that moved by themselves.
    pub fn judge(self, flock: &mut Flock, judged: &mut Judged) -> HashMap<BoidId, Vec3> {
        let pairs = self.obstacles.into_iter().zip(obstacles(flock));
        let ways: Vec<Way> = pairs
            .map(|((shape, from), (_, to))| Way::new(shape, &from, &to))
            .collect();
        let rescued = |event: &flock_sim::FlockEvent| event.kind == EventKind::Rescued;
        let carried: HashSet<BoidId> = flock
            .drain_events()
            .filter(rescued)
            .map(|it| it.boid)
            .collect();
        judged.rescued += carried.len();
        let mut moved = self.positions;
        moved.retain(|id, _| !carried.contains(id));
        let radius = f64::from(flock.settings().collision.body_radius);
        for boid in flock.boids() {
            judged.moves += 1;
            let is_near = judge_move(&boid, moved.get(&boid.id), &ways, radius);
            judged.near += usize::from(is_near);
        }
        moved
    }
}

fn obstacles(flock: &Flock) -> Vec<(ObstacleShape, Placement)> {
    let all = flock.obstacles();
    all.map(|(_, it)| (it.shape.clone(), it.placement))
        .collect()
}

/// Judges the move of a boid; one from nowhere was put where it is. Returns whether it came near an
/// obstacle.
fn judge_move(boid: &Boid, start: Option<&Vec3>, ways: &[Way], radius: f64) -> bool {
    let (start, first) = match start {
        Some(start) => (start, 0),
        None => (&boid.position, INSTANTS),
    };
    let path = [*start, boid.position];
    let mut is_near = false;
    for way in ways.iter().filter(|way| !way.is_far(path)) {
        let mut nearest = f64::INFINITY;
        let distances = way.distances(path, first..=INSTANTS);
        let (mut begin, mut end) = (None, 0.0);
        for distance in distances {
            nearest = nearest.min(distance);
            begin.get_or_insert(distance);
            end = distance;
        }
        let begin = begin.unwrap_or(nearest);
        // One that was too near from the begin is not pressed in.
        let least = (OUTSIDE * radius).min(begin - DIP * radius);
        let (least, after) = match &way.shape {
            ObstacleShape::ConvexHull { .. } => (0.0, 0.0),
            _ => (least, 0.5 * radius),
        };
        assert!(
            nearest >= least && end >= after * (1.0 - 1e-4),
            "{boid:?} from {start} is {nearest} m from {:?}, which was and is at {:?}",
            way.shape,
            [way.poses.first(), way.poses.last()]
        );
        is_near |= nearest < 1.1 * radius;
    }
    is_near
}

/// An obstacle in all instants of a step.
struct Way {
    shape: ObstacleShape,
    poses: Vec<(Point, UnitQuaternion<f64>)>,
}

impl Way {
    fn new(shape: ObstacleShape, from: &Placement, to: &Placement) -> Self {
        let at = |instant: usize| pose(from, to, instant as f64 / INSTANTS as f64);
        Self {
            shape,
            poses: (0..=INSTANTS).map(at).collect(),
        }
    }

    /// True if a move stays farther away than the obstacle reaches.
    fn is_far(&self, [from, to]: [Vec3; 2]) -> bool {
        let [(begin, _), .., (end, _)] = &self.poses[..] else {
            return false;
        };
        let moved = f64::from((to - from).norm()) + (end - begin).norm();
        (from.cast() - begin).norm() > LARGEST + moved
    }

    /// Distances in some instants of a move.
    fn distances(
        &self,
        [from, to]: [Vec3; 2],
        instants: RangeInclusive<usize>,
    ) -> impl Iterator<Item = f64> + '_ {
        instants.map(move |instant| {
            let share = instant as f64 / INSTANTS as f64;
            let (origin, rotation) = &self.poses[instant];
            let at = from.cast::<f64>().lerp(&to.cast(), share);
            let local = rotation.inverse_transform_vector(&(at - origin));
            distance(&self.shape, local)
        })
    }
}
