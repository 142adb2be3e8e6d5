//! The looks among which a station can choose.

use fyrox::core::color::Color;
use fyrox_flock::{
    render::{DrawDetail, Variety},
    sim::settings::Body,
};

/// A change of the look of the boids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Look {
    #[default]
    Own,
    Golden,
    Blue,
    /// A mix of all patterns of the body.
    Mixed,
    Large,
    Small,
    /// The meshes with the fewest triangles.
    Coarse,
}

impl Look {
    pub(super) const ALL: [Self; 7] = [
        Self::Own,
        Self::Golden,
        Self::Blue,
        Self::Mixed,
        Self::Large,
        Self::Small,
        Self::Coarse,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Own => "its own",
            Self::Golden => "golden",
            Self::Blue => "blue",
            Self::Mixed => "all patterns",
            Self::Large => "large",
            Self::Small => "small",
            Self::Coarse => "coarse meshes",
        }
    }

    /// Changes what the look concerns.
    pub(super) fn apply(self, body: &mut Body, variety: &mut Variety, detail: &mut DrawDetail) {
        let mut tint = |from: [u8; 3], to: [u8; 3]| {
            let [from, to] = [from, to].map(|[r, g, b]| Color::opaque(r, g, b));
            (variety.tint_from, variety.tint_to) = (from, to);
        };
        match self {
            Self::Own => (),
            Self::Golden => tint([255, 170, 40], [255, 236, 150]),
            Self::Blue => tint([70, 130, 255], [150, 220, 255]),
            Self::Mixed => variety.row = 0,
            Self::Large => body.scale *= 1.6,
            Self::Small => body.scale *= 0.6,
            Self::Coarse => detail.quality *= 0.1,
        }
    }
}
