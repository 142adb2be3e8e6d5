//! Static colliders that the game moves: no boid passes through them.

use crate::{
    game::{Game, STEP},
    solids::add_block,
    world::idle,
};
use fyrox::{
    core::pool::Handle,
    scene::{
        collider::{Collider, ColliderShape},
        rigidbody::RigidBody,
    },
};
use fyrox_flock::{
    sim::{settings::Region, Boid, Vec3},
    Flock,
};

/// Half of the wall's thickness, and half of its height and width, in metres.
pub const HALF: [f32; 2] = [0.05, 4.0];

/// Number of frames after which a started build is in use.
pub const BUILT: usize = 4;

/// A game with a wall across the X axis at x = -1, and a flock in front of it.
pub struct Hall {
    pub game: Game,
    /// Name of the wall and of the flock's node: games of one process share the log.
    pub name: &'static str,
    pub body: Handle<RigidBody>,
    pub collider: Handle<Collider>,
    /// Number of triangles of the level.
    pub triangles: usize,
    /// True if each build of the level is complete in the next frame.
    pub is_fast: bool,
}

/// A flock of 300 fish in a box beside the wall.
pub fn before_a_wall() -> Flock {
    let mut flock = idle(300);
    flock.spawn.region = Region::Box {
        min: Vec3::new(-0.5, -1.5, -1.5),
        max: Vec3::new(4.0, 1.5, 1.5),
    };
    flock.boundary.shape = Region::Box {
        min: Vec3::new(-3.0, -2.0, -2.0),
        max: Vec3::new(12.0, 2.0, 2.0),
    };
    flock.collision.check_crossings = true;
    flock
}

impl Hall {
    pub fn new(name: &'static str) -> Self {
        Self::with(name, before_a_wall(), cuboid(HALF[0]))
    }

    pub fn with(name: &'static str, flock: Flock, shape: ColliderShape) -> Self {
        let mut wall = (Handle::NONE, Handle::NONE);
        let mut game = Game::with_scene(name, flock, |scene| {
            wall = add_block(scene, -Vec3::x(), Vec3::repeat(1.0));
            scene.graph[wall.1].set_name(name);
            scene.graph[wall.1].set_shape(shape);
        });
        game.update(3, STEP);
        let triangles = game.simulation().geometry().triangle_count();
        Self {
            game,
            name,
            body: wall.0,
            collider: wall.1,
            triangles,
            is_fast: true,
        }
    }

    /// A frame in which the wall does not move.
    pub fn rest(&mut self, seconds: f32) {
        self.game.update(1, seconds);
        if self.is_fast {
            self.game.flock().wait_until_ready();
        }
    }

    /// A frame in which the game moves the wall to x.
    pub fn put(&mut self, x: f32, seconds: f32) {
        let graph = &mut self.game.scene().graph;
        graph[self.body].set_position(Vec3::x() * x);
        graph.update_hierarchical_data();
        self.rest(seconds);
    }

    pub fn reshape(&mut self, shape: ColliderShape) {
        self.game.scene().graph[self.collider].set_shape(shape);
    }

    /// Number of moving obstacles.
    pub fn obstacles(&mut self) -> usize {
        self.game.simulation().obstacles().len()
    }

    pub fn is_in_level(&mut self) -> bool {
        self.game.simulation().geometry().triangle_count() == self.triangles
    }

    /// Number of boids behind the middle of the wall, whose place in the scene is x. In frames
    /// without a step the flock has not been updated yet.
    pub fn behind(&mut self, x: f32) -> usize {
        let simulation = self.game.simulation();
        let mut obstacles = simulation.obstacles();
        let middle = obstacles
            .next()
            .map_or(x, |(_, it)| it.placement.origin.x.min(x));
        let is_behind = |boid: &Boid| boid.position.x < middle;
        simulation.boids().filter(is_behind).count()
    }

    pub fn displaced(&mut self) -> u64 {
        self.game.simulation().statistics().displaced
    }

    /// Updates the game until the wall is not an obstacle; it must always be one or part of the
    /// level. Returns the number of frames.
    #[track_caller]
    pub fn settle(&mut self, seconds: f32, most: usize) -> usize {
        for frame in 0..most {
            if self.obstacles() == 0 {
                assert!(self.is_in_level());
                return frame;
            }
            self.rest(seconds);
        }
        panic!("after {most} frames the wall is still an obstacle");
    }
}

/// The wall with this half thickness.
pub fn cuboid(half: f32) -> ColliderShape {
    ColliderShape::cuboid(half, HALF[1], HALF[1])
}

#[test]
fn a_wall_that_is_moved_by_hand_leaves_nobody_behind_it() {
    for (speed, end) in [(1.5, 3.0), (12.0, 7.0), (30.0, 7.0)] {
        for rate in [30.0, 60.0, 144.0] {
            for is_fast in [true, false] {
                let mut hall = Hall::new("swept wall");
                hall.is_fast = is_fast;
                let mut x = -1.0;
                while x < end {
                    x += speed / rate;
                    hall.put(x, 1.0 / rate);
                    assert_eq!(hall.obstacles(), 1, "{speed} {rate} {is_fast} at {x}");
                    assert_eq!(hall.behind(x), 0, "{speed} {rate} {is_fast} at {x}");
                }
                hall.is_fast = true;
                hall.settle(1.0 / rate, rate as usize);
                (0..60).for_each(|_| hall.rest(STEP));
                assert_eq!(hall.behind(x), 0, "{speed} {rate} {is_fast}");
                let statistics = hall.game.simulation().statistics();
                assert_eq!((statistics.displaced, statistics.crossings), (0, 0));
                assert_eq!(hall.game.reports(hall.name), [] as [String; 0]);
            }
        }
    }
}

#[test]
fn a_wall_that_moves_once_pushes_the_boids_on_its_way() {
    let mut hall = Hall::new("wall that moves once");
    hall.put(-0.2, STEP);
    assert_eq!((hall.obstacles(), hall.behind(-0.2)), (1, 0));
    hall.settle(STEP, 40);
    assert_eq!((hall.displaced(), hall.behind(-0.2)), (0, 0));
}

#[test]
fn a_wall_that_is_reshaped_while_it_moves_leaves_nobody_behind_it() {
    let (mut hall, mut x) = (Hall::new("wall of changing size"), -1.0);
    for frame in 0..30 {
        x += 12.0 * STEP;
        if frame > 0 {
            let height = [3.5, 4.0][frame % 2];
            hall.reshape(ColliderShape::cuboid(HALF[0], height, HALF[1]));
        }
        hall.put(x, STEP);
        assert_eq!(hall.behind(x), 0, "at {x}");
    }
    hall.settle(STEP, 40);
    assert_eq!(hall.behind(x), 0);
}

#[test]
fn what_is_put_somewhere_stays_part_of_the_level_and_is_counted() {
    let mut hall = Hall::new("put wall");
    hall.put(2.0, STEP);
    for _ in 0..60 {
        hall.rest(STEP);
        assert_eq!(hall.obstacles(), 0);
    }
    let behind = hall.behind(2.0);
    assert!(behind > 100 && hall.displaced() >= behind as u64);
}

/// It becomes an obstacle once the level has it at its new place, so that boids behind it are
/// counted.
#[test]
fn a_wall_that_is_put_somewhere_and_then_moves_leaves_nobody_behind_it_uncounted() {
    for is_fast in [true, false] {
        let (mut hall, mut x) = (Hall::new("put and moved wall"), 2.0);
        hall.is_fast = is_fast;
        for _ in 0..120 {
            hall.put(x, STEP);
            x += 1.5 * STEP;
        }
        // The last build may contain it at its resting place.
        assert!(hall.obstacles() == 1 || !is_fast);
        hall.is_fast = true;
        (0..BUILT).for_each(|_| hall.rest(STEP));
        hall.settle(STEP, 40);
        let behind = hall.behind(x);
        assert!(behind > 100 && hall.displaced() >= behind as u64);
    }
}

#[test]
fn a_wall_that_appears_and_moves_at_once_is_an_obstacle_at_once() {
    let mut hall = Hall::new("far wall");
    hall.put(-2.9, STEP);
    (0..60).for_each(|_| hall.rest(STEP));
    let (body, _) = add_block(hall.game.scene(), Vec3::x() * 20.0, Vec3::repeat(1.0));
    for frame in 0..20 {
        let position = Vec3::new(20.0, 0.02 * frame as f32, 0.0);
        hall.game.scene().graph[body].set_position(position);
        hall.game.update(1, STEP);
        // Its transform is valid in the second frame, so that its first change is in the third one.
        assert_eq!(hall.obstacles(), usize::from(frame >= 2), "{frame}");
    }
}

#[test]
fn without_moving_bodies_it_stays_part_of_the_level() {
    let mut hall = Hall::new("level wall");
    hall.game.flock().solids.moving_bodies = false;
    for frame in 0..60 {
        hall.put(-1.0 + 0.01 * frame as f32, STEP);
        assert!(hall.obstacles() == 0 && hall.is_in_level());
    }
}

#[test]
fn a_wall_in_motion_is_part_of_the_level_again_without_moving_bodies() {
    let mut hall = Hall::new("switched wall");
    for frame in 0..30 {
        hall.put(-1.0 + 0.01 * frame as f32, STEP);
    }
    assert!(hall.obstacles() == 1 && !hall.is_in_level());
    hall.game.flock().solids.moving_bodies = false;
    for frame in 0..30 {
        hall.put(-0.7 + 0.01 * frame as f32, STEP);
        assert!(hall.obstacles() == 0 && (hall.is_in_level() || frame < BUILT));
    }
}
