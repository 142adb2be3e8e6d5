//! The body that is drawn for every boid.

use super::{
    anatomy::Anatomy,
    baked_levels::BakedLevels,
    bodies::{
        shape::{TRUNK, WING},
        BodyShape,
    },
    body_error::BodyError,
    body_level::BodyLevel,
    body_levels::BodyLevels,
    body_part::BodyPart,
    clips::{animations_of, BakedClips, ClipChoice, PlayedClips},
    forward_axis::ForwardAxis,
    impostor::impostor_of,
    levels::CoarserLevel,
    model_body,
    motion::{BodyMotion, MotionKind},
    posing::Posing,
    sprite::{FrameClock, Sprite, SpriteError},
};
use fyrox::{core::algebra::Vector3, resource::model::ModelResource, scene::mesh::RenderPath};
use std::sync::{Arc, OnceLock};

/// Fraction of a model's half span: vertices farther from the middle belong to the wings.
const MODEL_SHOULDER: f32 = 0.15;

/// The built-in bodies that were used.
type Bodies = [OnceLock<DrawnBody>; BodyShape::ALL.len()];

/// The built-in bodies with all levels of detail.
static FINISHED: Bodies = [const { OnceLock::new() }; BodyShape::ALL.len()];

/// The body that all boids of a flock share: one or more surfaces, each with its material. The nose
/// points to +Z, the back to +Y.
///
/// Clones share their meshes, so that flocks with the same body hold it in memory once.
#[derive(Clone, Debug)]
pub struct DrawnBody {
    pub(super) levels: BodyLevels,
    /// The levels of a model that were computed.
    pub(super) computed: Option<Arc<BakedLevels>>,
    is_built_in: bool,
    pub(super) radius: f32,
    pub(super) anatomy: Anatomy,
    /// The motion of the body, unless the flock overrides it.
    motion: MotionKind,
    /// Number of patterns in its texture, one in each row.
    patterns: u32,
    /// The animations that the body plays instead of a motion.
    pub(super) clips: Option<PlayedClips>,
    /// The clock of the frames, if the body is a sprite.
    sprite: Option<FrameClock>,
}

impl DrawnBody {
    /// The built-in fish, 0.2 m long. Its mesh and texture are computed once.
    pub fn fish() -> Self {
        Self::of_shape(BodyShape::Fish)
    }

    /// A built-in body with all its levels of detail. They are computed once, in a fraction of a
    /// second.
    pub fn of_shape(shape: BodyShape) -> Self {
        let mut body = Self::of_shape_now(shape);
        if body.is_finished() {
            return body;
        }
        // Not while the lock is held: the threads that draw the pictures may need it.
        let parts = body.levels.finest().parts();
        let (skin, posing) = (shape.paint(), body.posing());
        let impostor = impostor_of(&parts[0], &skin, shape.patterns(), &posing);
        body.levels.set_impostor(impostor.part(), shape.motion());
        FINISHED[shape as usize].get_or_init(|| body).clone()
    }

    /// A built-in body as far as it is computed: if it is used for the first time, without its
    /// impostor, which takes most of the time.
    pub(crate) fn of_shape_now(shape: BodyShape) -> Self {
        static BODIES: Bodies = [const { OnceLock::new() }; BodyShape::ALL.len()];
        let finished = FINISHED[shape as usize].get();
        let now = || BODIES[shape as usize].get_or_init(|| Self::without_impostor(shape));
        finished.unwrap_or_else(now).clone()
    }

    pub(crate) fn is_built_in(&self) -> bool {
        self.is_built_in
    }

    /// False while a built-in body lacks its impostor.
    pub(crate) fn is_finished(&self) -> bool {
        !self.is_built_in || self.levels.impostor_motion().is_some()
    }

    fn without_impostor(shape: BodyShape) -> Self {
        let mut parts = shape.levels();
        let coarser = parts.split_off(1);
        let mut body = Self {
            motion: shape.motion(),
            patterns: shape.patterns(),
            is_built_in: true,
            ..Self::from_parts(parts)
        };
        for (kind, part) in CoarserLevel::MESHES.into_iter().zip(coarser) {
            body.levels.set(kind, vec![part]);
        }
        body.levels.simplify(&body.posing(), body.radius);
        body
    }

    /// The poses of its own motion.
    fn posing(&self) -> Posing {
        Posing::of_motion(BodyMotion::default().params(self.motion, &self.anatomy, 0.0))
    }

    /// Sets another model as the second (1) or the third (2) level of detail of a body from a model.
    /// It has the same `forward`, about the same size and shape, and at most as many vertices.
    /// [`with_levels`](Self::with_levels) does not replace it. It has no effect on a body that plays
    /// clips, and on built-in bodies and sprites.
    ///
    /// # Errors
    ///
    /// If the model is not loaded or cannot be drawn, see [`BodyError`]. The body is then unchanged.
    ///
    /// # Panics
    ///
    /// If `level` is not 1 or 2.
    pub fn set_coarser_model(
        &mut self,
        level: usize,
        model: &ModelResource,
        forward: ForwardAxis,
    ) -> Result<(), BodyError> {
        let kind = CoarserLevel::MESHES[level - 1];
        if self.clips.is_some() || !self.is_model() {
            return Ok(());
        }
        let mut parts = model_body::collect_parts(model, forward)?;
        let coarser = parts.iter().map(|part| part.mesh.vertices.len()).sum();
        let finest = self.levels.finest().vertex_count();
        if coarser > finest {
            return Err(BodyError::TooFine { coarser, finest });
        }
        mark_wings(&mut parts, self.anatomy.shoulder);
        self.levels.set(kind, parts);
        Ok(())
    }

    /// Merges all visible meshes of a model into one body, with their own textures, colours and
    /// scale, and with `forward` turned to +Z. The model's origin becomes the centre of the boid.
    /// Skinned meshes and blend shapes have the pose of the model file. Missing normals are
    /// computed. Textures and colours are read by their names
    /// in the engine's standard materials; the alpha channel is used in meshes with the forward
    /// render path. Parallax and light maps and other shaders are not supported.
    ///
    /// # Errors
    ///
    /// If the model is not loaded or cannot be drawn, see [`BodyError`]. [`DrawnBody::fish`] can be
    /// drawn instead.
    pub fn from_model(model: &ModelResource, forward: ForwardAxis) -> Result<Self, BodyError> {
        let mut parts = model_body::collect_parts(model, forward)?;
        let shoulder = MODEL_SHOULDER * Anatomy::of(&parts).half_span;
        mark_wings(&mut parts, shoulder);
        let mut body = Self::from_parts(parts);
        body.anatomy.shoulder = shoulder;
        Ok(body)
    }

    /// Like [`from_model`](Self::from_model), for a body that plays animations of the model. The
    /// animations were baked with the same `forward`.
    ///
    /// # Errors
    ///
    /// The errors of [`from_model`](Self::from_model), and if a chosen clip was not baked, or the
    /// clips are of another model.
    pub fn from_baked_model(
        model: &ModelResource,
        forward: ForwardAxis,
        baked: &BakedClips,
        choice: &ClipChoice,
    ) -> Result<Self, BodyError> {
        let mut parts = model_body::collect_parts(model, forward)?;
        let vertices = parts.iter_mut().flat_map(|part| &mut part.mesh.vertices);
        let mut count = 0;
        for vertex in vertices {
            vertex.part = count as f32;
            count += 1;
        }
        let clips = PlayedClips::new(baked, &animations_of(model), choice);
        let clips = clips.filter(|_| baked.vertices() == count);
        let clips = clips.ok_or(BodyError::OtherClips)?;
        let body = Self::from_parts(parts);
        Ok(Self {
            radius: body.radius.max(clips.radius),
            clips: Some(clips),
            ..body
        })
    }

    /// A body that is a sprite.
    ///
    /// # Errors
    ///
    /// If the texture is not loaded, or a value is out of range, see [`SpriteError`].
    pub fn from_sprite(sprite: &Sprite) -> Result<Self, SpriteError> {
        let (part, patterns, clock) = sprite.body()?;
        Ok(Self {
            patterns,
            sprite: Some(clock),
            ..Self::from_parts(vec![part])
        })
    }

    /// A body with one level of detail.
    fn from_parts(parts: Vec<BodyPart>) -> Self {
        let vertices = parts.iter().flat_map(|part| &part.mesh.vertices);
        let radius = vertices
            .map(|vertex| vertex.position.norm())
            .fold(0.0, f32::max);
        Self {
            radius,
            anatomy: Anatomy::of(&parts),
            levels: BodyLevels::of(parts),
            computed: None,
            is_built_in: false,
            motion: MotionKind::Swim,
            patterns: 1,
            clips: None,
            sprite: None,
        }
    }

    /// True if a surface is blended with the background, so that the order of the boids shows.
    pub(crate) fn is_blended(&self) -> bool {
        let mut surfaces = self.levels.surfaces();
        self.sprite.is_none() && surfaces.any(|it| it.render_path == RenderPath::Forward)
    }

    /// The clock of the frames. `None` for a body that is not a sprite.
    pub(super) fn sprite(&self) -> Option<&FrameClock> {
        self.sprite.as_ref()
    }

    /// True for the body of a model.
    pub(crate) fn is_model(&self) -> bool {
        !self.is_built_in && self.sprite.is_none()
    }

    /// Number of boids in one draw call at the finest level of detail: 256, or less for a body of more
    /// than 1,024 vertices; one above 131,072. Coarser levels have more boids in a draw call, by
    /// their own numbers of vertices.
    pub fn boids_per_draw(&self) -> usize {
        self.levels.finest().copies
    }

    /// Radius, in metres, of the ball around the boid's position that contains the unbent body at
    /// size 1 in all poses of its clips.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Length from nose to tail, in metres, at size 1.
    pub fn length(&self) -> f32 {
        self.anatomy.length
    }

    /// The foremost point of the body, on the axis of the boid, at size 1.
    pub fn nose(&self) -> Vector3<f32> {
        Vector3::new(0.0, 0.0, self.anatomy.nose)
    }

    /// The body's own motion.
    pub fn motion(&self) -> MotionKind {
        self.motion
    }

    /// Number of patterns, one in each row of the texture.
    pub fn patterns(&self) -> u32 {
        self.patterns
    }

    pub(super) fn clips(&self) -> Option<&PlayedClips> {
        self.clips.as_ref()
    }

    pub(super) fn anatomy(&self) -> &Anatomy {
        &self.anatomy
    }

    /// Number of triangles of one body, at the finest level of detail.
    pub fn triangle_count(&self) -> usize {
        self.triangles_of_levels().next().unwrap_or(0)
    }

    /// Number of triangles of one body at each of its levels of detail, the finest first; 2 for an
    /// impostor.
    pub fn triangles_of_levels(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.levels.iter().map(BodyLevel::triangle_count)
    }

    /// The levels after the finest that are drawn for this motion and this number of patterns, 0 for
    /// its own. The impostor is only used for the motion and the patterns that it shows.
    pub(super) fn coarser_levels(&self, motion: MotionKind, rows: u32) -> Vec<CoarserLevel> {
        let motion = self.own_if_of_body(motion);
        let shows_motion = self.clips.is_some() || self.levels.impostor_motion() == Some(motion);
        let shows_patterns = self.is_built_in || rows <= 1;
        let is_drawn = |kind: &CoarserLevel| {
            *kind != CoarserLevel::Impostor || (shows_motion && shows_patterns)
        };
        self.levels.coarser().filter(is_drawn).collect()
    }

    /// The motion of a body whose field *kind* has this value.
    pub(super) fn own_if_of_body(&self, motion: MotionKind) -> MotionKind {
        match motion {
            MotionKind::OfBody => self.motion,
            other => other,
        }
    }

    /// The surfaces at each level of detail.
    pub(super) fn levels(&self) -> &BodyLevels {
        &self.levels
    }
}

/// Sets which vertices of a model belong to the wings.
fn mark_wings(parts: &mut [BodyPart], shoulder: f32) {
    for vertex in parts.iter_mut().flat_map(|part| &mut part.mesh.vertices) {
        let is_wing = vertex.position.x.abs() > shoulder;
        vertex.part = if is_wing { WING } else { TRUNK };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_their_meshes() {
        let (first, second) = (DrawnBody::fish(), DrawnBody::fish());
        let data = |body: &DrawnBody| {
            let mut surfaces = body.levels.surfaces();
            surfaces.next().unwrap().data.clone()
        };
        assert_eq!(data(&first), data(&second));
    }
}
