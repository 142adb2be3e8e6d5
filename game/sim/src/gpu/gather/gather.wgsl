// The search for neighbours, and what the rules ask for: one boid a thread.

// Who counts neighbours or does not see all.
override SELECTIVE: bool = false;
// Only so many of the nearest count.
override NEAREST: bool = false;
// A box wraps round.
override BOX: bool = false;
// A sphere wraps round.
override SPHERE: bool = false;

// Boids are in the order of the grid in all that follows.
@group(0) @binding(1) var<storage, read> grid: Layout;
// Where boids look for each other.
@group(0) @binding(2) var<storage, read> seen: array<Place>;
@group(0) @binding(3) var<storage, read> motion: array<Motion>;
@group(0) @binding(4) var<storage, read> cells: array<u32>;
@group(0) @binding(5) var<storage, read> starts: array<u32>;
// Of which w is the factor of cohesion.
@group(0) @binding(6) var<storage, read> push: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read_write> wish: array<vec4<f32>>;
@group(0) @binding(8) var<storage, read_write> facing: array<vec4<f32>>;

@compute @workgroup_size(256)
fn gather(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= settings.count {
        return;
    }
    let me = looker(index);
    let sums = gathered(me);
    var fade = 1.0;
    if settings.fades != 0u {
        fade = push[index].w;
    }
    var asked = flocking(me, sums, fade);
    if settings.roaming.weight > 0.0 {
        asked += roam(seen[index].slot, sums.counts);
    }
    wish[index] = vec4(asked * settings.drive, 0.0);
    facing[index] = vec4(sums.alignment, 0.0);
}

fn gathered(me: Looker) -> Sums {
    var sums: Sums;
    if settings.reach == 0.0 {
        return sums;
    }
    var nearest: Nearest;
    if NEAREST {
        forget_all(&nearest);
    }
    meet_block(me, block_around(cells[me.index]), false, &sums, &nearest);
    if SPHERE {
        let section = section_at(me.place);
        if is_seen_across(section) {
            meet_block(me, block_across(section), true, &sums, &nearest);
        }
    }
    if NEAREST {
        add_nearest(me, &nearest, &sums);
    }
    if BOX {
        sums.cohesion = settings.to_world * sums.cohesion;
        sums.separation = settings.to_world * sums.separation;
    }
    return sums;
}
