//! The influences of a flock.

use super::{Influence, InfluenceMotion, InfluenceVolume};
use crate::{
    settings::validation::{Check, SettingsError},
    state::names::{check_names, next_name},
};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Largest number of influences in a flock.
pub(crate) const MOST_INFLUENCES: usize = 256;

/// Largest number of meshes of all volumes together; equal meshes count once. Their samples take 64
/// MB, and their distances fill half of the largest buffer that every GPU has.
pub(crate) const MOST_MESHES: usize = 256;

/// Largest number of influences that find ways.
pub(crate) const MOST_WAYS: usize = 16;

/// Identifies an influence of a flock. An id is never used again in the same flock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct InfluenceId(u32);

/// The influences of a flock in the order in which they were added. Their wishes are summed in this
/// order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InfluenceSet {
    entries: Vec<(InfluenceId, Influence)>,
    /// Number of influences that were ever added.
    added: u32,
    /// Number of changes of the set.
    #[serde(skip)]
    revision: u64,
}

/// Compares what is saved.
impl PartialEq for InfluenceSet {
    fn eq(&self, other: &Self) -> bool {
        (&self.entries, self.added) == (&other.entries, other.added)
    }
}

impl InfluenceSet {
    pub(crate) fn add(&mut self, influence: Influence) -> Result<InfluenceId, SettingsError> {
        // The limits are checked before the meshes are sampled, which takes long.
        let mut check = Check::default();
        check.room("influences", self.entries.len(), MOST_INFLUENCES);
        check.finish()?;
        check_meshes(self.all().chain([&influence]))?;
        check_ways(self.all().chain([&influence]))?;
        influence.validate()?;
        let count = self.entries.len();
        let id = InfluenceId(next_name(
            "influences",
            count,
            MOST_INFLUENCES,
            &mut self.added,
        )?);
        self.entries.push((id, influence));
        self.revision += 1;
        Ok(id)
    }

    /// Replaces an influence. False if there is no influence with this id.
    pub(crate) fn set(
        &mut self,
        id: InfluenceId,
        influence: Influence,
    ) -> Result<bool, SettingsError> {
        let all = || {
            let others = self.entries.iter().filter(|entry| entry.0 != id);
            others.map(|entry| &entry.1).chain([&influence])
        };
        if influence.meshes().next().is_some() {
            check_meshes(all())?;
        }
        if influence.finds_way {
            check_ways(all())?;
        }
        influence.validate()?;
        self.revision += 1;
        let entry = self.entries.iter_mut().find(|entry| entry.0 == id);
        Ok(entry.map(|entry| entry.1 = influence).is_some())
    }

    fn all(&self) -> impl Iterator<Item = &Influence> + Clone {
        self.entries.iter().map(|entry| &entry.1)
    }

    pub(crate) fn remove(&mut self, id: InfluenceId) -> Option<Influence> {
        let index = self.entries.iter().position(|entry| entry.0 == id)?;
        self.revision += 1;
        Some(self.entries.remove(index).1)
    }

    pub(crate) fn get(&self, id: InfluenceId) -> Option<&Influence> {
        let entry = self.entries.iter().find(|entry| entry.0 == id);
        entry.map(|(_, influence)| influence)
    }

    pub(crate) fn entries(&self) -> &[(InfluenceId, Influence)] {
        &self.entries
    }

    /// What the hash of a flock's state covers, besides the [`motions`](Self::motions) and the
    /// influences that find ways.
    pub(crate) fn hashed(&self) -> impl Serialize + '_ {
        let entries = self.entries.iter().map(|(id, influence)| {
            let Influence {
                kind,
                weight,
                reach,
                fall_off,
                share,
                enabled,
                finds_way: _,
                motion: _,
            } = influence;
            (id, kind, weight, reach, fall_off, share, enabled)
        });
        (entries.collect::<Vec<_>>(), self.added)
    }

    /// The influences that move, with their motions.
    pub(crate) fn motions(&self) -> Vec<(InfluenceId, InfluenceMotion)> {
        let motions = self.entries.iter().map(|(id, it)| (*id, it.motion));
        motions.filter(|(_, it)| !it.is_at_rest()).collect()
    }

    /// The influences that find ways.
    pub(crate) fn finding_ways(&self) -> Vec<InfluenceId> {
        let finding = self.entries.iter().filter(|(_, it)| it.finds_way);
        finding.map(|(id, _)| *id).collect()
    }

    /// A number that differs after every change.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Checks a set that was read from a file. The error says what is wrong.
    pub(crate) fn validate(&self) -> Result<(), String> {
        let entries = &self.entries;
        let numbers = entries.iter().map(|entry| entry.0 .0);
        check_names("influences", numbers, MOST_INFLUENCES, self.added)?;
        let described = |error: SettingsError| error.to_string();
        check_meshes(self.all()).map_err(described)?;
        check_ways(self.all()).map_err(described)?;
        { self.all() }.try_for_each(|influence| influence.validate().map_err(described))
    }
}

impl Influence {
    /// The identities of the meshes of the volumes.
    fn meshes(&self) -> impl Iterator<Item = usize> + '_ {
        let volumes = self.kind.volumes().into_iter().flatten();
        volumes.filter_map(|volume| match volume {
            InfluenceVolume::Mesh(mesh) => Some(mesh.mesh()),
            _ => None,
        })
    }
}

/// Refuses influences with too many meshes in total.
fn check_meshes<'a>(influences: impl Iterator<Item = &'a Influence>) -> Result<(), SettingsError> {
    let meshes: HashSet<usize> = influences.flat_map(Influence::meshes).collect();
    let mut check = Check::default();
    let (count, most) = (meshes.len() as u32, MOST_MESHES as u32);
    check.count("number of meshes of influences", count, 0, most);
    check.finish()
}

/// Refuses too many influences that find ways.
fn check_ways<'a>(influences: impl Iterator<Item = &'a Influence>) -> Result<(), SettingsError> {
    let count = influences.filter(|it| it.finds_way).count() as u32;
    let mut check = Check::default();
    let name = "number of influences with finds_way";
    check.count(name, count, 0, MOST_WAYS as u32);
    check.finish()
}

#[cfg(test)]
mod tests {
    use super::{
        super::{InfluenceKind, MeshVolume},
        *,
    };
    use crate::{geometry::shapes, math::Vec3};

    /// A pen as read from a file: its meshes have not been sampled.
    fn read_pen(sizes: impl Iterator<Item = f32>) -> Influence {
        let volumes = sizes.map(|size| {
            let triangles = ron::to_string(&shapes::cuboid(Vec3::repeat(size))).unwrap();
            InfluenceVolume::Mesh(ron::from_str(&triangles).unwrap())
        });
        let volumes = volumes.collect();
        Influence::new(InfluenceKind::Pen { volumes })
    }

    fn meshes(influence: &Influence) -> impl Iterator<Item = &MeshVolume> {
        let volumes = influence.kind.volumes().unwrap().iter();
        volumes.filter_map(|volume| match volume {
            InfluenceVolume::Mesh(mesh) => Some(mesh),
            _ => None,
        })
    }

    fn sampled(set: &InfluenceSet) -> usize {
        let all = set.all().flat_map(meshes);
        all.filter(|mesh| mesh.is_sampled()).count()
    }

    #[test]
    fn meshes_of_the_same_triangles_are_sampled_once_and_not_when_they_are_read() {
        let mut set = InfluenceSet::default();
        for _ in 0..64 {
            let pen = read_pen((0..64).map(|_| 2.5));
            assert_eq!(
                { meshes(&pen) }.any(|mesh| mesh.is_sampled()),
                !set.entries.is_empty()
            );
            set.add(pen).unwrap();
        }
        assert_eq!(sampled(&set), 64 * 64);
        let different: HashSet<usize> = set.all().flat_map(Influence::meshes).collect();
        assert_eq!(different.len(), 1);
    }

    #[test]
    fn the_limits_come_before_the_samples() {
        let sizes = |pen: u32| (0..64).map(move |mesh| 3.3 + (64 * pen + mesh) as f32 / 1024.0);
        let full = InfluenceSet {
            entries: (0..4)
                .map(|pen| (InfluenceId(pen), read_pen(sizes(pen))))
                .collect(),
            added: 4,
            revision: 0,
        };
        let expected = "number of meshes of influences is 257; allowed: 0 to 256";
        let mut set = full.clone();
        let one_more = read_pen([2.577].into_iter());
        let error = set.add(one_more.clone()).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert!(!{ meshes(&one_more) }.any(|mesh| mesh.is_sampled()));
        // There is room for a mesh that is in the set already, and for one that replaces another.
        set.entries.pop();
        set.added = 3;
        let [there, other] = [3.3, 2.577].map(|size| read_pen([size].into_iter()));
        let id = set.add(there).unwrap();
        set.set(id, other).unwrap();
        assert_eq!(sampled(&set), 2);
        // A set from a file.
        let mut read = full;
        read.entries.push((InfluenceId(4), one_more));
        read.added = 5;
        assert_eq!(read.validate().unwrap_err(), expected);
    }

    #[test]
    fn too_many_volumes_are_not_looked_at() {
        let pen = read_pen((0..65).map(|mesh| 4.0 + mesh as f32 / 1024.0));
        let error = pen.validate().unwrap_err().to_string();
        assert_eq!(error, "influence.volumes is a list of 65; allowed: 1 to 64");
        assert!(!{ meshes(&pen) }.any(|mesh| mesh.is_sampled()));
    }
}
