// Moves each boid without geometry.

@group(0) @binding(0) var<uniform> motion: MotionUniform;
@group(0) @binding(1) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(2) var<storage, read> places: array<BoidPlace>;
@group(0) @binding(3) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(4) var<storage, read_write> next_places: array<BoidPlace>;

@compute @workgroup_size(WORKGROUP)
fn move_freely(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index < motion.count {
        if is_asleep(motions[index]) {
            next_places[index] = places[index];
            return;
        }
        let start = places[index].position;
        let end = start + carried(start, motions[index].velocity) * motion.dt;
        next_places[index] = BoidPlace(fold(end).place, places[index].slot);
    }
}
