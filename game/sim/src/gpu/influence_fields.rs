//! The large buffer of the influences: distances of meshes, navigation fields, ways, places of
//! formations, and the ground.

use super::{
    device::Gpu,
    error::GpuError,
    wgsl::{wgsl_struct, Padding1, Vec3f, Vec3u},
};
use crate::{
    geometry::GroundMap,
    steering::influences::{
        formation::ActingPlaces,
        mesh::Samples,
        terms::{InfluenceTerms, Term},
    },
    ways::{packed::NEXT_WORDS, NavigationField, Ways},
};
use bytemuck::{cast_slice, Zeroable};
use std::sync::{Arc, Weak};
use wgpu::Buffer;

wgsl_struct! {
    /// The lattice of a mesh, as in [`Samples`].
    pub(crate) struct MeshUniform {
        low: Vec3f,
        cell: f32,
        size: Vec3u,
        /// Index in `fields` at which its distances begin.
        first: u32,
    }
}

wgsl_struct! {
    /// The ways of a term, and the grid of their navigation field.
    pub(crate) struct WaysUniform {
        /// Smallest corner of the grid, in metres.
        origin: Vec3f,
        /// Edge of the finest cells, in metres.
        pub(crate) finest: f32,
        /// Number of roots along each axis.
        roots: Vec3u,
        /// Level of the roots.
        root_level: u32,
        /// Index in `fields` at which the roots begin.
        pub(crate) first_root: u32,
        /// Index in `fields` at which the children of nodes begin.
        pub(crate) first_children: u32,
        /// Index in `fields` at which the ways begin.
        pub(crate) first_next: u32,
        /// Least depth of the goals inside of their volumes, in metres.
        depth: f32,
        /// Normal of the plane in which ways lead; zero in three dimensions.
        normal: Vec3f,
        /// Coordinate of the plane along the normal, in metres.
        coordinate: f32,
        /// [`ClearWays`](crate::steering::influences::clear_way::ClearWays).
        clear_center: Vec3f,
        clear_radius: f32,
        clear_distance: f32,
        clear_strength: f32,
        /// 1 if the ways lead away from the volumes.
        flees: u32,
        padding: Padding1,
    }
}

/// Length of the place of a boid, in words.
const PLACE_WORDS: usize = 4;

/// What to do if there is no memory for the ways.
const FEWER_WAYS: &str =
    "lower way_finding.most_cells, or let fewer influences have different ways by finds_way";

/// The buffer of the fields, which is written only when its contents change.
pub(crate) struct InfluenceFields {
    /// [`MeshUniform`].
    pub(crate) meshes: Buffer,
    /// The fields, as bits.
    pub(crate) fields: Buffer,
    written: Written,
}

/// What the buffer contains.
#[derive(Default)]
struct Written {
    meshes: Vec<Arc<Samples>>,
    ways: Vec<PlacedWays>,
    formations: Vec<WrittenPlaces>,
    ground: Option<Arc<GroundMap>>,
    /// Index in `fields` at which the ground map begins.
    ground_first: usize,
}

/// Ways in the buffer. As long as there is a weak reference, no others have the same address.
struct PlacedWays {
    ways: Weak<Ways>,
    field: Weak<NavigationField>,
    /// Without what depends on the term.
    uniform: WaysUniform,
}

/// The places of a formation in the buffer.
struct WrittenPlaces {
    /// [`ActingPlaces::revision`].
    revision: u64,
    /// Index in `fields` at which they begin.
    first: u32,
    /// Number of slots for which there is room.
    room: usize,
}

impl InfluenceFields {
    pub(super) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self {
            meshes: gpu.buffer::<MeshUniform>("meshes of influences", 0)?,
            fields: gpu.buffer::<u32>("distances and ground", 0)?,
            written: Written::default(),
        })
    }

    /// Index in `fields` at which the ground map begins.
    pub(super) fn ground_first(&self) -> u32 {
        self.written.ground_first as u32
    }

    /// The ways of a term that were written; zero without ways.
    pub(crate) fn ways_of(&self, term: &Term) -> WaysUniform {
        let placed = term.ways.as_ref().and_then(|of_term| {
            let mut all = self.written.ways.iter();
            let placed = all.find(|it| it.are(&of_term.ways))?;
            Some(WaysUniform {
                depth: of_term.depth,
                clear_center: of_term.clear.center.into(),
                clear_radius: of_term.clear.radius,
                clear_distance: of_term.clear.distance,
                clear_strength: of_term.clear.strength,
                flees: of_term.flees.into(),
                ..placed.uniform
            })
        });
        placed.unwrap_or_else(Zeroable::zeroed)
    }

    /// Index in `fields` at which the places of a term begin; 0 without places.
    pub(crate) fn first_place_of(&self, term: &Term) -> u32 {
        let revision = term.volumes.places.as_ref().map(|it| it.acting.revision);
        let mut written = self.written.formations.iter();
        let written = written.find(|it| Some(it.revision) == revision);
        written.map_or(0, |it| it.first)
    }

    /// Writes what has changed. Returns true if the places in the buffer are others than before.
    ///
    /// # Errors
    /// Fails if there is no memory for the fields.
    pub(super) fn write(
        &mut self,
        gpu: &Gpu,
        influences: &InfluenceTerms,
        ground: Option<&Arc<GroundMap>>,
    ) -> Result<bool, GpuError> {
        let ways = different_ways(influences);
        let formations = different_places(influences);
        let written = &self.written;
        if written.have(&influences.meshes, ground)
            && written.have_places_for(&ways)
            && written.have_room_for(&formations)
        {
            self.write_other_ways(gpu, &ways);
            self.write_other_places(gpu, &formations);
            return Ok(false);
        }
        self.write_all(gpu, &influences.meshes, &ways, &formations, ground)?;
        Ok(true)
    }

    /// Writes the ways that differ from those at the same place in the buffer. They are in the same
    /// field, so they are as large.
    fn write_other_ways(&mut self, gpu: &Gpu, ways: &[&Arc<Ways>]) {
        for (placed, ways) in self.written.ways.iter_mut().zip(ways) {
            if !placed.are(ways) {
                let first = placed.uniform.first_next as usize;
                gpu.write_from(&self.fields, first, ways.packed());
                placed.ways = Arc::downgrade(ways);
            }
        }
    }

    /// Writes the places of formations that differ from those in the buffer.
    fn write_other_places(&mut self, gpu: &Gpu, formations: &[&ActingPlaces]) {
        for (written, places) in self.written.formations.iter_mut().zip(formations) {
            if written.revision != places.revision {
                let words = cast_slice::<_, u32>(&places.by_slot);
                gpu.write_from(&self.fields, written.first as usize, words);
                written.revision = places.revision;
            }
        }
    }

    fn write_all(
        &mut self,
        gpu: &Gpu,
        meshes: &[Arc<Samples>],
        ways: &[&Arc<Ways>],
        formations: &[&ActingPlaces],
        ground: Option<&Arc<GroundMap>>,
    ) -> Result<(), GpuError> {
        let mut parts = Parts::default();
        let headers = parts.add_meshes(meshes);
        let placed = parts.add_ways(ways);
        let formations = parts.add_formations(formations);
        let ground_first = parts.len;
        if let Some(map) = ground {
            parts.add(&map.starts);
            parts.add(cast_slice(&map.gaps));
        }
        gpu.write_all("meshes of influences", &mut self.meshes, &headers)?;
        parts.write(gpu, &mut self.fields, !ways.is_empty())?;
        self.written = Written {
            meshes: meshes.to_vec(),
            ways: placed,
            formations,
            ground: ground.cloned(),
            ground_first,
        };
        Ok(())
    }
}

/// The ways of all terms, each once.
fn different_ways(influences: &InfluenceTerms) -> Vec<&Arc<Ways>> {
    let of_terms = influences.terms.iter().filter_map(|it| it.ways.as_ref());
    each_once(of_terms.map(|it| &it.ways), Arc::ptr_eq)
}

/// The places of all formations, each once.
fn different_places(influences: &InfluenceTerms) -> Vec<&ActingPlaces> {
    let of_terms = { influences.terms.iter() }.filter_map(|it| it.volumes.places.as_ref());
    each_once(of_terms.map(|it| &it.acting), |a, b| {
        a.revision == b.revision
    })
}

fn each_once<'a, T>(
    all: impl Iterator<Item = &'a T>,
    are_same: impl Fn(&'a T, &'a T) -> bool,
) -> Vec<&'a T> {
    let mut different = Vec::<&T>::new();
    for item in all {
        if !different.iter().any(|it| are_same(it, item)) {
            different.push(item);
        }
    }
    different
}

impl PlacedWays {
    fn are(&self, ways: &Arc<Ways>) -> bool {
        self.ways.as_ptr() == Arc::as_ptr(ways)
    }

    fn are_in(&self, field: &Arc<NavigationField>) -> bool {
        self.field.as_ptr() == Arc::as_ptr(field)
    }
}

impl Written {
    /// True if the meshes and the ground were written.
    fn have(&self, meshes: &[Arc<Samples>], ground: Option<&Arc<GroundMap>>) -> bool {
        let is_ground = match (&self.ground, ground) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        let pairs = self.meshes.iter().zip(meshes);
        is_ground && self.meshes.len() == meshes.len() && { pairs }.all(|(a, b)| Arc::ptr_eq(a, b))
    }

    /// True if the buffer has places for these ways, one for each, in their fields.
    fn have_places_for(&self, ways: &[&Arc<Ways>]) -> bool {
        let mut pairs = self.ways.iter().zip(ways);
        self.ways.len() == ways.len() && pairs.all(|(placed, ways)| placed.are_in(ways.field()))
    }
}

impl Written {
    /// True if the buffer has room for the places of these formations.
    fn have_room_for(&self, formations: &[&ActingPlaces]) -> bool {
        let mut pairs = self.formations.iter().zip(formations);
        self.formations.len() == formations.len()
            && pairs.all(|(written, places)| places.by_slot.len() <= written.room)
    }
}

/// Parts of the buffer, one behind the other, each with the index at which it begins.
#[derive(Default)]
struct Parts<'a> {
    parts: Vec<(usize, &'a [u32])>,
    /// Length of all parts, and of the room between them, in words.
    len: usize,
}

impl<'a> Parts<'a> {
    /// Adds a part, and returns the index at which it begins.
    fn add(&mut self, part: &'a [u32]) -> u32 {
        let first = self.len as u32;
        self.parts.push((self.len, part));
        self.len += part.len();
        first
    }

    /// Adds the distances of meshes. Volumes of several influences may share a mesh.
    fn add_meshes(&mut self, meshes: &'a [Arc<Samples>]) -> Vec<MeshUniform> {
        let mut headers = Vec::<MeshUniform>::new();
        for mesh in meshes {
            let before = &meshes[..headers.len()];
            if let Some(same) = before.iter().position(|it| Arc::ptr_eq(it, mesh)) {
                headers.push(headers[same]);
                continue;
            }
            let lattice = &mesh.lattice;
            headers.push(MeshUniform {
                low: lattice.low.into(),
                cell: lattice.cell,
                size: lattice.size,
                first: self.add(cast_slice(&mesh.distances)),
            });
        }
        headers
    }

    /// Adds different ways, each behind its field unless other ways in the field were added before.
    fn add_ways(&mut self, ways: &[&'a Arc<Ways>]) -> Vec<PlacedWays> {
        let mut placed = Vec::<PlacedWays>::new();
        for ways in ways.iter().copied() {
            let same = placed.iter().find(|it| it.are_in(ways.field()));
            let field = same.map(|it| it.uniform);
            let field = field.unwrap_or_else(|| self.add_octree(ways.field()));
            debug_assert_eq!(ways.packed().len(), NEXT_WORDS * ways.field().cell_count());
            placed.push(PlacedWays {
                ways: Arc::downgrade(ways),
                field: Arc::downgrade(ways.field()),
                uniform: WaysUniform {
                    first_next: self.add(ways.packed()),
                    ..field
                },
            });
        }
        placed
    }

    /// Adds the places of formations, with room for more slots.
    fn add_formations(&mut self, formations: &[&'a ActingPlaces]) -> Vec<WrittenPlaces> {
        let add = |places: &&'a ActingPlaces| {
            let words = cast_slice(&places.by_slot);
            let room = places.by_slot.len().next_power_of_two();
            let first = self.add(words);
            self.len = first as usize + PLACE_WORDS * room;
            WrittenPlaces {
                revision: places.revision,
                first,
                room,
            }
        };
        formations.iter().map(add).collect()
    }

    /// Adds the octree of a field.
    fn add_octree(&mut self, field: &'a NavigationField) -> WaysUniform {
        let octree = field.packed();
        WaysUniform {
            origin: octree.origin,
            finest: octree.finest,
            roots: octree.roots,
            root_level: octree.root_level,
            first_root: self.add(octree.root_nodes),
            first_children: self.add(octree.children),
            normal: octree.normal,
            coordinate: octree.coordinate,
            ..Zeroable::zeroed()
        }
    }

    /// Writes the parts to a buffer, which is replaced if it is too small.
    fn write(&self, gpu: &Gpu, buffer: &mut Buffer, has_ways: bool) -> Result<(), GpuError> {
        let what = match has_ways {
            false => "distances and ground",
            true => "ways, distances and ground",
        };
        let reserved = gpu.reserve::<u32>(what, buffer, self.len);
        reserved.map_err(|error| match has_ways {
            false => error,
            true => error.with_remedy(FEWER_WAYS),
        })?;
        for (first, part) in &self.parts {
            gpu.write_from(buffer, *first, part);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::device::gpu, *};

    #[test]
    fn the_error_of_too_many_ways_names_their_settings() {
        let parts = Parts {
            parts: Vec::new(),
            len: 1 << 40,
        };
        let error = |has_ways| {
            let mut buffer = gpu().buffer::<u32>("small", 0).unwrap();
            let error = parts.write(gpu(), &mut buffer, has_ways).unwrap_err();
            assert!(matches!(error, GpuError::TooLarge { .. }));
            error.to_string()
        };
        for part in ["ways", "way_finding.most_cells", "finds_way"] {
            assert!(error(true).contains(part), "{}", error(true));
            assert!(!error(false).contains(part), "{}", error(false));
        }
        gpu().check().unwrap();
    }
}
