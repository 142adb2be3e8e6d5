//! The window that creates two flocks with a relation: hunters and prey, or species that flock
//! together.

use super::{command::NewRelation, kind::FlockKind};
use fyrox::{
    core::{algebra::Vector2, pool::Handle},
    graph::SceneGraph,
    gui::{
        button::{Button, ButtonBuilder, ButtonMessage},
        dropdown_list::{DropdownList, DropdownListBuilder},
        formatted_text::WrapMode,
        grid::{Column, GridBuilder, Row},
        message::UiMessage,
        stack_panel::StackPanelBuilder,
        text::TextBuilder,
        utils::{make_dropdown_list_option, make_simple_tooltip},
        widget::WidgetBuilder,
        window::{Window, WindowAlignment, WindowBuilder, WindowMessage, WindowTitle},
        BuildContext, Thickness, UiNode, UserInterface, VerticalAlignment,
    },
};
use fyrox_flock::{
    relations::FlockRelation,
    sim::{world::RelationKind, Preset, Settings},
    Flock,
};
use fyroxed_base::Editor;

/// Ids of the window's widgets, for tests and other plugins.
pub mod ids {
    use fyrox::core::{uuid, Uuid};

    /// The menu item *Two Species...*.
    pub const OPEN: Uuid = uuid!("2f617c3e-8b5d-4a90-9e17-d40c33aa0800");
    /// The list with the kind of the first flock.
    pub const FIRST: Uuid = uuid!("2f617c3e-8b5d-4a90-9e17-d40c33aa0801");
    /// The list with the kind of the second flock.
    pub const SECOND: Uuid = uuid!("2f617c3e-8b5d-4a90-9e17-d40c33aa0802");
    /// The list with the relation of the flocks.
    pub const PAIRING: Uuid = uuid!("2f617c3e-8b5d-4a90-9e17-d40c33aa0803");
    /// The button that creates the flocks and closes the window.
    pub const CREATE: Uuid = uuid!("2f617c3e-8b5d-4a90-9e17-d40c33aa0804");
}

/// Default number of hunters.
const HUNTERS: u32 = 3;

/// Speed of hunters relative to their prey.
const FASTER: f32 = 1.5;

/// Time before a hunter reaches its prey at which the prey sees it, in seconds.
const WARNING: f32 = 1.0;

/// The relation of two flocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pairing {
    /// The first, small flock hunts the second, which flees from it.
    HuntersAndPrey,
    /// They form one flock.
    Together,
    /// The second flock keeps away from the first.
    Shy,
}

impl Pairing {
    /// All variants, in the order of the list.
    const ALL: [Self; 3] = [Self::HuntersAndPrey, Self::Together, Self::Shy];

    fn name(self) -> &'static str {
        match self {
            Self::HuntersAndPrey => "the first hunts the second",
            Self::Together => "they flock together",
            Self::Shy => "the second avoids the first",
        }
    }
}

/// Two flocks to be created.
#[derive(Clone, Copy, Debug)]
pub(super) struct TwoSpecies {
    kinds: [FlockKind; 2],
    pairing: Pairing,
}

impl TwoSpecies {
    /// The flocks with their names.
    pub(super) fn flocks(&self) -> [(String, Flock); 2] {
        let mut flocks = self.kinds.map(|kind| kind.flock());
        for (flock, settings) in flocks.iter_mut().zip(self.settings()) {
            flock.set_settings(settings);
        }
        let mut names = self.kinds.map(|kind| kind.name.to_owned());
        if names[0] == names[1] {
            names[1] += " 2";
        }
        if self.pairing == Pairing::HuntersAndPrey {
            names[0] = format!("Hunters ({})", names[0]);
        }
        let ([first, second], [first_name, second_name]) = (flocks, names);
        [(first_name, first), (second_name, second)]
    }

    /// Radius of the free space that a boid of either flock needs, in metres.
    pub(super) fn room(&self) -> f32 {
        let [first, second] = self.kinds.map(|kind| kind.room());
        first.max(second)
    }

    fn settings(&self) -> [Settings; 2] {
        let [mut first, mut second] = self.kinds.map(|kind| kind.settings());
        // Related flocks need the same time step.
        let time_step = first.simulation.time_step.min(second.simulation.time_step);
        first.simulation.time_step = time_step;
        second.simulation.time_step = time_step;
        if self.pairing == Pairing::HuntersAndPrey {
            hunt(&mut first, &second);
            second.fear.enabled = true;
            second.fear.radius = second.fear.radius.max(WARNING * first.motion.max_speed);
            second.fear.weight = second.fear.weight.max(second.motion.max_acceleration);
            second.panic.enabled = true;
        }
        [first, second]
    }

    /// The relations between the flocks.
    pub(super) fn relations(&self) -> Vec<NewRelation> {
        let [first, second] = self.settings();
        let new = |of: usize, kind, weight, radius| NewRelation {
            of,
            to: 1 - of,
            relation: FlockRelation {
                kind,
                weight,
                radius,
                ..FlockRelation::default()
            },
        };
        match self.pairing {
            Pairing::HuntersAndPrey => {
                let (min, max) = second.boundary.shape.bounds();
                let across = (max - min).norm().clamp(1.0, 10_000.0);
                let (hunt, flee) = (RelationKind::Hunt, RelationKind::Flee);
                vec![
                    new(0, hunt, first.motion.max_acceleration, across),
                    new(1, flee, second.fear.weight, second.fear.radius),
                ]
            }
            Pairing::Together => vec![
                new(0, RelationKind::FlockWith, 1.0, reach(&first)),
                new(1, RelationKind::FlockWith, 1.0, reach(&second)),
            ],
            Pairing::Shy => {
                let radius = (3.0 * reach(&second)).min(10_000.0);
                let weight = second.motion.max_acceleration;
                vec![new(1, RelationKind::Flee, weight, radius)]
            }
        }
    }
}

/// Distance at which boids see their own kind, in metres.
fn reach(settings: &Settings) -> f32 {
    let rules = [settings.cohesion, settings.separation, settings.alignment];
    rules.iter().map(|rule| rule.radius).fold(0.001, f32::max)
}

/// Makes a flock hunters: a few, faster than their prey.
fn hunt(hunters: &mut Settings, prey: &Settings) {
    hunters.spawn.count = HUNTERS;
    hunters.hunting.enabled = true;
    let motion = &mut hunters.motion;
    let faster = FASTER * prey.motion.max_speed / motion.max_speed.max(f32::EPSILON);
    motion.min_speed *= faster;
    motion.max_speed *= faster;
    motion.max_acceleration *= faster * faster;
    // They have the same boundary.
    hunters.boundary = prey.boundary;
    hunters.spawn.region = prey.spawn.region;
}

/// The window *Two Species*.
#[derive(Debug)]
pub(super) struct SpeciesWindow {
    window: Handle<Window>,
    kinds: [Handle<DropdownList>; 2],
    pairing: Handle<DropdownList>,
    create: Handle<Button>,
}

impl SpeciesWindow {
    /// A closed window.
    pub(super) fn new(ctx: &mut BuildContext) -> Self {
        let names = || kinds().map(|kind| kind.name);
        let tip = "Kind of the first flock: the few that hunt";
        let first = list(ids::FIRST, tip, names(), place(Preset::Falcons), ctx);
        let tip = "Kind of the second flock: the prey";
        let second = list(ids::SECOND, tip, names(), place(Preset::Starlings), ctx);
        let tip = "What they are to each other: relations of the flocks, which the inspector shows";
        let pairings = Pairing::ALL.into_iter().map(Pairing::name);
        let pairing = list(ids::PAIRING, tip, pairings, 0, ctx);
        let rows = [("first", first), ("second", second), ("relation", pairing)];
        let mut cells = Vec::new();
        for (row, (name, list)) in rows.into_iter().enumerate() {
            cells.push(label(name, row, ctx));
            ctx[list].set_row(row).set_column(1);
            cells.push(list.to_base());
        }
        let grid = GridBuilder::new(WidgetBuilder::new().with_children(cells))
            .add_columns(vec![Column::strict(80.0), Column::stretch()])
            .add_rows(vec![Row::strict(30.0); 3])
            .build(ctx);
        let tip = "Adds both flocks with their relation where the camera looks; can be undone";
        let widget = WidgetBuilder::new()
            .with_id(ids::CREATE)
            .with_min_size(Vector2::new(100.0, 26.0))
            .with_margin(Thickness::uniform(4.0))
            .with_tooltip(make_simple_tooltip(ctx, tip));
        let create = ButtonBuilder::new(widget).with_text("Create").build(ctx);
        let children = [note(ctx), grid.to_base(), create.to_base()];
        let content = WidgetBuilder::new().with_children(children);
        let content = StackPanelBuilder::new(content).build(ctx);
        let size = WidgetBuilder::new().with_width(360.0).with_height(220.0);
        let window = WindowBuilder::new(size)
            .open(false)
            .with_title(WindowTitle::text("Two Species"))
            .with_content(content)
            .build(ctx);
        Self {
            window,
            kinds: [first, second],
            pairing,
            create,
        }
    }

    pub(super) fn open(&self, editor: &Editor) {
        let open = WindowMessage::Open {
            alignment: WindowAlignment::Center,
            modal: false,
            focus_content: true,
        };
        let ui = editor.engine.user_interfaces.first();
        ui.send(self.window, open);
    }

    /// The flocks to be created, if the message is a click on the button. The window closes then.
    pub(super) fn on_ui_message(&self, message: &UiMessage, editor: &Editor) -> Option<TwoSpecies> {
        let ButtonMessage::Click = message.data()? else {
            return None;
        };
        if message.destination() != self.create {
            return None;
        }
        let ui = editor.engine.user_interfaces.first();
        ui.send(self.window, WindowMessage::Close);
        let chosen = |list: Handle<DropdownList>| selection(ui, list);
        let kind = |list| kinds().nth(chosen(list)?);
        Some(TwoSpecies {
            kinds: [kind(self.kinds[0])?, kind(self.kinds[1])?],
            pairing: *Pairing::ALL.get(chosen(self.pairing)?)?,
        })
    }
}

/// The offered kinds: all kinds with boids.
fn kinds() -> impl Iterator<Item = FlockKind> {
    let all = FlockKind::ALL.into_iter();
    all.filter(|kind| kind.preset.is_some())
}

/// Number of the kind with this preset in the lists.
fn place(preset: Preset) -> usize {
    kinds()
        .position(|kind| kind.preset == Some(preset))
        .unwrap_or(0)
}

fn selection(ui: &UserInterface, list: Handle<DropdownList>) -> Option<usize> {
    *ui.try_get(list).ok()?.selection
}

fn list(
    id: fyrox::core::Uuid,
    tip: &str,
    names: impl Iterator<Item = &'static str>,
    selected: usize,
    ctx: &mut BuildContext,
) -> Handle<DropdownList> {
    let options = names.map(|name| make_dropdown_list_option(ctx, name));
    let options: Vec<_> = options.collect();
    let widget = WidgetBuilder::new()
        .with_id(id)
        .with_margin(Thickness::uniform(2.0))
        .with_tooltip(make_simple_tooltip(ctx, tip));
    DropdownListBuilder::new(widget)
        .with_items(options)
        .with_selected(selected)
        .with_close_on_selection(true)
        .build(ctx)
}

fn label(name: &str, row: usize, ctx: &mut BuildContext) -> Handle<UiNode> {
    let widget = WidgetBuilder::new()
        .on_row(row)
        .with_margin(Thickness::uniform(4.0))
        .with_vertical_alignment(VerticalAlignment::Center);
    TextBuilder::new(widget)
        .with_text(name)
        .build(ctx)
        .to_base()
}

fn note(ctx: &mut BuildContext) -> Handle<UiNode> {
    let text =
        "Two flocks that see each other. Everything can be changed in the inspector afterwards.";
    let widget = WidgetBuilder::new().with_margin(Thickness::uniform(4.0));
    TextBuilder::new(widget)
        .with_text(text)
        .with_wrap(WrapMode::Word)
        .build(ctx)
        .to_base()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pairs_are_valid_and_see_each_other() {
        for first in kinds() {
            for second in kinds() {
                for pairing in Pairing::ALL {
                    let kinds = [first, second];
                    let species = TwoSpecies { kinds, pairing };
                    let [(first_name, first), (second_name, second)] = species.flocks();
                    assert_ne!(first_name, second_name);
                    for (flock, kind) in [(&first, kinds[0]), (&second, kinds[1])] {
                        flock.settings().validate().unwrap();
                        assert!(flock.looks_like(&Flock::of(kind.preset.unwrap())));
                    }
                    let steps = [&first, &second].map(|it| it.simulation.time_step);
                    assert_eq!(steps[0], steps[1]);
                    let relations = species.relations();
                    assert!(!relations.is_empty());
                    for NewRelation { of, to, relation } in relations {
                        assert_eq!(of + to, 1);
                        assert!((0.001..=10_000.0).contains(&relation.radius));
                        assert!((0.0..=10_000.0).contains(&relation.weight));
                        assert_ne!(relation.kind, RelationKind::Ignore);
                        let of = [&first, &second][of].settings();
                        let rules = [of.cohesion, of.separation, of.alignment];
                        let flocks_with = relation.kind == RelationKind::FlockWith;
                        assert!(
                            !flocks_with || rules.iter().all(|it| it.radius <= relation.radius)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn hunters_are_few_and_faster() {
        for pair in [
            [Preset::Crows, Preset::Starlings],
            [Preset::Falcons, Preset::Starlings],
            [Preset::Sharks, Preset::Sardines],
        ] {
            let kinds = pair.map(|preset| kinds().nth(place(preset)).unwrap());
            assert_eq!(kinds.map(|kind| kind.preset), pair.map(Some));
            let pairing = Pairing::HuntersAndPrey;
            let [(_, hunters), (_, prey)] = TwoSpecies { kinds, pairing }.flocks();
            assert_eq!(hunters.spawn.count, HUNTERS);
            assert!(hunters.hunting.enabled && prey.fear.enabled && prey.panic.enabled);
            let ratio = hunters.motion.max_speed / prey.motion.max_speed;
            assert!((ratio - FASTER).abs() < 1e-3, "{ratio}");
        }
    }
}
