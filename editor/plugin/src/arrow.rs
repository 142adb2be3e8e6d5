//! Arrows in the scene view.

use fyrox::{
    core::color::Color,
    scene::debug::{Line, SceneDrawingContext},
};
use fyrox_flock::sim::Vec3;

/// Length of the barbs, as a fraction of the arrow's length.
const BARB: f32 = 0.12;

/// Draws an arrow. An arrow of length 0 is a point.
pub(crate) fn draw_arrow(begin: Vec3, end: Vec3, color: Color, context: &mut SceneDrawingContext) {
    let mut add = |begin: Vec3, end: Vec3| context.add_line(Line { begin, end, color });
    add(begin, end);
    let along = end - begin;
    let Some(ahead) = along.try_normalize(1e-6) else {
        return;
    };
    let aside = ahead.cross(&Vec3::y()).try_normalize(1e-3);
    let aside = aside.unwrap_or_else(Vec3::x);
    let upward = aside.cross(&ahead);
    for side in [aside, -aside, upward, -upward] {
        add(end, end + (side * 0.5 - ahead) * (BARB * along.norm()));
    }
}
