//! The bodies that come with the plugin, made in code so that every project has them without files: shapes
//! by tables of numbers, each at three levels of detail, and textures.
//!
//! | file | contents |
//! |---|---|
//! | `shape` | lofted trunks, thin sheets |
//! | `canvas` | painting: pictures, noise, scales |
//! | `plain_fish`, `plain_fish_paint` | the simple fish |
//! | `fish`, `fish_forms`, `fish_paint` | three fish and the shark |
//! | `bird`, `bird_paint` | starling, crow, falcon |
//! | `insect`, `insect_paint` | butterfly, gnat |
//! | `relief` | normal maps of the skins |
//! | `texture` | pictures as textures of the engine, with mip maps |

mod bird;
mod bird_paint;
mod canvas;
mod fish;
mod fish_forms;
mod fish_paint;
mod insect;
mod insect_paint;
mod plain_fish;
mod plain_fish_paint;
mod relief;
pub(crate) mod shape;
mod texture;

use super::{
    body_mesh::{BodyMesh, BodyVertex},
    drawn_body::BodyPart,
    material::flock_material,
    motion::MotionKind,
};
use crate::declare::*;
pub(super) use canvas::{smooth, Canvas, Rgb};
use fyrox::scene::mesh::RenderPath;
use shape::{Level, Point, Shape};
pub(super) use texture::{upload as paint_texture, upload_pictures};

choice! {
    /// The bodies that come with the plugin, at their sizes in nature.
    pub enum BodyShape("b86c1f4e-2d07-4a95-9f3e-60c7d15a8e42") {
        /// A simple fish, 20 cm long, that swims as the group `swim` says.
        #[default]
        Fish,
        /// A slender silver fish of schools, 18 cm long.
        Sardine,
        /// A colourful fish of reefs in four patterns, 11 cm long.
        ReefFish,
        /// A high fish with long fins in two patterns, 16 cm long.
        FlatFish,
        /// A reef shark, 1.8 m long.
        Shark,
        /// A starling, 38 cm from wing tip to wing tip.
        Starling,
        /// A crow, 92 cm from wing tip to wing tip.
        Crow,
        /// A peregrine falcon, 104 cm from wing tip to wing tip.
        Falcon,
        /// A butterfly in four patterns, 9.6 cm from wing tip to wing tip.
        Butterfly,
        /// A gnat, 11 mm from wing tip to wing tip.
        Gnat,
    }
}

impl BodyShape {
    /// All bodies.
    pub const ALL: [Self; 10] = [
        Self::Fish,
        Self::Sardine,
        Self::ReefFish,
        Self::FlatFish,
        Self::Shark,
        Self::Starling,
        Self::Crow,
        Self::Falcon,
        Self::Butterfly,
        Self::Gnat,
    ];

    /// The motion of the body.
    pub fn motion(self) -> MotionKind {
        match self {
            Self::Fish => MotionKind::Swim,
            Self::Sardine | Self::ReefFish | Self::FlatFish => MotionKind::Fish,
            Self::Shark => MotionKind::Shark,
            Self::Starling | Self::Crow | Self::Falcon => MotionKind::Bird,
            Self::Butterfly => MotionKind::Butterfly,
            Self::Gnat => MotionKind::Insect,
        }
    }

    /// Number of patterns, which are rows of the texture.
    pub fn patterns(self) -> u32 {
        match self {
            Self::ReefFish | Self::Butterfly => 4,
            Self::FlatFish => 2,
            _ => 1,
        }
    }

    /// The surface at a level of detail, 0 being the finest.
    pub(super) fn shape(self, level: Level) -> Shape {
        match self {
            Self::Fish | Self::Sardine => fish_forms::SARDINE.build(level),
            Self::ReefFish => fish_forms::REEF_FISH.build(level),
            Self::FlatFish => fish_forms::FLAT_FISH.build(level),
            Self::Shark => fish_forms::SHARK.build(level),
            Self::Starling => bird::STARLING.build(level),
            Self::Crow => bird::CROW.build(level),
            Self::Falcon => bird::FALCON.build(level),
            Self::Butterfly => insect::butterfly(level),
            Self::Gnat => insect::gnat(level),
        }
    }

    fn paint(self) -> Canvas {
        match self {
            Self::Fish | Self::Sardine => fish_paint::sardine(),
            Self::ReefFish => fish_paint::reef_fish(),
            Self::FlatFish => fish_paint::flat_fish(),
            Self::Shark => fish_paint::shark(),
            Self::Starling => bird_paint::starling(),
            Self::Crow => bird_paint::crow(),
            Self::Falcon => bird_paint::falcon(),
            Self::Butterfly => insect_paint::butterfly(),
            Self::Gnat => insect_paint::gnat(),
        }
    }

    /// The normal map of a pattern.
    fn relief(self) -> Canvas {
        match self {
            Self::Fish | Self::Sardine => relief::SARDINE.map(),
            Self::ReefFish => relief::REEF_FISH.map(),
            Self::FlatFish => relief::FLAT_FISH.map(),
            Self::Shark => relief::shark(),
            Self::Starling | Self::Crow | Self::Falcon => relief::bird(),
            Self::Butterfly => relief::butterfly(),
            Self::Gnat => relief::gnat(),
        }
    }

    /// Roughness and metalness of the surface.
    fn finish(self) -> (f32, f32) {
        match self {
            Self::Fish | Self::Sardine => (0.4, 0.2),
            Self::ReefFish | Self::FlatFish | Self::Shark => (0.6, 0.0),
            Self::Starling | Self::Crow => (0.6, 0.0),
            Self::Falcon | Self::Butterfly | Self::Gnat => (0.85, 0.0),
        }
    }

    /// The meshes of the body at its levels of detail, the finest first, with their material, and its skin.
    pub(super) fn levels(self) -> (Vec<BodyPart>, Canvas) {
        if self == Self::Fish {
            return (vec![plain_fish::part()], plain_fish_paint::skin());
        }
        let skin = self.paint();
        let mut material = flock_material();
        let (roughness, metalness) = self.finish();
        material.bind("diffuseTexture", texture::upload(&skin));
        let relief = self.relief().repeated(self.patterns());
        material.bind("normalTexture", texture::upload(&relief));
        material.set_property("roughnessFactor", roughness);
        material.set_property("metallicFactor", metalness);
        let levels = Level::ALL.map(|level| BodyPart {
            mesh: mesh(&self.shape(level)),
            material: material.clone(),
            render_path: RenderPath::Deferred,
        });
        (levels.into(), skin)
    }
}

fn mesh(shape: &Shape) -> BodyMesh {
    BodyMesh {
        vertices: shape.points.iter().map(vertex).collect(),
        triangles: shape.triangles.clone(),
    }
}

fn vertex(point: &Point) -> BodyVertex {
    BodyVertex {
        position: point.position,
        tex_coord: point.tex_coord,
        normal: point.normal,
        tangent: point.tangent,
        copy: 0.0,
        part: point.part,
    }
}

#[cfg(test)]
mod tests;
