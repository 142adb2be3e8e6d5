//! Directions of view, relative to the heading.

use crate::settings::{directions_within, Avoidance, Plane, Settings};
use std::f64::consts::TAU;

/// Angle around the heading between one direction of the spiral and the next, in full turns: the
/// golden ratio, whose multiples are spread most evenly over the circle.
const TURN: f64 = 1.618_033_988_749_895;

/// Directions of view, from straight ahead outwards.
///
/// In space they form a golden spiral, which covers the sphere evenly: direction number k of n,
/// counted from 0, has the cosine 1 - 2k/n and is turned around the heading by k times the golden
/// ratio. In a planar flock they form a fan: straight ahead, then alternately to the left and to
/// the right, 360/n degrees farther each time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Directions {
    /// Unit vectors in the view frame: components ahead, to the side and over.
    all: Vec<[f32; 3]>,
    /// Number of directions that every look examines.
    examined: usize,
    /// Cosine of half the field of view; below -1 if boids see all around.
    pub(crate) edge: f32,
}

impl Directions {
    pub(crate) fn new(settings: &Settings) -> Self {
        let Avoidance {
            rays,
            field_of_view,
            examined_view,
            ..
        } = settings.avoidance;
        let plane = settings.motion.plane;
        let seen = directions_within(plane, rays, field_of_view);
        let examined = directions_within(plane, rays, examined_view.min(field_of_view));
        let direction = match plane {
            Plane::All => spiral,
            _ => fan,
        };
        let all: Vec<[f32; 3]> = (0..seen).map(|k| direction(rays, k)).collect();
        let examined = examined as usize;
        Self {
            all,
            examined,
            edge: if field_of_view < 360.0 {
                libm::cos(f64::from(field_of_view).to_radians() / 2.0) as f32
            } else {
                -2.0
            },
        }
    }

    /// All directions in the field of view, the examined ones first. The rest is used only if the
    /// way ahead is blocked.
    pub(crate) fn all(&self) -> &[[f32; 3]] {
        &self.all
    }

    /// Directions that every look examines. The first is straight ahead.
    pub(crate) fn examined(&self) -> &[[f32; 3]] {
        &self.all[..self.examined]
    }

    /// True if a direction with this cosine to the heading lies in the field of view.
    pub(super) fn sees(&self, cosine: f32) -> bool {
        cosine >= self.edge
    }

    /// Largest number of rays of one look: one per direction, and one along the last escape
    /// direction.
    pub(crate) fn most_rays(&self) -> u64 {
        self.all.len() as u64 + 1
    }
}

fn spiral(count: u32, k: u32) -> [f32; 3] {
    let share = f64::from(k) / f64::from(count);
    let (cosine, sine) = (1.0 - 2.0 * share, 2.0 * (share * (1.0 - share)).sqrt());
    let turns = f64::from(k) * TURN;
    let (over, side) = libm::sincos(TAU * (turns - turns.floor()));
    [cosine, sine * side, sine * over].map(|x| x as f32)
}

fn fan(count: u32, k: u32) -> [f32; 3] {
    let angle = TAU * f64::from(k.div_ceil(2)) / f64::from(count);
    let (sine, cosine) = libm::sincos(angle);
    let side = if k % 2 == 1 { sine } else { -sine };
    [cosine as f32, side as f32, 0.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directions(change: impl Fn(&mut Settings)) -> Directions {
        let mut settings = Settings::default();
        change(&mut settings);
        Directions::new(&settings)
    }

    #[test]
    fn a_spiral_spreads_evenly_over_what_is_seen() {
        for (rays, view, expected) in [
            (200, 360.0, 200),
            (200, 180.0, 101),
            (200, 0.0, 1),
            (1, 360.0, 1),
            (64, 240.0, 49),
        ] {
            let found = directions(|s| {
                s.avoidance.rays = rays;
                s.avoidance.field_of_view = view;
            });
            assert_eq!(found.all().len(), expected, "{rays} rays in {view} degrees");
            assert_eq!(found.all()[0], [1.0, 0.0, 0.0]);
        }
        let all = directions(|s| {
            s.avoidance.rays = 1000;
            s.avoidance.field_of_view = 360.0;
        });
        let mut sum = [0.0; 3];
        for direction in all.all() {
            let length = direction.map(|x| x * x).iter().sum::<f32>();
            assert!((length - 1.0).abs() < 1e-6);
            for axis in 0..3 {
                sum[axis] += direction[axis] / 1000.0;
            }
        }
        assert!(sum.iter().all(|mean| mean.abs() < 2e-3), "{sum:?}");
    }

    #[test]
    fn neighbours_of_a_spiral_keep_their_distance() {
        let found = directions(|s| s.avoidance.field_of_view = 360.0);
        for (index, a) in found.all().iter().enumerate() {
            let squared = |b: &[f32; 3]| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f32>();
            let nearest = found.all()[..index].iter().map(squared);
            // Each covers 4 pi / 64 of the sphere, so the next is about 0.44 away.
            assert!(nearest.fold(f32::INFINITY, f32::min) > 0.24_f32.powi(2));
        }
    }

    #[test]
    fn a_fan_turns_left_and_right() {
        let found = directions(|s| {
            s.motion.plane = Plane::Xz;
            s.avoidance.rays = 8;
            s.avoidance.field_of_view = 180.0;
            s.avoidance.examined_view = 90.0;
        });
        let root = 0.5_f32.sqrt();
        let expected = [
            [1.0, 0.0],
            [root, root],
            [root, -root],
            [0.0, 1.0],
            [0.0, -1.0],
        ];
        assert_eq!(found.all().len(), expected.len());
        assert_eq!(found.examined().len(), 3);
        for (found, [ahead, side]) in found.all().iter().zip(expected) {
            assert!((found[0] - ahead).abs() < 1e-6 && (found[1] - side).abs() < 1e-6);
            assert_eq!(found[2], 0.0);
        }
        // With an even number, one direction leads straight back.
        let all = directions(|s| {
            s.motion.plane = Plane::Xy;
            s.avoidance.rays = 8;
            s.avoidance.field_of_view = 360.0;
        });
        assert_eq!(all.all().len(), 8);
        assert!((all.all()[7][0] + 1.0).abs() < 1e-6);
    }

    #[test]
    fn no_more_is_examined_than_seen() {
        let found = directions(|s| {
            s.avoidance.field_of_view = 90.0;
            s.avoidance.examined_view = 360.0;
        });
        assert_eq!(found.examined().len(), found.all().len());
        assert!(found.sees(0.71) && !found.sees(0.7));
        assert!(directions(|s| s.avoidance.field_of_view = 360.0).sees(-1.000_001));
    }
}
