// Computes the results of the functions of moving obstacles for the path of a boid, for tests. The
// numbers of the step are the same as in obstacles.rs.

const HAS_MESHES = true;

struct Case {
    start: vec3<f32>,
    obstacle: u32,
    end: vec3<f32>,
    velocity: vec3<f32>,
}

struct Answers {
    // The plane that keeps the boid away from the obstacle, with the smallest displacement.
    plane: vec4<f32>,
    // Its speed; 1 if there is a plane; the distances at the beginning and at the end, or for a mesh 1
    // if it is nearer than the radius.
    numbers: vec4<f32>,
    // The point where boid and obstacle meet, and the time; the time is 2 if they do not meet.
    meeting: vec4<f32>,
    relative_velocity: vec4<f32>,
}

@group(0) @binding(0) var<storage, read> obstacles: array<ObstacleUniform>;
@group(0) @binding(1) var<storage, read> faces: array<GpuTriangle>;
@group(0) @binding(2) var<storage, read> cases: array<Case>;
@group(0) @binding(3) var<storage, read_write> answers: array<Answers>;
@group(0) @binding(4) var<storage, read> nodes: array<GpuNode>;
@group(0) @binding(5) var<storage, read> triangles: array<GpuTriangle>;

var<private> motion: MotionUniform;
var<private> moving: MovingUniform;

@compute @workgroup_size(WORKGROUP)
fn ask_obstacles(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x >= arrayLength(&cases) {
        return;
    }
    motion.dt = 0.1;
    moving.look_ahead = 0.8;
    moving.sight_radius = 0.12;
    let it = cases[thread.x];
    let obstacle = obstacles[it.obstacle];
    let path = BoidPath(it.start, it.end, 0.0, 1.0);
    let plane = push_plane(obstacle, path, 0.05);
    var begin = distance_at_begin(obstacle, path);
    var end = distance_at_end(obstacle, path.end);
    if is_mesh(obstacle) {
        begin = f32(is_near_at_begin(obstacle, path, 0.05));
        end = f32(is_near_at_end(obstacle, path.end, 0.05));
    }
    let meeting = approach_of(obstacle, it.start, it.velocity);
    answers[thread.x] = Answers(
        vec4(plane.normal, plane.least),
        vec4(plane.speed, f32(plane.is_hit), begin, end),
        vec4(meeting.normal, select(2.0, meeting.time, meeting.is_meeting)),
        vec4(meeting.relative_velocity, 0.0),
    );
}
