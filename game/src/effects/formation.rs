//! The script of a formation.

use super::{declare::*, formation_form::FormationForm, strength::Strength};
use flock_sim::{
    influences::{FallOff, Influence, InfluenceKind},
    settings::Plane,
    Vec3,
};
use fyrox::graph::SceneGraph;

effect_script! {
    /// A formation: each boid flies to a place of its own, which moves and turns with the node. +Z of
    /// the node is ahead.
    pub struct FlockFormation("2a7f50c9-6e1b-4d83-b4f8-0c95d7e3a126", "Flock Formation") {
        /// How the places lie. Default: a V.
        pub form: FormationForm = FormationForm::default();
        /// Distance between neighbouring places, in metres. Places at points, along curves and on
        /// meshes do not depend on it. 0.001 to 1,000; default 1.
        pub spacing: f32 = 1.0, 0.001..=1000.0, step 0.1;
        /// Distance from its place within which a boid slows down, in metres. 0 to 10,000; default 1.
        pub slowing: f32 = 1.0, 0.0..=10000.0, step 0.1;
        /// How far the rules of the flock rest for a boid at its place. 0: cohesion, separation and
        /// alignment act as usual; 1: not at all. It falls to 0 at twice the larger of `slowing` and
        /// `spacing` from the place. 0 to 1; default 0.8.
        pub strictness: f32 = 0.8, 0.0..=1.0, step 0.05;
        /// Time in which the places move to where they are after a change of the form, in seconds.
        /// 0 to 1,000; default 2.
        pub change: f32 = 2.0, 0.0..=1000.0, step 0.1;
        /// The formation shrinks where the level is too narrow for its places, and grows again behind
        /// it. Default: on.
        pub shrinks: bool = true;
        /// Boids outside of the formation find the shortest way through the level to it. The
        /// flock's `way_finding` says how. Default: off, straight.
        pub finds_way: bool = false;
        /// Strength of the pull to the place, and how far from it the pull reaches.
        pub strength: Strength = Strength {
            weight: 10.0,
            reach: 1000.0,
            fall_off: FallOff::Constant,
            ..Strength::default()
        };
    }
}

impl FlockFormation {
    /// The places of `count` boids in world space, in metres, for a flock that moves in `plane`. Empty
    /// for the forms of meshes, and if there is no such node.
    pub fn places(
        &self,
        graph: &Graph,
        node: Handle<Node>,
        count: usize,
        plane: Plane,
    ) -> Vec<Vec3> {
        let form = self.form.without_meshes(graph, node);
        let Some(form) = form.filter(|_| graph.is_valid_handle(node)) else {
            return Vec::new();
        };
        let frame = NodeFrame::default().placement_of(graph, node);
        let places = form.places(count, *self.spacing, plane).into_iter();
        places
            .map(|it| frame.origin + frame.rotation * it)
            .collect()
    }
}

impl EffectScript for FlockFormation {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn surroundings(&self, graph: &Graph, node: Handle<Node>, _: &NodeFrame) -> Option<u64> {
        self.form.surroundings(graph, node)
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let Some(form) = self.form.form(place)? else {
            return Ok(None);
        };
        let position = place.frame.origin;
        let kind = InfluenceKind::Formation {
            form,
            spacing: *self.spacing,
            position,
            rotation: place.frame.rotation,
            slowing: *self.slowing,
            strictness: *self.strictness,
            change: *self.change,
            lead: self.form.lead(),
            shrinks: *self.shrinks,
        };
        let motion = place.motion_at(position);
        Ok(Some(Effect::Influence(Influence {
            finds_way: *self.finds_way,
            ..self.strength.of(kind).with_motion(motion)
        })))
    }
}
