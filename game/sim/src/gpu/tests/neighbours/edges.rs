//! Finds boids with a neighbour so near to a limit that rounding decides whether it counts.

use super::scene::Scene;
use crate::math::Vec3;
use nalgebra::Vector3;

/// Share of a limit within which a neighbour may count or not. Positions have rounding errors of
/// about 1e-7 of their coordinates, which are up to a hundred times as large as the radii.
const WIDTH: f64 = 2e-5;

type Offset = Vector3<f64>;

impl Scene {
    /// True if rounding decides which neighbours the boid has.
    pub(super) fn is_at_edge(&self, index: usize) -> bool {
        let it = &self.criteria;
        let velocity = self.boids.velocity(index);
        let sight = match self.criteria.periodic_box.as_ref() {
            Some(periodic_box) => periodic_box.frame().vector_to_local(velocity),
            None => velocity,
        };
        let sight = sight.cast::<f64>().try_normalize(0.0);
        let offsets = self.offsets(index);
        let edges = it.radii_squared.into_iter().chain([it.close_squared]);
        let edges: Vec<f64> = edges.map(|edge| f64::from(edge).sqrt()).collect();
        let reach = it.reach.map_or(0.0, f64::from);
        let is_within = |offset: &&Offset| offset.norm() <= reach * (1.0 + WIDTH);
        let decides = |offset: &Offset| {
            let distance = offset.norm();
            let at_radius = edges
                .iter()
                .any(|edge| (distance - edge).abs() < edge * WIDTH);
            let cosine = sight.map_or(2.0, |sight| sight.dot(offset) / distance);
            let at_view = it.views.iter().any(|view| {
                let view = f64::from(*view);
                (cosine * cosine.abs() - view).abs() < WIDTH
            });
            at_radius || at_view
        };
        offsets.iter().filter(is_within).any(decides) || self.is_tied(&offsets)
    }

    /// True if rounding decides which boid is the k-th nearest.
    fn is_tied(&self, offsets: &[Offset]) -> bool {
        let Some(count) = self.criteria.nearest else {
            return false;
        };
        let mut distances: Vec<f64> = offsets.iter().map(Offset::norm).collect();
        distances.sort_unstable_by(f64::total_cmp);
        match distances.get(count - 1..=count) {
            Some([last, next]) => next - last < last * WIDTH,
            _ => false,
        }
    }

    /// The offsets from a boid to all other boids, and to all their images that it may see.
    fn offsets(&self, index: usize) -> Vec<Offset> {
        let periodic_box = self.criteria.periodic_box.as_ref();
        let seen = self.inputs.positions(&self.boids, periodic_box);
        let images = self.inputs.places();
        let place = |of: &[&[f32]; 3], at: usize| Vec3::from(of.map(|it| it[at])).cast::<f64>();
        let own = place(&seen, index);
        let periods = periodic_box.map(|periodic_box| periodic_box.periods());
        let mut offsets = Vec::new();
        for other in (0..self.boids.len()).filter(|other| *other != index) {
            let mut offset = place(&seen, other) - own;
            for (axis, period) in periods.iter().flatten().enumerate() {
                let (period, along) = (f64::from(*period), offset[axis]);
                if period.is_finite() {
                    offset[axis] = along - period * (along / period).round();
                }
            }
            offsets.push(offset);
            if self.criteria.sphere_images.is_some() {
                offsets.push(place(&images, other) - own);
            }
        }
        offsets
    }
}
