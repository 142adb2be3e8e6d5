//! Which places of a maze are joined.

/// Parts of a maze: places that are joined, directly or by others.
pub struct Joined(Vec<usize>);

impl Joined {
    /// Places of which no two are joined.
    pub fn none_of(places: usize) -> Self {
        Self((0..places).collect())
    }

    /// Joins two places. False if they were joined before.
    pub fn join(&mut self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|place| self.0[place]);
        for part in self.0.iter_mut().filter(|part| **part == b) {
            *part = a;
        }
        a != b
    }
}
