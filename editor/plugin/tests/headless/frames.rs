//! A flock in the frame of a node that moves while the preview runs, as an animation moves it.

use crate::{
    create::create,
    driver::{run, Script},
    gizmo::{drag, spawn_radius},
    scene::{game_scene, node, scene, scene_mut},
};
use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder},
};
use fyrox_flock::Flock;
use fyrox_flock_editor::{ids, mode_id, FlockEditor, FlockKind};
use fyroxed_base::{Editor, Message};

const SCHOOL: FlockKind = FlockKind::ALL[0];

/// Distance that the ship moves in a frame of the editor, in metres.
const WAY: f32 = 0.1;

/// A ship with the school in its frame.
fn add_ship(editor: &mut Editor) {
    let school = node(editor, SCHOOL.name).unwrap();
    let content = game_scene(editor).scene_content_root;
    let graph = &mut scene_mut(editor).graph;
    let ship = PivotBuilder::new(BaseBuilder::new().with_name("Ship"));
    let ship: Handle<Node> = ship.build(graph).to_base();
    graph.link_nodes(ship, content);
    graph.link_nodes(school, ship);
    graph.update_hierarchical_data();
    let script = graph[school].try_get_script_mut::<Flock>().unwrap();
    script.frame = ship.into();
}

fn place(editor: &Editor) -> Vector3<f32> {
    scene(editor).graph[node(editor, SCHOOL.name).unwrap()].global_position()
}

fn sail(editor: &mut Editor) {
    let ship = node(editor, "Ship").unwrap();
    let graph = &mut scene_mut(editor).graph;
    let transform = graph[ship].local_transform_mut();
    let at = **transform.position() + Vector3::new(WAY, 0.0, 0.0);
    transform.set_position(at);
    graph.update_hierarchical_data();
}

fn start(script: &mut Script) {
    create(script, SCHOOL);
    script.act(add_ship);
    script.click(ids::VIEWPORT_PREVIEW);
    script.until(|editor| preview(editor).is_some_and(|it| it.statistics().steps > 5));
}

/// The school in the preview.
fn preview(editor: &Editor) -> Option<&fyrox_flock::sim::Flock> {
    let plugin = editor.plugins.get::<FlockEditor>();
    plugin.preview.flock(editor, node(editor, SCHOOL.name)?)
}

#[test]
fn a_flock_moves_with_its_frame_and_so_do_its_handles() {
    run(
        "frames::a_flock_moves_with_its_frame_and_so_do_its_handles",
        |script| {
            start(script);
            for _ in 0..40 {
                script.act(sail).wait(1);
            }
            script.wait(2);
            script.act(|editor| {
                let (place, flock) = (place(editor), preview(editor).unwrap());
                assert!((flock.frame().origin.x - f64::from(40.0 * WAY)).abs() < 1e-3);
                let sum: Vector3<f32> = flock.boids().map(|it| it.position).sum();
                let middle = sum / flock.len() as f32 - place;
                assert!(middle.norm() < 2.0, "{middle}");
            });
            script.send(|| Message::SetInteractionMode(mode_id()));
            drag(script, 30.0);
            script.act(|editor| {
                let radius = spawn_radius(editor);
                assert!(radius > 2.05 && radius < 3.5, "{radius}");
            });
        },
    );
}
