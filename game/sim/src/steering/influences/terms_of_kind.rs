//! The terms that an influence of each kind makes.

use super::{
    culling::Bounds,
    formation::{ActingPlaces, FormationTerms, TermPlaces},
    rounded_box::RoundedBox,
    terms::{
        Guide, InfluenceTerms, Lead, PathFollowing, Push, Strength, Term, TermKind, TermVolumes,
    },
    volume::Shape,
    AltitudeAbove, FallOff, Influence, InfluenceKind, InfluenceVolume,
};
use crate::math::{spline, Vec3};
use std::ops::Range;

/// Half the size of volumes that reach everywhere, in metres.
const EVERYWHERE: f32 = 1e6;

/// The largest strength of a term that leads is reached at this share of the largest speed.
const RESPONSE: f32 = 0.25;

/// Boids are pushed out of a lane within so many radii of its axis: where the push ends, boids stay.
const LANE_REACH: f32 = 2.0;

impl InfluenceTerms {
    /// Adds the terms of an influence. `places`: the places of the boids in its formation, if it is
    /// one.
    pub(super) fn add(&mut self, influence: &Influence, places: Option<&ActingPlaces>) {
        let common = self.common(influence, influence.weight);
        match &influence.kind {
            InfluenceKind::Target { point, slowing } => self.add_target(common, *point, *slowing),
            InfluenceKind::Leader {
                point,
                velocity,
                follow,
                lane_length,
                lane_radius,
            } => {
                self.add_leader(common.clone(), point - velocity * *follow, velocity);
                self.add_lane(common, point, velocity, *lane_length, *lane_radius);
            }
            InfluenceKind::Guide { start, end } => self.add_guide(common, start, end),
            InfluenceKind::Attract { volumes } => self.add_attraction(common, volumes),
            InfluenceKind::Repel { volumes } => self.push_term(common, shapes(volumes)),
            InfluenceKind::Pen { volumes } => self.push_pen(common, shapes(volumes)),
            InfluenceKind::Roost {
                volumes,
                slowing,
                dusk,
            } => {
                let pull = darkness(*dusk);
                if pull > 0.0 {
                    let common = self.common(influence, influence.weight * pull);
                    self.add_roost(common, volumes, *slowing);
                }
            }
            InfluenceKind::AltitudeBand {
                lowest,
                highest,
                above,
            } => self.add_band(common, *lowest, *highest, *above),
            InfluenceKind::Path {
                points,
                radius,
                look_ahead,
                is_loop,
            } => {
                let following = PathFollowing {
                    corners: self.sample_path(points, *is_loop),
                    radius: *radius,
                    look_ahead: *look_ahead,
                    is_loop: *is_loop,
                };
                self.add_path(common, following, influence.reach);
            }
            InfluenceKind::Formation {
                spacing,
                slowing,
                strictness,
                ..
            } => {
                let (Some(acting), Some(frame)) = (places, influence.kind.formation_frame()) else {
                    return;
                };
                let formation = FormationTerms {
                    places: TermPlaces::new(acting, &frame),
                    spacing: *spacing,
                    slowing: *slowing,
                    strictness: *strictness,
                };
                self.add_formation(common, formation);
            }
        }
    }

    fn add_target(&mut self, common: Term, point: Vec3, slowing: f32) {
        let lead = Lead {
            velocity: [0.0; 3],
            inset: 0.0,
            per_slowing: (1.0 / slowing).min(f32::MAX),
            bends: true,
        };
        self.push_term(common.of_kind(TermKind::Lead(lead)), [at(point)]);
    }

    /// Adds the place behind a leader.
    fn add_leader(&mut self, common: Term, place: Vec3, velocity: &Vec3) {
        let lead = Lead {
            velocity: (*velocity).into(),
            inset: 0.0,
            // It would move through the place at full speed otherwise.
            per_slowing: (1.0 / self.max_speed).min(f32::MAX),
            bends: false,
        };
        self.push_term(common.of_kind(TermKind::Lead(lead)), [at(place)]);
    }

    /// Adds the lane before a leader, unless the leader stands still.
    fn add_lane(&mut self, common: Term, from: &Vec3, velocity: &Vec3, length: f32, radius: f32) {
        let lane = velocity.try_normalize(0.0).map(|ahead| ahead * length);
        let Some(lane) = lane.filter(|lane| lane.norm() > 0.0) else {
            return;
        };
        let axis = RoundedBox::capsule(*from, from + lane, 0.0);
        let strength = Strength {
            fall_off: FallOff::Quadratic.polynomial(),
            per_reach: 1.0 / (LANE_REACH * radius),
            ..common.strength
        };
        self.push_term(Term { strength, ..common }, [Shape::Box(axis)]);
    }

    fn add_guide(&mut self, common: Term, start: &Vec3, end: &Vec3) {
        let ahead = (end - start).try_normalize(0.0).unwrap_or_default();
        let guide = Guide {
            velocity: (ahead * self.max_speed).into(),
        };
        let axis = RoundedBox::capsule(*start, *end, 0.0);
        self.push_term(common.of_kind(TermKind::Guide(guide)), [Shape::Box(axis)]);
    }

    fn add_attraction(&mut self, common: Term, volumes: &[InfluenceVolume]) {
        let term = Term {
            kind: TermKind::Push(Push::TOWARDS),
            strength: Strength {
                beyond: 0.0,
                ..common.strength
            },
            ..common
        };
        self.push_term(term, shapes(volumes));
    }

    fn add_roost(&mut self, common: Term, volumes: &[InfluenceVolume], slowing: f32) {
        let lead = Lead {
            velocity: [0.0; 3],
            inset: slowing,
            per_slowing: 1.0 / slowing,
            bends: false,
        };
        self.push_term(common.of_kind(TermKind::Lead(lead)), shapes(volumes));
    }

    fn add_band(&mut self, common: Term, lowest: f32, highest: f32, above: AltitudeAbove) {
        let half = (highest - lowest) * 0.5;
        let band = RoundedBox {
            center: Vec3::y() * (lowest + half),
            half_extents: Vec3::new(EVERYWHERE, half, EVERYWHERE),
            ..RoundedBox::default()
        };
        let volumes = TermVolumes {
            is_above_ground: above == AltitudeAbove::Ground,
            ..common.volumes
        };
        self.push_pen(Term { volumes, ..common }, [Shape::Box(band)]);
    }

    /// Adds the corners of a path, and returns their range.
    fn sample_path(&mut self, points: &[Vec3], is_loop: bool) -> Range<usize> {
        let first = self.corners.len();
        spline::sample(points, is_loop, &mut self.corners);
        first..self.corners.len()
    }

    fn add_path(&mut self, common: Term, following: PathFollowing, reach: f32) {
        let bounds = bounds_of(&self.corners[following.corners.clone()]);
        self.terms.push(Term {
            reach: Bounds::around(bounds, following.radius + reach),
            ..common.of_kind(TermKind::Path(following))
        });
    }

    /// A push away from a volume, with what the terms of all kinds of an influence have.
    fn common(&self, influence: &Influence, weight: f32) -> Term {
        let per_speed = (1.0 / self.max_speed).min(f32::MAX);
        // A response within less than a step would overshoot.
        let response = if self.inertia > 0.0 {
            (weight * per_speed / RESPONSE).min(1.0 / self.dt)
        } else {
            weight * per_speed
        };
        Term {
            kind: TermKind::Push(Push::AWAY),
            volumes: TermVolumes::default(),
            ways: None,
            motion: Some(influence.motion).filter(|it| !it.is_at_rest()),
            strength: Strength {
                fall_off: influence.fall_off.polynomial(),
                per_reach: 1.0 / influence.reach,
                side: 1.0,
                beyond: -f32::MAX,
            },
            weight,
            response: response.min(f32::MAX),
            share: influence.share_of_slots(),
            reach: Bounds::ALL,
        }
    }
}

impl Term {
    fn of_kind(self, kind: TermKind) -> Self {
        Self { kind, ..self }
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
