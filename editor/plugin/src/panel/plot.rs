//! The time of a step and of its parts over the last seconds, as stacked bars.

use super::widgets::row;
use fyrox::{
    core::{algebra::Vector2, color::Color, math::Rect, pool::Handle},
    graph::SceneGraph,
    gui::{
        brush::Brush,
        grid::{Column, GridBuilder, Row},
        text::{Text, TextBuilder, TextMessage},
        vector_image::{Primitive, VectorImage, VectorImageBuilder},
        widget::WidgetBuilder,
        BuildContext, Thickness, UiNode, UserInterface,
    },
};
use fyrox_flock::sim::statistics::Statistics;
use std::collections::VecDeque;

/// Number of visible bars.
const BARS: usize = 50;

const WIDTH: f32 = 320.0;
const HEIGHT: f32 = 60.0;

/// Parts of a step, from bottom to top. The GPU only reports the total time. The palette of
/// Okabe and Ito (2008), whose colours colour-blind people can tell apart.
const PARTS: [(&str, Color); 7] = [
    ("sorting", Color::opaque(0, 114, 178)),
    ("neighbours", Color::opaque(240, 228, 66)),
    ("motion", Color::opaque(0, 158, 115)),
    ("sight", Color::opaque(86, 180, 233)),
    ("geometry", Color::opaque(213, 94, 0)),
    ("poses", Color::opaque(204, 121, 167)),
    ("GPU", Color::opaque(200, 200, 200)),
];

/// Milliseconds of each part.
type Bar = [f32; PARTS.len()];

/// The bars, scaled to the highest.
#[derive(Debug)]
pub(super) struct Plot {
    scale: Handle<Text>,
    images: [Handle<VectorImage>; PARTS.len()],
    bars: VecDeque<Bar>,
}

impl Plot {
    /// Also returns the rows: scale, bars and legend.
    pub(super) fn new(ctx: &mut BuildContext) -> (Self, [Handle<UiNode>; 3]) {
        let margin = Thickness::uniform(2.0);
        let scale = TextBuilder::new(WidgetBuilder::new().with_margin(margin)).build(ctx);
        let images = PARTS.map(|(_, color)| {
            let widget = WidgetBuilder::new()
                .with_width(WIDTH)
                .with_height(HEIGHT)
                .with_foreground(Brush::Solid(color).into());
            VectorImageBuilder::new(widget).build(ctx)
        });
        let layers = WidgetBuilder::new()
            .with_margin(margin)
            .with_children(images.map(|image| image.to_base()));
        let bars = GridBuilder::new(layers)
            .add_row(Row::auto())
            .add_column(Column::auto())
            .build(ctx);
        let plot = Self {
            scale,
            images,
            bars: VecDeque::new(),
        };
        (plot, [scale.to_base(), bars.to_base(), legend(ctx)])
    }

    /// Removes all bars.
    pub(super) fn clear(&mut self, ui: &mut UserInterface) {
        self.bars.clear();
        self.show(ui);
    }

    /// Adds a bar, and removes the oldest one.
    pub(super) fn add(&mut self, statistics: &Statistics, ui: &mut UserInterface) {
        self.bars.push_back(bar(statistics));
        if self.bars.len() > BARS {
            self.bars.pop_front();
        }
        self.show(ui);
    }

    fn show(&mut self, ui: &mut UserInterface) {
        let bars = self.bars.make_contiguous();
        let highest = highest(bars);
        for (part, image) in self.images.iter().enumerate() {
            if let Ok(image) = ui.try_get_mut(*image) {
                let drawn = rectangles(bars, part, highest);
                image.primitives.set_value_and_mark_modified(drawn);
                // Drawn widgets are cached.
                image.invalidate_visual();
            }
        }
        let text = if bars.is_empty() {
            String::new()
        } else {
            format!("step, the last 10 s: up to {highest:.2} ms")
        };
        ui.send(self.scale, TextMessage::Text(text));
    }
}

fn legend(ctx: &mut BuildContext) -> Handle<UiNode> {
    let names = PARTS.map(|(name, color)| {
        let widget = WidgetBuilder::new()
            .with_margin(Thickness::uniform(2.0))
            .with_foreground(Brush::Solid(color).into());
        let text = TextBuilder::new(widget).with_text(name).build(ctx);
        text.to_base()
    });
    row(&names, ctx)
}

fn bar(statistics: &Statistics) -> Bar {
    let shares = &statistics.shares;
    let known = [
        shares.sorting,
        shares.neighbours,
        shares.motion,
        shares.sight,
        shares.geometry,
        shares.poses,
    ];
    let is_known = known.iter().sum::<f32>() > 0.0;
    let [sorting, neighbours, motion, sight, geometry, poses] = known;
    let rest = if is_known { 0.0 } else { 1.0 };
    let all = [sorting, neighbours, motion, sight, geometry, poses, rest];
    all.map(|share| share * statistics.step_milliseconds)
}

fn highest(bars: &[Bar]) -> f32 {
    let heights = bars.iter().map(|bar| bar.iter().sum());
    heights.fold(f32::MIN_POSITIVE, f32::max)
}

/// The rectangles of one part, each above the parts before it.
fn rectangles(bars: &[Bar], part: usize, highest: f32) -> Vec<Primitive> {
    let width = WIDTH / BARS as f32;
    let rectangle = |(index, bar): (usize, &Bar)| {
        let height = HEIGHT * bar[part] / highest;
        let below = HEIGHT * bar[..part].iter().sum::<f32>() / highest;
        let position = Vector2::new(width * index as f32, HEIGHT - below - height);
        let size = Vector2::new(width, height);
        (height > 0.0).then_some(Primitive::RectangleFilled {
            rect: Rect { position, size },
        })
    };
    bars.iter().enumerate().filter_map(rectangle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::core::algebra::{Matrix3, Vector3};
    use fyrox_flock::sim::statistics::StepShares;

    /// Linear RGB as people without red cones (first) or green cones see it; Vienot, Brettel and
    /// Mollon, 1999.
    fn dichromats() -> [Matrix3<f32>; 2] {
        [
            Matrix3::new(
                0.11238, 0.88762, 0.0, 0.11238, 0.88762, 0.0, 0.00401, -0.00401, 1.0,
            ),
            Matrix3::new(
                0.29275, 0.70725, 0.0, 0.29275, 0.70725, 0.0, -0.02234, 0.02234, 1.0,
            ),
        ]
    }

    /// A colour in sRGB, from 0 to 255, as it is seen.
    fn seen(color: Color, eye: &Matrix3<f32>) -> Vector3<f32> {
        let linear = color.srgb_to_linear_f32().xyz();
        let seen = eye * linear;
        seen.map(|value| 255.0 * value.clamp(0.0, 1.0).powf(1.0 / 2.2))
    }

    #[test]
    fn colour_blind_people_can_tell_the_parts_apart() {
        for eye in [Matrix3::identity()].iter().chain(&dichromats()) {
            for (index, (name, color)) in PARTS.iter().enumerate() {
                for (other, other_color) in &PARTS[..index] {
                    let distance = (seen(*color, eye) - seen(*other_color, eye)).norm();
                    assert!(distance > 30.0, "{name} and {other}: {distance}");
                }
            }
        }
    }

    fn rectangle(primitive: &Primitive) -> Rect<f32> {
        match primitive {
            Primitive::RectangleFilled { rect } => *rect,
            _ => panic!("no rectangle"),
        }
    }

    #[test]
    fn parts_are_stacked_and_the_highest_bar_is_as_high_as_the_plot() {
        let mut statistics = Statistics {
            step_milliseconds: 4.0,
            ..Statistics::default()
        };
        statistics.shares = StepShares {
            sorting: 0.25,
            poses: 0.75,
            ..StepShares::default()
        };
        let high = bar(&statistics);
        statistics.step_milliseconds = 2.0;
        let bars = [high, bar(&statistics)];
        let highest = highest(&bars);
        assert_eq!(highest, 4.0);
        let sorting = rectangles(&bars, 0, highest);
        let poses = rectangles(&bars, 5, highest);
        assert_eq!((sorting.len(), poses.len()), (2, 2));
        let (below, above) = (rectangle(&sorting[0]), rectangle(&poses[0]));
        assert_eq!(below.position.y + below.size.y, HEIGHT);
        assert_eq!(above.position.y + above.size.y, below.position.y);
        assert_eq!(above.position.y, 0.0);
        let later = rectangle(&poses[1]);
        assert_eq!(later.position.x, WIDTH / BARS as f32);
        assert_eq!(later.position.y, HEIGHT / 2.0);
        assert!(rectangles(&bars, 1, highest).is_empty());
    }

    #[test]
    fn a_gpu_has_one_part() {
        let statistics = Statistics {
            step_milliseconds: 3.0,
            ..Statistics::default()
        };
        assert_eq!(bar(&statistics), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0]);
        assert!(rectangles(&[], 0, highest(&[])).is_empty());
    }
}
