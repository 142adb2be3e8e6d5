// Where the way of each cell leads next, as in next.rs. `fields` is a buffer of the pass.

struct Next {
    point: vec3<f32>,
    // Length of the way from the point on. -1 - number if the goal with this number is next.
    beyond: f32,
    // False if no way leads from the cell to a goal.
    leads: bool,
}

fn way_leads_to_goal(next: Next) -> bool {
    return next.beyond < 0.0;
}

fn way_goal(next: Next) -> u32 {
    return u32(-1.0 - next.beyond);
}

// Length of the way of a boid at a distance from its next corner, as in way.rs.
fn way_length(ways: WaysUniform, to_corner: f32, beyond: f32) -> f32 {
    return select(to_corner, 0.0, ways.flees != 0u) + beyond - ways.depth;
}

// The cell that contains a position or, where the body does not fit, one half a cell beside it.
fn navigation_cell_near(ways: WaysUniform, position: vec3<f32>) -> u32 {
    let half = 0.5 * ways.finest;
    var cell = navigation_cell_at(ways, position);
    for (var side = 0u; side < 6u && cell == NO_CELL; side++) {
        var beside = position;
        beside[side % 3u] += select(-half, half, side < 3u);
        cell = navigation_cell_at(ways, beside);
    }
    return cell;
}

// Where the way from a position leads next.
fn next_from(ways: WaysUniform, position: vec3<f32>) -> Next {
    let cell = navigation_cell_near(ways, position);
    if cell == NO_CELL {
        return Next(vec3(0.0), 0.0, false);
    }
    let first = ways.first_next + 4u * cell;
    let beyond = fields[first + 3u];
    // By the bits: compilers may assume that no number is infinite.
    if beyond == INFINITE_BITS {
        return Next(vec3(0.0), 0.0, false);
    }
    let point = vec3(fields[first], fields[first + 1u], fields[first + 2u]);
    return Next(bitcast<vec3<f32>>(point), bitcast<f32>(beyond), true);
}

// The bits of infinity.
const INFINITE_BITS = 0x7f800000u;
