//! The script of an area whose surfaces are perches.

use super::{declare::*, perch_area::PerchArea};
use crate::{node_frame::NodeSide, placement::placement};
use flock_sim::{
    perches::{Perch, PerchSampling, PerchSurvey},
    Flock, Placement, Vec3,
};
use fyrox::scene::graph::Graph;

effect_script! {
    /// An area whose surfaces are perches: boids land, stand and take off on roofs, wires with a
    /// collider, the crown of a tree. The spots are found on the level's geometry when the flock
    /// starts, and again when the node's transform or a field changes. `landings` and the stays can
    /// change at any time, for example at nightfall: the spots and the boids on them are kept.
    pub struct FlockPerches("f7d25b03-8e61-4a9c-b0d4-36c1a97e58f2", "Flock Perches") {
        /// Half extents of the box around the node, in metres. Each 0.01 to 10,000; default 5.
        pub half_extents: Vec3 = Vec3::new(5.0, 5.0, 5.0);
        /// Steepest slope on which boids stand, in degrees. 0 to 89; default 35.
        pub steepest: f32 = 35.0, 0.0..=89.0, step 1.0;
        /// Free height that a standing boid needs above it, in metres. 0 to 100; default 0.4.
        pub head_room: f32 = 0.4, 0.0..=100.0, step 0.05;
        /// Radius of the free ball that the beating wings need above a spot, in metres. 0 to 100;
        /// default 0.15.
        pub wing_room: f32 = 0.15, 0.0..=100.0, step 0.05;
        /// Smallest distance between spots, in metres. 0.01 to 1,000; default 0.3.
        pub spacing: f32 = 0.3, 0.01..=1000.0, step 0.05;
        /// Largest number of spots. 1 to 65,536; default 1,000.
        pub most: u32 = 1000u32, 1.0..=65536.0, step 10.0;
        /// Seed of the random search: another seed finds other spots. Default 0.
        pub seed: u32 = 0u32;
        /// Distance within which boids choose a spot, in metres. 0.1 to 1,000; default 8.
        pub reach: f32 = 8.0, 0.1..=1000.0, step 0.5;
        /// Fraction of the boids in reach of free spots that decide to land, per second. 0 to 10;
        /// default 0.2.
        pub landings: f32 = 0.2, 0.0..=10.0, step 0.05;
        /// Shortest time that a boid stands, in seconds. 0 to 1,000,000; default 10.
        pub shortest_stay: f32 = 10.0, 0.0..=1000000.0, step 1.0;
        /// Longest time that a boid stands, in seconds; at least `shortest_stay`. 0 to 1,000,000;
        /// default 20.
        pub longest_stay: f32 = 20.0, 0.0..=1000000.0, step 1.0;
        /// Height above a spot at which the final descent to it begins, in metres. 0 to 100;
        /// default 0.5.
        pub approach_height: f32 = 0.5, 0.0..=100.0, step 0.1;
        /// Distance within which the take-off of a frightened boid makes others take off, in
        /// metres. 0: boids do not react to such take-offs. 0 to 1,000; default 3.
        pub alarm_radius: f32 = 3.0, 0.0..=1000.0, step 0.5;
    }
}

impl FlockPerches {
    /// The spots that the boids of a flock find in the area of the script at `node`, and the
    /// rejected places with the reasons, in world coordinates. Cost: that of [`PerchSampling::find`].
    ///
    /// # Errors
    /// Names every value that is out of range.
    pub fn survey(
        &self,
        graph: &Graph,
        node: Handle<Node>,
        flock: &Flock,
    ) -> Result<PerchSurvey, String> {
        let frame = flock.frame();
        let place = frame.placement_to_frame(&placement(graph, node));
        let survey = self.area(place)?.survey(flock);
        let mut survey = survey.map_err(|error| error.to_string())?;
        for spot in &mut survey.spots {
            spot.position = frame.point_to_world(spot.position);
            spot.normal = frame.vector_to_world(spot.normal);
        }
        for (place, _) in &mut survey.rejected {
            *place = frame.point_to_world(*place);
        }
        Ok(survey)
    }

    fn area(&self, place: Placement) -> Result<PerchArea, String> {
        let is_size = |x: &f32| (0.01..=10_000.0).contains(x);
        if !self.half_extents.iter().all(is_size) {
            return Err(format!(
                "half_extents are {}, {}, {}; allowed: 0.01 to 10000 m each",
                self.half_extents.x, self.half_extents.y, self.half_extents.z
            ));
        }
        Ok(PerchArea {
            place,
            half_extents: *self.half_extents,
            sampling: PerchSampling {
                steepest: *self.steepest,
                head_room: *self.head_room,
                wing_room: *self.wing_room,
                spacing: *self.spacing,
                most: *self.most,
                seed: *self.seed,
            },
            perch: Perch {
                reach: *self.reach,
                landings: *self.landings,
                stay: [*self.shortest_stay, *self.longest_stay],
                approach_height: *self.approach_height,
                alarm_radius: *self.alarm_radius,
                ..Perch::new(Vec::new())
            },
        })
    }
}

impl EffectScript for FlockPerches {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    /// A flock in a frame does not see the surfaces of an area outside of it.
    fn acts_in(&self, graph: &Graph, node: Handle<Node>, within: &NodeFrame) -> bool {
        within.side_of(graph, node) != NodeSide::Outside
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        Ok(Some(Effect::Perches(Box::new(self.area(place.frame)?))))
    }
}
