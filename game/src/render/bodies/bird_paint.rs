//! The plumage of the birds.

use super::{
    bird::{LEG, LOWER, SKIN, TAIL, UPPER},
    canvas::{band, noise, opaque, rgb, scales, smooth, Canvas, Rgb},
};
use fyrox::core::algebra::Vector4;

const SIZE: u32 = 256;

/// Colours of a bird without the feathers. `around` runs from 0 at the back to 1 at the belly;
/// `chord` from the leading to the trailing edge of a wing, `span` from its shoulder to its tip.
struct Plumage<'a> {
    trunk: &'a dyn Fn(f32, f32) -> Rgb,
    upper: &'a dyn Fn(f32, f32) -> Rgb,
    lower: &'a dyn Fn(f32, f32) -> Rgb,
    /// Colour of the tail: from its root to its tip, and across it from -1 to 1.
    tail: &'a dyn Fn(f32, f32) -> Rgb,
    leg: Rgb,
    /// Number of separate feathers at the tip of a wing; 0 for a pointed wing.
    fingers: f32,
    /// Factor of all colours.
    light: f32,
    /// Contrast of the shading of the feathers.
    contrast: f32,
}

impl Plumage<'_> {
    fn paint(&self) -> Canvas {
        Canvas::paint(SIZE, SIZE, |u, v| {
            let color = self.color(u, v);
            (color.xyz() * self.light).push(color.w)
        })
    }

    fn color(&self, u: f32, v: f32) -> Vector4<f32> {
        if let Some((along, around)) = SKIN.find(u, v) {
            return opaque((self.trunk)(along, around));
        }
        for (slot, color) in [(UPPER, self.upper), (LOWER, self.lower)] {
            if let Some((chord, span)) = slot.find(u, v) {
                let feathers = self.shade(feathers(chord, span));
                return (color(chord, span) * feathers).push(self.wing_alpha(chord, span));
            }
        }
        if let Some((across, root_to_tip)) = TAIL.find(u, v) {
            let feather = (across * 6.0).fract();
            let shade = self.shade(tail_feather(across));
            let round = 1.0 - 0.09 * (2.0 * feather - 1.0).powi(2);
            let color = (self.tail)(root_to_tip, 2.0 * across - 1.0) * shade;
            return color.push(if root_to_tip < round { 1.0 } else { 0.0 });
        }
        LEG.find(u, v).map_or_else(Vector4::zeros, |(_, along)| {
            let plates = 0.85 + 0.2 * ((along * 14.0).fract() - 0.5).abs();
            opaque(self.leg * plates)
        })
    }

    fn shade(&self, feathers: f32) -> f32 {
        1.0 + self.contrast * (feathers - 1.0)
    }

    /// The outline of the feathers at the trailing edge and the tip.
    fn wing_alpha(&self, chord: f32, span: f32) -> f32 {
        let is_hand = smooth(0.42, 0.5, span);
        let count = if span < 0.5 { 9.0 } else { 10.0 };
        let feather = (span * 2.0 * count).fract();
        let scallop = 0.075 * (2.0 * feather - 1.0).powi(2) * (1.0 - 0.6 * is_hand);
        let is_inside = chord < 1.0 - scallop;
        if self.fingers == 0.0 || span < 0.6 {
            return f32::from(u8::from(is_inside));
        }
        // Separate feathers; the middle ones of the tip are the longest.
        let finger = (chord * self.fingers).fract();
        let gap = 0.62 * smooth(0.68, 1.0, span);
        let middle = ((chord * self.fingers).floor() + 0.5) / self.fingers;
        let end = 1.0 - 0.3 * smooth(0.45, 1.0, middle) - 0.05 * smooth(0.25, 0.0, middle);
        let tip = end - 0.1 * (2.0 * finger - 1.0).powi(2);
        let is_feather = (2.0 * finger - 1.0).abs() < 1.0 - gap;
        f32::from(u8::from(is_inside && is_feather && span < tip))
    }
}

/// Shading of the feathers of a wing: rows of coverts in front, and long quills behind that run
/// along the wing towards its tip.
pub(super) fn feathers(chord: f32, span: f32) -> f32 {
    let is_hand = smooth(0.4, 0.6, span);
    // Quills fan out from the wrist.
    let inner = (span * 18.0 + chord * 1.5).fract();
    let outer = (chord * 7.0 + span * 1.6).fract();
    let quill = |feather: f32| {
        0.82 + 0.26 * smooth(0.0, 0.45, feather) - 0.2 * band(0.62, 0.02, 0.05, feather)
    };
    let quills = quill(inner) * (1.0 - is_hand) + quill(outer) * is_hand;
    let coverts = 0.84 + 0.24 * scales(chord * 11.0, span * 26.0);
    let row = 0.42 - 0.14 * is_hand;
    let shadow = 1.0 - 0.25 * band(row + 0.03, 0.01, 0.04, chord);
    let is_covert = smooth(row + 0.02, row - 0.02, chord);
    (quills * (1.0 - is_covert) + coverts * is_covert) * shadow
}

/// Shading of the feathers of a tail, which lie side by side.
pub(super) fn tail_feather(across: f32) -> f32 {
    let feather = (across * 6.0).fract();
    0.86 + 0.2 * smooth(0.0, 0.35, feather) - 0.25 * band(0.5, 0.02, 0.05, feather)
}

fn eye(skin: Rgb, (along, around): (f32, f32), at: [f32; 2], radii: [f32; 2], iris: Rgb) -> Rgb {
    let distance = ((along - at[0]) / radii[0]).hypot((around - at[1]) / radii[1]);
    let eye = skin.lerp(&iris, smooth(1.25, 1.05, distance));
    let pupil = eye.lerp(&rgb(0x050506), smooth(0.95, 0.8, distance));
    let glint = ((along - at[0]) / radii[0] + 0.25).hypot((around - at[1]) / radii[1] + 0.3);
    pupil.lerp(&rgb(0xffffff), 0.9 * smooth(0.34, 0.18, glint))
}

/// A beak up to `end`, with the line between its halves.
fn beak(skin: Rgb, (along, around): (f32, f32), end: f32, color: Rgb) -> Rgb {
    let line = band(0.5 - 0.3 * along, 0.012, 0.015, around) * smooth(end * 1.15, end, along);
    let base = end - 0.02 * (2.0 * around - 1.0).abs();
    let tone = color * (0.8 + 0.3 * smooth(0.0, 0.8, 1.0 - around));
    let colored = skin.lerp(&tone, smooth(base + 0.008, base - 0.004, along));
    colored.lerp(&(color * 0.35), 0.8 * line)
}

/// Small feathers of the trunk, which grow towards the tail.
fn down(along: f32, around: f32) -> f32 {
    0.9 + 0.16 * scales(along * 40.0, around * 24.0)
}

/// Black with a sheen of purple and green and pale specks; the beak is yellow.
pub(crate) fn starling() -> Canvas {
    let sheen = |x: f32, y: f32| {
        let hue = noise(x * 5.0, y * 4.0, 11);
        rgb(0x1b1730).lerp(&rgb(0x16382f), smooth(0.3, 0.7, hue))
    };
    let trunk = |along: f32, around: f32| {
        let point = (along, around);
        let green = rgb(0x17473c).lerp(&rgb(0x2a2352), noise(along * 7.0, around * 5.0, 3));
        let purple = rgb(0x35205c);
        let mut color = green.lerp(&purple, smooth(0.42, 0.3, along));
        color = color.lerp(&rgb(0x1a1826), 0.6 * smooth(0.55, 0.9, around));
        color *= down(along, around) * 1.05;
        let (x, y) = (along * 30.0, around * 18.0);
        let shift = 0.5 * y.floor().rem_euclid(2.0);
        let (s, t) = ((x + shift).fract() - 0.5, y.fract() - 0.5);
        let size = 0.26 - 0.1 * smooth(0.3, 0.6, along) * smooth(0.6, 0.3, around);
        let speck = smooth(size, size * 0.5, (s * 0.8).hypot(t));
        color = color.lerp(&rgb(0xd9c79c), 0.85 * speck * smooth(0.19, 0.24, along));
        let color = beak(color, point, 0.125, rgb(0xe8b92c));
        eye(color, point, [0.185, 0.4], [0.016, 0.055], rgb(0x2a1d14))
    };
    let upper = |chord: f32, span: f32| {
        let edge = band(0.98, 0.02, 0.03, (span * 18.0 + chord * 1.5).fract());
        let brown = rgb(0x3a2f26).lerp(&rgb(0x5a4a36), smooth(0.45, 1.0, chord));
        let color = sheen(chord, span).lerp(&brown, smooth(0.35, 0.6, chord));
        color.lerp(&rgb(0xb79a62), 0.7 * edge * smooth(0.4, 0.5, chord))
    };
    let lower = |chord: f32, span: f32| {
        rgb(0x4a4038).lerp(&rgb(0x77695a), smooth(0.3, 0.9, chord))
            * (0.9 + 0.2 * noise(chord * 9.0, span * 9.0, 5))
    };
    let tail = |_: f32, _: f32| rgb(0x3d3228);
    Plumage {
        trunk: &trunk,
        upper: &upper,
        lower: &lower,
        tail: &tail,
        leg: rgb(0xa4583a),
        fingers: 0.0,
        light: 1.35,
        contrast: 1.0,
    }
    .paint()
}

/// Black with a blue sheen.
pub(crate) fn crow() -> Canvas {
    let black = |x: f32, y: f32| rgb(0x17181c).lerp(&rgb(0x2b3347), noise(x * 6.0, y * 5.0, 7));
    let trunk = |along: f32, around: f32| {
        let point = (along, around);
        let mut color = black(along, around) * down(along, around) * 1.05;
        color = color.lerp(
            &rgb(0x34303f),
            0.35 * smooth(0.25, 0.5, along) * smooth(0.5, 0.1, around),
        );
        let color = beak(color, point, 0.13, rgb(0x2a2a2c));
        let bristles =
            smooth(0.09, 0.11, along) * smooth(0.14, 0.12, along) * smooth(0.6, 0.4, around);
        let color = color.lerp(&rgb(0x121214), 0.8 * bristles);
        eye(color, point, [0.2, 0.4], [0.015, 0.05], rgb(0x33261c))
    };
    let upper =
        |chord: f32, span: f32| black(chord, span).lerp(&rgb(0x232a3a), smooth(0.4, 0.8, chord));
    let lower =
        |chord: f32, span: f32| black(span, chord).lerp(&rgb(0x3a3a40), smooth(0.35, 0.7, chord));
    let tail = |_: f32, _: f32| rgb(0x1f222b);
    Plumage {
        trunk: &trunk,
        upper: &upper,
        lower: &lower,
        tail: &tail,
        leg: rgb(0x232325),
        fingers: 5.0,
        light: 1.3,
        contrast: 1.0,
    }
    .paint()
}

/// Slate above, barred cream below, with a dark hood.
pub(crate) fn falcon() -> Canvas {
    let bars = |x: f32, count: f32| smooth(0.25, 0.6, (x * count * std::f32::consts::TAU).sin());
    let trunk = |along: f32, around: f32| {
        let point = (along, around);
        let back = rgb(0x48566a).lerp(&rgb(0x62717f), noise(along * 16.0, around * 9.0, 3));
        let back = back.lerp(&rgb(0x3a4656), 0.5 * bars(along, 22.0));
        let breast = rgb(0xf0e4cc).lerp(&rgb(0xe9cfa6), smooth(0.25, 0.4, along));
        let barred = bars(along + 0.008 * (around * 40.0).sin(), 20.0) * smooth(0.38, 0.5, along);
        let belly = breast.lerp(&rgb(0x3c3a3a), 0.75 * barred);
        let spots = smooth(
            0.2,
            0.12,
            ((along * 44.0).fract() - 0.5).hypot((around * 22.0).fract() - 0.5),
        );
        let belly = belly.lerp(
            &rgb(0x4a4038),
            0.6 * spots * smooth(0.26, 0.33, along) * smooth(0.44, 0.38, along),
        );
        let mut color = back.lerp(
            &belly,
            smooth(0.46, 0.56, around + 0.02 * (along * 30.0).sin()),
        );
        let hood = smooth(0.235, 0.2, along + 0.06 * smooth(0.3, 0.6, around));
        color = color.lerp(&rgb(0x262d38), hood * smooth(0.6, 0.5, around));
        let moustache = band(0.135 + 0.04 * (around - 0.5), 0.02, 0.012, along)
            * smooth(0.82, 0.74, around)
            * smooth(0.4, 0.5, around);
        color = color.lerp(&rgb(0x232933), moustache);
        let cheek = band(0.19, 0.018, 0.014, along) * band(0.62, 0.08, 0.05, around);
        color = color.lerp(&rgb(0xf4ecdc), 0.9 * cheek);
        color *= down(along, around);
        let color = beak(color, point, 0.05, rgb(0x4c5560));
        let cere = band(0.052, 0.01, 0.008, along) * smooth(0.75, 0.6, around);
        let color = color.lerp(&rgb(0xf2c53c), 0.9 * cere);
        let ring = ((along - 0.115) / 0.02).hypot((around - 0.41) / 0.062);
        let color = color.lerp(&rgb(0xf2c53c), smooth(1.3, 1.1, ring));
        eye(color, point, [0.115, 0.41], [0.0175, 0.054], rgb(0x2c1a10))
    };
    let upper = |chord: f32, span: f32| {
        let slate = rgb(0x45525f).lerp(&rgb(0x64737f), noise(chord * 8.0, span * 14.0, 9));
        let slate = slate.lerp(
            &rgb(0x333d49),
            0.55 * bars(chord + 0.03 * span, 7.0) * smooth(0.7, 0.4, span),
        );
        slate.lerp(&rgb(0x2a323b), smooth(0.5, 0.9, span))
    };
    let lower = |chord: f32, span: f32| {
        let cream = rgb(0xe6dcc8).lerp(&rgb(0xcfc4b0), smooth(0.4, 0.9, span));
        let is_hand = smooth(0.45, 0.6, span);
        let barred = bars(chord, 7.0) * (1.0 - is_hand) + bars(span, 16.0) * is_hand;
        let color = cream.lerp(&rgb(0x4b4a4c), 0.7 * barred);
        color.lerp(
            &rgb(0x3a3c40),
            smooth(0.86, 0.97, chord).max(smooth(0.85, 1.0, span)),
        )
    };
    let tail = |along: f32, _: f32| {
        let color = rgb(0x7f8b93).lerp(&rgb(0x30363d), 0.8 * bars(along, 6.0));
        color
            .lerp(&rgb(0x23272c), smooth(0.78, 0.86, along))
            .lerp(&rgb(0xe8e0d0), smooth(0.95, 0.98, along))
    };
    Plumage {
        trunk: &trunk,
        upper: &upper,
        lower: &lower,
        tail: &tail,
        leg: rgb(0xe5b52e),
        fingers: 0.0,
        light: 1.3,
        contrast: 1.0,
    }
    .paint()
}

/// White, with a pale grey mantle, black wing tips with white spots, and a yellow beak with a red
/// spot.
pub(crate) fn gull() -> Canvas {
    let (white, black) = (rgb(0xf6f6f3), rgb(0x1d1e22));
    let grey = |x: f32, y: f32| rgb(0x98a2ae).lerp(&rgb(0xa8b1bc), noise(x * 8.0, y * 6.0, 7));
    let trunk = |along: f32, around: f32| {
        let point = (along, around);
        let edge = 0.37 + 0.03 * noise(along * 20.0, 0.0, 4);
        let mantle = smooth(0.33, 0.4, along)
            * smooth(0.86, 0.8, along)
            * smooth(edge + 0.03, edge - 0.03, around);
        let shaded = white.lerp(&rgb(0xd9dde2), 0.8 * smooth(0.7, 1.0, around));
        let color = shaded.lerp(&grey(along, around), mantle);
        let color = color * (0.5 + 0.5 * down(along, around));
        let color = beak(color, point, 0.095, rgb(0xf0b428));
        let spot = ((along - 0.036) / 0.019).hypot((around - 0.78) / 0.2);
        let color = color.lerp(&rgb(0xd0201a), smooth(1.1, 0.85, spot));
        let distance = ((along - 0.165) / 0.0185).hypot((around - 0.39) / 0.055);
        let ring = color.lerp(&rgb(0xe08a2c), smooth(1.17, 1.05, distance));
        let iris = ring.lerp(&rgb(0xf0e6b4), smooth(1.0, 0.9, distance));
        eye(iris, point, [0.165, 0.39], [0.0105, 0.031], rgb(0xcfc389))
    };
    // Black with a white spot before the end, and a white tip on each feather.
    let tip = |color: Rgb, start: f32, chord: f32, span: f32| {
        let color = color.lerp(&black, smooth(0.0, 0.03, span - start - 0.17 * chord));
        let spot = ((chord - 0.42) / 0.36).hypot((span - 0.87) / 0.03);
        let feather = (2.0 * (span * 20.0).fract() - 1.0).abs();
        let end = smooth(0.84, 0.9, chord) * smooth(0.5, 0.3, feather) * smooth(0.76, 0.8, span);
        let point = smooth(0.965, 0.98, span);
        color.lerp(&white, smooth(1.1, 0.8, spot).max(end).max(point))
    };
    let upper = |chord: f32, span: f32| {
        let rim = smooth(0.86, 0.9, chord) * smooth(0.84, 0.76, span);
        tip(grey(chord, span).lerp(&white, rim), 0.62, chord, span)
    };
    let lower = |chord: f32, span: f32| {
        let flight = 0.8 * smooth(0.4, 0.55, chord) * smooth(0.95, 0.85, chord);
        tip(white.lerp(&rgb(0xc6ccd4), flight), 0.68, chord, span)
    };
    let tail = |_: f32, _: f32| white;
    Plumage {
        trunk: &trunk,
        upper: &upper,
        lower: &lower,
        tail: &tail,
        leg: rgb(0xe3aaa0),
        fingers: 0.0,
        light: 1.05,
        contrast: 0.5,
    }
    .paint()
}
