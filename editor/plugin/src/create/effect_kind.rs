//! The scripts that act on flocks, in the menu.

use super::{kind::IDS, Menu};
use fyrox::{
    core::Uuid,
    scene::{base::BaseBuilder, node::Node, pivot::PivotBuilder, transform::TransformBuilder},
};
use fyrox_flock::{
    sim::Vec3, FlockAltitudeBand, FlockEmitter, FlockFollower, FlockGuide, FlockHunter,
    FlockLeader, FlockObstacle, FlockPath, FlockPerches, FlockReef, FlockSound, FlockTarget,
    FlockVolume, FlockWind,
};

/// Points of a new path, around its node, in metres.
const PATH: [Vec3; 4] = [
    Vec3::new(-3.0, 0.0, 0.0),
    Vec3::new(-1.0, 0.0, 1.0),
    Vec3::new(1.0, 0.0, -1.0),
    Vec3::new(3.0, 0.0, 0.0),
];

/// A node with a script that acts on flocks, which the menu *Create > Flock* offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// [`FlockTarget`].
    Target,
    /// [`FlockLeader`].
    Leader,
    /// [`FlockGuide`].
    Guide,
    /// [`FlockVolume`].
    Volume,
    /// [`FlockPath`], with points.
    Path,
    /// [`FlockWind`].
    Wind,
    /// [`FlockObstacle`].
    Obstacle,
    /// [`FlockEmitter`].
    Emitter,
    /// [`FlockFollower`].
    Follower,
    /// [`FlockHunter`].
    Hunter,
    /// [`FlockPerches`].
    Perches,
    /// [`FlockReef`].
    Reef,
    /// [`FlockAltitudeBand`].
    AltitudeBand,
    /// [`FlockSound`].
    Sound,
}

impl EffectKind {
    /// All kinds, in the order of the menu.
    pub const ALL: [Self; 14] = [
        Self::Target,
        Self::Leader,
        Self::Guide,
        Self::Volume,
        Self::AltitudeBand,
        Self::Path,
        Self::Wind,
        Self::Obstacle,
        Self::Emitter,
        Self::Follower,
        Self::Hunter,
        Self::Perches,
        Self::Reef,
        Self::Sound,
    ];

    /// Text of the menu item, and name of the node: that of the script.
    pub fn name(self) -> &'static str {
        match self {
            Self::Target => "Flock Target",
            Self::Leader => "Flock Leader",
            Self::Guide => "Flock Guide",
            Self::Volume => "Flock Volume",
            Self::Path => "Flock Path",
            Self::Wind => "Flock Wind",
            Self::Obstacle => "Flock Obstacle",
            Self::Emitter => "Flock Emitter",
            Self::Follower => "Flock Follower",
            Self::Hunter => "Flock Hunter",
            Self::Perches => "Flock Perches",
            Self::Reef => "Flock Reef",
            Self::AltitudeBand => "Flock Altitude Band",
            Self::Sound => "Flock Sound",
        }
    }

    /// Id of the menu item.
    pub fn item_id(self, menu: Menu) -> Uuid {
        Uuid::from_u128(IDS + 0x100 + 0x10 * menu as u128 + self as u128)
    }

    /// The node with the script, at a position of its parent.
    pub(super) fn node(self, position: Vec3) -> Node {
        let base = pivot(self.name(), position);
        let base = match self {
            Self::Target => base.with_script(FlockTarget::default()),
            Self::Leader => base.with_script(FlockLeader::default()),
            Self::Guide => base.with_script(FlockGuide::default()),
            Self::Volume => base.with_script(FlockVolume::default()),
            Self::Path => base.with_script(FlockPath::default()),
            Self::Wind => base.with_script(FlockWind::default()),
            Self::Obstacle => base.with_script(FlockObstacle::default()),
            Self::Emitter => base.with_script(FlockEmitter::default()),
            Self::Follower => base.with_script(FlockFollower::default()),
            Self::Hunter => base.with_script(FlockHunter::default()),
            Self::Perches => base.with_script(FlockPerches::default()),
            Self::Reef => base.with_script(FlockReef::default()),
            Self::AltitudeBand => base.with_script(FlockAltitudeBand::default()),
            Self::Sound => base.with_script(FlockSound::default()),
        };
        PivotBuilder::new(base).build_node()
    }

    /// The nodes below it.
    pub(super) fn children(self) -> Vec<Node> {
        if self != Self::Path {
            return Vec::new();
        }
        let points = PATH.iter().enumerate();
        let node = |(index, at): (usize, &Vec3)| {
            let base = pivot(&format!("Point {}", index + 1), *at);
            PivotBuilder::new(base).build_node()
        };
        points.map(node).collect()
    }
}

fn pivot(name: &str, position: Vec3) -> BaseBuilder {
    let transform = TransformBuilder::new().with_local_position(position);
    BaseBuilder::new()
        .with_name(name)
        .with_local_transform(transform.build())
}
