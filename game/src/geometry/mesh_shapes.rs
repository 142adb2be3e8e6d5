//! Volumes and hulls of the meshes that scripts name, computed once.

use super::{
    background::{Background, Wanted},
    convex_body,
    solid_tracker::find_meshes,
    surface_cache::{hash_mesh, PlacedSurface, SurfaceCache},
    triangle::Corners,
};
use crate::node_frame::NodeFrame;
use flock_sim::{
    formations::{Form, FormMesh},
    influences::MeshVolume,
    obstacles::ObstacleShape,
    Placement,
};
use fyrox::{
    core::{algebra::Matrix4, math::Matrix4Ext, pool::Handle},
    graph::SceneGraph,
    scene::{graph::Graph, mesh::Mesh, node::Node},
};
use std::{
    collections::{hash_map::DefaultHasher, HashMap},
    hash::Hasher,
    sync::Arc,
};

/// Relative difference of transforms that counts as equal.
const SAME: f32 = 1e-4;

/// The script that asks: its node, its index at the node, and the node of the frame.
pub(crate) type Asker = (Handle<Node>, usize, Handle<Node>);

/// A cache of the volumes and hulls of scripts. Entries that are not used in a frame are dropped.
#[derive(Default)]
pub(crate) struct MeshShapes {
    surfaces: SurfaceCache,
    volumes: HashMap<Asker, Built<MeshVolume>>,
    form_meshes: HashMap<Asker, Built<FormMesh>>,
    hulls: HashMap<Asker, Hull>,
}

/// A mesh, and the transform from its coordinates to those of a frame.
type PlacedMesh<'a> = (&'a Mesh, Matrix4<f32>);

/// The meshes of a node, with their transforms.
#[derive(Clone, Default)]
struct Source {
    hash: u64,
    /// The transforms of the meshes to the frame of the result.
    transforms: Vec<Matrix4<f32>>,
}

/// What is built of meshes in the background.
struct Built<T> {
    is_used: bool,
    source: Option<Source>,
    builder: Background<Result<T, String>>,
    result: Option<Result<T, String>>,
}

impl<T> Default for Built<T> {
    fn default() -> Self {
        Self {
            is_used: false,
            source: None,
            builder: Background::default(),
            result: None,
        }
    }
}

struct Hull {
    is_used: bool,
    source: Source,
    hull: Result<Arc<ObstacleShape>, String>,
}

impl MeshShapes {
    /// Drops the entries that were not used since the last call.
    pub(crate) fn begin_frame(&mut self) {
        self.volumes.retain(|_, it| std::mem::take(&mut it.is_used));
        self.form_meshes
            .retain(|_, it| std::mem::take(&mut it.is_used));
        self.hulls.retain(|_, it| std::mem::take(&mut it.is_used));
    }

    /// The volume enclosed by the meshes of `node` and of its descendants, for a script, in the
    /// coordinates of a frame. When the
    /// meshes change, the last volume stays in use until the new one is computed in the background.
    /// `None` until the first volume is computed.
    ///
    /// # Errors
    /// The message says what is wrong with the meshes.
    pub(crate) fn volume(
        &mut self,
        asker: Asker,
        node: Handle<Node>,
        (graph, within): (&Graph, &NodeFrame),
    ) -> Result<Option<MeshVolume>, String> {
        let meshes = meshes(graph, node, within)?;
        let known = self.volumes.entry(asker).or_default();
        known.of(&meshes, &mut self.surfaces, |triangles, wanted| {
            let volume = MeshVolume::new_while(triangles, || wanted.is());
            volume.map_err(|error| error.to_string()).transpose()
        })
    }

    /// The triangles of the meshes of `node` and of its descendants, in the axes of `node`, for a
    /// script. Like the [`volume`](Self::volume), they are checked in the background.
    ///
    /// # Errors
    /// The message says what is wrong with the meshes.
    pub(crate) fn form_mesh(
        &mut self,
        asker: Asker,
        node: Handle<Node>,
        graph: &Graph,
    ) -> Result<Option<FormMesh>, String> {
        let meshes = meshes(graph, node, &NodeFrame::of(graph, node))?;
        let known = self.form_meshes.entry(asker).or_default();
        known.of(&meshes, &mut self.surfaces, |triangles, _| {
            let mesh = FormMesh::new(triangles).map_err(|error| error.to_string());
            // The mesh keeps the result, so that the check for the game takes no time.
            if let Ok(mesh) = &mesh {
                let _ = Form::Volume(mesh.clone()).validate();
            }
            Some(mesh)
        })
    }

    /// The convex hull of the meshes of `node` and of its descendants, in the frame of `placement`,
    /// for a script.
    ///
    /// # Errors
    /// The message says what is wrong with the meshes.
    pub(crate) fn hull(
        &mut self,
        asker: Asker,
        node: Handle<Node>,
        placement: &Placement,
        (graph, within): (&Graph, &NodeFrame),
    ) -> Result<Arc<ObstacleShape>, String> {
        let meshes = meshes(graph, node, within)?;
        let to_local = placement.rotation.inverse().to_homogeneous()
            * Matrix4::new_translation(&-placement.origin);
        let source = Source::new(&meshes, &to_local);
        if let Some(known) = self
            .hulls
            .get_mut(&asker)
            .filter(|it| it.source.is(&source))
        {
            known.is_used = true;
            return known.hull.clone();
        }
        let surfaces = read(&meshes, to_local, &mut self.surfaces)?;
        let hull = convex_body::of_surfaces(&surfaces);
        let hull = hull.map(Arc::new).map_err(|error| error.to_string());
        let is_used = true;
        let known = Hull {
            is_used,
            source,
            hull: hull.clone(),
        };
        self.hulls.insert(asker, known);
        hull
    }
}

impl<T: Clone + Send + 'static> Built<T> {
    /// The result for these meshes; the last one while a new one is built. `build` returns `None` if
    /// it stopped early.
    fn of(
        &mut self,
        meshes: &[PlacedMesh],
        surfaces: &mut SurfaceCache,
        build: impl FnOnce(&[Corners], &Wanted) -> Option<Result<T, String>> + Send + 'static,
    ) -> Result<Option<T>, String> {
        self.is_used = true;
        let source = Source::new(meshes, &Matrix4::identity());
        let is_same = self.source.as_ref().is_some_and(|it| it.is(&source));
        if !is_same && !self.builder.is_busy() {
            let triangles = triangles(&read(meshes, Matrix4::identity(), surfaces)?);
            self.source = Some(source);
            self.builder
                .begin_while(move |wanted| build(&triangles, wanted));
        }
        if let Some(built) = self.builder.take() {
            let panicked = || Err("its mesh could not be computed; choose another".into());
            self.result = Some(built.unwrap_or_else(|_| panicked()));
        }
        self.result.clone().transpose()
    }
}

impl Source {
    fn new(meshes: &[PlacedMesh], to_local: &Matrix4<f32>) -> Self {
        let mut hasher = DefaultHasher::new();
        meshes
            .iter()
            .for_each(|(mesh, _)| hash_mesh(mesh, &mut hasher));
        let transforms = meshes.iter().map(|(_, transform)| to_local * transform);
        Self {
            hash: hasher.finish(),
            transforms: transforms.collect(),
        }
    }

    /// True if the sources are equal up to rounding, as for meshes that move with the frame.
    fn is(&self, other: &Self) -> bool {
        let is_same = |(a, b): (&Matrix4<f32>, &Matrix4<f32>)| {
            let (basis, at) = (a.basis(), a.position());
            let (of_basis, of_place) = ((basis - b.basis()).amax(), (at - b.position()).amax());
            of_basis <= SAME * basis.amax() && of_place <= SAME * at.amax().max(1.0)
        };
        self.hash == other.hash
            && self.transforms.len() == other.transforms.len()
            && self.transforms.iter().zip(&other.transforms).all(is_same)
    }
}

fn meshes<'a>(
    graph: &'a Graph,
    node: Handle<Node>,
    within: &NodeFrame,
) -> Result<Vec<PlacedMesh<'a>>, String> {
    let mut found = Vec::new();
    find_meshes(graph, node, &mut found);
    let meshes = found.iter().filter_map(|&node| {
        let mesh = graph.try_get_of_type::<Mesh>(node).ok()?;
        Some((mesh, within.transform_of(graph, node)))
    });
    let meshes: Vec<_> = meshes.collect();
    if meshes.is_empty() {
        Err(
            "it takes its form from meshes, but the chosen node does not exist or has no Mesh node at or \
                     below it; choose one that has"
                .into(),
        )
    } else {
        Ok(meshes)
    }
}

fn read(
    meshes: &[PlacedMesh],
    to_local: Matrix4<f32>,
    surfaces: &mut SurfaceCache,
) -> Result<Vec<PlacedSurface>, String> {
    let mut placed = Vec::new();
    for (mesh, transform) in meshes {
        let read = surfaces.read(mesh, to_local * transform);
        placed.extend(read.map_err(|error| error.to_string())?);
    }
    Ok(placed)
}

fn triangles(surfaces: &[PlacedSurface]) -> Vec<Corners> {
    let mut triangles = Vec::new();
    for surface in surfaces {
        surface.append(&Matrix4::identity(), &mut triangles);
    }
    triangles
}
