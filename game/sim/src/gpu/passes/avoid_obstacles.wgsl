// Adds the wishes to avoid moving obstacles to the wishes to avoid geometry.

// True if there are wishes to avoid geometry.
override AVOIDS: bool = false;

// True if an obstacle is a mesh.
override HAS_MESHES: bool = false;

@group(0) @binding(0) var<uniform> moving: MovingUniform;
@group(0) @binding(1) var<storage, read> obstacles: array<ObstacleUniform>;
@group(0) @binding(2) var<storage, read> faces: array<GpuTriangle>;
@group(0) @binding(3) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(4) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(5) var<storage, read_write> avoidance_wishes: array<vec4<f32>>;
@group(0) @binding(6) var<uniform> motion: MotionUniform;
@group(0) @binding(7) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(8) var<storage, read> triangles: array<GpuTriangle>;

// The first obstacle that a boid would meet.
fn first_meeting(place: vec3<f32>, velocity: vec3<f32>) -> Approach {
    var first = NO_APPROACH;
    for (var i = next_near(0u); i < moving.count; i = next_near(i + 1u)) {
        let obstacle = obstacles[i];
        if overlap(obstacle.seen_low, obstacle.seen_high, place, place) {
            let approach = approach_of(obstacle, place, velocity);
            if approach.is_meeting && approach.time < first.time {
                first = approach;
            }
        }
    }
    return first;
}

@compute @workgroup_size(WORKGROUP)
fn avoid_obstacles(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    // Threads without a boid repeat the last one.
    let index = min(thread.x, motion.count - 1u);
    let place = places[index].position;
    find_common_bounds(local, place, place);
    list_near_obstacles(local, true);
    if thread.x >= motion.count {
        return;
    }
    var wish = vec4(vec3(0.0), 1.0);
    if AVOIDS {
        wish = avoidance_wishes[index];
    }
    let meeting = first_meeting(place, motions[index].velocity);
    if meeting.is_meeting {
        let nearness = 1.0 - meeting.time;
        let away = aside(meeting);
        if any(away != vec3(0.0)) {
            let growth = moving.growth.x + nearness * (moving.growth.y + nearness * moving.growth.z);
            let fade = 1.0 - moving.cohesion_fade * nearness;
            wish = vec4(wish.xyz + away * (moving.weight * growth), min(wish.w, fade));
        }
    }
    avoidance_wishes[index] = wish;
}
