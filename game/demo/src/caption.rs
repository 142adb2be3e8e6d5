//! A line of text at the lower edge of the screen.

use crate::overlay::Overlay;
use fyrox::{
    core::color::Color,
    gui::{
        border::BorderBuilder, brush::Brush, text::TextBuilder, widget::WidgetBuilder,
        HorizontalAlignment, Thickness, UiContainer, VerticalAlignment,
    },
};

/// Width and height of the frame, in pixels.
const SIZE: [f32; 2] = [640.0, 34.0];

const BACKGROUND: Color = Color::from_rgba(8, 14, 24, 120);
const WORDS: Color = Color::from_rgba(236, 240, 246, 255);

/// A caption with the same words from the start of a script on.
#[derive(Clone, Debug, Default)]
pub(crate) struct FixedCaption(Option<Overlay>);

impl FixedCaption {
    /// Opens the caption, if there are words for it.
    pub(crate) fn open(&mut self, interfaces: &mut UiContainer, words: &str) {
        if !words.is_empty() {
            self.0 = Some(caption(interfaces));
        }
    }

    /// Shows the words, if the caption is open.
    pub(crate) fn show(&mut self, interfaces: &UiContainer, words: &str) {
        if let Some(shown) = &mut self.0 {
            shown.show(interfaces, words);
        }
    }

    /// Removes the caption: the engine does not notify the scripts of a scene that is removed.
    pub(crate) fn close(&mut self, interfaces: &mut UiContainer) {
        if let Some(shown) = self.0.take() {
            shown.remove(interfaces);
        }
    }
}

pub fn caption(interfaces: &mut UiContainer) -> Overlay {
    Overlay::new(interfaces, |context| {
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
        (vec![frame.to_base()], text)
    })
}
