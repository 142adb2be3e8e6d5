// Prefix sums over the threads of a workgroup.

var<workgroup> sums: array<u32, WORKGROUP>;

// Inclusive prefix sum: of the values of this thread and all threads before it. Every thread of the
// workgroup must call it.
fn sum_until(local: u32, value: u32) -> u32 {
    sums[local] = value;
    workgroupBarrier();
    for (var step = 1u; step < WORKGROUP; step *= 2u) {
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
