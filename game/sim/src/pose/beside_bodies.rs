//! The instances of loose bodies, which follow the instances of the boids.

use super::{instances::InstanceSource, interpolation::mix_phases, texels::Texels};
use crate::{
    math::{orientation::mix, Vec3},
    motion::loose_body::LooseBody,
    obstacles::{pose::Pose, ObstacleSet},
    settings::Body,
};

/// Instances of the boids, and after them of the loose bodies. `blend` is the share of the way from
/// the previous to the current state.
pub(crate) struct BesideBodies<'a> {
    pub(crate) boids: &'a dyn InstanceSource,
    pub(crate) bodies: &'a [LooseBody],
    pub(crate) blend: f32,
    pub(crate) body: &'a Body,
    /// Carry perches.
    pub(crate) obstacles: &'a ObstacleSet,
}

impl InstanceSource for BesideBodies<'_> {
    fn len(&self) -> usize {
        self.boids.len() + self.bodies.len()
    }

    fn write(&self, first: usize, out: &mut [Texels]) {
        let (of_boids, of_bodies, first_body) = split(out, first, self.boids.len());
        if !of_boids.is_empty() {
            self.boids.write(first, of_boids);
        }
        let bodies = &self.bodies[first_body..];
        for (texels, body) in of_bodies.iter_mut().zip(bodies) {
            *texels = self.texels(body);
        }
    }
}

/// Divides what is written for the bodies from index `first` on: the part of the boids, of which
/// there are `count`, and the part of the loose bodies, with the index of its first loose body.
pub(super) fn split<T>(out: &mut [T], first: usize, count: usize) -> (&mut [T], &mut [T], usize) {
    let boids = count.saturating_sub(first).min(out.len());
    let (of_boids, of_bodies) = out.split_at_mut(boids);
    (of_boids, of_bodies, (first + boids).saturating_sub(count))
}

/// Distance from a spot, in metres, within which a body is drawn with the carrier of the spot.
const WITH_CARRIER: f32 = 3.0;

impl BesideBodies<'_> {
    /// How far the drawn carrier of a perch is ahead of the drawn state, at a body at `place`.
    ///
    /// Bodies are drawn up to a step behind the game, so that their motion is smooth; what the game
    /// moves is drawn where it is. Without this, a bird on a ship would slip by the way of a step.
    fn lag_of_carrier(&self, body: &LooseBody, place: Vec3) -> Vec3 {
        let carried = || {
            let stay = body.stay.as_ref()?;
            let id = stay.carrier?;
            let way = &self.obstacles.in_step_of(id)?.way;
            let drawn = Pose::new(self.obstacles.target(id)?);
            Some((stay.place.cast::<f64>(), way, drawn))
        };
        let Some((spot, way, drawn)) = carried() else {
            return Vec3::zeros();
        };
        let [begin, end] = [&way.begin, &way.end].map(|it| it.point_to_world(&spot));
        let now = begin.lerp(&end, self.blend.into());
        let distance = (place - now.cast::<f32>()).norm();
        let share = (1.0 - distance / WITH_CARRIER).max(0.0);
        (drawn.point_to_world(&spot) - now).cast::<f32>() * share
    }

    fn texels(&self, body: &LooseBody) -> Texels {
        let LooseBody { before, state, .. } = body;
        let place = before.position * (1.0 - self.blend) + state.position * self.blend;
        let place = place + self.lag_of_carrier(body, place);
        let [a, b] = [before, state].map(|it| it.pose.orientation.coords.into());
        let [x, y, z, w] = mix(a, b, self.blend);
        let sign = if w < 0.0 { -1.0 } else { 1.0 };
        let phase = mix_phases(before.pose.phase, state.pose.phase, self.blend);
        let size = self.body.scale * (1.0 + self.body.scale_variation * state.pose.variation);
        [
            [place.x, place.y, place.z, size],
            [sign * x, sign * y, sign * z, phase],
        ]
    }
}
