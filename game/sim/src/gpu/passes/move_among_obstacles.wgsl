// Moves each boid among moving obstacles: first as if there were no obstacles, then pushed by them.

// True if there is geometry.
override COLLIDES: bool = false;

// True if every move is checked by the crossing test.
override IS_CHECKED: bool = false;

// True if an obstacle is a mesh.
override HAS_MESHES: bool = false;

@group(0) @binding(0) var<uniform> motion: MotionUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<uniform> moving: MovingUniform;
@group(0) @binding(3) var<storage, read> obstacles: array<ObstacleUniform>;
@group(0) @binding(4) var<storage, read> faces: array<GpuTriangle>;
@group(0) @binding(5) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(6) var<storage, read> clearances: array<f32>;
@group(0) @binding(7) var<storage, read_write> motions: array<BoidMotion>;
@group(0) @binding(8) var<storage, read_write> next_places: array<BoidPlace>;
@group(0) @binding(9) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(10) var<storage, read> triangles: array<GpuTriangle>;
@group(0) @binding(11) var<storage, read_write> counters: array<atomic<u32>, COUNTERS>;
@group(0) @binding(12) var<storage, read_write> marks: array<atomic<u32>>;

// The largest distance that a boid can move, even if it turns back or the boundary holds it.
fn farthest(velocity: vec3<f32>, carried_by: vec3<f32>) -> f32 {
    var speed = length(velocity);
    if HAS_WIND {
        speed = length(velocity + carried_by) + 2.0 * speed;
    }
    return speed * motion.dt + 2.0 * moving.radius;
}

fn moved_without_obstacles(index: u32, start: vec3<f32>, velocity: vec3<f32>) -> Arrival {
    if COLLIDES {
        return moved_among_geometry(start, velocity, clearances[index]);
    }
    let way = over_ground(velocity) * motion.dt;
    let goal = fold(start + way);
    return Arrival(goal.place, velocity, false, goal.is_folded, way);
}

@compute @workgroup_size(WORKGROUP)
fn move_among_obstacles(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    // Threads without a boid repeat the last one.
    let index = min(thread.x, motion.count - 1u);
    let start = places[index].position;
    let velocity = motions[index].velocity;
    var carried_by = carried(start, velocity) - velocity;
    if is_asleep(motions[index]) {
        // A sleeping boid is moved only by obstacles.
        carried_by = vec3(0.0);
    }
    let reach = farthest(velocity, carried_by) + PLACE_ROUNDING * amax(start);
    find_common_bounds(local, start - reach, start + reach);
    list_near_obstacles(local, false);
    if thread.x >= motion.count {
        return;
    }
    if HAS_WIND {
        boid_wind = carried_by;
    }
    var made = moved_without_obstacles(index, start, velocity);
    let slot = places[index].slot;
    if made.has_passed || next_near(0u) < moving.count {
        if HAS_WIND {
            boid_wind = carried_by;
        }
        sweep_work = 0u;
        let pushed = push(start, made);
        made = pushed.made;
        if pushed.is_caught {
            made.is_contact = true;
            mark_caught(slot);
            atomicAdd(&counters[CAUGHT], 1u);
        }
    }
    motions[index].velocity = made.velocity;
    next_places[index] = BoidPlace(made.position, slot);
    if made.is_contact {
        atomicAdd(&counters[CONTACTS], 1u);
        mark_touched(slot);
    }
    if COLLIDES && IS_CHECKED && has_crossed(start, made) {
        atomicAdd(&counters[CROSSINGS], 1u);
    }
}
