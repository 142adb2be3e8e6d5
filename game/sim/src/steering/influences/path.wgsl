// Following a path, as in path.rs.

struct NearestOnPath {
    distance: f32,
    along: f32,
}

fn nearest_on_path(term: InfluenceTermUniform, point: vec3<f32>) -> NearestOnPath {
    var nearest = NearestOnPath(MOST_DISTANCE, 0.0);
    for (var i = 1u; i < term.corner_count; i++) {
        let start = corners[term.first_corner + i - 1u];
        let end = corners[term.first_corner + i];
        let piece = end.xyz - start.xyz;
        let offset = point - start.xyz;
        let square = dot(piece, piece);
        var share = 0.0;
        if square > 0.0 {
            share = clamp(dot(offset, piece) / square, 0.0, 1.0);
        }
        let distance = length(offset - piece * share);
        if distance < nearest.distance {
            nearest = NearestOnPath(distance, start.w * (1.0 - share) + end.w * share);
        }
    }
    return nearest;
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

// The point that a boid should move to, and its distance from the tube (w); -1 if it stays in the
// tube or is behind the end.
fn point_to_seek(term: InfluenceTermUniform, position: vec3<f32>, velocity: vec3<f32>) -> vec4<f32> {
    let now = nearest_on_path(term, position);
    let whole = corners[term.first_corner + term.corner_count - 1u].w;
    let is_loop = term.is_loop != 0u;
    if !is_loop && now.along >= whole {
        return vec4(0.0, 0.0, 0.0, -1.0);
    }
    let next = nearest_on_path(term, position + velocity * term.look_ahead);
    var progress = next.along - now.along;
    if is_loop && progress < -0.5 * whole {
        progress += whole;
    }
    if next.distance < term.radius && progress > 0.0 {
        return vec4(0.0, 0.0, 0.0, -1.0);
    }
    let speed = max(length(velocity), PATH_LEAST_SPEED * influences.max_speed);
    var along = now.along + speed * term.look_ahead;
    if is_loop {
        along = along % whole;
    } else {
        along = min(along, whole);
    }
    return vec4(point_on_path(term, along), max(now.distance - term.radius, 0.0));
}
