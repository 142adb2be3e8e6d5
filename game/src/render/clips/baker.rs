//! Baking: converts a model's animations to frames of vertices, until they are accurate.

use super::{
    baked::{BakedClip, BakedClips},
    choice::{ClipChoice, MissingClip},
    clip_error::ClipError,
    packing::pack,
    progress::Progress,
    puppet::Puppet,
};
use crate::render::forward_axis::ForwardAxis;
use fyrox::{core::algebra::Vector3, resource::model::ModelResource};
use std::sync::Arc;

/// Largest number of texels of all clips together: 64 MB of GPU memory.
pub(super) const MOST_TEXELS: usize = 1 << 22;

/// Smallest and largest number of frames of a clip.
const FEWEST_FRAMES: usize = 8;
const MOST_FRAMES: usize = 512;

/// Largest distance between an interpolated vertex half-way between two frames and the vertex of
/// the animation, as a fraction of the size of the body.
const PRECISION: f32 = 0.000_25;

/// Largest distance between the vertices of the last and of the first pose of a loop, as a fraction
/// of the size of the body.
const LOOP: f32 = 0.01;

/// Largest distance between the vertices of two poses that count as equal, as a fraction of the
/// size.
const STILL: f32 = 1e-6;

impl BakedClips {
    /// Bakes the chosen animations of a loaded model. Takes long for a large model, see `progress`;
    /// a flock bakes in the background.
    ///
    /// # Errors
    /// See [`ClipError`].
    pub fn bake(
        model: &ModelResource,
        forward: ForwardAxis,
        choice: &ClipChoice,
        progress: &Progress,
    ) -> Result<Self, ClipError> {
        let mut puppet = Puppet::new(model, forward)?;
        let clips = chosen(&puppet, choice)?;
        bake_puppet(&mut puppet, &clips, progress)
    }
}

/// Bakes the chosen clips, unless one of `known` has all of them from the same model.
pub(crate) fn bake<'a>(
    model: &ModelResource,
    forward: ForwardAxis,
    choice: &ClipChoice,
    mut known: impl Iterator<Item = &'a Arc<BakedClips>>,
    progress: &Progress,
) -> Result<Arc<BakedClips>, ClipError> {
    let mut puppet = Puppet::new(model, forward)?;
    let clips = chosen(&puppet, choice)?;
    let (fingerprint, vertices) = (puppet.fingerprint(), puppet.vertices());
    let has_all = |it: &&Arc<BakedClips>| {
        it.is_of(fingerprint, vertices) && clips.iter().all(|clip| it.find(clip).is_some())
    };
    match known.find(has_all) {
        Some(known) => Ok(known.clone()),
        None => bake_puppet(&mut puppet, &clips, progress).map(Arc::new),
    }
}

fn chosen(puppet: &Puppet, choice: &ClipChoice) -> Result<Vec<String>, ClipError> {
    let names = puppet.names();
    let model = puppet.model();
    if names.is_empty() {
        return Err(ClipError::NoAnimation { model });
    }
    let picked = choice.pick(&names);
    let picked = picked.map_err(|MissingClip(clip)| ClipError::NoClip {
        model,
        clip,
        clips: names.iter().map(|&it| it.to_owned()).collect(),
    })?;
    Ok(picked.into_iter().map(str::to_owned).collect())
}

pub(super) fn bake_puppet(
    puppet: &mut Puppet,
    clips: &[String],
    progress: &Progress,
) -> Result<BakedClips, ClipError> {
    let vertices = puppet.vertices();
    let most = MOST_TEXELS / clips.len() / FEWEST_FRAMES;
    if vertices > most {
        return Err(ClipError::TooLarge {
            model: puppet.model(),
            vertices,
            most,
        });
    }
    let most_frames = (MOST_TEXELS / clips.len() / vertices.max(1)).min(MOST_FRAMES);
    let rest = puppet.pose_of_file()?;
    let rest: Pose = rest.iter().map(pack).collect();
    let mut is_moved = false;
    let (mut baked, mut texels) = (Vec::new(), Vec::new());
    for (number, clip) in clips.iter().enumerate() {
        let tell = |share: f32| progress.set((number as f32 + share) / clips.len() as f32);
        let frames = Frames::sample(puppet, clip, most_frames, size(&rest), tell)?;
        let mut poses = frames.poses.iter();
        is_moved |= poses.any(|pose| distance(pose, &rest) > STILL * size(&rest));
        baked.push(BakedClip {
            name: clip.clone(),
            seconds: puppet.seconds(clip),
            frames: frames.poses.len(),
            error: frames.error,
            gap: frames.gap,
        });
        texels.extend(frames.poses.into_iter().flatten());
    }
    if is_moved {
        Ok(BakedClips::of(
            puppet.fingerprint(),
            vertices,
            baked,
            texels,
        ))
    } else {
        Err(ClipError::Still {
            model: puppet.model(),
            clip: clips.join("\", \""),
        })
    }
}

type Pose = Vec<[f32; 4]>;

/// The frames of a clip at equal intervals, without its end.
struct Frames {
    poses: Vec<Pose>,
    /// Largest distance, in metres, between a vertex half-way between two frames and the mean of
    /// both.
    error: f32,
    /// Largest distance, in metres, between the vertices at the end and at the start.
    gap: f32,
}

impl Frames {
    /// Starts with a frame at each key, or with few frames if the keys are irregular, and doubles
    /// the number of frames until the interpolation is accurate.
    fn sample(
        puppet: &mut Puppet,
        clip: &str,
        most: usize,
        size_at_rest: f32,
        tell: impl Fn(f32) -> Result<(), ClipError>,
    ) -> Result<Self, ClipError> {
        let fewest = FEWEST_FRAMES.min(most);
        let keys = puppet.key_grid(clip, most).unwrap_or(fewest);
        let begin = fewest.next_multiple_of(keys).min(most);
        let mut at = |share: f32| -> Result<Pose, ClipError> {
            let posed = puppet.pose(clip, share)?;
            Ok(posed.iter().map(pack).collect())
        };
        let mut poses = Vec::new();
        for number in 0..begin {
            poses.push(at(number as f32 / begin as f32)?);
            tell(number as f32 / most as f32)?;
        }
        let gap = distance(&poses[0], &at(1.0)?);
        // A body may start at size 0 and grow.
        let size = size(&poses[0]).max(size_at_rest);
        let error = loop {
            let count = poses.len();
            let mut halves = Vec::with_capacity(count);
            for number in 0..count {
                halves.push(at((number as f32 + 0.5) / count as f32)?);
                tell((count + number) as f32 / (2 * most).max(2 * count) as f32)?;
            }
            // The last frame is interpolated with the first one, even if the clip is not a loop.
            let last = if gap <= LOOP * size { count } else { count - 1 };
            let error = (0..last).map(|number| {
                let next = &poses[(number + 1) % count];
                error_between(&poses[number], next, &halves[number])
            });
            let error = error.fold(0.0, f32::max);
            if error <= PRECISION * size || 2 * count > most {
                break error;
            }
            let pairs = poses.into_iter().zip(halves);
            poses = pairs.flat_map(|(frame, half)| [frame, half]).collect();
        };
        // A constant pose needs one frame.
        if poses
            .iter()
            .all(|pose| distance(pose, &poses[0]) <= STILL * size)
        {
            poses.truncate(1);
        }
        Ok(Self { poses, error, gap })
    }
}

fn point(texel: &[f32; 4]) -> Vector3<f32> {
    Vector3::new(texel[0], texel[1], texel[2])
}

/// Largest distance between equal vertices of two poses.
fn distance(a: &Pose, b: &Pose) -> f32 {
    let distances = a.iter().zip(b).map(|(a, b)| (point(a) - point(b)).norm());
    distances.fold(0.0, f32::max)
}

/// Largest distance of a vertex from the mean of two poses.
fn error_between(from: &Pose, to: &Pose, half: &Pose) -> f32 {
    let ends = from.iter().zip(to);
    let distances = ends.zip(half).map(|((from, to), half)| {
        let mean = (point(from) + point(to)) * 0.5;
        (mean - point(half)).norm()
    });
    distances.fold(0.0, f32::max)
}

/// The longest side of the box around a pose.
fn size(pose: &Pose) -> f32 {
    let start = (Vector3::repeat(f32::MAX), Vector3::repeat(f32::MIN));
    let (min, max) = pose.iter().map(point).fold(start, |(min, max), point| {
        (min.inf(&point), max.sup(&point))
    });
    (max - min).max()
}
