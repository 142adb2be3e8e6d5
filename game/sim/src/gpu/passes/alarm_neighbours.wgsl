// Lets each boid alarm its nearest neighbours once, when others can notice its panic.

// The boundary comes first, as in neighbour_loop.wgsl.
@group(0) @binding(0) var<uniform> boundary: BoundaryUniform;
@group(0) @binding(1) var<uniform> criteria: CriteriaUniform;
@group(0) @binding(2) var<uniform> fear: FearUniform;
@group(0) @binding(3) var<storage, read> grid: GridLayout;
@group(0) @binding(4) var<storage, read> search_places: array<BoidPlace>;
@group(0) @binding(5) var<storage, read> motions: array<BoidMotion>;
@group(0) @binding(6) var<storage, read> cells: array<u32>;
@group(0) @binding(7) var<storage, read> starts: array<u32>;
@group(0) @binding(8) var<storage, read> notes: array<FearNotes>;
@group(0) @binding(9) var<storage, read_write> alarms: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn alarm_neighbours(@builtin(global_invocation_id) thread: vec3<u32>) {
    let index = thread.x;
    if index >= criteria.count {
        return;
    }
    let now = fear.step + 1u;
    let slot = search_places[index].slot;
    if !has(notes[slot], PANICKED) || since_panic(notes[slot], now) != fear.latency {
        return;
    }
    var sums: Sums;
    var nearest: KNearest;
    clear_nearest(&nearest);
    visit_around(looker(index), cells[index], &sums, &nearest);
    for (var entry = 0u; entry < criteria.nearest; entry++) {
        if nearest.others[entry] == NO_BOID {
            break;
        }
        let other = nearest.slots[entry];
        if !is_deaf(notes[other], now, fear.deaf_end) {
            atomicMin(&alarms[other], slot);
        }
    }
}
