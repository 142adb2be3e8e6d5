//! The skins of the fish.

use super::{
    canvas::{band, hash, noise, opaque, rgb, scales, smooth, Canvas, Rgb},
    fish::{ANAL, DORSAL, PECTORAL, PELVIC, SKIN, TAIL},
};
use fyrox::core::algebra::Vector4;
use std::f32::consts::{PI, TAU};

/// Width of a texture, and height of a pattern, in pixels.
const SIZE: u32 = 256;

/// A kind of skin. `around` runs from 0 at the back to 1 at the belly.
struct Skin<'a> {
    trunk: &'a dyn Fn(f32, f32) -> Rgb,
    /// Colour of a fin by its kind, from 0 to 1 along its root, and from 0 at its root to 1 at its
    /// tip.
    fin: &'a dyn Fn(FinKind, f32, f32) -> Rgb,
    /// Number of rays in a fin.
    rays: f32,
    /// How ragged the tips of the fins are.
    ragged: f32,
}

#[derive(Clone, Copy, PartialEq)]
enum FinKind {
    Dorsal,
    Tail,
    Anal,
    Pectoral,
    Pelvic,
}

/// Paints the patterns into one texture, each below the last.
fn paint(skins: &[Skin]) -> Canvas {
    let rows = skins.len() as f32;
    Canvas::paint(SIZE, SIZE * skins.len() as u32, |u, v| {
        let row = ((v * rows) as usize).min(skins.len() - 1);
        skins[row].color(u, v * rows - row as f32)
    })
}

impl Skin<'_> {
    fn color(&self, u: f32, v: f32) -> Vector4<f32> {
        if let Some((along, around)) = SKIN.find(u, v) {
            return opaque((self.trunk)(along, around));
        }
        let kinds = [
            (DORSAL, FinKind::Dorsal),
            (TAIL, FinKind::Tail),
            (ANAL, FinKind::Anal),
            (PECTORAL, FinKind::Pectoral),
            (PELVIC, FinKind::Pelvic),
        ];
        let found = kinds
            .iter()
            .find_map(|(slot, kind)| Some((slot.find(u, v)?, *kind)));
        let Some(((x, y), kind)) = found else {
            return Vector4::zeros();
        };
        let ray = (x * self.rays * TAU).sin();
        let color = (self.fin)(kind, x, y) * (0.9 + 0.12 * ray);
        let edge = 1.0 - self.ragged * (0.5 - 0.5 * ray) * hash((x * self.rays) as i32, 3, 7);
        color.push(if y < edge { 1.0 } else { 0.0 })
    }
}

/// An eye with a dark pupil in a light ring. Its radii are fractions of the trunk's length and of
/// half its circumference.
fn eye(skin: Rgb, (along, around): (f32, f32), at: [f32; 2], radii: [f32; 2], iris: Rgb) -> Rgb {
    let distance = ((along - at[0]) / radii[0]).hypot((around - at[1]) / radii[1]);
    let socket = skin.lerp(&(skin * 0.45), smooth(1.35, 1.05, distance));
    let eye = socket.lerp(&iris, smooth(1.06, 0.94, distance));
    let pupil = eye.lerp(&rgb(0x06070a), smooth(0.66, 0.54, distance));
    let glint = ((along - at[0]) / radii[0] + 0.2).hypot((around - at[1]) / radii[1] + 0.25);
    pupil.lerp(&rgb(0xffffff), 0.9 * smooth(0.2, 0.1, glint))
}

/// The line of the gill cover behind the head.
fn gill(skin: Rgb, (along, around): (f32, f32), at: f32, bulge: f32) -> Rgb {
    let edge = at + bulge * (1.0 - (2.4 * (around - 0.56)).powi(2));
    let line = band(edge, 0.003, 0.008, along) * band(0.56, 0.28, 0.1, around);
    let light = band(edge - 0.014, 0.002, 0.014, along) * band(0.56, 0.26, 0.12, around);
    skin.lerp(&(skin * 0.42), line)
        .lerp(&rgb(0xffffff), 0.14 * light)
}

fn mouth(skin: Rgb, (along, around): (f32, f32), at: f32, length: f32) -> Rgb {
    let line = band(at + 0.6 * along, 0.008, 0.012, around) * smooth(length, length * 0.8, along);
    skin.lerp(&rgb(0x141416), 0.75 * line)
}

/// Silver flanks under a blue-green back, with a row of dark spots.
pub(crate) fn sardine() -> Canvas {
    let trunk = |along: f32, around: f32| {
        let point = (along, around);
        let mottle = noise(along * 30.0, around * 14.0, 3);
        let back = rgb(0x143447).lerp(&rgb(0x1f5a66), mottle);
        let flank = rgb(0xb9c8d2).lerp(&rgb(0xdfe8ee), noise(along * 12.0, around * 20.0, 5));
        let belly = rgb(0xf1f3f1);
        let edge = 0.3 + 0.025 * (noise(along * 18.0, 0.5, 9) - 0.5);
        let sheen = rgb(0x3f9aa8).lerp(&rgb(0x86c6c0), noise(along * 8.0, around * 30.0, 21));
        let mut color = back.lerp(&sheen, smooth(edge - 0.12, edge, around));
        color = color.lerp(&flank, smooth(edge - 0.02, edge + 0.07, around));
        color = color.lerp(&belly, smooth(0.68, 0.85, around));
        let cell = (along - 0.29) / 0.055;
        let spot = ((cell - cell.floor() - 0.5) * 0.055 / 0.012).hypot((around - 0.375) / 0.032);
        let is_spot = if (0.0..8.0).contains(&cell) {
            1.0 - 0.08 * cell
        } else {
            0.0
        };
        color = color.lerp(&rgb(0x1c2f3b), 0.75 * is_spot * smooth(1.1, 0.7, spot));
        let scale = scales(along * 46.0, around * 24.0);
        let body = smooth(0.22, 0.26, along);
        color *= 1.0 + body * (0.17 * scale - 0.1);
        let head = rgb(0x9fb2ba).lerp(&rgb(0xd9c98f), 0.35 * smooth(0.35, 0.55, around));
        color = color.lerp(
            &head,
            0.55 * smooth(0.23, 0.2, along) * smooth(0.28, 0.42, around),
        );
        let color = mouth(gill(color, point, 0.2, 0.035), point, 0.42, 0.055);
        eye(color, point, [0.105, 0.42], [0.03, 0.1], rgb(0xe6dfc0))
    };
    let fin = |kind: FinKind, _: f32, y: f32| match kind {
        FinKind::Tail => rgb(0x6d8088).lerp(&rgb(0x39474f), y),
        FinKind::Dorsal => rgb(0x50656e).lerp(&rgb(0x8a9aa0), y),
        _ => rgb(0xaebcc2).lerp(&rgb(0xd4dde0), y),
    };
    paint(&[Skin {
        trunk: &trunk,
        fin: &fin,
        rays: 14.0,
        ragged: 0.12,
    }])
}

/// Four species of the reef: orange anthias, blue chromis, clown fish, and purple and gold basslet.
pub(crate) fn reef_fish() -> Canvas {
    let scaled = |color: Rgb, along: f32, around: f32| {
        let scale = scales(along * 34.0, around * 22.0);
        color * (1.0 + smooth(0.2, 0.26, along) * (0.2 * scale - 0.12))
    };
    let head = |color: Rgb, point: (f32, f32), iris: Rgb| {
        let color = mouth(gill(color, point, 0.24, 0.04), point, 0.44, 0.05);
        eye(color, point, [0.12, 0.4], [0.038, 0.085], iris)
    };
    let anthias = |along: f32, around: f32| {
        let mut color = rgb(0xf2701f).lerp(&rgb(0xff9c3c), smooth(0.25, 0.7, around));
        color = color.lerp(&rgb(0xffc27a), smooth(0.75, 0.95, around));
        color = color.lerp(&rgb(0xe2476f), 0.7 * smooth(0.45, 0.95, along));
        let streak = band(0.43 + 0.5 * (along - 0.12), 0.018, 0.02, around);
        color = color.lerp(&rgb(0xc25bd6), 0.8 * streak * smooth(0.34, 0.28, along));
        color = color.lerp(&rgb(0xffe08a), 0.3 * scales(along * 34.0, around * 22.0));
        head(scaled(color, along, around), (along, around), rgb(0xf3d9f6))
    };
    let chromis = |along: f32, around: f32| {
        let back = rgb(0x1d4fd0).lerp(&rgb(0x2c7cf0), noise(along * 20.0, around * 12.0, 8));
        let mut color = back.lerp(&rgb(0x56b8ff), smooth(0.25, 0.7, around));
        color = color.lerp(&rgb(0xc5ecff), smooth(0.72, 0.95, around));
        color = color.lerp(&rgb(0xffd23c), smooth(0.72, 0.95, along));
        color = color.lerp(&rgb(0x7fe0ff), 0.35 * scales(along * 34.0, around * 22.0));
        head(scaled(color, along, around), (along, around), rgb(0xbfe9ff))
    };
    let clown = |along: f32, around: f32| {
        let mut color = rgb(0xf0600c).lerp(&rgb(0xff8f2a), smooth(0.3, 0.8, around));
        let stripe = |center: f32, half: f32| {
            let bent = along + 0.05 * (around - 0.5) * (around - 0.5);
            (
                band(center, half + 0.014, 0.008, bent),
                band(center, half, 0.008, bent),
            )
        };
        for (center, half) in [(0.255, 0.035), (0.56, 0.05), (0.9, 0.03)] {
            let (black, white) = stripe(center, half);
            color = color
                .lerp(&rgb(0x14110f), black)
                .lerp(&rgb(0xfbf7ef), white);
        }
        let color = color * (1.0 + 0.08 * (scales(along * 34.0, around * 22.0) - 0.5));
        let color = mouth(color, (along, around), 0.44, 0.05);
        eye(
            color,
            (along, around),
            [0.12, 0.4],
            [0.036, 0.08],
            rgb(0xf6a548),
        )
    };
    let basslet = |along: f32, around: f32| {
        let wave = 0.03 * (noise(around * 9.0, 0.3, 4) - 0.5);
        let front = rgb(0x8a2bd8).lerp(&rgb(0xb558f2), smooth(0.3, 0.8, around));
        let rear = rgb(0xffc414).lerp(&rgb(0xffe25c), smooth(0.3, 0.8, around));
        let mut color = front.lerp(&rear, smooth(0.44, 0.58, along + wave));
        color = color.lerp(&rgb(0xffe9a0), 0.2 * scales(along * 34.0, around * 22.0));
        head(scaled(color, along, around), (along, around), rgb(0xffd94a))
    };
    let fins = |root: u32, tip: u32, edge: u32| {
        move |kind: FinKind, x: f32, y: f32| {
            let color = rgb(root).lerp(&rgb(tip), smooth(0.1, 0.8, y));
            let is_edge = smooth(0.84, 0.93, y);
            let side = band(0.0, 0.06, 0.04, x).max(band(1.0, 0.06, 0.04, x));
            let rim = match kind {
                FinKind::Tail => is_edge.max(side),
                FinKind::Pectoral => 0.0,
                _ => is_edge,
            };
            color.lerp(&rgb(edge), 0.8 * rim)
        }
    };
    let anthias_fins = fins(0xf07828, 0xff9ab0, 0xc94fd0);
    let chromis_fins = fins(0x2f7ff0, 0xffd84a, 0xfff0a0);
    let clown_fins = fins(0xf2701a, 0xff8a24, 0x161210);
    let basslet_fins = fins(0xa040e0, 0xffce2c, 0xffe88a);
    let skin = |trunk, fin| Skin {
        trunk,
        fin,
        rays: 16.0,
        ragged: 0.1,
    };
    paint(&[
        skin(&anthias, &anthias_fins),
        skin(&chromis, &chromis_fins),
        skin(&clown, &clown_fins),
        skin(&basslet, &basslet_fins),
    ])
}

/// White and gold with black bands; a second pattern in blue and yellow.
pub(crate) fn flat_fish() -> Canvas {
    let idol = |along: f32, around: f32| {
        let mut color = rgb(0xfaf6e8).lerp(&rgb(0xffd84d), smooth(0.38, 0.78, along));
        let lean = along - 0.1 * (around - 0.5);
        for (center, half) in [(0.2, 0.055), (0.63, 0.075)] {
            color = color.lerp(&rgb(0x101216), band(center, half, 0.02, lean));
        }
        color = color.lerp(&rgb(0x7fb4d8), 0.8 * band(0.71, 0.006, 0.01, lean));
        color = color.lerp(&rgb(0x101216), band(0.94, 0.03, 0.02, along));
        let snout = smooth(0.075, 0.05, along);
        color = color.lerp(&rgb(0xf08a1c), snout * smooth(0.65, 0.4, around));
        color *= 0.97 + 0.06 * scales(along * 44.0, around * 34.0);
        let color = mouth(color, (along, around), 0.5, 0.03);
        eye(
            color,
            (along, around),
            [0.155, 0.37],
            [0.03, 0.05],
            rgb(0x2c2e33),
        )
    };
    let angel = |along: f32, around: f32| {
        let stripe = 0.5 + 0.5 * ((around * 13.0 + 1.2 * (along * 5.0).sin()) * TAU * 0.5).sin();
        let mut color = rgb(0x16339a).lerp(&rgb(0xffcf24), smooth(0.4, 0.75, stripe));
        color = color.lerp(&rgb(0xffb414), smooth(0.8, 0.95, along));
        let mask = band(0.17, 0.045, 0.02, along + 0.12 * (around - 0.4).abs());
        color = color.lerp(&rgb(0x0b1330), mask).lerp(
            &rgb(0x5fc4ff),
            0.8 * band(0.235, 0.008, 0.01, along + 0.12 * (around - 0.4).abs()),
        );
        color = color.lerp(&rgb(0xe9f4ff), smooth(0.1, 0.06, along));
        color *= 0.96 + 0.08 * scales(along * 44.0, around * 34.0);
        let color = mouth(color, (along, around), 0.5, 0.03);
        eye(
            color,
            (along, around),
            [0.155, 0.37],
            [0.03, 0.05],
            rgb(0xf2b91c),
        )
    };
    let idol_fin = |kind: FinKind, x: f32, y: f32| match kind {
        FinKind::Tail => rgb(0x14161a).lerp(&rgb(0xf4f0e2), smooth(0.82, 0.92, y)),
        FinKind::Dorsal | FinKind::Anal => {
            let black = band(0.62, 0.2, 0.06, x) * smooth(0.95, 0.5, y);
            let color = rgb(0xfff2b8).lerp(&rgb(0xfffdf4), y);
            color.lerp(&rgb(0x14161a), black)
        }
        FinKind::Pectoral => rgb(0xf5e7b4),
        FinKind::Pelvic => rgb(0x16181c),
    };
    let angel_fin = |kind: FinKind, x: f32, y: f32| match kind {
        FinKind::Tail => rgb(0xffc21c).lerp(&rgb(0xffe27a), y),
        FinKind::Dorsal | FinKind::Anal => {
            let lines = 0.5 + 0.5 * ((y * 4.0 + x * 2.0) * PI).sin();
            let color = rgb(0x2344b8).lerp(&rgb(0x4f8cf0), lines);
            color.lerp(&rgb(0x9fe0ff), smooth(0.88, 0.96, y))
        }
        FinKind::Pectoral => rgb(0xffd95c),
        FinKind::Pelvic => rgb(0xeaf2ff),
    };
    let skin = |trunk, fin| Skin {
        trunk,
        fin,
        rays: 20.0,
        ragged: 0.08,
    };
    paint(&[skin(&idol, &idol_fin), skin(&angel, &angel_fin)])
}

/// Grey above, pale below, with black tips of the fins.
pub(crate) fn shark() -> Canvas {
    let trunk = |along: f32, around: f32| {
        let grain = noise(along * 160.0, around * 90.0, 2);
        let cloud = noise(along * 14.0, around * 9.0, 6);
        let back = rgb(0x4d5358).lerp(&rgb(0x6a6f70), cloud);
        let flank = rgb(0x8d9190);
        let belly = rgb(0xe4e3dc);
        let edge = 0.56 + 0.05 * (noise(along * 9.0, 2.5, 4) - 0.5) + 0.05 * (along * 7.0).sin();
        let mut color = back.lerp(&flank, smooth(0.15, edge, around));
        color = color.lerp(&belly, smooth(edge - 0.02, edge + 0.08, around));
        color *= 0.93 + 0.12 * grain;
        for number in 0..5 {
            let at = 0.215 + 0.016 * number as f32;
            let slit = band(at + 0.03 * (around - 0.55).powi(2), 0.0025, 0.004, along)
                * band(0.545, 0.085, 0.03, around);
            color = color.lerp(&rgb(0x24272a), 0.85 * slit);
        }
        let jaw = 0.05 + 0.05 * smooth(1.0, 0.72, around);
        let lips = band(jaw, 0.003, 0.005, along) * smooth(0.7, 0.76, around);
        color = color.lerp(&rgb(0x3a3334), 0.8 * lips);
        let nostril = ((along - 0.035) / 0.008).hypot((around - 0.72) / 0.02);
        color = color.lerp(&rgb(0x26282b), 0.8 * smooth(1.2, 0.8, nostril));
        eye(
            color,
            (along, around),
            [0.085, 0.47],
            [0.0085, 0.026],
            rgb(0xb9bdb4),
        )
    };
    let fin = |kind: FinKind, x: f32, y: f32| {
        let grain = noise(x * 40.0, y * 40.0, 5);
        let color = rgb(0x5f6567).lerp(&rgb(0x767b7b), grain);
        let tip = match kind {
            FinKind::Tail => smooth(0.78, 0.9, y) * smooth(0.25, 0.9, (x - 0.35).abs() * 2.0),
            FinKind::Dorsal => smooth(0.72, 0.86, y - 0.35 * x),
            FinKind::Pectoral => smooth(0.78, 0.92, y),
            _ => 0.0,
        };
        let color = match kind {
            FinKind::Pectoral | FinKind::Pelvic => color.lerp(&rgb(0x9a9d9a), 0.3),
            _ => color,
        };
        color.lerp(&rgb(0x1d2022), 0.85 * tip)
    };
    paint(&[Skin {
        trunk: &trunk,
        fin: &fin,
        rays: 0.0,
        ragged: 0.0,
    }])
}
