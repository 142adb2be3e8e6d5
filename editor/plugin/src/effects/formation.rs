//! [`EffectEditor`](super::effect_editor::EffectEditor) for Flock Formation. The points of some forms
//! are child nodes.

use super::prelude::*;
use crate::scene_flocks::{frame, script};
use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    graph::SceneGraph,
    scene::{debug::Line, graph::Graph, node::Node},
};
use fyrox_flock::{
    scripts::FlockFormation,
    sim::{settings::Plane, Vec3},
    Flock,
};

/// Largest number of places that are drawn.
const MOST_PLACES: usize = 500;

/// Largest number of boids whose places are computed. It happens in every frame.
const MOST_BOIDS: f32 = 20_000.0;

/// Size of a place, as a share of the spacing.
const MARK: f32 = 0.15;

/// Length of the arrow that shows where ahead is, in spacings.
const ARROW: f32 = 1.5;

impl EffectEditor for FlockFormation {
    /// The places of the boids, or the meshes that they fill, and an arrow ahead.
    fn draw(&self, pen: &mut Pen) {
        let spacing = *self.spacing;
        if !spacing.is_finite() {
            return;
        }
        match self.form.mesh_node() {
            Some(node) => {
                let node = pen.chosen(node);
                draw_mesh(pen, node);
            }
            None => draw_places(self, pen),
        }
        pen.arrow(Vec3::zeros(), Vec3::z() * (ARROW * spacing), EFFECT);
    }
}

/// A cross at each place.
fn draw_places(formation: &FlockFormation, pen: &mut Pen) {
    let (count, plane) = boids_of(formation, pen.graph);
    let places = formation.places(pen.graph, pen.node, count, plane);
    let every = places.len().div_ceil(MOST_PLACES).max(1);
    for place in places.iter().step_by(every) {
        for axis in 0..3 {
            let along = Vec3::ith(axis, MARK * *formation.spacing);
            let (begin, end) = (place - along, place + along);
            if begin.iter().chain(&end).all(|x| x.is_finite()) {
                let color = EFFECT;
                pen.context.add_line(Line { begin, end, color });
            }
        }
    }
}

/// Number and plane of the boids of the first flock that flies in a formation.
fn boids_of(formation: &FlockFormation, graph: &Graph) -> (usize, Plane) {
    let all = || graph.pair_iter().map(|(node, _)| node);
    let chosen = formation.flocks.iter().copied();
    let flock = match formation.flocks.is_empty() {
        true => all().find_map(|node| script(graph, node)),
        false => { chosen }.find_map(|node| script(graph, node)),
    };
    let settings = flock.map_or_else(Default::default, Flock::settings);
    // Not NaN either.
    let share = match formation.strength.share {
        share if share > 0.0 => share.min(1.0),
        _ => 0.0,
    };
    let count = settings.spawn.count as f32 * share;
    (
        count.min(MOST_BOIDS).round() as usize,
        settings.motion.plane,
    )
}

/// The edges of the meshes of a node, where the formation has them.
fn draw_mesh(pen: &mut Pen, mesh: Handle<Node>) {
    if !pen.graph.is_valid_handle(mesh) {
        return;
    }
    let Some(to_mesh) = frame(pen.graph, mesh).try_inverse() else {
        return;
    };
    let placed: Matrix4<f32> = frame(pen.graph, pen.node) * to_mesh;
    for ends in pen.edges(mesh, 0.0) {
        let [begin, end] = ends.map(|it| placed.transform_point(&it.into()).coords);
        let color = EFFECT;
        pen.context.add_line(Line { begin, end, color });
    }
}
