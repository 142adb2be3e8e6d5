//! The vertices of a body in its poses, as the shader moves them, for what is computed from them
//! once: coarser levels of detail and the pictures of an impostor.

use super::{
    body_mesh::BodyVertex,
    clips::PlayedClips,
    impostor::poses::{mirror_phase, poses, PHASES},
    motion::{
        deform::{deform, BodyState},
        params::MotionParams,
        Swim,
    },
};
use fyrox::core::algebra::Vector3;

/// Step with which the slope of the surface is measured, as a fraction of the body's length; as in
/// `pose.glsl`.
const SLOPE_STEP: f32 = 0.005;

/// A position and a unit normal, in the frame of the body.
pub(super) type Point = (Vector3<f32>, Vector3<f32>);

/// The poses of a body: first the phases of its beat, then other states, if it has any.
pub(super) enum Posing {
    Motion {
        motion: MotionParams,
        states: Vec<BodyState>,
    },
    /// For each phase, the vertices by their numbers.
    Clip(Vec<Vec<Point>>),
}

impl Posing {
    pub fn of_motion(motion: MotionParams) -> Self {
        let states = poses(&motion);
        Self::Motion { motion, states }
    }

    /// The phases of the first clip.
    pub fn of_clips(clips: &PlayedClips) -> Self {
        Self::Clip(clips.phases(PHASES))
    }

    /// Number of poses.
    pub fn count(&self) -> usize {
        match self {
            Self::Motion { states, .. } => states.len(),
            Self::Clip(phases) => phases.len(),
        }
    }

    /// The position and the normal of a vertex in a pose.
    pub fn vertex(&self, pose: usize, vertex: &BodyVertex) -> Point {
        let (motion, states) = match self {
            Self::Motion { motion, states } => (motion, states),
            Self::Clip(phases) => {
                let at_rest = (vertex.position, vertex.normal);
                let posed = phases[pose].get(vertex.part as usize);
                return posed.copied().unwrap_or(at_rest);
            }
        };
        let at = |point: Vector3<f32>| moved(motion, &states[pose], point, vertex.part);
        let along = SLOPE_STEP * motion.length * vertex.tangent.xyz();
        let across = vertex.normal.cross(&along);
        let here = at(vertex.position);
        let [along, across] = [along, across].map(|step| at(vertex.position + step) - here);
        let normal = along.cross(&across).try_normalize(1e-20);
        (here, normal.unwrap_or(vertex.normal))
    }

    /// The position of a vertex in a pose: a third of the cost of [`vertex`](Self::vertex).
    pub fn position(&self, pose: usize, vertex: &BodyVertex) -> Vector3<f32> {
        match self {
            Self::Motion { motion, states } => {
                moved(motion, &states[pose], vertex.position, vertex.part)
            }
            Self::Clip(_) => self.vertex(pose, vertex).0,
        }
    }

    /// Difference between the phase of the mirror image and that of the body, for a body with these
    /// vertices: half a beat if the body swings from side to side, 0 if both sides move alike.
    pub fn mirror_phase<'a>(&self, vertices: impl Iterator<Item = &'a BodyVertex> + Clone) -> f32 {
        if let Self::Motion { motion, .. } = self {
            return mirror_phase(motion);
        }
        let sides: Vec<f32> = (0..PHASES)
            .map(|phase| vertices.clone().map(|it| self.position(phase, it).x).sum())
            .collect();
        let difference = |later: usize| -> f32 {
            let pairs = (0..PHASES).map(|phase| sides[phase] + sides[(phase + later) % PHASES]);
            pairs.map(f32::abs).sum()
        };
        if difference(PHASES / 2) < 0.5 * difference(0) {
            0.5
        } else {
            0.0
        }
    }
}

/// The position of a point of a part of the body.
pub(super) fn moved(
    motion: &MotionParams,
    state: &BodyState,
    point: Vector3<f32>,
    part: f32,
) -> Vector3<f32> {
    if motion.needs_motions() {
        deform(motion, state, point, part)
    } else {
        Swim::default().bent(motion.nose, motion.length, state.phase, point)
    }
}
