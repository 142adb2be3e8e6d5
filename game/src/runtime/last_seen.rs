//! Detection of changes.

/// The last value seen, for acting on changes only.
pub(super) struct LastSeen<T>(Option<T>);

impl<T> Default for LastSeen<T> {
    /// No value yet: the first one is a change.
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Clone + PartialEq> LastSeen<T> {
    pub(super) fn of(value: T) -> Self {
        Self(Some(value))
    }

    /// Stores the value. Returns true if it differs from the last one. A value that holds a NaN
    /// always does.
    pub(super) fn changes_to(&mut self, value: &T) -> bool {
        let changes = self.0.as_ref() != Some(value);
        if changes {
            self.0 = Some(value.clone());
        }
        changes
    }
}
