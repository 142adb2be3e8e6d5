//! The panel of the flock: the live preview's controls, presets, figures and advice.

mod advice;
mod animation;
mod figures;
mod happenings;
mod plot;
mod preset_files;
mod presets;
mod preview_controls;
mod readings;
mod record;
mod widgets;

pub use readings::Readings;

use crate::{
    boid_view::BoidView,
    ids,
    level_views::LevelViews,
    preview::Preview,
    scene_flocks::{current_graph, current_scene, selected_flock},
    throttle::Throttle,
};
use advice::AdviceList;
use animation::AnimationRows;
use figures::Figures;
use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    gui::{
        button::ButtonMessage,
        check_box::{CheckBox, CheckBoxMessage},
        dock::{DockingManagerMessage, SplitDirection, Tile, TileMessage},
        dropdown_list::DropdownListMessage,
        menu::{MenuItem, MenuItemMessage},
        message::UiMessage,
        numeric::NumericUpDownMessage,
        scroll_viewer::ScrollViewerBuilder,
        stack_panel::StackPanelBuilder,
        text::{Text, TextMessage},
        widget::{WidgetBuilder, WidgetMessage},
        window::{Window, WindowAlignment, WindowBuilder, WindowMessage, WindowTitle},
        BuildContext, HorizontalAlignment, Thickness, UiNode, VerticalAlignment,
    },
    scene::node::Node,
};
use fyrox_flock::Flock;
use fyroxed_base::{menu::create_menu_item, plugins::inspector::InspectorPlugin, Editor};
use happenings::Happenings;
use presets::Presets;
use preview_controls::PreviewControls;
use std::time::Duration;
use widgets::{check_box, text, wide_text};

/// Name of the window in saved layouts.
const NAME: &str = "FlockPanel";

/// Time between two readings: 50 of them are 10 s.
const INTERVAL: Duration = Duration::from_millis(200);

/// The panel.
#[derive(Debug)]
pub(crate) struct Panel {
    open: Handle<MenuItem>,
    window: Handle<Window>,
    controls: PreviewControls,
    presets: Presets,
    animation: AnimationRows,
    figures: Figures,
    show_geometry: Handle<CheckBox>,
    geometry: Handle<Text>,
    happenings: Happenings,
    perches: Handle<Text>,
    show_ways: Handle<CheckBox>,
    ways: Handle<Text>,
    problems: Handle<Text>,
    advice: AdviceList,
    throttle: Throttle,
}

impl Panel {
    /// Adds the panel to the editor, closed unless the saved layout has it.
    pub(crate) fn add_to(editor: &mut Editor) -> Self {
        let layout = editor.settings.windows.layout.as_ref();
        let is_open = layout.is_some_and(|layout| layout.has_window(NAME));
        let ui = editor.engine.user_interfaces.first_mut();
        let panel = Self::build(is_open, &mut ui.build_ctx());
        let item = MenuItemMessage::AddItem(panel.open);
        ui.send(editor.menu.utils_menu.menu, item);
        let floating = DockingManagerMessage::AddFloatingWindow(panel.window);
        ui.send(editor.docking_manager, floating);
        panel.controls.add_to(editor);
        panel.presets.add_to(editor);
        panel
    }

    fn build(is_open: bool, ctx: &mut BuildContext) -> Self {
        let open = create_menu_item("Flock Panel", ids::OPEN, vec![], ctx);
        let (controls, control_rows) = PreviewControls::new(ctx);
        let (presets, preset_rows) = Presets::new(ctx);
        let (animation, animation_rows) = AnimationRows::new(ctx);
        let (figures, figure_rows) = Figures::new(ctx);
        let tip = "Outlines what the selected flock never crosses";
        let show_geometry = check_box("show geometry", ids::GEOMETRY, tip, false, ctx);
        let geometry = wide_text(ids::GEOMETRY_SUMMARY, tip, ctx);
        let (happenings, event_rows) = Happenings::new(ctx);
        let tip = "Spots of the selected Flock Perches, as the preview's flock finds them: green; red is \
                   too steep, orange has no room";
        let perches = wide_text(ids::PERCH_SUMMARY, tip, ctx);
        let tip = "Arrows along the ways of the selected flock, or to the goal of the selected script, on a \
                   slice through the watched boid: green near the goal, blue far from it, red crosses \
                   where no way leads. The way of the boid is violet. To watch another boid, click it in \
                   the mode of the flock's volumes";
        let show_ways = check_box("show ways", ids::WAYS, tip, false, ctx);
        let ways = wide_text(ids::WAY_SUMMARY, tip, ctx);
        let tip =
            "What the log says of the selected flock, in the live preview, as long as it holds";
        let problems = wide_text(ids::PROBLEMS, tip, ctx);
        let (advice, advice_rows) = AdviceList::new(ctx);
        let mut rows = control_rows.to_vec();
        rows.push(text("Presets", ctx));
        rows.extend(preset_rows);
        rows.push(text("Animation", ctx));
        rows.extend(animation_rows);
        rows.extend([text("Advice", ctx), problems.to_base(), advice_rows]);
        rows.push(text("Figures", ctx));
        rows.extend(figure_rows);
        rows.extend(event_rows);
        rows.push(perches.to_base());
        rows.extend([show_geometry.to_base(), geometry.to_base()]);
        rows.extend([show_ways.to_base(), ways.to_base()]);
        let content = StackPanelBuilder::new(WidgetBuilder::new().with_children(rows)).build(ctx);
        let scroll = ScrollViewerBuilder::new(WidgetBuilder::new()).with_content(content);
        let content = scroll.build(ctx);
        let size = WidgetBuilder::new().with_id(ids::WINDOW).with_name(NAME);
        let window = WindowBuilder::new(size.with_width(360.0).with_height(560.0))
            .open(is_open)
            .with_title(WindowTitle::text("Flock"))
            .with_tab_label("Flock")
            .with_content(content)
            .build(ctx);
        Self {
            open,
            window,
            controls,
            presets,
            animation,
            figures,
            show_geometry,
            geometry,
            happenings,
            perches,
            show_ways,
            ways,
            problems,
            advice,
            throttle: Throttle::default(),
        }
    }

    /// Handles a click or an input.
    pub(crate) fn on_ui_message(
        &mut self,
        message: &UiMessage,
        preview: &mut Preview,
        level_views: &mut LevelViews,
        boid_view: &mut BoidView,
        editor: &mut Editor,
    ) {
        let target = message.destination();
        if let Some(ButtonMessage::Click) = message.data() {
            self.controls.on_click(target, preview);
            self.figures.on_click(target);
            self.presets.on_click(target, editor);
            self.animation.on_click(target, preview, editor);
            self.advice.on_click(target, editor);
        } else if let Some(message) = message.data::<DropdownListMessage>() {
            self.presets.on_list_message(target, message, editor);
        } else if let Some(MenuItemMessage::Click) = message.data() {
            if target == self.open {
                self.show(editor);
            }
        } else if let Some(CheckBoxMessage::Check(Some(is_checked))) = message.data() {
            if target == self.show_geometry {
                level_views.geometry.switch(*is_checked);
            } else if target == self.show_ways {
                level_views.ways.switch(*is_checked);
            }
            let controls = &self.controls;
            controls.on_check(target, *is_checked, preview, boid_view, editor);
        } else if let Some(NumericUpDownMessage::<f32>::Value(number)) = message.data() {
            self.controls.on_number(target, *number, preview);
        } else if let Some(WidgetMessage::Drop(dropped)) = message.data() {
            self.presets.on_drop(target, *dropped, editor);
        }
    }

    /// Updates the figures, several times a second, and the state of the preview.
    pub(crate) fn update(
        &mut self,
        preview: &Preview,
        level_views: &LevelViews,
        editor: &mut Editor,
    ) {
        self.controls.update(preview, editor);
        let selected = selected_flock(editor);
        let node = selected.unwrap_or_default();
        let flock = preview.flock(editor, node);
        let is_running = flock.is_some();
        let scene = current_scene(editor).map_or(Handle::NONE, |it| it.scene);
        let events = preview.events(editor, node);
        self.happenings.count((scene, node), flock, events);
        let Some(began) = self.throttle.due().filter(|_| self.is_visible(editor)) else {
            return;
        };
        let flock = preview.flock(editor, node);
        let readings = flock.map(|flock| Readings {
            frame: frame_name(editor, node),
            ..Readings::of(flock)
        });
        let readings = readings.ok_or_else(|| why_no_readings(selected, preview, editor));
        let is_moving = preview.is_moving(editor);
        self.figures.show(selected, readings, is_moving, editor);
        self.happenings.show(is_running, editor);
        let problems = preview.problems(editor, node).join("\n");
        let ui = editor.engine.user_interfaces.first_mut();
        for (row, summary) in [
            (self.geometry, level_views.geometry.summary()),
            (self.perches, level_views.perches.summary()),
            (self.ways, level_views.ways.summary()),
            (self.problems, &problems),
        ] {
            ui.send(row, TextMessage::Text(summary.into()));
        }
        self.animation.update(selected, preview, editor);
        self.advice.update(selected, editor);
        self.throttle.wait(INTERVAL, began);
    }

    /// Makes the next update read the figures: another flock may be selected, or none.
    pub(crate) fn refresh(&mut self, editor: &Editor) {
        self.throttle = Throttle::default();
        self.presets.update_drop_zone(editor);
    }

    fn is_visible(&self, editor: &Editor) -> bool {
        let ui = editor.engine.user_interfaces.first();
        ui.try_get(self.window)
            .is_ok_and(|window| window.is_globally_visible())
    }

    /// Opens the window, if it is closed. It is docked below the inspector, so that a field and the
    /// advice on it are visible together; without an inspector it floats.
    fn show(&self, editor: &mut Editor) {
        if self.is_visible(editor) {
            return;
        }
        let inspector = editor.plugins.try_get::<InspectorPlugin>();
        let inspector = inspector.map_or(Handle::NONE, |inspector| inspector.head.to_base());
        let manager = editor.docking_manager;
        let alignment = WindowAlignment::Relative {
            relative_to: editor.scene_viewer.frame().to_base(),
            horizontal_alignment: HorizontalAlignment::Right,
            vertical_alignment: VerticalAlignment::Top,
            margin: Thickness::uniform(2.0),
        };
        let open = WindowMessage::Open {
            alignment,
            modal: false,
            focus_content: false,
        };
        let ui = editor.engine.user_interfaces.first_mut();
        let tile_of = |widget: Handle<UiNode>| ui.find_component_up::<Tile>(widget);
        let own = tile_of(self.window.to_base()).map(|(tile, _)| tile);
        let beside = tile_of(inspector).map(|(tile, _)| tile);
        let floating = ui.try_get(manager).map_or(0, |manager| {
            let windows = manager.floating_windows.borrow();
            windows.iter().filter(|it| **it == self.window).count()
        });
        ui.send(self.window, open);
        if let (None, Some(tile)) = (own, beside) {
            let split = TileMessage::Split {
                window: self.window,
                direction: SplitDirection::Vertical,
                first: false,
            };
            ui.send(tile, split);
            // Otherwise it would be saved as a floating window too. Closing it has added it more
            // than once.
            for _ in 0..floating {
                let window = DockingManagerMessage::RemoveFloatingWindow(self.window);
                ui.send(manager, window);
            }
        }
    }
}

/// The name of the node in whose frame a flock lives; `None` in the world.
fn frame_name(editor: &Editor, flock: Handle<Node>) -> Option<String> {
    let graph = current_graph(editor)?;
    let script = graph.try_get_node(flock).ok()?.try_get_script::<Flock>()?;
    let frame = graph.try_get_node(*script.frame).ok()?;
    Some(frame.name().to_owned())
}

fn why_no_readings(node: Option<Handle<Node>>, preview: &Preview, editor: &Editor) -> String {
    let Some(node) = node else {
        return "No flock is selected.".into();
    };
    if let Some(seconds) = preview.awaited_gpu(editor, node) {
        return format!("The GPU is being prepared: {seconds:.0} s.");
    }
    match preview.awaited_geometry(editor, node) {
        Some(awaited) if awaited.has_failed() => {
            "The geometry of the level could not be built: see the log.".into()
        }
        Some(awaited) => format!(
            "The geometry of {} triangles is being built: {:.0} s.",
            awaited.triangles,
            awaited.seconds()
        ),
        None if !preview.is_on => "The live preview is off.".into(),
        None => "The flock does not run: see Advice, and the log.".into(),
    }
}
