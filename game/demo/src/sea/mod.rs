//! A sea with waves, and the ships on it.

mod ship;
mod water;
mod waves;

pub use ship::Ship;
pub use water::Sea;
pub use waves::{Wave, WAVES};
