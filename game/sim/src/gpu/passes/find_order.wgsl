// Restores within each cell the order that the boids had before sorting, so that the sort is stable
// and deterministic.
//
// Each boid counts the boids of its cell that were before it. A cell with too many boids for that
// is called a crowd: the workgroup of its first boid marks the boids in a bitmap and reads them in
// order.

@group(0) @binding(0) var<uniform> grid_settings: GridUniform;
@group(0) @binding(1) var<storage, read> arrived: array<u32>;
@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
// For each sorted boid, its index before sorting.
@group(0) @binding(4) var<storage, read_write> order: array<u32>;

// Number of bitmap words for each thread, and number of boids that the bitmap can hold.
const WORDS = 8u;
const WINDOW = 32u * WORDS * WORKGROUP;

// Number of boids that a thread reads together, so that it waits for memory only once.
const AT_ONCE = 4u;

const NO_CROWD = 0xffffffffu;

var<workgroup> crowd: u32;
var<workgroup> marks: array<atomic<u32>, WORDS * WORKGROUP>;
var<workgroup> total: u32;

fn order_one(boid: u32, start: u32, end: u32) {
    var place = start;
    for (var i = start; i < end; i++) {
        place += select(0u, 1u, arrived[i] < boid);
    }
    order[place] = boid;
}

// Marks the boids of the crowd, from index `first` on.
fn mark(local: u32, start: u32, end: u32, first: u32) {
    for (var i = start + local; i < end; i += WORKGROUP * AT_ONCE) {
        for (var j = 0u; j < AT_ONCE; j++) {
            let place = i + WORKGROUP * j;
            // The difference wraps to a large number for an index before `first`.
            let bit = arrived[min(place, end - 1u)] - first;
            if place < end && bit < WINDOW {
                atomicOr(&marks[bit / 32u], 1u << (bit % 32u));
            }
        }
    }
}

// Writes the marked boids to `order` from `place` on; returns their number.
fn read_off(local: u32, first: u32, place: u32) -> u32 {
    var own = 0u;
    for (var i = 0u; i < WORDS; i++) {
        own += countOneBits(atomicLoad(&marks[WORDS * local + i]));
    }
    let until = sum_until(local, own);
    if local == WORKGROUP - 1u {
        total = until;
    }
    var next = place + until - own;
    for (var i = 0u; i < WORDS; i++) {
        let word = WORDS * local + i;
        for (var bits = atomicLoad(&marks[word]); bits != 0u; bits &= bits - 1u) {
            order[next] = first + 32u * word + firstTrailingBit(bits);
            next++;
        }
    }
    return workgroupUniformLoad(&total);
}

fn order_crowd(local: u32, start: u32, end: u32) {
    var place = start;
    for (var first = 0u; first < grid_settings.unsorted; first += WINDOW) {
        for (var i = 0u; i < WORDS; i++) {
            atomicStore(&marks[WORKGROUP * i + local], 0u);
        }
        workgroupBarrier();
        mark(local, start, end, first);
        workgroupBarrier();
        place += read_off(local, first, place);
    }
}

@compute @workgroup_size(WORKGROUP)
fn find_order(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if local == 0u {
        crowd = NO_CROWD;
    }
    workgroupBarrier();
    if thread.x < grid_settings.count {
        let cell = cells[thread.x];
        let start = starts[cell];
        let end = starts[cell + 1u];
        if end - start <= LARGEST_UNCROWDED_CELL {
            order_one(arrived[thread.x], start, end);
        } else if start == thread.x {
            crowd = cell;
        }
    }
    let cell = workgroupUniformLoad(&crowd);
    if cell != NO_CROWD {
        order_crowd(local, starts[cell], starts[cell + 1u]);
    }
}
