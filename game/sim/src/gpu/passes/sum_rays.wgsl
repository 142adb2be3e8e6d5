// Sums the rays of the boids by the next digit of their keys.

@group(0) @binding(0) var<storage, read> due: array<DueLook>;
@group(0) @binding(1) var<storage, read> keys: array<LookKey>;
@group(0) @binding(2) var<storage, read> selection: LookSelection;
@group(0) @binding(3) var<storage, read_write> bins: array<atomic<u32>, DIGIT_VALUES>;

var<workgroup> sums: array<atomic<u32>, DIGIT_VALUES>;

// Mask of the bits of a word before a digit.
fn bits_before(digit: u32) -> u32 {
    return select(0xffffffffu << (32u - 8u * digit), 0u, digit == 0u);
}

// True if the key begins with the digits found so far.
fn has_digits(key: vec2<u32>) -> bool {
    let digits = selection.digits_found;
    let known = select(
        vec2(0xffffffffu, bits_before(digits % 4u)),
        vec2(bits_before(digits % 4u), 0u),
        digits < 4u,
    );
    return all((key & known) == (selection.key & known));
}

@compute @workgroup_size(WORKGROUP)
fn sum_rays(
    @builtin(global_invocation_id) thread: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
) {
    if thread.x < selection.count {
        let key = vec2(keys[thread.x].urgency, due[thread.x].slot);
        if has_digits(key) {
            let word = select(key.y, key.x, selection.digits_found < 4u);
            let digit = extractBits(word, 24u - 8u * (selection.digits_found % 4u), 8u);
            atomicAdd(&sums[digit], keys[thread.x].rays);
        }
    }
    workgroupBarrier();
    let sum = atomicLoad(&sums[local]);
    if sum > 0u {
        atomicAdd(&bins[local], sum);
    }
}
