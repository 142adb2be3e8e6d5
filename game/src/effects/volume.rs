//! The script of a volume that attracts, repels or contains boids.

use super::{declare::*, shape::EffectShape, strength::Strength};
use flock_sim::influences::{Influence, InfluenceKind, InfluenceMotion};
use strum_macros::{AsRefStr, EnumString, VariantNames};

effect_script! {
    /// A volume that attracts boids, repels them or keeps them inside.
    pub struct FlockVolume("e9f4a05b-2c67-4d81-b93e-5a10c7d68f32", "Flock Volume") {
        /// Effect of the volume. Default: it repels.
        pub role: VolumeRole = VolumeRole::default();
        /// Shape of the volume. A mesh must be closed. The volume of a moving mesh is recomputed in
        /// the background, so choose a mesh that does not move.
        pub shape: EffectShape = EffectShape::default();
        /// Boids find the shortest way through the level to a volume that attracts or is a roost. From a
        /// volume that repels they flee along the level, out of dead ends; then its reach is the length
        /// of the way. The flock's `way_finding` says how. Not used by a pen. Default: off, straight.
        pub finds_way: bool = false;
        /// Strength of the effect, and how far from the surface it reaches.
        pub strength: Strength = Strength { reach: 3.0, ..Strength::default() };
    }
}

/// The effect of a volume on boids.
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
    /// Attracts boids outside the volume.
    Attract,
    /// Repels boids, and drives boids inside the volume out.
    #[default]
    Repel,
    /// Keeps boids inside, and attracts boids outside.
    Pen,
    /// Attracts boids when it gets dark; they rest inside.
    Roost {
        /// Depth below the surface at which boids rest, in metres. 0.001 to 10,000; default 1.
        #[reflect(min_value = 0.001, max_value = 10000.0, step = 0.1)]
        #[strum(default_with = "default_slowing")]
        slowing: f32,
        /// Darkness, which the game sets during the day: 0 by day, 1 at night; default 1.
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

    fn surroundings(&self, _: &Graph, _: Handle<Node>, _: &NodeFrame) -> Option<u64> {
        self.shape.surroundings()
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
        let is_roost = matches!(*self.role, VolumeRole::Roost { .. });
        let motion = match *self.shape {
            // The motions of other nodes are not known.
            EffectShape::Mesh { node } if node.is_some() && node != place.node => {
                InfluenceMotion::default()
            }
            // A ball that turns pushes like one that does not.
            EffectShape::Sphere { .. } if !is_roost => place.motion_of(place.frame.origin),
            _ => place.motion_at(place.frame.origin),
        };
        Ok(Some(Effect::Influence(Influence {
            finds_way: *self.finds_way && *self.role != VolumeRole::Pen,
            ..self.strength.of(kind).with_motion(motion)
        })))
    }
}
