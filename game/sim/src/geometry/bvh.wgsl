// Broad phase: a bounding volume hierarchy that is walked without a stack, as in bvh.
//
// The pass declares the buffers `nodes` and `triangles`. To visit the triangles that a moving
// sphere may touch:
//
//     var index = 0u;
//     while finds_triangle(segment, &index) {
//         ... triangle_of(nodes[index]) ...
//         index += 1u;
//     }
//
// Each node is visited once at most, whatever is in the buffer.

fn is_inner(node: GpuNode) -> bool {
    return node.content == BVH_INNER;
}

// Weight of the closed surface of the triangle for the points that it winds around; 0 for an open
// one.
fn weight_of(node: GpuNode) -> i32 {
    return bitcast<i32>(node.content) >> BVH_TRIANGLE_BITS;
}

fn triangle_of(node: GpuNode) -> u32 {
    return node.content & ((1u << BVH_TRIANGLE_BITS) - 1u);
}

// The node after this one and its children.
fn skipped(index: u32, node: GpuNode) -> u32 {
    return max(index + 1u, node.skip);
}

// All points within reach of a line segment.
struct Segment {
    // Corners of the box around it.
    low: vec3<f32>,
    high: vec3<f32>,
    middle: vec3<f32>,
    // From the middle to the end.
    half_way: vec3<f32>,
    reach: f32,
}

fn segment(start: vec3<f32>, end: vec3<f32>, reach: f32) -> Segment {
    return Segment(
        min(start, end) - reach,
        max(start, end) + reach,
        start + 0.5 * (end - start),
        0.5 * (end - start),
        reach,
    );
}

// Rounding of a projection, as a share of its terms.
const PROJECTION_ROUNDING = 1e-6;

// True if a box is within reach, up to rounding: separating axes, which are those of the box and
// their cross products with the segment.
fn touches(segment: Segment, node: GpuNode) -> bool {
    if any(node.low > segment.high) || any(node.high < segment.low) {
        return false;
    }
    let half = 0.5 * (node.high - node.low) + segment.reach;
    let offset = 0.5 * ((node.low - segment.middle) + (node.high - segment.middle));
    let ahead = segment.half_way;
    let size = abs(ahead);
    let away = offset.yzx * ahead.zxy - offset.zxy * ahead.yzx;
    let within = half.yzx * size.zxy + half.zxy * size.yzx;
    let terms = abs(offset.yzx) * size.zxy + abs(offset.zxy) * size.yzx;
    return all(abs(away) <= within + PROJECTION_ROUNDING * (within + terms));
}

// Goes on from this node to the next one with a triangle that comes into question. False if none is
// left.
fn finds_triangle(segment: Segment, index: ptr<function, u32>) -> bool {
    var next = *index;
    while next < arrayLength(&nodes) {
        let node = nodes[next];
        if !touches(segment, node) {
            next = skipped(next, node);
        } else if is_inner(node) {
            next += 1u;
        } else {
            *index = next;
            return true;
        }
    }
    return false;
}
