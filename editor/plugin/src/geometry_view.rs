//! The static geometry of the selected flock, outlined in the scene view.

use crate::scene_flocks::{current_graph, current_scene, script, selected_flock};
use fyrox::{
    core::{color::Color, pool::Handle},
    scene::{debug::Line, node::Node},
};
use fyrox_flock::geometry::StaticGeometry;
use fyroxed_base::Editor;
use std::time::{Duration, Instant};

const COLOR: Color = Color::opaque(255, 140, 0);

/// Largest number of outlined triangles: more lines slow the editor down and are indistinguishable.
const MOST_TRIANGLES: usize = 20_000;

/// Largest number of skipped nodes that are named.
const MOST_NAMES: usize = 8;

/// Time between two updates from the scene.
const INTERVAL: Duration = Duration::from_millis(1000);

/// The outlines, and whether they are on.
#[derive(Debug, Default)]
pub(crate) struct GeometryView {
    is_on: bool,
    node: Handle<Node>,
    last: Option<Instant>,
    lines: Vec<Line>,
    summary: String,
}

impl GeometryView {
    pub(crate) fn switch(&mut self, is_on: bool) {
        *self = Self {
            is_on,
            ..Self::default()
        };
    }

    /// Numbers of nodes and triangles, and the skipped nodes with the reasons. Empty if the
    /// outlines are off or no flock is selected.
    pub(crate) fn summary(&self) -> &str {
        &self.summary
    }

    /// Draws the outlines. The editor removes all lines at the next frame.
    pub(crate) fn draw(&mut self, editor: &mut Editor) {
        if !self.is_on {
            return;
        }
        let Some(node) = selected_flock(editor) else {
            self.switch(true);
            return;
        };
        let now = Instant::now();
        let is_old = self.last.is_none_or(|last| now - last >= INTERVAL);
        if is_old || node != self.node {
            (self.node, self.last) = (node, Some(now));
            self.look(editor);
        }
        if let Some(scene) = current_scene(editor).map(|it| it.scene) {
            let context = &mut editor.engine.scenes[scene].drawing_context;
            context.lines.extend(self.lines.iter().cloned());
        }
    }

    fn look(&mut self, editor: &Editor) {
        let Some(graph) = current_graph(editor) else {
            return;
        };
        if let Some(script) = script(graph, self.node) {
            let found = script.geometry_at(graph, self.node);
            self.lines = lines(&found);
            self.summary = summary(&found);
        }
    }
}

fn lines(found: &StaticGeometry) -> Vec<Line> {
    let triangles = found.triangles.iter().take(MOST_TRIANGLES);
    let edges = triangles.flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)]);
    edges
        .map(|(begin, end)| Line {
            begin: *begin,
            end: *end,
            color: COLOR,
        })
        .collect()
}

fn summary(found: &StaticGeometry) -> String {
    let count = found.triangles.len();
    let mut text = format!("nodes: {}, triangles: {count}", found.nodes);
    if count > MOST_TRIANGLES {
        text += &format!(", of which {MOST_TRIANGLES} are outlined");
    }
    for skipped in found.skipped.iter().take(MOST_NAMES) {
        text += &format!("\nleft out: {}: {}", skipped.name, skipped.reason);
    }
    if found.skipped.len() > MOST_NAMES {
        text += &format!("\nand {} more", found.skipped.len() - MOST_NAMES);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::core::algebra::Vector3;
    use fyrox_flock::geometry::SkippedNode;

    #[test]
    fn triangles_are_outlined_and_counted_and_what_is_left_out_is_named() {
        let triangle = [Vector3::zeros(), Vector3::x(), Vector3::y()];
        let skipped = |index: usize| SkippedNode {
            node: Handle::NONE,
            name: format!("Rock {index}"),
            reason: "no shape".into(),
        };
        let found = StaticGeometry {
            triangles: vec![triangle; 3],
            nodes: 2,
            skipped: (0..10).map(skipped).collect(),
        };
        assert_eq!(lines(&found).len(), 9);
        let text = summary(&found);
        assert!(text.starts_with("nodes: 2, triangles: 3\nleft out: Rock 0: no shape"));
        assert!(text.ends_with("and 2 more"), "{text}");
    }
}
