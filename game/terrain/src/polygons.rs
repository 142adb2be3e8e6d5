//! The polygons in which the surface cuts a cube, for each of the 256 combinations of solid and
//! free corners.
//!
//! They are computed instead of listed. On each face of the cube, a line goes around each run of
//! solid corners, from the edge where the run begins to the edge where it ends. Two diagonally
//! opposite solid corners are separated by the lines. Both cubes that share a face have the same
//! lines there, so the surface has no holes. The lines of all faces form closed polygons, which are
//! cut into triangles along diagonals that lie in no face, since the neighbouring cube might use
//! the same diagonal.

/// Number of corners of a cube. Bits 0 to 2 of a corner's index are its x, y and z.
pub(crate) const CORNERS: usize = 8;

/// Edges of a cube: four along x, four along y, four along z.
const EDGES: usize = 12;

/// The corners of each face, counter-clockwise from outside.
const FACES: [[usize; 4]; 6] = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
];

/// An edge of a cube: its lower corner, and the axis that it runs along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) corner: usize,
    pub(crate) axis: usize,
}

impl Edge {
    fn between(a: usize, b: usize) -> Self {
        Self {
            corner: a & b,
            axis: (a ^ b).trailing_zeros() as usize,
        }
    }

    /// Index of the edge, below [`EDGES`].
    fn number(self) -> usize {
        let [u, v] = [1, 2].map(|offset| self.corner >> ((self.axis + offset) % 3) & 1);
        4 * self.axis + 2 * v + u
    }

    /// True if both edges belong to one face.
    fn shares_face_with(self, other: Self) -> bool {
        let has = |face: &[usize; 4], edge: Edge| {
            face.contains(&edge.corner) && face.contains(&(edge.corner | 1 << edge.axis))
        };
        FACES.iter().any(|face| has(face, self) && has(face, other))
    }
}

/// Triangles for each set of solid corners, each as the three edges with its vertices.
pub(crate) struct Polygons {
    triangles: Vec<Vec<[Edge; 3]>>,
}

impl Polygons {
    pub(crate) fn new() -> Self {
        let triangles = (0..1 << CORNERS).map(|solid| {
            let mut triangles = Vec::new();
            for polygon in polygons(solid) {
                triangulate(&polygon, &mut triangles);
            }
            triangles
        });
        Self {
            triangles: triangles.collect(),
        }
    }

    /// The triangles of a cube with these solid corners, one bit for each; counter-clockwise from
    /// the free side.
    pub(crate) fn triangles(&self, solid: usize) -> &[[Edge; 3]] {
        &self.triangles[solid]
    }
}

/// Closed lines around the solid corners.
fn polygons(solid: usize) -> Vec<Vec<Edge>> {
    let mut next = lines(solid);
    let mut polygons = Vec::new();
    for start in 0..EDGES {
        let (mut polygon, mut at) = (Vec::new(), start);
        while let Some(edge) = next[at].take() {
            polygon.push(edge);
            at = edge.number();
        }
        if !polygon.is_empty() {
            polygons.push(polygon);
        }
    }
    polygons
}

/// For each edge, the edge at the other end of its line.
fn lines(solid: usize) -> [Option<Edge>; EDGES] {
    let is_solid = |corner: usize| solid >> corner & 1 == 1;
    let mut next = [None; EDGES];
    for face in FACES {
        let corner = |index: usize| face[index % 4];
        for end in 0..4 {
            if !is_solid(corner(end)) || is_solid(corner(end + 1)) {
                continue;
            }
            // At most three corners are solid, so the run has a beginning.
            let mut begin = end + 4;
            while is_solid(corner(begin - 1)) {
                begin -= 1;
            }
            let from = Edge::between(corner(begin - 1), corner(begin));
            next[from.number()] = Some(Edge::between(corner(end), corner(end + 1)));
        }
    }
    next
}

/// Cuts a polygon into triangles without a diagonal in a face of the cube; false if that is
/// impossible.
fn triangulate(polygon: &[Edge], triangles: &mut Vec<[Edge; 3]>) -> bool {
    let count = polygon.len();
    let (first, last) = (polygon[0], polygon[count - 1]);
    if count == 3 {
        triangles.push([first, polygon[1], last]);
        return true;
    }
    let (before, is_diagonal) = (triangles.len(), |a: Edge, b: Edge| !a.shares_face_with(b));
    // The triangle on the side from the last corner to the first, by its third corner.
    for third in 1..count - 1 {
        let apex = polygon[third];
        let is_free = (third == 1 || is_diagonal(first, apex))
            && (third == count - 2 || is_diagonal(apex, last));
        let done = is_free
            && (third == 1 || triangulate(&polygon[..=third], triangles))
            && (third == count - 2 || triangulate(&polygon[third..], triangles));
        if done {
            triangles.push([first, apex, last]);
            return true;
        }
        triangles.truncate(before);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_polygon_can_be_cut_along_diagonals_in_no_face() {
        for solid in 0..1 << CORNERS {
            for polygon in polygons(solid) {
                let mut triangles = Vec::new();
                assert!(triangulate(&polygon, &mut triangles), "{solid:08b}");
                assert_eq!(triangles.len(), polygon.len() - 2);
            }
        }
    }

    #[test]
    fn the_polygons_have_a_corner_on_each_edge_that_changes_sides() {
        for solid in 0..1_usize << CORNERS {
            let is_solid = |corner: usize| solid >> corner & 1 == 1;
            let mut expected = Vec::new();
            for corner in 0..CORNERS {
                for axis in 0..3 {
                    let other = corner | 1 << axis;
                    if other != corner && is_solid(corner) != is_solid(other) {
                        expected.push(Edge { corner, axis }.number());
                    }
                }
            }
            let polygons = polygons(solid);
            let mut found: Vec<_> = polygons
                .iter()
                .flatten()
                .map(|edge| edge.number())
                .collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{solid:08b}");
        }
    }

    #[test]
    fn a_single_solid_corner_is_cut_off_by_a_triangle_that_faces_away_from_it() {
        let polygons = Polygons::new();
        let [triangle] = polygons.triangles(1) else {
            panic!("not one triangle");
        };
        let axes = triangle.map(|edge| edge.axis);
        assert!(
            [[0, 1, 2], [1, 2, 0], [2, 0, 1]].contains(&axes),
            "{axes:?}"
        );
    }
}
