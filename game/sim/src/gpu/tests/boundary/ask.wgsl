// Computes the result of each function of the boundary, for tests.

struct Case {
    place: vec3<f32>,
    share: f32,
    other: vec3<f32>,
    velocity: vec3<f32>,
    // A path that begins inside.
    start: vec3<f32>,
    end: vec3<f32>,
}

struct Answers {
    contained: vec4<f32>,
    contained_after: vec4<f32>,
    reversed: vec4<f32>,
    folded: vec4<f32>,
    exit: vec4<f32>,
    // With the distance of the place from the boundary.
    entry: vec4<f32>,
    end: vec4<f32>,
    inward: vec4<f32>,
    first_inward: vec4<f32>,
    between: vec4<f32>,
}

@group(0) @binding(0) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(1) var<storage> cases: array<Case>;
@group(0) @binding(2) var<storage, read_write> answers: array<Answers>;

@compute @workgroup_size(WORKGROUP)
fn ask_the_boundary(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x >= arrayLength(&cases) {
        return;
    }
    let it = cases[thread.x];
    let folded = fold(it.place);
    var way = passage(it.start, it.end);
    if !way.leads_out {
        way = Passage();
    }
    let walls = inward(it.place);
    var sum = vec3(0.0);
    for (var wall = 0u; wall < walls.count; wall++) {
        sum += walls.normals[wall];
    }
    answers[thread.x] = Answers(
        vec4(contain(it.place, it.velocity), f32(boundary.shape != 0u)),
        vec4(contain_after_move(it.place, it.velocity), f32(lets_through(it.place))),
        vec4(reverse(it.place, it.velocity), f32(is_passing(it.place))),
        vec4(folded.place, f32(folded.is_folded)),
        vec4(way.exit, f32(way.leads_out)),
        vec4(way.entry, distance_outside(it.place)),
        vec4(way.end, 0.0),
        vec4(sum, f32(walls.count)),
        vec4(walls.normals[0], 0.0),
        vec4(between(it.place, it.other, it.share), 0.0),
    );
}
