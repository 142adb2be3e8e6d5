//! The finished impostor of a body: its pictures as textures, and the numbers of its material.

use super::{atlas::Atlas, picture::SIDE, poses::POSES_IN_ROW, views::VIEWS};
use crate::render::{
    bodies::{shape::TRUNK, upload_pictures, Canvas},
    body_mesh::{BodyMesh, BodyVertex},
    body_part::BodyPart,
    shader::impostor_shader,
};
use fyrox::{
    core::algebra::{Vector2, Vector3},
    material::Material,
    resource::texture::TextureResource,
    scene::mesh::RenderPath,
};

/// Number of texels in a row of the texture, and number of rows for each row of poses.
const WIDTH: usize = POSES_IN_ROW * ROWS_OF_POSES;
const ROWS_OF_POSES: usize = VIEWS * SIDE;

/// An impostor. Clones share their textures.
#[derive(Clone, Debug)]
pub(in crate::render) struct Pictures {
    colors: TextureResource,
    normals: TextureResource,
    pub numbers: Numbers,
}

/// The numbers of the material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::render) struct Numbers {
    /// Distance from the middle of a picture to its edges, in metres.
    pub half_width: f32,
    /// Difference between the phase of the mirror image and that of the body.
    pub mirror_phase: f32,
    pub roughness: f32,
    pub metalness: f32,
    pub translucency: f32,
}

impl Pictures {
    pub fn of(atlas: &Atlas, numbers: Numbers) -> Self {
        Self {
            colors: upload_pictures(&atlas.colors),
            normals: upload_pictures(&atlas.normals),
            numbers,
        }
    }

    /// The pictures with these bytes of the colours and of the normals. `None` if they are not
    /// complete rows of poses of one pattern.
    pub fn of_bytes(colors: &[u8], normals: &[u8], numbers: Numbers) -> Option<Self> {
        let rows = Self::pose_rows_of(colors.len())?;
        if colors.len() != normals.len() {
            return None;
        }
        let canvas = |bytes: &[u8]| Canvas {
            width: WIDTH as u32,
            height: (rows * ROWS_OF_POSES) as u32,
            bytes: bytes.to_vec(),
            is_haze: false,
        };
        Some(Self {
            colors: upload_pictures(&canvas(colors)),
            normals: upload_pictures(&canvas(normals)),
            numbers,
        })
    }

    /// Number of bytes of the colours, and of the normals, with this number of rows of poses.
    pub fn bytes_for(pose_rows: usize) -> usize {
        pose_rows.saturating_mul(4 * WIDTH * ROWS_OF_POSES)
    }

    fn pose_rows_of(bytes: usize) -> Option<usize> {
        let rows = bytes / Self::bytes_for(1);
        (rows > 0 && Self::bytes_for(rows) == bytes).then_some(rows)
    }

    /// The bytes of the colours and of the normals, without mip maps.
    pub fn bytes(&self) -> [Vec<u8>; 2] {
        [&self.colors, &self.normals].map(|it| it.data_ref().mip_level_data(0).to_vec())
    }

    /// Number of rows of poses.
    pub fn pose_rows(&self) -> usize {
        self.normals.data_ref().mip_level_data(0).len() / Self::bytes_for(1)
    }

    /// The square that shows the pictures.
    pub fn part(&self) -> BodyPart {
        let mut material = Material::from_shader(impostor_shader());
        material.bind("diffuseTexture", self.colors.clone());
        material.bind("normalTexture", self.normals.clone());
        material.set_property("roughnessFactor", self.numbers.roughness);
        material.set_property("metallicFactor", self.numbers.metalness);
        material.set_property("translucency", self.numbers.translucency);
        let group = material.try_get_or_insert_property_group("impostor");
        group.set_property("halfWidth", self.numbers.half_width);
        group.set_property("poseRows", self.pose_rows() as f32);
        group.set_property("mirrorPhase", self.numbers.mirror_phase);
        BodyPart {
            mesh: square(),
            material,
            render_path: RenderPath::Deferred,
        }
    }
}

/// A square of two triangles from -1 to 1.
fn square() -> BodyMesh {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let vertices = corners.map(|[x, y]: [f32; 2]| BodyVertex {
        position: Vector3::new(x, y, 0.0),
        tex_coord: Vector2::new(x, y).add_scalar(1.0) * 0.5,
        normal: Vector3::z(),
        tangent: Vector3::x().push(1.0),
        copy: 0.0,
        part: TRUNK,
    });
    BodyMesh {
        vertices: vertices.to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
    }
}
