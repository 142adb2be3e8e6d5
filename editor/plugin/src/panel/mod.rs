//! The panel of the flock: the live preview's controls, presets, figures and advice.

mod advice;
pub mod ids;
mod plot;
mod presets;
mod readings;
mod record;

pub use readings::Readings;

use crate::{
    obstacle_view::ObstacleView,
    preview::{Preview, Scope},
    scene_flocks::{current_graph, script, selected_flock},
    script_command::ReplaceScript,
};
use advice::AdviceList;
use fyrox::{
    core::{log::Log, pool::Handle, Uuid},
    graph::SceneGraph,
    gui::{
        button::{Button, ButtonBuilder, ButtonContent, ButtonMessage},
        check_box::{CheckBox, CheckBoxBuilder, CheckBoxMessage},
        dock::DockingManagerMessage,
        dropdown_list::DropdownListMessage,
        formatted_text::WrapMode,
        menu::{MenuItem, MenuItemMessage},
        message::UiMessage,
        numeric::{NumericUpDown, NumericUpDownBuilder, NumericUpDownMessage},
        scroll_viewer::ScrollViewerBuilder,
        stack_panel::StackPanelBuilder,
        text::{Text, TextBuilder, TextMessage},
        utils::make_simple_tooltip,
        widget::{WidgetBuilder, WidgetMessage},
        window::{Window, WindowAlignment, WindowBuilder, WindowMessage, WindowTitle},
        BuildContext, HorizontalAlignment, Orientation, Thickness, UiNode, VerticalAlignment,
    },
    scene::node::Node,
};
use fyrox_flock::Flock;
use fyroxed_base::{menu::create_menu_item, Editor};
use plot::Plot;
use presets::Presets;
use record::Record;
use std::{
    path::Path,
    time::{Duration, Instant},
};

/// Name of the window in saved layouts.
const NAME: &str = "FlockPanel";

/// Time from one reading to the next: 50 of them are 10 s.
const INTERVAL: Duration = Duration::from_millis(200);

/// Readings take at most this part of the time: one in so many.
const MOST_SHARE: u32 = 20;

/// The panel, and the button over the scene view.
#[derive(Debug)]
pub(crate) struct Panel {
    open: Handle<MenuItem>,
    window: Handle<Window>,
    preview: Handle<Button>,
    viewport_preview: Handle<Button>,
    pause: Handle<Button>,
    step: Handle<Button>,
    restart: Handle<Button>,
    time_scale: Handle<NumericUpDown<f32>>,
    only_selected: Handle<CheckBox>,
    presets: Presets,
    /// Names of the figures, and their values.
    readings: [Handle<Text>; 2],
    plot: Plot,
    record: Record,
    /// The flock whose figures are recorded.
    recorded: Handle<Node>,
    export: Handle<Button>,
    show_obstacles: Handle<CheckBox>,
    obstacles: Handle<Text>,
    advice: AdviceList,
    /// Time of the next reading.
    next: Option<Instant>,
    shown: (bool, bool),
}

impl Panel {
    /// Adds the panel to the editor, closed unless the saved layout has it.
    pub(crate) fn add_to(editor: &mut Editor) -> Self {
        let layout = editor.settings.windows.layout.as_ref();
        let is_open = layout.is_some_and(|layout| layout.has_window(NAME));
        let frame = editor.scene_viewer.frame();
        let ui = editor.engine.user_interfaces.first_mut();
        let panel = Self::build(is_open, &mut ui.build_ctx());
        let item = MenuItemMessage::AddItem(panel.open);
        ui.send(editor.menu.utils_menu.menu, item);
        ui.send(panel.viewport_preview, WidgetMessage::link_with(frame));
        let floating = DockingManagerMessage::AddFloatingWindow(panel.window);
        ui.send(editor.docking_manager, floating);
        panel
    }

    fn build(is_open: bool, ctx: &mut BuildContext) -> Self {
        let open = create_menu_item("Flock Panel", ids::OPEN, vec![], ctx);
        let preview = button("Live preview", ids::PREVIEW, PREVIEW_TIP, ctx);
        let viewport_preview = viewport_button(ctx);
        let pause = button("Pause", ids::PAUSE, "Stops and goes on", ctx);
        let step = button("Step", ids::STEP, "Makes one step", ctx);
        let restart = button("Restart", ids::RESTART, "Starts all flocks anew", ctx);
        let scale_tip =
            "Factor of the time: 0.1 is slow motion. 0 to 4. As in the game, flocks make \
                         at most simulation.max_steps_per_frame steps a frame";
        let time_scale = NumericUpDownBuilder::<f32>::new(widget(ids::TIME_SCALE, scale_tip, ctx))
            .with_min_value(0.0)
            .with_max_value(4.0)
            .with_value(1.0)
            .with_step(0.1)
            .build(ctx);
        let label = text("selected flock only", ctx);
        let only_tip = "Shows the selected flock alone, instead of all flocks of the scene";
        let only_selected = CheckBoxBuilder::new(widget(ids::ONLY_SELECTED, only_tip, ctx))
            .with_content(label)
            .build(ctx);
        let (presets, [choose, save, outcome]) = Presets::new(ctx);
        let readings = [ids::READINGS, ids::VALUES]
            .map(|id| TextBuilder::new(widget(id, READINGS_TIP, ctx)).build(ctx));
        let columns = readings.map(|text| text.to_base());
        let (plot, image) = Plot::new(ctx);
        let export_tip = "Writes the figures of the last 10 s to a new CSV file in the project";
        let export = button("Export CSV", ids::EXPORT, export_tip, ctx);
        let label = text("show obstacles", ctx);
        let obstacles_tip = "Outlines what the selected flock never crosses";
        let show_obstacles = CheckBoxBuilder::new(widget(ids::OBSTACLES, obstacles_tip, ctx))
            .with_content(label)
            .build(ctx);
        let wide = widget(ids::OBSTACLE_SUMMARY, obstacles_tip, ctx).with_width(320.0);
        let obstacles = TextBuilder::new(wide).with_wrap(WrapMode::Word).build(ctx);
        let (advice, advice_rows) = AdviceList::new(ctx);
        let controls = [
            preview.to_base(),
            pause.to_base(),
            step.to_base(),
            restart.to_base(),
        ];
        let rows: [Handle<UiNode>; 13] = [
            row(&controls, ctx),
            row(
                &[
                    text("time", ctx),
                    time_scale.to_base(),
                    only_selected.to_base(),
                ],
                ctx,
            ),
            text("Presets", ctx),
            choose,
            save,
            outcome,
            text("step, the last 10 s", ctx),
            image.to_base(),
            row(&columns, ctx),
            row(&[export.to_base(), show_obstacles.to_base()], ctx),
            obstacles.to_base(),
            text("Advice", ctx),
            advice_rows,
        ];
        let content = StackPanelBuilder::new(WidgetBuilder::new().with_children(rows)).build(ctx);
        let scroll = ScrollViewerBuilder::new(WidgetBuilder::new()).with_content(content);
        let content = scroll.build(ctx);
        let size = WidgetBuilder::new().with_id(ids::WINDOW).with_name(NAME);
        let window = WindowBuilder::new(size.with_width(360.0).with_height(480.0))
            .open(is_open)
            .with_title(WindowTitle::text("Flock"))
            .with_tab_label("Flock")
            .with_content(content)
            .build(ctx);
        Self {
            open,
            window,
            preview,
            viewport_preview,
            pause,
            step,
            restart,
            time_scale,
            only_selected,
            presets,
            readings,
            plot,
            record: Record::default(),
            recorded: Handle::NONE,
            export,
            show_obstacles,
            obstacles,
            advice,
            next: None,
            shown: (false, false),
        }
    }

    /// Carries out a click or an input.
    pub(crate) fn on_ui_message(
        &mut self,
        message: &UiMessage,
        preview: &mut Preview,
        obstacle_view: &mut ObstacleView,
        editor: &mut Editor,
    ) {
        let target = message.destination();
        if let Some(ButtonMessage::Click) = message.data() {
            if target == self.preview || target == self.viewport_preview {
                preview.is_on = !preview.is_on;
            } else if target == self.pause {
                preview.is_paused = !preview.is_paused;
            } else if target == self.step {
                (preview.is_on, preview.is_paused) = (true, true);
                preview.step(editor);
            } else if target == self.restart {
                preview.restart(editor);
            } else if target == self.export {
                self.export();
            } else {
                self.presets.on_click(target, editor);
                self.advice.on_click(target, editor);
            }
        } else if let Some(message) = message.data::<DropdownListMessage>() {
            self.presets.on_list_message(target, message, editor);
        } else if let Some(MenuItemMessage::Click) = message.data() {
            if target == self.open {
                self.show(editor);
            }
        } else if let Some(CheckBoxMessage::Check(Some(is_checked))) = message.data() {
            if target == self.only_selected {
                preview.scope = if *is_checked {
                    Scope::Selected
                } else {
                    Scope::Scene
                };
            } else if target == self.show_obstacles {
                obstacle_view.switch(*is_checked);
            }
        } else if let Some(NumericUpDownMessage::<f32>::Value(scale)) = message.data() {
            if target == self.time_scale && scale.is_finite() {
                preview.time_scale = scale.clamp(0.0, 4.0);
            }
        }
    }

    /// Shows the present figures, several times a second, and the state of the preview.
    pub(crate) fn update(
        &mut self,
        preview: &Preview,
        obstacle_view: &ObstacleView,
        editor: &mut Editor,
    ) {
        self.name_buttons(preview, editor);
        let now = Instant::now();
        if self.next.is_some_and(|next| now < next) || !self.is_visible(editor) {
            return;
        }
        let selected = selected_flock(editor);
        let flock = selected.and_then(|node| preview.flock(editor, node));
        let readings = flock.map(Readings::of);
        let nothing = match selected {
            Some(_) if !preview.is_on => "The live preview is off.",
            Some(_) => "The flock does not run: see Advice, and the log.",
            None => "No flock is selected.",
        };
        let (names, values): (Vec<_>, Vec<_>) = match &readings {
            Some(readings) => readings.lines().into_iter().unzip(),
            None => (vec![nothing], Vec::new()),
        };
        let ui = editor.engine.user_interfaces.first_mut();
        ui.send(self.readings[0], TextMessage::Text(names.join("\n")));
        ui.send(self.readings[1], TextMessage::Text(values.join("\n")));
        let summary = obstacle_view.summary().to_owned();
        ui.send(self.obstacles, TextMessage::Text(summary));
        if self.recorded != selected.unwrap_or_default() {
            self.recorded = selected.unwrap_or_default();
            self.record.clear();
            self.plot.clear();
        }
        if let Some(readings) = readings.filter(|_| preview.is_moving(editor)) {
            let ui = editor.engine.user_interfaces.first_mut();
            self.plot.add(readings.statistics.step_milliseconds, ui);
            self.record.add(readings);
        }
        self.advice.update(selected, editor);
        self.next = Some(now + INTERVAL.max(MOST_SHARE * now.elapsed()));
    }

    /// Reads again at the next update.
    pub(crate) fn refresh(&mut self) {
        self.next = None;
    }

    fn is_visible(&self, editor: &Editor) -> bool {
        let ui = editor.engine.user_interfaces.first();
        ui.try_get(self.window)
            .is_ok_and(|window| window.is_globally_visible())
    }

    fn name_buttons(&mut self, preview: &Preview, editor: &Editor) {
        let state = (preview.is_on, preview.is_paused);
        if state == self.shown {
            return;
        }
        self.shown = state;
        let ui = editor.engine.user_interfaces.first();
        let name = |button: Handle<Button>, name: &str| {
            ui.send(button, ButtonMessage::Content(ButtonContent::text(name)));
        };
        let switch = if preview.is_on {
            "Stop preview"
        } else {
            "Live preview"
        };
        name(self.preview, switch);
        name(self.viewport_preview, switch);
        name(
            self.pause,
            if preview.is_paused { "Go on" } else { "Pause" },
        );
    }

    fn export(&self) {
        match self.record.save(Path::new(".")) {
            Ok(path) => Log::info(format!("The figures are in {}", path.display())),
            Err(error) => Log::err(format!("The figures were not written: {error}")),
        }
    }

    fn show(&self, editor: &Editor) {
        let ui = editor.engine.user_interfaces.first();
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
        ui.send(self.window, open);
    }
}

/// Changes the script of a flock by one command.
fn change_script(editor: &Editor, node: Handle<Node>, name: String, change: impl Fn(&mut Flock)) {
    let Some(mut script) = script_copy(editor, node) else {
        return;
    };
    change(&mut script);
    let command = ReplaceScript::new(name, node, script);
    editor.message_sender.do_command(command);
}

/// A copy of the script of a flock in the current scene.
fn script_copy(editor: &Editor, node: Handle<Node>) -> Option<Flock> {
    script(current_graph(editor)?, node).cloned()
}

const PREVIEW_TIP: &str =
    "Shows the flocks of the scene moving while you edit. Nothing of it is saved";
const READINGS_TIP: &str = "Figures of the selected flock in the live preview";

fn widget(id: Uuid, tip: &str, ctx: &mut BuildContext) -> WidgetBuilder {
    WidgetBuilder::new()
        .with_id(id)
        .with_margin(Thickness::uniform(2.0))
        .with_tooltip(make_simple_tooltip(ctx, tip))
}

fn button(text: &str, id: Uuid, tip: &str, ctx: &mut BuildContext) -> Handle<Button> {
    let widget = widget(id, tip, ctx)
        .with_min_size(fyrox::core::algebra::Vector2::new(60.0, 22.0))
        .with_horizontal_alignment(HorizontalAlignment::Left)
        .with_vertical_alignment(VerticalAlignment::Top);
    ButtonBuilder::new(widget).with_text(text).build(ctx)
}

/// The button over the scene view. It has a size of its own, since the view would stretch it.
fn viewport_button(ctx: &mut BuildContext) -> Handle<Button> {
    let widget = widget(ids::VIEWPORT_PREVIEW, PREVIEW_TIP, ctx)
        .with_width(110.0)
        .with_height(26.0)
        .with_margin(Thickness::uniform(6.0))
        .with_horizontal_alignment(HorizontalAlignment::Left)
        .with_vertical_alignment(VerticalAlignment::Top);
    ButtonBuilder::new(widget)
        .with_text("Live preview")
        .build(ctx)
}

fn text(text: &str, ctx: &mut BuildContext) -> Handle<UiNode> {
    let widget = WidgetBuilder::new()
        .with_margin(Thickness::uniform(2.0))
        .with_vertical_alignment(VerticalAlignment::Center);
    TextBuilder::new(widget)
        .with_text(text)
        .build(ctx)
        .to_base()
}

fn row(items: &[Handle<UiNode>], ctx: &mut BuildContext) -> Handle<UiNode> {
    let children = WidgetBuilder::new().with_children(items.iter().copied());
    StackPanelBuilder::new(children)
        .with_orientation(Orientation::Horizontal)
        .build(ctx)
        .to_base()
}
