//! The perception of a boid: the radius and the field of view of each rule, and its view distance.

use crate::flock_outlines::{draw_sphere, SIDES};
use fyrox::{
    core::{
        algebra::{Matrix4, UnitQuaternion},
        color::Color,
    },
    scene::debug::{Line, SceneDrawingContext},
};
use fyrox_flock::{
    sim::{settings::Rule, Vec3},
    Flock,
};
use std::f32::consts::{FRAC_PI_2, TAU};

pub(super) const COHESION: Color = Color::opaque(255, 210, 90);
pub(super) const SEPARATION: Color = Color::opaque(255, 110, 90);
pub(super) const ALIGNMENT: Color = Color::opaque(190, 130, 255);
/// The distance that a boid looks ahead for geometry and obstacles.
const LOOK_AHEAD: Color = Color::opaque(120, 220, 230);

/// The position and the orientation of a boid.
pub(super) struct Viewpoint {
    position: Vec3,
    velocity: Vec3,
}

impl Viewpoint {
    /// A boid at rest sees in all directions.
    pub(super) fn new(position: Vec3, velocity: Vec3) -> Self {
        Self { position, velocity }
    }

    /// The frame of the boid, with Z forward.
    fn frame(&self) -> Option<Matrix4<f32>> {
        let heading = self.velocity.try_normalize(1e-6)?;
        let turn = UnitQuaternion::rotation_between(&Vec3::z(), &heading)
            .unwrap_or_else(|| UnitQuaternion::from_axis_angle(&Vec3::y_axis(), TAU / 2.0));
        Some(Matrix4::new_translation(&self.position) * turn.to_homogeneous())
    }
}

/// Largest radius of the rules, in metres.
pub(super) fn reach(script: &Flock) -> f32 {
    let rules = [&script.cohesion, &script.separation, &script.alignment];
    let radii = rules.into_iter().map(|rule| rule.radius);
    radii
        .filter(|radius| radius.is_finite())
        .fold(0.0, f32::max)
}

/// Draws the perception of a flock's boid. Values that are not finite are not drawn, because the
/// inspector accepts any value.
pub(super) fn draw(script: &Flock, viewpoint: &Viewpoint, context: &mut SceneDrawingContext) {
    let rules = [
        (&*script.cohesion, COHESION),
        (&*script.separation, SEPARATION),
        (&*script.alignment, ALIGNMENT),
    ];
    for (rule, color) in rules {
        if rule.enabled && rule.radius.is_finite() && rule.field_of_view.is_finite() {
            draw_rule(rule, viewpoint, color, context);
        }
    }
    let way = viewpoint.velocity * script.avoidance.look_ahead;
    if script.avoidance.enabled && script.collision.enabled && way.iter().all(|x| x.is_finite()) {
        context.add_line(Line {
            begin: viewpoint.position,
            end: viewpoint.position + way,
            color: LOOK_AHEAD,
        });
    }
}

fn draw_rule(rule: &Rule, viewpoint: &Viewpoint, color: Color, context: &mut SceneDrawingContext) {
    match viewpoint.frame().filter(|_| rule.field_of_view < 360.0) {
        Some(frame) => {
            let half = rule.field_of_view.clamp(0.0, 360.0).to_radians() / 2.0;
            draw_view(rule.radius, half, &frame, color, context);
        }
        None => draw_sphere(
            viewpoint.position,
            rule.radius,
            &Matrix4::identity(),
            color,
            context,
        ),
    }
}

/// The part of a sphere up to an angle from the Z axis: two sections through the axis, and the
/// boundary circle.
fn draw_view(
    radius: f32,
    half: f32,
    frame: &Matrix4<f32>,
    color: Color,
    context: &mut SceneDrawingContext,
) {
    let across = UnitQuaternion::from_axis_angle(&Vec3::z_axis(), FRAC_PI_2);
    for turn in [UnitQuaternion::identity(), across] {
        let transform = frame * turn.to_homogeneous();
        let at = |point: Vec3| transform.transform_point(&point.into()).coords;
        // The engine's arcs do not end at the right angle.
        let on_arc = |side: usize| {
            let angle = half * (2.0 * side as f32 / SIDES as f32 - 1.0);
            at(Vec3::new(angle.sin(), 0.0, angle.cos()) * radius)
        };
        let middle = at(Vec3::zeros());
        let sides = (0..SIDES).map(|side| (on_arc(side), on_arc(side + 1)));
        let edges = [(middle, on_arc(0)), (middle, on_arc(SIDES))];
        for (begin, end) in sides.chain(edges) {
            context.add_line(Line { begin, end, color });
        }
    }
    let middle = frame * Matrix4::new_translation(&(Vec3::z() * radius * half.cos()));
    context.draw_circle(Vec3::zeros(), radius * half.sin(), SIDES, middle, color);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox_flock::sim::Settings;

    fn lines(settings: Settings, velocity: Vec3) -> Vec<Line> {
        let mut context = SceneDrawingContext::default();
        let viewpoint = Viewpoint::new(Vec3::x(), velocity);
        draw(&Flock::new(settings), &viewpoint, &mut context);
        context.lines
    }

    fn one_rule(field_of_view: f32) -> Settings {
        let mut settings = Settings::default();
        settings.separation.enabled = false;
        settings.alignment.enabled = false;
        settings.avoidance.enabled = false;
        settings.cohesion.radius = 2.0;
        settings.cohesion.field_of_view = field_of_view;
        settings
    }

    #[test]
    fn a_field_of_view_is_drawn_around_the_heading() {
        for heading in [Vec3::y(), -Vec3::z(), Vec3::new(1.0, -2.0, 0.5).normalize()] {
            let drawn = lines(one_rule(120.0), heading * 3.0);
            assert!(!drawn.is_empty());
            let mut widest = 0.0_f32;
            for end in drawn.iter().flat_map(|line| [line.begin, line.end]) {
                let offset = end - Vec3::x();
                if offset.norm() > 1e-3 {
                    assert!((offset.norm() - 2.0).abs() < 1e-4);
                    widest = widest.max(offset.angle(&heading));
                }
            }
            assert!((widest.to_degrees() - 60.0).abs() < 0.1, "{widest}");
        }
    }

    #[test]
    fn boids_at_rest_and_whole_fields_of_view_are_spheres() {
        for (view, velocity) in [(360.0, Vec3::x()), (120.0, Vec3::zeros())] {
            assert_eq!(lines(one_rule(view), velocity).len(), 3 * SIDES);
        }
    }

    #[test]
    fn the_look_ahead_is_as_long_as_the_way_in_its_time() {
        let mut settings = one_rule(360.0);
        settings.cohesion.enabled = false;
        settings.avoidance.enabled = true;
        settings.avoidance.look_ahead = 0.5;
        let drawn = lines(settings, Vec3::y() * 3.0);
        assert_eq!(drawn.len(), 1);
        assert_eq!(drawn[0].end - drawn[0].begin, Vec3::y() * 1.5);
    }

    #[test]
    fn what_is_not_finite_is_not_drawn() {
        let mut settings = one_rule(f32::NAN);
        settings.avoidance.enabled = true;
        settings.avoidance.look_ahead = f32::INFINITY;
        assert!(lines(settings, Vec3::y()).is_empty());
    }
}
