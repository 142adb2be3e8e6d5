//! The draw calls of flocks, collected as the engine does it in a frame.

use fyrox::{
    core::{
        algebra::{Matrix4, Point3, Vector3},
        math::frustum::Frustum,
        sstorage::ImmutableString,
    },
    renderer::{
        bundle::{RenderContext, RenderDataBundleStorage},
        cache::DynamicSurfaceCache,
        observer::ObserverPosition,
    },
    scene::{
        camera::Camera,
        collider::BitMask,
        node::{Node, NodeTrait},
        Scene,
    },
};
use fyrox_flock::render::FlockRenderer;

/// The passes of all cameras.
pub struct Passes(Vec<Pass>);

struct Pass {
    name: ImmutableString,
    observer: ObserverPosition,
}

impl Passes {
    /// The pass of each camera, and three shadow maps of a sun, which cover a quarter, a half and
    /// all of a sphere of this radius around the origin.
    pub fn of(scene: &Scene, radius: f32) -> Self {
        let cameras = scene
            .graph
            .linear_iter()
            .filter_map(|node: &Node| node.cast::<Camera>());
        let passes = cameras.flat_map(|camera| {
            let observer = ObserverPosition::from_camera(camera);
            let color = Pass {
                name: ImmutableString::new("GBuffer"),
                observer,
            };
            let shadows = [0.25, 0.5, 1.0].map(|part| shadow(radius, part * radius));
            std::iter::once(color).chain(shadows)
        });
        Self(passes.collect())
    }

    /// Culls the flocks and lists their draw calls for each pass. Returns the number of draw calls.
    pub fn collect(&self, scene: &Scene) -> usize {
        self.0.iter().map(|pass| pass.collect(scene)).sum()
    }
}

impl Pass {
    fn collect(&self, scene: &Scene) -> usize {
        let observer = &self.observer;
        let frustum = Frustum::from_view_projection_matrix(observer.view_projection_matrix);
        let mut storage = RenderDataBundleStorage::new_empty(observer.clone());
        let mut context = RenderContext {
            render_mask: BitMask::all(),
            elapsed_time: 0.0,
            observer_position: observer,
            frustum: frustum.as_ref(),
            storage: &mut storage,
            graph: &scene.graph,
            render_pass_name: &self.name,
            dynamic_surface_cache: &mut DynamicSurfaceCache::new(),
        };
        let nodes = scene.graph.linear_iter();
        for renderer in nodes.filter_map(|node: &Node| node.cast::<FlockRenderer>()) {
            renderer.collect_render_data(&mut context);
        }
        let bundles = storage.bundles.iter();
        bundles.map(|bundle| bundle.instances.len()).sum()
    }
}

fn shadow(radius: f32, half: f32) -> Pass {
    let sun = Point3::new(0.3 * radius, 2.0 * radius, 0.1 * radius);
    let view_matrix = Matrix4::look_at_rh(&sun, &Point3::origin(), &Vector3::z());
    let projection_matrix = Matrix4::new_orthographic(-half, half, -half, half, 0.0, 4.0 * radius);
    let observer = ObserverPosition {
        view_matrix,
        projection_matrix,
        view_projection_matrix: projection_matrix * view_matrix,
        ..Default::default()
    };
    Pass {
        name: ImmutableString::new("DirectionalShadow"),
        observer,
    }
}
