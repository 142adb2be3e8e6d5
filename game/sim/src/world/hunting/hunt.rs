//! What the hunters of all flocks share.

use super::Prey;
use crate::settings::Catch;
use std::collections::HashSet;

/// State that the hunters of all flocks share.
#[derive(Debug, Default)]
pub(in crate::world) struct Hunt {
    /// Boids that are being attacked.
    pub(super) locked: HashSet<Prey>,
    /// Boids that escaped or were caught since the last report.
    pub(super) escaped: Vec<Prey>,
    pub(super) caught: Vec<(Prey, Catch)>,
    /// Buffer for the search of prey.
    pub(super) candidates: Vec<(f32, Prey)>,
}
