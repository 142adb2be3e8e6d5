//! Words over the whole screen.

use fyrox::{
    core::{algebra::Vector2, pool::Handle},
    gui::{
        grid::{Column, Grid, GridBuilder, Row},
        text::{Text, TextMessage},
        widget::{WidgetBuilder, WidgetMessage},
        BuildContext, UiContainer, UiNode, UserInterface,
    },
};

/// Widgets that fill the screen, in a user interface of their own, with one text that changes.
#[derive(Clone, Debug)]
pub struct Overlay {
    ui: Handle<UserInterface>,
    /// The size of the screen.
    root: Handle<Grid>,
    size: Vector2<f32>,
    text: Handle<Text>,
    shown: Option<String>,
}

impl Overlay {
    /// `build` makes the widgets, and returns them with the text that changes.
    pub fn new(
        interfaces: &mut UiContainer,
        build: impl FnOnce(&mut BuildContext) -> (Vec<Handle<UiNode>>, Handle<Text>),
    ) -> Self {
        let mut ui = UserInterface::new(Vector2::new(1.0, 1.0));
        let context = &mut ui.build_ctx();
        let (widgets, text) = build(context);
        let root = GridBuilder::new(
            WidgetBuilder::new()
                .with_hit_test_visibility(false)
                .with_children(widgets),
        )
        .add_row(Row::stretch())
        .add_column(Column::stretch())
        .build(context);
        Self {
            ui: interfaces.add(ui),
            root,
            size: Vector2::zeros(),
            text,
            shown: None,
        }
    }

    /// Shows a text, and updates the size to that of the screen.
    pub fn show(&mut self, interfaces: &UiContainer, words: &str) {
        let Ok(ui) = interfaces.try_get(self.ui) else {
            return;
        };
        let size = ui.screen_size();
        if size != self.size {
            self.size = size;
            ui.send(self.root, WidgetMessage::Width(size.x));
            ui.send(self.root, WidgetMessage::Height(size.y));
        }
        if self.shown.as_deref() != Some(words) {
            ui.send(self.text, TextMessage::Text(words.to_string()));
            // A hidden text takes no room.
            ui.send(self.text, WidgetMessage::Visibility(!words.is_empty()));
            self.shown = Some(words.to_string());
        }
    }

    pub fn remove(self, interfaces: &mut UiContainer) {
        if interfaces.is_valid_handle(self.ui) {
            interfaces.remove(self.ui);
        }
    }
}
