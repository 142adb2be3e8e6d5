//! The menu *Create > Flock*.

mod command;
mod fit;
mod kind;
mod position;
mod species;

pub use kind::{FlockKind, Menu};
pub use species::ids as species_ids;

use crate::{
    effects::{pivot, EffectKind},
    scene_flocks::current_scene,
};
use command::{AddNodes, NewNode};
use fyrox::{
    core::{algebra::Point3, log::Log, pool::Handle},
    graph::SceneGraph,
    gui::{
        menu::{MenuItem, MenuItemMessage, SortingPredicate},
        message::UiMessage,
        BuildContext, UiNode, UserInterface,
    },
    scene::{
        collider::Collider, dim2, graph::Graph, node::Node, pivot::PivotBuilder, tilemap::TileMap,
    },
};
use fyrox_flock::{
    geometry::{collect_static_geometry, SolidQuery},
    sim::{settings::Plane, Geometry, Placement, Vec3},
    Flock,
};
use fyroxed_base::{menu::create_menu_item, world::menu::SceneNodeContextMenu, Editor};
use species::{SpeciesWindow, TwoSpecies};

/// Distance from the camera at which flocks are placed, in metres: the same as for the editor's own
/// nodes.
const DISTANCE: f32 = 5.0;

/// Half the height of the walls that represent the colliders of a 2D level, in metres.
const HALF_WALL: f32 = 1.0;

/// The menu items, to identify their messages.
#[derive(Debug)]
pub(crate) struct CreateMenu {
    items: Vec<(Handle<MenuItem>, Kind, Menu)>,
    species: SpeciesWindow,
}

/// What a menu item creates.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Flock(FlockKind),
    Effect(EffectKind),
    /// Two flocks and their relation, chosen in a window.
    TwoSpecies,
}

impl CreateMenu {
    /// Adds the items to the editor's menus.
    pub(crate) fn add_to(editor: &mut Editor) -> Self {
        let ui = editor.engine.user_interfaces.first_mut();
        let mut menu = Self {
            items: Vec::new(),
            species: SpeciesWindow::new(&mut ui.build_ctx()),
        };
        let create = menu.build(Menu::Create, &mut ui.build_ctx());
        add_item(ui, editor.menu.create_entity_menu.menu, create);
        // Items in this list are disabled while a user interface is edited.
        let root_items = &mut editor.menu.create_entity_menu.sub_menus.root_items;
        root_items.push(create);
        if let Some(parent) = create_child_item(ui) {
            let child = menu.build(Menu::CreateChild, &mut ui.build_ctx());
            add_item(ui, parent, child);
        }
        menu
    }

    fn build(&mut self, menu: Menu, ctx: &mut BuildContext) -> Handle<MenuItem> {
        let mut items = Vec::new();
        let mut add = |name, id, kind| {
            let item = create_menu_item(name, id, vec![], ctx);
            self.items.push((item, kind, menu));
            items.push(item);
        };
        for kind in FlockKind::ALL {
            add(kind.name, kind.item_id(menu), Kind::Flock(kind));
        }
        for &kind in EffectKind::ALL {
            add(kind.name(), kind.item_id(menu), Kind::Effect(kind));
        }
        if menu == Menu::Create {
            add("Two Species...", species::ids::OPEN, Kind::TwoSpecies);
        }
        create_menu_item("Flock", menu.id(), items, ctx)
    }

    /// Creates the nodes of a menu item if the message is a click on it.
    pub(crate) fn on_ui_message(&self, message: &UiMessage, editor: &mut Editor) {
        if let Some(species) = self.species.on_ui_message(message, editor) {
            create_species(editor, &species);
        }
        let Some(MenuItemMessage::Click) = message.data() else {
            return;
        };
        let clicked = |(item, ..): &&(Handle<MenuItem>, _, _)| message.destination() == *item;
        if let Some((_, kind, menu)) = self.items.iter().find(clicked) {
            match kind {
                Kind::Flock(kind) => create_flock(editor, *kind, *menu),
                Kind::Effect(kind) => create_effect(editor, *kind, *menu),
                Kind::TwoSpecies => self.species.open(editor),
            }
        }
    }
}

/// The item *Create Child Node*, which has no id: it is the first item in the menu of *Delete
/// Node(s)*.
fn create_child_item(ui: &UserInterface) -> Option<Handle<MenuItem>> {
    let is_delete = |node: &UiNode| node.id == SceneNodeContextMenu::DELETE;
    let (_, delete) = ui.find_from_root(&mut |node| is_delete(node))?;
    let first = *ui.try_get(delete.parent()).ok()?.children().first()?;
    ui.try_get(first).ok()?.cast::<MenuItem>()?;
    Some(first.to_variant())
}

fn add_item(ui: &UserInterface, menu: Handle<MenuItem>, item: Handle<MenuItem>) {
    ui.send(menu, MenuItemMessage::AddItem(item));
    ui.send(
        menu,
        MenuItemMessage::Sort(SortingPredicate::sort_by_text()),
    );
}

/// The place of new nodes.
struct Site<'a> {
    graph: &'a Graph,
    parent: Handle<Node>,
    view: View,
}

/// The place that the camera of the current scene looks at, in the frame of the selected node if
/// the menu creates child nodes. `None` if no scene is edited.
fn site(editor: &Editor, menu: Menu) -> Option<Site<'_>> {
    let entry = editor.scenes.current_scene_entry_ref();
    let selected = entry.selection.as_graph().and_then(|it| it.nodes().first());
    let selected = selected.copied().filter(|_| menu == Menu::CreateChild);
    let game_scene = current_scene(editor)?;
    let graph = &editor.engine.scenes[game_scene.scene].graph;
    let selected = selected.filter(|node| graph.is_valid_handle(*node));
    let camera = &graph[game_scene.camera_controller.camera];
    let look = camera.look_vector().try_normalize(f32::EPSILON);
    Some(Site {
        graph,
        parent: selected.unwrap_or(game_scene.scene_content_root),
        view: View {
            eye: camera.global_position(),
            look: look.unwrap_or_else(Vec3::z),
        },
    })
}

/// Adds a flock as one command.
fn create_flock(editor: &Editor, kind: FlockKind, menu: Menu) {
    if let Some(site) = site(editor, menu) {
        let room = kind.room();
        let node = flock_node(kind.name, kind.flock(), room, &site);
        let command = AddNodes::new(vec![node.into()], site.parent);
        editor.message_sender.do_command(command);
    }
}

/// Adds a node that affects flocks as one command.
fn create_effect(editor: &Editor, kind: EffectKind, menu: Menu) {
    if let Some(site) = site(editor, menu) {
        let (graph, is_2d) = (site.graph, is_2d(site.graph));
        let origin = origin(&level(graph, is_2d), site.view, 0.0, is_2d);
        let new = NewNode {
            node: kind.node(in_parent(graph, site.parent, origin)),
            children: kind.children(),
        };
        let command = AddNodes::new(vec![new], site.parent);
        editor.message_sender.do_command(command);
    }
}

/// Adds two flocks and their relation as one command.
fn create_species(editor: &Editor, species: &TwoSpecies) {
    if let Some(site) = site(editor, Menu::Create) {
        let flocks = species.flocks();
        // They start at the same place, with room for the larger ones.
        let room = species.room();
        let nodes = flocks.map(|(name, flock)| flock_node(&name, flock, room, &site).into());
        let command = AddNodes::new(nodes.into(), site.parent).with_relations(species.relations());
        editor.message_sender.do_command(command);
    }
}

/// World position of a new node, with free space of this radius around it.
fn origin(level: &Geometry, view: View, radius: f32, is_2d: bool) -> Vec3 {
    let mut origin = position::clear_position(level, view.eye, view.look, DISTANCE, radius);
    if is_2d {
        origin.z = 0.0;
    }
    origin
}

/// A world position in the frame of a node.
fn in_parent(graph: &Graph, parent: Handle<Node>, position: Vec3) -> Vec3 {
    let to_parent = graph[parent].global_transform().try_inverse();
    let to_parent = to_parent.unwrap_or_default();
    to_parent.transform_point(&Point3::from(position)).coords
}

/// Position and direction of a camera.
#[derive(Clone, Copy)]
struct View {
    eye: Vec3,
    look: Vec3,
}

/// A new node with a flock, fitted to the level around a place with free space of this radius, in
/// metres.
fn flock_node(name: &str, mut flock: Flock, room: f32, site: &Site) -> Node {
    let mut settings = flock.settings();
    let Site {
        graph,
        parent,
        view,
    } = *site;
    let most = settings.spawn.count;
    let is_2d = is_2d(graph);
    if is_2d {
        settings.motion.plane = Plane::Xy;
    }
    let geometry = level(graph, is_2d);
    let origin = origin(&geometry, view, room, is_2d);
    let (rotation, _) = graph.global_rotation_position_no_scale(parent);
    fit::fit(&mut settings, &geometry, &Placement { origin, rotation });
    let count = settings.spawn.count;
    if count < most {
        Log::info(format!(
            "{name} has {count} boids instead of {most}, as dense as they would be in more space"
        ));
    }
    flock.set_settings(settings);
    let position = in_parent(graph, parent, origin);
    PivotBuilder::new(pivot(name, position).with_script(flock)).build_node()
}

/// The static colliders of a level.
fn level(graph: &Graph, is_2d: bool) -> Geometry {
    let query = SolidQuery {
        extrusion: is_2d.then_some([-HALF_WALL, HALF_WALL]),
        ..SolidQuery::default()
    };
    Geometry::new(&collect_static_geometry(graph, &query).triangles).0
}

/// True for a scene with nodes of 2D games and no collider of 3D physics.
fn is_2d(graph: &Graph) -> bool {
    let has = |test: fn(&Node) -> bool| graph.linear_iter().any(test);
    let is_flat = |node: &Node| {
        node.cast::<dim2::rectangle::Rectangle>().is_some()
            || node.cast::<dim2::collider::Collider>().is_some()
            || node.cast::<dim2::rigidbody::RigidBody>().is_some()
            || node.cast::<TileMap>().is_some()
    };
    has(is_flat) && !has(|node| node.cast::<Collider>().is_some())
}
