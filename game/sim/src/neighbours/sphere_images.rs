//! Images of boids across the surface of a periodic sphere.
//!
//! A boid near the surface is also seen on the opposite side, where it would enter: as far beyond
//! the surface there as it is before the surface here. So there is a second search around the
//! antipodes of a group.

use super::group::LaneGroup;
use crate::{
    boundary::{BoundarySphere, Section},
    math::Vec3,
};

/// Enlargement of the search to cover rounding, as a share of its width and as a share of the
/// largest coordinate.
pub(crate) const SLACK: f64 = 1e-4;
const COARSENESS: f64 = 1e-6;

/// A distance beyond every reach, in metres, whose square does not overflow.
pub(crate) const FAR: f32 = 1e15;

/// The search on the opposite side of a sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SphereImages {
    pub(crate) ball: BoundarySphere,
    reach: f32,
    /// Height above and below a boid within which it sees other boids, in metres. In planar flocks
    /// the circle of a boid depends on its height.
    pub(crate) spread: f32,
}

/// The region in which a group sees images of boids.
pub(crate) struct ImageWindow<const LANES: usize> {
    /// Added to the offsets of each boid of the group: 0, or [`FAR`] for a boid that sees no
    /// images.
    pub(super) beyond: [f32; LANES],
    /// Corners of a box around all boids whose images the group may see.
    pub(super) low: [f64; 3],
    pub(super) high: [f64; 3],
}

impl SphereImages {
    /// The images for boids that see each other within `reach`, in metres.
    pub(crate) fn new(ball: BoundarySphere, reach: Option<f32>) -> Self {
        let reach = reach.unwrap_or_default();
        let spread = if ball.is_cut() { reach } else { 0.0 };
        Self {
            ball,
            reach,
            spread,
        }
    }

    /// Position of a boid's image across the surface; out of reach if no boid can see it.
    pub(crate) fn image(&self, position: Vec3) -> Vec3 {
        let image = if self.is_near(position.into()) {
            self.ball.image(position)
        } else {
            None
        };
        image.unwrap_or(Vec3::repeat(FAR))
    }

    /// The region in which a group sees images; `None` if the group is too far from the surface.
    #[inline(always)]
    pub(super) fn window<const LANES: usize>(
        &self,
        group: &LaneGroup<LANES>,
    ) -> Option<ImageWindow<LANES>> {
        let [x, y, z] = &group.position;
        let mut is_any = false;
        for lane in 0..LANES {
            is_any |= self.is_near([x[lane], y[lane], z[lane]]);
        }
        if is_any {
            self.open(group)
        } else {
            None
        }
    }

    /// True if a boid is near enough to the surface to see images, or for its image to be seen. An
    /// image lies as far behind the surface as its boid lies before it.
    #[inline(always)]
    fn is_near(&self, place: [f32; 3]) -> bool {
        let (height, [x, y, z]) = self.ball.height_and_offset(place);
        let least = self.ball.radius_at(height.abs() + self.spread);
        let inner = (least - self.reach).max(0.0);
        x * x + y * y + z * z >= inner * inner
    }

    #[inline(never)]
    fn open<const LANES: usize>(&self, group: &LaneGroup<LANES>) -> Option<ImageWindow<LANES>> {
        let mut window = ImageWindow {
            beyond: [FAR; LANES],
            low: [f64::INFINITY; 3],
            high: [f64::NEG_INFINITY; 3],
        };
        for lane in 0..LANES {
            let place = group.position.map(|values| values[lane]);
            let section = self.ball.section(place.into());
            if self.is_near(place) && section.is_inside() {
                window.beyond[lane] = 0.0;
                self.widen(&mut window, &section);
            }
        }
        window.beyond.contains(&0.0).then_some(window)
    }

    /// Enlarges the region by what one boid sees: the images of boids around the antipode of the
    /// point where it would leave.
    fn widen<const LANES: usize>(&self, window: &mut ImageWindow<LANES>, section: &Section) {
        let most = self
            .ball
            .radius_at((section.height.abs() - self.spread).max(0.0));
        let outward = section.outward().unwrap_or_default();
        let antipode = section.middle - outward * most;
        let coarseness = COARSENESS * f64::from(antipode.amax() + most + self.reach);
        let extent = self.extent(section, most) * (1.0 + SLACK) + coarseness;
        for axis in 0..3 {
            let middle = f64::from(antipode[axis]);
            window.low[axis] = window.low[axis].min(middle - extent);
            window.high[axis] = window.high[axis].max(middle + extent);
        }
    }

    /// Largest distance from the antipode of boids whose images a boid sees.
    ///
    /// Let b be the distance of the boid from the middle, and α the distance of another boid in a
    /// circle of radius ρ. The image of the other boid has the distance s = 2ρ - α. With c, the
    /// cosine between boid and image, the boid sees the image if
    ///
    /// ```text
    /// (s - b)² + 2·s·b·(1 - c) < reach²
    /// ```
    ///
    /// The other boid is √((most - α)² + 2·most·α·(1 - c)) away from the antipode, which has the
    /// distance `most`, the largest ρ. Here most - α ≤ |s - b| + max(0, b + most - 2ρ), and since α
    /// ≤ ρ ≤ s, the second term is at most most/b times the second term above. No boid inside is
    /// farther away than the diameter of the circle.
    fn extent(&self, section: &Section, most: f32) -> f64 {
        let least = f64::from(self.ball.radius_at(section.height.abs() + self.spread));
        let (most, distance) = (f64::from(most), f64::from(section.distance));
        let around = f64::from(self.reach) * (most / distance).max(1.0).sqrt();
        let within = (distance + most - 2.0 * least).max(0.0);
        (around + within).min(2.0 * most) + f64::from(self.spread)
    }
}
