//! The draw calls of a flock for an observer: a camera or a light.

use super::{
    chunk_bounds::in_world,
    flock_renderer::FlockRenderer,
    levels::{distance, shares_in},
    lod_groups::is_in_shown_levels,
};
use fyrox::{
    core::{
        algebra::{Matrix4, Vector3},
        math::{aabb::AxisAlignedBoundingBox, frustum::Frustum},
        pool::Handle,
    },
    graph::SceneGraph,
    graphics::ElementRange,
    renderer::{
        bundle::{RenderContext, SurfaceInstanceData},
        is_shadow_pass,
    },
    scene::{
        collider::BitMask,
        graph::Graph,
        node::{Node, NodeTrait},
    },
};
use std::ops::Range;

impl FlockRenderer {
    /// Adds the draw calls for an observer.
    pub(super) fn push_draw_calls(&self, ctx: &mut RenderContext) {
        let (Some(bound), Some(bounds)) = (&self.body, self.chunks.total()) else {
            return;
        };
        let to_world = self.to_world(ctx.graph);
        let bounds = in_world(&bounds, to_world.as_ref());
        let casts_shadow = self.cast_shadows() && bound.body.sprite().is_none();
        let frustum = ctx.frustum.filter(|_| self.is_culled(ctx.graph));
        if (is_shadow_pass(ctx.render_pass_name) && !casts_shadow)
            || !self.is_owner_shown(ctx)
            || !self.should_be_rendered(None, self.own_mask(ctx))
            || frustum.is_some_and(|frustum| !frustum.is_intersects_aabb(&bounds))
        {
            return;
        }
        let size = bound.body.boids_per_draw();
        // All chunks of a surface share one index: the engine sorts the surfaces, but not their
        // instances.
        let sort_index = ctx.calculate_sorting_index(bounds.center());
        let visible = self.visible_chunks(ctx, frustum, bound.body.radius(), to_world.as_ref());
        let (levels, detail) = (bound.body.levels(), &self.manner.detail);
        let is_blended = bound.body.is_blended();
        let levels = levels.iter().take(bound.edges.len() + 1);
        for (number, (level, materials)) in levels.zip(&bound.materials).enumerate() {
            // Coarser levels are farther, and the engine draws smaller indices first.
            let farther = if is_blended { number as u64 } else { 0 };
            let sort_index = sort_index.saturating_sub(farther);
            let is_drawn =
                |shares: &Range<f32>| detail.is_level_drawn(number, &bound.edges, shares);
            let drawn = visible.iter().filter(|(_, shares)| is_drawn(shares));
            let mut drawn: Vec<usize> = drawn.map(|(chunk, _)| *chunk).collect();
            let most = level.copies / size;
            if most > 1 && !is_blended {
                drawn.sort_unstable();
            }
            let runs = runs(&drawn, most);
            for (surface, material) in level.surfaces.iter().zip(materials) {
                for run in &runs {
                    let (first, count) = self.boids_of_chunks(run, size);
                    ctx.storage.push(
                        &surface.data,
                        material,
                        surface.render_path,
                        sort_index,
                        SurfaceInstanceData {
                            world_transform: to_world.unwrap_or_else(Matrix4::identity),
                            ..draw_call(self.handle(), first, count, surface.triangles_per_copy)
                        },
                    );
                }
            }
        }
    }

    /// The chunks inside the frustum of the observer and within the draw distances, farthest first,
    /// each with the range of the fractions of the picture's height that its bodies fill.
    fn visible_chunks(
        &self,
        ctx: &RenderContext,
        frustum: Option<&Frustum>,
        radius: f32,
        to_world: Option<&Matrix4<f32>>,
    ) -> Vec<(usize, Range<f32>)> {
        let is_shadow = is_shadow_pass(ctx.render_pass_name);
        let mut visible: Vec<_> = self
            .chunks
            .iter()
            .map(|(chunk, bounds)| (chunk, in_world(bounds, to_world)))
            .filter(|(_, bounds)| frustum.is_none_or(|frustum| frustum.is_intersects_aabb(bounds)))
            .filter(|(_, bounds)| {
                if is_shadow {
                    self.casts_shadow(bounds)
                } else {
                    self.is_near(bounds, &ctx.observer_position.translation)
                }
            })
            .map(|(chunk, bounds)| (ctx.calculate_sorting_index(bounds.center()), chunk, bounds))
            .collect();
        // The chunks of sorted boids are in order: the middle of a box around the eye says nothing.
        visible.sort_unstable_by_key(|&(index, chunk, _)| {
            (if self.is_sorted { 0 } else { index }, chunk)
        });
        let radii = self.sizes.start * radius..self.sizes.end * radius;
        let shares =
            |bounds: AxisAlignedBoundingBox| shares_in(&bounds, &radii, ctx.observer_position);
        let visible = visible.into_iter();
        visible
            .map(|(_, chunk, bounds)| (chunk, shares(bounds)))
            .collect()
    }

    fn is_near(&self, bounds: &AxisAlignedBoundingBox, observer: &Vector3<f32>) -> bool {
        self.manner.detail.is_drawn_at(distance(bounds, observer))
    }

    fn casts_shadow(&self, bounds: &AxisAlignedBoundingBox) -> bool {
        let detail = &self.manner.detail;
        let shift = self.shift();
        let is_within = |viewer: &Vector3<f32>| {
            let distance = distance(bounds, &(viewer + shift));
            detail.casts_shadow_at(distance) && detail.is_drawn_at(distance)
        };
        self.viewers.is_empty() || self.viewers.iter().any(is_within)
    }

    /// The observer's mask for this node. The mask of an owner counts instead of this node's: an
    /// editor hides its own nodes, such as the renderers of a preview, from the cameras of the
    /// scene.
    fn own_mask(&self, ctx: &RenderContext) -> BitMask {
        if self.owner.is_some() {
            BitMask::all()
        } else {
            ctx.render_mask
        }
    }

    /// True if there is no owner, or if the observer sees the node of the owner.
    fn is_owner_shown(&self, ctx: &RenderContext) -> bool {
        let Ok(owner) = ctx.graph.try_get_node(self.owner) else {
            return self.owner.is_none();
        };
        owner.global_visibility()
            && owner.is_globally_enabled()
            && *owner.render_mask & ctx.render_mask != BitMask::none()
            && is_in_shown_levels(self.owner, &self.lod_groups, ctx)
    }

    /// True if frustum culling is on for this node and its owner.
    fn is_culled(&self, graph: &Graph) -> bool {
        let owner = graph.try_get_node(self.owner).ok();
        self.frustum_culling() && owner.is_none_or(|owner| owner.frustum_culling())
    }

    /// Index of the first boid of some chunks, and number of their boids.
    fn boids_of_chunks(&self, chunks: &Range<usize>, size: usize) -> (usize, usize) {
        let (first, end) = (chunks.start * size, chunks.end * size);
        (first, end.min(self.instances.count()) - first)
    }
}

/// Joins chunks that follow one another, up to this number: a coarser level has more copies in its
/// mesh than the finest, whose copies are a chunk.
fn runs(chunks: &[usize], most: usize) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for &chunk in chunks {
        match runs.last_mut() {
            Some(run) if run.end == chunk && run.len() < most => run.end += 1,
            _ => runs.push(chunk..chunk + 1),
        }
    }
    runs
}

/// A draw call for `count` boids from the boid `first` on.
fn draw_call(
    node_handle: Handle<Node>,
    first: usize,
    count: usize,
    triangles_per_copy: usize,
) -> SurfaceInstanceData {
    SurfaceInstanceData {
        // The only number of a draw call that the engine passes to a shader unchanged.
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
mod tests {
    use super::*;

    #[test]
    fn chunks_that_follow_one_another_are_joined() {
        assert!(runs(&[], 4).is_empty());
        assert_eq!(runs(&[3, 4, 5, 8], 1), [3..4, 4..5, 5..6, 8..9]);
        assert_eq!(runs(&[3, 4, 5, 8], 2), [3..5, 5..6, 8..9]);
        assert_eq!(runs(&[3, 4, 5, 8, 9], 4), [3..6, 8..10]);
        // Farthest first, as they come.
        assert_eq!(runs(&[5, 4, 6, 7], 4), [5..6, 4..5, 6..8]);
    }
}
