// Following a path, as in path.rs.

struct PathPiece {
    start: vec3<f32>,
    along: f32,
    way: vec3<f32>,
    end: f32,
}

struct PathPlace {
    along: f32,
    // Distance from the nearest point of the path, which may lie on another branch.
    distance: f32,
    // Distance along the path of that point.
    nearest: f32,
}

struct PathCourse {
    way: vec3<f32>,
    // Distance from the tube.
    distance: f32,
    // True behind the end.
    is_free: bool,
}

fn path_piece(term: InfluenceTermUniform, index: u32) -> PathPiece {
    let start = corners[term.first_corner + index];
    let end = corners[term.first_corner + index + 1u];
    return PathPiece(start.xyz, start.w, end.xyz - start.xyz, end.w);
}

// The squared distance of its point that is nearest to a point, and where on the path that is.
fn nearest_on_piece(piece: PathPiece, point: vec3<f32>) -> vec2<f32> {
    let offset = point - piece.start;
    let square = dot(piece.way, piece.way);
    var share = 0.0;
    if square > 0.0 {
        share = clamp(dot(offset, piece.way) / square, 0.0, 1.0);
    }
    let rest = offset - piece.way * share;
    // Exact at both ends.
    return vec2(dot(rest, rest), piece.along * (1.0 - share) + piece.end * share);
}

// The nearest place, in position and heading.
fn place_on_path(term: InfluenceTermUniform, point: vec3<f32>, velocity: vec3<f32>) -> PathPlace {
    let near = PATH_NEAR * PATH_NEAR * term.radius * term.radius;
    // One that hardly moves has hardly a heading.
    let least_speed = max(PATH_LEAST_SPEED * influences.max_speed, MIN_POSITIVE);
    let heading = direction(velocity) * (PATH_HEADING * min(length(velocity) / least_speed, 1.0));
    var place = PathPlace(0.0, MOST_DISTANCE, 0.0);
    var least = MOST_DISTANCE;
    for (var i = 0u; i + 1u < term.corner_count; i++) {
        let piece = path_piece(term, i);
        let found = nearest_on_piece(piece, point);
        if found.x < place.distance {
            place.distance = found.x;
            place.nearest = found.y;
        }
        let cost = found.x - max(near - found.x, 0.0) * dot(direction(piece.way), heading);
        if cost < least {
            least = cost;
            place.along = found.y;
        }
    }
    place.distance = sqrt(place.distance);
    return place;
}

// How far a point is from the part of the path within a reach of a place on it, and how far along the
// path the nearest point of that part is from the place (y).
fn nearest_within(
    term: InfluenceTermUniform,
    whole: f32,
    point: vec3<f32>,
    from_place: f32,
    reach: f32,
) -> vec2<f32> {
    let turn = select(0.0, whole, term.is_loop != 0u);
    var nearest = vec2(MOST_DISTANCE, 0.0);
    for (var i = 0u; i + 1u < term.corner_count; i++) {
        let found = nearest_on_piece(path_piece(term, i), point);
        var way = found.y - from_place;
        // The shorter way round a loop.
        way += select(0.0, turn, way < -0.5 * whole);
        way -= select(0.0, turn, way > 0.5 * whole);
        if found.x < nearest.x && abs(way) <= reach {
            nearest = vec2(found.x, way);
        }
    }
    return vec2(sqrt(nearest.x), nearest.y);
}

// The point at a distance along the path; the last one if it is shorter.
fn point_on_path(term: InfluenceTermUniform, along: f32) -> vec3<f32> {
    let last = term.corner_count - 1u;
    var end = 1u;
    while end < last && corners[term.first_corner + end].w < along {
        end++;
    }
    let start = corners[term.first_corner + end - 1u];
    let stop = corners[term.first_corner + end];
    let piece = stop.w - start.w;
    var share = 0.0;
    if piece > 0.0 {
        share = (along - start.w) / piece;
    }
    return start.xyz + (stop.xyz - start.xyz) * share;
}

// The point of the path that is nearest to a point.
fn nearest_on_path(term: InfluenceTermUniform, point: vec3<f32>) -> vec3<f32> {
    return point_on_path(term, place_on_path(term, point, vec3(0.0)).nearest);
}

fn path_course(term: InfluenceTermUniform, position: vec3<f32>, velocity: vec3<f32>) -> PathCourse {
    let place = place_on_path(term, position, velocity);
    let whole = corners[term.first_corner + term.corner_count - 1u].w;
    let is_loop = term.is_loop != 0u;
    let distance = max(place.distance - term.radius, 0.0);
    if !is_loop && place.nearest >= whole {
        return PathCourse(vec3(0.0), distance, true);
    }
    let ahead = velocity * term.look_ahead;
    let reach = length(ahead) * PATH_DETOUR + term.radius;
    let next = nearest_within(term, whole, position + ahead, place.along, reach);
    if next.x < term.radius && next.y > 0.0 {
        return PathCourse(velocity, distance, false);
    }
    let speed = max(length(velocity), PATH_LEAST_SPEED * influences.max_speed);
    var along = place.along + speed * term.look_ahead;
    if is_loop {
        along = along % whole;
    } else {
        along = min(along, whole);
    }
    return PathCourse(point_on_path(term, along) - position, distance, false);
}
