//! The mesh that a flock draws.

use crate::drawing::{observed, renderer, EYE};
use fyrox::{
    core::algebra::Vector3,
    material::MaterialResource,
    scene::{
        mesh::{
            buffer::{VertexAttributeUsage, VertexReadTrait},
            surface::SurfaceData,
        },
        Scene,
    },
};

/// One body, at the level of detail that is near.
#[derive(Default)]
pub struct Drawn {
    pub positions: Vec<Vector3<f32>>,
    /// The material of each surface.
    pub materials: Vec<MaterialResource>,
    /// True if all triangles and normals face away from the middle of their surface.
    is_outward: bool,
}

impl Drawn {
    /// The body of the flock of a scene.
    pub fn of(scene: &Scene) -> Self {
        let storage = observed(&scene.graph, EYE);
        let (_, renderer) = renderer(&scene.graph);
        let copies = renderer.body().map_or(1, |body| body.boids_per_draw());
        let mut drawn = Self {
            is_outward: true,
            ..Self::default()
        };
        for bundle in &storage.bundles {
            drawn.add(&bundle.data.data_ref(), copies);
            drawn.materials.push(bundle.material.clone());
        }
        drawn
    }

    /// Adds the first copy of a surface, which is convex.
    fn add(&mut self, surface: &SurfaceData, copies: usize) {
        let buffer = &surface.vertex_buffer;
        let count = buffer.vertex_count() as usize / copies;
        let (mut positions, mut normals) = (Vec::new(), Vec::new());
        for view in buffer.iter().take(count) {
            let position = view.read_3_f32(VertexAttributeUsage::Position).unwrap();
            let normal = view.read_3_f32(VertexAttributeUsage::Normal).unwrap();
            let tangent = view.read_4_f32(VertexAttributeUsage::Tangent).unwrap();
            let tex_coord = view.read_2_f32(VertexAttributeUsage::TexCoord0).unwrap();
            assert!(position.iter().chain(&tex_coord).all(|it| it.is_finite()));
            assert!((normal.norm() - 1.0).abs() < 1e-4, "{normal}");
            assert!((tangent.xyz().norm() - 1.0).abs() < 1e-4, "{tangent}");
            positions.push(position);
            normals.push(normal);
        }
        let middle = positions.iter().sum::<Vector3<f32>>() / count as f32;
        let mut pairs = positions.iter().zip(&normals);
        self.is_outward &= pairs.all(|(at, normal)| normal.dot(&(at - middle)) > 0.0);
        let mut volume = 0.0;
        let triangles = surface.geometry_buffer.triangles_ref();
        for triangle in &triangles[..triangles.len() / copies] {
            let [a, b, c] = triangle.0.map(|index| positions[index as usize] - middle);
            let part = a.dot(&b.cross(&c));
            self.is_outward &= part >= 0.0;
            volume += part;
        }
        self.is_outward &= volume > 0.0;
        self.positions.extend(positions);
    }

    /// The corners of the box around the body.
    pub fn bounds(&self) -> (Vector3<f32>, Vector3<f32>) {
        let start = (Vector3::repeat(f32::MAX), Vector3::repeat(f32::MIN));
        let positions = self.positions.iter();
        positions.fold(start, |(min, max), it| (min.inf(it), max.sup(it)))
    }

    /// Asserts that triangles and normals face outward.
    #[track_caller]
    pub fn assert_outward(&self) {
        assert!(self.is_outward);
    }

    /// Asserts that these are the positions, in any order, within this distance in metres.
    #[track_caller]
    pub fn assert_positions(&self, expected: &[Vector3<f64>], tolerance: f32) {
        assert_eq!(self.positions.len(), expected.len());
        for expected in expected.iter().map(|it| it.cast::<f32>()) {
            let distances = self.positions.iter().map(|it| (it - expected).norm());
            let nearest = distances.fold(f32::MAX, f32::min);
            assert!(nearest <= tolerance, "{expected} is {nearest} away");
        }
    }
}
