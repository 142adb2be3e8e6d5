//! The poses of the pictures. Their numbers are those of `impostor.glsl`, which chooses one for
//! each boid.

use crate::render::motion::{
    deform::BodyState,
    params::{MotionParams, FISH, SWIM},
};

/// Number of phases of the beat, which are the first poses.
pub(crate) const PHASES: usize = 8;

/// Number of poses side by side in the texture.
pub(crate) const POSES_IN_ROW: usize = 4;

/// The effort of the body in the pictures: steady flight.
const EFFORT: f32 = 0.8;

/// The phases of the beat; then, for a motion with more states, gliding, standing, diving and dead.
pub(crate) fn poses(motion: &MotionParams) -> Vec<BodyState> {
    let beating = BodyState {
        size: 1.0,
        effort: EFFORT,
        ..BodyState::default()
    };
    let phases = (0..PHASES).map(|phase| BodyState {
        phase: phase as f32 / PHASES as f32,
        ..beating
    });
    let still = |slope: f32, activity: f32| BodyState {
        slope,
        activity,
        ..beating
    };
    let others = [
        still(-0.3, 0.0),
        still(0.0, 2.999),
        still(-1.0, 0.0),
        still(0.0, 4.999),
    ];
    let others = others.into_iter().filter(|_| !only_beats(motion));
    phases.chain(others).collect()
}

/// True for fish, whose only other state is dead: turned over.
fn only_beats(motion: &MotionParams) -> bool {
    motion.kind == FISH || motion.kind == SWIM
}

/// Difference between the phase of the mirror image and that of the body: half a beat if the body
/// swings from side to side, 0 if both sides move alike.
pub(crate) fn mirror_phase(motion: &MotionParams) -> f32 {
    if only_beats(motion) {
        0.5
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{motion::params::BIRD, BodyMotion, BodyShape, DrawnBody};

    const GLIDING: usize = PHASES;
    const STANDING: usize = PHASES + 1;
    const DIVING: usize = PHASES + 2;
    const DEAD: usize = PHASES + 3;

    fn motion(shape: BodyShape) -> MotionParams {
        let body = DrawnBody::of_shape(shape);
        BodyMotion::default().params(body.motion(), body.anatomy(), 0.0)
    }

    fn smoothstep(from: f32, to: f32, x: f32) -> f32 {
        let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    }

    fn phase_pose(phase: f32) -> usize {
        (phase.fract() * PHASES as f32 + 0.5).floor() as usize % PHASES
    }

    /// Twin of `pose_of` in the shader.
    fn pose_of(motion: &MotionParams, boid: &BodyState) -> usize {
        if only_beats(motion) {
            return phase_pose(boid.phase);
        }
        let (number, done) = (boid.activity.floor(), boid.activity.fract());
        let of = |wanted: f32, share: f32| if number == wanted { share } else { 0.0 };
        let (dead, landing) = (of(4.0, done), of(1.0, done) + of(2.0, 1.0 - done));
        let rest = of(2.0, done) + of(3.0, 1.0 - done);
        if dead > 0.5 {
            return DEAD;
        }
        if rest > 0.5 {
            return STANDING;
        }
        if motion.kind == BIRD && landing < 0.5 {
            if motion.dive * smoothstep(-0.5, -0.85, boid.slope) > 0.4 {
                return DIVING;
            }
            if motion.glide * smoothstep(0.03, -0.25, boid.slope) > 0.4 {
                return GLIDING;
            }
        }
        phase_pose(boid.phase)
    }

    /// For a boid in the state of a pose, that pose is chosen.
    #[test]
    fn a_body_in_a_pose_is_drawn_in_it() {
        for shape in BodyShape::ALL {
            let motion = motion(shape);
            let poses = poses(&motion);
            assert_eq!(poses.len() % POSES_IN_ROW, 0);
            for (number, state) in poses.iter().enumerate() {
                let chosen = pose_of(&motion, state);
                // Only birds glide and dive.
                let is_drawn = motion.kind == BIRD || ![GLIDING, DIVING].contains(&number);
                assert_eq!(chosen == number, is_drawn, "{shape:?} {number}");
            }
        }
        let fish = motion(BodyShape::Sardine);
        let late = BodyState {
            phase: 0.97,
            ..BodyState::default()
        };
        assert_eq!(pose_of(&fish, &late), 0);
    }

    #[test]
    fn the_shader_has_the_same_poses_and_numbers() {
        let shader = include_str!("impostor.glsl");
        for (name, value) in [
            ("PHASES", PHASES),
            ("GLIDING", GLIDING),
            ("STANDING", STANDING),
            ("DIVING", DIVING),
            ("DEAD", DEAD),
            ("POSES_IN_ROW", POSES_IN_ROW),
        ] {
            let line = format!("const int {name} = {value};");
            assert!(shader.contains(&line), "{line}");
        }
        let views = format!("const float VIEWS = {}.0;", super::super::views::VIEWS);
        assert!(shader.contains(&views));
        // The thresholds of the twin above.
        for text in [
            "it.dead > 0.5",
            "it.rest > 0.5",
            "it.landing < 0.5",
            "motion.dive * ramp(-0.5, -0.85, boid.slope) > 0.4",
            "motion.glide * ramp(0.03, -0.25, boid.slope) > 0.4",
        ] {
            assert!(shader.contains(text), "{text}");
        }
    }
}
