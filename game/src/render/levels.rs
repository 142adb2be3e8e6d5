//! Levels of detail. Each part of a flock is drawn with the mesh for the fraction of the picture's
//! height that a body fills. Every observer, a camera or a part of a shadow map, chooses its own
//! levels.

use crate::declare::*;
use fyrox::{
    core::{
        algebra::{Vector3, Vector4},
        math::aabb::AxisAlignedBoundingBox,
    },
    material::Material,
    renderer::observer::ObserverPosition,
};
use std::ops::Range;

/// A level of detail after the finest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CoarserLevel {
    Second,
    Third,
    Impostor,
}

impl CoarserLevel {
    /// The levels that are meshes.
    pub const MESHES: [Self; 2] = [Self::Second, Self::Third];

    /// Default fraction of the picture's height below which the level is drawn. For an impostor
    /// 8.6 of 1,080 pixels.
    pub const fn edge(self) -> f32 {
        match self {
            Self::Second => 0.07,
            Self::Third => 0.02,
            Self::Impostor => 0.008,
        }
    }
}

/// Width of the cross-fade between two levels, to both sides of the edge, relative to the edge.
const FADE: f32 = 0.15;

/// Part of the draw distance over which bodies fade out.
const LAST_PART: f32 = 0.1;

group! {
    /// Level of detail and draw distance of the bodies of a flock.
    #[derive(Copy)]
    pub struct DrawDetail("93b5d2e1-0f6c-4d8a-b7a4-18c6e2f5907d") {
        /// Factor of a body's size on screen for the choice of its level of detail: 2 draws the
        /// finer meshes up to twice the distance. 0.01 to 100, default 1.
        pub quality: f32 = 1.0, 0.01..=100.0, step 0.1;
        /// Fraction of the picture's height that a body fills, below which its second mesh is drawn.
        /// 0: never. 0 to 1, default 0.07.
        pub second_mesh: f32 = 0.07, 0.0..=1.0, step 0.01;
        /// Fraction of the picture's height that a body fills, below which its third mesh is drawn.
        /// 0: never. 0 to 1, default 0.02.
        pub third_mesh: f32 = 0.02, 0.0..=1.0, step 0.01;
        /// Fraction of the picture's height that a body fills, below which its impostor is drawn, two
        /// triangles with a picture of 18 pixels. 0: never. 0 to 1, default 0.008.
        pub impostor: f32 = 0.008, 0.0..=1.0, step 0.001;
        /// Distance from the camera beyond which boids are not drawn, in metres. They fade out over
        /// the last tenth of it. 0: no limit. 0 to 1,000,000, default 0.
        pub draw_distance: f32 = 0.0, 0.0..=1000000.0, step 10.0;
        /// Distance from all cameras beyond which boids cast no shadow, in metres. 0: no limit. 0 to
        /// 1,000,000, default 0.
        pub shadow_distance: f32 = 0.0, 0.0..=1000000.0, step 10.0;
    }
}

impl DrawDetail {
    /// True if a distance limit is set.
    pub(crate) fn has_limit(&self) -> bool {
        self.shadow_distance > 0.0 || self.draw_distance > 0.0
    }

    /// True if a body at this distance is drawn.
    pub(super) fn is_drawn_at(&self, distance: f32) -> bool {
        self.draw_distance == 0.0 || distance < self.draw_distance
    }

    /// True if a body at this distance from a camera casts a shadow.
    pub(super) fn casts_shadow_at(&self, distance: f32) -> bool {
        self.shadow_distance == 0.0 || distance < self.shadow_distance
    }

    /// The fractions of the picture's height between the levels of a body that has these after the
    /// finest, in descending order. The range of a level that is never drawn is empty: its edge is
    /// that of the next coarser level.
    pub(super) fn edges(&self, coarser: &[CoarserLevel]) -> Vec<f32> {
        let below = |level: &CoarserLevel| match level {
            CoarserLevel::Second => self.second_mesh,
            CoarserLevel::Third => self.third_mesh,
            CoarserLevel::Impostor => self.impostor,
        };
        let mut edges: Vec<f32> = coarser.iter().map(below).collect();
        for level in (1..edges.len()).rev() {
            edges[level - 1] = edges[level - 1].max(edges[level]);
        }
        edges
    }

    /// The range of fractions of the picture's height in which a level is drawn, without the
    /// cross-fade. `edges`: the fractions between the levels, the largest first.
    fn shares(&self, level: usize, edges: &[f32]) -> Range<f32> {
        let start = edges.get(level).map_or(0.0, |edge| edge / self.quality);
        let end = match level {
            0 => f32::MAX,
            _ => edges[level - 1] / self.quality,
        };
        start..end
    }

    /// Sets the properties of the flock shader for a level between these edges, for a body of this
    /// radius.
    pub(super) fn apply(&self, level: usize, edges: &[f32], radius: f32, material: &mut Material) {
        let shares = self.shares(level, edges);
        let group = material.try_get_or_insert_property_group("levels");
        group.set_property("radius", radius);
        group.set_property("from", shares.start);
        // Larger than any fraction, but safe to multiply.
        group.set_property("to", shares.end.min(1e9));
        group.set_property("fade", FADE);
        group.set_property("farthest", self.draw_distance);
        group.set_property("lastPart", LAST_PART);
    }

    /// True if a level between these edges is drawn for bodies in this range of fractions.
    pub(super) fn is_level_drawn(&self, level: usize, edges: &[f32], shares: &Range<f32>) -> bool {
        let drawn = self.shares(level, edges);
        if level > 0 && drawn.start >= drawn.end {
            return false;
        }
        let is_fine_enough = level == 0 || shares.start < drawn.end * (1.0 + FADE);
        let is_coarse_enough = level == edges.len() || shares.end > drawn.start * (1.0 - FADE);
        is_fine_enough && is_coarse_enough
    }
}

/// The range of fractions of the picture's height that bodies in a box fill: from the smallest
/// radius at the far end to the largest radius at the near end.
pub(super) fn shares_in(
    bounds: &AxisAlignedBoundingBox,
    radii: &Range<f32>,
    observer: &ObserverPosition,
) -> Range<f32> {
    let matrix = &observer.view_projection_matrix;
    let depth = |corner: Vector3<f32>| {
        let clip: Vector4<f32> = matrix * corner.push(1.0);
        clip.w
    };
    let depths = bounds.corners().map(depth);
    let nearest = depths.iter().copied().fold(f32::MAX, f32::min);
    let farthest = depths.iter().copied().fold(f32::MIN, f32::max);
    let scale = observer.projection_matrix[(1, 1)].abs();
    let smallest = radii.start * scale / farthest.max(f32::MIN_POSITIVE);
    let largest = if nearest > 0.0 {
        radii.end * scale / nearest
    } else {
        f32::MAX
    };
    smallest..largest
}

/// Distance of a point from a box; 0 inside.
pub(super) fn distance(bounds: &AxisAlignedBoundingBox, point: &Vector3<f32>) -> f32 {
    let outside = (bounds.min - point).sup(&(point - bounds.max));
    outside.sup(&Vector3::zeros()).norm()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::core::algebra::{Matrix4, Point3};

    fn observer() -> ObserverPosition {
        let projection_matrix = Matrix4::new_perspective(16.0 / 9.0, 1.0, 0.1, 1000.0);
        let view_matrix = Matrix4::look_at_rh(
            &Point3::origin(),
            &Point3::new(0.0, 0.0, 1.0),
            &Vector3::y(),
        );
        ObserverPosition {
            projection_matrix,
            view_matrix,
            view_projection_matrix: projection_matrix * view_matrix,
            ..Default::default()
        }
    }

    fn at(depth: f32, half: f32) -> AxisAlignedBoundingBox {
        let center = Vector3::new(0.0, 0.0, depth);
        let half = Vector3::repeat(half);
        AxisAlignedBoundingBox::from_min_max(center - half, center + half)
    }

    #[test]
    fn shares_are_those_of_the_projection() {
        // A ball of radius 1 m, 20 m away, seen at an angle of view of 1 rad.
        let shares = shares_in(&at(20.0, 0.0), &(1.0..1.0), &observer());
        let expected = 1.0 / (20.0 * 0.5_f32.tan());
        assert!((shares.start - expected).abs() < 1e-4, "{shares:?}");
        assert!((shares.end - expected).abs() < 1e-4, "{shares:?}");
        let wide = shares_in(&at(20.0, 5.0), &(0.5..1.0), &observer());
        assert!(wide.start < 0.5 * shares.start && wide.end > shares.end);
        // The result is finite around the observer, and for an observer without a projection.
        assert_eq!(
            shares_in(&at(0.0, 5.0), &(1.0..1.0), &observer()).end,
            f32::MAX
        );
        let none = shares_in(&at(20.0, 5.0), &(1.0..1.0), &ObserverPosition::default());
        assert_eq!(none.start, 0.0);
    }

    /// For every size on screen, one level is drawn fully, or two levels cross-fade.
    #[test]
    fn every_body_is_drawn_by_one_level_or_two() {
        for quality in [0.1, 1.0, 5.0] {
            let detail = DrawDetail {
                quality,
                ..DrawDetail::default()
            };
            use CoarserLevel::*;
            let edges = [Second.edge(), Third.edge(), Impostor.edge()];
            for edges in [
                &edges[..],
                &edges[..2],
                &edges[..1],
                &edges[..0],
                &edges[2..],
            ] {
                let levels = edges.len() + 1;
                for step in 0..2000 {
                    let share = 10f32.powf(step as f32 * 0.004 - 5.0);
                    let drawn: Vec<usize> = (0..levels)
                        .filter(|&level| detail.is_level_drawn(level, edges, &(share..share)))
                        .collect();
                    // The formula of the shader.
                    let cover = |level: usize| {
                        let Range { start, end } = detail.shares(level, edges);
                        let part = |edge: f32| {
                            if edge > 0.0 && edge < 1e9 {
                                ((share / edge - 1.0 + FADE) / (2.0 * FADE)).clamp(0.0, 1.0)
                            } else {
                                f32::from(u8::from(edge == 0.0))
                            }
                        };
                        part(start) - part(end)
                    };
                    let total: f32 = drawn.iter().map(|&level| cover(level)).sum();
                    assert!(
                        (total - 1.0).abs() < 1e-5,
                        "{levels} {share}: {drawn:?} {total}"
                    );
                    assert!(drawn.len() <= 2);
                }
            }
        }
    }

    /// Twin of the distance fade in `cover_for_eye` in looks.glsl: 0 where nothing of a boid is
    /// drawn.
    fn cover_at(detail: &DrawDetail, boid: Vector3<f32>, eye: Vector3<f32>) -> f32 {
        let last = detail.draw_distance * LAST_PART;
        ((detail.draw_distance - (boid - eye).norm()) / last).clamp(0.0, 1.0)
    }

    /// For every rotation of the camera, and every position of the boid in its chunk.
    #[test]
    fn no_boid_is_culled_before_it_has_faded_out() {
        let detail = DrawDetail {
            draw_distance: 50.0,
            ..DrawDetail::default()
        };
        let eye = Vector3::new(3.0, -2.0, 1.0);
        let mut seen = 0;
        for step in 0..10_000 {
            let t = step as f32;
            let corner =
                |a: f32| 40.0 * Vector3::new((a * 0.37).sin(), (a * 0.71).sin(), (a * 1.13).sin());
            let (one, other) = (corner(t), corner(t) + 0.1 * corner(t + 0.5));
            let bounds = AxisAlignedBoundingBox::from_min_max(one.inf(&other), one.sup(&other));
            let boid = one.lerp(&other, (t * 0.17).sin().abs());
            if cover_at(&detail, boid, eye) > 0.0 {
                assert!(detail.is_drawn_at(distance(&bounds, &eye)), "{boid:?}");
                seen += 1;
            }
        }
        assert!((1000..9000).contains(&seen), "{seen}");
    }

    #[test]
    fn levels_change_at_their_default_sizes() {
        use CoarserLevel::*;
        let all = [Second, Third, Impostor];
        assert_eq!(
            DrawDetail::default().edges(&all),
            all.map(CoarserLevel::edge)
        );
        assert_eq!(DrawDetail::default().edges(&[Third]), [Third.edge()]);
        assert!(DrawDetail::default().edges(&[]).is_empty());
    }

    #[test]
    fn distances_have_limits_only_if_they_are_set() {
        let detail = DrawDetail {
            draw_distance: 50.0,
            shadow_distance: 10.0,
            quality: f32::NAN,
            ..DrawDetail::default()
        };
        let detail = detail.clamped();
        assert_eq!(detail.quality, 1.0);
        assert!(detail.is_drawn_at(49.0) && !detail.is_drawn_at(51.0));
        assert!(detail.casts_shadow_at(9.0) && !detail.casts_shadow_at(11.0));
        assert!(DrawDetail::default().is_drawn_at(f32::MAX));
        assert_eq!(distance(&at(20.0, 1.0), &Vector3::zeros()), 19.0);
        assert_eq!(distance(&at(0.0, 1.0), &Vector3::zeros()), 0.0);
    }
}
