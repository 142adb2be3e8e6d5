//! The spots of the selected perches, drawn in the scene view.

use crate::{
    preview::Preview,
    scene_flocks::{current_graph, current_scene, flocks, selected_effect},
    throttle::Throttle,
};
use fyrox::{
    core::{color::Color, pool::Handle},
    graph::SceneGraph,
    scene::{debug::Line, node::Node},
};
use fyrox_flock::{
    scripts::FlockPerches,
    sim::{
        perches::{PerchSurvey, SpotObstruction},
        Vec3,
    },
};
use fyroxed_base::Editor;
use std::time::Duration;

const SPOT: Color = Color::opaque(110, 220, 110);
const TOO_STEEP: Color = Color::opaque(220, 80, 80);
const NO_ROOM: Color = Color::opaque(255, 160, 60);

/// Largest number of drawn spots, and of drawn rejected places.
const MOST_DRAWN: usize = 4_000;

/// Length of the lines at a spot, as a fraction of the distance between spots.
const SIZE: f32 = 0.4;

/// Time between two surveys of the level.
const INTERVAL: Duration = Duration::from_millis(1000);

/// The spots of the selected perches.
#[derive(Debug, Default)]
pub(crate) struct PerchView {
    node: Handle<Node>,
    throttle: Throttle,
    lines: Vec<Line>,
    summary: String,
}

impl PerchView {
    /// Number of spots, and of rejected places by reason. Empty if no perches are selected.
    pub(crate) fn summary(&self) -> &str {
        &self.summary
    }

    /// Draws the spots. The editor removes all lines at the next frame.
    pub(crate) fn draw(&mut self, preview: &Preview, editor: &mut Editor) {
        let Some(node) = selected_perches(editor) else {
            *self = Self::default();
            return;
        };
        if node != self.node {
            self.node = node;
            self.throttle = Throttle::default();
        }
        if let Some(began) = self.throttle.due() {
            (self.lines, self.summary) = look(node, preview, editor);
            self.throttle.wait(INTERVAL, began);
        }
        if let Some(scene) = current_scene(editor).map(|it| it.scene) {
            let context = &mut editor.engine.scenes[scene].drawing_context;
            context.lines.extend(self.lines.iter().cloned());
        }
    }
}

/// The selected node, if it has perches.
fn selected_perches(editor: &Editor) -> Option<Handle<Node>> {
    let node = selected_effect(editor)?;
    current_graph(editor)?[node]
        .has_script::<FlockPerches>()
        .then_some(node)
}

/// Lines and summary for the perches of a node, surveyed by the first affected flock of the
/// preview.
fn look(node: Handle<Node>, preview: &Preview, editor: &Editor) -> (Vec<Line>, String) {
    let graph = current_graph(editor);
    let script = graph.and_then(|it| it.try_get_node(node).ok()?.try_get_script::<FlockPerches>());
    let (Some(graph), Some(script)) = (graph, script) else {
        return Default::default();
    };
    let concerns = |flock: &Handle<Node>| script.flocks.is_empty() || script.flocks.contains(flock);
    let mut concerned = flocks(editor).into_iter().filter(concerns);
    let flock = concerned.find_map(|it| Some((it, preview.flock(editor, it)?)));
    let Some((flock_node, flock)) = flock else {
        let text =
            "The live preview shows the spots: switch it on, with a flock that they concern.";
        return (Vec::new(), text.into());
    };
    match script.survey(graph, node, flock) {
        Ok(survey) => {
            let perches = preview.perches(editor, flock_node, node);
            let used = perches.filter_map(|perch| flock.perch_use(perch));
            let taken = used.map(|used| used.taken + used.reserved).sum();
            (lines(&survey, *script.spacing), summary(&survey, taken))
        }
        Err(error) => (Vec::new(), error),
    }
}

fn lines(survey: &PerchSurvey, spacing: f32) -> Vec<Line> {
    let size = spacing.clamp(0.05, 2.0) * SIZE;
    let mut lines = Vec::new();
    for spot in survey.spots.iter().take(MOST_DRAWN) {
        let aside = spot.normal.cross(&least_axis(&spot.normal)).normalize() * size / 2.0;
        let rise = spot.normal * size;
        let at = spot.position;
        for (begin, end) in [(at, at + rise), (at - aside, at + aside)] {
            let color = SPOT;
            lines.push(Line { begin, end, color });
        }
    }
    for (reason, color) in [
        (SpotObstruction::TooSteep, TOO_STEEP),
        (SpotObstruction::NoRoom, NO_ROOM),
    ] {
        let places = survey.rejected.iter().filter(|(_, it)| *it == reason);
        for (at, _) in places.take(MOST_DRAWN) {
            let [up, aside] = [Vec3::y(), Vec3::x()].map(|axis| axis * size / 4.0);
            for [begin, end] in [
                [at - up - aside, at + up + aside],
                [at - up + aside, at + up - aside],
            ] {
                lines.push(Line { begin, end, color });
            }
        }
    }
    lines
}

/// The axis with the largest angle to a direction.
fn least_axis(direction: &Vec3) -> Vec3 {
    let mut axis = Vec3::zeros();
    axis[direction.iamin()] = 1.0;
    axis
}

fn summary(survey: &PerchSurvey, taken: usize) -> String {
    let count = |reason| {
        let places = survey.rejected.iter();
        places.filter(|(_, it)| *it == reason).count()
    };
    format!(
        "perches: {} spots, {taken} taken\nrejected: {} too steep, {} without room",
        survey.spots.len(),
        count(SpotObstruction::TooSteep),
        count(SpotObstruction::NoRoom),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox_flock::sim::perches::PerchSpot;

    #[test]
    fn spots_and_rejected_places_are_drawn_and_counted() {
        let spot = PerchSpot {
            position: Vec3::new(1.0, 2.0, 3.0),
            normal: Vec3::y(),
        };
        let survey = PerchSurvey {
            spots: vec![spot; MOST_DRAWN + 1],
            rejected: vec![
                (Vec3::x(), SpotObstruction::TooSteep),
                (Vec3::z(), SpotObstruction::NoRoom),
                (Vec3::z(), SpotObstruction::NoRoom),
            ],
        };
        let lines = lines(&survey, 0.5);
        assert_eq!(lines.len(), 2 * MOST_DRAWN + 2 * 3);
        assert!((lines[0].end - Vec3::new(1.0, 2.2, 3.0)).norm() < 1e-5);
        let ends = lines.iter().flat_map(|line| [line.begin, line.end]);
        assert!(ends
            .flat_map(|end| [end.x, end.y, end.z])
            .all(f32::is_finite));
        let text = summary(&survey, 7);
        assert!(text.starts_with("perches: 4001 spots, 7 taken"), "{text}");
        assert!(text.ends_with("1 too steep, 2 without room"), "{text}");
    }
}
