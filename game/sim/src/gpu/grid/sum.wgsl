// Sums over the threads of a workgroup.

var<workgroup> sums: array<u32, 256>;

// The sum of the values of all threads of the workgroup before this one, and this one's own. All of them have to call it.
fn sum_until(local: u32, value: u32) -> u32 {
    sums[local] = value;
    workgroupBarrier();
    for (var step = 1u; step < 256u; step *= 2u) {
        var before = 0u;
        if local >= step {
            before = sums[local - step];
        }
        workgroupBarrier();
        sums[local] += before;
        workgroupBarrier();
    }
    return sums[local];
}
