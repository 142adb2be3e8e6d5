//! The finish of the skins: how metallic and rough each place is, and how much light shines through.
//! All patterns of a body share one finish.

use super::{
    bird,
    canvas::{smooth, Canvas, Rgb},
    fish, insect, plain_fish_paint,
    shape::Slot,
};

/// Pixels of a map along an edge.
const SIZE: u32 = 128;

/// The finish of a place.
#[derive(Clone, Copy)]
struct Finish {
    /// Fraction of the light that is scattered to the other side.
    translucency: f32,
    roughness: f32,
    metalness: f32,
}

const fn dull(roughness: f32) -> Finish {
    Finish {
        translucency: 0.0,
        roughness,
        metalness: 0.0,
    }
}

/// The membranes of fins.
const FIN: Finish = Finish {
    translucency: 0.9,
    ..dull(0.4)
};

/// Wet skin.
const WET: Finish = dull(0.4);

/// Skin with layers of crystals that reflect like a mirror.
const SILVER: Finish = Finish {
    metalness: 0.4,
    ..dull(0.3)
};

impl Finish {
    fn mix(self, other: Self, share: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * share;
        Self {
            translucency: mix(self.translucency, other.translucency),
            roughness: mix(self.roughness, other.roughness),
            metalness: mix(self.metalness, other.metalness),
        }
    }
}

/// A map with the channels of glTF: roughness in green, metalness in blue; and translucency in red.
fn map(finish: impl Fn(f32, f32) -> Finish) -> Canvas {
    Canvas::paint(SIZE, SIZE, |u, v| {
        let it = finish(u, v);
        Rgb::new(it.translucency, it.roughness, it.metalness).push(1.0)
    })
}

/// Silver flanks and belly under a dark back.
pub(crate) fn sardine() -> Canvas {
    fish(FIN, |_, around| silver(smooth(0.26, 0.4, around)))
}

/// The simple fish, seen from the side.
pub(crate) fn plain_fish() -> Canvas {
    map(|u, v| {
        let (height, on_fin) = plain_fish_paint::place(u, v);
        let flank = silver(smooth(0.85, 0.6, height));
        flank.mix(FIN, on_fin)
    })
}

/// A fish without silver.
pub(crate) fn reef_fish() -> Canvas {
    fish(FIN, |_, _| WET)
}

/// Rough skin, and fins too thick for light.
pub(crate) fn shark() -> Canvas {
    map(|_, _| dull(0.6))
}

fn silver(share: f32) -> Finish {
    dull(0.42).mix(SILVER, share)
}

/// `trunk` has the position along and around the trunk.
fn fish(fin: Finish, trunk: impl Fn(f32, f32) -> Finish) -> Canvas {
    map(|u, v| match fish::SKIN.find(u, v) {
        Some((along, around)) => trunk(along, around),
        None => fin,
    })
}

/// A bird with this plumage. Light shines through the flight feathers.
fn bird(plumage: Finish) -> Canvas {
    map(|u, v| {
        let is_in = |slot: Slot| slot.find(u, v).is_some();
        let wing = [bird::UPPER, bird::LOWER]
            .into_iter()
            .find_map(|slot| slot.find(u, v));
        let flight = match wing {
            Some((chord, _)) => smooth(0.4, 0.6, chord),
            None if is_in(bird::TAIL) => 1.0,
            None => 0.0,
        };
        Finish {
            translucency: 0.3 * flight,
            ..plumage
        }
    })
}

/// Iridescent plumage.
pub(crate) fn starling() -> Canvas {
    bird(Finish {
        metalness: 0.25,
        ..dull(0.42)
    })
}

/// Black plumage with a sheen.
pub(crate) fn crow() -> Canvas {
    bird(dull(0.45))
}

pub(crate) fn falcon() -> Canvas {
    bird(dull(0.8))
}

/// Smooth plumage that sheds water.
pub(crate) fn gull() -> Canvas {
    bird(dull(0.7))
}

/// Wings of thin scales, and a trunk of fur.
pub(crate) fn butterfly() -> Canvas {
    map(|u, v| match insect::SKIN.find(u, v) {
        Some(_) => dull(0.9),
        None => Finish {
            translucency: 0.8,
            ..dull(0.75)
        },
    })
}

/// Membranes of the wings, and a polished trunk.
pub(crate) fn gnat() -> Canvas {
    map(|u, v| match insect::BLUR.find(u, v) {
        Some(_) => Finish {
            translucency: 0.8,
            ..dull(0.5)
        },
        None => dull(0.55),
    })
}
