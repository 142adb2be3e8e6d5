//! The errors in the selected flock's settings or the advice on them, each with a button for its
//! remedy.

use super::widgets::button;
use crate::{ids, scene_flocks::script_copy, script_command::replace_flock};
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
use fyrox_flock::sim::settings::Advice;
use fyroxed_base::Editor;

/// Width of a text, in pixels.
const WIDTH: f32 = 320.0;

/// The rows of the panel.
#[derive(Debug)]
pub(super) struct AdviceList {
    list: Handle<StackPanel>,
    rows: Vec<Row>,
    node: Handle<Node>,
    /// The shown advice or errors.
    shown: Vec<Shown>,
}

#[derive(Debug)]
struct Row {
    row: Handle<UiNode>,
    button: Handle<Button>,
    remedy: Remedy,
}

/// The action of the button of a row.
#[derive(Clone, Debug, PartialEq)]
enum Remedy {
    /// Sets the suggested value.
    Advice(Advice),
    /// Replaces values out of range by the nearest allowed values.
    Correct,
}

/// A row's text and remedy.
type Shown = (String, Remedy);

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

    /// Shows the errors in a flock's settings or, if there are none, the advice on them.
    pub(super) fn update(&mut self, node: Option<Handle<Node>>, editor: &mut Editor) {
        let settings = node
            .and_then(|node| script_copy(editor, node))
            .map(|it| it.settings());
        let shown: Vec<Shown> = match settings.map(|it| (it.validate(), it)) {
            None => Vec::new(),
            Some((Err(error), _)) => vec![(error.to_string(), Remedy::Correct)],
            Some((Ok(()), settings)) => settings
                .advice()
                .into_iter()
                .map(|advice| (advice.to_string(), Remedy::Advice(advice)))
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
        for (index, (text, remedy)) in shown.iter().enumerate() {
            let row = Row::new(index, text, remedy.clone(), &mut ui.build_ctx());
            ui.send(row.row, WidgetMessage::link_with(self.list));
            self.rows.push(row);
        }
        self.shown = shown;
    }

    /// Applies the remedy, if the click was on one of the buttons.
    pub(super) fn on_click(&self, target: Handle<UiNode>, editor: &Editor) {
        let Some(row) = self.rows.iter().find(|row| target == row.button) else {
            return;
        };
        let Some(mut script) = script_copy(editor, self.node) else {
            return;
        };
        let settings = script.settings();
        let better = match &row.remedy {
            Remedy::Advice(advice) => settings.with_advice(advice),
            Remedy::Correct => Some(settings.corrected()),
        };
        if let Some(better) = better {
            script.set_settings(better);
            replace_flock(editor, self.node, row.remedy.command(), script);
        }
    }
}

impl Remedy {
    /// Name of the command.
    fn command(&self) -> String {
        match self {
            Self::Advice(advice) => format!("Set {} to {}", advice.field, advice.better),
            Self::Correct => "Set the nearest allowed values".into(),
        }
    }

    /// Name of the button.
    fn name(&self) -> String {
        match self {
            Self::Advice(advice) => format!("Use {}", advice.better),
            Self::Correct => "Use the nearest allowed values".into(),
        }
    }
}

impl Row {
    fn new(index: usize, text: &str, remedy: Remedy, ctx: &mut BuildContext) -> Self {
        let widget = WidgetBuilder::new()
            .with_width(WIDTH)
            .with_margin(Thickness::uniform(2.0));
        let text = TextBuilder::new(widget)
            .with_text(text)
            .with_wrap(WrapMode::Word)
            .build(ctx);
        let id = if index == 0 {
            ids::FIRST_REMEDY
        } else {
            Uuid::new_v4()
        };
        let tip = format!("{}; can be undone", remedy.command());
        let button = button(&remedy.name(), id, &tip, ctx);
        let children = WidgetBuilder::new().with_children([text.to_base(), button.to_base()]);
        let row = StackPanelBuilder::new(children).build(ctx).to_base();
        Self {
            row,
            button,
            remedy,
        }
    }
}
