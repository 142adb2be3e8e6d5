//! Acting on changes only.

/// A value as it last was, so that it is acted upon only when it changes.
pub(super) struct Watched<T>(Option<T>);

impl<T> Default for Watched<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Clone + PartialEq> Watched<T> {
    /// Whether this is another value than the last time. A value that holds a NaN always is.
    pub(super) fn changes_to(&mut self, value: &T) -> bool {
        let changes = self.0.as_ref() != Some(value);
        if changes {
            self.0 = Some(value.clone());
        }
        changes
    }
}
