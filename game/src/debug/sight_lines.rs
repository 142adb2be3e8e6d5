//! The sight of a boid as debug lines.

use flock_sim::{boids::Sight, Vec3};
use fyrox::{
    core::color::Color,
    scene::debug::{Line, SceneDrawingContext},
};

const CLEAR: Color = Color::opaque(60, 230, 90);
const BLOCKED: Color = Color::opaque(255, 60, 50);
const CHOSEN: Color = Color::opaque(255, 225, 60);
const FREE: Color = Color::opaque(70, 160, 255);

/// Number of corners of a circle.
const SEGMENTS: usize = 32;

/// Radius of the largest free sphere that is drawn, in view distances. The lines of a larger sphere
/// would cross the whole picture.
const MAX_SPHERE: f32 = 2.0;

/// What a boid sees, as debug lines: clear rays green, blocked rays red up to the hit, the escape
/// direction yellow, and a sphere that is known to be free blue.
pub fn sight_lines(sight: &Sight) -> Vec<Line> {
    let mut context = SceneDrawingContext::default();
    let from = sight.position;
    for ray in &sight.rays {
        let color = if ray.is_clear { CLEAR } else { BLOCKED };
        context.add_line(line(from, ray.direction * ray.distance, color));
    }
    if let Some(direction) = sight.direction {
        // Longer than the rays, so that it is visible beside them.
        let end = direction * (1.25 * sight.view);
        context.add_line(line(from, end, CHOSEN));
        let tip = 0.04 * sight.view;
        context.draw_wire_sphere(from + end, tip, 8, CHOSEN);
    }
    if sight.clearance > 0.0 && sight.clearance <= MAX_SPHERE * sight.view {
        context.draw_wire_sphere(from, sight.clearance, SEGMENTS, FREE);
    }
    context.lines
}

fn line(begin: Vec3, displacement: Vec3, color: Color) -> Line {
    Line {
        begin,
        end: begin + displacement,
        color,
    }
}
