// Sweep of a boid against an obstacle that moves and turns, as in sweep.rs.

// Part of the rounding that is that of the offset from the obstacle, as a share of it.
const LOCAL_ROUNDING = 1e-6;

// Share of a distance to which it is found.
const FOUND_TO = 1e-6;

// A part of the way of a boid in a step.
struct BoidPath {
    start: vec3<f32>,
    end: vec3<f32>,
    // Shares of the step at its begin and its end.
    first: f32,
    last: f32,
}

// A half-space in which the displacement of a boid must end: `dot(normal, displacement) >= least`. One
// without a normal cannot be met.
struct PushPlane {
    is_hit: bool,
    normal: vec3<f32>,
    least: f32,
    // Velocity of the plane along its normal.
    speed: f32,
}

const NO_PUSH = PushPlane(false, vec3<f32>(0.0, 1.0, 0.0), 0.0, 0.0);

// A contact in the frame of the obstacle.
struct LocalContact {
    is_hit: bool,
    center: vec3<f32>,
    normal: vec3<f32>,
    distance: f32,
    // Distance by which the boid may come nearer than where it stops.
    slack: f32,
}

const NO_CONTACT = LocalContact(false, vec3<f32>(0.0), vec3<f32>(0.0), 0.0, 0.0);

struct ObstacleParts {
    count: u32,
    // Distance of the path from the lines that stand for it.
    sag: f32,
}

// Time at which a distance is reached.
struct Advance {
    is_reached: bool,
    time: f32,
    separation: ShapeSeparation,
}

// The plane that keeps a boid with this radius off the obstacle until the end of the step.
fn push_plane(obstacle: ObstacleUniform, path: BoidPath, radius: f32) -> PushPlane {
    let parts = obstacle_parts(obstacle, path, OBSTACLE_SAG * radius);
    let way = path.end - path.start;
    let offset = length(path.start - obstacle.begin) + length(path.end - obstacle.end);
    let coordinate = max(amax(path.start), amax(path.end));
    let rounding = OBSTACLE_ROUNDING * coordinate + LOCAL_ROUNDING * offset;
    let stop = radius + parts.sag;
    var pose = obstacle_pose_at(obstacle, path.first);
    var before = obstacle_point_to_local(pose, path.start);
    for (var part = 1u; part <= parts.count; part++) {
        let share = f32(part) / f32(parts.count);
        let next_pose = obstacle_pose_at(obstacle, path.first + share * (path.last - path.first));
        let place = select(path.start + way * share, path.end, part == parts.count);
        let after = obstacle_point_to_local(next_pose, place);
        let contact = obstacle_contact(obstacle, before, after - before, stop, rounding);
        if contact.is_hit {
            let normal = obstacle_vector_to_world(next_pose, contact.normal);
            let center = obstacle_vector_to_world(next_pose, contact.center);
            let least = dot(normal, center + (next_pose.origin - path.start)) + 0.5 * contact.slack;
            let surface = contact.center - contact.normal * contact.distance;
            let turned = obstacle_vector_to_world(next_pose, surface) - obstacle_vector_to_world(pose, surface);
            let carried = turned + (next_pose.origin - pose.origin);
            let seconds = motion.dt * (path.last - path.first) / f32(parts.count);
            return PushPlane(true, normal, least / share, dot(normal, carried) / seconds);
        }
        pose = next_pose;
        before = after;
    }
    return NO_PUSH;
}

// Signed distance of a boid at the begin of a path.
fn distance_at_begin(obstacle: ObstacleUniform, path: BoidPath) -> f32 {
    let pose = obstacle_pose_at(obstacle, path.first);
    return shape_separation(obstacle, obstacle_point_to_local(pose, path.start)).distance;
}

// Signed distance of a place at the end of the step.
fn distance_at_end(obstacle: ObstacleUniform, place: vec3<f32>) -> f32 {
    let pose = obstacle_pose_at(obstacle, 1.0);
    return shape_separation(obstacle, obstacle_point_to_local(pose, place)).distance;
}

// True if an obstacle is nearer to a boid than a distance at the begin of a path.
fn is_near_at_begin(obstacle: ObstacleUniform, path: BoidPath, distance: f32) -> bool {
    if is_mesh(obstacle) {
        let pose = obstacle_pose_at(obstacle, path.first);
        return is_near_mesh(obstacle, obstacle_point_to_local(pose, path.start), distance);
    }
    return distance_at_begin(obstacle, path) < distance;
}

// True if an obstacle is nearer to a place than a distance at the end of the step.
fn is_near_at_end(obstacle: ObstacleUniform, place: vec3<f32>, distance: f32) -> bool {
    if is_mesh(obstacle) {
        let pose = obstacle_pose_at(obstacle, 1.0);
        return is_near_mesh(obstacle, obstacle_point_to_local(pose, place), distance);
    }
    return distance_at_end(obstacle, place) < distance;
}

// A boid that keeps its place in the frame of a mesh during the step, and where it ends.
struct Carried {
    is_free: bool,
    end: vec3<f32>,
}

// It is free if the mesh may touch the boid in this step, but does not at its begin.
fn carried_by(obstacle: ObstacleUniform, start: vec3<f32>, radius: f32) -> Carried {
    let local = obstacle_point_to_local(obstacle_pose_at(obstacle, 0.0), start);
    let pose = obstacle_pose_at(obstacle, 1.0);
    let end = obstacle_vector_to_world(pose, local) + pose.origin;
    let rounding = OBSTACLE_ROUNDING * max(amax(start), amax(end)) + LOCAL_ROUNDING * length(local);
    let near = 2.0 * radius + length(obstacle.end - obstacle.begin) + obstacle.angle * length(local);
    let is_free = is_near_mesh(obstacle, local, near) && !is_near_mesh(obstacle, local, 2.0 * rounding);
    return Carried(is_free, end);
}

// Number of straight lines that stand for the path of a boid in the frame of the obstacle.
fn obstacle_parts(obstacle: ObstacleUniform, path: BoidPath, most: f32) -> ObstacleParts {
    let angle = obstacle.angle;
    if angle == 0.0 {
        return ObstacleParts(1u, 0.0);
    }
    let way = length(path.end - path.start) + length(obstacle.end - obstacle.begin);
    let farthest = max(length(path.start - obstacle.begin), length(path.end - obstacle.end)) + way;
    let sag = OBSTACLE_UNEVEN * angle * (angle * farthest + 2.0 * way) / 8.0;
    let count = clamp(ceil(sqrt(sag / most)), 1.0, OBSTACLE_MOST_PARTS);
    return ObstacleParts(u32(count), sag / (count * count));
}

// First contact of a boid that moves in the frame of a shape. It stops at a distance, and only if it
// would otherwise come nearer by more than its skin and the rounding.
fn obstacle_contact(
    obstacle: ObstacleUniform,
    start: vec3<f32>,
    way: vec3<f32>,
    stop: f32,
    rounding: f32,
) -> LocalContact {
    if is_mesh(obstacle) {
        return mesh_contact(obstacle, start, way, stop, rounding);
    }
    let slack = OBSTACLE_SKIN * stop + rounding;
    let least = stop - slack;
    let begin = shape_separation(obstacle, start);
    if begin.distance < least {
        let shrinks = dot(begin.outward, way) < 0.0;
        return LocalContact(shrinks, start, begin.outward, begin.distance, slack);
    }
    let stopped = advance_to(obstacle, start, way, stop, 0.0, begin);
    if !stopped.is_reached || dot(stopped.separation.outward, way) >= 0.0 {
        return NO_CONTACT;
    }
    if !advance_to(obstacle, start, way, least, stopped.time, stopped.separation).is_reached {
        return NO_CONTACT;
    }
    let separation = stopped.separation;
    return LocalContact(true, start + way * stopped.time, separation.outward, separation.distance, slack);
}

// First time, from a given one on, at which the distance is this one.
fn advance_to(
    obstacle: ObstacleUniform,
    start: vec3<f32>,
    way: vec3<f32>,
    distance: f32,
    from_time: f32,
    at_start: ShapeSeparation,
) -> Advance {
    var time = from_time;
    var separation = at_start;
    for (var i = 0u; i < OBSTACLE_MOST_ITERATIONS; i++) {
        let excess = separation.distance - distance;
        if excess <= FOUND_TO * distance {
            break;
        }
        let slope = dot(separation.outward, way);
        if slope >= 0.0 {
            return Advance(false, time, separation);
        }
        time -= excess / slope;
        if time > 1.0 {
            return Advance(false, time, separation);
        }
        separation = shape_separation(obstacle, start + way * time);
    }
    return Advance(true, time, separation);
}
