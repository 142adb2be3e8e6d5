//! A hash that detects whether a model, or a file beside it, has changed.

use fyrox::{
    core::{algebra::Matrix4, pool::Handle},
    scene::{
        animation::Animation,
        mesh::{surface::SurfaceData, Mesh},
        node::Node,
    },
};

/// FNV-1a, 64 bits (Fowler, Noll, Vo): the same on every machine and in every version of the
/// library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    pub fn value(self) -> u64 {
        self.0
    }

    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Adds many bytes, eight at a time and their number: several times as fast as
    /// [`add`](Self::add).
    pub fn add_many(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add_word(u64::from_le_bytes(*word));
        }
        self.add(rest);
        self.add_word(bytes.len() as u64);
    }

    /// Adds numbers of 32 bits, as fast as [`add_many`](Self::add_many).
    pub fn add_numbers(&mut self, numbers: impl IntoIterator<Item = u32>) {
        let numbers = numbers.into_iter();
        numbers.for_each(|number| self.add_word(u64::from(number)));
    }

    /// The higher half is mixed into the lower one, since a product never carries downwards.
    fn add_word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn add_floats(&mut self, values: impl IntoIterator<Item = f32>) {
        values
            .into_iter()
            .for_each(|it| self.add(&it.to_le_bytes()));
    }

    /// Adds the vertices, the blend shapes and the triangles of a surface to the hash.
    pub fn add_surface(&mut self, surface: &SurfaceData) {
        self.add(surface.vertex_buffer.raw_data());
        let shapes = surface.blend_shapes_container.as_ref();
        if let Some(texture) = shapes.and_then(|it| it.blend_shape_storage.as_ref()) {
            self.add(texture.state().data_ref().map_or(&[], |it| it.data()));
        }
        for triangle in surface.geometry_buffer.triangles_ref() {
            let indices = triangle.indices().iter();
            indices.for_each(|index| self.add(&index.to_le_bytes()));
        }
    }

    pub fn add_matrix(&mut self, matrix: &Matrix4<f32>) {
        self.add_floats(matrix.iter().copied());
    }

    pub fn add_handle(&mut self, node: Handle<Node>) {
        self.add(&node.index().to_le_bytes());
    }

    /// Adds the transform of a node, its inverse bind pose, and the weights of its blend shapes to
    /// the hash.
    pub fn add_node(&mut self, handle: Handle<Node>, node: &Node) {
        self.add_handle(handle);
        self.add_handle(node.parent());
        self.add_matrix(&node.local_transform().matrix());
        self.add_matrix(&node.inv_bind_pose_transform());
        let shapes = node.cast::<Mesh>().map(|mesh| mesh.blend_shapes());
        self.add_floats(shapes.unwrap_or_default().iter().map(|it| it.weight));
    }

    /// Adds the tracks of an animation and its range to the hash.
    pub fn add_animation(&mut self, animation: &Animation) {
        self.add(animation.name().as_bytes());
        let times = animation.time_slice();
        self.add_floats([times.start, times.end]);
        let state = animation.tracks_data().state();
        let tracks = state
            .data_ref()
            .map(|data| data.tracks())
            .unwrap_or_default();
        for track in tracks {
            let Some(binding) = animation.track_bindings().get(&track.id()) else {
                continue;
            };
            self.add_handle(binding.target());
            self.add(&[u8::from(binding.is_enabled())]);
            self.add(format!("{:?}", track.value_binding()).as_bytes());
            for curve in track.data_container().curves_ref() {
                for key in curve.keys() {
                    self.add_floats([key.location, key.value]);
                    self.add(format!("{:?}", key.kind).as_bytes());
                }
            }
        }
    }
}
