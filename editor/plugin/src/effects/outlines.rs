//! Outlines of the selected script that affects flocks, and of the relations of the selected flock.

use super::{
    effect_kind::draw_all,
    pen::{DANGER, EFFECT, START},
};
use crate::{
    arrow::draw_arrow,
    scene_flocks::{current_scene, script, selected_effect, selected_flock},
};
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{debug::SceneDrawingContext, graph::Graph, node::Node, Scene},
};
use fyrox_flock::sim::world::RelationKind;
use fyroxed_base::Editor;

/// Draws the outlines of the selection. The editor removes all lines at the next frame.
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
        draw_all(graph, effect, drawing_context);
    }
}

/// Arrows to the other flocks that a flock is related to.
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
            RelationKind::Hunt => DANGER,
        };
        if let Ok(other) = graph.try_get_node(relation.flock) {
            draw_arrow(begin, other.global_position(), color, context);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::{base::BaseBuilder, debug::Line, pivot::PivotBuilder};
    use fyrox_flock::{
        scripts::{
            EffectShape, FlockAltitudeBand, FlockEmitter, FlockGuide, FlockLeader, FlockObstacle,
            FlockPath, FlockPerches, FlockPredator, FlockReef, FlockVolume, FlockWind,
        },
        sim::Vec3,
    };

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
        draw_all(&graph, node, &mut context);
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
        assert!(!lines(FlockPredator::default(), &[]).is_empty());
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
