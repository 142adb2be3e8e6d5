//! The WGSL files that passes use. Each lies beside the Rust file with the same formulas.

use crate::gpu::{
    avoidance::{AvoidanceUniform, DueLook, LookKey, LookMemory, LookSelection},
    boid_buffers::{BoidMotion, BoidPlace},
    boid_changes::{ChangesUniform, JoiningBoid},
    boundary::BoundaryUniform,
    detail::{DetailUniform, ViewerUniform},
    fear::{ChooserUniform, FearNotes, FearUniform, PanicNotes, ThreatBlock, ThreatUniform},
    geometry::{DistanceFieldUniform, GpuNode, GpuTriangle},
    grid::{GridLayout, GridUniform},
    influence_fields::{MeshUniform, WaysUniform},
    influences::{InfluenceTermUniform, InfluencesUniform, RoundedBoxUniform},
    motion::{CurlNoiseUniform, MotionUniform},
    neighbours::{CriteriaUniform, RandomDirectionsUniform, RulesUniform, WanderUniform},
    obstacles::{MovingUniform, ObstacleUniform},
    pose::PoseUniform,
    relations::{NotedUniform, OtherSums, RelationUniform},
    steering::{FleeSourceUniform, LimitsUniform, SteeringUniform},
    wgsl::{part, Part},
};

pub(crate) static VECTOR: Part = part!("math/vector.wgsl", []);
static MATH_ORIENTATION: Part = part!("math/orientation.wgsl", []);
pub(crate) static COMMON_BOUNDS: Part = part!("math/common_bounds.wgsl", []);
static FRAME: Part = part!("math/frame.wgsl", []);
static RANDOM: Part = part!("math/random.wgsl", [RandomDirectionsUniform::PART]);

/// The structs of a boid's state.
pub(crate) static BOIDS: Part = Part {
    name: "boids",
    source: "",
    needs: &[&BoidPlace::PART, &BoidMotion::PART],
};

/// The structs for boids that join and leave.
pub(crate) static CHANGES: Part = Part {
    name: "changes",
    source: "",
    needs: &[&ChangesUniform::PART, &JoiningBoid::PART, &LookMemory::PART],
};

pub(crate) static PERIODIC_BOX: Part =
    part!("boundary/periodic_box.wgsl", [BoundaryUniform::PART, FRAME]);
static SOFT_TURN: Part = part!("boundary/soft_turn.wgsl", [BoundaryUniform::PART, VECTOR]);
static CUBOID: Part = part!(
    "boundary/cuboid.wgsl",
    [PERIODIC_BOX, SOFT_TURN, CONTAINMENT]
);
static SPHERE: Part = part!(
    "boundary/sphere.wgsl",
    [PERIODIC_BOX, SOFT_TURN, CONTAINMENT]
);
pub(crate) static CONTAINMENT: Part = part!("boundary/containment.wgsl", [CUBOID, SPHERE]);
pub(crate) static CONTAIN: Part = part!("boundary/contain.wgsl", [CONTAINMENT]);

pub(crate) static PLACE_IN_GRID: Part = part!(
    "neighbours/grid/place_in_grid.wgsl",
    [GridUniform::PART, PERIODIC_BOX, VECTOR]
);
pub(crate) static AXIS: Part = part!("neighbours/grid/axis.wgsl", [GridLayout::PART]);
pub(crate) static PREFIX_SUM: Part = part!("neighbours/grid/prefix_sum.wgsl", []);
pub(crate) static CELL_BLOCKS: Part = part!(
    "neighbours/grid/cell_blocks.wgsl",
    [GridLayout::PART, PREFIX_SUM]
);
static ROWS: Part = part!("neighbours/grid/rows.wgsl", [AXIS, SUMS]);
static MINIMUM_IMAGE: Part = part!("neighbours/minimum_image.wgsl", [BoundaryUniform::PART]);
static SPHERE_IMAGES: Part = part!("neighbours/sphere_images.wgsl", [SPHERE, ROWS, VECTOR]);
static K_NEAREST: Part = part!("neighbours/k_nearest.wgsl", [SUMS]);
pub(crate) static SUMS: Part = part!(
    "neighbours/sums.wgsl",
    [
        CriteriaUniform::PART,
        RANDOM,
        ROWS,
        MINIMUM_IMAGE,
        SPHERE_IMAGES,
        K_NEAREST,
        VECTOR
    ]
);

pub(crate) static LEVEL: Part = part!(
    "step/level.wgsl",
    [DetailUniform::PART, ViewerUniform::PART]
);
pub(crate) static PACE: Part = part!("step/pace.wgsl", [BoidMotion::PART]);

pub(crate) static RULES: Part = part!("steering/rules.wgsl", [RulesUniform::PART, SUMS]);
pub(crate) static WANDER: Part = part!("steering/wander.wgsl", [WanderUniform::PART, RANDOM]);
pub(crate) static NEIGHBOUR_LOOP: Part =
    part!("step/neighbour_loop.wgsl", [RULES, WANDER, SUMS, PACE]);
pub(crate) static OTHERS: Part = part!(
    "step/others.wgsl",
    [RelationUniform::PART, OtherSums::PART, SUMS]
);
pub(crate) static OTHER_SUMS: Part = OtherSums::PART;
pub(crate) static COMBINE: Part = part!("steering/combine.wgsl", [SteeringUniform::PART, VECTOR]);
pub(crate) static FLEE: Part = part!("steering/flee.wgsl", [FleeSourceUniform::PART, VECTOR]);
pub(crate) static FEAR_NOTES: Part = FearNotes::PART;
static FEAR_MEMORY: Part = part!("steering/fear/memory.wgsl", [FearNotes::PART]);
/// The structs of fear, and the functions of its memory.
pub(crate) static FEAR: Part = Part {
    name: "fear",
    source: "",
    needs: &[&FearUniform::PART, &PanicNotes::PART, &FEAR_MEMORY],
};
pub(crate) static THREAT: Part = part!(
    "steering/fear/threat.wgsl",
    [ThreatUniform::PART, ChooserUniform::PART, RANDOM, VECTOR]
);
pub(crate) static THREAT_BLOCK: Part = ThreatBlock::PART;
pub(crate) static NOTED: Part = NotedUniform::PART;
pub(crate) static NEAR_THREATS: Part = part!(
    "steering/fear/near.wgsl",
    [THREAT, THREAT_BLOCK, PERIODIC_BOX, COMMON_BOUNDS]
);
static ROUNDED_BOX: Part = part!(
    "steering/influences/rounded_box.wgsl",
    [RoundedBoxUniform::PART]
);
static MESH: Part = part!("steering/influences/mesh.wgsl", [MeshUniform::PART, VECTOR]);
static GROUND: Part = part!("geometry/ground.wgsl", [InfluencesUniform::PART]);
static OCTREE: Part = part!("ways/octree.wgsl", [WaysUniform::PART, VECTOR]);
static NEXT: Part = part!("ways/next.wgsl", [OCTREE]);
static STRENGTH: Part = part!(
    "steering/influences/strength.wgsl",
    [InfluenceTermUniform::PART]
);
pub(crate) static CLEAR_WAY: Part = part!(
    "steering/influences/clear_way.wgsl",
    [NEXT, STRENGTH, RANDOM]
);
static WAY: Part = part!(
    "steering/influences/way.wgsl",
    [NEXT, ROUNDED_BOX, MESH, INFLUENCE_WISH]
);
static FORMATION: Part = part!(
    "steering/influences/formation.wgsl",
    [InfluenceTermUniform::PART, VECTOR, INFLUENCE_WISH]
);
static PATH: Part = part!(
    "steering/influences/path.wgsl",
    [InfluenceTermUniform::PART, VECTOR]
);
static INFLUENCE_MOTION: Part = part!(
    "steering/influences/motion.wgsl",
    [InfluenceTermUniform::PART]
);
static TURNING_CIRCLE: Part = part!(
    "steering/influences/turning_circle.wgsl",
    [InfluencesUniform::PART, VECTOR]
);
pub(crate) static INFLUENCE_WISH: Part = part!(
    "steering/influences/wish.wgsl",
    [
        InfluencesUniform::PART,
        STRENGTH,
        ROUNDED_BOX,
        MESH,
        GROUND,
        FORMATION,
        PATH,
        WAY,
        INFLUENCE_MOTION,
        TURNING_CIRCLE,
        AIR,
        RANDOM,
        VECTOR
    ]
);
static TURN_RATE: Part = part!("steering/turn_rate.wgsl", [LimitsUniform::PART, VECTOR]);
pub(crate) static LIMITS: Part = part!("steering/limits.wgsl", [TURN_RATE, COMBINE, RANDOM]);
pub(crate) static INERTIA: Part = part!("motion/inertia.wgsl", [LIMITS]);

static BVH: Part = part!("geometry/bvh.wgsl", [GpuNode::PART]);
static TRIANGLE: Part = part!("geometry/triangle.wgsl", [GpuTriangle::PART]);
static SWEEP_SPHERE_TRIANGLE: Part = part!("geometry/sweep_sphere_triangle.wgsl", [TRIANGLE]);
pub(crate) static SWEEP: Part = part!("geometry/sweep.wgsl", [BVH, SWEEP_SPHERE_TRIANGLE, VECTOR]);
static CAST_SPHERE_TRIANGLE: Part = part!("geometry/cast_sphere_triangle.wgsl", [TRIANGLE]);
pub(crate) static CAST: Part = part!("geometry/cast.wgsl", [SWEEP, CAST_SPHERE_TRIANGLE]);
pub(crate) static CLEARANCE: Part = part!("geometry/clearance.wgsl", [SWEEP, SURFACES]);
static CROSS_RAY_TRIANGLE: Part = part!("geometry/cross_ray_triangle.wgsl", [TRIANGLE]);
static SURFACES: Part = part!("geometry/surfaces.wgsl", [SWEEP, CROSS_RAY_TRIANGLE]);
static CROSS_SEGMENT_TRIANGLE: Part = part!(
    "geometry/cross_segment_triangle.wgsl",
    [SWEEP_SPHERE_TRIANGLE]
);
pub(crate) static CROSSES: Part = part!("geometry/crosses.wgsl", [SWEEP, CROSS_SEGMENT_TRIANGLE]);
pub(crate) static DISTANCE_FIELD: Part = part!(
    "geometry/distance_field/distance_field.wgsl",
    [DistanceFieldUniform::PART, VECTOR]
);

static OBSTACLE_POSE: Part = part!(
    "obstacles/pose.wgsl",
    [ObstacleUniform::PART, MATH_ORIENTATION]
);
static CONVEX: Part = part!("obstacles/convex.wgsl", [OBSTACLE_POSE, TRIANGLE]);
static OBSTACLE_CULLING: Part = part!(
    "obstacles/culling.wgsl",
    [MovingUniform::PART, ObstacleUniform::PART, COMMON_BOUNDS]
);
static OBSTACLE_MESH: Part = part!(
    "obstacles/mesh.wgsl",
    [ObstacleUniform::PART, SWEEP, CLEARANCE]
);
static OBSTACLE_SWEEP: Part = part!(
    "obstacles/sweep.wgsl",
    [CONVEX, OBSTACLE_MESH, MotionUniform::PART, VECTOR]
);
pub(crate) static OBSTACLE_SIGHT: Part = part!("obstacles/sight.wgsl", [OBSTACLE_SWEEP]);

pub(crate) static VIEW_FRAME: Part = part!(
    "steering/avoidance/view_frame.wgsl",
    [AvoidanceUniform::PART, VECTOR]
);
pub(crate) static NEAR: Part = part!("steering/avoidance/near.wgsl", [VIEW_FRAME]);
pub(crate) static MEMORY: Part = part!(
    "steering/avoidance/memory.wgsl",
    [AvoidanceUniform::PART, LookMemory::PART]
);
pub(crate) static SPHERE_TRACING: Part = part!(
    "steering/avoidance/sphere_tracing.wgsl",
    [AvoidanceUniform::PART, DISTANCE_FIELD, CAST]
);
pub(crate) static VIEW_SCAN: Part = part!(
    "steering/avoidance/view_scan.wgsl",
    [DueLook::PART, VIEW_FRAME, MEMORY, SPHERE_TRACING]
);
pub(crate) static AVOIDANCE_WISH: Part =
    part!("steering/avoidance/avoidance_wish.wgsl", [VIEW_FRAME]);
pub(crate) static OBSTACLE_AVOIDANCE: Part = part!(
    "steering/avoidance/moving_obstacles.wgsl",
    [OBSTACLE_SIGHT, OBSTACLE_CULLING]
);
pub(crate) static BUDGET: Part = part!(
    "steering/avoidance/budget.wgsl",
    [
        DueLook::PART,
        LookMemory::PART,
        LookKey::PART,
        LookSelection::PART
    ]
);
pub(crate) static RAY_LIMIT: Part = part!(
    "steering/avoidance/ray_limit.wgsl",
    [AvoidanceUniform::PART, LookSelection::PART]
);

static CURL_NOISE: Part = part!(
    "motion/wind/curl_noise.wgsl",
    [CurlNoiseUniform::PART, RANDOM]
);
static AIR: Part = part!(
    "motion/wind/air.wgsl",
    [MotionUniform::PART, CURL_NOISE, VECTOR]
);
pub(crate) static CARRY: Part = part!("motion/wind/carry.wgsl", [AIR, CONTAINMENT]);
static CONTACT_PLANES: Part = part!("motion/contact_planes.wgsl", []);
static CONTACT_RESPONSE: Part = part!(
    "motion/contact_response.wgsl",
    [AIR, CONTACT_PLANES, CONTAINMENT, SWEEP]
);
static PASSAGE: Part = part!(
    "motion/passage.wgsl",
    [CONTACT_RESPONSE, CLEARANCE, CROSSES]
);
pub(crate) static STRAIGHT_MOVE: Part = part!("motion/straight_move.wgsl", [SWEEP]);
pub(crate) static SWEPT_MOVE: Part = part!("motion/swept_move.wgsl", [PASSAGE]);
pub(crate) static BOID_MOVE: Part = part!("motion/boid_move.wgsl", [SWEPT_MOVE]);
pub(crate) static HALF_SPACES: Part = part!("motion/half_spaces.wgsl", []);
pub(crate) static MOVING_OBSTACLES: Part = part!(
    "motion/moving_obstacles.wgsl",
    [HALF_SPACES, OBSTACLE_CULLING, OBSTACLE_SWEEP, SWEPT_MOVE]
);
pub(crate) static CROSSING_CHECK: Part = part!("motion/crossing_check.wgsl", [SWEPT_MOVE]);
pub(crate) static MARKS: Part = part!("motion/touched_slots.wgsl", []);

pub(crate) static INTERPOLATION: Part = part!("pose/interpolation.wgsl", [MATH_ORIENTATION]);
pub(crate) static ORIENTATION: Part = part!(
    "pose/orientation.wgsl",
    [PoseUniform::PART, MATH_ORIENTATION, VECTOR]
);
