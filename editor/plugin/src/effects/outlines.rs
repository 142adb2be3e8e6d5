//! Outlines of the selected script that affects flocks, and of the relations of the selected flock.

use super::{
    effect_kind::draw_all,
    mesh_edges::MeshEdges,
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

/// The outlines of the selection.
#[derive(Debug, Default)]
pub(crate) struct EffectOutlines {
    meshes: MeshEdges,
}

impl EffectOutlines {
    /// Draws the outlines. The editor removes all lines at the next frame.
    pub(crate) fn draw(&mut self, editor: &mut Editor) {
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
        self.meshes.begin_frame();
        if let Some(effect) = effect {
            draw_all(graph, effect, &mut self.meshes, drawing_context);
        }
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
    use fyrox::{
        core::algebra::Matrix4,
        scene::{
            base::BaseBuilder,
            debug::Line,
            mesh::{
                surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
                MeshBuilder,
            },
            pivot::PivotBuilder,
            sound::listener::ListenerBuilder,
        },
    };
    use fyrox_flock::{
        scripts::{
            EffectShape, FlockAltitudeBand, FlockEmitter, FlockFollower, FlockFormation,
            FlockGuide, FlockLeader, FlockObstacle, FlockPath, FlockPerches, FlockPredator,
            FlockReef, FlockSound, FlockVolume, FlockWind, FormationForm,
        },
        sim::Vec3,
    };

    fn lines(script: impl fyrox::script::ScriptTrait, points: &[Vec3]) -> Vec<Line> {
        lines_in(&mut Graph::new(), script, points)
    }

    fn lines_in(
        graph: &mut Graph,
        script: impl fyrox::script::ScriptTrait,
        points: &[Vec3],
    ) -> Vec<Line> {
        let base = BaseBuilder::new().with_script(script);
        let node = PivotBuilder::new(base).build(graph).to_base();
        for point in points {
            let child = PivotBuilder::new(BaseBuilder::new()).build(graph);
            graph[child].local_transform_mut().set_position(*point);
            graph.link_nodes(child, node);
        }
        lines_at(graph, node)
    }

    fn lines_at(graph: &mut Graph, node: Handle<Node>) -> Vec<Line> {
        graph.update_hierarchical_data();
        let mut context = SceneDrawingContext::default();
        draw_all(graph, node, &mut MeshEdges::default(), &mut context);
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

    /// A cube of 2 m.
    fn add_cube(graph: &mut Graph, at: Vec3) -> Handle<Node> {
        let cube = SurfaceData::make_cube(Matrix4::new_scaling(2.0));
        let cube = SurfaceBuilder::new(SurfaceResource::new_embedded(cube)).build();
        let node: Handle<Node> = MeshBuilder::new(BaseBuilder::new())
            .with_surfaces(vec![cube])
            .build(graph)
            .to_base();
        graph[node].local_transform_mut().set_position(at);
        node
    }

    #[test]
    fn a_formation_shows_its_places_its_points_and_its_mesh() {
        let of_form = |form| FlockFormation {
            form: FormationForm::into(form),
            ..FlockFormation::default()
        };
        // The node is the tip, and the arrow shows ahead.
        let geese = lines(FlockFormation::default(), &[]);
        assert!((farthest(&geese, Vec3::z()) - 1.5).abs() < 1e-3);
        assert!(farthest(&geese, -Vec3::z()) > 5.0);
        let points = [Vec3::y() * 2.0, Vec3::x() * 3.0];
        let drawn = lines(of_form(FormationForm::Points), &points);
        assert!((farthest(&drawn, Vec3::x()) - 3.15).abs() < 1e-3);
        assert!((farthest(&drawn, Vec3::y()) - 2.15).abs() < 1e-3);
        // A mesh far away gives its form at the node.
        let mut graph = Graph::new();
        let node = add_cube(&mut graph, Vec3::x() * 40.0);
        let drawn = lines_in(&mut graph, of_form(FormationForm::Surface { node }), &[]);
        let size = farthest(&drawn, Vec3::x());
        assert!((1.0..1.1).contains(&size), "{size}");
        graph.remove_node(node);
        let arrow = lines_in(&mut graph, of_form(FormationForm::Volume { node }), &[]);
        assert!((1..10).contains(&arrow.len()), "{}", arrow.len());
    }

    fn follower(offset: Vec3) -> FlockFollower {
        let mut follower = FlockFollower::default();
        follower.offset = offset.into();
        follower
    }

    #[test]
    fn a_follower_shows_its_place_beside_the_boid() {
        let offset = Vec3::new(0.0, 2.0, -3.0);
        let follower = lines(follower(offset), &[]);
        assert!(follower
            .iter()
            .any(|line| (line.end - offset).norm() < 1e-4));
        assert!(farthest(&follower, Vec3::z()) > 0.4);
        assert!((farthest(&follower, Vec3::y()) - 2.1).abs() < 1e-2);
    }

    #[test]
    fn sounds_show_their_range_around_the_listener() {
        let mut graph = Graph::new();
        let sound = BaseBuilder::new().with_script(FlockSound::default());
        let sound = PivotBuilder::new(sound).build(&mut graph).to_base();
        let content = PivotBuilder::new(BaseBuilder::new().with_child(sound)).build(&mut graph);
        // As in an editor, which has a listener of its own beside the nodes of the scene.
        let [_, ear] = [7.0, 5.0].map(|x| {
            let ear = ListenerBuilder::new(BaseBuilder::new()).build(&mut graph);
            graph[ear].local_transform_mut().set_position(Vec3::x() * x);
            ear
        });
        let without = lines_at(&mut graph, sound);
        assert!((farthest(&without, Vec3::x()) - 30.0).abs() < 1e-3);
        graph.link_nodes(ear, content);
        let with = lines_at(&mut graph, sound);
        assert!((farthest(&with, Vec3::x()) - 35.0).abs() < 1e-3);
        assert!((farthest(&with, -Vec3::x()) - 25.0).abs() < 1e-3);
    }

    #[test]
    fn meshes_show_their_edges_and_their_reach() {
        let mut graph = Graph::new();
        let node = add_cube(&mut graph, Vec3::x() * 4.0);
        let mesh = |node| FlockVolume {
            shape: EffectShape::Mesh { node }.into(),
            ..FlockVolume::default()
        };
        let drawn = lines_in(&mut graph, mesh(node), &[]);
        // Those of the cube, and those at its reach, which moves the corners by 3 m.
        assert_eq!(drawn.len(), 2 * 12);
        let corner = 1.0 + 3.0 / 3.0_f32.sqrt();
        // Before the surface, which would hide parts of them.
        let before = farthest(&drawn[..12], Vec3::x()) - 5.0;
        assert!((1e-3..0.02).contains(&before), "{before}");
        assert!((farthest(&drawn[12..], Vec3::x()) - 4.0 - corner).abs() < 1e-4);
        // Neither a node without a mesh nor a missing node is an error.
        assert!(lines_in(&mut graph, mesh(Handle::NONE), &[]).is_empty());
        graph.remove_node(node);
        assert!(lines_in(&mut graph, mesh(node), &[]).is_empty());
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
                FlockFormation {
                    spacing: bad.into(),
                    ..FlockFormation::default()
                },
                &[],
            ),
            lines(
                FlockFormation {
                    form: FormationForm::Points.into(),
                    ..FlockFormation::default()
                },
                &[Vec3::repeat(bad), Vec3::x()],
            ),
            lines(follower(Vec3::repeat(bad)), &[]),
            lines(
                FlockSound {
                    range: bad.into(),
                    ..FlockSound::default()
                },
                &[],
            ),
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
