//! The scene node that draws a flock.

use super::{
    bound_body::{BoundBody, Manner},
    chunk_bounds::{in_world, ChunkBounds},
    depth_order::DepthOrder,
    drawn_body::DrawnBody,
    instance_texture::{InstanceTexture, MAX_BOIDS},
    sun::Sun,
};
use crate::node_frame::NodeFrame;
use fyrox::{
    core::{
        algebra::{Matrix4, Vector3},
        log::Log,
        math::aabb::AxisAlignedBoundingBox,
        pool::Handle,
        reflect::prelude::*,
        type_traits::prelude::*,
        uuid::Uuid,
        visitor::prelude::*,
    },
    graph::{constructor::ConstructorProvider, SceneGraph},
    renderer::bundle::RenderContext,
    scene::{
        base::{Base, BaseBuilder},
        graph::Graph,
        node::{constructor::NodeConstructor, Node, NodeTrait, RdcControlFlow, UpdateContext},
    },
};
use std::{
    mem::take,
    ops::{Deref, DerefMut, Range},
};

/// Draws all boids of one flock with a few draw calls, in the deferred pipeline: lit, with shadows
/// from all lights, and culled in chunks for each camera and light.
///
/// The node is created at run time by the code that supplies the boids. Boids are given in world
/// space, or in the frame in which their flock lives. Boids in world space move with the local
/// position of the node; its rotation, its scale and its parents have no effect. It is not meant for
/// scene files: a renderer that was loaded, or copied with its scene, draws nothing and removes
/// itself from the scene at the first update.
///
/// No ray hits its local bounding box. So tools that pick nodes with the mouse, such as the editor,
/// do not test the triangles of the flock. Culling uses [`NodeTrait::world_bounding_box`].
///
/// Chunks of bodies with the forward render path are drawn back to front. Within a chunk, the bodies
/// are drawn in the order of the boids. [`set_flock`](Self::set_flock) sorts the boids from back to
/// front, and the chunks with them.
///
/// ```
/// use fyrox::{
///     graph::SceneGraph,
///     scene::{node::Node, Scene},
/// };
/// use fyrox_flock::render::{DrawnBody, FlockRenderer};
///
/// let mut scene = Scene::new();
/// let mut renderer = FlockRenderer::new(DrawnBody::fish());
/// renderer.set_instances(2, |texels| {
///     // Position and size; x, y, z of the orientation and the phase of the tail beat.
///     texels[0] = [0.0, 1.0, 0.0, 1.0];
///     texels[1] = [0.0, 0.0, 0.0, 0.5];
///     texels[2] = [1.0, 1.0, 0.0, 1.2];
///     texels[3] = [0.0, 0.7071, 0.0, 0.0];
/// });
/// scene.graph.add_node(Node::new(renderer));
/// ```
#[derive(Debug, Default, Reflect, Visit, ComponentProvider, TypeUuidProvider)]
#[type_uuid(id = "a6a8a1a2-8f1b-4a2d-9d77-0d6c1f5b7b3e")]
#[reflect(derived_type = "Node")]
pub struct FlockRenderer {
    base: Base,
    #[visit(skip)]
    #[reflect(hidden)]
    pub(super) body: Option<BoundBody>,
    #[visit(skip)]
    #[reflect(hidden)]
    pub(super) owner: Handle<Node>,
    /// Nodes with a LOD group that may contain the owner.
    #[visit(skip)]
    #[reflect(hidden)]
    pub(super) lod_groups: Vec<Handle<Node>>,
    #[visit(skip)]
    #[reflect(hidden)]
    pub(super) manner: Manner,
    #[visit(skip)]
    #[reflect(hidden)]
    pub(super) instances: InstanceTexture<2>,
    #[visit(skip)]
    #[reflect(hidden)]
    motions: InstanceTexture<1>,
    #[visit(skip)]
    #[reflect(hidden)]
    pub(super) chunks: ChunkBounds,
    #[visit(skip)]
    #[reflect(hidden)]
    order: DepthOrder,
    /// True if the boids are sorted from back to front.
    #[visit(skip)]
    #[reflect(hidden)]
    pub(super) is_sorted: bool,
    /// Smallest and largest size of a boid.
    #[visit(skip)]
    #[reflect(hidden)]
    pub(super) sizes: Range<f32>,
    #[visit(skip)]
    #[reflect(hidden)]
    pub(super) viewers: Vec<Vector3<f32>>,
    /// The frame of the boids, as it was when they were set.
    #[visit(skip)]
    #[reflect(hidden)]
    frame: NodeFrame,
    #[visit(skip)]
    #[reflect(hidden)]
    sun: Sun,
    #[visit(skip)]
    #[reflect(hidden)]
    too_many_reported: bool,
    /// True if the owner was disabled since this was last asked.
    #[visit(skip)]
    #[reflect(hidden)]
    was_paused: bool,
}

impl FlockRenderer {
    /// A renderer without boids, to be added to a scene's graph.
    pub fn new(body: DrawnBody) -> Self {
        let mut renderer = Self {
            base: BaseBuilder::new().with_name("Flock Renderer").build_base(),
            ..Default::default()
        };
        renderer.set_body(body);
        renderer
    }

    /// Sets the body that is drawn for every boid.
    pub fn set_body(&mut self, body: DrawnBody) {
        let (boids, motions) = (self.instances.texture(), self.motions.texture());
        let bound = BoundBody::new(body, boids, motions);
        bound.set_sun(&self.sun);
        self.body = Some(bound);
        self.apply_manner();
    }

    /// The body. `None` in a renderer that was loaded or copied.
    pub fn body(&self) -> Option<&DrawnBody> {
        self.body.as_ref().map(|bound| &bound.body)
    }

    /// Sets the owner. The boids are drawn only while the owner and all its ancestors are visible
    /// and enabled, and for observers whose render mask shares a bit with that of the owner. They
    /// are culled if the owner is. The renderer removes itself from the scene once the owner is
    /// removed. Default: [`Handle::NONE`], no owner.
    pub fn set_owner(&mut self, owner: Handle<Node>) {
        self.owner = owner;
    }

    /// The owner, or [`Handle::NONE`].
    pub fn owner(&self) -> Handle<Node> {
        self.owner
    }

    /// Sets the nodes whose LOD groups may contain the owner or an ancestor of it. If such a level
    /// is hidden from an observer, the observer sees no boids. Default: none.
    pub fn set_lod_groups(&mut self, nodes: &[Handle<Node>]) {
        if self.lod_groups != nodes {
            self.lod_groups = nodes.to_vec();
        }
    }

    /// Sets the positions of the cameras, from which
    /// [`DrawDetail::shadow_distance`](super::DrawDetail::shadow_distance) is measured. The first is
    /// the eye for which [`set_flock`](Self::set_flock) sorts the boids. Default: none; then that
    /// field has no effect, and the boids are not sorted.
    pub fn set_viewers(&mut self, positions: impl IntoIterator<Item = Vector3<f32>>) {
        self.viewers.clear();
        self.viewers.extend(positions);
    }

    /// Sets the node in whose frame the boids are: their positions and rotations are in the node's
    /// coordinates, without its scale, and they are drawn where the node is drawn. Default:
    /// [`Handle::NONE`], for the world.
    pub fn set_frame(&mut self, graph: &Graph, node: Handle<Node>) {
        self.set_node_frame(&NodeFrame::of(graph, node), Vector3::zeros());
    }

    /// Like [`set_frame`](Self::set_frame). The node of a flock in the world is at the origin of the
    /// flock's coordinates, so that a shift of the scene moves it with all other nodes. `coming_shift`:
    /// a shift that was already applied to the local positions of all nodes.
    pub(crate) fn set_node_frame(&mut self, frame: &NodeFrame, coming_shift: Vector3<f64>) {
        self.frame = *frame;
        let origin = (frame.pose().origin + coming_shift).cast();
        if frame.is_world() && **self.local_transform().position() != origin {
            self.local_transform_mut().set_position(origin);
        }
    }

    /// The way by which the scene was shifted since the boids were set.
    pub(super) fn shift(&self) -> Vector3<f32> {
        if !self.frame.is_world() {
            return Vector3::zeros();
        }
        let origin: Vector3<f32> = self.frame.pose().origin.cast();
        **self.local_transform().position() - origin
    }

    /// The transform from the boids to the scene; `None` if they are in the scene's coordinates.
    fn placed(&self) -> Option<Matrix4<f32>> {
        if !self.frame.is_world() {
            return self.frame.world_transform();
        }
        let origin = **self.local_transform().position();
        (origin != Vector3::zeros()).then(|| Matrix4::new_translation(&origin))
    }

    /// True if the owner was disabled since the last call. Only a node of its own learns that: the
    /// engine calls no script of a disabled node.
    pub(crate) fn take_pause(&mut self) -> bool {
        take(&mut self.was_paused)
    }

    /// The transform from the boids to the world in the drawn pose of their frame; `None` if they
    /// are in the world.
    pub(super) fn to_world(&self, graph: &Graph) -> Option<Matrix4<f32>> {
        if graph.is_valid_handle(self.frame.node()) {
            NodeFrame::of(graph, self.frame.node()).world_transform()
        } else {
            self.placed()
        }
    }

    /// Sets the light that shines through wings and fins of built-in bodies. It casts no shadow.
    /// Default: none. The script [`Flock`](crate::Flock) sets the brightest directional light of the
    /// scene.
    pub fn set_sun(&mut self, sun: Sun) {
        if self.sun != sun {
            self.sun = sun;
            if let Some(bound) = &self.body {
                bound.set_sun(&sun);
            }
        }
    }

    /// The light that shines through wings and fins.
    pub fn sun(&self) -> Sun {
        self.sun
    }

    /// Sets the boids. `fill` gets two texels for each boid and must write all of them.
    ///
    /// - First texel: position in world space or in the [frame](Self::set_frame), in metres; scale of
    ///   the body.
    /// - Second texel: x, y, z of the orientation, the unit quaternion that turns +Z to the
    ///   heading, with the sign for which w is not negative; phase of the beat, 0 to 1.
    ///
    /// For effective culling, boids that are close in this order should be close in space. Boids
    /// with NaN or infinity are not drawn. Boids beyond [`MAX_BOIDS`] are left out of the slice and
    /// not drawn; this is logged once.
    pub fn set_instances(&mut self, count: usize, fill: impl FnOnce(&mut [[f32; 4]])) {
        self.report_too_many(count);
        self.is_sorted = false;
        self.instances.fill(count, fill);
        // The old motions belong to other boids.
        if self.motions.count() != count {
            self.set_motions(|texels| texels.fill([0.0; 4]));
        }
        self.update_bounds();
    }

    /// Sets the motions of the boids, one texel for each in the order of
    /// [`set_instances`](Self::set_instances), in the format of
    /// [`Flock::write_motions`](flock_sim::Flock::write_motions). Has no effect on bodies that only
    /// swim and have no differences. Default: straight flight or swimming.
    pub fn set_motions(&mut self, fill: impl FnOnce(&mut [[f32; 4]])) {
        if self.body.as_ref().is_some_and(BoundBody::needs_motions) {
            self.motions.fill(self.instances.count(), fill);
        }
    }

    /// Sets the boids of a flock at their current positions, including dead and held ones. Like
    /// [`set_instances`](Self::set_instances), but the simulation computes the bounds of the chunks
    /// while it writes the boids. Boids whose bodies have the forward render path are sorted by their
    /// distance from the first viewer, so that each is blended with those behind it.
    pub fn set_flock(&mut self, flock: &flock_sim::Flock) {
        self.set_time(flock.time());
        let count = flock.drawn_len();
        self.report_too_many(count);
        let Some(bound) = &self.body else {
            return;
        };
        let (size, reach) = (bound.body.boids_per_draw(), bound.reach());
        let eye = self.viewers.first().filter(|_| bound.body.is_blended());
        let eye = eye.map(|eye| self.frame.pose().point_to_frame(*eye));
        self.is_sorted = eye.is_some();
        let (chunks, order) = (&mut self.chunks, &mut self.order);
        self.instances.fill(count, |texels| match eye {
            Some(eye) => {
                flock.write_instances(texels);
                order.sort(texels, &eye);
                chunks.update(texels, size, reach);
            }
            None => chunks.fill(reach.margin, |bounds| {
                flock.write_instances_in_chunks(texels, size, reach.radius, bounds)
            }),
        });
        let body = &flock.settings().body;
        let variation = body.scale_variation;
        self.sizes = body.scale * (1.0 - variation)..body.scale * (1.0 + variation);
        self.set_motions(|texels| flock.write_motions(texels));
        if self.is_sorted && self.body.as_ref().is_some_and(BoundBody::needs_motions) {
            let order = &mut self.order;
            self.motions.change(|texels| order.apply::<1>(texels));
        }
    }

    /// Sets the time of the frames of a [sprite](super::Sprite), in seconds.
    /// [`set_flock`](Self::set_flock) sets the simulated time. Default: 0.
    pub fn set_time(&mut self, time: f64) {
        if let Some(bound) = &self.body {
            bound.set_time(time);
        }
    }

    fn report_too_many(&mut self, count: usize) {
        if count > MAX_BOIDS && !self.too_many_reported {
            self.too_many_reported = true;
            Log::err(format!(
                "A flock of {count} boids is more than one renderer draws; {MAX_BOIDS} of them are shown."
            ));
        }
    }

    /// Number of boids that are drawn.
    pub fn instance_count(&self) -> usize {
        self.instances.count()
    }

    pub(super) fn apply_manner(&mut self) {
        if let Some(bound) = &mut self.body {
            bound.set_manner(&self.manner);
            if bound.needs_motions() {
                // Default values until the flock's own are written.
                self.motions.fill(self.instances.count(), |texels| {
                    texels.fill([0.0; 4]);
                });
            }
        }
        self.update_bounds();
    }

    fn update_bounds(&mut self) {
        let Some(bound) = &self.body else {
            return;
        };
        let (size, reach) = (bound.body.boids_per_draw(), bound.reach());
        let (chunks, sizes) = (&mut self.chunks, &mut self.sizes);
        self.instances.read(|texels| {
            chunks.update(texels, size, reach);
            let finite = texels.iter().step_by(2).map(|place| place[3].abs());
            let finite = finite.filter(|size| size.is_finite());
            *sizes = finite.fold(f32::MAX..0.0, |sizes, size| {
                sizes.start.min(size)..sizes.end.max(size)
            });
        });
    }
}

/// A copy has no boids, because no code updates them.
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

impl ConstructorProvider<Node, Graph> for FlockRenderer {
    fn constructor() -> NodeConstructor {
        NodeConstructor::new::<Self>()
    }
}

impl NodeTrait for FlockRenderer {
    /// A box of NaN, which no ray hits under any transform. An inverted box would become valid when
    /// it is transformed.
    fn local_bounding_box(&self) -> AxisAlignedBoundingBox {
        AxisAlignedBoundingBox::from_point(Vector3::repeat(f32::NAN))
    }

    fn world_bounding_box(&self) -> AxisAlignedBoundingBox {
        let total = self.chunks.total();
        let total = total.unwrap_or_else(AxisAlignedBoundingBox::collapsed);
        in_world(&total, self.placed().as_ref())
    }

    fn id(&self) -> Uuid {
        Self::type_uuid()
    }

    fn is_alive(&self) -> bool {
        self.body.is_some()
    }

    fn update(&mut self, context: &mut UpdateContext) {
        if self.owner.is_none() {
            return;
        }
        match context.nodes.try_borrow(self.owner) {
            Ok(owner) => self.was_paused |= !owner.is_globally_enabled(),
            Err(_) => self.body = None,
        }
    }

    fn collect_render_data(&self, ctx: &mut RenderContext) -> RdcControlFlow {
        self.push_draw_calls(ctx);
        RdcControlFlow::Continue
    }
}

#[cfg(test)]
#[path = "blended_tests.rs"]
mod blended_tests;
#[cfg(test)]
#[path = "drawn_levels_tests.rs"]
mod drawn_levels_tests;
#[cfg(test)]
#[path = "flock_renderer_tests.rs"]
mod tests;
