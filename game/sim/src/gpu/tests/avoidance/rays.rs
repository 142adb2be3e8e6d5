//! Tests of single rays.

use super::{
    super::{device::gpu, run_shader},
    scene::{OnGpu, Scene, CAVE},
};
use crate::{
    gpu::{
        avoidance::AvoidanceUniform, geometry_buffers::GpuGeometry, passes::parts::SPHERE_TRACING,
    },
    math::Vec3,
    settings::Settings,
};

const SHADER: &str = "
    @group(0) @binding(0) var<uniform> avoidance: AvoidanceUniform;
    @group(0) @binding(1) var<uniform> field: DistanceFieldUniform;
    @group(0) @binding(2) var<storage, read> blocks: array<u32>;
    @group(0) @binding(3) var<storage, read> cells: array<u32>;
    @group(0) @binding(4) var<storage, read> nodes: array<GpuNode>;
    @group(0) @binding(5) var<storage, read> triangles: array<GpuTriangle>;
    @group(0) @binding(6) var<storage, read> places: array<vec4<f32>>;
    @group(0) @binding(7) var<storage, read> ways: array<vec4<f32>>;
    @group(0) @binding(8) var<storage, read_write> found: array<f32>;
    @compute @workgroup_size(WORKGROUP)
    fn test_rays(@builtin(global_invocation_id) thread: vec3<u32>) {
        if thread.x < arrayLength(&places) {
            let place = places[thread.x];
            let tracer = tracer_at(place.xyz, place.w, clearance_at(place.xyz));
            found[thread.x] = surface_along(tracer, ways[thread.x].xyz);
        }
    }";

/// A ray on the CPU, and the range of view of the boid.
struct Ray {
    place: Vec3,
    view: f32,
    direction: Vec3,
    distance: Option<f32>,
}

fn rays_of(scene: &Scene) -> Vec<Ray> {
    let avoidance_step = scene.avoidance_step(0).unwrap();
    let mut rays = Vec::new();
    for index in 0..scene.boids.len() {
        let (place, velocity) = (scene.boids.position(index), scene.boids.velocity(index));
        let slot = scene.boids.slot[index];
        let sight = avoidance_step.sight(slot, place, velocity, CAVE.clearance(place));
        rays.extend(sight.rays.iter().map(|ray| Ray {
            place,
            view: sight.view,
            direction: ray.direction,
            distance: (!ray.is_clear).then_some(ray.distance),
        }));
    }
    rays
}

fn on_gpu(scene: &Scene, rays: &[Ray]) -> Vec<Option<f32>> {
    let (gpu, uploaded) = (gpu(), OnGpu::new(1).step.into_geometry());
    let uniform = gpu.uniform::<AvoidanceUniform>("avoidance");
    let avoidance = scene.avoidance_step(0).unwrap();
    gpu.write(&uniform, &[AvoidanceUniform::new(&avoidance, 1)]);
    let row = |at: Vec3, last: f32| [at.x, at.y, at.z, last];
    let places: Vec<_> = rays.iter().map(|it| row(it.place, it.view)).collect();
    let ways: Vec<_> = rays.iter().map(|it| row(it.direction, 0.0)).collect();
    let (places, ways) = (
        gpu.filled("places", &places).unwrap(),
        gpu.filled("ways", &ways).unwrap(),
    );
    let found = gpu.buffer::<f32>("found", rays.len()).unwrap();
    let GpuGeometry {
        field,
        blocks,
        cells,
        nodes,
        triangles,
        ..
    } = &*uploaded;
    let buffers = [
        &uniform, field, blocks, cells, nodes, triangles, &places, &ways, &found,
    ];
    run_shader(
        "test_rays",
        &[&SPHERE_TRACING],
        SHADER,
        &buffers,
        rays.len(),
    );
    let found: Vec<f32> = gpu.read(&found, rays.len()).unwrap();
    found
        .iter()
        .map(|distance| (*distance >= 0.0).then_some(*distance))
        .collect()
}

/// Asserts that rays equal those of the CPU up to rounding. Exceptions are rays that just touch
/// something, or that a clearance just lets continue, since a slightly longer or shorter step may
/// reach a finer cell. These rays still end no farther from a surface than the error of clearances.
fn compare(name: &str, change: impl Fn(&mut Settings)) {
    let scene = Scene::new(400, change);
    let rays = rays_of(&scene);
    let error = CAVE.distance_field().unwrap().error();
    let radius = scene.settings.collision.body_radius + scene.settings.collision.skin;
    let (mut surfaces, mut other) = (0, 0);
    for (ray, found) in rays.iter().zip(on_gpu(&scene, &rays)) {
        surfaces += usize::from(ray.distance.is_some());
        let way = |distance: Option<f32>| distance.unwrap_or(ray.view);
        let is_same = ray.distance.is_some() == found.is_some()
            && (way(ray.distance) - way(found)).abs() <= 1e-4 * (1.0 + ray.view);
        other += usize::from(!is_same);
        if let Some(found) = found {
            let end = ray.place + ray.direction * found;
            let room = CAVE.clearance(end) - radius;
            assert!(room <= error + 1e-3, "{name}: {room} m before a surface");
        }
    }
    println!(
        "{name}: {} rays, {surfaces} end, {other} elsewhere",
        rays.len()
    );
    assert!(surfaces > 40, "{name}");
    assert!(
        other <= rays.len() / 200,
        "{name}: {other} of {}",
        rays.len()
    );
}

#[test]
fn rays_end_where_those_of_the_cpu_end() {
    compare("default", |_| ());
    compare("fat", |it| it.collision.body_radius = 0.4);
    // The view is shorter than the resolution of the distance field, so the triangles decide.
    compare("short", |it| {
        it.avoidance.look_ahead = 0.03;
        it.avoidance.examined_view = 360.0;
        it.avoidance.field_of_view = 360.0;
    });
    compare("far", |it| it.avoidance.look_ahead = 10.0);
}
