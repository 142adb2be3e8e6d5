//! The work of the main thread for drawing flocks, without a GPU.

use fyrox::{
    core::{algebra::Vector2, math::frustum::Frustum, sstorage::ImmutableString},
    graph::SceneGraph,
    renderer::{
        bundle::{RenderContext, RenderDataBundleStorage},
        cache::DynamicSurfaceCache,
        observer::ObserverPosition,
    },
    scene::{camera::Camera, collider::BitMask, node::NodeTrait, Scene},
};
use fyrox_flock::{render::FlockRenderer, FlockHost};

/// The passes of a camera and of the three shadow maps of a directional light.
const PASSES: [&str; 4] = [
    "GBuffer",
    "DirectionalShadow",
    "DirectionalShadow",
    "DirectionalShadow",
];

/// Size of the frame in pixels.
const FRAME: Vector2<f32> = Vector2::new(1920.0, 1080.0);

/// Collects the draw calls of flocks, like the engine in a frame.
pub struct Drawing {
    observer: ObserverPosition,
}

impl Drawing {
    /// For the first camera of a scene.
    pub fn new(scene: &mut Scene) -> Result<Self, String> {
        // The engine computes the matrices in a frame.
        scene.graph.update_hierarchical_data();
        let mut nodes = scene.graph.linear_iter_mut();
        let camera = nodes.find_map(|node| node.cast_mut::<Camera>());
        let camera = camera.ok_or("the scene has no camera")?;
        camera.calculate_matrices(FRAME);
        Ok(Self {
            observer: ObserverPosition::from_camera(camera),
        })
    }

    /// Culls the flocks and lists their draw calls for each pass. Returns the number of draw calls.
    pub fn collect(&self, scene: &Scene) -> usize {
        let frustum = Frustum::from_view_projection_matrix(self.observer.view_projection_matrix);
        let mut calls = 0;
        for pass in PASSES {
            let mut storage = RenderDataBundleStorage::new_empty(self.observer.clone());
            let mut context = RenderContext {
                render_mask: BitMask::all(),
                elapsed_time: 0.0,
                observer_position: &self.observer,
                frustum: frustum.as_ref(),
                storage: &mut storage,
                graph: &scene.graph,
                render_pass_name: &ImmutableString::new(pass),
                dynamic_surface_cache: &mut DynamicSurfaceCache::new(),
            };
            for renderer in scene
                .graph
                .linear_iter()
                .filter_map(|node| node.cast::<FlockRenderer>())
            {
                renderer.collect_render_data(&mut context);
            }
            let bundles = storage.bundles.iter();
            calls += bundles.map(|bundle| bundle.instances.len()).sum::<usize>();
        }
        calls
    }
}

/// Writes the drawn positions of the boids of all flocks.
pub fn fill(scene: &mut Scene, host: &FlockHost) {
    for node in scene.graph.linear_iter_mut() {
        if let Some(renderer) = node.cast_mut::<FlockRenderer>() {
            if let Some(flock) = host.flock(renderer.owner()) {
                renderer.set_flock(flock);
            }
        }
    }
}
