// Picks the next digit of the largest key within the budget: the largest digit for which the prefix
// sum over all smaller digits is within the limit.

@group(0) @binding(0) var<uniform> avoidance: AvoidanceUniform;
@group(0) @binding(1) var<storage, read_write> selection: LookSelection;
@group(0) @binding(2) var<storage, read_write> bins: array<u32, DIGIT_VALUES>;

var<workgroup> sums: array<u32, DIGIT_VALUES>;

@compute @workgroup_size(WORKGROUP)
fn pick_digit(@builtin(local_invocation_index) local: u32) {
    sums[local] = bins[local];
    // Reset for the next digit.
    bins[local] = 0u;
    workgroupBarrier();
    if local > 0u {
        return;
    }
    let most = limit();
    var spent = selection.spent;
    var picked = vec2(0u, spent);
    for (var digit = 0u; digit < DIGIT_VALUES; digit++) {
        if sums[digit] > 0u && spent <= most {
            picked = vec2(digit, spent);
        }
        spent += sums[digit];
    }
    let found = selection.digits_found;
    let bits = picked.x << (24u - 8u * (found % 4u));
    selection.key |= select(vec2(0u, bits), vec2(bits, 0u), found < 4u);
    selection.spent = picked.y;
    selection.digits_found = found + 1u;
    if selection.digits_found == KEY_DIGITS {
        selection = LookSelection(vec2(0u), selection.key, 0u, 0u, selection.round + 1u, selection.count);
    }
}
