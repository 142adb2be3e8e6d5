//! The player's overlay: a cross hair, a prompt, the keys.

use super::controls::KEYS;
use crate::overlay::Overlay;
use fyrox::{
    core::{color::Color, pool::Handle},
    gui::{
        border::BorderBuilder,
        brush::Brush,
        font::BUILT_IN_BOLD,
        stack_panel::StackPanelBuilder,
        text::{Text, TextBuilder},
        widget::WidgetBuilder,
        BuildContext, HorizontalAlignment, Thickness, UiContainer, UiNode, VerticalAlignment,
    },
};

/// Width of the frame.
const WIDTH: f32 = 920.0;

const BACKGROUND: Color = Color::from_rgba(14, 20, 30, 165);
const WORDS: Color = Color::from_rgba(225, 232, 240, 255);
const PROMPT: Color = Color::from_rgba(255, 214, 120, 255);
const CROSS: Color = Color::from_rgba(255, 255, 255, 215);

/// The player's overlay, whose text is a prompt.
pub(super) fn hud(interfaces: &mut UiContainer) -> Overlay {
    Overlay::new(interfaces, |context| {
        let cross = cross(context);
        let prompt = text(context, "", 17.0, PROMPT);
        let keys = text(context, KEYS, 14.0, WORDS);
        let words = StackPanelBuilder::new(
            WidgetBuilder::new().with_children([prompt.to_base(), keys.to_base()]),
        )
        .build(context);
        (vec![cross, frame(context, words.to_base())], prompt)
    })
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

fn frame(context: &mut BuildContext, words: Handle<UiNode>) -> Handle<UiNode> {
    let frame = BorderBuilder::new(
        WidgetBuilder::new()
            .with_margin(Thickness::bottom(14.0))
            .with_width(WIDTH)
            .with_horizontal_alignment(HorizontalAlignment::Center)
            .with_vertical_alignment(VerticalAlignment::Bottom)
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
            .with_margin(Thickness::uniform(7.0))
            .with_foreground(Brush::Solid(color).into()),
    )
    .with_text(words)
    .with_font(BUILT_IN_BOLD.resource())
    .with_font_size(size.into())
    .with_horizontal_text_alignment(HorizontalAlignment::Center)
    .with_vertical_text_alignment(VerticalAlignment::Center)
    .build(context)
}
