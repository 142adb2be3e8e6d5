//! Many random actions in a row.

use crate::{
    driver::run,
    scene::{flocks, scene_mut},
};
use fyrox::{
    core::{algebra::Vector2, pool::Handle},
    gui::{
        button::ButtonMessage, check_box::CheckBoxMessage, menu::MenuItemMessage,
        test::UserInterfaceTestingExtension,
    },
    scene::node::Node,
};
use fyrox_flock::{
    sim::{settings::Region, Vec3},
    Flock,
};
use fyrox_flock_editor::{ids, mode_id, FlockKind, Menu};
use fyroxed_base::{
    scene::{commands::graph::DeleteSubGraphCommand, GameScene},
    Editor, Message,
};

const ACTIONS: usize = 200;

/// Numbers from a fixed seed (Lehmer).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0 * 48_271 % 0x7fff_ffff;
        (self.0 as usize / 7) % end
    }
}

/// Values that a user could type.
const VALUES: [f32; 8] = [f32::NAN, f32::INFINITY, -1.0, 0.0, 0.3, 5.0, 1e9, f32::MAX];

fn is_game_scene(editor: &Editor) -> bool {
    let controller = editor.scenes.current_scene_controller_ref();
    controller.downcast_ref::<GameScene>().is_some()
}

fn press(editor: &Editor, id: fyrox::core::Uuid) {
    let ui = editor.engine.user_interfaces.first();
    if let Some(widget) = ui.find_by_uuid(id) {
        ui.post(widget.handle(), ButtonMessage::Click);
    }
}

fn check(editor: &Editor, id: fyrox::core::Uuid, is_checked: bool) {
    let ui = editor.engine.user_interfaces.first();
    if let Some(widget) = ui.find_by_uuid(id) {
        ui.post(widget.handle(), CheckBoxMessage::Check(Some(is_checked)));
    }
}

/// Clicks at a random position in the scene view.
fn click(editor: &mut Editor, random: &mut Random) {
    let bounds = editor
        .scene_viewer
        .frame_bounds(editor.engine.user_interfaces.first());
    let part = |end: f32, random: &mut Random| end * random.below(100) as f32 / 100.0;
    let offset = Vector2::new(part(bounds.w(), random), part(bounds.h(), random));
    let ui = editor.engine.user_interfaces.first_mut();
    ui.click(bounds.position + offset);
}

fn act(editor: &mut Editor, random: &mut Random) {
    let send = |editor: &Editor, message| editor.message_sender.send(message);
    let action = random.below(22);
    if !is_game_scene(editor) {
        return send(editor, Message::NewScene);
    }
    let all = flocks(editor);
    let flock = (!all.is_empty()).then(|| all[random.below(all.len())]);
    match (action, flock) {
        (0 | 1, _) => {
            let kind = FlockKind::ALL[random.below(FlockKind::ALL.len())];
            let ui = editor.engine.user_interfaces.first();
            let menu = [Menu::Create, Menu::CreateChild][action];
            let item = ui.find_by_uuid(kind.item_id(menu)).unwrap();
            ui.post(item.handle(), MenuItemMessage::Click);
        }
        (2 | 3, _) => send(editor, Message::UndoCurrentSceneCommand),
        (4, _) => send(editor, Message::RedoCurrentSceneCommand),
        (5, _) => press(editor, ids::VIEWPORT_PREVIEW),
        (6, _) => press(editor, ids::PAUSE),
        (7, _) => press(editor, ids::STEP),
        (8, _) => press(editor, ids::RESTART),
        (9, Some(flock)) => {
            let command = DeleteSubGraphCommand::new(flock);
            editor.message_sender.do_command(command);
        }
        (10, Some(flock)) => {
            let handle = flock.into();
            send(editor, Message::SelectObject { handle });
        }
        (11, _) => press(editor, ids::APPLY_PRESET),
        (12, Some(flock)) => spoil(editor, flock, random),
        (13, _) => send(editor, Message::SetInteractionMode(mode_id())),
        (16, _) => check(editor, ids::FOLLOW_BOID, random.below(2) == 0),
        (17, _) => check(editor, ids::CHECK_CROSSINGS, random.below(2) == 0),
        (18, _) => check(editor, ids::GEOMETRY, random.below(2) == 0),
        (19, _) => check(editor, ids::ONLY_SELECTED, random.below(2) == 0),
        (20 | 21, _) => click(editor, random),
        (14, _) if random.below(3) == 0 => send(editor, Message::NewScene),
        (15, _) if random.below(3) == 0 => {
            let id = editor.scenes.current_scene_entry_ref().id;
            send(editor, Message::CloseScene(id));
        }
        _ => press(editor, ids::FIRST_REMEDY),
    }
}

/// Sets random values in the script, some of them invalid, as the inspector would set them.
fn spoil(editor: &mut Editor, flock: Handle<Node>, random: &mut Random) {
    let graph = &mut scene_mut(editor).graph;
    let Some(script) = graph[flock].try_get_script_mut::<Flock>() else {
        return;
    };
    let value = VALUES[random.below(VALUES.len())];
    match random.below(5) {
        0 => script.cohesion.radius = value,
        1 => script.simulation.time_step = value,
        2 => script.motion.max_speed = value,
        3 => {
            let (min, max) = (Vec3::repeat(value), Vec3::repeat(1.0));
            script.boundary.shape = Region::Box { min, max };
        }
        _ => {
            let center = Vec3::zeros();
            script.spawn.region = Region::Sphere {
                center,
                radius: value,
            };
        }
    }
}

#[test]
fn nothing_panics() {
    run("random::nothing_panics", |script| {
        crate::driver::open_panel(script);
        let mut random = Random(20_261_122);
        for _ in 0..ACTIONS {
            let seed = random.below(1 << 30) as u64 + 1;
            script.act(move |editor| act(editor, &mut Random(seed)));
        }
        script.wait(30);
    });
}
