//! The light that shines through wings and fins. The deferred passes of the engine light only the
//! side of a surface that faces a light, so the shader adds this light itself, without shadows.

use fyrox::{
    core::{algebra::Vector3, pool::Handle},
    graph::SceneGraph,
    material::Material,
    scene::{
        graph::Graph,
        light::{directional::DirectionalLight, BaseLight},
        node::Node,
    },
};

/// A directional light behind the translucent parts of bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sun {
    /// Direction to the light, of length 1.
    pub direction: Vector3<f32>,
    /// Linear colour times intensity. Zero: no light. From about 3.5 on, fins do not get brighter:
    /// the engine's texture holds values up to 1.
    pub light: Vector3<f32>,
}

impl Default for Sun {
    /// No light.
    fn default() -> Self {
        Self {
            direction: Vector3::y(),
            light: Vector3::zeros(),
        }
    }
}

impl Sun {
    /// A light of the scene. `None` if it is not a visible directional light.
    fn of(node: &Node) -> Option<Self> {
        let light: &BaseLight = node.cast::<DirectionalLight>()?.base_light_ref();
        if !light.global_visibility() || !light.is_globally_enabled() {
            return None;
        }
        let color = light.color().srgb_to_linear_f32().xyz();
        let sun = Self {
            // The engine's lights shine along -Y.
            direction: light.up_vector().try_normalize(f32::EPSILON)?,
            light: color * light.intensity(),
        };
        let numbers = sun.light.iter().chain(&sun.direction);
        numbers.copied().all(f32::is_finite).then_some(sun)
    }

    pub(super) fn apply(&self, material: &mut Material) {
        let group = material.try_get_or_insert_property_group("sun");
        group.set_property("direction", self.direction);
        group.set_property("light", self.light);
    }
}

/// Fills a list with the directional lights of a scene. Cost: linear in the nodes of the graph.
pub(crate) fn find_suns(graph: &Graph, suns: &mut Vec<Handle<Node>>) {
    suns.clear();
    let nodes = graph.pair_iter();
    let lights = nodes.filter(|(_, node)| node.cast::<DirectionalLight>().is_some());
    suns.extend(lights.map(|(handle, _)| handle));
}

/// The brightest of these lights.
pub(crate) fn brightest(lights: &[Handle<Node>], graph: &Graph) -> Sun {
    let nodes = lights.iter().filter_map(|it| graph.try_get_node(*it).ok());
    let suns = nodes.filter_map(Sun::of);
    let brighter = |a: Sun, b: Sun| if b.light.sum() > a.light.sum() { b } else { a };
    suns.fold(Sun::default(), brighter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::{
        core::{algebra::UnitQuaternion, color::Color},
        scene::{
            base::BaseBuilder,
            light::{
                directional::DirectionalLightBuilder, point::PointLightBuilder, BaseLightBuilder,
            },
            transform::TransformBuilder,
        },
    };

    #[test]
    fn the_brightest_visible_directional_light_is_the_sun() {
        let mut graph = Graph::new();
        let base = |intensity: f32| {
            let rotation = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), intensity);
            let transform = TransformBuilder::new().with_local_rotation(rotation);
            let base = BaseBuilder::new().with_local_transform(transform.build());
            BaseLightBuilder::new(base)
                .with_color(Color::opaque(255, 0, 255))
                .with_intensity(intensity)
        };
        let [_, bright] = [0.5, 1.5].map(|intensity| {
            let light = DirectionalLightBuilder::new(base(intensity)).build(&mut graph);
            light.to_base::<Node>()
        });
        PointLightBuilder::new(base(9.0)).build(&mut graph);
        graph.update_hierarchical_data();

        let mut lights = vec![Handle::NONE];
        find_suns(&graph, &mut lights);
        assert_eq!(lights.len(), 2);
        let sun = brightest(&lights, &graph);
        assert_eq!(sun.light, Vector3::new(1.5, 0.0, 1.5));
        let expected = Vector3::new(0.0, 1.5_f32.cos(), 1.5_f32.sin());
        assert!((sun.direction - expected).norm() < 1e-5, "{sun:?}");

        graph[bright].set_visibility(false);
        graph.update_hierarchical_data();
        assert_eq!(
            brightest(&lights, &graph).light,
            Vector3::new(0.5, 0.0, 0.5)
        );
        graph.remove_node(bright);
        assert_eq!(
            brightest(&lights, &graph).light,
            Vector3::new(0.5, 0.0, 0.5)
        );
        assert_eq!(brightest(&[], &graph), Sun::default());
    }
}
