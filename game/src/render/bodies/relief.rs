//! The relief of the skins, as normal maps: scales, gill covers, rays of fins, feathers, veins.
//! Heights are in pixels of the map. All patterns of a body share one relief.

use super::{
    bird, bird_paint,
    canvas::{band, hash, noise, scales, smooth, Canvas},
    fish, insect,
    insect_paint::wing_point,
    plain_fish_paint,
};
use fyrox::core::algebra::Vector3;
use std::f32::consts::TAU;

/// Pixels of a map along an edge.
const SIZE: u32 = 256;

/// The relief of a fish. Positions are fractions of the trunk's length and of half its
/// circumference, as in its skin.
pub(crate) struct FishRelief {
    /// Scales along and around the trunk.
    pub scales: [f32; 2],
    /// Position of the end of the gill cover, and how far its middle lies behind its ends.
    pub gill: [f32; 2],
    /// The middle of the eye, and its radii.
    pub eye: [f32; 4],
    /// Number of rays in a fin.
    pub rays: f32,
}

pub(crate) const SARDINE: FishRelief = FishRelief {
    scales: [46.0, 24.0],
    gill: [0.2, 0.035],
    eye: [0.105, 0.42, 0.03, 0.1],
    rays: 14.0,
};

pub(crate) const REEF_FISH: FishRelief = FishRelief {
    scales: [34.0, 22.0],
    gill: [0.24, 0.04],
    eye: [0.12, 0.4, 0.038, 0.085],
    rays: 16.0,
};

pub(crate) const FLAT_FISH: FishRelief = FishRelief {
    scales: [44.0, 34.0],
    gill: [0.24, 0.03],
    eye: [0.155, 0.37, 0.03, 0.05],
    rays: 20.0,
};

impl FishRelief {
    pub fn map(&self) -> Canvas {
        normal_map(|u, v| match fish::SKIN.find(u, v) {
            Some(at) => self.trunk(at),
            None => fin(u, v, self.rays),
        })
    }

    fn trunk(&self, (along, around): (f32, f32)) -> f32 {
        let [at, bulge] = self.gill;
        let edge = at + bulge * (1.0 - (2.4 * (around - 0.56)).powi(2));
        let cover = smooth(edge + 0.014, edge - 0.002, along) * band(0.56, 0.3, 0.1, around);
        let [columns, rows] = self.scales;
        let is_scaled = smooth(edge, edge + 0.03, along) * smooth(1.0, 0.94, along);
        let scale = is_scaled * scales(along * columns, around * rows);
        1.3 * scale + 2.0 * cover + 3.0 * dome(along, around, self.eye)
    }
}

/// The simple fish, seen from the side.
pub(crate) fn plain_fish() -> Canvas {
    normal_map(plain_fish_paint::relief)
}

/// Skin teeth too small to see individually, and gill slits.
pub(crate) fn shark() -> Canvas {
    normal_map(|u, v| {
        let Some((along, around)) = fish::SKIN.find(u, v) else {
            return 0.5 * noise(u * 90.0, v * 90.0, 5);
        };
        let slit = |number: i32| {
            let at = 0.215 + 0.016 * number as f32 + 0.03 * (around - 0.55).powi(2);
            band(at, 0.002, 0.005, along) * band(0.545, 0.085, 0.03, around)
        };
        let slits: f32 = (0..5).map(slit).sum();
        let grain = noise(along * 128.0, around * 64.0, 2);
        0.6 * grain - 0.8 * slits + 2.0 * dome(along, around, [0.085, 0.47, 0.0085, 0.026])
    })
}

/// Rays that run from the root of a fin to its tip.
fn fin(u: f32, v: f32, rays: f32) -> f32 {
    let slots = [
        fish::DORSAL,
        fish::TAIL,
        fish::ANAL,
        fish::PECTORAL,
        fish::PELVIC,
    ];
    let found = slots.iter().find_map(|slot| slot.find(u, v));
    found.map_or(0.0, |(x, _)| 0.6 * (x * rays * TAU).sin())
}

/// 1 at the middle of an eye, 0 from its rim on.
fn dome(along: f32, around: f32, [x, y, width, height]: [f32; 4]) -> f32 {
    let distance = ((along - x) / width).powi(2) + ((around - y) / height).powi(2);
    (1.0 - distance).max(0.0).sqrt()
}

/// Down on the trunk, coverts and quills on the wings, plates on the legs.
pub(crate) fn bird() -> Canvas {
    normal_map(|u, v| {
        if let Some((along, around)) = bird::SKIN.find(u, v) {
            let is_feathered = smooth(0.13, 0.17, along);
            return 1.2 * is_feathered * scales(along * 40.0, around * 24.0);
        }
        for slot in [bird::UPPER, bird::LOWER] {
            if let Some((chord, span)) = slot.find(u, v) {
                return 4.0 * (bird_paint::feathers(chord, span) - 0.85);
            }
        }
        if let Some((across, _)) = bird::TAIL.find(u, v) {
            return 4.0 * (bird_paint::tail_feather(across) - 0.95);
        }
        let plate = |(_, along): (f32, f32)| (along * 14.0).fract();
        bird::LEG.find(u, v).map_or(0.0, plate)
    })
}

/// Raised veins and dust of scales on the wings, fur on the trunk.
pub(crate) fn butterfly() -> Canvas {
    normal_map(|u, v| {
        if let Some((along, around)) = insect::SKIN.find(u, v) {
            let rings = (along * 90.0).sin() * smooth(0.45, 0.5, along);
            return 1.5 * noise(along * 60.0, around * 20.0, 3) + 0.8 * rings;
        }
        let slots = [
            (insect::FORE, true, false),
            (insect::HIND, false, false),
            (insect::FORE_BELOW, true, true),
            (insect::HIND_BELOW, false, true),
        ];
        let found = slots.iter().find_map(|&(slot, is_fore, is_below)| {
            let (x, y) = slot.find(u, v)?;
            let dust = hash((x * 110.0) as i32, (y * 110.0) as i32, 9);
            Some(1.6 * wing_point(x, y, is_fore, is_below).veins() + 0.3 * dust)
        });
        found.unwrap_or(0.0)
    })
}

/// Rings of the abdomen.
pub(crate) fn gnat() -> Canvas {
    normal_map(|u, v| match insect::GNAT_SKIN.find(u, v) {
        Some((along, _)) => 4.0 * smooth(0.45, 0.5, along) * (along * 14.0 * TAU).sin(),
        None => 0.0,
    })
}

/// The normal map of a height map. X runs along the rows of the picture, Y down the columns.
fn normal_map(height: impl Fn(f32, f32) -> f32) -> Canvas {
    let half = 0.5 / SIZE as f32;
    Canvas::paint(SIZE, SIZE, |u, v| {
        let slope_u = height(u + half, v) - height(u - half, v);
        let slope_v = height(u, v + half) - height(u, v - half);
        let normal = Vector3::new(-slope_u, -slope_v, 1.0).normalize();
        normal.map(|part| 0.5 * part + 0.5).push(1.0)
    })
}
