//! A plot of the last seconds.

use fyrox::{
    core::color::Color,
    core::{algebra::Vector2, pool::Handle},
    graph::SceneGraph,
    gui::{
        brush::Brush,
        vector_image::{Primitive, VectorImage, VectorImageBuilder},
        widget::WidgetBuilder,
        BuildContext, Thickness, UserInterface,
    },
};
use std::collections::VecDeque;

/// Number of values that are shown.
const VALUES: usize = 50;

const WIDTH: f32 = 250.0;
const HEIGHT: f32 = 50.0;

/// A line over the last [`VALUES`] values, scaled to the largest.
#[derive(Debug)]
pub(super) struct Plot {
    image: Handle<VectorImage>,
    values: VecDeque<f32>,
}

impl Plot {
    pub(super) fn new(ctx: &mut BuildContext) -> (Self, Handle<VectorImage>) {
        let image = VectorImageBuilder::new(
            WidgetBuilder::new()
                .with_width(WIDTH)
                .with_height(HEIGHT)
                .with_margin(Thickness::uniform(2.0))
                .with_foreground(Brush::Solid(Color::opaque(120, 190, 255)).into()),
        )
        .build(ctx);
        let plot = Self {
            image,
            values: VecDeque::new(),
        };
        (plot, image)
    }

    /// Drops all values.
    pub(super) fn clear(&mut self) {
        self.values.clear();
    }

    /// Adds a value, and drops the oldest.
    pub(super) fn add(&mut self, value: f32, ui: &mut UserInterface) {
        self.values.push_back(value);
        if self.values.len() > VALUES {
            self.values.pop_front();
        }
        let lines = lines(self.values.make_contiguous());
        if let Ok(image) = ui.try_get_mut(self.image) {
            image.primitives.set_value_and_mark_modified(lines);
            // Drawn widgets are cached.
            image.invalidate_visual();
        }
    }
}

fn lines(values: &[f32]) -> Vec<Primitive> {
    let largest = values.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let at = |index: usize| {
        let x = WIDTH * index as f32 / (VALUES - 1) as f32;
        Vector2::new(x, HEIGHT * (1.0 - values[index] / largest))
    };
    let line = |index| Primitive::Line {
        begin: at(index - 1),
        end: at(index),
        thickness: 1.5,
    };
    (1..values.len()).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_value_is_at_the_top_and_the_newest_on_the_right() {
        assert!(lines(&[1.0]).is_empty());
        let all = lines(&[0.0, 2.0, 1.0]);
        let Primitive::Line { begin, end, .. } = all[1] else {
            panic!("no line")
        };
        assert_eq!((begin.y, end.y), (0.0, HEIGHT / 2.0));
        assert_eq!(lines(&[1.0; VALUES]).len(), VALUES - 1);
        assert!(lines(&[0.0, 0.0]).iter().all(|line| match line {
            Primitive::Line { begin, .. } => begin.y == HEIGHT,
            _ => false,
        }));
    }
}
