//! Detection of changes.

/// The last value of an input, to detect changes.
pub(super) struct LastSeen<T>(Option<T>);

impl<T> Default for LastSeen<T> {
    /// No value yet, so that the first value is a change.
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Clone + PartialEq> LastSeen<T> {
    pub(super) fn of(value: T) -> Self {
        Self(Some(value))
    }

    /// Stores the value. Returns true if it differs from the last one. A value with a NaN always
    /// differs.
    pub(super) fn changes_to(&mut self, value: &T) -> bool {
        let changes = self.0.as_ref() != Some(value);
        if changes {
            self.0 = Some(value.clone());
        }
        changes
    }
}
