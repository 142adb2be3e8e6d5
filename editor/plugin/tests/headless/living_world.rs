//! Flocks, each other and the level: two species from the window, events, spots of perches.

use crate::{
    create::create,
    driver::{open_panel, run, History, Script},
    scene::{add_box, camera_position, flock, node, scene, scene_mut, selection},
};
use fyrox::{
    core::{algebra::Vector3, Uuid},
    gui::{dropdown_list::DropdownListMessage, test::UserInterfaceTestingExtension, text::Text},
};
use fyrox_flock::{scripts::FlockPerches, sim::world::RelationKind};
use fyrox_flock_editor::{ids, species_ids, EffectKind, FlockKind, Menu};
use fyroxed_base::{menu::create::CreateEntityRootMenu, Editor};

const HUNTERS: &str = "Hunters (Falcons)";
const PREY: &str = "Starlings";

fn text_of(editor: &Editor, id: Uuid) -> String {
    let ui = editor.engine.user_interfaces.first();
    ui.find_by_uuid_of::<Text>(id).unwrap().text()
}

/// Creates hunters and prey in the window, with its default choices.
fn create_species(script: &mut Script) {
    script
        .click(CreateEntityRootMenu::CREATE)
        .click(Menu::Create.id())
        .click(species_ids::OPEN)
        .wait(10)
        .click(species_ids::CREATE)
        .wait(10);
}

#[test]
fn hunters_and_prey_are_made_at_once() {
    run(
        "living_world::hunters_and_prey_are_made_at_once",
        |script| {
            let history = History::default();
            history.keep(script);
            create_species(script);
            script.act(|editor| {
                let [hunters, prey] = [HUNTERS, PREY].map(|name| node(editor, name).unwrap());
                assert_eq!(selection(editor), [hunters, prey]);
                let relation = |name| flock(editor, name).relations[0].clone();
                assert_eq!(relation(HUNTERS).kind, RelationKind::Hunt);
                assert_eq!(relation(HUNTERS).flock, prey);
                assert_eq!(relation(PREY).kind, RelationKind::Flee);
                assert_eq!(relation(PREY).flock, hunters);
            });
            history.assert_undo_and_redo(script, |editor| {
                assert_eq!(node(editor, HUNTERS), None);
                assert_eq!(node(editor, PREY), None);
            });
            script.act(|editor| {
                let prey = node(editor, PREY).unwrap();
                assert_eq!(flock(editor, HUNTERS).relations[0].flock, prey);
            });
        },
    );
}

#[test]
fn two_kinds_are_chosen() {
    run("living_world::two_kinds_are_chosen", |script| {
        script
            .click(CreateEntityRootMenu::CREATE)
            .click(Menu::Create.id())
            .click(species_ids::OPEN)
            .wait(10);
        script.act(|editor| {
            let ui = editor.engine.user_interfaces.first();
            for (list, index) in [
                (species_ids::FIRST, 1),
                (species_ids::SECOND, 1),
                (species_ids::PAIRING, 1),
            ] {
                let list = ui.find_by_uuid(list).unwrap().handle();
                ui.send(list, DropdownListMessage::Selection(Some(index)));
            }
        });
        script.click(species_ids::CREATE).wait(10);
        script.act(|editor| {
            let names = [FlockKind::ALL[1].name, "Reef Fish 2"];
            for (name, other) in [(names[0], names[1]), (names[1], names[0])] {
                let relations = &flock(editor, name).relations;
                assert_eq!(relations.len(), 1);
                assert_eq!(relations[0].kind, RelationKind::FlockWith);
                assert_eq!(relations[0].flock, node(editor, other).unwrap());
            }
        });
    });
}

#[test]
fn attacks_are_counted_in_the_panel() {
    run("living_world::attacks_are_counted_in_the_panel", |script| {
        create_species(script);
        open_panel(script);
        script.click(ids::VIEWPORT_PREVIEW);
        script.act(|editor| {
            let handle = node(editor, PREY).unwrap().into();
            let message = fyroxed_base::Message::SelectObject { handle };
            editor.message_sender.send(message);
        });
        script.until_within(60, |editor| {
            text_of(editor, ids::EVENTS).contains("attacks on it")
        });
        script.act(|editor| {
            let counts = text_of(editor, ids::EVENT_COUNTS);
            assert!(counts.ends_with("% caught"), "{counts}");
        });
    });
}

fn perches_summary(editor: &Editor) -> String {
    text_of(editor, ids::PERCH_SUMMARY)
}

#[test]
fn spots_of_perches_are_drawn_and_counted() {
    run(
        "living_world::spots_of_perches_are_drawn_and_counted",
        |script| {
            // A floor for the area of the perches, at the place that the camera looks at.
            script.act(|editor| {
                let height = camera_position(editor).y;
                add_box(editor, Vector3::new(50.0, 0.5, 50.0), height - 3.0);
            });
            script.wait(5);
            create(script, FlockKind::ALL[2]);
            open_panel(script);
            script
                .click(CreateEntityRootMenu::CREATE)
                .click(Menu::Create.id())
                .click(EffectKind::Perches.item_id(Menu::Create));
            script.until(|editor| perches_summary(editor).contains("live preview"));
            script.click(ids::VIEWPORT_PREVIEW);
            script.until(|editor| perches_summary(editor).starts_with("perches: "));
            script.act(|editor| {
                let summary = perches_summary(editor);
                assert!(!summary.starts_with("perches: 0"), "{summary}");
                let lines = scene(editor).drawing_context.lines.len();
                assert!(lines > 100, "{lines}");
            });
            // No surface is there.
            script.act(|editor| {
                let area = node(editor, "Flock Perches").unwrap();
                let graph = &mut scene_mut(editor).graph;
                let perches = graph[area].try_get_script_mut::<FlockPerches>().unwrap();
                perches.half_extents = Vector3::repeat(0.1).into();
            });
            script.until(|editor| perches_summary(editor).starts_with("perches: 0 spots"));
        },
    );
}
