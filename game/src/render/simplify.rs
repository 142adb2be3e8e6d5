//! Coarser levels of detail of a body: its meshes with fewer triangles, by edge collapse.
//!
//! A coarser mesh uses some vertices of the finest one unchanged, so it has the same normals,
//! texture coordinates, body parts and baked clips. Seams of the texture stay closed. The error is
//! measured in several poses, so that a wing that is flat at rest can still bend.

use super::{
    body_mesh::BodyMesh,
    body_part::BodyPart,
    coarser_mesh::{CoarserMesh, SurfaceTriangles},
    impostor::poses::PHASES,
    levels::CoarserLevel,
    posing::Posing,
};
use meshoptimizer_rs::{
    simplify_scale, simplify_with_attributes, Attributes, Error, Positions, SimplifyOptions,
    SimplifySettings, Workspace,
};

/// Largest distance, estimated by quadrics, between the surfaces of two levels where one replaces
/// the other, as a fraction of the picture's height: a pixel of 1,080. The estimate is a mean over
/// the planes of triangles; single points may be up to a pixel more away.
const ERROR: f32 = 1.0 / 1080.0;

/// Weights of the normal and of the texture coordinates against the position, as fractions of the
/// size of the mesh. With less, thin wings get the normals of their other side.
const WEIGHTS: [f32; 5] = [0.1, 0.1, 0.1, 0.1, 0.1];

/// Weight of the position in each of the [`POSES`] against the position at rest.
const POSE_WEIGHT: f32 = 0.5;

/// The poses in which the error is measured: the quarters of the beat.
const POSES: [usize; 4] = [0, PHASES / 4, PHASES / 2, 3 * PHASES / 4];

/// Number of values of a vertex: [`WEIGHTS`] and three coordinates in each pose.
const VALUES: usize = WEIGHTS.len() + 3 * POSES.len();

/// Number of triangles of a body that simplification does not go below: thin parts would vanish. It
/// is shared by the surfaces of the body in proportion to their triangles.
const FEWEST: usize = 32;

/// The mesh of a coarser level of a body. `radius` is the radius of the body, in metres. Surfaces
/// that vanish are left out. Cost: about half a second for a million triangles.
pub(super) fn simplified(
    parts: &[BodyPart],
    level: CoarserLevel,
    posing: &Posing,
    radius: f32,
) -> CoarserMesh {
    let error = 2.0 * radius * ERROR / level.edge();
    let all: usize = parts.iter().map(|part| part.mesh.triangles.len()).sum();
    let surfaces = parts.iter().enumerate().map(|(surface, part)| {
        let own = part.mesh.triangles.len();
        let fewest = (FEWEST * own / all.max(1)).min(own);
        // It fails if the squares of distances are too large for numbers. The surface then stays.
        let triangles = simplify(&part.mesh, posing, error, fewest);
        SurfaceTriangles {
            surface,
            triangles: triangles.unwrap_or_else(|_| part.mesh.triangles.clone()),
        }
    });
    CoarserMesh {
        level,
        surfaces: surfaces.filter(|it| !it.triangles.is_empty()).collect(),
    }
}

/// The triangles of a mesh after edge collapse, up to this error in metres or down to this number
/// of triangles.
fn simplify(
    mesh: &BodyMesh,
    posing: &Posing,
    error: f32,
    fewest: usize,
) -> Result<Vec<[u32; 3]>, Error> {
    let vertices = mesh.vertices.iter();
    let positions: Vec<[f32; 3]> = vertices.map(|vertex| vertex.position.into()).collect();
    let positions = Positions::from_packed(&positions);
    let mut values: Vec<f32> = Vec::with_capacity(mesh.vertices.len() * VALUES);
    for vertex in &mesh.vertices {
        values.extend(&vertex.normal);
        values.extend(&vertex.tex_coord);
        for pose in POSES {
            values.extend(&posing.position(pose, vertex));
        }
    }
    // Files may have texture coordinates that are not finite.
    for value in values.iter_mut().filter(|value| !value.is_finite()) {
        *value = 0.0;
    }
    // The errors of positions are relative to the size of the mesh, those of other values are not.
    let pose_weight = POSE_WEIGHT / simplify_scale(positions)?.max(f32::MIN_POSITIVE);
    let mut weights = [pose_weight; VALUES];
    weights[..WEIGHTS.len()].copy_from_slice(&WEIGHTS);
    let simplified = simplify_with_attributes(
        mesh.triangles.as_flattened(),
        positions,
        Attributes::from_interleaved(&values, mesh.vertices.len(), VALUES, VALUES, 0)?,
        &weights,
        None,
        SimplifySettings {
            target_index_count: 3 * fewest,
            target_error: error,
            options: SimplifyOptions::ERROR_ABSOLUTE | SimplifyOptions::PRUNE,
        },
        &mut Workspace::default(),
    )?;
    let (triangles, _) = simplified.indices.as_chunks::<3>();
    Ok(triangles.to_vec())
}

#[cfg(test)]
#[path = "simplify_tests.rs"]
mod tests;
