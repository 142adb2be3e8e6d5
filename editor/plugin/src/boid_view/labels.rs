//! Labels of the arrows, over the scene view.

use super::wish_arrows::WishArrow;
use crate::{gizmo::on_screen, ids};
use fyrox::{
    core::{algebra::Vector2, pool::Handle},
    graph::SceneGraph,
    gui::{
        brush::Brush,
        text::{Text, TextBuilder, TextMessage},
        widget::{WidgetBuilder, WidgetMessage},
    },
    scene::camera::Camera,
};
use fyroxed_base::Editor;

/// Largest number of arrows.
const LABELS: usize = ids::WISHES.len();

/// Offset of a label from the tip of its arrow, in pixels.
const OFFSET: Vector2<f32> = Vector2::new(6.0, -8.0);

/// Height of a label, in pixels.
const HEIGHT: f32 = 17.0;

/// One label for each possible arrow.
#[derive(Debug)]
pub(super) struct Labels {
    texts: [Handle<Text>; LABELS],
    /// Number of visible labels.
    shown: usize,
}

impl Labels {
    pub(super) fn add_to(editor: &mut Editor) -> Self {
        // The selection frame is in a canvas, whose children can have any position.
        let neighbour = editor.scene_viewer.selection_frame();
        let ui = editor.engine.user_interfaces.first_mut();
        let canvas = ui.try_get(neighbour).map(|frame| frame.parent());
        let texts = ids::WISHES.map(|id| {
            let widget = WidgetBuilder::new()
                .with_id(id)
                .with_hit_test_visibility(false)
                .with_visibility(false);
            let text = TextBuilder::new(widget)
                .with_shadow(true)
                .with_shadow_dilation(0.0)
                .with_shadow_offset(Vector2::repeat(1.0));
            let text = text.build(&mut ui.build_ctx());
            if let Ok(canvas) = canvas {
                ui.send(text, WidgetMessage::link_with(canvas));
            }
            text
        });
        Self { texts, shown: 0 }
    }

    /// Shows a label at the tip of each arrow, as a camera sees it.
    pub(super) fn show(&mut self, arrows: &[WishArrow], camera: Option<&Camera>, editor: &Editor) {
        let ui = editor.engine.user_interfaces.first();
        let frame = editor.scene_viewer.frame();
        let size = ui.try_get(frame).map(|frame| frame.actual_local_size());
        let tips: Vec<_> = match (camera, size) {
            (Some(camera), Ok(size)) => arrows
                .iter()
                .filter_map(|arrow| Some((arrow, on_screen(arrow.end, camera, size)? + OFFSET)))
                .collect(),
            _ => Vec::new(),
        };
        let tips = without_overlap(tips);
        for (&text, (arrow, position)) in self.texts.iter().zip(&tips) {
            ui.send(text, TextMessage::Text(arrow.label.clone()));
            let color = Brush::Solid(arrow.color).into();
            ui.send(text, WidgetMessage::Foreground(color));
            ui.send(text, WidgetMessage::DesiredPosition(*position));
            ui.send(text, WidgetMessage::Visibility(true));
        }
        // Without a flock no messages are sent, so that the editor can sleep.
        let (new, old) = (tips.len().min(LABELS), self.shown);
        for &text in self.texts.iter().take(old).skip(new) {
            ui.send(text, WidgetMessage::Visibility(false));
        }
        self.shown = new;
    }
}

/// Moves labels down that would cover others. Positions are whole pixels, for sharp text.
fn without_overlap<T>(mut texts: Vec<(T, Vector2<f32>)>) -> Vec<(T, Vector2<f32>)> {
    texts.sort_by(|(_, a), (_, b)| a.y.total_cmp(&b.y));
    let mut least = f32::NEG_INFINITY;
    for (_, position) in &mut texts {
        position.y = position.y.max(least);
        *position = position.map(f32::round);
        least = position.y + HEIGHT;
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_do_not_cover_each_other() {
        let texts = [("a", 50.2), ("b", 10.0), ("c", 12.0), ("d", 30.0)];
        let placed = without_overlap(texts.map(|(name, y)| (name, Vector2::new(3.4, y))).into());
        let expected = [("b", 10.0), ("c", 27.0), ("d", 44.0), ("a", 61.0)];
        assert_eq!(
            placed,
            expected.map(|(name, y)| (name, Vector2::new(3.0, y)))
        );
    }
}
