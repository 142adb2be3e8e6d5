// Gives the boids of a cell the order that they had before sorting, whichever arrived first.
//
// Each boid counts those of its cell that were before it. In a cell with too many for that, a crowd, the workgroup where it
// begins marks the boids in a bitmap and reads them off in order.

@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> arrived: array<u32>;
@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read> starts: array<u32>;
// Of each boid after sorting: where it was before.
@group(0) @binding(4) var<storage, read_write> order: array<u32>;

// A cell with more boids than this is a crowd. More than a workgroup has threads, so that only one begins in each.
override CROWD: u32;

// Words of the bitmap for each thread, and boids that all of them together have bits for.
const WORDS: u32 = 8u;
const WINDOW: u32 = 65536u;

// Boids that a thread looks at together, so that it waits for memory only once.
const AT_ONCE: u32 = 4u;

const NONE: u32 = 0xffffffffu;

var<workgroup> crowd: u32;
var<workgroup> marks: array<atomic<u32>, 2048>;
var<workgroup> total: u32;

fn order_one(boid: u32, start: u32, end: u32) {
    var place = start;
    for (var i = start; i < end; i++) {
        place += select(0u, 1u, arrived[i] < boid);
    }
    order[place] = boid;
}

// Marks the boids from `first` on that are in the crowd.
fn mark(local: u32, start: u32, end: u32, first: u32) {
    for (var i = start + local; i < end; i += 256u * AT_ONCE) {
        for (var j = 0u; j < AT_ONCE; j++) {
            let place = i + 256u * j;
            // Those before the first become large numbers.
            let bit = arrived[min(place, end - 1u)] - first;
            if place < end && bit < WINDOW {
                atomicOr(&marks[bit / 32u], 1u << (bit % 32u));
            }
        }
    }
}

// Writes the marked boids from the given place on; returns how many there are.
fn read_off(local: u32, first: u32, place: u32) -> u32 {
    var own = 0u;
    for (var i = 0u; i < WORDS; i++) {
        own += countOneBits(atomicLoad(&marks[WORDS * local + i]));
    }
    let until = sum_until(local, own);
    if local == 255u {
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
    for (var first = 0u; first < settings.count; first += WINDOW) {
        for (var i = 0u; i < WORDS; i++) {
            atomicStore(&marks[256u * i + local], 0u);
        }
        workgroupBarrier();
        mark(local, start, end, first);
        workgroupBarrier();
        place += read_off(local, first, place);
    }
}

@compute @workgroup_size(256)
fn find_order(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if local == 0u {
        crowd = NONE;
    }
    workgroupBarrier();
    if thread.x < settings.count {
        let cell = cells[thread.x];
        let start = starts[cell];
        let end = starts[cell + 1u];
        if end - start <= CROWD {
            order_one(arrived[thread.x], start, end);
        } else if start == thread.x {
            crowd = cell;
        }
    }
    let cell = workgroupUniformLoad(&crowd);
    if cell != NONE {
        order_crowd(local, starts[cell], starts[cell + 1u]);
    }
}
