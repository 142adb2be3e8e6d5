//! Outlines of the selected flock in the scene view: spawn region and boundary.

use crate::scene_flocks::{current_scene, frame, script, selected_flock};
use fyrox::{
    core::{
        algebra::{Matrix4, Rotation3, Vector3},
        color::Color,
        math::aabb::AxisAlignedBoundingBox,
    },
    scene::debug::SceneDrawingContext,
};
use fyrox_flock::sim::{
    settings::{BoundaryMode, Region},
    Vec3,
};
use fyroxed_base::Editor;
use std::f32::consts::FRAC_PI_2;

const SPAWN: Color = Color::opaque(110, 220, 110);
const BOUNDARY: Color = Color::opaque(90, 160, 255);
/// The inner border of the margin of soft turns.
const MARGIN: Color = Color::opaque(60, 95, 150);

/// Number of sides of the polygon that is drawn for a circle.
pub(crate) const SIDES: usize = 48;

/// Draws the outlines of the selected flock. The editor removes all lines at the next frame.
pub(crate) fn draw(editor: &mut Editor) {
    let (Some(node), Some(scene)) = (selected_flock(editor), current_scene(editor)) else {
        return;
    };
    let scene = scene.scene;
    let scene = &mut editor.engine.scenes[scene];
    let Some(script) = script(&scene.graph, node) else {
        return;
    };
    let frame = frame(&scene.graph, node);
    let context = &mut scene.drawing_context;
    draw_region(&script.spawn.region, &frame, SPAWN, context);
    if script.boundary.enabled {
        draw_region(&script.boundary.shape, &frame, BOUNDARY, context);
        if let BoundaryMode::SoftTurn { margin } = script.boundary.mode {
            draw_region(
                &inner(&script.boundary.shape, margin),
                &frame,
                MARGIN,
                context,
            );
        }
    }
}

/// The part of a boundary inside its margin.
fn inner(shape: &Region, margin: f32) -> Region {
    match *shape {
        Region::Box { min, max } => {
            let half = (max - min) / 2.0;
            let margin = half.map(|half| margin.clamp(0.0, half.max(0.0)));
            Region::Box {
                min: min + margin,
                max: max - margin,
            }
        }
        Region::Sphere { center, radius } => {
            let radius = (radius - margin).max(0.0);
            Region::Sphere { center, radius }
        }
    }
}

pub(crate) fn draw_region(
    region: &Region,
    frame: &Matrix4<f32>,
    color: Color,
    context: &mut SceneDrawingContext,
) {
    let (min, max) = region.bounds();
    // The inspector accepts any value.
    if !min.iter().chain(&max).all(|x| x.is_finite()) {
        return;
    }
    match *region {
        Region::Box { .. } => {
            let bounds = AxisAlignedBoundingBox::from_min_max(min, max);
            context.draw_oob(&bounds, *frame, color);
        }
        Region::Sphere { center, radius } => draw_sphere(center, radius, frame, color, context),
    }
}

/// A circle around each axis.
pub(crate) fn draw_sphere(
    center: Vec3,
    radius: f32,
    frame: &Matrix4<f32>,
    color: Color,
    context: &mut SceneDrawingContext,
) {
    let turns = [
        Rotation3::identity(),
        Rotation3::from_axis_angle(&Vector3::x_axis(), FRAC_PI_2),
        Rotation3::from_axis_angle(&Vector3::y_axis(), FRAC_PI_2),
    ];
    for turn in turns {
        let transform = frame * Matrix4::new_translation(&center) * turn.to_homogeneous();
        context.draw_circle(Vec3::zeros(), radius, SIDES, transform, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spheres_and_boxes_are_drawn_in_the_flocks_frame() {
        let mut context = SceneDrawingContext::default();
        let frame = Matrix4::new_translation(&Vec3::new(1.0, 0.0, 0.0));
        let region = Region::sphere(2.0);
        draw_region(&region, &frame, SPAWN, &mut context);
        assert_eq!(context.lines.len(), 3 * SIDES);
        for line in &context.lines {
            assert!(((line.begin - Vec3::x()).norm() - 2.0).abs() < 1e-4);
        }
        draw_region(&Region::default(), &frame, SPAWN, &mut context);
        let drawn = context.lines.len();
        let broken = Region::sphere(f32::NAN);
        draw_region(&broken, &frame, SPAWN, &mut context);
        assert_eq!(context.lines.len(), drawn);
    }

    #[test]
    fn margins_end_at_the_middle() {
        let (min, max) = (Vec3::repeat(-1.0), Vec3::new(1.0, 5.0, 1.0));
        let inner_box = inner(&Region::Box { min, max }, 2.0);
        let (low, high) = (Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 3.0, 0.0));
        assert_eq!(
            inner_box,
            Region::Box {
                min: low,
                max: high
            }
        );
        let sphere = Region::Sphere {
            center: min,
            radius: 1.0,
        };
        let point = Region::Sphere {
            center: min,
            radius: 0.0,
        };
        assert_eq!(inner(&sphere, 3.0), point);
    }
}
