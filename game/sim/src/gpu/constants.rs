//! Constants that shaders share with Rust. Their values are given in Rust only; the header of every
//! shader declares them in WGSL.

use super::{
    avoidance::{DIGIT_VALUES, KEY_DIGITS, MOST_DIRECTIONS},
    boid_changes::GONE,
    boundary::BoundaryUniform,
    counters,
    fear::{ThreatBlock, ThreatUniform},
    geometry::{BVH_INNER, BVH_TRIANGLE_BITS, MOST_SWEEP_WORK},
    grid::{BOUNDS_PER_THREAD, CELLS_PER_BLOCK, LARGEST_UNCROWDED_CELL},
    influences::InfluenceTermUniform,
    motion::{BOUNCE, REVERSE, SLIDE},
    neighbours::RuleUniform,
    obstacles::ObstacleUniform,
    pipeline::WORKGROUP,
    wgsl::wgsl_constants,
};
use crate::{
    boundary::{periodic_box, soft_turn, sphere},
    geometry::{cast, distance_field, ground, surfaces, swept_sphere},
    math::{orientation, random, vector},
    motion::{
        self, contact_planes, contact_response, half_spaces, moving_obstacles, passage,
        pushed_move, straight_move, wind::curl_noise,
    },
    neighbours::{coincident, grid, group, sphere_images},
    obstacles::{contact, mesh, set::MOST_OBSTACLES, sweep},
    pose::{orientation as poses, texels::TEXELS},
    settings::validation,
    state::viewer::MOST_VIEWERS,
    steering::{
        avoidance::{self, memory::NextLook, sphere_tracing, view_frame, view_scan},
        fear::{memory, threat},
        influences::{clear_way::LEAST_HEADING, path, terms::MOST_TERMS, turning_circle},
        limits, scare, turn_rate, wander,
    },
    step::{level, pace},
    ways::packed,
};
use std::sync::LazyLock;

/// The header of every shader, with all constants.
pub(crate) static HEADER: LazyLock<String> = LazyLock::new(|| scalars() + &parity_directions());

wgsl_constants! {
    fn scalars {
        WORKGROUP: u32 = WORKGROUP as u32;
        MIN_POSITIVE: f32 = f32::MIN_POSITIVE;

        NO_DIRECTION: f32 = vector::NO_DIRECTION;
        GOLDEN: u32 = random::GOLDEN;
        MEAN_OF_BYTES: f32 = random::MEAN;
        SHORTEST_RANDOM: f32 = random::SHORTEST;
        MIX_FACTOR_1: u32 = random::MIX_FACTORS[0];
        MIX_FACTOR_2: u32 = random::MIX_FACTORS[1];

        GONE: u32 = GONE;

        BOX: u32 = BoundaryUniform::BOX;
        SPHERE: u32 = BoundaryUniform::SPHERE;
        FAR_AWAY: f32 = BoundaryUniform::FAR_AWAY;
        BOX_SLACK: f32 = periodic_box::BOX_SLACK;
        SPHERE_OUTSIDE: f32 = sphere::OUTSIDE;
        SPHERE_INWARD: f32 = sphere::INWARD;
        SHARPNESS: f32 = soft_turn::SHARPNESS;
        HEAD_ON: f32 = soft_turn::HEAD_ON;
        LEAST_MARGIN: f32 = soft_turn::LEAST_MARGIN;

        FINENESS: u32 = grid::FINENESS;
        BOUNDS_PER_THREAD: u32 = BOUNDS_PER_THREAD as u32;
        CELLS_PER_BLOCK: u32 = CELLS_PER_BLOCK as u32;
        LARGEST_UNCROWDED_CELL: u32 = LARGEST_UNCROWDED_CELL as u32;
        MOST_NEAREST: u32 = validation::MOST_NEAREST;
        SEES_ALL: f32 = group::SEES_ALL;
        COINCIDENT_OFFSET: f32 = coincident::OFFSET * coincident::PER_VECTOR;
        IMAGE_SLACK: f32 = sphere_images::SLACK as f32;
        OUT_OF_REACH: f32 = sphere_images::FAR;

        LEVEL_STEPS: u32 = level::LEVEL_STEPS;
        LEVEL_ASLEEP: u32 = u32::from(level::ASLEEP);
        LARGEST_REGION: f32 = pace::LARGEST;
        REGION_AHEAD_X: i32 = pace::AHEAD[0];
        REGION_AHEAD_Y: i32 = pace::AHEAD[1];
        REGION_AHEAD_Z: i32 = pace::AHEAD[2];
        MOST_VIEWERS: u32 = MOST_VIEWERS as u32;

        RULE_DIRECTION: u32 = RuleUniform::DIRECTION;
        RULE_LIMITED_MEAN: u32 = RuleUniform::LIMITED_MEAN;
        RULE_SUM: u32 = RuleUniform::SUM;
        WANDER_SHARES: f32 = wander::SHARES;
        MOST_SCARES: u32 = scare::MOST_SCARES as u32;
        NOTICED: u32 = u32::from(memory::NOTICED);
        OTHER_SIDE: u32 = u32::from(memory::OTHER_SIDE);
        BEGINS: u32 = u32::from(memory::BEGINS);
        PANICKED: u32 = u32::from(memory::PANICKED);
        TURNS: u32 = u32::from(memory::TURNS);
        FLED: u32 = u32::from(memory::FLED);
        NOBODY_ALARMS: u32 = memory::NOBODY;
        BALL_SLACK: f32 = threat::BALL_SLACK;
        THREATS_IN_BLOCK: u32 = ThreatBlock::MOST as u32;
        THREAT_SLACK: f32 = ThreatBlock::SLACK;
        ON_LINE: f32 = threat::ON_LINE;
        MANOEUVRE_TURN: u32 = ThreatUniform::TURN;
        MANOEUVRE_VACUOLE: u32 = ThreatUniform::VACUOLE;
        MANOEUVRE_FOUNTAIN: u32 = ThreatUniform::FOUNTAIN;
        MANOEUVRE_FLASH_EXPANSION: u32 = ThreatUniform::FLASH_EXPANSION;
        INFLUENCE_PUSH: u32 = InfluenceTermUniform::PUSH;
        INFLUENCE_GUIDE: u32 = InfluenceTermUniform::GUIDE;
        INFLUENCE_PATH: u32 = InfluenceTermUniform::PATH;
        INFLUENCE_CALM: u32 = InfluenceTermUniform::CALM;
        TERM_WORDS: u32 = (MOST_TERMS / 32) as u32;
        NODE_BLOCKED: u32 = packed::NODE_BLOCKED;
        NODE_IS_CELL: u32 = packed::NODE_IS_CELL;
        MOST_DISTANCE: f32 = f32::MAX;
        PATH_LEAST_SPEED: f32 = path::LEAST_SPEED;
        PATH_NEAR: f32 = path::NEAR;
        PATH_HEADING: f32 = path::HEADING;
        PATH_DETOUR: f32 = path::DETOUR;
        LEAST_HEADING: f32 = LEAST_HEADING;
        TIGHTNESS: f32 = turning_circle::TIGHTNESS;
        IN_PLANE: f32 = limits::IN_PLANE;
        SAME_LINE: f32 = turn_rate::SAME_LINE;
        UPRIGHT_TURN: f32 = turn_rate::UPRIGHT;

        MOST_DIRECTIONS: u32 = MOST_DIRECTIONS as u32;
        RAYS_AT_ONCE: u32 = sphere_tracing::RAYS as u32;
        TRACE_EXACT: f32 = sphere_tracing::EXACT;
        TRACE_LEAST: f32 = sphere_tracing::LEAST;
        TRACE_MOST_STEPS: f32 = sphere_tracing::MOST_PLACES;
        TRACE_MOST_PIECES: f32 = sphere_tracing::MOST_PIECES;
        TRACE_ROUNDING: f32 = sphere_tracing::ROUNDING;
        UPRIGHT_VIEW: f32 = view_frame::UPRIGHT;
        FAINT: f32 = view_scan::FAINT;
        SHYNESS: f32 = view_scan::SHYNESS;
        PATIENCE: f32 = avoidance::PATIENCE;
        NEVER_LOOKED: u32 = NextLook::NEVER.0;
        DIGIT_VALUES: u32 = DIGIT_VALUES as u32;
        KEY_DIGITS: u32 = KEY_DIGITS as u32;

        BVH_INNER: u32 = BVH_INNER;
        BVH_TRIANGLE_BITS: u32 = BVH_TRIANGLE_BITS;
        GROUND_LEAST_WEIGHT: f32 = ground::LEAST_WEIGHT;
        CAST_SKIN: f32 = cast::SKIN as f32;
        SWEEP_SKIN: f32 = swept_sphere::SKIN as f32;
        MOST_SWEEP_WORK: u32 = MOST_SWEEP_WORK;
        FIELD_BLOCK_BITS: u32 = distance_field::BLOCK_BITS;
        FIELD_BLOCK: u32 = distance_field::BLOCK;
        FIELD_IS_DIVIDED: u32 = distance_field::Block::IS_DIVIDED;
        FIELD_ROUNDING: f32 = distance_field::ROUNDING;
        FIELD_FARTHEST: f32 = f32::MAX;
        FIELD_STEEPEST: f32 = distance_field::cell::STEEPEST;

        REVERSE: u32 = REVERSE;
        BOUNCE: u32 = BOUNCE;
        SLIDE: u32 = SLIDE;
        MOST_CONTACTS: u32 = contact_planes::MOST_CONTACTS as u32;
        MOST_PLANES: u32 = contact_planes::MOST_WALLS as u32;
        INTO_PLANE: f32 = contact_planes::INTO;
        PARALLEL_PLANES: f32 = contact_planes::PARALLEL as f32;
        TURN_BACK_ROOM: f32 = contact_response::ROOM;
        HARDLY_MOVES: f32 = contact_response::HARDLY;
        NO_PART_IN_PLANE: f32 = contact_response::NO_PART;
        MOST_PASSAGES: u32 = passage::MOST_PASSAGES as u32;
        ENTRY_CLEAR_SHARE: f32 = passage::ENTRY_CLEAR_SHARE;
        SHORT_SHARE_1: f32 = motion::boid_move::SHORT_SHARES[0];
        SHORT_SHARE_2: f32 = motion::boid_move::SHORT_SHARES[1];
        NOISE_FARTHEST: f32 = curl_noise::FARTHEST;
        MOVE_ROUNDING: f32 = straight_move::ROUNDING;
        MOVE_LARGER: f32 = straight_move::LARGER;

        OBSTACLE_SEGMENT: u32 = ObstacleUniform::SEGMENT;
        OBSTACLE_BOX: u32 = ObstacleUniform::BOX;
        OBSTACLE_MESH: u32 = ObstacleUniform::MESH;
        OBSTACLE_LEAVING: f32 = mesh::LEAVING as f32;
        OBSTACLE_WORDS: u32 = (MOST_OBSTACLES / 32) as u32;
        OBSTACLE_SAG: f32 = sweep::SAG as f32;
        OBSTACLE_MOST_PARTS: f32 = sweep::MOST_PARTS as f32;
        OBSTACLE_UNEVEN: f32 = sweep::UNEVEN as f32;
        OBSTACLE_SKIN: f32 = sweep::SKIN as f32;
        OBSTACLE_ROUNDING: f32 = sweep::ROUNDING as f32;
        OBSTACLE_MOST_ITERATIONS: u32 = contact::MOST_ITERATIONS as u32;
        OBSTACLE_MOST_ROUNDS: u32 = pushed_move::MOST_ROUNDS as u32;
        OBSTACLE_NO_PART: f32 = pushed_move::NO_PART as f32;
        OBSTACLE_LATEST_ENTRY: f32 = pushed_move::LATEST_ENTRY as f32;
        OBSTACLE_CLEAR_SHARE: f32 = moving_obstacles::CLEAR_SHARE;
        OBSTACLE_NO_DIRECTION: f32 = avoidance::moving_obstacles::NO_PART as f32;
        MOST_HALF_SPACES: u32 = half_spaces::MOST as u32;

        MIN_SPEED: f32 = orientation::MIN_SPEED;
        OPPOSITE: f32 = poses::OPPOSITE;
        MOST_LEAN: f32 = poses::MOST_LEAN;
        TEXELS: u32 = TEXELS as u32;

        CONTACTS: u32 = counters::CONTACTS as u32;
        CROSSINGS: u32 = counters::CROSSINGS as u32;
        RAYS: u32 = counters::RAYS as u32;
        DELAYED_LOOKS: u32 = counters::DELAYED_LOOKS as u32;
        STOPPED_SHORT: u32 = counters::STOPPED_SHORT as u32;
        CAUGHT: u32 = counters::CAUGHT as u32;
        SLEEP_CHANGES: u32 = counters::SLEEP_CHANGES as u32;
        PANICS: u32 = counters::PANICS as u32;
        COUNTERS: u32 = counters::COUNT as u32;
    }
}

/// Declares the directions of the rays that decide between inside and outside.
fn parity_directions() -> String {
    let rows = surfaces::DIRECTIONS.map(|[x, y, z]| {
        let [x, y, z] = [x, y, z].map(|component| component as f32);
        format!("    vec3({x:?}f, {y:?}f, {z:?}f),\n")
    });
    let rows = rows.concat();
    format!("const PARITY_DIRECTIONS = array<vec3<f32>, 3>(\n{rows});\n")
}
