//! The scene node that draws a flock.

use super::{
    body::Body,
    chunks::Chunks,
    instances::{Instances, MAX_BOIDS},
    swim::Swim,
};
use fyrox::{
    core::{
        log::Log, math::aabb::AxisAlignedBoundingBox, pool::Handle, reflect::prelude::*,
        type_traits::prelude::*, uuid::Uuid, visitor::prelude::*,
    },
    graph::constructor::ConstructorProvider,
    graphics::ElementRange,
    material::MaterialResource,
    renderer::{
        bundle::{RenderContext, SurfaceInstanceData},
        is_shadow_pass,
    },
    scene::{
        base::{Base, BaseBuilder},
        graph::Graph,
        node::{constructor::NodeConstructor, Node, NodeTrait, RdcControlFlow},
    },
};
use std::ops::{Deref, DerefMut};

/// Draws all boids of one flock with a few draw calls, in the deferred pipeline: lit, with shadows from all lights, culled
/// in chunks for each camera and light.
///
/// The node is made while the game runs and belongs to whoever fills it. Boids are given in world space, so its own
/// transform does not matter. It is not for scene files: a renderer that was loaded, or copied along with its scene,
/// draws nothing and removes itself from the scene at the first update.
///
/// Bodies with the forward render path are drawn back to front by chunks; within a chunk, in the order of the boids.
///
/// ```
/// use fyrox::{
///     graph::SceneGraph,
///     scene::{node::Node, Scene},
/// };
/// use fyrox_flock::render::{Body, FlockRenderer};
///
/// let mut scene = Scene::new();
/// let mut renderer = FlockRenderer::new(Body::fish());
/// renderer.set_instances(2, |texels| {
///     // Position and size; x, y, z of the orientation and the phase of the tail beat.
///     texels[0] = [0.0, 1.0, 0.0, 1.0];
///     texels[1] = [0.0, 0.0, 0.0, 0.5];
///     texels[2] = [1.0, 1.0, 0.0, 1.2];
///     texels[3] = [0.0, 0.7071, 0.0, 0.0];
/// });
/// scene.graph.add_node(Node::new(renderer));
/// ```
#[derive(Debug, Default, Reflect, Visit, ComponentProvider)]
#[reflect(derived_type = "Node")]
pub struct FlockRenderer {
    base: Base,
    #[visit(skip)]
    #[reflect(hidden)]
    look: Option<Look>,
    #[visit(skip)]
    #[reflect(hidden)]
    swim: Swim,
    #[visit(skip)]
    #[reflect(hidden)]
    instances: Instances,
    #[visit(skip)]
    #[reflect(hidden)]
    chunks: Chunks,
    #[visit(skip)]
    #[reflect(hidden)]
    too_many_reported: bool,
}

/// The body with this renderer's own materials, one for each surface, since a material names the texture of the boids.
#[derive(Debug)]
struct Look {
    body: Body,
    materials: Vec<MaterialResource>,
}

impl FlockRenderer {
    /// A renderer without boids yet, to be added to a scene's graph.
    pub fn new(body: Body) -> Self {
        let mut renderer = Self {
            base: BaseBuilder::new().with_name("Flock Renderer").build_base(),
            ..Default::default()
        };
        renderer.set_body(body);
        renderer
    }

    /// Changes what each boid looks like.
    pub fn set_body(&mut self, body: Body) {
        let materials = body.surfaces().iter().map(|surface| {
            let mut material = surface.material.clone();
            material.bind("boids", self.instances.texture().clone());
            MaterialResource::new_embedded(material)
        });
        self.look = Some(Look {
            materials: materials.collect(),
            body,
        });
        self.update_look();
    }

    /// The body, or none in a renderer that was loaded or copied.
    pub fn body(&self) -> Option<&Body> {
        self.look.as_ref().map(|look| &look.body)
    }

    /// Changes how bodies bend. Values out of range are clamped.
    pub fn set_swim(&mut self, swim: Swim) {
        let swim = swim.clamped();
        if swim != self.swim {
            self.swim = swim;
            self.update_look();
        }
    }

    /// How bodies bend.
    pub fn swim(&self) -> Swim {
        self.swim
    }

    /// Changes the boids: `fill` gets two texels for each and writes all of them.
    ///
    /// - First texel: position in world space, in metres; size of the body, 1 draws it as it was made.
    /// - Second texel: x, y, z of the orientation, the unit quaternion that turns +Z to the heading, with the sign chosen
    ///   such that w is not negative; phase of the beat, 0 to 1.
    ///
    /// Boids near each other in this order should be near each other in space, or culling is in vain. Those with a number
    /// that is not finite are not drawn. More than [`MAX_BOIDS`] are not drawn either, and not in the slice; this is
    /// logged once.
    pub fn set_instances(&mut self, count: usize, fill: impl FnOnce(&mut [[f32; 4]])) {
        if count > MAX_BOIDS && !self.too_many_reported {
            self.too_many_reported = true;
            Log::err(format!(
                "A flock of {count} boids is more than one renderer draws; {MAX_BOIDS} of them are shown."
            ));
        }
        self.instances.fill(count, fill);
        self.update_bounds();
    }

    /// Number of boids that are drawn.
    pub fn instance_count(&self) -> usize {
        self.instances.count()
    }

    fn update_look(&mut self) {
        let Some(look) = &self.look else {
            return;
        };
        for material in &look.materials {
            let mut material = material.data_ref();
            self.swim
                .apply(look.body.nose().z, look.body.length(), &mut material);
        }
        self.update_bounds();
    }

    fn update_bounds(&mut self) {
        let Some(Look { body, .. }) = &self.look else {
            return;
        };
        // At the tip of the tail, the bend moves the body by the whole amplitude.
        let radius = body.radius() + self.swim.amplitude * body.length();
        let chunks = &mut self.chunks;
        self.instances
            .read(|texels| chunks.update(texels, body.boids_per_draw(), radius));
    }

    /// The chunks that the observer sees, farthest first.
    fn visible_chunks(&self, ctx: &RenderContext) -> Vec<usize> {
        let frustum = ctx.frustum.filter(|_| self.frustum_culling());
        let mut visible: Vec<_> = self
            .chunks
            .iter()
            .filter(|(_, bounds)| frustum.is_none_or(|frustum| frustum.is_intersects_aabb(bounds)))
            .map(|(chunk, bounds)| (ctx.calculate_sorting_index(bounds.center()), chunk))
            .collect();
        visible.sort_unstable();
        visible.into_iter().map(|(_, chunk)| chunk).collect()
    }

    /// Boids from this chunk's first on, and how many of them the chunk has.
    fn boids_of_chunk(&self, chunk: usize, size: usize) -> (usize, usize) {
        let first = chunk * size;
        (first, size.min(self.instances.count() - first))
    }
}

/// A copy of a scene's renderer has nobody who fills it.
impl Clone for FlockRenderer {
    fn clone(&self) -> Self {
        Self {
            base: self.base.clone(),
            ..Default::default()
        }
    }
}

impl Deref for FlockRenderer {
    type Target = Base;

    fn deref(&self) -> &Base {
        &self.base
    }
}

impl DerefMut for FlockRenderer {
    fn deref_mut(&mut self) -> &mut Base {
        &mut self.base
    }
}

impl TypeUuidProvider for FlockRenderer {
    fn type_uuid() -> Uuid {
        uuid!("a6a8a1a2-8f1b-4a2d-9d77-0d6c1f5b7b3e")
    }
}

impl ConstructorProvider<Node, Graph> for FlockRenderer {
    fn constructor() -> NodeConstructor {
        NodeConstructor::new::<Self>()
    }
}

impl NodeTrait for FlockRenderer {
    fn local_bounding_box(&self) -> AxisAlignedBoundingBox {
        self.world_bounding_box()
    }

    fn world_bounding_box(&self) -> AxisAlignedBoundingBox {
        self.chunks
            .total()
            .unwrap_or_else(AxisAlignedBoundingBox::collapsed)
    }

    fn id(&self) -> Uuid {
        Self::type_uuid()
    }

    fn is_alive(&self) -> bool {
        self.look.is_some()
    }

    fn collect_render_data(&self, ctx: &mut RenderContext) -> RdcControlFlow {
        let (Some(look), Some(bounds)) = (&self.look, self.chunks.total()) else {
            return RdcControlFlow::Continue;
        };
        let hidden_from_light = is_shadow_pass(ctx.render_pass_name) && !self.cast_shadows();
        if hidden_from_light || !self.should_be_rendered(ctx.frustum, ctx.render_mask) {
            return RdcControlFlow::Continue;
        }
        let size = look.body.boids_per_draw();
        // All chunks of a surface share one index: the engine sorts surfaces, not their instances.
        let sort_index = ctx.calculate_sorting_index(bounds.center());
        let visible = self.visible_chunks(ctx);
        for (surface, material) in look.body.surfaces().iter().zip(&look.materials) {
            for &chunk in &visible {
                let (first, count) = self.boids_of_chunk(chunk, size);
                ctx.storage.push(
                    &surface.data,
                    material,
                    surface.render_path,
                    sort_index,
                    draw(self.handle(), first, count, surface.triangles_per_copy),
                );
            }
        }
        RdcControlFlow::Continue
    }
}

/// One draw call: the boids from `first` on, `count` of them.
fn draw(
    node_handle: Handle<Node>,
    first: usize,
    count: usize,
    triangles_per_copy: usize,
) -> SurfaceInstanceData {
    SurfaceInstanceData {
        // The one number per draw call that the engine hands to a shader untouched.
        blend_shapes_weights: vec![first as f32],
        element_range: ElementRange::Specific {
            offset: 0,
            count: count * triangles_per_copy,
        },
        node_handle,
        ..Default::default()
    }
}

#[cfg(test)]
#[path = "node_tests.rs"]
mod tests;
