//! Spatial queries for boids, and measures of the flock.

use super::{cone::Cone, world_box::WorldBox};
use crate::{
    flock::{reports::measure::Measures, Flock},
    math::{is_finite, Vec3, Vec3d},
    neighbours::boid_tree::Bounds,
    state::boids::Boid,
};

/// Queries about the current boids, in the world; they can run on any number of threads at the same
/// time.
///
/// The first spatial query after a change builds a bounding volume hierarchy over all boids, on the
/// calling thread, which later queries use. It takes 4 bytes for each boid; the memory is allocated
/// by the first query and then reused.
impl Flock {
    /// The boid nearest to a point of the world; of several, the one with the lowest slot.
    ///
    /// `None` if there are no boids or the point is not finite. Takes time in proportion to the
    /// logarithm of the number of boids. The first query after a change also iterates over all
    /// boids once.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let nearest = flock.nearest(Vec3::zeros()).unwrap();
    /// assert!(flock.boids().all(|boid| boid.position.norm() >= nearest.position.norm()));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn nearest(&self, point: Vec3) -> Option<Boid> {
        let motion = self.inputs.frame.given_motion();
        let point = motion.point_in(point);
        if !is_finite(&point) {
            return None;
        }
        let point: Vec3d = point.cast();
        let boids = self.known();
        let mut nearest: Option<(f64, u32, usize)> = None;
        let gap = |bounds: &Bounds| bounds.gap_squared(&point);
        self.tree().visit_near(gap, |run| {
            for index in run {
                let squared = (boids.position(index).cast() - point).norm_squared();
                let candidate = (squared, boids.slot[index], index);
                if nearest.is_none_or(|nearest| candidate < nearest) {
                    nearest = Some(candidate);
                }
            }
            nearest.map_or(f64::INFINITY, |(squared, ..)| squared)
        });
        let (_, _, index) = nearest?;
        let nearest = boids.boid(index, self.population.boids.slot_map());
        Some(nearest.out_of(&motion))
    }

    /// The boids within `radius` metres of a point of the world, in the order of
    /// [`boids`](Self::boids).
    ///
    /// Finds no boids if the point is not finite, or if the radius is negative or NaN. Takes time
    /// in proportion to the boids found and the boids close by. The first query after a change also
    /// iterates over all boids once.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let caught: Vec<_> = flock.in_sphere(Vec3::zeros(), 0.5).map(|boid| boid.id).collect();
    /// assert!(!caught.is_empty() && caught.len() < flock.len());
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn in_sphere(&self, center: Vec3, radius: f32) -> impl Iterator<Item = Boid> + '_ {
        let motion = self.inputs.frame.given_motion();
        let found = self.in_sphere_of_frame(motion.point_in(center), radius);
        found.map(move |boid| boid.out_of(&motion))
    }

    /// The boids within `radius` metres of a point, all in the flock's frame; like
    /// [`in_sphere`](Self::in_sphere).
    pub(crate) fn in_sphere_of_frame(
        &self,
        center: Vec3,
        radius: f32,
    ) -> impl Iterator<Item = Boid> + '_ {
        let is_sphere = is_finite(&center) && radius >= 0.0;
        let (center, radius): (Vec3d, _) = (center.cast(), f64::from(radius));
        let squared = radius * radius;
        self.find(
            move |bounds| is_sphere && bounds.gap_squared(&center) <= squared,
            move |position| (position.cast() - center).norm_squared() <= squared,
        )
    }

    /// The boids in an axis-aligned box of the world, in the order of [`boids`](Self::boids).
    ///
    /// Boids on the sides of the box are included. Finds no boids if a component of `min` is above
    /// that of `max`, or NaN; infinite components are no limit. Takes time in proportion to the
    /// boids found and the boids close by. The first query after a change also iterates over all
    /// boids once.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let everywhere = Vec3::repeat(f32::INFINITY);
    /// let upper = flock.in_box(Vec3::new(-f32::INFINITY, 0.0, -f32::INFINITY), everywhere);
    /// assert!(upper.count() < flock.len());
    /// assert_eq!(flock.in_box(-everywhere, everywhere).count(), flock.len());
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn in_box(&self, min: Vec3, max: Vec3) -> impl Iterator<Item = Boid> + '_ {
        let motion = self.inputs.frame.given_motion();
        let world_box = WorldBox::new(min, max, *motion.frame());
        let found = self.find(
            move |bounds| world_box.may_meet(bounds),
            move |position| world_box.contains(position),
        );
        found.map(move |boid| boid.out_of(&motion))
    }

    /// The boids in a cone of the world, in the order of [`boids`](Self::boids).
    ///
    /// They are within `length` metres of the tip, and the direction to them differs by at most
    /// half of `angle` degrees from `axis`, which may have any length. An angle of 360 makes the
    /// cone a ball. Finds no boids if the tip or the axis is not finite, the axis is zero, or the
    /// length or the angle is negative or NaN. Takes time in proportion to the boids found and the
    /// boids close by. The first query after a change also iterates over all boids once.
    /// ```
    /// use flock_sim::{Flock, Placement, Settings, Vec3};
    ///
    /// let flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let torch = Vec3::new(-3.0, 0.0, 0.0);
    /// let lit: Vec<_> = flock.in_cone(torch, Vec3::x(), 20.0, 5.0).collect();
    /// assert!(!lit.is_empty() && lit.len() < flock.len());
    /// assert!(lit.iter().all(|boid| boid.position.yz().norm() < boid.position.x + 3.0));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn in_cone(
        &self,
        tip: Vec3,
        axis: Vec3,
        angle: f32,
        length: f32,
    ) -> impl Iterator<Item = Boid> + '_ {
        let motion = self.inputs.frame.given_motion();
        let (tip, axis) = (motion.point_in(tip), motion.frame().vector_to_frame(axis));
        let cone = Cone::new(tip, axis, angle, length);
        let found = self.find(
            move |bounds| cone.is_some_and(|cone| cone.may_meet(bounds)),
            move |position| cone.is_some_and(|cone| cone.contains(position)),
        );
        found.map(move |boid| boid.out_of(&motion))
    }

    /// Measures of the flock as a whole: speeds, order, distances, neighbours.
    ///
    /// Speeds and order are those in the flock's frame: the motion of the frame is no part of them.
    ///
    /// Takes about as long as ten steps, on the threads of `simulation.backend`, and has the same
    /// bits for any number of threads. It is meant for tests, plots and panels, not for every frame
    /// of a large flock. It allocates about 20 bytes per boid temporarily.
    ///
    /// Distances and neighbours use the minimum image of a periodic box, but not the images of a
    /// periodic sphere. The centre of the flock is the mean of the positions.
    ///
    /// ```
    /// use flock_sim::{Flock, Placement, Settings};
    ///
    /// let mut flock = Flock::new(Settings::default(), Placement::default(), Default::default())?;
    /// let before = flock.measure().polarisation;
    /// (0..600).for_each(|_| flock.step());
    /// assert!(flock.measure().polarisation > before);
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn measure(&self) -> Measures {
        let criteria = self.config.criteria();
        let boids = self.known();
        let measures = Measures::new(boids, &criteria, self.config.backend());
        match self.config.fear_params() {
            None => measures,
            Some(params) => {
                let (slots, steps) = (boids.slot.iter().copied(), self.reports.statistics.steps);
                let on_gpu = self.fear_on_gpu();
                let memory = on_gpu
                    .as_ref()
                    .unwrap_or(&self.population.boids.memories.fear.memory);
                measures.with_front(&memory.front(&params, slots, steps))
            }
        }
    }

    /// Largest radius of the active rules, in metres; `None` if no rule is active.
    pub(crate) fn reach(&self) -> Option<f32> {
        self.config.criteria().reach
    }

    /// The boids, in the flock's frame, that pass the test `passes`. `may_pass` may be false only
    /// for boxes that contain no such boid.
    fn find<'a>(
        &'a self,
        may_pass: impl Fn(&Bounds) -> bool + 'a,
        passes: impl Fn(&Vec3) -> bool + 'a,
    ) -> impl Iterator<Item = Boid> + 'a {
        let (boids, runs) = (self.known(), self.tree().runs_where(may_pass));
        runs.flatten()
            .filter(move |index| passes(&boids.position(*index)))
            .map(|index| boids.boid(index, self.population.boids.slot_map()))
    }
}
