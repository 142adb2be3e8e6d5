// A box as boundary, as in cuboid.rs.

// True for a point outside. The upper sides of a periodic box are outside.
fn cuboid_is_outside(place: vec3<f32>) -> bool {
    let point = cuboid_local(place);
    return any(point < boundary.low) || any(point >= boundary.high);
}

fn cuboid_reverse(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    let point = cuboid_local(place);
    let is_below = point < boundary.low;
    let is_above = point > boundary.high;
    if !any(is_below | is_above) {
        return velocity;
    }
    let local = velocity * boundary.to_world;
    let zero = vec3(0.0);
    let leads_out = (is_below & (local < zero)) | (is_above & (local > zero));
    return boundary.to_world * select(local, -local, leads_out);
}

fn cuboid_hold(own_end: vec3<f32>, end: vec3<f32>) -> Folded {
    let point = cuboid_local(end);
    let own = cuboid_local(own_end);
    let held = max(min(point, max(boundary.high, own)), min(boundary.low, own));
    if any(held != point) {
        return Folded(cuboid_world(held), true);
    }
    return Folded(end, false);
}

// Unit vectors inward, one for each axis, from the walls that a point is beyond.
fn cuboid_inward(place: vec3<f32>) -> Inward {
    let point = cuboid_local(place);
    var found = Inward();
    for (var axis = 0u; axis < 3u; axis++) {
        let is_below = point[axis] < boundary.low[axis];
        if is_below || point[axis] > boundary.high[axis] {
            found.normals[found.count] = boundary.to_world[axis] * select(-1.0, 1.0, is_below);
            found.count++;
        }
    }
    return found;
}

// Distance from the farthest of the walls that a point is beyond.
fn cuboid_distance_outside(place: vec3<f32>) -> f32 {
    let point = cuboid_local(place);
    let beyond = max(boundary.low - point, point - boundary.high);
    return max(beyond.x, max(beyond.y, beyond.z));
}

// Turn away from the walls for a boid within the margin; none outside.
fn cuboid_wall_turn(place: vec3<f32>) -> WallTurn {
    let point = cuboid_local(place);
    let up = point - boundary.low;
    let down = boundary.high - point;
    let is_inside = all(up >= vec3(0.0)) && all(down >= vec3(0.0));
    // At most half of the width: margins do not overlap, and only the nearer wall counts.
    let margin = min(vec3(boundary.margin), 0.5 * (boundary.high - boundary.low));
    let share = vec3(soft_turn_share(margin.x), soft_turn_share(margin.y), soft_turn_share(margin.z));
    let depth = max((margin - min(up, down)) * share, vec3(0.0));
    let along = depth * share;
    let weight = sqrt(depth) * share * share * share;
    let weights = weight.x + weight.y + weight.z;
    let smooth_depth = soft_turn_smooth(depth.x + depth.y + depth.z);
    let strength = smooth_depth * dot(weight, share) / max(weights, MIN_POSITIVE);
    return WallTurn(
        boundary.to_world * select(-along, along, up < down),
        select(0.0, strength, is_inside),
    );
}

fn cuboid_local(place: vec3<f32>) -> vec3<f32> {
    return point_to_local(boundary.origin, boundary.to_world, place);
}

fn cuboid_world(point: vec3<f32>) -> vec3<f32> {
    return point_to_world(boundary.origin, boundary.to_world, point);
}

// The point inside, a whole number of periods away.
fn cuboid_fold(place: vec3<f32>) -> Folded {
    let folded = place_in_box(place);
    if any(folded != cuboid_local(place)) {
        return Folded(cuboid_world(folded), true);
    }
    return Folded(place, false);
}

// Exit through the first wall on a straight line from a point inside.
fn cuboid_passage(from_world: vec3<f32>, to_world: vec3<f32>) -> Passage {
    let start = cuboid_local(from_world);
    var end = cuboid_local(to_world);
    var share = 2.0;
    var axis = 0u;
    for (var other = 0u; other < 3u; other++) {
        let its_share = cuboid_share_inside(other, start[other], end[other]);
        if its_share < share {
            share = its_share;
            axis = other;
        }
    }
    if share > 1.0 {
        return Passage();
    }
    let is_below = end[axis] < boundary.low[axis];
    let wall = select(boundary.high[axis], boundary.low[axis], is_below);
    let opposite = select(boundary.low[axis], boundary.high[axis], is_below);
    var exit = lerp(start, end, share);
    var entry = exit;
    exit[axis] = wall;
    entry[axis] = opposite;
    end[axis] += opposite - wall;
    return Passage(cuboid_world(exit), cuboid_world(entry), cuboid_world(end), true);
}

// Share of the way between two coordinates that lies inside; 2 if all of it does.
fn cuboid_share_inside(axis: u32, start: f32, end: f32) -> f32 {
    let is_below = end < boundary.low[axis];
    if !is_below && end < boundary.high[axis] {
        return 2.0;
    }
    let wall = select(boundary.high[axis], boundary.low[axis], is_below);
    let way = end - start;
    if way == 0.0 {
        return 0.0;
    }
    return clamp((wall - start) / way, 0.0, 1.0);
}
