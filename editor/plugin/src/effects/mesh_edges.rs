//! The edges of meshes that show their form.

use fyrox::{
    core::pool::Handle,
    graph::SceneGraph,
    scene::{graph::Graph, mesh::Mesh, node::Node},
};
use fyrox_flock::{
    geometry::{collect_static_geometry, SolidQuery, SolidSource},
    sim::Vec3,
};
use std::{
    collections::HashMap,
    f32::consts::PI,
    hash::{DefaultHasher, Hash, Hasher},
};

/// Largest number of triangles that are read, and of edges that are returned: more slow the editor
/// down and are indistinguishable.
const MOST_TRIANGLES: usize = 20_000;
const MOST_EDGES: usize = 2_000;

/// Distance of edges from the surface, as a part of the size of the mesh: on the surface itself,
/// the mesh would hide parts of them.
const LIFT: f32 = 0.003;

/// Largest angle between two triangles that counts as flat, in radians.
const FLAT: f32 = 0.02;

/// The edges of the meshes at nodes and below them, in world space. Edges that are not used in a
/// frame are dropped.
#[derive(Debug, Default)]
pub(super) struct MeshEdges(HashMap<Handle<Node>, Known>);

#[derive(Debug)]
struct Known {
    is_used: bool,
    hash: u64,
    edges: Vec<[Corner; 2]>,
    /// Smallest distance from the surface, in metres.
    lift: f32,
}

impl Known {
    fn new(hash: u64, edges: Vec<[Corner; 2]>) -> Self {
        let corners = || edges.iter().flatten().map(|corner| corner.position);
        let size = corners().reduce(|a, b| a.sup(&b)).unwrap_or_default()
            - corners().reduce(|a, b| a.inf(&b)).unwrap_or_default();
        Self {
            is_used: true,
            hash,
            lift: LIFT * size.norm(),
            edges,
        }
    }
}

/// A point where triangles meet.
#[derive(Clone, Copy, Debug)]
struct Corner {
    position: Vec3,
    /// Unit vector outward, or zero if the triangles have no common side.
    normal: Vec3,
}

impl MeshEdges {
    pub(super) fn begin_frame(&mut self) {
        self.0.retain(|_, it| std::mem::take(&mut it.is_used));
    }

    /// The edges of the meshes at a node and below it, moved outward by some metres, or just enough
    /// to be seen.
    pub(super) fn of(&mut self, graph: &Graph, node: Handle<Node>, outward: f32) -> Vec<[Vec3; 2]> {
        if !outward.is_finite() {
            return Vec::new();
        }
        let hash = hash_of_meshes(graph, node);
        let known = self.0.remove(&node).filter(|known| known.hash == hash);
        let mut known =
            known.unwrap_or_else(|| Known::new(hash, edges_of(&triangles(graph, node))));
        known.is_used = true;
        let known = self.0.entry(node).insert_entry(known);
        let outward = outward.max(known.get().lift);
        let place = |corner: &Corner| corner.position + corner.normal * outward;
        let edges = known.get().edges.iter();
        edges.map(|[a, b]| [place(a), place(b)]).collect()
    }
}

/// The meshes at a node and below it. None if the node does not exist.
pub(super) fn meshes_of(graph: &Graph, node: Handle<Node>) -> impl Iterator<Item = &Mesh> {
    let exists = graph.is_valid_handle(node);
    let nodes = exists.then(|| graph.traverse_iter(node));
    let nodes = nodes.into_iter().flatten();
    nodes.filter_map(|(_, node)| node.cast::<Mesh>())
}

/// Hashes everything that changes with the triangles.
fn hash_of_meshes(graph: &Graph, node: Handle<Node>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for mesh in meshes_of(graph, node) {
        (mesh.handle(), mesh.is_globally_enabled()).hash(&mut hasher);
        let transform = mesh.global_transform();
        transform.iter().for_each(|x| x.to_bits().hash(&mut hasher));
        for surface in mesh.surfaces() {
            let surface = surface.data_ref();
            surface.key().hash(&mut hasher);
            if surface.is_ok() {
                let data = surface.data_ref();
                data.vertex_buffer.modifications_count().hash(&mut hasher);
                data.geometry_buffer.modifications_count().hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

fn triangles(graph: &Graph, node: Handle<Node>) -> Vec<[Vec3; 3]> {
    let query = SolidQuery {
        source: SolidSource::Meshes,
        mesh_nodes: &[node],
        ..SolidQuery::default()
    };
    let mut triangles = collect_static_geometry(graph, &query).triangles;
    triangles.truncate(MOST_TRIANGLES);
    triangles
}

/// The edges at which triangles end or are bent, at most [`MOST_EDGES`]: those that show most of
/// the form, by their length and angle.
fn edges_of(triangles: &[[Vec3; 3]]) -> Vec<[Corner; 2]> {
    let mut corners = Corners::default();
    let mut edges = Edges::default();
    for triangle in triangles {
        let [a, b, c] = *triangle;
        let normal = (b - a).cross(&(c - a)).try_normalize(0.0);
        let Some(normal) = normal.filter(|it| it.iter().all(|x| x.is_finite())) else {
            continue;
        };
        let indices = [0, 1, 2].map(|at| {
            let [here, next, last] = [0, 1, 2].map(|ahead| triangle[(at + ahead) % 3]);
            corners.add(here, normal * (next - here).angle(&(last - here)))
        });
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            edges.add([indices[a], indices[b]], normal);
        }
    }
    let corners = corners.finish();
    let mut found: Vec<_> = edges
        .found
        .into_iter()
        .filter(|edge| edge.angle() > FLAT)
        .map(|edge| {
            let ends = edge.ends.map(|end| corners[end]);
            let length = (ends[1].position - ends[0].position).norm();
            (length * edge.angle(), ends)
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let found = found.into_iter().take(MOST_EDGES);
    found.map(|(_, ends)| ends).collect()
}

/// The corners of triangles, those at the same position once.
#[derive(Default)]
struct Corners {
    indices: HashMap<[u32; 3], usize>,
    found: Vec<Corner>,
}

impl Corners {
    /// Adds a corner of a triangle with the weighted normal of the triangle.
    fn add(&mut self, position: Vec3, normal: Vec3) -> usize {
        // Zero has two signs.
        let bits = position.map(|x| (x + 0.0).to_bits()).into();
        let index = *self.indices.entry(bits).or_insert(self.found.len());
        if index == self.found.len() {
            let normal = Vec3::zeros();
            self.found.push(Corner { position, normal });
        }
        self.found[index].normal += normal;
        index
    }

    fn finish(mut self) -> Vec<Corner> {
        for corner in &mut self.found {
            corner.normal = corner.normal.try_normalize(1e-6).unwrap_or_default();
        }
        self.found
    }
}

/// The edges of triangles, those between the same corners once.
#[derive(Default)]
struct Edges {
    indices: HashMap<[usize; 2], usize>,
    found: Vec<Edge>,
}

struct Edge {
    ends: [usize; 2],
    /// Normal of the first triangle.
    normal: Vec3,
    /// Largest angle to another triangle, in radians; `None` if there is none.
    bend: Option<f32>,
}

impl Edge {
    fn angle(&self) -> f32 {
        self.bend.unwrap_or(PI)
    }
}

impl Edges {
    fn add(&mut self, mut ends: [usize; 2], normal: Vec3) {
        ends.sort_unstable();
        let index = *self.indices.entry(ends).or_insert(self.found.len());
        if let Some(edge) = self.found.get_mut(index) {
            let bend = edge.normal.angle(&normal);
            edge.bend = Some(edge.bend.map_or(bend, |known| known.max(bend)));
        } else {
            let bend = None;
            self.found.push(Edge { ends, normal, bend });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox_flock::sim::geometry::shapes;

    #[test]
    fn a_box_has_its_twelve_edges_which_move_outward() {
        let half = Vec3::new(1.0, 2.0, 3.0);
        let edges = edges_of(&shapes::cuboid(half));
        assert_eq!(edges.len(), 12);
        for corner in edges.iter().flatten() {
            assert_eq!(corner.position.abs(), half);
            let outward = corner
                .normal
                .component_mul(&corner.position.map(f32::signum));
            assert!((outward - Vec3::repeat(1.0 / 3.0_f32.sqrt())).norm() < 1e-5);
        }
    }

    #[test]
    fn open_sides_are_edges_and_diagonals_are_not() {
        let [a, b, c, d] =
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| Vec3::new(x, y, 0.0));
        assert_eq!(edges_of(&[[a, b, c], [a, c, d]]).len(), 4);
        // Neither triangles without area nor values that are not finite are drawn.
        let bad = Vec3::repeat(f32::NAN);
        assert!(edges_of(&[[a, b, b], [a, b, bad]]).is_empty());
    }

    #[test]
    fn smooth_and_large_meshes_have_a_bounded_number_of_edges() {
        assert!(edges_of(&shapes::ball(1.0, 1)).len() > 50);
        assert_eq!(edges_of(&shapes::ball(1.0, 5)).len(), MOST_EDGES);
    }
}
