// Which cell of a navigation field contains a position, as in octree.rs. `fields` is a buffer of the
// pass.

// Number of the cell; NO_CELL where no body fits, and outside of the grid.
fn navigation_cell_at(ways: WaysUniform, position: vec3<f32>) -> u32 {
    let size = ways.roots << vec3(ways.root_level);
    // In three dimensions the normal is zero.
    let height = dot(ways.normal, position) - ways.coordinate;
    let along = (position - ways.normal * height - ways.origin) / ways.finest;
    // A comparison with NaN may have any result.
    if !is_finite(position) || any(along < vec3(0.0)) || any(along >= vec3<f32>(size)) {
        return NO_CELL;
    }
    let corner = min(vec3<u32>(along), size - 1u);
    let root = corner >> vec3(ways.root_level);
    var node = fields[ways.first_root + root.x + ways.roots.x * (root.y + ways.roots.y * root.z)];
    for (var level = ways.root_level; level > 0u && (node & NODE_IS_CELL) == 0u; level--) {
        let octant = (corner >> vec3(level - 1u)) & vec3(1u);
        let child = octant.x | (octant.y << 1u) | (octant.z << 2u);
        node = fields[ways.first_children + 8u * node + child];
    }
    if node == NODE_BLOCKED || (node & NODE_IS_CELL) == 0u {
        return NO_CELL;
    }
    return node & ~NODE_IS_CELL;
}

// No cell has this number.
const NO_CELL = 0xffffffffu;
