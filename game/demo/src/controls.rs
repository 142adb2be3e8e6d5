//! Keys that change a flock's settings.

use fyrox::keyboard::KeyCode;
use fyrox_flock::sim::{
    settings::{Backend, Rule},
    Settings,
};

/// Range of the number of boids that the keys set. Smaller flocks, such as hunters, are not
/// changed.
const BOIDS: std::ops::RangeInclusive<u32> = 100..=100_000;

/// Change of a rule's weight by one key press, in m/s².
const WEIGHT_STEP: f32 = 0.1;

/// Largest weight that the keys set, in m/s².
const LARGEST_WEIGHT: f32 = 100.0;

/// A change of the settings by one key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// To the next of one thread, all threads, GPU, in a cycle.
    SwitchBackend,
    /// Half as many boids.
    FewerBoids,
    /// Twice as many boids.
    MoreBoids,
    /// A smaller or larger weight of a rule.
    Weight(WeightOf, Direction),
}

/// A rule whose weight has keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightOf {
    Cohesion,
    Separation,
    Alignment,
}

/// Direction of a change of a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Less,
    More,
}

impl Control {
    /// The change for a key; `None` for other keys. The fly camera does not use these keys.
    pub fn of_key(key: KeyCode) -> Option<Self> {
        use {Direction::*, WeightOf::*};
        Some(match key {
            KeyCode::KeyM => Self::SwitchBackend,
            KeyCode::BracketLeft | KeyCode::Minus | KeyCode::NumpadSubtract => Self::FewerBoids,
            KeyCode::BracketRight | KeyCode::Equal | KeyCode::NumpadAdd => Self::MoreBoids,
            KeyCode::Digit1 => Self::Weight(Cohesion, Less),
            KeyCode::Digit2 => Self::Weight(Cohesion, More),
            KeyCode::Digit3 => Self::Weight(Separation, Less),
            KeyCode::Digit4 => Self::Weight(Separation, More),
            KeyCode::Digit5 => Self::Weight(Alignment, Less),
            KeyCode::Digit6 => Self::Weight(Alignment, More),
            _ => return None,
        })
    }

    /// Applies the change.
    pub fn apply(self, settings: &mut Settings) {
        match self {
            Self::SwitchBackend => {
                let backend = &mut settings.simulation.backend;
                *backend = match backend {
                    Backend::SingleThread => Backend::AllThreads,
                    Backend::AllThreads => Backend::Gpu,
                    Backend::Gpu | Backend::Automatic => Backend::SingleThread,
                };
            }
            Self::FewerBoids => set_count(settings, settings.spawn.count / 2),
            Self::MoreBoids => set_count(settings, settings.spawn.count.saturating_mul(2)),
            Self::Weight(rule, direction) => change_weight(rule.of(settings), direction),
        }
    }
}

impl WeightOf {
    fn of(self, settings: &mut Settings) -> &mut Rule {
        match self {
            Self::Cohesion => &mut settings.cohesion,
            Self::Separation => &mut settings.separation,
            Self::Alignment => &mut settings.alignment,
        }
    }
}

fn set_count(settings: &mut Settings, count: u32) {
    if settings.spawn.count >= *BOIDS.start() {
        settings.spawn.count = count.clamp(*BOIDS.start(), *BOIDS.end());
    }
}

/// Moves the weight to the next multiple of the step, so that it has few digits.
fn change_weight(rule: &mut Rule, direction: Direction) {
    let steps = (rule.weight / WEIGHT_STEP).round();
    let steps = match direction {
        Direction::Less => steps - 1.0,
        Direction::More => steps + 1.0,
    };
    rule.weight = (steps * WEIGHT_STEP).clamp(0.0, LARGEST_WEIGHT);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(settings: &mut Settings, key: KeyCode) {
        Control::of_key(key).unwrap().apply(settings);
    }

    #[test]
    fn the_key_goes_round_all_backends() {
        let mut settings = Settings::default();
        for backend in [Backend::Gpu, Backend::SingleThread, Backend::AllThreads] {
            press(&mut settings, KeyCode::KeyM);
            assert_eq!(settings.simulation.backend, backend);
        }
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn a_few_hunters_stay_a_few() {
        let mut settings = Settings::default();
        settings.spawn.count = 2;
        for key in [KeyCode::BracketLeft, KeyCode::BracketRight] {
            press(&mut settings, key);
            assert_eq!(settings.spawn.count, 2);
        }
    }

    #[test]
    fn count_stays_in_its_range() {
        let mut settings = Settings::default();
        press(&mut settings, KeyCode::BracketRight);
        assert_eq!(settings.spawn.count, 2 * Settings::default().spawn.count);
        for _ in 0..20 {
            press(&mut settings, KeyCode::BracketRight);
        }
        assert_eq!(settings.spawn.count, 100_000);
        for _ in 0..20 {
            press(&mut settings, KeyCode::BracketLeft);
        }
        assert_eq!(settings.spawn.count, 100);
    }

    #[test]
    fn each_weight_has_two_keys_of_its_own() {
        let pairs = [
            (KeyCode::Digit1, KeyCode::Digit2, WeightOf::Cohesion),
            (KeyCode::Digit3, KeyCode::Digit4, WeightOf::Separation),
            (KeyCode::Digit5, KeyCode::Digit6, WeightOf::Alignment),
        ];
        for (less, more, rule) in pairs {
            let mut settings = Settings::default();
            let before = rule.of(&mut settings).weight;
            press(&mut settings, more);
            assert!(rule.of(&mut settings).weight > before);
            for _ in 0..100 {
                press(&mut settings, less);
            }
            assert_eq!(rule.of(&mut settings).weight, 0.0);
        }
    }

    #[test]
    fn keys_of_the_fly_camera_change_nothing() {
        for key in [KeyCode::KeyW, KeyCode::KeyA, KeyCode::KeyS, KeyCode::KeyD] {
            assert_eq!(Control::of_key(key), None);
        }
    }
}
