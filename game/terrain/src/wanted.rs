//! Computations that can be cancelled.

/// Checks whether the result is still wanted.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a>(&'a (dyn Fn() -> bool + Sync));

/// The result is no longer wanted.
#[derive(Debug)]
pub(crate) struct GivenUp;

impl<'a> Wanted<'a> {
    pub(crate) fn new(is_wanted: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self(is_wanted)
    }

    /// To be called repeatedly during the computation.
    pub(crate) fn check(self) -> Result<(), GivenUp> {
        if (self.0)() {
            Ok(())
        } else {
            Err(GivenUp)
        }
    }

    /// Calls [`check`](Self::check) for one of `items` items.
    pub(crate) fn check_every(self, items: usize, index: usize) -> Result<(), GivenUp> {
        if index.is_multiple_of(items) {
            self.check()
        } else {
            Ok(())
        }
    }
}
