//! The script of an area whose surfaces are perches.

use super::{carrier_search::carrier_of, declare::*, perch_area::PerchArea};
use crate::{node_frame::NodeSide, placement::placement};
use flock_sim::{
    obstacles::MovingObstacle,
    perches::{Perch, PerchSampling, PerchSurvey},
    Flock, Placement, ReferenceFrame, Vec3,
};
use fyrox::scene::graph::Graph;

effect_script! {
    /// An area whose surfaces are perches: boids land, stand and take off on roofs, wires with a
    /// collider, the crown of a tree, the deck of a ship. The spots are found on the level's geometry
    /// when the flock starts, and again when the node's transform or a field changes. `landings` and
    /// the stays can change at any time, for example at nightfall: the spots and the boids on them
    /// are kept.
    ///
    /// An area whose node is a dynamic or kinematic body, or is below one, has its spots on the
    /// colliders of that body: boids land on the body while it moves, and ride along. So does an
    /// area at or below a static body that the game moves, or a node with a Flock Obstacle, while it
    /// is a moving obstacle. Spots are then found again when a collider is added, removed or
    /// reshaped, and when the area moves relative to the body.
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
        /// Acceleration of a spot above which the boid on it takes off, in m/s², as a mean over half a
        /// second: that of a moving body, and the share `motion.inertia` of that of the node in `frame`
        /// of the flock. 0 to 10,000; default 15.
        pub most_jolt: f32 = 15.0, 0.0..=10_000.0, step 1.0;
    }
}

impl FlockPerches {
    /// The spots that the boids of a flock find in the area of the script at `node`, and the
    /// rejected places with the reasons, in world coordinates: on a body that moves, they are where
    /// the body is now. Cost: that of [`PerchSampling::find`].
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
        let area = self.area(frame.placement_to_frame(&placement(graph, node)))?;
        if let Some(carrier) = carrier_of(graph, node, &NodeFrame::default()) {
            let obstacles = carrier.obstacles_in(graph, flock);
            // In the frame of the body, its solids are the level.
            if !obstacles.is_empty() || carrier.is_moving_body && frame.is_world() {
                let pose = ReferenceFrame::from(placement(graph, carrier.node));
                return survey_on(&area.on(&carrier), &obstacles, &pose, flock);
            }
        }
        let survey = area.survey(flock).map_err(|error| error.to_string())?;
        Ok(in_world(survey, frame))
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
            carrier: None,
            is_in_level: true,
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
                most_jolt: *self.most_jolt,
                ..Perch::new(Vec::new())
            },
        })
    }
}

impl EffectScript for FlockPerches {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    /// A flock in a frame does not see the static surfaces of an area outside of it.
    fn acts_in(&self, graph: &Graph, node: Handle<Node>, within: &NodeFrame) -> bool {
        is_in_level(graph, node, within) || carrier_of(graph, node, within).is_some()
    }

    fn surroundings(&self, graph: &Graph, node: Handle<Node>, within: &NodeFrame) -> Option<u64> {
        let carrier = carrier_of(graph, node, within);
        Some(carrier.map_or(0, |carrier| carrier.hash()))
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let (graph, node, within) = (place.graph, place.node, place.within);
        let area = PerchArea {
            carrier: carrier_of(graph, node, within),
            is_in_level: is_in_level(graph, node, within),
            ..self.area(place.frame)?
        };
        Ok(Some(Effect::Perches(Box::new(area))))
    }
}

/// True if the geometry of a flock in a frame has the static surfaces around a node.
fn is_in_level(graph: &Graph, node: Handle<Node>, within: &NodeFrame) -> bool {
    within.side_of(graph, node) != NodeSide::Outside
}

/// The survey of an area on the obstacles of its carrier, in the world. `pose`: that of the carrier.
fn survey_on(
    area: &PerchArea,
    obstacles: &[MovingObstacle],
    pose: &ReferenceFrame,
    flock: &Flock,
) -> Result<PerchSurvey, String> {
    let radius = flock.settings().collision.body_radius;
    let surveys = area.survey_on(obstacles, radius);
    let surveys = surveys.map_err(|error| error.to_string())?;
    let mut all = PerchSurvey::default();
    for (survey, obstacle) in surveys.into_iter().zip(obstacles) {
        let placement = pose.placement_to_world(&obstacle.placement);
        let survey = in_world(survey, &placement.into());
        all.spots.extend(survey.spots);
        all.rejected.extend(survey.rejected);
    }
    Ok(all)
}

fn in_world(mut survey: PerchSurvey, frame: &ReferenceFrame) -> PerchSurvey {
    for spot in &mut survey.spots {
        spot.position = frame.point_to_world(spot.position);
        spot.normal = frame.vector_to_world(spot.normal);
    }
    for (place, _) in &mut survey.rejected {
        *place = frame.point_to_world(*place);
    }
    survey
}
