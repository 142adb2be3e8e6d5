//! The frame in which a flock computes, and its motion in the steps of a game's frame.

use crate::{
    math::{
        frame_motion::FrameMotion,
        reference_frame::{FrameStep, FrameVelocity, ReferenceFrame},
        Vec3d,
    },
    settings::validation::{Check, SettingsError},
};
use nalgebra::UnitQuaternion;
use serde::{Deserialize, Serialize};
use std::mem::take;

/// The time of one of the game's frames, and the steps in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct FrameTime {
    pub(crate) steps: u32,
    pub(crate) seconds: f64,
    /// Time that no step had used before the frame, and after it, in seconds.
    pub(crate) remainders: [f64; 2],
}

/// When the steps of one of the game's frames end, as shares of its duration.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct StepEnds {
    /// Number of steps that are left.
    steps: u32,
    /// End of the next step.
    next: f64,
    /// Duration of a step, as a share of the frame.
    each: f64,
    /// Seconds of the game for each simulated second: more than 1 if time was dropped.
    stretch: f64,
}

impl StepEnds {
    fn new(time: &FrameTime, dt: f32) -> Self {
        let FrameTime {
            steps,
            seconds,
            remainders: [before, after],
        } = *time;
        let way = seconds - after + before;
        if steps == 0 || way <= 0.0 || seconds <= 0.0 {
            return Self::default();
        }
        let step_seconds = way / f64::from(steps);
        Self {
            steps,
            next: (step_seconds - before) / seconds,
            each: step_seconds / seconds,
            stretch: step_seconds / f64::from(dt),
        }
    }
}

/// The frame in which a flock computes, and its motion.
///
/// The game says where the frame is at the end of each of its frames. The poses at the ends of the
/// steps are interpolated by time, so that a frame that moves steadily has the same velocity in all
/// steps, whatever the frame rate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MovingFrame {
    /// At the end of the last step.
    now: ReferenceFrame,
    /// At the beginning and at the end of the current frame of the game.
    begin: ReferenceFrame,
    end: ReferenceFrame,
    /// At the end of the next frame of the game; `None` if it stays.
    target: Option<ReferenceFrame>,
    /// At the end of the next step, as a log says, with the seconds of the game for each simulated
    /// second.
    logged: Option<(ReferenceFrame, f64)>,
    /// Velocity in the last step; `None` before the first one, and after a jump.
    velocity: Option<FrameVelocity>,
    #[serde(skip)]
    ends: StepEnds,
    /// Duration of frames of the game in which no step was made because a GPU was behind, in
    /// seconds.
    #[serde(skip)]
    waited: f64,
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

    /// Seconds of the game for each simulated second in the next step.
    pub(crate) fn stretch(&self) -> f64 {
        match (&self.logged, self.ends.steps) {
            (Some((_, stretch)), _) => *stretch,
            (None, 0) => 1.0,
            (None, _) => self.ends.stretch,
        }
    }

    /// Puts the frame somewhere, without a move in between.
    pub(crate) fn jump(&mut self, frame: ReferenceFrame) {
        *self = Self {
            now: frame,
            begin: frame,
            end: frame,
            ..Self::default()
        };
    }

    /// Moves the frame with all its past and future, as if the world's origin were elsewhere.
    pub(crate) fn translate(&mut self, shift: &Vec3d) {
        let Self {
            now,
            begin,
            end,
            target,
            logged,
            ..
        } = self;
        let frames = [now, begin, end].into_iter();
        let logged = logged.as_mut().map(|(frame, _)| frame);
        for frame in frames.chain(target).chain(logged) {
            frame.origin += shift;
        }
    }

    /// Where the game last said that the frame is.
    pub(crate) fn given(&self) -> &ReferenceFrame {
        self.target.as_ref().unwrap_or(&self.end)
    }

    /// The frame at the end of the last step.
    pub(crate) fn now(&self) -> &ReferenceFrame {
        &self.now
    }

    /// Where the game last said that the frame is, with the velocity of the last step.
    pub(crate) fn given_motion(&self) -> FrameMotion {
        FrameMotion::new(*self.given(), self.velocity())
    }

    /// The frame at the end of the last step, with the velocity of that step.
    pub(crate) fn motion(&self) -> FrameMotion {
        FrameMotion::new(self.now, self.velocity())
    }

    /// Velocity in the last step.
    pub(crate) fn velocity(&self) -> FrameVelocity {
        self.velocity.unwrap_or_default()
    }

    /// Checks a frame that was read from a file.
    pub(crate) fn validate(&self) -> Result<(), SettingsError> {
        let logged = self.logged.map(|(frame, _)| frame);
        self.logged
            .map_or(Ok(()), |(_, stretch)| check_stretch(stretch))?;
        let others = [self.target, logged].into_iter().flatten();
        let mut all = [self.now, self.begin, self.end].into_iter().chain(others);
        all.try_for_each(|frame| checked(&frame).map(|_| ()))?;
        let mut check = Check::default();
        let FrameVelocity { linear, angular } = self.velocity();
        for (name, vector) in [("linear", linear), ("angular", angular)] {
            let is_slow = |x: &f64| x.abs() <= FASTEST;
            if !vector.iter().all(is_slow) {
                let value = format!("({}, {}, {})", vector.x, vector.y, vector.z);
                let allowed = format!("-{FASTEST:e} to {FASTEST:e} in every component");
                check.refuse(&format!("frame.velocity.{name}"), value, allowed);
            }
        }
        check.finish()
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

    /// True if the frame is the world and never moved.
    pub(crate) fn is_world(&self) -> bool {
        *self == Self::default()
    }

    /// Begins a frame of the game, with steps of `dt` seconds.
    pub(crate) fn begin_frame(&mut self, time: &FrameTime, dt: f32) {
        self.begin_way();
        if self.is_world() {
            return;
        }
        let seconds = time.seconds + take(&mut self.waited);
        self.ends = StepEnds::new(&FrameTime { seconds, ..*time }, dt);
    }

    /// Passes a frame of the game in which no step is made, because a GPU is behind.
    pub(crate) fn wait(&mut self, seconds: f32) {
        if self.target.is_some() && seconds.is_finite() {
            self.waited += f64::from(seconds.max(0.0));
        }
    }

    fn begin_way(&mut self) {
        self.begin = self.end;
        if let Some(target) = self.target.take() {
            self.end = target;
        }
    }

    /// Begins a step of `dt` seconds; `None` if the frame is the world.
    pub(crate) fn step(&mut self, dt: f32) -> Option<FrameStep> {
        if self.is_world() {
            return None;
        }
        let from = self.now;
        let seconds = f64::from(dt) * self.go();
        let velocity = FrameVelocity::between(&from, &self.now, seconds);
        let before = self.velocity.replace(velocity).unwrap_or(velocity);
        Some(FrameStep {
            rotation: from.rotation,
            before,
            velocity,
        })
    }

    /// Goes to where the frame is at the end of the step. Returns the seconds of the game that this
    /// takes for each simulated second.
    fn go(&mut self) -> f64 {
        if let Some((frame, stretch)) = self.logged.take() {
            (self.now, self.begin, self.end) = (frame, frame, frame);
            return stretch;
        }
        let StepEnds {
            steps,
            next,
            each,
            stretch,
        } = self.ends;
        if steps == 0 {
            // A single step, outside of the frames of a game.
            self.begin_way();
            self.now = self.end;
            return 1.0;
        }
        self.now = if next >= 1.0 {
            self.end
        } else {
            self.begin.between(&self.end, next.max(0.0))
        };
        self.ends = StepEnds {
            steps: steps - 1,
            next: next + each,
            ..self.ends
        };
        stretch
    }
}

/// Largest coordinate of a frame's origin, in metres: double precision has a tenth of a micrometre
/// there.
const FARTHEST_ORIGIN: f64 = 1e9;

/// Largest velocity in a file, in m/s or rad/s: more than any move within the largest coordinates.
const FASTEST: f64 = 1e15;

/// Largest difference of the squared length of a rotation from 1 after it was normalized.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Checks a frame, and returns it with a unit quaternion in double precision. A frame that was
/// returned keeps all bits, so that a replay has those of the recorded run.
pub(crate) fn checked(frame: &ReferenceFrame) -> Result<ReferenceFrame, SettingsError> {
    let mut check = Check::default();
    check_far_vector(&mut check, "frame.origin", &frame.origin);
    check.rotation("frame.rotation", &frame.rotation.cast());
    check.finish()?;
    let rotation = frame.rotation.into_inner();
    if (rotation.norm_squared() - 1.0).abs() <= ROUNDING {
        return Ok(*frame);
    }
    Ok(ReferenceFrame {
        origin: frame.origin,
        rotation: UnitQuaternion::new_normalize(rotation),
    })
}

/// Checks a frame that the game gives. Of the two quaternions of its rotation, it returns the one
/// with a positive real part, so that equal frames have equal bits.
pub(crate) fn given(frame: &ReferenceFrame) -> Result<ReferenceFrame, SettingsError> {
    let frame = checked(frame)?;
    let rotation = match frame.rotation.w < 0.0 {
        true => UnitQuaternion::new_unchecked(-frame.rotation.into_inner()),
        false => frame.rotation,
    };
    Ok(ReferenceFrame { rotation, ..frame })
}

/// Refuses a number of the game's seconds for each simulated second that no frame has.
pub(crate) fn check_stretch(stretch: f64) -> Result<(), SettingsError> {
    let mut check = Check::default();
    if !(1e-6..=1e12).contains(&stretch) {
        check.refuse("stretch", stretch, "0.000001 to 1e12");
    }
    check.finish()
}

/// Refuses a vector of the world that is not finite or too long.
pub(crate) fn check_far_vector(check: &mut Check, field: &str, vector: &Vec3d) {
    let is_near = |x: &f64| x.abs() <= FARTHEST_ORIGIN;
    if !vector.iter().all(is_near) {
        let value = format!("({}, {}, {})", vector.x, vector.y, vector.z);
        let allowed = "-1e9 to 1e9 m in every component";
        check.refuse(field, value, allowed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 60.0;

    fn at(x: f64) -> ReferenceFrame {
        ReferenceFrame::at(Vec3d::x() * x)
    }

    /// Ten metres a second in frames of the game of any duration: the velocity is the same in each
    /// step.
    #[test]
    fn a_steady_frame_has_the_same_velocity_in_all_steps() {
        for seconds in [1.0 / 144.0, 1.0 / 60.0, 0.023, 0.1] {
            let mut frame = MovingFrame::default();
            frame.jump(at(0.0));
            let (mut time, mut made) = (0.0_f64, 0);
            for _ in 0..200 {
                let before = time;
                time += seconds;
                frame.set_target(at(10.0 * time));
                let dt = f64::from(DT);
                let steps = ((time / dt).floor() as u32) - made;
                let remainder = |time: f64, made: u32| time - f64::from(made) * dt;
                let frame_time = FrameTime {
                    steps,
                    seconds,
                    remainders: [remainder(before, made), remainder(time, made + steps)],
                };
                frame.begin_frame(&frame_time, DT);
                for _ in 0..steps {
                    let moving = frame.step(DT).unwrap();
                    let speed = moving.velocity.linear.x;
                    assert!((speed - 10.0).abs() < 1e-5, "{seconds} {made} {speed}");
                    assert!((moving.before.linear.x - 10.0).abs() < 1e-5);
                    made += 1;
                }
            }
            assert!(made > 50);
        }
    }

    /// After a stall, four steps make the way of a fifth of a second; nothing of it is felt, nor of
    /// a frame in which a GPU was behind.
    #[test]
    fn a_stall_changes_no_velocity() {
        let mut frame = MovingFrame::default();
        frame.jump(at(0.0));
        let dt = f64::from(DT);
        let usual = FrameTime {
            steps: 1,
            seconds: dt,
            remainders: [0.25 * dt; 2],
        };
        let (mut time, mut speeds) = (0.0, Vec::new());
        for number in 0..12 {
            let mut frame_time = usual;
            if number == 4 {
                frame_time.steps = 4;
                frame_time.seconds = 0.2;
            }
            time += frame_time.seconds;
            frame.set_target(at(10.0 * time));
            if number == 8 {
                frame.wait(DT);
                continue;
            }
            frame.begin_frame(&frame_time, DT);
            for _ in 0..frame_time.steps {
                speeds.push(frame.step(DT).unwrap().velocity.linear.x);
            }
        }
        // The first step makes three quarters of the way.
        let steady = |speed: &f64| (speed - 10.0).abs() < 1e-4;
        assert!(speeds[1..].iter().all(steady), "{speeds:?}");
    }

    #[test]
    fn a_frame_that_stops_is_felt_and_a_jump_is_not() {
        let mut frame = MovingFrame::default();
        frame.set_target(at(1.0));
        assert_eq!(frame.step(0.5).unwrap().before.linear.x, 2.0);
        let stop = frame.step(0.5).unwrap();
        assert_eq!((stop.before.linear.x, stop.velocity.linear.x), (2.0, 0.0));
        frame.jump(at(100.0));
        let rest = frame.step(0.5).unwrap();
        assert_eq!((rest.before.linear.x, rest.velocity.linear.x), (0.0, 0.0));
        frame.set_target(at(101.0));
        assert_eq!(frame.step(0.5).unwrap().before.linear.x, 0.0);
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
