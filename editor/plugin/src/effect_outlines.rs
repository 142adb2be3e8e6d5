//! Outlines of the selected scripts that act on flocks, and of the relations of the selected flock.

use crate::{
    arrow::draw_arrow,
    outlines::{draw_region, draw_sphere, SIDES},
    scene_flocks::{current_scene, frame, script, selected_effect, selected_flock},
};
use fyrox::{
    core::{algebra::Matrix4, color::Color, pool::Handle},
    graph::SceneGraph,
    scene::{
        debug::{Line, SceneDrawingContext},
        graph::Graph,
        node::Node,
        Scene,
    },
};
use fyrox_flock::{
    sim::{Region, RelationKind, Vec3},
    EffectShape, FlockAltitudeBand, FlockEmitter, FlockGuide, FlockHunter, FlockLeader,
    FlockObstacle, FlockPath, FlockPerches, FlockReef, FlockTarget, FlockVolume, FlockWind,
    Strength,
};
use fyroxed_base::Editor;

/// What acts.
const EFFECT: Color = Color::opaque(255, 200, 70);
/// How far it reaches.
const REACH: Color = Color::opaque(130, 105, 50);
/// Where boids appear, and where they are removed.
const START: Color = Color::opaque(110, 220, 110);
const EXIT: Color = Color::opaque(220, 110, 110);

/// Radius of the ball that stands for a hunter, in metres.
const HUNTER: f32 = 0.5;

/// Half the edge of the squares that stand for the limits of a band of altitude, in metres.
const BAND: f32 = 5.0;

/// Length of the arrows of the wind, in metres, and how far they are apart.
const WIND: f32 = 2.0;
const APART: f32 = 1.0;

/// Draws the outlines of what is selected. The editor removes all lines at the next frame.
pub(crate) fn draw(editor: &mut Editor) {
    let (flock, effect) = (selected_flock(editor), selected_effect(editor));
    let Some(scene) = current_scene(editor).map(|it| it.scene) else {
        return;
    };
    let Scene {
        graph,
        drawing_context,
        ..
    } = &mut editor.engine.scenes[scene];
    if let Some(flock) = flock {
        draw_relations(graph, flock, drawing_context);
    }
    if let Some(effect) = effect {
        draw_effect(graph, effect, drawing_context);
    }
}

/// Arrows to the other flocks that a flock sees.
fn draw_relations(graph: &Graph, flock: Handle<Node>, context: &mut SceneDrawingContext) {
    let Some(script) = script(graph, flock) else {
        return;
    };
    let begin = graph[flock].global_position();
    for relation in script.relations.iter() {
        let color = match relation.kind {
            RelationKind::Ignore => continue,
            RelationKind::FlockWith => START,
            RelationKind::Flee => EFFECT,
            RelationKind::Hunt => EXIT,
        };
        if let Ok(other) = graph.try_get_node(relation.flock) {
            draw_arrow(begin, other.global_position(), color, context);
        }
    }
}

fn draw_effect(graph: &Graph, handle: Handle<Node>, context: &mut SceneDrawingContext) {
    let node = &graph[handle];
    let frame = frame(graph, handle);
    // The inspector and the transform may hold anything.
    if !frame.iter().all(|x| x.is_finite()) {
        return;
    }
    let mut pen = Pen { frame, context };
    if let Some(script) = node.try_get_script::<FlockTarget>() {
        pen.sphere(*script.slowing, EFFECT);
        pen.reach(&script.strength, 0.0);
    }
    if let Some(script) = node.try_get_script::<FlockLeader>() {
        pen.sphere(*script.lane_radius, EFFECT);
        pen.reach(&script.strength, 0.0);
    }
    if let Some(script) = node.try_get_script::<FlockGuide>() {
        pen.arrow(Vec3::zeros(), script.end(), EFFECT);
        let (half, reach) = (*script.length / 2.0, script.strength.reach);
        pen.capsule(Vec3::z() * half, [half, reach], Vec3::z(), REACH);
    }
    if let Some(script) = node.try_get_script::<FlockVolume>() {
        pen.shape(&script.shape, 0.0, EFFECT);
        pen.shape(&script.shape, script.strength.reach, REACH);
    }
    if let Some(script) = node.try_get_script::<FlockObstacle>() {
        pen.shape(&script.shape, 0.0, EFFECT);
    }
    if node.has_script::<FlockHunter>() {
        pen.sphere(HUNTER, EXIT);
    }
    if let Some(script) = node.try_get_script::<FlockPerches>() {
        let half_extents = *script.half_extents;
        pen.shape(&EffectShape::Box { half_extents }, 0.0, EFFECT);
        pen.shape(&EffectShape::Box { half_extents }, *script.reach, REACH);
    }
    if let Some(script) = node.try_get_script::<FlockReef>() {
        let half_extents = *script.size / 2.0;
        // The rock is scaled with its node.
        let unscaled = std::mem::replace(&mut pen.frame, node.global_transform());
        pen.shape(&EffectShape::Box { half_extents }, 0.0, EFFECT);
        pen.frame = unscaled;
    }
    if let Some(script) = node.try_get_script::<FlockWind>() {
        for (x, y) in [
            (0.0, 0.0),
            (APART, 0.0),
            (-APART, 0.0),
            (0.0, APART),
            (0.0, -APART),
        ] {
            let begin = Vec3::new(x, y, -WIND / 2.0);
            pen.arrow(begin, begin + Vec3::z() * WIND, EFFECT);
        }
        // A wind that does not blow has no direction.
        if *script.speed == 0.0 {
            pen.sphere(APART, REACH);
        }
    }
    if let Some(script) = node.try_get_script::<FlockEmitter>() {
        pen.sphere(*script.radius, START);
        if *script.speed > 0.0 {
            let end = Vec3::z() * (*script.radius + script.speed.min(WIND));
            pen.arrow(Vec3::zeros(), end, START);
        }
        if *script.farthest > 0.0 {
            pen.sphere(*script.farthest, EXIT);
        }
        if let Ok(exit) = graph.try_get_node(*script.exit) {
            pen.frame = Matrix4::new_translation(&exit.global_position());
            pen.sphere(*script.exit_radius, EXIT);
        }
    }
    if let Some(script) = node.try_get_script::<FlockAltitudeBand>() {
        // Level, however the node is turned.
        pen.frame = Matrix4::new_translation(&node.global_position());
        pen.band([*script.lowest, *script.highest]);
    }
    if let Some(script) = node.try_get_script::<FlockPath>() {
        draw_path(script, graph, handle, context);
    }
}

/// The curve, with circles of the tube around it.
fn draw_path(
    script: &FlockPath,
    graph: &Graph,
    node: Handle<Node>,
    context: &mut SceneDrawingContext,
) {
    let curve = script.curve(graph, node);
    let is_finite = curve.iter().flatten().all(|x| x.is_finite());
    if !is_finite {
        return;
    }
    for pair in curve.windows(2) {
        let [begin, end] = [pair[0], pair[1]];
        context.add_line(Line {
            begin,
            end,
            color: EFFECT,
        });
    }
    for pair in curve.chunks(8).filter(|chunk| chunk.len() > 1) {
        let along = pair[1] - pair[0];
        if along.norm() > 1e-6 && script.radius.is_finite() {
            // The circle lies in the XY plane of its frame.
            let toward = Matrix4::face_towards(&pair[0].into(), &pair[1].into(), &upward(along));
            context.draw_circle(Vec3::zeros(), *script.radius, SIDES, toward, REACH);
        }
    }
}

/// A vector that is not along another one.
fn upward(along: Vec3) -> Vec3 {
    if along.xz().norm() > 1e-3 * along.norm() {
        Vec3::y()
    } else {
        Vec3::x()
    }
}

/// Draws in the frame of a node.
struct Pen<'a> {
    frame: Matrix4<f32>,
    context: &'a mut SceneDrawingContext,
}

impl Pen<'_> {
    fn arrow(&mut self, begin: Vec3, end: Vec3, color: Color) {
        let [begin, end] = [begin, end].map(|it| self.frame.transform_point(&it.into()).coords);
        if begin.iter().chain(&end).all(|x| x.is_finite()) {
            draw_arrow(begin, end, color, self.context);
        }
    }

    fn sphere(&mut self, radius: f32, color: Color) {
        if radius.is_finite() && radius > 0.0 {
            draw_sphere(Vec3::zeros(), radius, &self.frame, color, self.context);
        }
    }

    /// The reach from a sphere, if the strength falls off within a distance that can be seen.
    fn reach(&mut self, strength: &Strength, radius: f32) {
        self.sphere(radius + strength.reach, REACH);
    }

    /// Two spheres at the ends of a line through a point, and lines between them.
    fn capsule(&mut self, center: Vec3, [half, radius]: [f32; 2], along: Vec3, color: Color) {
        if !(half.is_finite() && radius.is_finite()) {
            return;
        }
        for end in [along * half, -along * half] {
            draw_sphere(center + end, radius, &self.frame, color, self.context);
        }
        let aside = [0, 1, 2].map(|axis| {
            let mut aside = Vec3::zeros();
            aside[axis] = radius;
            aside - along * aside.dot(&along)
        });
        for side in aside.into_iter().flat_map(|side| [side, -side]) {
            let [begin, end] = [half, -half].map(|half| center + side + along * half);
            let place = |at: Vec3| self.frame.transform_point(&at.into()).coords;
            let (begin, end) = (place(begin), place(end));
            self.context.add_line(Line { begin, end, color });
        }
    }

    /// A box between two heights.
    fn band(&mut self, [lowest, highest]: [f32; 2]) {
        if lowest.is_finite() && highest.is_finite() {
            let (min, max) = (
                Vec3::new(-BAND, lowest, -BAND),
                Vec3::new(BAND, highest, BAND),
            );
            draw_region(&Region::Box { min, max }, &self.frame, EFFECT, self.context);
        }
    }

    /// A shape that is larger by some metres.
    fn shape(&mut self, shape: &EffectShape, larger: f32, color: Color) {
        match *shape {
            EffectShape::Sphere { radius } => self.sphere(radius + larger, color),
            EffectShape::Box { half_extents } => {
                let max = half_extents.add_scalar(larger);
                let region = Region::Box { min: -max, max };
                draw_region(&region, &self.frame, color, self.context);
            }
            EffectShape::Capsule {
                half_height,
                radius,
            } => self.capsule(
                Vec3::zeros(),
                [half_height, radius + larger],
                Vec3::y(),
                color,
            ),
            // It is drawn as it is.
            EffectShape::Mesh { .. } => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::{base::BaseBuilder, pivot::PivotBuilder};

    fn lines(script: impl fyrox::script::ScriptTrait, points: &[Vec3]) -> Vec<Line> {
        let mut graph = Graph::new();
        let base = BaseBuilder::new().with_script(script);
        let node = PivotBuilder::new(base).build(&mut graph).to_base();
        for point in points {
            let child = PivotBuilder::new(BaseBuilder::new()).build(&mut graph);
            graph[child].local_transform_mut().set_position(*point);
            graph.link_nodes(child, node);
        }
        graph.update_hierarchical_data();
        let mut context = SceneDrawingContext::default();
        draw_effect(&graph, node, &mut context);
        context.lines
    }

    fn farthest(lines: &[Line], along: Vec3) -> f32 {
        let ends = lines.iter().flat_map(|line| [line.begin, line.end]);
        ends.map(|end| end.dot(&along)).fold(f32::MIN, f32::max)
    }

    #[test]
    fn arrows_volumes_and_paths_are_as_large_as_they_are() {
        let guide = lines(FlockGuide::default(), &[]);
        assert!((farthest(&guide, Vec3::z()) - 8.0).abs() < 1e-3);
        let shape = EffectShape::Capsule {
            half_height: 2.0,
            radius: 0.5,
        };
        let obstacle = FlockObstacle {
            shape: shape.into(),
            ..FlockObstacle::default()
        };
        let obstacle = lines(obstacle, &[]);
        assert!((farthest(&obstacle, Vec3::y()) - 2.5).abs() < 1e-3);
        assert!((farthest(&obstacle, Vec3::x()) - 0.5).abs() < 1e-3);
        let path = lines(FlockPath::default(), &[Vec3::zeros(), Vec3::x() * 4.0]);
        assert!((farthest(&path, Vec3::x()) - 4.0).abs() < 1e-3);
        assert!((farthest(&path, Vec3::y()) - 1.0).abs() < 1e-2);
        let band = lines(FlockAltitudeBand::default(), &[]);
        assert!((farthest(&band, Vec3::y()) - 5.0).abs() < 1e-3);
        assert!(farthest(&band, -Vec3::y()).abs() < 1e-3);
        assert!(!lines(FlockWind::default(), &[]).is_empty());
        assert!(!lines(FlockVolume::default(), &[]).is_empty());
        assert!(!lines(FlockEmitter::default(), &[]).is_empty());
        assert!(!lines(FlockLeader::default(), &[]).is_empty());
        assert!(!lines(FlockHunter::default(), &[]).is_empty());
        assert!(!lines(FlockPerches::default(), &[]).is_empty());
        let reef = lines(FlockReef::default(), &[]);
        assert!((farthest(&reef, Vec3::x()) - 12.0).abs() < 1e-3);
        assert!((farthest(&reef, Vec3::y()) - 4.0).abs() < 1e-3);
    }

    #[test]
    fn bad_values_are_not_drawn() {
        let bad = f32::NAN;
        let all = [
            lines(
                FlockGuide {
                    length: bad.into(),
                    ..FlockGuide::default()
                },
                &[],
            ),
            lines(
                FlockPath {
                    radius: bad.into(),
                    ..FlockPath::default()
                },
                &[],
            ),
            lines(
                FlockAltitudeBand {
                    highest: bad.into(),
                    ..FlockAltitudeBand::default()
                },
                &[],
            ),
            lines(
                FlockReef {
                    size: Vec3::new(1.0, bad, 1.0).into(),
                    ..FlockReef::default()
                },
                &[],
            ),
            lines(FlockPath::default(), &[Vec3::repeat(bad), Vec3::x()]),
            lines(
                FlockEmitter {
                    radius: bad.into(),
                    ..FlockEmitter::default()
                },
                &[],
            ),
        ];
        for line in all.iter().flatten() {
            let numbers = line.begin.iter().chain(&line.end);
            assert!(numbers.clone().all(|x| x.is_finite()), "{line:?}");
        }
    }
}
