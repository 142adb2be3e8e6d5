//! The frame in which a flock computes, and its motion in the steps of a game's frame.

pub(crate) mod check;
mod way;

use crate::{
    math::{
        frame_motion::FrameMotion,
        reference_frame::{FrameStep, FrameVelocity, ReferenceFrame},
        Vec3d,
    },
    settings::validation::{Check, SettingsError},
};
use check::{check_far_vector, check_stretch, check_velocity, checked};
use serde::{Deserialize, Serialize};
use std::mem::replace;
use way::FrameWay;

/// The time of one of the game's frames, and the steps in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FrameTime {
    pub(crate) steps: u32,
    pub(crate) seconds: f64,
    /// Time that no step has used at the end of the frame, in seconds.
    pub(crate) remainder: f64,
}

/// The steps that are left in one of the game's frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pace {
    steps: u32,
    /// Seconds of the game that pass in a step.
    seconds: f64,
}

/// Shortest time of the game that passes in a step, as a share of the step.
const SHORTEST: f64 = 1e-3;

impl Pace {
    /// Steps of `dt` seconds, in which a time of the game passes.
    fn new(seconds: f64, steps: u32, dt: f32) -> Self {
        if steps == 0 {
            return Self::default();
        }
        let each = seconds / f64::from(steps);
        Self {
            steps,
            seconds: each.max(SHORTEST * f64::from(dt)),
        }
    }

    /// Takes a step away. Returns the seconds of the game that pass in it.
    fn take(&mut self) -> f64 {
        let seconds = self.seconds;
        self.steps -= 1;
        if self.steps == 0 {
            // Between frames of the game, all are equal, as in a restored flock.
            *self = Self::default();
        }
        seconds
    }
}

/// What the game has done with a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Course {
    /// The frame is the world: the game has never given another one.
    #[default]
    World,
    /// The game put it where it is. Its velocity is unknown.
    Put,
    /// The game has moved it since.
    Moved,
}

/// The frame in which a flock computes, and its motion.
///
/// The game says where the frame is at the end of each of its frames. The poses at the ends of the
/// steps are interpolated by time, so that a frame that moves steadily has the same velocity in all
/// steps, whatever the frame rate. The frame is behind the game by the time that no step has used.
/// Time that is dropped, in a stall or because a GPU is behind, passes in the next steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MovingFrame {
    course: Course,
    way: FrameWay,
    /// Where it is at the end of the next frame of the game; `None` if it stays.
    target: Option<ReferenceFrame>,
    /// Where it is at the end of the next step, as a log says, with the seconds of the game for
    /// each simulated second.
    logged: Option<(ReferenceFrame, f64)>,
    /// Velocity in the last step; `None` if it is unknown.
    velocity: Option<FrameVelocity>,
    #[serde(skip)]
    pace: Pace,
}

impl MovingFrame {
    /// Sets where the frame is at the end of the next frame of the game.
    pub(crate) fn set_target(&mut self, frame: ReferenceFrame) {
        self.target = Some(frame);
    }

    /// Sets where the frame is at the end of the next step, and the seconds of the game for each
    /// simulated second.
    pub(crate) fn set_logged(&mut self, frame: ReferenceFrame, stretch: f64) {
        self.logged = Some((frame, stretch));
    }

    /// Puts the frame somewhere, without a move in between.
    pub(crate) fn jump(&mut self, frame: ReferenceFrame) {
        *self = Self {
            course: Course::Put,
            way: FrameWay::at(frame),
            ..Self::default()
        };
    }

    /// Moves the frame with all its past and future, as if the world's origin were elsewhere.
    pub(crate) fn translate(&mut self, shift: &Vec3d) {
        if self.course == Course::World {
            self.course = Course::Put;
        }
        self.way.translate(shift);
        let logged = self.logged.as_mut().map(|(frame, _)| frame);
        for frame in self.target.iter_mut().chain(logged) {
            frame.origin += shift;
        }
    }

    /// Where the game last said that the frame is.
    pub(crate) fn given(&self) -> &ReferenceFrame {
        self.target.as_ref().unwrap_or(self.way.end())
    }

    /// The frame at the end of the last step.
    pub(crate) fn now(&self) -> &ReferenceFrame {
        self.way.now()
    }

    /// Where the game last said that the frame is, with the velocity of the last step.
    pub(crate) fn given_motion(&self) -> FrameMotion {
        FrameMotion::new(*self.given(), self.velocity())
    }

    /// The frame at the end of the last step, with the velocity of that step.
    pub(crate) fn motion(&self) -> FrameMotion {
        FrameMotion::new(*self.now(), self.velocity())
    }

    /// Velocity in the last step; 0 if it is unknown.
    pub(crate) fn velocity(&self) -> FrameVelocity {
        self.velocity.unwrap_or_default()
    }

    /// True if the velocity in the last step is known.
    pub(crate) fn has_velocity(&self) -> bool {
        self.velocity.is_some()
    }

    /// Checks a frame that was read from a file.
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        let logged = self.logged.map(|(frame, _)| frame);
        self.logged
            .map_or(Ok(()), |(_, stretch)| check_stretch(stretch))?;
        let others = [self.target, logged].into_iter().flatten();
        let mut all = self.way.frames().into_iter().chain(others);
        all.try_for_each(|frame| checked(&frame).map(|_| ()))?;
        let mut check = Check::default();
        if !self.way.is_valid() {
            check.refuse("frame.way", "too long", "0 to 2,000,000 s");
        }
        check.finish()?;
        check_velocity(&self.velocity())
    }

    /// Checks that the frame may be moved by a vector.
    pub(crate) fn check_translation(&self, shift: &Vec3d) -> Result<(), SettingsError> {
        let mut check = Check::default();
        check_far_vector(&mut check, "shift", shift);
        check.finish()?;
        let mut shifted = *self;
        shifted.translate(shift);
        shifted.validate()
    }

    /// Begins a frame of the game, with steps of `dt` seconds.
    pub(crate) fn begin_frame(&mut self, time: &FrameTime, dt: f32) {
        self.begin_way(time.seconds);
        if self.course != Course::World {
            let way = self.way.seconds() - time.remainder;
            self.pace = Pace::new(way, time.steps, dt);
        }
    }

    /// Passes a frame of the game in which no step is made, because a GPU is behind.
    pub(crate) fn wait(&mut self, seconds: f32) {
        self.begin_way(seconds.into());
    }

    /// Adds the way of a frame of the game.
    fn begin_way(&mut self, seconds: f64) {
        let target = self.target.take();
        if target.is_some() {
            self.course = Course::Moved;
        }
        if self.course != Course::World {
            let to = target.unwrap_or(*self.way.end());
            self.way.add(to, seconds);
        }
    }

    /// Begins a step of `dt` seconds; `None` if the frame is the world.
    pub(crate) fn step(&mut self, dt: f32) -> Option<FrameStep> {
        let from = *self.now();
        let seconds = f64::from(dt) * self.go(dt);
        if self.course == Course::World {
            return None;
        }
        let moved = self.course == Course::Moved;
        let velocity = moved.then(|| FrameVelocity::between(&from, self.now(), seconds));
        let before = replace(&mut self.velocity, velocity).or(velocity);
        Some(FrameStep {
            rotation: from.rotation,
            before: before.unwrap_or_default(),
            velocity: velocity.unwrap_or_default(),
        })
    }

    /// Seconds of the game for each simulated second, in the next step of `dt` seconds.
    pub(crate) fn stretch(&self, dt: f32) -> f64 {
        match (&self.logged, self.pace.steps) {
            (Some((_, stretch)), _) => *stretch,
            (None, 0) => 1.0,
            (None, _) => self.pace.seconds / f64::from(dt),
        }
    }

    /// Goes to where the frame is at the end of the step. Returns the seconds of the game for each
    /// simulated second.
    fn go(&mut self, dt: f32) -> f64 {
        let stretch = self.stretch(dt);
        if let Some((frame, _)) = self.logged.take() {
            (self.course, self.way) = (Course::Moved, FrameWay::at(frame));
        } else if self.pace.steps > 0 {
            self.way.go(self.pace.take());
        } else {
            // A single step, outside of the frames of a game.
            self.begin_way(dt.into());
            self.way.finish();
        }
        stretch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    fn at(x: f64) -> ReferenceFrame {
        ReferenceFrame::at(Vec3d::x() * x)
    }

    /// A game whose frame moves at 10 m/s.
    struct Game {
        frame: MovingFrame,
        time: f64,
        remainder: f64,
        dt: f32,
        speeds: Vec<f64>,
    }

    impl Game {
        fn new() -> Self {
            let mut frame = MovingFrame::default();
            frame.jump(at(0.0));
            Self {
                frame,
                time: 0.0,
                remainder: 0.0,
                dt: DT,
                speeds: Vec::new(),
            }
        }

        /// Makes a frame of the game. Steps beyond the first four are dropped.
        fn frame(&mut self, seconds: f64) {
            let step = f64::from(self.dt);
            self.time += seconds;
            self.remainder += seconds;
            let due = (self.remainder / step).floor();
            self.remainder -= due * step;
            self.frame.set_target(at(10.0 * self.time));
            let time = FrameTime {
                steps: due.min(4.0) as u32,
                seconds,
                remainder: self.remainder,
            };
            self.frame.begin_frame(&time, self.dt);
            for _ in 0..time.steps {
                let moving = self.frame.step(self.dt).unwrap();
                let speeds = [moving.before, moving.velocity];
                self.speeds.extend(speeds.map(|it| it.linear.x));
            }
        }

        /// Makes a frame in which a GPU is behind.
        fn wait(&mut self, seconds: f32) {
            self.time += f64::from(seconds);
            self.frame.set_target(at(10.0 * self.time));
            self.frame.wait(seconds);
        }

        fn was_steady(&self) {
            let is_steady = |speed: &f64| (speed - 10.0).abs() < 1e-5;
            assert!(self.speeds.iter().all(is_steady), "{:?}", self.speeds);
            assert!(self.speeds.len() > 8);
            let lag = self.frame.way.seconds();
            assert!((lag - self.remainder).abs() < 1e-9, "{lag}");
        }
    }

    /// In frames of the game of any duration, the velocity is the same in each step.
    #[test]
    fn a_steady_frame_has_the_same_velocity_in_all_steps() {
        for seconds in [1.0 / 144.0, 1.0 / 60.0, 0.023, 0.06] {
            let mut game = Game::new();
            (0..200).for_each(|_| game.frame(seconds));
            game.was_steady();
        }
    }

    /// Nothing is felt of time that is dropped, with or without a step in the frame after it.
    #[test]
    fn a_stall_changes_no_velocity() {
        for number in 0..12 {
            let mut game = Game::new();
            for frame in 0..24 {
                match (frame == number, number % 3) {
                    (true, 0) => game.frame(0.2),
                    (true, _) => game.wait(DT),
                    (false, 1) => game.frame(1.0 / 144.0),
                    (false, _) => game.frame(1.0 / 70.0),
                }
            }
            game.was_steady();
        }
        let mut frame = MovingFrame::default();
        frame.jump(at(0.0));
        let endless = FrameTime {
            steps: 1,
            seconds: f32::MAX.into(),
            remainder: 0.0,
        };
        frame.set_target(at(1.0));
        frame.begin_frame(&endless, 0.0001);
        check_stretch(frame.stretch(0.0001)).unwrap();
        frame.step(0.0001);
        assert_eq!(frame.now(), &at(1.0));
    }

    /// The clock of the steps may be anywhere when the frame is put somewhere, or when the time step
    /// changes.
    #[test]
    fn a_steady_frame_may_begin_at_any_time_with_any_time_step() {
        for (remainder, dt) in [(0.99, DT), (0.3, DT), (0.0, 0.002), (0.9, 0.005)] {
            let mut game = Game::new();
            game.remainder = remainder * f64::from(DT);
            (0..3).for_each(|_| game.frame(1.0 / 90.0));
            game.frame.jump(at(10.0 * game.time));
            (0..3).for_each(|_| game.frame(1.0 / 90.0));
            game.dt = dt;
            (0..20).for_each(|_| game.frame(1.0 / 120.0));
            game.was_steady();
        }
    }

    #[test]
    fn a_frame_that_starts_and_stops_is_felt_and_a_jump_is_not() {
        let mut frame = MovingFrame::default();
        assert!(frame.step(0.5).is_none());
        // Even if it was at the origin before.
        frame.set_target(at(0.0));
        assert_eq!(frame.step(0.5).unwrap().before.linear.x, 0.0);
        frame.set_target(at(1.0));
        let start = frame.step(0.5).unwrap();
        assert_eq!((start.before.linear.x, start.velocity.linear.x), (0.0, 2.0));
        let stop = frame.step(0.5).unwrap();
        assert_eq!((stop.before.linear.x, stop.velocity.linear.x), (2.0, 0.0));
        frame.jump(at(100.0));
        let rest = frame.step(0.5).unwrap();
        assert_eq!((rest.before.linear.x, rest.velocity.linear.x), (0.0, 0.0));
        // It goes on at full speed.
        frame.set_target(at(101.0));
        let on = frame.step(0.5).unwrap();
        assert_eq!((on.before.linear.x, on.velocity.linear.x), (2.0, 2.0));
    }

    #[test]
    fn shifts_move_all_poses_and_change_no_velocity() {
        let mut frame = MovingFrame::default();
        frame.set_target(at(1.0));
        frame.step(0.5);
        frame.set_target(at(2.0));
        let mut shifted = frame;
        for _ in 0..1000 {
            shifted.translate(&Vec3d::new(-1000.0, 0.0, 1000.0));
            shifted.translate(&Vec3d::new(1000.0, 0.0, -1000.0));
        }
        assert_eq!(shifted, frame);
        shifted.translate(&Vec3d::new(-1000.0, 0.0, 0.0));
        assert_eq!(shifted.given().origin.x, -998.0);
        let (a, b) = (shifted.step(0.5).unwrap(), frame.step(0.5).unwrap());
        assert_eq!((a.before, a.velocity), (b.before, b.velocity));
    }
}
