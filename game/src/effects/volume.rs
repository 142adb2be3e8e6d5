//! The script of a volume that attracts boids, repels them or keeps them.

use super::{declare::*, EffectShape, Strength};
use flock_sim::InfluenceKind;
use strum_macros::{AsRefStr, EnumString, VariantNames};

effect_script! {
    /// A volume that attracts boids, repels them or keeps them inside.
    pub struct FlockVolume("e9f4a05b-2c67-4d81-b93e-5a10c7d68f32", "Flock Volume") {
        /// What it does. Default: it repels.
        pub role: VolumeRole = VolumeRole::default();
        /// Its shape. A mesh must be closed; one that moves is computed anew in the background, so
        /// choose what stands still.
        pub shape: EffectShape = EffectShape::default();
        /// How strongly it acts, and how far from its surface.
        pub strength: Strength = Strength { reach: 3.0, ..Strength::default() };
    }
}

/// What a volume does to boids.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Reflect,
    Visit,
    TypeUuidProvider,
    AsRefStr,
    EnumString,
    VariantNames,
)]
#[type_uuid(id = "47d8c2f6-b093-4e5a-8f17-d3a9610e7cb5")]
#[visit(optional)]
pub enum VolumeRole {
    /// Draws those outside to it.
    Attract,
    /// Drives them away, and those inside out.
    #[default]
    Repel,
    /// Keeps those inside that are, and draws the others in.
    Pen,
    /// Gathers them when it gets dark; they rest inside.
    Roost {
        /// Depth inside at which they rest, in metres. 0.001 to 10,000; default 1.
        #[reflect(min_value = 0.001, max_value = 10000.0, step = 0.1)]
        #[strum(default_with = "default_slowing")]
        slowing: f32,
        /// How dark it is, which the game sets as the day goes by: 0 by day, 1 at night; default 1.
        #[reflect(min_value = 0.0, max_value = 1.0, step = 0.05)]
        #[strum(default_with = "default_dusk")]
        dusk: f32,
    },
}

fn default_slowing() -> f32 {
    1.0
}

fn default_dusk() -> f32 {
    1.0
}

impl EffectScript for FlockVolume {
    fn flocks(&self) -> &[Handle<Node>] {
        &self.flocks
    }

    fn effect(&self, place: &mut Place) -> Result<Option<Effect>, String> {
        let Some(volume) = self.shape.volume(place)? else {
            return Ok(None);
        };
        let volumes = vec![volume];
        let kind = match *self.role {
            VolumeRole::Attract => InfluenceKind::Attract { volumes },
            VolumeRole::Repel => InfluenceKind::Repel { volumes },
            VolumeRole::Pen => InfluenceKind::Pen { volumes },
            VolumeRole::Roost { slowing, dusk } => InfluenceKind::Roost {
                volumes,
                slowing,
                dusk,
            },
        };
        Ok(Some(Effect::Influence(self.strength.of(kind))))
    }
}
