//! The terms that an influence of each kind makes.

use super::{
    culling::Bounds,
    rounded_box::RoundedBox,
    spline,
    terms::{InfluenceTerms, Term, TermKind, TermShape},
    volume::Shape,
    AltitudeAbove, FallOff, Influence, InfluenceKind, InfluenceVolume,
};
use crate::math::Vec3;

/// Half the size of volumes that reach everywhere, in metres.
const EVERYWHERE: f32 = 1e6;

/// The largest strength of a term that leads is reached at this share of the largest speed.
const RESPONSE: f32 = 0.25;

/// Boids are pushed out of a lane within so many radii of its axis: where the push ends, boids stay.
const LANE_REACH: f32 = 2.0;

impl InfluenceTerms {
    pub(super) fn add(&mut self, influence: &Influence) {
        let common = self.common(influence, influence.weight);
        match &influence.kind {
            InfluenceKind::Target { point, slowing } => {
                let per_slowing = (1.0 / slowing).min(f32::MAX);
                self.push_term(
                    Term {
                        kind: TermKind::Lead,
                        bends: true,
                        per_slowing,
                        ..common
                    },
                    [at(*point)],
                );
            }
            InfluenceKind::Leader {
                point,
                velocity,
                follow,
                lane_length,
                lane_radius,
            } => {
                let place = point - velocity * *follow;
                let lead = Term {
                    kind: TermKind::Lead,
                    velocity: (*velocity).into(),
                    // It would move through the place at full speed otherwise.
                    per_slowing: (1.0 / self.max_speed).min(f32::MAX),
                    ..common.clone()
                };
                self.push_term(lead, [at(place)]);
                let lane = velocity
                    .try_normalize(0.0)
                    .map(|ahead| ahead * *lane_length);
                if let Some(lane) = lane.filter(|lane| lane.norm() > 0.0) {
                    let axis = RoundedBox::capsule(*point, point + lane, 0.0);
                    let (fall_off, per_reach) = (
                        FallOff::Quadratic.polynomial(),
                        1.0 / (LANE_REACH * lane_radius),
                    );
                    self.push_term(
                        Term {
                            fall_off,
                            per_reach,
                            ..common
                        },
                        [Shape::Box(axis)],
                    );
                }
            }
            InfluenceKind::Guide { start, end } => {
                let ahead = (end - start).try_normalize(0.0).unwrap_or_default();
                let velocity = (ahead * self.max_speed).into();
                let axis = RoundedBox::capsule(*start, *end, 0.0);
                self.push_term(
                    Term {
                        kind: TermKind::Guide,
                        velocity,
                        ..common
                    },
                    [Shape::Box(axis)],
                );
            }
            InfluenceKind::Attract { volumes } => {
                let term = Term {
                    push: -1.0,
                    beyond: 0.0,
                    ..common
                };
                self.push_term(term, shapes(volumes));
            }
            InfluenceKind::Repel { volumes } => self.push_term(common, shapes(volumes)),
            InfluenceKind::Pen { volumes } => self.push_pen(common, shapes(volumes)),
            InfluenceKind::Roost {
                volumes,
                slowing,
                dusk,
            } => {
                let pull = darkness(*dusk);
                if pull > 0.0 {
                    let term = Term {
                        kind: TermKind::Lead,
                        inset: *slowing,
                        per_slowing: 1.0 / slowing,
                        ..self.common(influence, influence.weight * pull)
                    };
                    self.push_term(term, shapes(volumes));
                }
            }
            InfluenceKind::AltitudeBand {
                lowest,
                highest,
                above,
            } => {
                let half = (highest - lowest) * 0.5;
                let band = RoundedBox {
                    center: Vec3::y() * (lowest + half),
                    half_extents: Vec3::new(EVERYWHERE, half, EVERYWHERE),
                    ..RoundedBox::default()
                };
                let common = Term {
                    is_above_ground: *above == AltitudeAbove::Ground,
                    ..common
                };
                self.push_pen(common, [Shape::Box(band)]);
            }
            InfluenceKind::Path {
                points,
                radius,
                look_ahead,
                is_loop,
            } => {
                let first = self.corners.len();
                spline::sample(points, *is_loop, &mut self.corners);
                let corners = first..self.corners.len();
                let term = Term {
                    kind: TermKind::Path,
                    radius: *radius,
                    look_ahead: *look_ahead,
                    is_loop: *is_loop,
                    reach: Bounds::around(
                        bounds_of(&self.corners[corners.clone()]),
                        radius + influence.reach,
                    ),
                    corners,
                    ..common
                };
                self.terms.push(term);
            }
        }
    }

    /// What terms of all kinds have, for a push away from a volume.
    fn common(&self, influence: &Influence, weight: f32) -> Term {
        let per_speed = (1.0 / self.max_speed).min(f32::MAX);
        // A response within less than a step would overshoot.
        let response = if self.inertia > 0.0 {
            (weight * per_speed / RESPONSE).min(1.0 / self.dt)
        } else {
            weight * per_speed
        };
        Term {
            kind: TermKind::Push,
            shape: TermShape::Any,
            fall_off: influence.fall_off.polynomial(),
            weight,
            per_reach: 1.0 / influence.reach,
            share: (f64::from(influence.share) * f64::from(u32::MAX)) as u32,
            side: 1.0,
            beyond: -f32::MAX,
            push: 1.0,
            inset: 0.0,
            velocity: [0.0; 3],
            bends: false,
            per_slowing: f32::MAX,
            response: response.min(f32::MAX),
            radius: 0.0,
            look_ahead: 0.0,
            is_loop: false,
            volumes: 0..0,
            meshes: 0..0,
            is_above_ground: false,
            corners: 0..0,
            reach: Bounds::ALL,
        }
    }
}

/// The share of its weight with which a roost pulls: a logistic function, scaled so that it is 0 by
/// day and 1 at night. `libm` gives the same bits on every platform.
fn darkness(dusk: f32) -> f32 {
    const STEEPNESS: f64 = 12.0;
    let logistic = |x: f64| 1.0 / (1.0 + libm::exp(-STEEPNESS * (x - 0.5)));
    let (day, night) = (logistic(0.0), logistic(1.0));
    ((logistic(dusk.into()) - day) / (night - day)) as f32
}

fn at(center: Vec3) -> Shape {
    Shape::Box(RoundedBox {
        center,
        ..RoundedBox::default()
    })
}

fn shapes(volumes: &[InfluenceVolume]) -> impl Iterator<Item = Shape> + '_ {
    volumes.iter().filter_map(InfluenceVolume::shape)
}

fn bounds_of(corners: &[[f32; 4]]) -> [Vec3; 2] {
    let points = corners.iter().map(|it| Vec3::new(it[0], it[1], it[2]));
    let bounds = points.map(|it| [it, it]);
    let bounds = bounds.reduce(|a, b| [a[0].inf(&b[0]), a[1].sup(&b[1])]);
    bounds.unwrap_or_default()
}
