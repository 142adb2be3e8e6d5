//! The published figures of the fish school.

/// Number of fish, and the published frames per second on one thread, many threads and the GPU of a
/// laptop (i7-3632QM, GeForce GT 730M), each at most 62: Nikolay Lazarev, "Unreal Engine 4 Parallel
/// Processing: School of Fish", Intel Developer Zone, 2018. It has no row for fewer than 1,000.
pub const PUBLISHED: [(u32, Option<[u32; 3]>); 10] = [
    (100, None),
    (500, None),
    (1_000, Some([62, 62, 62])),
    (2_000, Some([28, 55, 62])),
    (3_000, Some([14, 30, 62])),
    (5_000, Some([5, 14, 47])),
    (8_000, Some([1, 6, 24])),
    (10_000, Some([0, 3, 18])),
    (15_000, Some([0, 0, 10])),
    (20_000, Some([0, 0, 1])),
];
