//! The colours of sky and light at each elevation of the sun.

use crate::night::{light_mut, set_properties};
use fyrox::{
    core::{
        algebra::{UnitQuaternion, Vector3},
        color::Color,
        pool::Handle,
    },
    graph::SceneGraph,
    material::MaterialResource,
    scene::{node::Node, Scene},
};

/// Direction to the moon, which stays where it is.
const MOON: Vector3<f32> = Vector3::new(-0.28, 0.36, -0.89);

/// Elevation of the sun, as a sine, below which the moon is the brightest light.
const MOONLIGHT: f32 = -0.10;

/// Sky and light at one elevation of the sun.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Air {
    /// Elevation of the sun, as a sine.
    elevation: f32,
    zenith: [u8; 3],
    horizon: [u8; 3],
    glow: [u8; 3],
    cloud: [u8; 3],
    sun: [u8; 3],
    fill: [u8; 3],
    ambient: [u8; 3],
    glow_strength: f32,
    haze: f32,
    brightness: f32,
    sun_intensity: f32,
    fill_intensity: f32,
    stars: f32,
}

/// In the order of their elevations. Between two of them, all values are interpolated.
const AIRS: [Air; 6] = [
    Air {
        elevation: -0.30,
        zenith: [10, 16, 40],
        horizon: [28, 38, 70],
        glow: [150, 176, 232],
        cloud: [22, 28, 48],
        sun: [150, 176, 240],
        fill: [90, 110, 180],
        ambient: [44, 54, 92],
        glow_strength: 0.10,
        haze: 0.0016,
        brightness: 0.8,
        sun_intensity: 0.55,
        fill_intensity: 0.28,
        stars: 1.0,
    },
    // Neither sun nor moon.
    Air {
        elevation: MOONLIGHT,
        zenith: [20, 30, 74],
        horizon: [84, 80, 124],
        glow: [196, 120, 120],
        cloud: [44, 42, 70],
        sun: [150, 176, 240],
        fill: [104, 120, 190],
        ambient: [54, 60, 96],
        glow_strength: 0.0,
        haze: 0.0018,
        brightness: 0.8,
        sun_intensity: 0.0,
        fill_intensity: 0.36,
        stars: 0.4,
    },
    Air {
        elevation: 0.0,
        zenith: [40, 60, 128],
        horizon: [196, 136, 140],
        glow: [255, 122, 60],
        cloud: [92, 74, 108],
        sun: [255, 136, 78],
        fill: [140, 156, 214],
        ambient: [80, 80, 116],
        glow_strength: 1.1,
        haze: 0.0020,
        brightness: 0.84,
        sun_intensity: 0.9,
        fill_intensity: 0.5,
        stars: 0.0,
    },
    Air {
        elevation: 0.17,
        zenith: [58, 80, 150],
        horizon: [226, 178, 160],
        glow: [255, 150, 64],
        cloud: [126, 104, 132],
        sun: [255, 176, 104],
        fill: [150, 168, 216],
        ambient: [96, 92, 120],
        glow_strength: 1.25,
        haze: 0.0019,
        brightness: 0.86,
        sun_intensity: 2.4,
        fill_intensity: 0.55,
        stars: 0.0,
    },
    Air {
        elevation: 0.42,
        zenith: [56, 112, 204],
        horizon: [196, 212, 228],
        glow: [255, 222, 172],
        cloud: [206, 208, 220],
        sun: [255, 236, 200],
        fill: [168, 196, 238],
        ambient: [104, 114, 128],
        glow_strength: 0.8,
        haze: 0.0019,
        brightness: 0.95,
        sun_intensity: 2.6,
        fill_intensity: 0.55,
        stars: 0.0,
    },
    Air {
        elevation: 1.0,
        zenith: [50, 116, 212],
        horizon: [190, 214, 234],
        glow: [255, 232, 196],
        cloud: [220, 226, 236],
        sun: [255, 244, 224],
        fill: [172, 204, 244],
        ambient: [108, 122, 132],
        glow_strength: 0.6,
        haze: 0.0017,
        brightness: 1.0,
        sun_intensity: 2.7,
        fill_intensity: 0.55,
        stars: 0.0,
    },
];

/// The lights of a scene in the open.
#[derive(Clone, Copy)]
pub struct Lights<'a> {
    pub sun: Handle<Node>,
    pub fill: Handle<Node>,
    /// Materials with the shader `air.shader`.
    pub air: &'a [MaterialResource],
}

impl Lights<'_> {
    /// Sets sky and light for a sun in this direction.
    pub fn set(&self, scene: &mut Scene, sun: Vector3<f32>) {
        let air = Air::at(sun.y);
        let to = if sun.y < MOONLIGHT {
            MOON.normalize()
        } else {
            sun
        };
        set_light(scene, self.sun, (air.sun, air.sun_intensity), -to);
        let away = Vector3::new(to.x, -1.6, to.z);
        set_light(scene, self.fill, (air.fill, air.fill_intensity), away);
        let options = &mut scene.rendering_options;
        options.ambient_lighting_color = color(air.ambient);
        options.clear_color = Some(color(air.horizon));
        let properties = [
            ("zenithColor", color(air.zenith).into()),
            ("horizonColor", color(air.horizon).into()),
            ("glowColor", color(air.glow).into()),
            ("cloudColor", color(air.cloud).into()),
            ("sunDirection", to.into()),
            ("glow", air.glow_strength.into()),
            ("haze", air.haze.into()),
            ("brightness", air.brightness.into()),
            ("stars", air.stars.into()),
        ];
        set_properties(self.air, &properties);
    }
}

impl Air {
    /// The air under a sun of this elevation, given as its sine.
    fn at(elevation: f32) -> Self {
        let above = AIRS.iter().position(|air| air.elevation > elevation);
        let [low, high] = match above {
            Some(0) => [AIRS[0]; 2],
            Some(index) => [AIRS[index - 1], AIRS[index]],
            None => [AIRS[AIRS.len() - 1]; 2],
        };
        let range = (high.elevation - low.elevation).max(1e-6);
        low.mixed(&high, ((elevation - low.elevation) / range).clamp(0.0, 1.0))
    }

    fn mixed(&self, other: &Self, share: f32) -> Self {
        let number = |a: f32, b: f32| a + (b - a) * share;
        let color = |a: [u8; 3], b: [u8; 3]| {
            [0, 1, 2].map(|it| number(f32::from(a[it]), f32::from(b[it])).round() as u8)
        };
        Self {
            elevation: number(self.elevation, other.elevation),
            zenith: color(self.zenith, other.zenith),
            horizon: color(self.horizon, other.horizon),
            glow: color(self.glow, other.glow),
            cloud: color(self.cloud, other.cloud),
            sun: color(self.sun, other.sun),
            fill: color(self.fill, other.fill),
            ambient: color(self.ambient, other.ambient),
            glow_strength: number(self.glow_strength, other.glow_strength),
            haze: number(self.haze, other.haze),
            brightness: number(self.brightness, other.brightness),
            sun_intensity: number(self.sun_intensity, other.sun_intensity),
            fill_intensity: number(self.fill_intensity, other.fill_intensity),
            stars: number(self.stars, other.stars),
        }
    }
}

/// Sets colour, intensity and direction of a light: lights shine along their own -Y.
fn set_light(
    scene: &mut Scene,
    light: Handle<Node>,
    (tint, intensity): ([u8; 3], f32),
    direction: Vector3<f32>,
) {
    let Ok(node) = scene.graph.try_get_node_mut(light) else {
        return;
    };
    let rotation = UnitQuaternion::rotation_between(&-Vector3::y(), &direction);
    node.local_transform_mut()
        .set_rotation(rotation.unwrap_or_default());
    if let Some(light) = light_mut(&mut scene.graph, light) {
        light.set_color(color(tint));
        light.set_intensity(intensity);
    }
}

fn color([red, green, blue]: [u8; 3]) -> Color {
    Color::opaque(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn air_changes_without_steps() {
        assert!(AIRS
            .windows(2)
            .all(|pair| pair[0].elevation < pair[1].elevation));
        for air in AIRS {
            assert_eq!(Air::at(air.elevation), air);
        }
        let elevations: Vec<f32> = (-1000..=1000).map(|it| it as f32 / 1000.0).collect();
        for pair in elevations.windows(2) {
            let [a, b] = [Air::at(pair[0]), Air::at(pair[1])];
            assert!((a.sun_intensity - b.sun_intensity).abs() < 0.02, "{pair:?}");
            let steps = a.horizon.iter().zip(b.horizon);
            assert!(
                steps.into_iter().all(|(a, b)| a.abs_diff(b) <= 3),
                "{pair:?}"
            );
        }
        // The light turns from sun to moon while it is off.
        assert_eq!(Air::at(MOONLIGHT).sun_intensity, 0.0);
    }
}
