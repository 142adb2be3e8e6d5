use super::*;
use crate::render::{find_lod_groups, BodyMotion, DrawDetail, MotionKind, Sprite, Swim, Variety};
use fyrox::{
    core::{
        algebra::{Matrix4, UnitQuaternion, Vector3},
        math::frustum::Frustum,
        sstorage::ImmutableString,
    },
    graph::SceneGraph,
    graphics::ElementRange,
    material::MaterialResource,
    renderer::{
        bundle::{RenderDataBundleStorageTrait, SurfaceInstanceData},
        cache::DynamicSurfaceCache,
        observer::ObserverPosition,
    },
    resource::texture::{Texture, TextureKind, TexturePixelKind, TextureResource},
    scene::{
        base::{LevelOfDetail, LodGroup},
        collider::BitMask,
        mesh::{
            buffer::{TriangleBufferRefMut, VertexAttributeDescriptor, VertexBufferRefMut},
            surface::SurfaceResource,
            RenderPath,
        },
        pivot::PivotBuilder,
        Scene,
    },
};

/// Stores the draw calls of a node.
#[derive(Default)]
struct Pushed(Vec<(SurfaceInstanceData, u64)>);

impl RenderDataBundleStorageTrait for Pushed {
    fn push_triangles(
        &mut self,
        _: &mut DynamicSurfaceCache,
        _: &[VertexAttributeDescriptor],
        _: &MaterialResource,
        _: RenderPath,
        _: u64,
        _: Handle<Node>,
        _: &mut dyn FnMut(VertexBufferRefMut, TriangleBufferRefMut),
    ) {
        panic!("the engine keeps every mesh that it gets this way");
    }

    fn push(
        &mut self,
        _: &SurfaceResource,
        _: &MaterialResource,
        _: RenderPath,
        sort_index: u64,
        instance: SurfaceInstanceData,
    ) {
        self.0.push((instance, sort_index));
    }
}

/// The draw calls of the renderer for an observer at the origin that looks along -Z.
pub(super) fn collect(renderer: &FlockRenderer, pass: &str) -> Vec<(SurfaceInstanceData, u64)> {
    collect_in(&Graph::new(), renderer, pass, BitMask::all())
}

/// The draw calls in a scene, for an observer with a render mask.
fn collect_in(
    graph: &Graph,
    renderer: &FlockRenderer,
    pass: &str,
    render_mask: BitMask,
) -> Vec<(SurfaceInstanceData, u64)> {
    let projection_matrix = Matrix4::new_perspective(1.0, 1.0, 0.1, 1000.0);
    let observer = ObserverPosition {
        z_near: 0.1,
        z_far: 1000.0,
        view_matrix: Matrix4::identity(),
        projection_matrix,
        view_projection_matrix: projection_matrix,
        ..Default::default()
    };
    let frustum = Frustum::from_view_projection_matrix(projection_matrix).unwrap();
    let mut pushed = Pushed::default();
    let mut ctx = RenderContext {
        render_mask,
        elapsed_time: 0.0,
        observer_position: &observer,
        frustum: Some(&frustum),
        storage: &mut pushed,
        graph,
        render_pass_name: &ImmutableString::new(pass),
        dynamic_surface_cache: &mut DynamicSurfaceCache::new(),
    };
    renderer.collect_render_data(&mut ctx);
    pushed.0
}

/// Boids in a row, each a metre farther along -Z, all at the finest level of detail.
fn row(count: usize) -> FlockRenderer {
    let mut renderer = FlockRenderer::new(DrawnBody::fish());
    renderer.set_detail(DrawDetail {
        quality: 100.0,
        ..DrawDetail::default()
    });
    renderer.set_instances(count, |texels| {
        for (i, boid) in texels.chunks_mut(2).enumerate() {
            boid[0] = [0.0, 0.0, -1.0 - 0.1 * i as f32, 1.0];
            boid[1] = [0.0; 4];
        }
    });
    renderer
}

fn first_and_count(renderer: &FlockRenderer, instance: &SurfaceInstanceData) -> (usize, usize) {
    let triangles = renderer.body().unwrap().triangle_count();
    let ElementRange::Specific { offset: 0, count } = instance.element_range else {
        panic!("{:?}", instance.element_range);
    };
    assert_eq!(count % triangles, 0);
    (instance.blend_shapes_weights[0] as usize, count / triangles)
}

#[test]
fn every_boid_is_in_one_draw_and_the_last_draw_is_cut_short() {
    for count in [255, 256, 257, 600, 65_536] {
        let mut renderer = row(0);
        renderer.set_instances(count, |texels| {
            for (i, boid) in texels.chunks_mut(2).enumerate() {
                boid[0] = [0.0, 0.0, -1.0 - (i % 100) as f32, 1.0];
                boid[1] = [0.0; 4];
            }
        });
        let mut draws: Vec<_> = collect(&renderer, "GBuffer")
            .iter()
            .map(|(instance, _)| first_and_count(&renderer, instance))
            .collect();
        draws.sort();
        let firsts = (0..count).step_by(256);
        let expected: Vec<_> = firsts
            .map(|first| (first, (count - first).min(256)))
            .collect();
        assert_eq!(draws, expected);
    }
}

#[test]
fn chunks_come_farthest_first_with_one_sort_index() {
    let draws = collect(&row(600), "Forward");
    let firsts: Vec<_> = draws
        .iter()
        .map(|(d, _)| d.blend_shapes_weights[0])
        .collect();
    assert_eq!(firsts, [512.0, 256.0, 0.0]);
    assert!(draws.iter().all(|(_, index)| *index == draws[0].1));
}

#[test]
fn chunks_outside_the_frustum_are_culled_unless_culling_is_off() {
    let mut renderer = row(600);
    renderer.set_instances(600, |texels| {
        for boid in texels.chunks_mut(2).skip(256) {
            boid[0][2] = 50.0;
        }
    });
    assert_eq!(collect(&renderer, "GBuffer").len(), 1);
    renderer.set_frustum_culling(false);
    assert_eq!(collect(&renderer, "GBuffer").len(), 3);
}

#[test]
fn flags_of_the_node_are_respected() {
    let mut renderer = row(10);
    assert_eq!(collect(&renderer, "SpotShadow").len(), 1);
    renderer.set_cast_shadows(false);
    assert_eq!(collect(&renderer, "SpotShadow").len(), 0);
    assert_eq!(collect(&renderer, "GBuffer").len(), 1);
    renderer
        .render_mask
        .set_value_and_mark_modified(BitMask::none());
    assert_eq!(collect(&renderer, "GBuffer").len(), 0);
}

#[test]
fn an_empty_flock_draws_nothing() {
    let renderer = row(0);
    assert_eq!(collect(&renderer, "GBuffer").len(), 0);
    assert_eq!(
        renderer.world_bounding_box().min,
        renderer.world_bounding_box().max
    );
}

#[test]
fn bounds_hold_the_bent_tail() {
    let mut renderer = row(1);
    renderer.set_swim(Swim {
        amplitude: 1.0,
        ..Default::default()
    });
    let bounds = renderer.world_bounding_box();
    let body = renderer.body().unwrap();
    assert!(bounds.max.x >= body.length());
    assert!(bounds.is_contains_point(Vector3::new(0.0, 0.0, -1.0) + body.nose()));
}

#[test]
fn copies_and_loaded_renderers_remove_themselves() {
    let mut scene = Scene::new();
    let original = scene.graph.add_node(Node::new(row(3)));
    let copy = scene.graph.add_node(Node::new(row(3).clone()));
    let loaded = scene.graph.add_node(Node::new(FlockRenderer::default()));
    scene.update(Default::default(), 1.0 / 60.0, Default::default());
    assert!(scene.graph.is_valid_handle(original));
    assert!(!scene.graph.is_valid_handle(copy));
    assert!(!scene.graph.is_valid_handle(loaded));
}

/// Twin of `rotate` in boid.glsl, with w computed as in `fetch_boid`.
fn shader_rotate([x, y, z]: [f32; 3], v: Vector3<f32>) -> Vector3<f32> {
    let q = Vector3::new(x, y, z);
    let w = (1.0 - q.dot(&q)).max(0.0).sqrt();
    v + 2.0 * q.cross(&(q.cross(&v) + w * v))
}

#[test]
fn the_shader_turns_as_the_quaternion_does() {
    for i in 0..1000 {
        let t = i as f32;
        let rotation = UnitQuaternion::from_euler_angles(t * 0.37, t * 0.71, t * 1.13);
        let q = rotation.quaternion();
        let sign = if q.w < 0.0 { -1.0 } else { 1.0 };
        let texel = [q.i * sign, q.j * sign, q.k * sign];
        for v in [Vector3::x(), Vector3::y(), Vector3::z()] {
            let difference = shader_rotate(texel, v) - rotation * v;
            assert!(difference.norm() < 2e-3, "{i}: {difference}");
        }
    }
}

/// Twin of `bend_at` in pose.glsl, for a body of length 2 with its nose at 1.
fn shader_bend(amplitude: f32, waves: f32, z: f32, phase: f32) -> (f32, f32) {
    let tau = std::f32::consts::TAU;
    let along = ((1.0 - z) / 2.0).clamp(0.0, 1.0);
    let angle = tau * (phase - waves * along);
    let displacement = amplitude * 2.0 * along * along * angle.sin();
    let slope = -amplitude * along * (2.0 * angle.sin() - tau * waves * along * angle.cos());
    (displacement, slope)
}

#[test]
fn the_slope_is_the_derivative_of_the_bend() {
    for i in 0..100 {
        let (z, phase) = (-0.9 + 0.018 * i as f32, 0.01 * i as f32);
        let at = |z| shader_bend(0.2, 0.8, z, phase).0;
        let numeric = (at(z + 1e-3) - at(z - 1e-3)) / 2e-3;
        let (_, slope) = shader_bend(0.2, 0.8, z, phase);
        assert!((numeric - slope).abs() < 1e-3, "{z}: {numeric} {slope}");
    }
}

/// Motions are uploaded only if the body needs them.
#[test]
fn motions_cost_nothing_where_bodies_only_swim() {
    let mut renderer = row(300);
    renderer.set_motions(|_| panic!("nothing needs them"));
    renderer.set_variety(Variety {
        brightness: 0.2,
        ..Variety::default()
    });
    let mut filled = 0;
    renderer.set_motions(|texels| filled = texels.len());
    assert_eq!(filled, 300);
    renderer.set_variety(Variety::default());
    renderer.set_motion(BodyMotion::new(MotionKind::Fish));
    filled = 0;
    renderer.set_motions(|texels| filled = texels.len());
    assert_eq!(filled, 300);
}

/// Frames by the clock start with another frame for each boid, so they need the boids' numbers.
#[test]
fn sprites_are_drawn_forward_in_one_draw_for_256() {
    let texture = Texture::from_bytes(
        TextureKind::Rectangle {
            width: 4,
            height: 2,
        },
        TexturePixelKind::RGBA8,
        vec![255; 32],
    );
    let sprite = Sprite {
        columns: 2,
        width: 0.2,
        ..Sprite::new(TextureResource::new_embedded(texture.unwrap()))
    };
    let mut renderer = row(300);
    renderer.set_body(DrawnBody::from_sprite(&sprite).unwrap());
    assert_eq!(collect(&renderer, "GBuffer").len(), 2);
    assert_eq!(collect(&renderer, "SpotShadow").len(), 0);
    let mut filled = 0;
    renderer.set_motions(|texels| filled = texels.len());
    assert_eq!(filled, 300);
    let of_beat = Sprite {
        frames_per_second: 0.0,
        ..sprite
    };
    renderer.set_body(DrawnBody::from_sprite(&of_beat).unwrap());
    renderer.set_motions(|_| panic!("nothing needs them"));
}

/// A renderer whose owner is a node of a graph.
fn owned(graph: &mut Graph) -> (FlockRenderer, Handle<Node>) {
    let owner = PivotBuilder::new(BaseBuilder::new()).build(graph).to_base();
    let mut renderer = row(600);
    renderer.set_owner(owner);
    graph.update_hierarchical_data();
    (renderer, owner)
}

#[test]
fn an_observer_whose_mask_excludes_the_owner_sees_nothing() {
    let mut graph = Graph::new();
    let (renderer, owner) = owned(&mut graph);
    let count = |graph: &Graph, mask| collect_in(graph, &renderer, "GBuffer", BitMask(mask)).len();
    *graph[owner].render_mask = BitMask(0b0110);
    assert_eq!(count(&graph, 0b0001), 0);
    assert_eq!(count(&graph, 0b0100), 3);
}

/// As in an editor, which sets this mask at the renderers of its preview, and whose preview of a
/// camera excludes it.
#[test]
fn the_mask_of_a_renderer_with_an_owner_does_not_count() {
    let mut graph = Graph::new();
    let (mut renderer, _) = owned(&mut graph);
    let of_editor = BitMask(0b1000);
    renderer.render_mask.set_value_and_mark_modified(of_editor);
    let of_scene = BitMask(!of_editor.0);
    assert_eq!(collect_in(&graph, &renderer, "GBuffer", of_scene).len(), 3);
}

#[test]
fn an_owner_that_is_not_culled_is_drawn_behind_the_observer_too() {
    let mut graph = Graph::new();
    let (mut renderer, owner) = owned(&mut graph);
    renderer.set_instances(1, |texels| {
        texels[0] = [0.0, 0.0, 5.0, 1.0];
        texels[1] = [0.0; 4];
    });
    let count = |graph: &Graph| collect_in(graph, &renderer, "GBuffer", BitMask::all()).len();
    assert_eq!(count(&graph), 0);
    graph[owner].set_frustum_culling(false);
    assert_eq!(count(&graph), 1);
}

#[test]
fn lod_groups_that_name_the_owner_or_a_node_above_it_hide_the_flock() {
    let mut graph = Graph::new();
    let (mut renderer, owner) = owned(&mut graph);
    let above: Handle<Node> = PivotBuilder::new(BaseBuilder::new())
        .build(&mut graph)
        .to_base();
    graph.link_nodes(owner, above);
    let group: Handle<Node> = PivotBuilder::new(BaseBuilder::new())
        .build(&mut graph)
        .to_base();
    let set = |graph: &mut Graph, object, begin, end| {
        let levels = vec![LevelOfDetail::new(begin, end, vec![object])];
        graph[group].set_lod_group(Some(LodGroup { levels }));
        graph.update_hierarchical_data();
    };
    // 500 m away, half-way between the clip planes.
    let place = graph[above].local_transform_mut();
    place.set_position(Vector3::z() * -500.0);
    set(&mut graph, owner, 0.0, 0.4);
    let groups = find_lod_groups(&graph);
    assert_eq!(groups, [group]);
    let count = |graph: &Graph, renderer: &FlockRenderer| {
        collect_in(graph, renderer, "GBuffer", BitMask::all()).len()
    };
    assert_eq!(count(&graph, &renderer), 3, "no group is known");
    renderer.set_lod_groups(&groups);
    assert_eq!(count(&graph, &renderer), 0);
    set(&mut graph, above, 0.0, 0.4);
    assert_eq!(count(&graph, &renderer), 0);
    set(&mut graph, above, 0.4, 0.6);
    assert_eq!(count(&graph, &renderer), 3);
    set(&mut graph, group, 0.0, 0.1);
    assert_eq!(count(&graph, &renderer), 3, "the group itself is elsewhere");
}
