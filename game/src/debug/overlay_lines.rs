//! Debug lines over a scene that can be removed individually.

use fyrox::scene::debug::{Line, SceneDrawingContext};

/// The lines of one owner in a scene. The engine draws the lines of a scene in every frame and can
/// only clear all of them together, so the lines of this owner are found by their values.
#[derive(Default)]
pub(crate) struct OverlayLines {
    shown: Vec<Line>,
}

impl OverlayLines {
    /// Replaces the lines of this owner.
    pub(crate) fn show(&mut self, context: &mut SceneDrawingContext, lines: Vec<Line>) {
        self.clear(context);
        context.lines.extend(lines.iter().cloned());
        self.shown = lines;
    }

    /// Removes the lines of this owner. Lines that are already gone are ignored.
    pub(crate) fn clear(&mut self, context: &mut SceneDrawingContext) {
        let shown = std::mem::take(&mut self.shown);
        if shown.is_empty() {
            return;
        }
        let are_ours = |lines: &[Line]| lines.iter().zip(&shown).all(|(a, b)| bits(a) == bits(b));
        let begin = context.lines.windows(shown.len()).position(are_ours);
        if let Some(begin) = begin {
            context.lines.drain(begin..begin + shown.len());
        }
    }
}

/// The bit patterns of a line. Unlike floats, equal NaNs compare equal.
fn bits(line: &Line) -> ([u32; 6], [u8; 4]) {
    let (a, b) = (line.begin, line.end);
    let ends = [a.x, a.y, a.z, b.x, b.y, b.z].map(f32::to_bits);
    let color = line.color;
    (ends, [color.r, color.g, color.b, color.a])
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::core::{algebra::Vector3, color::Color};

    fn line(x: f32) -> Line {
        Line {
            begin: Vector3::zeros(),
            end: Vector3::x() * x,
            color: Color::RED,
        }
    }

    fn ends(context: &SceneDrawingContext) -> Vec<f32> {
        context.lines.iter().map(|line| line.end.x).collect()
    }

    #[test]
    fn lines_of_others_stay() {
        let mut context = SceneDrawingContext::default();
        context.add_line(line(1.0));
        let mut lines = OverlayLines::default();
        lines.show(&mut context, vec![line(2.0), line(3.0)]);
        context.add_line(line(2.0));
        assert_eq!(ends(&context), [1.0, 2.0, 3.0, 2.0]);
        lines.show(&mut context, vec![line(4.0)]);
        assert_eq!(ends(&context), [1.0, 2.0, 4.0]);
        lines.clear(&mut context);
        lines.clear(&mut context);
        assert_eq!(ends(&context), [1.0, 2.0]);
    }

    #[test]
    fn lines_that_were_removed_otherwise_are_forgotten() {
        let mut context = SceneDrawingContext::default();
        let mut lines = OverlayLines::default();
        lines.show(&mut context, vec![line(f32::NAN), line(2.0)]);
        lines.show(&mut context, vec![line(f32::NAN)]);
        assert_eq!(context.lines.len(), 1);
        context.clear_lines();
        context.add_line(line(2.0));
        lines.clear(&mut context);
        assert_eq!(ends(&context), [2.0]);
    }
}
