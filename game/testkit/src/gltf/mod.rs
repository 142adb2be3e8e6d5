//! Files of glTF 2.0 for tests, and an evaluation of their nodes, skins, blend shapes and animations
//! in double precision.

mod body;
mod pose;
mod write;

pub use body::{octahedron, NOSE, TAIL};

/// The content of a file. Indices refer to the lists here, as in the format.
#[derive(Clone, Default)]
pub struct Document {
    pub nodes: Vec<Node>,
    pub meshes: Vec<Mesh>,
    pub materials: Vec<Material>,
    /// The images, as PNG files. There is one texture for each.
    pub images: Vec<Vec<u8>>,
    pub skins: Vec<Skin>,
    pub animations: Vec<Animation>,
    /// The extensions that a reader must know.
    pub extensions: Vec<&'static str>,
}

/// A node. Parents come first.
#[derive(Clone)]
pub struct Node {
    pub name: String,
    pub parent: Option<usize>,
    pub position: [f32; 3],
    /// A quaternion, with the real part last.
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
    pub mesh: Option<usize>,
    pub skin: Option<usize>,
}

impl Node {
    /// A node without a transform.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            parent: None,
            position: [0.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
            scale: [1.0; 3],
            mesh: None,
            skin: None,
        }
    }
}

/// A mesh: a surface for each primitive.
#[derive(Clone, Default)]
pub struct Mesh {
    pub primitives: Vec<Primitive>,
    /// The weights of the blend shapes at rest. Empty: 0.
    pub weights: Vec<f32>,
}

/// A surface. Empty attributes are left out.
#[derive(Clone, Default)]
pub struct Primitive {
    pub positions: Vec<[f32; 3]>,
    pub normals: Vec<[f32; 3]>,
    pub tangents: Vec<[f32; 4]>,
    pub tex_coords: Vec<[f32; 2]>,
    /// Bones and weights, in sets of four a vertex.
    pub influences: Vec<Influences>,
    pub indices: Indices,
    pub material: Option<usize>,
    /// Offsets of the positions in each blend shape.
    pub shapes: Vec<Vec<[f32; 3]>>,
}

/// Four bones of each vertex, and their weights.
#[derive(Clone, Default)]
pub struct Influences {
    pub joints: Vec<[u16; 4]>,
    pub weights: Vec<[f32; 4]>,
}

/// The vertices of the triangles.
#[derive(Clone, Default)]
pub enum Indices {
    /// Each three vertices are a triangle.
    #[default]
    None,
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl From<Vec<[u32; 3]>> for Indices {
    fn from(triangles: Vec<[u32; 3]>) -> Self {
        Self::Long(triangles.concat())
    }
}

/// A material with the metallic-roughness model.
#[derive(Clone, Default)]
pub struct Material {
    pub name: String,
    pub color: [f32; 4],
    /// The image of each slot, by the name of the format: `baseColorTexture` and so on.
    pub textures: Vec<(&'static str, usize)>,
}

#[derive(Clone)]
pub struct Skin {
    /// Nodes.
    pub joints: Vec<usize>,
    /// A matrix by columns for each joint.
    pub inverse_bind: Vec<[f32; 16]>,
}

#[derive(Clone)]
pub struct Animation {
    pub name: String,
    pub channels: Vec<Channel>,
}

#[derive(Clone)]
pub struct Channel {
    pub node: usize,
    pub path: Path,
    pub interpolation: Interpolation,
    pub times: Vec<f32>,
    /// The values at each time in turn; with cubic splines between their tangents.
    pub values: Vec<f32>,
}

/// The property of a node that a channel sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    Translation,
    Rotation,
    Scale,
    /// The weights of the blend shapes.
    Weights,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interpolation {
    Linear,
    Step,
    CubicSpline,
}
