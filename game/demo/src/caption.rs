//! A line of text at the lower edge of the screen.

use fyrox::{
    core::{algebra::Vector2, color::Color, pool::Handle},
    gui::{
        border::BorderBuilder,
        brush::Brush,
        grid::{Column, Grid, GridBuilder, Row},
        text::{Text, TextBuilder, TextMessage},
        widget::{WidgetBuilder, WidgetMessage},
        HorizontalAlignment, Thickness, UiContainer, UserInterface, VerticalAlignment,
    },
};

/// Width and height of the frame, in pixels.
const SIZE: [f32; 2] = [640.0, 34.0];

const BACKGROUND: Color = Color::from_rgba(8, 14, 24, 120);
const WORDS: Color = Color::from_rgba(236, 240, 246, 255);

/// A line of text in a user interface of its own.
#[derive(Clone, Debug)]
pub struct Caption {
    ui: Handle<UserInterface>,
    /// The size of the screen.
    root: Handle<Grid>,
    size: Vector2<f32>,
    text: Handle<Text>,
    shown: String,
}

impl Caption {
    pub fn new(interfaces: &mut UiContainer) -> Self {
        let mut ui = UserInterface::new(Vector2::new(1.0, 1.0));
        let context = &mut ui.build_ctx();
        let text = TextBuilder::new(
            WidgetBuilder::new()
                .with_margin(Thickness::uniform(7.0))
                .with_foreground(Brush::Solid(WORDS).into()),
        )
        .with_font_size(15.0.into())
        .with_horizontal_text_alignment(HorizontalAlignment::Center)
        .with_vertical_text_alignment(VerticalAlignment::Center)
        .build(context);
        let frame = BorderBuilder::new(
            WidgetBuilder::new()
                .with_margin(Thickness::bottom(14.0))
                .with_width(SIZE[0])
                .with_height(SIZE[1])
                .with_horizontal_alignment(HorizontalAlignment::Center)
                .with_vertical_alignment(VerticalAlignment::Bottom)
                .with_background(Brush::Solid(BACKGROUND).into())
                .with_foreground(Brush::Solid(Color::TRANSPARENT).into())
                .with_child(text),
        )
        .with_corner_radius(8.0.into())
        .build(context);
        let root = GridBuilder::new(
            WidgetBuilder::new()
                .with_hit_test_visibility(false)
                .with_child(frame),
        )
        .add_row(Row::stretch())
        .add_column(Column::stretch())
        .build(context);
        Self {
            ui: interfaces.add(ui),
            root,
            size: Vector2::zeros(),
            text,
            shown: String::new(),
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
        if words != self.shown {
            ui.send(self.text, TextMessage::Text(words.to_string()));
            self.shown = words.to_string();
        }
    }

    pub fn remove(self, interfaces: &mut UiContainer) {
        if interfaces.is_valid_handle(self.ui) {
            interfaces.remove(self.ui);
        }
    }
}
