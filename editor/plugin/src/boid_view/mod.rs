//! One boid of the selected flock in the scene view: its perception, the accelerations that the
//! rules want, and the camera that follows it. Not available for flocks on the GPU.

mod labels;
mod perception;
mod wish_arrows;

use crate::{
    gizmo::{self, Pointer},
    preview::Preview,
    scene_flocks::{current_graph, current_scene, frame, script, selected_flock},
};
use fyrox::{
    core::{algebra::Point3, pool::Handle},
    graph::SceneGraph,
    scene::{
        camera::{Camera, Projection},
        node::Node,
        Scene,
    },
};
use fyrox_flock::{
    debug::sight_lines,
    sim::{
        self,
        boids::{RuleWishes, Sight},
        Boid, BoidId, Vec3,
    },
};
use fyroxed_base::{scene::GameScene, Editor};
use labels::Labels;
use perception::Viewpoint;
use wish_arrows::WishArrow;

/// Distance in pixels within which a click selects a boid.
const REACH: f32 = 30.0;

/// Initial distance of the camera from a boid that it follows, in perception radii.
const FOLLOW_DISTANCE: f32 = 3.0;

/// Smallest distance of that camera, in metres.
const LEAST_DISTANCE: f32 = 0.3;

/// Fraction of the distance to the boid that the camera moves in a frame. It smooths the steps of
/// the simulation, which may be fewer than the frames.
const FOLLOW_SHARE: f32 = 0.3;

/// The watched boid, and the labels of its arrows.
#[derive(Debug)]
pub(crate) struct BoidView {
    /// True while the editor's camera follows the boid.
    follows: bool,
    node: Handle<Node>,
    id: Option<BoidId>,
    labels: Labels,
}

/// A boid of the preview, with everything that is drawn of it.
struct Watched {
    boid: Boid,
    wishes: RuleWishes,
    /// `None` if boids do not avoid geometry, or if the boid waits.
    sight: Option<Sight>,
}

impl BoidView {
    pub(crate) fn add_to(editor: &mut Editor) -> Self {
        Self {
            follows: false,
            node: Handle::NONE,
            id: None,
            labels: Labels::add_to(editor),
        }
    }

    /// Draws the watched boid of the selected flock, or the perception at the flock's node if there
    /// is no boid. The editor removes all lines at the next frame.
    pub(crate) fn update(&mut self, preview: &Preview, editor: &mut Editor) {
        let click = gizmo::take_click(editor);
        let mut arrows = Vec::new();
        let selected = selected_flock(editor);
        let flock = selected.and_then(|node| preview.flock(editor, node));
        if flock.is_none() {
            self.id = None;
        }
        if let Some(node) = selected {
            let watched = flock.and_then(|flock| self.watch(node, flock, click, editor));
            arrows = draw(node, watched.as_ref(), editor);
            if let (true, Some(watched)) = (self.follows, watched) {
                follow(watched.boid.position, editor);
            }
        }
        self.labels.show(&arrows, camera(editor), editor);
    }

    /// The watched boid, and the node of its flock.
    pub(crate) fn watched(&self) -> Option<(Handle<Node>, BoidId)> {
        Some((self.node, self.id?))
    }

    /// Makes the camera follow the boid, or stops it.
    pub(crate) fn set_follows(&mut self, follows: bool, editor: &mut Editor) {
        self.follows = follows;
        let reach = selected_flock(editor).and_then(|node| {
            let script = script(current_graph(editor)?, node)?;
            Some(perception::reach(script))
        });
        if let (true, Some(reach)) = (follows, reach) {
            approach((FOLLOW_DISTANCE * reach).max(LEAST_DISTANCE), editor);
        }
    }

    /// The clicked boid; without a click the same boid as before while it is alive.
    fn watch(
        &mut self,
        node: Handle<Node>,
        flock: &sim::Flock,
        click: Option<Pointer>,
        editor: &Editor,
    ) -> Option<Watched> {
        // Reading one boid would read back all boids from the GPU in every frame.
        if flock.adapter().is_some() {
            self.id = None;
            return None;
        }
        let clicked = click.and_then(|click| {
            click.nearest(flock.boids(), |boid| boid.position, camera(editor)?, REACH)
        });
        let known = self.id.filter(|_| self.node == node);
        let boid = clicked
            .or_else(|| flock.boid(known?))
            .or_else(|| flock.boids().next());
        (self.node, self.id) = (node, boid.as_ref().map(|boid| boid.id));
        let boid = boid?;
        Some(Watched {
            wishes: flock.wishes(boid.id)?,
            sight: flock.sight(boid.id),
            boid,
        })
    }
}

/// Draws the perception of a flock's boid and the arrows of its rules. Returns the arrows.
fn draw(node: Handle<Node>, watched: Option<&Watched>, editor: &mut Editor) -> Vec<WishArrow> {
    let Some(scene) = current_scene(editor).map(|it| it.scene) else {
        return Vec::new();
    };
    let Scene {
        graph,
        drawing_context,
        ..
    } = &mut editor.engine.scenes[scene];
    let Some(script) = script(graph, node) else {
        return Vec::new();
    };
    let viewpoint = match watched {
        Some(watched) => Viewpoint::new(watched.boid.position, watched.boid.velocity),
        None => {
            let frame = frame(graph, node);
            let origin = frame.transform_point(&Point3::origin()).coords;
            let ahead = frame.transform_vector(&Vec3::z());
            Viewpoint::new(origin, ahead * script.motion.max_speed)
        }
    };
    perception::draw(script, &viewpoint, drawing_context);
    let Some(watched) = watched else {
        return Vec::new();
    };
    if let Some(sight) = &watched.sight {
        drawing_context.lines.extend(sight_lines(sight));
    }
    let arrows = wish_arrows::arrows(script, watched.boid.position, &watched.wishes);
    for arrow in &arrows {
        arrow.draw(drawing_context);
    }
    arrows
}

fn camera(editor: &Editor) -> Option<&Camera> {
    let camera = current_scene(editor)?.camera_controller.camera;
    current_graph(editor)?.try_get(camera).ok()
}

/// Moves the orbit centre of the editor's camera towards a boid. The user can still rotate and
/// zoom.
fn follow(target: Vec3, editor: &mut Editor) {
    let Some(game_scene) = current_scene(editor) else {
        return;
    };
    let (scene, pivot) = (game_scene.scene, game_scene.camera_controller.pivot);
    if let Ok(pivot) = editor.engine.scenes[scene].graph.try_get_mut(pivot) {
        let transform = pivot.local_transform_mut();
        let position = **transform.position();
        transform.set_position(position.lerp(&target, FOLLOW_SHARE));
    }
}

/// Sets the distance of the editor's camera from its orbit centre. An orthographic camera keeps its
/// size.
fn approach(distance: f32, editor: &mut Editor) {
    let has_perspective = camera(editor)
        .is_some_and(|camera| matches!(camera.projection(), Projection::Perspective(_)));
    let entry = editor.scenes.current_scene_entry_mut();
    let game_scene = entry.controller.downcast_mut::<GameScene>();
    if let (true, Some(game_scene)) = (has_perspective, game_scene) {
        game_scene.camera_controller.z_offset = -distance;
    }
}
