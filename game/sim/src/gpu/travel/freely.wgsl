// Step part 5 where there is nothing to collide with: each boid goes where its velocity leads.

@group(0) @binding(0) var<storage, read> places: array<Place>;
@group(0) @binding(1) var<storage, read> motions: array<Motion>;
@group(0) @binding(2) var<storage, read_write> arrivals: array<Place>;
@group(0) @binding(3) var<uniform> travel: Travel;
@group(0) @binding(4) var<uniform> containment: Containment;

@compute @workgroup_size(256)
fn travel_freely(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < travel.count {
        let end = places[index].position + motions[index].velocity * travel.dt;
        arrivals[index] = Place(fold(end).place, places[index].slot);
    }
}
