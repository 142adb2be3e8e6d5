//! Log messages about a running flock.

use super::{
    flock_runtime::Runtime,
    reported_errors::{log_name, ErrorKind},
};
use flock_sim::{influences::InfluenceId, settings::Advice, Flock, Preset};
use fyrox::{
    core::{log::Log, pool::Handle},
    scene::{graph::Graph, node::Node},
};
use std::{mem::replace, sync::LazyLock};

/// Number of steps between two looks at the ways.
const STEPS_BETWEEN_LOOKS: u64 = 30;

/// Share of the boids without a way to a goal from which on it is reported. Some boids may be in places
/// of which it is not known, as beside a surface.
const MOST_WITHOUT_WAY: f32 = 0.9;

impl Runtime {
    /// Logs advice on the settings in effect.
    pub(super) fn advise(&mut self, graph: &Graph, owner: Handle<Node>) {
        let running = self.simulation.as_ref();
        let mut advice = running.map_or_else(Vec::new, |simulation| simulation.advice());
        advice.retain(|advice| !is_published(advice));
        let fields = advice.iter().map(|advice| advice.field.clone()).collect();
        if self.advised.changes_to(&fields) {
            for advice in advice {
                Log::warn(format!("{}: {advice}", log_name(graph, owner)));
            }
        }
    }

    pub(super) fn report_not_placed(&mut self, graph: &Graph, owner: Handle<Node>) {
        let simulation = self.simulation.as_ref();
        // Incomplete counts are not reported.
        let Some(count) = simulation.map_or(Some(0), |simulation| simulation.settled_not_placed())
        else {
            return;
        };
        let waiting = simulation.filter(|_| count > 0);
        match waiting {
            // Finding the reason takes longer than a step of a small flock, so it is done once.
            Some(_) if self.errors.is_reported(ErrorKind::Spawn) => (),
            _ => {
                let reason = waiting.and_then(|simulation| simulation.spawn_obstruction());
                let message = reason.map(|reason| reason.to_string());
                self.errors.update(ErrorKind::Spawn, graph, owner, message);
            }
        }
    }

    pub(super) fn report_gpu(&mut self, graph: &Graph, owner: Handle<Node>) {
        let simulation = self.simulation.as_ref();
        let error = simulation.and_then(|simulation| simulation.gpu_error());
        let message = error.map(|error| format!("all threads simulate the boids instead: {error}"));
        self.errors.update(ErrorKind::Gpu, graph, owner, message);
        self.warn_of_late_pipelines(graph, owner);
    }

    /// Logs why boids are led straight by an influence that should find ways. It looks once in a while,
    /// since some hundred boids are looked up.
    pub(super) fn report_ways(&mut self, graph: &Graph, owner: Handle<Node>) {
        let simulation = self.simulation.as_deref();
        let steps = simulation.map_or(0, |simulation| simulation.statistics().steps);
        if !self
            .ways_looked_at
            .changes_to(&(steps / STEPS_BETWEEN_LOOKS))
        {
            return;
        }
        let message = simulation.and_then(lack_of_ways);
        self.errors.update(ErrorKind::Ways, graph, owner, message);
    }

    /// Logs once that a step had to wait for a pipeline.
    fn warn_of_late_pipelines(&mut self, graph: &Graph, owner: Handle<Node>) {
        let simulation = self.simulation.as_ref();
        let is_late = simulation.is_some_and(|it| it.statistics().late_pipelines > 0);
        if is_late && !replace(&mut self.has_waited, true) {
            Log::warn(format!(
                "{}: a step waited for shaders to be compiled, after several changes at once or one soon \
                 after another; Statistics::late_pipelines counts them",
                log_name(graph, owner),
            ));
        }
    }
}

/// Why there are no ways to a goal, if there are none.
fn lack_of_ways(flock: &Flock) -> Option<String> {
    let finding = flock.influences().filter(|(_, it)| it.finds_way);
    let reason = { finding.map(|(id, _)| id) }.find_map(|id| lack_of_way(flock, id))?;
    Some(format!("influences that find ways lead straight: {reason}"))
}

fn lack_of_way(flock: &Flock, id: InfluenceId) -> Option<String> {
    let found = flock.ways(id)?;
    if let Some(error) = found.error {
        return Some(error.to_string());
    }
    let ways = found.ways?;
    let radius = ways.field().navigation().radius;
    let remedy = "make collision.body_radius or way_finding.clearance smaller";
    if let Some(goal) = ways
        .unreachable()
        .first()
        .and_then(|it| ways.goals().get(*it))
    {
        return Some(format!(
            "no body of {radius} m fits at the goal ({}, {}, {}); move it away from surfaces, or {remedy}",
            goal.x, goal.y, goal.z
        ));
    }
    let goal = ways.goals().first()?;
    (flock.share_without_way(id)? >= MOST_WITHOUT_WAY).then(|| {
        format!(
            "no way leads from the boids to the goal ({}, {}, {}); open a passage for bodies of {radius} m, \
             or {remedy}. Cells of {} m miss narrower passages: make way_finding.cell smaller or \
             way_finding.most_cells larger",
            goal.x,
            goal.y,
            goal.z,
            ways.field().finest_cell()
        )
    })
}

/// True for advice that a preset gets too: published models have values that are foolish elsewhere.
fn is_published(advice: &Advice) -> bool {
    static PUBLISHED: LazyLock<Vec<Advice>> = LazyLock::new(|| {
        let settings = Preset::all().map(Preset::settings);
        settings.flat_map(|settings| settings.advice()).collect()
    });
    PUBLISHED.contains(advice)
}
