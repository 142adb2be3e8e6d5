// Turns the boids of another flock into threats.

@group(0) @binding(0) var<uniform> chooser: ChooserUniform;
@group(0) @binding(1) var<uniform> noted: NotedUniform;
@group(0) @binding(2) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(3) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(4) var<storage, read_write> threats: array<ThreatUniform>;

@compute @workgroup_size(WORKGROUP)
fn note_threats(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < noted.count {
        let point = places[index].position;
        let velocity = motions[index].velocity;
        threats[noted.first + index] = predator(chooser, point, velocity, noted.radius, noted.weight);
    }
}
