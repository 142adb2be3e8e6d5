// Picks the next digit of the largest key: the largest before which no more is cast than may be.

@group(0) @binding(0) var<uniform> lookout: Lookout;
@group(0) @binding(1) var<storage, read_write> selection: Selection;
@group(0) @binding(2) var<storage, read_write> bins: array<u32, DIGITS>;

var<workgroup> sums: array<u32, DIGITS>;

@compute @workgroup_size(256)
fn sight_pick(@builtin(local_invocation_index) local: u32) {
    sums[local] = bins[local];
    // For the next digit.
    bins[local] = 0u;
    workgroupBarrier();
    if local > 0u {
        return;
    }
    let most = limit();
    var spent = selection.spent;
    var picked = vec2(0u, spent);
    for (var digit = 0u; digit < DIGITS; digit++) {
        if sums[digit] > 0u && spent <= most {
            picked = vec2(digit, spent);
        }
        spent += sums[digit];
    }
    let level = selection.level;
    let bits = picked.x << (24u - 8u * (level % 4u));
    selection.digits |= select(vec2(0u, bits), vec2(bits, 0u), level < 4u);
    selection.spent = picked.y;
    selection.level = level + 1u;
    if selection.level == LEVELS {
        selection = Selection(vec2(0u), selection.digits, 0u, 0u, selection.round + 1u, selection.count);
    }
}
