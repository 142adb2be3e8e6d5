//! Positions in the editor's window.

use crate::{picture::Area, project::Project, scene_file::SceneFile, screen::Pixel};
use fyrox::{
    core::{algebra::Vector2, pool::ErasedHandle},
    gui::{
        dock::config::{
            DockingManagerLayoutDescriptor, FloatingWindowDescriptor, SplitTilesDescriptor,
            TileContentDescriptor, TileDescriptor,
        },
        Orientation,
    },
};
use fyrox_flock_editor::{EffectKind, FlockKind};
use fyroxed_base::settings::scene::NodeInfo;
use std::fs;

/// Size of the screen, filled by the editor's window.
pub const SCREEN: [u32; 2] = [1280, 800];

/// An empty place to the right of the menus.
pub const ASIDE: Pixel = [700, 32];

/// The menu *Create*, its item *Flock*, the item *School of Fish* in it, and the places where the
/// two menus open.
pub const CREATE: Pixel = [115, 32];
pub const CREATE_FLOCK: Pixel = [133, 142];
pub const SCHOOL_OF_FISH: Pixel = [300, 143];
pub const CREATE_MENU: Area = Area::new([100, 60], [120, 300]);
pub const FLOCK_MENU: Area = Area::new([240, 134], [110, 160]);

/// The item *Two Species...* in that menu, and its window: the lists of the first and the second
/// flock, and the button *Create*.
pub const TWO_SPECIES: Pixel = [300, SCHOOL_OF_FISH[1] + ITEM * ITEMS_BEFORE];
const ITEM: u32 = 22;
const ITEMS_BEFORE: u32 = (FlockKind::ALL.len() + EffectKind::ALL.len()) as u32;
pub const SPECIES_WINDOW: Area = Area::new([470, 300], [340, 190]);
pub const FIRST_SPECIES: Pixel = [680, 378];
pub const SECOND_SPECIES: Pixel = [680, 408];
pub const CREATE_SPECIES: Pixel = [640, 470];

/// The place of a species in an open list of that window.
pub fn choice([_, y]: Pixel, species: &str) -> Pixel {
    let kinds = FlockKind::ALL.iter();
    let mut kinds = kinds.filter(|kind| kind.preset.is_some());
    let index = kinds.position(|kind| kind.name == species);
    let index = index.unwrap_or_else(|| panic!("no species {species}"));
    [600, y + CHOICES_BELOW + CHOICE * index as u32]
}

/// Distance of the first choice from the list, and height of a choice.
const CHOICES_BELOW: u32 = 27;
const CHOICE: u32 = 24;

/// The camera in the world viewer, and the middle of the picture of the window *Camera Preview*.
pub const CAMERA: Pixel = [70, 136];
pub const CAMERA_PREVIEW: Area = Area::new([800, 190], [160, 140]);

/// The button *Play*.
pub const PLAY: Pixel = [768, 84];

/// The button *Live preview* over the scene.
pub const LIVE_PREVIEW: Pixel = [300, 146];

/// The button of the mode for dragging volumes.
pub const VOLUME_MODE: Pixel = [435, 84];

/// The menu *Utils*, its item *Flock Panel*, and the lower half of the inspector, where the panel
/// is docked.
pub const UTILS: Pixel = [223, 32];
pub const FLOCK_PANEL: Pixel = [267, 187];
pub const UTILS_MENU: Area = Area::new([215, 60], [140, 130]);
pub const PANEL: Area = Area::new([985, 440], [285, 340]);

/// The part of the scene that no menu covers, and an empty place in it.
pub const SCENE: Area = Area::new([400, 240], [530, 520]);
pub const BESIDE_TANK: Pixel = [300, 720];

/// The window below its title, which shows a folder; and the scene in it, with its buttons.
pub const WINDOW: Area = Area::new([0, 20], [1280, 720]);
pub const VIEW: Area = Area::new([230, 100], [755, 700]);

/// The inner part of the window *Two Species*.
pub const SPECIES: Area = Area::new([480, 305], [320, 180]);

/// The closed windows.
const CLOSED: [&str; 4] = [
    "AssetBrowser",
    "CommandStackPanel",
    "LogPanel",
    "AudioPanel",
];

/// Collapsed nodes of the aquarium in the world viewer.
const COLLAPSED: [&str; 2] = ["Tank", "Reef"];

/// Writes the settings for a window with only the world viewer, the scene and the inspector, so
/// that the scene is large. The other settings are those of the first start, except that the editor
/// does not sleep, so that pictures soon show the effect of the mouse.
pub fn write_settings(project: &Project, file: &SceneFile) {
    let mut settings = flock_editor::first_settings();
    let settings = settings.data_mut();
    settings.general.keep_editor_active = true;
    let scene_and_inspector = split(0.72, [window("SceneViewer"), window("Inspector")]);
    let root = split(0.18, [window("WorldOutliner"), scene_and_inspector]);
    settings.windows.layout = Some(DockingManagerLayoutDescriptor {
        floating_windows: CLOSED.map(closed).into(),
        root_tile_descriptor: Some(root),
    });
    for scene in settings.scene_settings.values_mut() {
        let nodes = COLLAPSED.map(|name| ErasedHandle::new(file.index(name), 1));
        let collapsed = nodes.map(|node| (node, NodeInfo { is_expanded: false }));
        scene.node_infos.extend(collapsed);
    }
    let text = ron::to_string(settings).expect("settings can be written");
    fs::write(project.folder().join("settings.ron"), text).unwrap();
}

fn closed(name: &str) -> FloatingWindowDescriptor {
    FloatingWindowDescriptor {
        name: name.into(),
        position: Vector2::default(),
        size: Vector2::default(),
        is_open: false,
    }
}

fn window(name: &str) -> TileDescriptor {
    let content = TileContentDescriptor::Window(name.into());
    TileDescriptor { content }
}

/// Two tiles side by side; the first one has the fraction `share` of the width.
fn split(share: f32, tiles: [TileDescriptor; 2]) -> TileDescriptor {
    let content = TileContentDescriptor::SplitTiles(SplitTilesDescriptor {
        splitter: share,
        orientation: Orientation::Horizontal,
        children: tiles.map(Box::new),
    });
    TileDescriptor { content }
}
