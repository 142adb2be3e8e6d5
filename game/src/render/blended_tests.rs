//! The order of blended bodies.

use super::{tests::collect, *};
use crate::render::{model_body::tests::model_of, BodyMotion, ForwardAxis, MotionKind};
use fyrox::scene::{
    mesh::{
        surface::{SurfaceBuilder, CUBE},
        MeshBuilder, RenderPath,
    },
    Scene,
};

fn cube(render_path: RenderPath) -> DrawnBody {
    let mut scene = Scene::new();
    MeshBuilder::new(BaseBuilder::new())
        .with_surfaces(vec![SurfaceBuilder::new(CUBE.resource()).build()])
        .with_render_path(render_path)
        .build(&mut scene.graph);
    DrawnBody::from_model(&model_of(scene), ForwardAxis::PlusZ).unwrap()
}

/// Positions and phases of the drawn boids, and their numbers for the differences between bodies.
fn drawn(renderer: &FlockRenderer) -> (Vec<Vector3<f32>>, Vec<f32>) {
    let (mut positions, mut numbers) = (Vec::new(), Vec::new());
    renderer.instances.read(|texels| {
        let boids = texels.iter().step_by(2);
        positions.extend(boids.map(|&[x, y, z, _]| Vector3::new(x, y, z)));
    });
    renderer.motions.read(|texels| {
        numbers.extend(texels.iter().map(|texel| texel[3]));
    });
    (positions, numbers)
}

#[test]
fn blended_bodies_are_drawn_from_back_to_front_with_their_own_motions() {
    let flock = flock_sim::Flock::new(Default::default(), Default::default(), Default::default());
    let flock = flock.expect("the default settings are in range");
    let eye = Vector3::new(3.0, -2.0, 9.0);
    let renderer = |path, viewers: &[Vector3<f32>]| {
        let mut renderer = FlockRenderer::new(cube(path));
        renderer.set_motion(BodyMotion {
            kind: MotionKind::Bird,
            ..BodyMotion::default()
        });
        renderer.set_viewers(viewers.iter().copied());
        renderer.set_flock(&flock);
        renderer
    };
    let (plain, own) = drawn(&renderer(RenderPath::Deferred, &[eye]));
    let distances = |positions: &[Vector3<f32>]| -> Vec<f32> {
        let to_eye = positions.iter().map(|it| (it - eye).norm_squared());
        to_eye.collect()
    };
    assert!(!distances(&plain).is_sorted_by(|a, b| a >= b));
    assert_eq!(drawn(&renderer(RenderPath::Forward, &[])).0, plain);

    let sorted = renderer(RenderPath::Forward, &[eye]);
    let (positions, numbers) = drawn(&sorted);
    assert!(distances(&positions).is_sorted_by(|a, b| a >= b));
    for (position, number) in positions.iter().zip(numbers) {
        let before = plain.iter().position(|it| it == position).unwrap();
        assert_eq!(number, own[before]);
    }
    // Chunks are drawn in this order, also around an eye inside the flock.
    let mut inside = renderer(RenderPath::Forward, &[Vector3::zeros()]);
    inside.set_frustum_culling(false);
    let draws = collect(&inside, "Forward");
    let firsts: Vec<_> = draws
        .iter()
        .map(|(draw, _)| draw.blend_shapes_weights[0])
        .collect();
    assert!(firsts.len() > 2 && firsts.is_sorted(), "{firsts:?}");
    // The bounds are those of the new chunks.
    let size = sorted.body().unwrap().boids_per_draw();
    for (chunk, bounds) in sorted.chunks.iter() {
        let boids = positions.iter().skip(chunk * size).take(size);
        for position in boids {
            assert!(bounds.is_contains_point(*position));
        }
    }
}
