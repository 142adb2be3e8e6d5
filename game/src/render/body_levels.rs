//! The levels of detail of a body.

use super::{
    body_level::{BodyLevel, BodySurface},
    body_part::BodyPart,
    coarser_mesh::CoarserMesh,
    levels::CoarserLevel,
    motion::MotionKind,
    posing::Posing,
    simplify::simplified,
};

/// A simplified level with more than this fraction of the triangles of the level before it is left
/// out.
const WORTHWHILE: f32 = 0.7;

/// Largest number of triangles of a mesh that the pictures of an impostor show: about a thousand
/// pictures are drawn.
const MAX_PICTURED: usize = 20_000;

/// The levels of detail of a body. Clones share their meshes.
#[derive(Clone, Debug)]
pub(super) struct BodyLevels {
    finest: BodyLevel,
    /// The other levels, from fine to coarse.
    coarser: Vec<(CoarserLevel, BodyLevel)>,
    /// The motion that the impostor shows.
    impostor_motion: MotionKind,
}

impl BodyLevels {
    /// One level of detail.
    pub fn of(finest: Vec<BodyPart>) -> Self {
        Self {
            finest: BodyLevel::of(finest),
            coarser: Vec::new(),
            impostor_motion: MotionKind::OfBody,
        }
    }

    pub fn finest(&self) -> &BodyLevel {
        &self.finest
    }

    /// The levels, the finest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &BodyLevel> {
        (0..1 + self.coarser.len()).map(|level| match level {
            0 => &self.finest,
            _ => &self.coarser[level - 1].1,
        })
    }

    /// The surfaces of all levels.
    pub fn surfaces(&self) -> impl Iterator<Item = &BodySurface> {
        self.iter().flat_map(|level| &level.surfaces)
    }

    /// The kinds of the levels after the finest.
    pub fn coarser(&self) -> impl ExactSizeIterator<Item = CoarserLevel> + '_ {
        self.coarser.iter().map(|(kind, _)| *kind)
    }

    /// The motion that the impostor shows; `None` without an impostor.
    pub fn impostor_motion(&self) -> Option<MotionKind> {
        self.has(CoarserLevel::Impostor)
            .then_some(self.impostor_motion)
    }

    fn has(&self, kind: CoarserLevel) -> bool {
        self.get(kind).is_some()
    }

    /// The parts that the pictures of an impostor show: the second level, since the pictures are
    /// small, or another one if it has too many triangles. `None` if all of them have too many.
    pub fn pictured_parts(&self) -> Option<Vec<BodyPart>> {
        let levels = [
            self.get(CoarserLevel::Second),
            Some(&self.finest),
            self.get(CoarserLevel::Third),
        ];
        let few = |level: &&BodyLevel| level.triangle_count() <= MAX_PICTURED;
        let pictured = levels.into_iter().flatten().find(few)?;
        Some(pictured.parts())
    }

    /// A level after the finest.
    pub fn get(&self, kind: CoarserLevel) -> Option<&BodyLevel> {
        let level = self.coarser.iter().find(|(other, _)| *other == kind);
        level.map(|(_, level)| level)
    }

    /// Sets a level.
    pub fn set(&mut self, kind: CoarserLevel, level: Vec<BodyPart>) {
        self.coarser.retain(|(other, _)| *other != kind);
        let place = self.coarser.partition_point(|(other, _)| *other < kind);
        self.coarser.insert(place, (kind, BodyLevel::of(level)));
    }

    /// Sets the impostor, and the motion that it shows.
    pub fn set_impostor(&mut self, impostor: BodyPart, motion: MotionKind) {
        self.set(CoarserLevel::Impostor, vec![impostor]);
        self.impostor_motion = motion;
    }

    /// Adds simplified meshes for the levels that the body does not have, and returns them. `radius`
    /// is that of the body, in metres.
    pub fn simplify(&mut self, posing: &Posing, radius: f32) -> Vec<CoarserMesh> {
        let mut missing = CoarserLevel::MESHES.to_vec();
        missing.retain(|kind| !self.has(*kind));
        if missing.is_empty() {
            return Vec::new();
        }
        let finest = self.finest.parts();
        let mut added = Vec::new();
        for kind in missing {
            let mesh = simplified(&finest, kind, posing, radius);
            let count = mesh.triangle_count();
            let finer = self.coarser.iter().rev().find(|(other, _)| *other < kind);
            let finer = finer.map_or(&self.finest, |(_, level)| level);
            let is_worthwhile = count as f32 <= WORTHWHILE * finer.triangle_count() as f32;
            if count > 0 && is_worthwhile {
                added.extend(mesh.parts(&finest).map(|parts| {
                    self.set(kind, parts);
                    mesh
                }));
            }
        }
        added
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::BodyShape;

    #[test]
    fn levels_are_in_order_whatever_is_set_first() {
        let part = || BodyShape::Gnat.levels().remove(2);
        let mut levels = BodyLevels::of(vec![part()]);
        assert_eq!(levels.impostor_motion(), None);
        levels.set_impostor(part(), MotionKind::Fish);
        levels.set(CoarserLevel::Third, vec![part(), part()]);
        levels.set(CoarserLevel::Second, vec![part()]);
        levels.set(CoarserLevel::Third, vec![part()]);
        let kinds: Vec<_> = levels.coarser().collect();
        use CoarserLevel::*;
        assert_eq!(kinds, [Second, Third, Impostor]);
        assert_eq!(levels.iter().len(), 4);
        assert_eq!(levels.impostor_motion(), Some(MotionKind::Fish));
    }
}
