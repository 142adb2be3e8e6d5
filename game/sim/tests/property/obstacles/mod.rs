//! No body passes through a moving obstacle, and none stays inside, whether it flies, lands, stands, takes
//! off, is dead, or was held before: judged after every step in the obstacle's own frame, by code that
//! shares nothing with the library.
//!
//! With `FLOCK_LONG_TESTS=1` in the environment, ten million moves are judged, which takes some
//! minutes; otherwise a hundredth of that.

mod all_at_once;
mod concave;
mod doors;
mod judge;
mod random;
mod sight;
mod wraps;
