// Which triangles come into question: a hierarchy of boxes that is walked without a stack.
//
// Needs buffers `nodes` and `triangles`. To visit what a way may touch:
//
//     var index = 0u;
//     while finds_triangle(along, &index) {
//         ... triangle_of(nodes[index]) ...
//         index += 1u;
//     }
//
// Each node is looked at once at most, whatever is in the buffer.

struct Node {
    low: vec3<f32>,
    // Where to go on if this box is not looked into.
    skip: u32,
    high: vec3<f32>,
    // INNER, or the triangle in the box.
    content: u32,
}

// What of a node's content says that there are further boxes in it.
const INNER = 0xffffffffu;

// What of a node's content says that its triangle belongs to a closed surface.
const CLOSED = 0x80000000u;

fn is_inner(node: Node) -> bool {
    return node.content == INNER;
}

fn is_of_closed_surface(node: Node) -> bool {
    return (node.content & CLOSED) != 0u;
}

fn triangle_of(node: Node) -> u32 {
    return node.content & ~CLOSED;
}

fn behind(index: u32, node: Node) -> u32 {
    return max(index + 1u, node.skip);
}

// All that is within reach of a straight way.
struct Along {
    // The corners of the box around it.
    low: vec3<f32>,
    high: vec3<f32>,
    middle: vec3<f32>,
    // From the middle to the end.
    half_way: vec3<f32>,
    reach: f32,
}

fn along(start: vec3<f32>, end: vec3<f32>, reach: f32) -> Along {
    return Along(
        min(start, end) - reach,
        max(start, end) + reach,
        start + 0.5 * (end - start),
        0.5 * (end - start),
        reach,
    );
}

// Covers the rounding of what it is a share of.
const ROUNDED = 1e-6;

// Whether a box is within reach, or hardly beyond it. Their shadows across an axis and the way are apart if they are.
fn touches(way: Along, node: Node) -> bool {
    if any(node.low > way.high) || any(node.high < way.low) {
        return false;
    }
    let half = 0.5 * (node.high - node.low) + way.reach;
    let offset = 0.5 * ((node.low - way.middle) + (node.high - way.middle));
    let ahead = way.half_way;
    let size = abs(ahead);
    let away = offset.yzx * ahead.zxy - offset.zxy * ahead.yzx;
    let within = half.yzx * size.zxy + half.zxy * size.yzx;
    let rounded = abs(offset.yzx) * size.zxy + abs(offset.zxy) * size.yzx;
    return all(abs(away) <= within + ROUNDED * (within + rounded));
}

// Goes on to the next node, from this one on, with a triangle that comes into question; none is left if this is false.
fn finds_triangle(way: Along, index: ptr<function, u32>) -> bool {
    var next = *index;
    while next < arrayLength(&nodes) {
        let node = nodes[next];
        if !touches(way, node) {
            next = behind(next, node);
        } else if is_inner(node) {
            next += 1u;
        } else {
            *index = next;
            return true;
        }
    }
    return false;
}

// No more than the largest finite number, in absolute value; not by comparisons, which compilers may take to hold.
fn is_finite(vector: vec3<f32>) -> bool {
    let exponents = bitcast<vec3<u32>>(vector) & vec3(0x7f800000u);
    return all(exponents != vec3(0x7f800000u));
}

// The largest coordinate, in absolute value.
fn largest(vector: vec3<f32>) -> f32 {
    let size = abs(vector);
    return max(size.x, max(size.y, size.z));
}
