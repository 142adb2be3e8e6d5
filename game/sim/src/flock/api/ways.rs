//! The ways along which influences lead boids.

use crate::{
    flock::{inputs::way_finder::FoundWays, Flock},
    math::Vec3,
    steering::influences::InfluenceId,
    ways::Way,
};

/// Largest number of boids whose ways are looked up at a time.
const MOST_SAMPLED: usize = 1000;

impl Flock {
    /// What is known of the ways of an influence with
    /// [`finds_way`](crate::influences::Influence::finds_way): those along which boids are led, when
    /// the next ones act, and why there are none. `None` if the influence finds no ways or was
    /// removed.
    ///
    /// The first step after the influence was added asks for its ways. They act after the delay of
    /// [`WayFinding`](crate::settings::WayFinding). `None` too while the influence is off or its
    /// weight is 0. Positions of the ways are in the flock's frame. Takes constant time.
    pub fn ways(&self, id: InfluenceId) -> Option<FoundWays> {
        let influence = self.inputs.influences.get(id)?;
        let delay = self.config.settings.way_finding.delay;
        influence
            .leads_by_ways()
            .then(|| self.inputs.way_finder.found(id, delay))
    }

    /// The way from a position in the world to the goal of an influence that
    /// [finds ways](crate::influences::Influence::finds_way), with its corners in the world. `None`
    /// if no way leads there, or before the ways were found.
    ///
    /// A frame that moves is taken where it was last given. Takes some hundred sweeps in a large
    /// level: it is meant for single positions, not for all boids in each frame.
    ///
    /// ```
    /// use flock_sim::{
    ///     geometry::shapes, influences::{Influence, InfluenceKind},
    ///     Flock, Geometry, Placement, Settings, Vec3,
    /// };
    /// use std::sync::Arc;
    ///
    /// let (level, _) = Geometry::new(&shapes::ball(3.0, 3));
    /// let mut settings = Settings::default();
    /// settings.collision.body_radius = 0.4;
    /// settings.spawn.count = 10;
    /// let mut flock = Flock::new(settings, Placement::at(Vec3::x() * -6.0), Arc::new(level))?;
    /// let behind = Vec3::new(5.0, 0.0, 0.0);
    /// let mut food = Influence::new(InfluenceKind::Target { point: behind, slowing: 1.0 });
    /// food.finds_way = true;
    /// let food = flock.add_influence(food)?;
    /// (0..60).for_each(|_| flock.step());
    /// let way = flock.way_from(food, Vec3::new(-5.0, 0.1, 0.2)).unwrap();
    /// assert!(way.points.len() > 2, "the ball is in the way");
    /// assert!((10.1..13.0).contains(&way.length));
    /// assert_eq!(flock.share_without_way(food), Some(0.0));
    /// # Ok::<(), flock_sim::SettingsError>(())
    /// ```
    pub fn way_from(&self, id: InfluenceId, at: Vec3) -> Option<Way> {
        let ways = self.ways(id)?.ways?;
        let frame = self.frame();
        let mut way = ways.way_from(frame.point_to_frame(at))?;
        for point in &mut way.points {
            *point = frame.point_to_world(*point);
        }
        Some(way)
    }

    /// The share of the boids, from 0 to 1, from which no way leads to the goal of an influence that
    /// [finds ways](crate::influences::Influence::finds_way). These boids are led straight. `None`
    /// without boids, before the ways were found, and for ways away from threats.
    ///
    /// A door that closes, or a passage that is too narrow for the body, has such an effect. Boids
    /// outside of the level's bounds and boids that touch a surface count as if a way led from there.
    /// In flocks of more than 1,000 boids, 500 to 1,000 of them are looked up. On a GPU these are the
    /// boids as drawn.
    pub fn share_without_way(&self, id: InfluenceId) -> Option<f32> {
        let ways = self.ways(id)?.ways?;
        if ways.reach_of_threats().is_some() {
            return None;
        }
        let boids = self.known();
        let every = boids.len().div_ceil(MOST_SAMPLED).max(1);
        let looked_up = (0..boids.len()).step_by(every);
        let count = looked_up.len();
        let is_without = |index: &usize| ways.is_cut_off(boids.position(*index));
        let without = looked_up.filter(is_without).count();
        (count > 0).then(|| without as f32 / count as f32)
    }
}
