//! The ways along which influences lead the boids of the preview, drawn in the scene view.

mod shown;
mod slice;
mod summary;
#[cfg(test)]
mod test_ways;

use crate::{
    preview::Preview,
    scene_flocks::{current_graph, current_scene, flocks, selected_effect, selected_flock},
    throttle::Throttle,
};
use fyrox::{
    core::{color::Color, pool::Handle},
    graph::SceneGraph,
    scene::{debug::Line, node::Node},
};
use fyrox_flock::sim::{influences::InfluenceId, ways::Way, BoidId, Flock, Vec3};
use fyroxed_base::Editor;
use shown::Shown;
use std::time::Duration;

/// The way of the boid.
const WAY: Color = Color::opaque(230, 120, 220);

/// Half of a cross at a corner of the way, in metres.
const CORNER: f32 = 0.1;

/// Time between two updates.
const INTERVAL: Duration = Duration::from_millis(200);

/// The ways of the selected flock, or to the goal of the selected script, and whether they are
/// shown.
#[derive(Debug, Default)]
pub(crate) struct WayView {
    is_on: bool,
    throttle: Throttle,
    lines: Vec<Line>,
    summary: String,
}

impl WayView {
    pub(crate) fn switch(&mut self, is_on: bool) {
        *self = Self {
            is_on,
            ..Self::default()
        };
    }

    /// Cells, memory and time, and the way of the boid to each goal. Empty if ways are not shown.
    pub(crate) fn summary(&self) -> &str {
        &self.summary
    }

    /// Draws the ways. The editor removes all lines at the next frame.
    ///
    /// `watched`: the boid whose perception is drawn, and the node of its flock.
    pub(crate) fn draw(
        &mut self,
        preview: &Preview,
        watched: Option<(Handle<Node>, BoidId)>,
        editor: &mut Editor,
    ) {
        if !self.is_on {
            return;
        }
        if let Some(began) = self.throttle.due() {
            (self.lines, self.summary) = look(preview, watched, editor);
            self.throttle.wait(INTERVAL, began);
        }
        if let Some(scene) = current_scene(editor).map(|it| it.scene) {
            let context = &mut editor.engine.scenes[scene].drawing_context;
            context.lines.extend(self.lines.iter().cloned());
        }
    }
}

/// Lines and summary for the selected flock, or for the first flock that the selected script leads
/// along ways.
fn look(
    preview: &Preview,
    watched: Option<(Handle<Node>, BoidId)>,
    editor: &Editor,
) -> (Vec<Line>, String) {
    let selected = selected_flock(editor);
    let effect = selected_effect(editor).filter(|_| selected.is_none());
    let all = selected.map_or_else(|| flocks(editor), |node| vec![node]);
    let mut led = all.into_iter().filter_map(|node| {
        let flock = preview.flock(editor, node)?;
        let leading = leading(preview, editor, (node, flock), effect);
        (!leading.is_empty()).then_some((node, flock, leading))
    });
    let Some((node, flock, leading)) = led.next() else {
        return (Vec::new(), summary::of_none(preview.is_on).into());
    };
    let boid = watched.filter(|(of, _)| *of == node).map(|(_, boid)| boid);
    let start = start(flock, boid);
    let shown: Vec<_> = { leading.into_iter() }
        .filter_map(|(id, name)| Shown::of(flock, id, name, start))
        .collect();
    (lines(flock, &shown, start), summary::of(&shown))
}

/// The influences that lead a flock along ways, with the names of their nodes; only that of a script,
/// if one is given.
fn leading(
    preview: &Preview,
    editor: &Editor,
    (node, flock): (Handle<Node>, &Flock),
    effect: Option<Handle<Node>>,
) -> Vec<(InfluenceId, String)> {
    let graph = current_graph(editor);
    let finding = flock.influences().filter(|(_, it)| it.finds_way);
    let named = finding.filter_map(|(id, _)| {
        let of = preview.node_of(editor, node, id)?;
        let name = graph?.try_get_node(of).ok()?.name().to_owned();
        effect
            .is_none_or(|effect| effect == of)
            .then_some((id, name))
    });
    named.collect()
}

/// The position of a boid, or of the first one.
fn start(flock: &Flock, boid: Option<BoidId>) -> Option<Vec3> {
    let boid = boid.and_then(|id| flock.boid(id));
    let boid = boid.or_else(|| flock.boids().next())?;
    Some(boid.position)
}

/// The boid's way to each goal, and arrows along the ways to the first one.
fn lines(flock: &Flock, shown: &[Shown], start: Option<Vec3>) -> Vec<Line> {
    let ways = shown.iter().find_map(|it| it.found.ways.as_deref());
    let mut lines = match (ways, start) {
        (Some(ways), Some(start)) => slice::lines(flock, ways, start),
        _ => Vec::new(),
    };
    for way in shown.iter().filter_map(|it| it.way.as_ref()) {
        lines.extend(of_way(way));
    }
    lines
}

/// The moves of a way, and a cross at each corner.
fn of_way(way: &Way) -> impl Iterator<Item = Line> + '_ {
    let color = WAY;
    let line = move |begin, end| Line { begin, end, color };
    let moves = way
        .points
        .windows(2)
        .map(move |ends| line(ends[0], ends[1]));
    let ends = way.points.iter().skip(1);
    let crosses = ends.flat_map(move |at| {
        (0..3).map(move |axis| {
            let along = Vec3::ith(axis, CORNER);
            line(at - along, at + along)
        })
    });
    moves.chain(crosses)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn a_way_has_a_line_for_each_move_and_a_cross_at_each_corner() {
        let way = Way {
            points: vec![Vec3::zeros(), Vec3::x(), Vec3::new(1.0, 2.0, 0.0)],
            length: 3.0,
        };
        let lines: Vec<_> = of_way(&way).collect();
        assert_eq!(lines.len(), 2 + 2 * 3);
        assert_eq!((lines[1].begin, lines[1].end), (Vec3::x(), way.points[2]));
        let middle = (lines[2].begin + lines[2].end) / 2.0;
        assert_eq!(middle, Vec3::x());
    }
}
