// Adds up what the boids cast, by the next digit of their keys.

@group(0) @binding(0) var<storage, read> due: array<Due>;
@group(0) @binding(1) var<storage, read> keys: array<Key>;
@group(0) @binding(2) var<storage, read> selection: Selection;
@group(0) @binding(3) var<storage, read_write> bins: array<atomic<u32>, DIGITS>;

var<workgroup> sums: array<atomic<u32>, DIGITS>;

// The bits before a digit of a number.
fn bits_before(digit: u32) -> u32 {
    return select(0xffffffffu << (32u - 8u * digit), 0u, digit == 0u);
}

// Whether the digits found so far are those of a key.
fn has_digits(key: vec2<u32>) -> bool {
    let level = selection.level;
    let seen = select(
        vec2(0xffffffffu, bits_before(level % 4u)),
        vec2(bits_before(level % 4u), 0u),
        level < 4u,
    );
    return all((key & seen) == (selection.digits & seen));
}

@compute @workgroup_size(256)
fn sight_sum(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if thread.x < selection.count {
        let key = vec2(keys[thread.x].urgency, due[thread.x].slot);
        if has_digits(key) {
            let word = select(key.y, key.x, selection.level < 4u);
            let digit = extractBits(word, 24u - 8u * (selection.level % 4u), 8u);
            atomicAdd(&sums[digit], keys[thread.x].rays);
        }
    }
    workgroupBarrier();
    let sum = atomicLoad(&sums[local]);
    if sum > 0u {
        atomicAdd(&bins[local], sum);
    }
}
