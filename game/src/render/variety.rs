//! Differences between the bodies of a flock: colours and patterns, constant for the life of a
//! boid.

use crate::declare::*;
use fyrox::{core::color::Color, material::Material};

group! {
    /// Differences between the bodies in colour and pattern, constant for the life of a boid. Sizes
    /// differ by [`Body::scale_variation`](flock_sim::settings::Body::scale_variation).
    #[derive(Copy)]
    pub struct Variety("c17f2e58-64ab-4f39-8d0c-91b3a5e07d26") {
        /// One end of the range of tints, which multiply the colours. Default: white.
        #[serde(with = "rgb_text")]
        pub tint_from: Color = Color::WHITE;
        /// The other end of the range. Default: white, for bodies without a tint.
        #[serde(with = "rgb_text")]
        pub tint_to: Color = Color::WHITE;
        /// Largest difference of the brightness, as a fraction. 0 to 1, default 0.
        pub brightness: f32 = 0.0, 0.0..=1.0, step 0.05;
        /// Number of patterns in the texture, in rows of equal height. 0: the number of the
        /// built-in body or the sprite, and 1 for a model. 0 to 64, default 0.
        pub rows: u32 = 0, 0.0..=64.0;
        /// The pattern of all boids, from 1; numbers beyond the last pattern select the last. 0:
        /// mixes the patterns. Default 0.
        pub row: u32 = 0, 0.0..=64.0;
        /// Emission of a body, as a fraction of its own colour. Values above 1 only work for
        /// sprites and for models with the forward render path. 0 to 100, default 0.
        pub glow: f32 = 0.0, 0.0..=100.0, step 0.1;
    }
}

/// Colours as `"#rrggbb"`.
mod rgb_text {
    use fyrox::core::color::Color;
    use serde::{de::Error, Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        let Color { r, g, b, .. } = color;
        serializer.serialize_str(&format!("#{r:02x}{g:02x}{b:02x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parse = || {
            let digits = text.strip_prefix('#')?;
            let is_hex = digits.len() == 6 && digits.bytes().all(|it| it.is_ascii_hexdigit());
            let value = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
            let [_, r, g, b] = value.to_be_bytes();
            Some(Color::opaque(r, g, b))
        };
        parse().ok_or_else(|| {
            D::Error::custom(format!("{text:?} is not a colour; write it as \"#rrggbb\""))
        })
    }
}

impl Variety {
    /// True if the bodies differ. The shader then needs the numbers of the boids.
    pub(super) fn is_varied(&self, rows_of_body: u32) -> bool {
        let rows = self.rows_of(rows_of_body);
        let is_tinted = self.tint_from != self.tint_to || self.brightness > 0.0;
        is_tinted || (rows > 1 && self.row == 0)
    }

    fn rows_of(&self, rows_of_body: u32) -> u32 {
        let rows = if self.rows == 0 {
            rows_of_body
        } else {
            self.rows
        };
        rows.clamp(1, 64)
    }

    /// Sets the properties of the flock shader.
    pub(super) fn apply(&self, rows_of_body: u32, material: &mut Material) {
        let rows = self.rows_of(rows_of_body);
        let group = material.try_get_or_insert_property_group("variety");
        group.set_property("tintFrom", self.tint_from);
        group.set_property("tintTo", self.tint_to);
        group.set_property("brightness", self.brightness);
        group.set_property("glow", self.glow);
        group.set_property("rows", rows as f32);
        // Negative: each boid has its own row.
        group.set_property("row", self.row.min(rows) as f32 - 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_written_and_errors_say_how() {
        let variety = Variety {
            tint_from: Color::opaque(255, 128, 0),
            row: 2,
            ..Variety::default()
        };
        let text = ron::to_string(&variety).unwrap();
        assert!(text.contains("\"#ff8000\""), "{text}");
        assert_eq!(ron::from_str::<Variety>(&text), Ok(variety));
        for bad in ["red", "#ff80", "#+f8000", "#ggffff", "ff8000", ""] {
            let error = ron::from_str::<Variety>(&format!("(tint_to: \"{bad}\")")).unwrap_err();
            assert!(error.to_string().contains("#rrggbb"), "{error}");
        }
    }

    #[test]
    fn bodies_differ_only_if_something_makes_them() {
        let plain = Variety::default();
        assert!(!plain.is_varied(1));
        assert!(plain.is_varied(4));
        assert!(!Variety { row: 3, ..plain }.is_varied(4));
        assert!(!Variety { rows: 1, ..plain }.is_varied(4));
        assert!(Variety {
            brightness: 0.1,
            ..plain
        }
        .is_varied(1));
        let tint_to = Color::RED;
        assert!(Variety { tint_to, ..plain }.is_varied(1));
    }
}
