//! The frame in which a flock computes.

use crate::{
    flock::{
        inputs::moving_frame::check::{check_stretch, checked, given},
        log::FlockInput,
        Flock,
    },
    math::{frame_motion::FrameMotion, reference_frame::ReferenceFrame, Vec3d},
    settings::validation::SettingsError,
};

/// A flock computes in the coordinates of a frame, the world by default.
///
/// What is set and stays, stays in the frame: settings, placement, geometry, influences, wind,
/// emitters, obstacles, perches, predators, viewers and the player. It moves with the frame, and
/// its coordinates are those of the frame. [`write_instances`](Self::write_instances) writes
/// coordinates of the frame, so that a renderer draws the boids with the frame. What is asked or
/// happens once is in the world: boids, queries, hits, scares, and boids that are spawned, held,
/// released or killed. The conversions use the frame as it was last given, and velocities include
/// its velocity in the last step.
impl Flock {
    /// Moves the frame of the flock: it is there at the end of the next frame of
    /// [`advance`](Self::advance), or of the next [`step`](Self::step). Call it once in each frame.
    ///
    /// The boids move with the frame, and feel the share `motion.inertia` of its acceleration and
    /// rotation. The velocity of the first move after [`set_frame`](Self::set_frame) is taken as
    /// steady, so that a train may start at full speed. Takes constant time.
    ///
    /// ```
    /// use flock_sim::{nalgebra::Vector3, Flock, Placement, ReferenceFrame, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let ship = |x| ReferenceFrame::at(Vector3::new(x, 0.0, 0.0));
    /// flock.set_frame(ship(5000.0))?;
    /// for frame in 1..=60 {
    ///     flock.move_frame(ship(5000.0 + 0.1 * f64::from(frame)))?;
    ///     flock.advance(1.0 / 60.0);
    /// }
    /// // The boids came along, 6 m.
    /// let sum: f32 = flock.boids().map(|boid| boid.position.x).sum();
    /// assert!((sum / flock.len() as f32 - 5006.0).abs() < 2.0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    ///
    /// # Errors
    /// Refuses an origin that is not finite or beyond ±1e9 m in a component, and a rotation that is
    /// not a unit quaternion; the frame then stays.
    pub fn move_frame(&mut self, frame: ReferenceFrame) -> Result<(), SettingsError> {
        self.inputs.frame.set_target(given(&frame)?);
        Ok(())
    }

    /// Puts the frame somewhere at once, without inertia: at the start, or when the game teleports
    /// what the flock lives in. Takes constant time.
    ///
    /// # Errors
    /// Those of [`move_frame`](Self::move_frame).
    pub fn set_frame(&mut self, frame: ReferenceFrame) -> Result<(), SettingsError> {
        let frame = given(&frame)?;
        self.inputs.frame.jump(frame);
        self.log(|| FlockInput::SetFrame(frame));
        Ok(())
    }

    /// The frame as it was last given, with the conversions between its coordinates and the world.
    pub fn frame(&self) -> &ReferenceFrame {
        self.inputs.frame.given()
    }

    /// The motion of the frame at the end of the last step. Between the steps of a game's frame,
    /// [`frame`](Self::frame) is ahead of it.
    pub(crate) fn frame_motion(&self) -> FrameMotion {
        self.inputs.frame.motion()
    }

    /// Moves the flock by a vector of the world, in metres, with all that is fixed in its frame,
    /// and without a step: for games that shift the origin of their world.
    ///
    /// Only the frame moves, in double precision. The boids keep every bit of their coordinates in
    /// the frame, no boid meets anything new, and the velocity of the frame stays. Takes constant
    /// time. From then on, coordinates of the frame and of the world differ.
    ///
    /// ```
    /// use flock_sim::{nalgebra::Vector3, Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let before = flock.boids().next().unwrap();
    /// flock.translate(Vector3::new(-1000.0, 0.0, 0.0))?;
    /// let after = flock.boid(before.id).unwrap();
    /// assert_eq!(after.position.x, before.position.x - 1000.0);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    ///
    /// # Errors
    /// Refuses a vector that is not finite or beyond ±1e9 m in a component, and one that moves the
    /// frame beyond that.
    pub fn translate(&mut self, shift: Vec3d) -> Result<(), SettingsError> {
        self.inputs.frame.check_translation(&shift)?;
        self.inputs.frame.translate(&shift);
        self.log(|| FlockInput::Translate(shift));
        Ok(())
    }

    /// Checks a vector for [`translate`](Self::translate) without moving the flock.
    ///
    /// # Errors
    /// Those of [`translate`](Self::translate).
    pub fn check_translation(&self, shift: &Vec3d) -> Result<(), SettingsError> {
        self.inputs.frame.check_translation(shift)
    }

    /// Sets where the frame is at the end of the next step, as a log says.
    pub(crate) fn move_frame_in_step(
        &mut self,
        frame: ReferenceFrame,
        stretch: f64,
    ) -> Result<(), SettingsError> {
        check_stretch(stretch)?;
        self.inputs.frame.set_logged(checked(&frame)?, stretch);
        Ok(())
    }
}
