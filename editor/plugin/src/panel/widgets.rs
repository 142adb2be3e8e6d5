//! The widgets that the rows of the panel consist of.

use fyrox::{
    core::{algebra::Vector2, pool::Handle, Uuid},
    gui::{
        button::{Button, ButtonBuilder},
        check_box::{CheckBox, CheckBoxBuilder},
        formatted_text::WrapMode,
        stack_panel::StackPanelBuilder,
        text::{Text, TextBuilder},
        utils::make_simple_tooltip,
        widget::WidgetBuilder,
        BuildContext, HorizontalAlignment, Orientation, Thickness, UiNode, VerticalAlignment,
    },
};

/// A widget with an id and a tooltip.
pub(super) fn widget(id: Uuid, tip: &str, ctx: &mut BuildContext) -> WidgetBuilder {
    WidgetBuilder::new()
        .with_id(id)
        .with_margin(Thickness::uniform(2.0))
        .with_tooltip(make_simple_tooltip(ctx, tip))
}

/// A text as wide as the panel, in several lines.
pub(super) fn wide_text(id: Uuid, tip: &str, ctx: &mut BuildContext) -> Handle<Text> {
    let widget = widget(id, tip, ctx).with_width(320.0);
    TextBuilder::new(widget)
        .with_wrap(WrapMode::Word)
        .build(ctx)
}

/// A button with a text.
pub(super) fn button(text: &str, id: Uuid, tip: &str, ctx: &mut BuildContext) -> Handle<Button> {
    let widget = widget(id, tip, ctx)
        .with_min_size(Vector2::new(60.0, 22.0))
        .with_horizontal_alignment(HorizontalAlignment::Left)
        .with_vertical_alignment(VerticalAlignment::Top);
    ButtonBuilder::new(widget).with_text(text).build(ctx)
}

/// A text in one line.
pub(super) fn text(text: &str, ctx: &mut BuildContext) -> Handle<UiNode> {
    let widget = WidgetBuilder::new()
        .with_margin(Thickness::uniform(2.0))
        .with_vertical_alignment(VerticalAlignment::Center);
    TextBuilder::new(widget)
        .with_text(text)
        .build(ctx)
        .to_base()
}

/// Widgets side by side.
pub(super) fn row(items: &[Handle<UiNode>], ctx: &mut BuildContext) -> Handle<UiNode> {
    let children = WidgetBuilder::new().with_children(items.iter().copied());
    StackPanelBuilder::new(children)
        .with_orientation(Orientation::Horizontal)
        .build(ctx)
        .to_base()
}

/// A check box with a label.
pub(super) fn check_box(
    name: &str,
    id: Uuid,
    tip: &str,
    is_checked: bool,
    ctx: &mut BuildContext,
) -> Handle<CheckBox> {
    let label = text(name, ctx);
    CheckBoxBuilder::new(widget(id, tip, ctx))
        .checked(Some(is_checked))
        .with_content(label)
        .build(ctx)
}
