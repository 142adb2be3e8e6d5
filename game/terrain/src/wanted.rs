//! Work that can be given up.

/// Says whether the result is wanted still.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a>(&'a (dyn Fn() -> bool + Sync));

/// The result is not wanted any more.
#[derive(Debug)]
pub(crate) struct GivenUp;

impl<'a> Wanted<'a> {
    pub(crate) fn new(is_wanted: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Self(is_wanted)
    }

    /// To be called again and again while the work goes on.
    pub(crate) fn check(self) -> Result<(), GivenUp> {
        if (self.0)() {
            Ok(())
        } else {
            Err(GivenUp)
        }
    }

    /// [`check`](Self::check) for one of so many items.
    pub(crate) fn check_every(self, items: usize, index: usize) -> Result<(), GivenUp> {
        if index.is_multiple_of(items) {
            self.check()
        } else {
            Ok(())
        }
    }
}
