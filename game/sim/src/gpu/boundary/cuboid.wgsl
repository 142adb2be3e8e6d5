// A box as boundary, as in boundary/cuboid.rs.

fn cuboid_local(place: vec3<f32>) -> vec3<f32> {
    return (place - containment.origin) * containment.to_world;
}

fn cuboid_world(point: vec3<f32>) -> vec3<f32> {
    return containment.origin + containment.to_world * point;
}

// Whether a place is outside. What is on the upper side itself has left a box that wraps round.
fn cuboid_is_outside(place: vec3<f32>) -> bool {
    let point = cuboid_local(place);
    return any(point < containment.low) || any(point >= containment.high);
}

fn cuboid_reverse(place: vec3<f32>, velocity: vec3<f32>) -> vec3<f32> {
    let point = cuboid_local(place);
    let is_below = point < containment.low;
    let is_above = point > containment.high;
    if !any(is_below | is_above) {
        return velocity;
    }
    let local = velocity * containment.to_world;
    let zero = vec3(0.0);
    let leads_out = (is_below & (local < zero)) | (is_above & (local > zero));
    return containment.to_world * select(local, -local, leads_out);
}

// Unit vectors inward, along each axis, from the walls that a place is beyond.
fn cuboid_inward(place: vec3<f32>) -> Inward {
    let point = cuboid_local(place);
    var found = Inward();
    for (var axis = 0u; axis < 3u; axis++) {
        let is_below = point[axis] < containment.low[axis];
        if is_below || point[axis] > containment.high[axis] {
            found.normals[found.count] = containment.to_world[axis] * select(-1.0, 1.0, is_below);
            found.count++;
        }
    }
    return found;
}

// What turns a boid within the margin away from the walls; nothing outside.
fn cuboid_push(place: vec3<f32>) -> Push {
    let point = cuboid_local(place);
    let up = point - containment.low;
    let down = containment.high - point;
    let is_inside = all(up >= vec3(0.0)) && all(down >= vec3(0.0));
    // At most half of the width: margins do not overlap, and only the nearer wall counts.
    let margin = min(vec3(containment.margin), 0.5 * (containment.high - containment.low));
    let share = vec3(curve_share(margin.x), curve_share(margin.y), curve_share(margin.z));
    let depth = max((margin - min(up, down)) * share, vec3(0.0));
    let along = depth * share;
    let weight = sqrt(depth) * share * share * share;
    let weights = weight.x + weight.y + weight.z;
    let strength = curve_smooth(depth.x + depth.y + depth.z) * dot(weight, share) / max(weights, MIN_POSITIVE);
    return Push(
        containment.to_world * select(-along, along, up < down),
        select(0.0, strength, is_inside),
    );
}

// The place a whole number of widths away that is inside.
fn cuboid_fold(place: vec3<f32>) -> Fold {
    let point = cuboid_local(place);
    let low = containment.low;
    let high = containment.high;
    let folded = vec3(
        fold_coordinate(point.x, low.x, high.x),
        fold_coordinate(point.y, low.y, high.y),
        fold_coordinate(point.z, low.z, high.z),
    );
    if any(folded != point) {
        return Fold(cuboid_world(folded), true);
    }
    return Fold(place, false);
}

// The image of a place, a whole number of widths away, that is nearest to another place.
fn cuboid_nearest_image(place: vec3<f32>, to: vec3<f32>) -> vec3<f32> {
    let offset = (to - place) * containment.to_world;
    let periods = containment.high - containment.low;
    let widths = offset / periods;
    let times = sign(widths) * floor(abs(widths) + 0.5);
    if all(times == vec3(0.0)) {
        return place;
    }
    return place + containment.to_world * (times * periods);
}

// Out through the wall that comes first on a way from a place inside.
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
    let is_below = end[axis] < containment.low[axis];
    let wall = select(containment.high[axis], containment.low[axis], is_below);
    let opposite = select(containment.low[axis], containment.high[axis], is_below);
    var exit = lerp(start, end, share);
    var entry = exit;
    exit[axis] = wall;
    entry[axis] = opposite;
    end[axis] += opposite - wall;
    return Passage(cuboid_world(exit), cuboid_world(entry), cuboid_world(end), true);
}

// The share of the way between two coordinates that lies inside; 2 if all of it does.
fn cuboid_share_inside(axis: u32, start: f32, end: f32) -> f32 {
    let is_below = end < containment.low[axis];
    if !is_below && end < containment.high[axis] {
        return 2.0;
    }
    let wall = select(containment.high[axis], containment.low[axis], is_below);
    let way = end - start;
    if way == 0.0 {
        return 0.0;
    }
    return clamp((wall - start) / way, 0.0, 1.0);
}
