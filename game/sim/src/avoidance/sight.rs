//! What a boid sees, for a look from outside.

use super::{eye::Eye, Lookout, Observer};
use crate::Vec3;

/// What a boid sees of the geometry, from [`Flock::sight`](crate::Flock::sight).
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    /// Where the boid is, in metres.
    pub position: Vec3,
    /// How far it is at least from every surface, in metres.
    pub clearance: f32,
    /// How far it sees at its speed, in metres; 0 at rest.
    pub view: f32,
    /// The rays that it casts, in that order: those of the examined view, and more where the way ahead is blocked. They are cast
    /// in fours, so up to three may come after the one that decides. None for a boid that is farther from every surface than it
    /// sees, or at rest.
    pub rays: Vec<SightRay>,
    /// Where it decides to go, of unit length; `None` if nothing is in the way.
    pub direction: Option<Vec3>,
    /// 0 if nothing is in the way, and up to 1 right before an obstacle.
    pub nearness: f32,
}

/// A ray that a boid casts to see geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SightRay {
    /// Where it leads, of unit length.
    pub direction: Vec3,
    /// How far the body can go along it for certain before it meets a surface, in metres; the whole view if it is clear.
    pub distance: f32,
    /// Whether the body meets no surface as far as the boid sees.
    pub is_clear: bool,
}

impl Lookout<'_> {
    /// What a boid sees at a place with a velocity and a clearance, if it looks around right now.
    pub(crate) fn sight(&self, slot: u32, position: Vec3, velocity: Vec3, clearance: f32) -> Sight {
        let mut sight = Sight {
            position,
            clearance,
            view: 0.0,
            rays: Vec::new(),
            direction: None,
            nearness: 0.0,
        };
        if let Some(observer) = self.moving(slot, position, velocity, clearance) {
            sight.view = observer.view;
            if self.is_near(&observer) {
                self.fill_in(&mut sight, &observer);
            }
        }
        sight
    }

    fn fill_in(&self, sight: &mut Sight, observer: &Observer) {
        let (eye, rays) = (Eye::new(&self.lens, observer), &mut sight.rays);
        let kept = self.kept(observer.slot, self.sights.memory.next(observer.slot));
        let impression = self.look_from(observer, kept).take(|directions| {
            let obstacles = eye.obstacles(directions);
            let seen = directions.iter().zip(obstacles);
            rays.extend(seen.map(|(direction, obstacle)| SightRay {
                direction: *direction,
                distance: obstacle.unwrap_or(observer.view),
                is_clear: obstacle.is_none(),
            }));
            obstacles
        });
        let sees = impression.nearness > 0.0;
        sight.direction = sees.then_some(impression.direction);
        sight.nearness = impression.nearness;
    }
}
