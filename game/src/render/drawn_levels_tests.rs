//! The levels of detail and the distances of the draw calls.

use super::{tests::collect, *};
use crate::render::{
    model_body::tests::model_of, BodyMotion, BodyShape, DrawDetail, ForwardAxis, MotionKind,
    Variety,
};
use fyrox::{
    core::algebra::Matrix4,
    graphics::ElementRange,
    scene::{
        mesh::{
            surface::{SurfaceBuilder, SurfaceData, SurfaceResource},
            MeshBuilder,
        },
        Scene,
    },
};

/// Starlings in chunks of 256, each chunk at a distance.
fn starlings(distances: &[f32]) -> FlockRenderer {
    let mut renderer = FlockRenderer::new(DrawnBody::of_shape(BodyShape::Starling));
    renderer.set_instances(256 * distances.len(), |texels| {
        for (i, boid) in texels.chunks_mut(2).enumerate() {
            boid[0] = [0.0, 0.0, -distances[i / 256], 1.0];
            boid[1] = [0.0; 4];
        }
    });
    renderer
}

/// First boid, and number of triangles of a body, for each draw call.
fn drawn(renderer: &FlockRenderer, pass: &str) -> Vec<(usize, usize)> {
    let draws = collect(renderer, pass).into_iter();
    let mut drawn: Vec<_> = draws
        .map(|(instance, _)| {
            let ElementRange::Specific { count, .. } = instance.element_range else {
                panic!("{:?}", instance.element_range);
            };
            (instance.blend_shapes_weights[0] as usize, count / 256)
        })
        .collect();
    drawn.sort();
    drawn
}

#[test]
fn each_part_of_a_flock_has_the_level_of_its_size_in_the_picture() {
    let mut renderer = starlings(&[1.0, 10.0, 25.0, 100.0]);
    let levels: Vec<_> = renderer.body().unwrap().triangles_of_levels().collect();
    assert!(levels[0] > 10 * levels[2]);
    // The impostor is a square.
    assert_eq!(levels[3], 2);
    let each = [0, 1, 2, 3].map(|level| (256 * level, levels[level]));
    for pass in ["GBuffer", "SpotShadow"] {
        assert_eq!(drawn(&renderer, pass), each);
    }
    let detail = |quality: f32| DrawDetail {
        quality,
        ..DrawDetail::default()
    };
    renderer.set_detail(detail(100.0));
    let finest = [0, 256, 512, 768].map(|first| (first, levels[0]));
    assert_eq!(drawn(&renderer, "GBuffer"), finest);
    renderer.set_detail(detail(0.01));
    let coarsest = [0, 256, 512, 768].map(|first| (first, levels[3]));
    assert_eq!(drawn(&renderer, "GBuffer"), coarsest);
    // At the edge between two levels, both are drawn and cross-fade.
    let edge = 0.19 / (0.5_f32.tan() * 0.07);
    let both = [(0, levels[1]), (0, levels[0])];
    assert_eq!(drawn(&starlings(&[edge]), "GBuffer"), both);
}

#[test]
fn the_sizes_at_which_levels_change_can_be_set() {
    let mut renderer = starlings(&[1.0, 10.0, 25.0, 100.0]);
    let levels: Vec<_> = renderer.body().unwrap().triangles_of_levels().collect();
    let mut drawn_with = |detail: DrawDetail| {
        renderer.set_detail(detail);
        drawn(&renderer, "GBuffer")
    };
    let each = |drawn: [usize; 4]| [0, 1, 2, 3].map(|at| (256 * at, levels[drawn[at]]));
    let no_second = DrawDetail {
        second_mesh: 0.0,
        ..DrawDetail::default()
    };
    assert_eq!(drawn_with(no_second), each([0, 0, 2, 3]));
    let no_impostor = DrawDetail {
        impostor: 0.0,
        ..DrawDetail::default()
    };
    assert_eq!(drawn_with(no_impostor), each([0, 1, 2, 2]));
    let early_impostor = DrawDetail {
        impostor: 0.02,
        ..DrawDetail::default()
    };
    assert_eq!(drawn_with(early_impostor), each([0, 1, 3, 3]));
    let never = DrawDetail {
        third_mesh: 0.0,
        ..no_second
    };
    assert_eq!(drawn_with(never), each([0, 0, 0, 3]));
}

/// An impostor has pictures of one motion and of the body's own patterns.
#[test]
fn impostors_are_drawn_only_where_they_look_like_the_body() {
    let mut renderer = starlings(&[100.0]);
    let impostor = [(0, 2)];
    assert_eq!(drawn(&renderer, "GBuffer"), impostor);
    renderer.set_motion(BodyMotion {
        strength: 0.5,
        ..BodyMotion::new(MotionKind::Bird)
    });
    assert_eq!(drawn(&renderer, "GBuffer"), impostor);
    renderer.set_motion(BodyMotion::new(MotionKind::Fish));
    let third = renderer
        .body()
        .unwrap()
        .triangles_of_levels()
        .nth(2)
        .unwrap();
    assert_eq!(drawn(&renderer, "GBuffer"), [(0, third)]);
    // Impostors are also drawn for lights, in all passes.
    renderer.set_motion(BodyMotion::default());
    for pass in ["SpotShadow", "PointShadow", "DirectionalShadow"] {
        assert_eq!(drawn(&renderer, pass), impostor);
    }
    // The rows that a game sets apply to the skin, not to the pictures.
    let mut butterflies = FlockRenderer::new(DrawnBody::of_shape(BodyShape::Butterfly));
    butterflies.set_variety(Variety {
        rows: 2,
        ..Variety::default()
    });
    let rows = |level: usize| {
        let bound = butterflies.body.as_ref().unwrap();
        let material = bound.materials[level][0].data_ref();
        let group = material.property_group_ref("variety").unwrap();
        group.property_ref("rows").unwrap().as_float()
    };
    assert_eq!([0, 3].map(rows), [Some(2.0), Some(4.0)]);
}

#[test]
fn boids_beyond_the_distances_are_not_drawn_and_cast_no_shadow() {
    let mut renderer = starlings(&[1.0, 10.0, 100.0]);
    renderer.set_detail(DrawDetail {
        draw_distance: 50.0,
        shadow_distance: 5.0,
        ..DrawDetail::default()
    });
    let firsts = |renderer: &FlockRenderer, pass| {
        let drawn = drawn(renderer, pass).into_iter();
        drawn.map(|(first, _)| first).collect::<Vec<_>>()
    };
    assert_eq!(firsts(&renderer, "GBuffer"), [0, 256]);
    // Without cameras, everything that is lit casts shadows.
    assert_eq!(firsts(&renderer, "SpotShadow"), [0, 256, 512]);
    renderer.set_viewers([Vector3::zeros()]);
    assert_eq!(firsts(&renderer, "SpotShadow"), [0]);
    renderer.set_viewers([Vector3::new(0.0, 0.0, -101.0)]);
    assert_eq!(firsts(&renderer, "DirectionalShadow"), [512]);
}

/// A model whose finest level does not fit into a mesh twice.
fn heavy() -> DrawnBody {
    let data = SurfaceData::make_sphere(520, 260, 0.1, &Matrix4::identity());
    let surface = SurfaceBuilder::new(SurfaceResource::new_embedded(data)).build();
    let mut scene = Scene::new();
    MeshBuilder::new(BaseBuilder::new())
        .with_surfaces(vec![surface])
        .build(&mut scene.graph);
    let body = DrawnBody::from_model(&model_of(scene), ForwardAxis::PlusZ).unwrap();
    assert!(body.levels().finest().vertex_count() > 131_072);
    body.with_levels(MotionKind::OfBody)
}

/// Only the nearest boids of a heavy model take a draw call each: the others are in calls of as many
/// boids as the meshes of their levels hold.
#[test]
fn each_level_has_the_copies_of_its_own_vertices() {
    let body = heavy();
    assert_eq!(body.boids_per_draw(), 1);
    let triangles: Vec<_> = body.triangles_of_levels().collect();
    let copies: Vec<_> = body.levels().iter().map(|level| level.copies).collect();
    println!("{triangles:?} {copies:?}");
    assert!(copies.is_sorted() && copies[1] > 10 && copies[2..] == [256]);
    let mut renderer = FlockRenderer::new(body);
    // Distances at which one level is drawn, without a cross-fade.
    const COUNTS: [usize; 3] = [5, 300, 600];
    const DISTANCES: [f32; 3] = [1.0, 15.0, 60.0];
    let boids = COUNTS.iter().zip(DISTANCES);
    let depths: Vec<f32> = boids.flat_map(|(&count, at)| vec![at; count]).collect();
    renderer.set_instances(depths.len(), |texels| {
        for (boid, depth) in texels.chunks_mut(2).zip(&depths) {
            boid[0] = [0.0, 0.0, -depth, 1.0];
            boid[1] = [0.0; 4];
        }
    });
    for pass in ["GBuffer", "SpotShadow"] {
        let mut calls = [0; 3];
        let mut drawn = vec![0; depths.len()];
        for (call, _) in collect(&renderer, pass) {
            let ElementRange::Specific { count, .. } = call.element_range else {
                panic!("{:?}", call.element_range);
            };
            let first = call.blend_shapes_weights[0] as usize;
            let level = DISTANCES
                .iter()
                .position(|at| *at == depths[first])
                .unwrap();
            assert_eq!(count % triangles[level], 0);
            let boids = count / triangles[level];
            assert!(boids <= copies[level], "{level}: {boids}");
            calls[level] += 1;
            drawn[first..first + boids]
                .iter_mut()
                .for_each(|it| *it += 1);
        }
        assert!(drawn.iter().all(|it| *it == 1), "{pass}");
        let expected = [0, 1, 2].map(|level| COUNTS[level].div_ceil(copies[level]));
        assert_eq!(calls, expected, "{pass}");
    }
}
