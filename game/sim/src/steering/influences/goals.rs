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
            InfluenceKind::Attract { volumes }
            | InfluenceKind::Repel { volumes }
            | InfluenceKind::Roost { volumes, .. } => {
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

    /// Length of the way from a goal from which on boids are safe, in metres; `None` for an influence
    /// that leads to its goals.
    pub(crate) fn reach_of_threats(&self) -> Option<f32> {
        let InfluenceKind::Repel { volumes } = &self.kind else {
            return None;
        };
        let depth = |shape| match shape {
            Shape::Box(volume) => {
                -volume
                    .surface(&[[volume.center.x], [volume.center.y], [volume.center.z]])
                    .distance[0]
            }
            Shape::Mesh(mesh) => -mesh.surface(mesh.deepest.into()).0,
        };
        let depths = volumes.iter().filter_map(InfluenceVolume::shape).map(depth);
        Some(self.reach + depths.fold(0.0, f32::max))
    }
}

impl InfluenceKind {
    /// True for a kind whose boids can find ways.
    pub(super) fn can_find_way(&self) -> bool {
        matches!(
            self,
            Self::Target { .. }
                | Self::Leader { .. }
                | Self::Attract { .. }
                | Self::Repel { .. }
                | Self::Roost { .. }
                | Self::Formation { .. }
        )
    }
}
