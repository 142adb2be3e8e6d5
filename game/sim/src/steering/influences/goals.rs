//! Where the ways of influences end.

use super::{volume::Shape, Influence, InfluenceKind, InfluenceVolume};
use crate::math::Vec3;

impl Influence {
    /// True if boids are led along ways through the level.
    pub(crate) fn leads_by_ways(&self) -> bool {
        self.finds_way && self.acts()
    }

    /// Adds the goals of its ways: one in each volume of its term, those of meshes last.
    pub(crate) fn add_goals(&self, goals: &mut Vec<Vec3>) {
        match &self.kind {
            InfluenceKind::Target { point, .. } => goals.push(*point),
            InfluenceKind::Leader {
                point,
                velocity,
                follow,
                ..
            } => goals.push(point - velocity * *follow),
            InfluenceKind::Formation { position, .. } => goals.push(*position),
            InfluenceKind::Roost { volumes, .. } => {
                let shapes = || volumes.iter().filter_map(InfluenceVolume::shape);
                goals.extend(shapes().filter_map(|shape| match shape {
                    Shape::Box(volume) => Some(volume.center),
                    Shape::Mesh(_) => None,
                }));
                goals.extend(shapes().filter_map(|shape| match shape {
                    Shape::Box(_) => None,
                    Shape::Mesh(mesh) => Some(mesh.deepest),
                }));
            }
            _ => (),
        }
    }
}

impl InfluenceKind {
    /// True for a kind whose boids can find ways.
    pub(super) fn can_find_way(&self) -> bool {
        matches!(
            self,
            Self::Target { .. } | Self::Leader { .. } | Self::Roost { .. } | Self::Formation { .. }
        )
    }
}
