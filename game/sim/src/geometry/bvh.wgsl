// Broad phase: a bounding volume hierarchy that is walked without a stack, as in bvh.
//
// The pass declares the buffers `nodes` and `triangles`, which hold one or more trees. Each tree
// begins with its root. To visit the triangles that a moving sphere may touch:
//
//     var index = root;
//     while finds_triangle(root, segment, &index) {
//         ... triangle_of(nodes[index]) ...
//         index += 1u;
//     }
//
// Each node is visited once at most, whatever is in the buffer.

// Root of the tree of the static geometry.
const STATIC_TREE = 0u;

// Index of the node after a tree.
fn end_of(root: u32) -> u32 {
    return nodes[root].skip;
}

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

// Keeps the quotient of a segment without length finite.
const SMALLEST = 1e-30;

// True if a box is within reach, up to rounding: separating axes, which are those of the box and
// their cross products with the segment, and a plane beside the box.
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
    return all(abs(away) <= within + PROJECTION_ROUNDING * (within + terms))
        && !is_beside(segment, offset, 0.5 * (node.high - node.low));
}

// True if a box, given by the way to its middle and half its size, is beyond a plane that is farther
// from the segment than the reach, as in bvh/segment_query.rs.
fn is_beside(segment: Segment, offset: vec3<f32>, half: vec3<f32>) -> bool {
    let ahead = segment.half_way;
    let along = clamp(dot(offset, ahead) / max(dot(ahead, ahead), SMALLEST), -1.0, 1.0);
    let place = ahead * along - offset;
    let beside = place - clamp(place, -half, half);
    let squared = dot(beside, beside);
    let slope = dot(beside, ahead);
    let least = squared + min(slope * (1.0 - along), slope * (-1.0 - along));
    let certain = least - PROJECTION_ROUNDING * (squared + 2.0 * abs(slope));
    let coordinates = max(abs(segment.low), abs(segment.high));
    let extent = max(max(coordinates.x, coordinates.y), coordinates.z);
    let reach = segment.reach + PROJECTION_ROUNDING * extent;
    return certain > 0.0 && certain * certain > squared * reach * reach;
}

// Goes on from this node of a tree to the next one with a triangle that comes into question. False
// if none is left.
fn finds_triangle(root: u32, segment: Segment, index: ptr<function, u32>) -> bool {
    let end = end_of(root);
    var next = *index;
    while next < end {
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
