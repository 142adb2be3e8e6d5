//! The player's overlay: a cross hair, a prompt, the keys.

use super::controls::KEYS;
use fyrox::{
    core::{algebra::Vector2, color::Color, pool::Handle},
    gui::{
        border::BorderBuilder,
        brush::Brush,
        font::BUILT_IN_BOLD,
        grid::{Column, Grid, GridBuilder, Row},
        stack_panel::StackPanelBuilder,
        text::{Text, TextBuilder, TextMessage},
        widget::{WidgetBuilder, WidgetMessage},
        BuildContext, HorizontalAlignment, Thickness, UiContainer, UiNode, UserInterface,
        VerticalAlignment,
    },
};

/// Width of the panel with the keys.
const KEYS_WIDTH: f32 = 700.0;

const BACKGROUND: Color = Color::from_rgba(14, 20, 30, 165);
const WORDS: Color = Color::from_rgba(225, 232, 240, 255);
const PROMPT: Color = Color::from_rgba(255, 214, 120, 255);
const CROSS: Color = Color::from_rgba(255, 255, 255, 215);

/// The player's overlay, in a user interface of its own.
#[derive(Clone, Debug)]
pub(super) struct PlayerHud {
    ui: Handle<UserInterface>,
    /// The size of the screen.
    root: Handle<Grid>,
    size: Vector2<f32>,
    prompt: Handle<Text>,
    shown: String,
}

impl PlayerHud {
    pub(super) fn new(interfaces: &mut UiContainer) -> Self {
        let mut ui = UserInterface::new(Vector2::new(1.0, 1.0));
        let context = &mut ui.build_ctx();
        let cross = cross(context);
        let prompt = text(context, "", 20.0, PROMPT);
        let keys = keys(context);
        let words = StackPanelBuilder::new(
            WidgetBuilder::new()
                .with_vertical_alignment(VerticalAlignment::Bottom)
                .with_children([prompt.to_base(), keys]),
        )
        .build(context);
        let root = GridBuilder::new(
            WidgetBuilder::new()
                .with_hit_test_visibility(false)
                .with_children([cross, words.to_base()]),
        )
        .add_row(Row::stretch())
        .add_column(Column::stretch())
        .build(context);
        Self {
            ui: interfaces.add(ui),
            root,
            size: Vector2::zeros(),
            prompt,
            shown: String::new(),
        }
    }

    /// Shows a prompt, and updates the size to that of the screen.
    pub(super) fn show(&mut self, interfaces: &UiContainer, prompt: String) {
        let Ok(ui) = interfaces.try_get(self.ui) else {
            return;
        };
        let size = ui.screen_size();
        if size != self.size {
            self.size = size;
            ui.send(self.root, WidgetMessage::Width(size.x));
            ui.send(self.root, WidgetMessage::Height(size.y));
        }
        if prompt != self.shown {
            ui.send(self.prompt, TextMessage::Text(prompt.clone()));
            self.shown = prompt;
        }
    }

    pub(super) fn remove(self, interfaces: &mut UiContainer) {
        if interfaces.is_valid_handle(self.ui) {
            interfaces.remove(self.ui);
        }
    }
}

/// A dot in the middle of the screen.
fn cross(context: &mut BuildContext) -> Handle<UiNode> {
    let dot = BorderBuilder::new(
        WidgetBuilder::new()
            .with_width(6.0)
            .with_height(6.0)
            .with_background(Brush::Solid(CROSS).into())
            .with_foreground(Brush::Solid(BACKGROUND).into())
            .with_horizontal_alignment(HorizontalAlignment::Center)
            .with_vertical_alignment(VerticalAlignment::Center),
    )
    .with_corner_radius(3.0.into())
    .with_stroke_thickness(Thickness::uniform(1.0).into())
    .build(context);
    dot.to_base()
}

fn keys(context: &mut BuildContext) -> Handle<UiNode> {
    let words = text(context, KEYS, 14.0, WORDS);
    let frame = BorderBuilder::new(
        WidgetBuilder::new()
            .with_margin(Thickness::bottom(14.0))
            .with_width(KEYS_WIDTH)
            .with_horizontal_alignment(HorizontalAlignment::Center)
            .with_background(Brush::Solid(BACKGROUND).into())
            .with_foreground(Brush::Solid(Color::TRANSPARENT).into())
            .with_child(words),
    )
    .with_corner_radius(8.0.into())
    .build(context);
    frame.to_base()
}

fn text(context: &mut BuildContext, words: &str, size: f32, color: Color) -> Handle<Text> {
    TextBuilder::new(
        WidgetBuilder::new()
            .with_margin(Thickness::uniform(8.0))
            .with_foreground(Brush::Solid(color).into()),
    )
    .with_text(words)
    .with_font(BUILT_IN_BOLD.resource())
    .with_font_size(size.into())
    .with_horizontal_text_alignment(HorizontalAlignment::Center)
    .with_vertical_text_alignment(VerticalAlignment::Center)
    .build(context)
}
