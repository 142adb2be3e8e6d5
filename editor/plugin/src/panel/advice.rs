//! The advice on the selected flock, each with a button that follows it.

use super::{button, change_script, ids, script_copy};
use fyrox::{
    core::{pool::Handle, Uuid},
    gui::{
        button::Button,
        formatted_text::WrapMode,
        stack_panel::{StackPanel, StackPanelBuilder},
        text::TextBuilder,
        widget::{WidgetBuilder, WidgetMessage},
        BuildContext, Thickness, UiNode,
    },
    scene::node::Node,
};
use fyrox_flock::sim::Advice;
use fyroxed_base::Editor;

/// Width of a text, in pixels.
const WIDTH: f32 = 320.0;

/// The rows of the panel.
#[derive(Debug)]
pub(super) struct AdviceList {
    list: Handle<StackPanel>,
    rows: Vec<Row>,
    node: Handle<Node>,
    /// The advice or error that is shown.
    shown: Vec<Shown>,
}

#[derive(Debug)]
struct Row {
    row: Handle<UiNode>,
    follow: Option<(Handle<Button>, Advice)>,
}

/// A row's text, and the advice if there is one.
type Shown = (String, Option<Advice>);

impl AdviceList {
    pub(super) fn new(ctx: &mut BuildContext) -> (Self, Handle<UiNode>) {
        let list = StackPanelBuilder::new(WidgetBuilder::new().with_id(ids::ADVICE)).build(ctx);
        let advice = Self {
            list,
            rows: Vec::new(),
            node: Handle::NONE,
            shown: Vec::new(),
        };
        (advice, list.to_base())
    }

    /// Shows the errors of a flock's settings, or else the advice on them.
    pub(super) fn update(&mut self, node: Option<Handle<Node>>, editor: &mut Editor) {
        let settings = node
            .and_then(|node| script_copy(editor, node))
            .map(|it| it.settings());
        let shown: Vec<Shown> = match settings.map(|it| (it.validate(), it)) {
            None => Vec::new(),
            Some((Err(error), _)) => vec![(error.to_string(), None)],
            Some((Ok(()), settings)) => settings
                .advice()
                .into_iter()
                .map(|advice| (advice.to_string(), Some(advice)))
                .collect(),
        };
        self.node = node.unwrap_or_default();
        if shown == self.shown {
            return;
        }
        let ui = editor.engine.user_interfaces.first_mut();
        for old in self.rows.drain(..) {
            ui.send(old.row, WidgetMessage::Remove);
        }
        for (index, (text, advice)) in shown.iter().enumerate() {
            let row = Row::new(index, text, advice.clone(), &mut ui.build_ctx());
            ui.send(row.row, WidgetMessage::link_with(self.list));
            self.rows.push(row);
        }
        self.shown = shown;
    }

    /// Sets the suggested value, if the click was on one of the buttons.
    pub(super) fn on_click(&self, target: Handle<UiNode>, editor: &Editor) {
        let mut follows = self.rows.iter().filter_map(|row| row.follow.as_ref());
        if let Some((_, advice)) = follows.find(|(button, _)| target == *button) {
            let name = format!("Set {} to {}", advice.field, advice.better);
            change_script(editor, self.node, name, |script| {
                if let Some(settings) = script.settings().following(advice) {
                    script.set_settings(settings);
                }
            });
        }
    }
}

impl Row {
    fn new(index: usize, text: &str, advice: Option<Advice>, ctx: &mut BuildContext) -> Self {
        let widget = WidgetBuilder::new()
            .with_width(WIDTH)
            .with_margin(Thickness::uniform(2.0));
        let text = TextBuilder::new(widget)
            .with_text(text)
            .with_wrap(WrapMode::Word)
            .build(ctx);
        let follow = advice.map(|advice| {
            let id = if index == 0 {
                ids::FOLLOW_FIRST
            } else {
                Uuid::new_v4()
            };
            let name = format!("Use {}", advice.better);
            let tip = format!("Sets {} to {}; can be undone", advice.field, advice.better);
            (button(&name, id, &tip, ctx), advice)
        });
        let children = [
            Some(text.to_base()),
            follow.as_ref().map(|it| it.0.to_base()),
        ];
        let children = WidgetBuilder::new().with_children(children.into_iter().flatten());
        let row = StackPanelBuilder::new(children).build(ctx).to_base();
        Self { row, follow }
    }
}
