// Moves of boids among moving obstacles, as in moving_obstacles.rs and pushed_move.rs. The pass
// declares `moving`, `obstacles` and `faces`.

// What obstacles do to the move of a boid.
struct Push {
    // True if it was pushed; its move is then this one.
    is_pushed: bool,
    // True if it found no way, or is inside of an obstacle, and keeps its move.
    is_caught: bool,
    made: Arrival,
}

// The planes that a displacement and a velocity must be beyond.
struct PushPlanes {
    of_displacement: HalfSpaces,
    of_velocity: HalfSpaces,
}

// A number of planes that were added: some, none, or one that cannot be avoided.
const SOME_ADDED = 1u;
const NONE_ADDED = 0u;
const UNAVOIDABLE = 2u;

fn whole_path(start: vec3<f32>, end: vec3<f32>) -> BoidPath {
    return BoidPath(start, end, 0.0, 1.0);
}

// Distance from a path in which obstacles matter, with more than the rounding.
fn obstacle_reach(path: BoidPath) -> f32 {
    return 1.2 * moving.radius + PLACE_ROUNDING * (amax(path.start) + amax(path.end));
}

fn may_meet_path(obstacle: ObstacleUniform, path: BoidPath) -> bool {
    let reach = obstacle_reach(path);
    return may_meet(obstacle, min(path.start, path.end) - reach, max(path.start, path.end) + reach);
}

// True if a body is inside of an obstacle after the step.
fn is_inside_obstacle(obstacle: ObstacleUniform, position: vec3<f32>) -> bool {
    return is_near_at_end(obstacle, position, OBSTACLE_CLEAR_SHARE * motion.body_radius);
}

fn is_any_inside(path: BoidPath) -> bool {
    for (var i = 0u; i < moving.count; i++) {
        if may_meet_path(obstacles[i], path) && is_inside_obstacle(obstacles[i], path.end) {
            return true;
        }
    }
    return false;
}

// True if a part of a way meets no obstacle, and if there is room at its begin for a boid that enters
// there.
fn is_path_free(path: BoidPath, enters: bool) -> bool {
    let room = ENTRY_CLEAR_SHARE * moving.radius;
    let takes_time = path.first < path.last;
    for (var i = 0u; i < moving.count; i++) {
        let obstacle = obstacles[i];
        if !may_meet_path(obstacle, path) {
            continue;
        }
        if enters && is_near_at_begin(obstacle, path, room) {
            return false;
        }
        if takes_time && push_plane(obstacle, path, moving.radius).is_hit {
            return false;
        }
    }
    return true;
}

// What the obstacles do to a move: those in the list of the workgroup, unless it is wrapped.
fn push(start: vec3<f32>, made: Arrival) -> Push {
    if made.has_passed {
        if passes_obstacles(start, made.way) {
            return Push(false, false, made);
        }
        // It waits on its side of the boundary.
        return yield_to(start, vec3(0.0), made);
    }
    let path = whole_path(start, made.position);
    var is_caught = false;
    for (var i = next_near(0u); i < moving.count; i = next_near(i + 1u)) {
        let obstacle = obstacles[i];
        if !may_meet_path(obstacle, path) {
            continue;
        }
        if push_plane(obstacle, path, moving.radius).is_hit {
            return yield_to(start, made.position - start, made);
        }
        is_caught = is_caught || is_inside_obstacle(obstacle, made.position);
    }
    return Push(false, is_caught, made);
}

// The displacement nearest to a wanted one that all obstacles, surfaces and the boundary permit.
fn yield_to(start: vec3<f32>, wanted: vec3<f32>, made: Arrival) -> Push {
    let found = nearest_permitted(start, wanted, made);
    if HAS_MESHES && found.is_caught {
        return carried_by_mesh(start, made);
    }
    return found;
}

// The move of a boid that keeps its place in the frame of a mesh, if nothing is in the way.
fn carried_by_mesh(start: vec3<f32>, made: Arrival) -> Push {
    // The sweeps before may have taken all work that is permitted.
    sweep_work = 0u;
    let here = whole_path(start, start);
    for (var i = 0u; i < moving.count; i++) {
        if !is_mesh(obstacles[i]) || !may_meet_path(obstacles[i], here) {
            continue;
        }
        let carried = carried_by(obstacles[i], start, moving.radius);
        let path = whole_path(start, carried.end);
        let way = path.end - start;
        let in_plane = abs(dot(way, motion.flat)) <= PLACE_ROUNDING * amax(path.end);
        if !carried.is_free || !in_plane || meets_other(path, i) || is_any_inside(path) {
            continue;
        }
        var planes = PushPlanes();
        if add_static_planes(path, &planes) == NONE_ADDED {
            return Push(true, false, arrival(path.end, way / motion.dt - boid_wind, true));
        }
    }
    return Push(false, true, made);
}

// True if a path meets an obstacle other than this one.
fn meets_other(path: BoidPath, except: u32) -> bool {
    for (var i = 0u; i < moving.count; i++) {
        let is_near = i != except && may_meet_path(obstacles[i], path);
        if is_near && push_plane(obstacles[i], path, moving.radius).is_hit {
            return true;
        }
    }
    return false;
}

// The displacement nearest to a wanted one that is found in a few rounds.
fn nearest_permitted(start: vec3<f32>, wanted: vec3<f32>, made: Arrival) -> Push {
    let caught = Push(false, true, made);
    var planes = PushPlanes();
    var displacement = wanted;
    for (var round = 0u; round < OBSTACLE_MOST_ROUNDS; round++) {
        let path = whole_path(start, start + displacement);
        var added = add_obstacle_planes(path, &planes);
        if added == NONE_ADDED {
            added = add_static_planes(path, &planes);
        }
        if added == UNAVOIDABLE {
            return caught;
        }
        if added == NONE_ADDED {
            if is_any_inside(path) {
                return caught;
            }
            let velocity = pushed_velocity(&planes, over_ground(made.velocity), displacement / motion.dt);
            return Push(true, false, arrival(path.end, velocity - boid_wind, true));
        }
        var of_displacement = planes.of_displacement;
        let nearest = nearest_in_half_spaces(&of_displacement, wanted);
        if !nearest.is_found {
            return caught;
        }
        displacement = nearest.vector;
    }
    return caught;
}

// Adds the planes of the obstacles that a path meets.
fn add_obstacle_planes(path: BoidPath, planes: ptr<function, PushPlanes>) -> u32 {
    var added = NONE_ADDED;
    for (var i = 0u; i < moving.count; i++) {
        if !may_meet_path(obstacles[i], path) {
            continue;
        }
        let plane = push_plane(obstacles[i], path, moving.radius);
        if plane.is_hit {
            added = SOME_ADDED;
            if !add_push_plane(planes, plane.normal, plane.least, plane.speed) {
                return UNAVOIDABLE;
            }
        }
    }
    return added;
}

// Adds the planes of static surfaces and of the boundary that a path meets.
fn add_static_planes(path: BoidPath, planes: ptr<function, PushPlanes>) -> u32 {
    let way = path.end - path.start;
    if COLLIDES {
        let contact = sweep(path.start, path.end, motion.radius);
        if contact.is_hit {
            let least = dot(contact.normal, way) * contact.fraction + 0.5 * contact.slack;
            let is_added = contact.slack > 0.0 && add_push_plane(planes, contact.normal, least, 0.0);
            return select(UNAVOIDABLE, SOME_ADDED, is_added);
        }
    }
    let beyond = distance_outside(path.end);
    let beyond_before = distance_outside(path.start);
    // A boid outside returns by itself, but is not pushed farther out.
    if beyond <= 0.0 || beyond <= beyond_before {
        return NONE_ADDED;
    }
    let walls = inward(path.end);
    let back = beyond - max(beyond_before, 0.0) + PLACE_ROUNDING * amax(path.end);
    for (var i = 0u; i < walls.count; i++) {
        if !add_push_plane(planes, walls.normals[i], dot(walls.normals[i], way) + back, 0.0) {
            return UNAVOIDABLE;
        }
    }
    return SOME_ADDED;
}

// True if the way through a wrapping boundary meets no obstacle.
fn passes_obstacles(start: vec3<f32>, way: vec3<f32>) -> bool {
    let goal = fold(start + way);
    let inside = fold(start);
    var leg = Leg(inside.place, goal.place, inside.is_folded);
    var end = leg.start + way;
    var done = 0.0;
    for (var i = 0u; i < MOST_PASSAGES; i++) {
        let out = passage(leg.start, end);
        leg.end = select(goal.place, out.exit, out.leads_out);
        let first = min(done / length(way), OBSTACLE_LATEST_ENTRY);
        done += length(leg.end - leg.start);
        // A sphere folds what is left of the way to another length.
        let last = select(1.0, min(done / length(way), OBSTACLE_LATEST_ENTRY), out.leads_out);
        if !is_path_free(BoidPath(leg.start, leg.end, first, last), leg.enters) {
            return false;
        }
        if !out.leads_out {
            return true;
        }
        end = out.end;
        leg = Leg(out.entry, goal.place, true);
    }
    return false;
}

// Adds a plane that moves along its normal at this speed. In a planar flock it is met within the plane
// of the flock. False if that is impossible, or if there are too many.
fn add_push_plane(planes: ptr<function, PushPlanes>, normal: vec3<f32>, least: f32, speed: f32) -> bool {
    let in_flock = across(normal, motion.flat);
    let part = length(in_flock);
    if part < OBSTACLE_NO_PART {
        return false;
    }
    let index = (*planes).of_displacement.count;
    if index == MOST_HALF_SPACES {
        return false;
    }
    (*planes).of_displacement.planes[index] = vec4(in_flock / part, least / part);
    (*planes).of_displacement.count = index + 1u;
    (*planes).of_velocity.planes[index] = vec4(in_flock / part, speed / part);
    (*planes).of_velocity.count = index + 1u;
    return true;
}

// The velocity after the push: that before, without what leads into a plane, or that of the
// displacement if none leads out of all.
fn pushed_velocity(planes: ptr<function, PushPlanes>, before: vec3<f32>, made: vec3<f32>) -> vec3<f32> {
    var of_velocity = (*planes).of_velocity;
    let nearest = nearest_in_half_spaces(&of_velocity, before);
    return select(made, nearest.vector, nearest.is_found);
}
