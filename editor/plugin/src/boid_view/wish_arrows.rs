//! The acceleration that each rule wants of a boid, as arrows.

use super::perception::{self, ALIGNMENT, COHESION, SEPARATION};
use crate::arrow::draw_arrow;
use fyrox::{core::color::Color, scene::debug::SceneDrawingContext};
use fyrox_flock::{
    sim::{boids::RuleWishes, settings::Steering, Vec3},
    Flock,
};

const INFLUENCES: Color = Color::opaque(230, 120, 220);
const WANDER: Color = Color::opaque(200, 200, 200);
const AVOIDANCE: Color = Color::opaque(255, 160, 40);

/// Smallest length of a drawn arrow, as a fraction of the largest one.
const LEAST_SHARE: f32 = 0.01;

/// The arrow of one rule. Arrows are scaled: the largest possible acceleration has the length of
/// the largest radius of the rules.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct WishArrow {
    /// Name of the rule, and the value with its unit.
    pub(super) label: String,
    pub(super) color: Color,
    begin: Vec3,
    pub(super) end: Vec3,
}

/// The arrows of a boid, for the rules with a value above 0.
pub(super) fn arrows(script: &Flock, position: Vec3, wishes: &RuleWishes) -> Vec<WishArrow> {
    let (largest, unit) = match script.motion.steering {
        Steering::Acceleration => (script.motion.max_acceleration, "m/s²"),
        Steering::Velocity => (script.motion.max_speed, "m/s"),
    };
    let all = [
        ("cohesion", COHESION, wishes.cohesion),
        ("separation", SEPARATION, wishes.separation),
        ("alignment", ALIGNMENT, wishes.alignment),
        ("influences", INFLUENCES, wishes.influences),
        ("wander", WANDER, wishes.wander),
        ("avoidance", AVOIDANCE, wishes.avoidance),
    ];
    let reach = perception::reach(script);
    let arrow = |(name, color, wish): (&str, Color, Vec3)| {
        let share = wish.norm() / largest;
        let end = position + wish.try_normalize(0.0)? * (reach * share.min(1.0));
        let is_drawn = share > LEAST_SHARE && reach > 0.0 && end.iter().all(|x| x.is_finite());
        is_drawn.then(|| WishArrow {
            label: format!("{name} {:.1} {unit}", wish.norm()),
            color,
            begin: position,
            end,
        })
    };
    all.into_iter().filter_map(arrow).collect()
}

impl WishArrow {
    pub(super) fn draw(&self, context: &mut SceneDrawingContext) {
        draw_arrow(self.begin, self.end, self.color, context);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox_flock::sim::Settings;

    #[test]
    fn arrows_are_as_long_as_the_share_of_the_largest_wish() {
        let mut settings = Settings::default();
        settings.motion.max_acceleration = 4.0;
        settings.cohesion.radius = 2.0;
        let wishes = RuleWishes {
            cohesion: Vec3::x(),
            avoidance: Vec3::y() * 12.0,
            wander: Vec3::z() * 0.001,
            influences: Vec3::z() * 2.0,
            ..RuleWishes::default()
        };
        let arrows = arrows(&Flock::new(settings), Vec3::z(), &wishes);
        assert_eq!(arrows.len(), 3);
        assert_eq!(arrows[0].label, "cohesion 1.0 m/s²");
        assert_eq!(arrows[0].end, Vec3::new(0.5, 0.0, 1.0));
        assert_eq!(arrows[1].label, "influences 2.0 m/s²");
        assert_eq!(arrows[1].end, Vec3::new(0.0, 0.0, 2.0));
        assert_eq!(arrows[2].label, "avoidance 12.0 m/s²");
        assert_eq!(arrows[2].end, Vec3::new(0.0, 2.0, 1.0));
        let mut context = SceneDrawingContext::default();
        arrows.iter().for_each(|arrow| arrow.draw(&mut context));
        assert_eq!(context.lines.len(), 15);
        for line in context.lines {
            assert!(line.end.iter().all(|x| x.is_finite()));
        }
    }

    #[test]
    fn nothing_is_drawn_without_a_largest_wish() {
        for largest in [0.0, f32::NAN, -1.0] {
            let mut settings = Settings::default();
            settings.motion.max_acceleration = largest;
            let wishes = RuleWishes {
                cohesion: Vec3::x() * f32::NAN,
                ..RuleWishes::default()
            };
            let drawn = arrows(&Flock::new(settings), Vec3::zeros(), &wishes);
            assert!(drawn.is_empty(), "{largest}");
        }
    }
}
