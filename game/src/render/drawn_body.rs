//! The body that is drawn for every boid.

use super::{
    anatomy::Anatomy,
    bodies::{
        shape::{TRUNK, WING},
        BodyShape,
    },
    body_mesh::BodyMesh,
    body_part::BodyPart,
    clips::{animations_of, BakedClips, ClipChoice, PlayedClips},
    forward_axis::ForwardAxis,
    impostor::{awaits_textures, impostor_of, impostor_of_model},
    levels::{IMPOSTOR_EDGE, MESH_EDGES},
    model_body::{self, BodyError},
    motion::{BodyMotion, MotionKind},
    posing::Posing,
    simplify::coarser_levels,
    sprite::{FrameClock, Sprite, SpriteError},
};
use fyrox::{
    core::algebra::Vector3,
    material::Material,
    resource::model::ModelResource,
    scene::mesh::{surface::SurfaceResource, RenderPath},
};
use std::sync::OnceLock;

/// Largest number of copies of a body in one mesh, and so of boids in one draw call.
const MAX_COPIES: usize = 256;

/// Largest number of vertices of all copies in a mesh: 14 MB of GPU memory. A body with many
/// vertices gets fewer copies.
const MAX_CHUNK_VERTICES: usize = 1 << 18;

/// Fraction of a model's half span: vertices farther from the middle belong to the wings.
const MODEL_SHOULDER: f32 = 0.15;

/// The body that all boids of a flock share: one or more surfaces, each with its material. The nose
/// points to +Z, the back to +Y.
///
/// Clones share their meshes, so that flocks with the same body hold it in memory once.
#[derive(Clone, Debug)]
pub struct DrawnBody {
    /// Levels of detail, the finest first; at least one.
    levels: Vec<Vec<BodySurface>>,
    /// Fractions of the picture's height at which a level is replaced by the next one.
    edges: Vec<f32>,
    /// The motion that the last level shows, if it is an impostor. An impostor of a body with clips
    /// shows the first clip.
    impostor: Option<MotionKind>,
    is_built_in: bool,
    copies: usize,
    radius: f32,
    anatomy: Anatomy,
    /// The motion of the body, unless the flock overrides it.
    motion: MotionKind,
    /// Number of patterns in its texture, one in each row.
    patterns: u32,
    /// The animations that the body plays instead of a motion.
    clips: Option<PlayedClips>,
    /// The clock of the frames, if the body is a sprite.
    sprite: Option<FrameClock>,
}

/// A mesh of copies, and a material that each renderer clones.
#[derive(Clone, Debug)]
pub(super) struct BodySurface {
    pub data: SurfaceResource,
    pub triangles_per_copy: usize,
    pub material: Material,
    pub render_path: RenderPath,
}

impl BodySurface {
    fn of(part: BodyPart, copies: usize) -> Self {
        Self {
            data: part.mesh.replicate(copies),
            triangles_per_copy: part.mesh.triangles.len(),
            material: part.material,
            render_path: part.render_path,
        }
    }

    /// The part before it was copied.
    fn part(&self, copies: usize) -> BodyPart {
        BodyPart {
            mesh: BodyMesh::of_copies(&self.data.data_ref(), copies),
            material: self.material.clone(),
            render_path: self.render_path,
        }
    }
}

impl DrawnBody {
    /// The built-in fish, 0.2 m long. Its mesh and texture are computed once.
    pub fn fish() -> Self {
        Self::of_shape(BodyShape::Fish)
    }

    /// A built-in body. Its mesh and texture are computed once.
    pub fn of_shape(shape: BodyShape) -> Self {
        static BODIES: [OnceLock<DrawnBody>; BodyShape::ALL.len()] =
            [const { OnceLock::new() }; BodyShape::ALL.len()];
        let body = BODIES[shape as usize].get_or_init(|| Self::built_in(shape));
        body.clone()
    }

    fn built_in(shape: BodyShape) -> Self {
        let (parts, skin) = shape.levels();
        let motion = BodyMotion::default().params(shape.motion(), &Anatomy::of(&parts[..1]), 0.0);
        let posing = Posing::of_motion(motion);
        let impostor = impostor_of(&parts[0], &skin, shape.patterns(), &posing);
        let levels = parts.into_iter().map(|part| vec![part]).collect();
        let mut body = Self {
            motion: shape.motion(),
            patterns: shape.patterns(),
            is_built_in: true,
            ..Self::from_levels(levels)
        };
        body.add_coarser_levels(&posing);
        body.add_impostor(impostor, shape.motion());
        body
    }

    /// The body of a model with its other levels of detail: coarser meshes, which differ by about a
    /// pixel of 1,080 lines where one replaces a finer one, and an impostor for the motion `motion`.
    /// A mesh that would save little is left out. The impostor is left out if the model glows, is
    /// drawn in the forward pass, has sides that differ, or has compressed textures. The finest
    /// level is shared with this body. Bodies that have more than one level, and sprites, stay as
    /// they are.
    ///
    /// It takes about a second for a million triangles, so a game does it in the background, as the
    /// script [`Flock`](crate::Flock) does.
    #[must_use]
    pub fn with_levels(mut self, motion: MotionKind) -> Self {
        if self.levels.len() > 1 || self.sprite.is_some() {
            return self;
        }
        let motion = self.own_if_of_body(motion);
        let posing = match &self.clips {
            Some(clips) => Posing::of_clips(clips),
            None => Posing::of_motion(BodyMotion::default().params(motion, &self.anatomy, 0.0)),
        };
        self.add_coarser_levels(&posing);
        // The pictures are so small that the second level has all that they show.
        let pictured = self.parts(1.min(self.levels.len() - 1));
        if let Some(impostor) = impostor_of_model(&pictured, &posing) {
            self.add_impostor(impostor, motion);
        }
        self
    }

    /// True while textures that [`with_levels`](Self::with_levels) needs are being loaded.
    pub(crate) fn awaits_textures(&self) -> bool {
        let surfaces = self.levels.iter().flatten();
        surfaces.map(|it| &it.material).any(awaits_textures)
    }

    /// Adds simplified meshes to a body with one mesh.
    fn add_coarser_levels(&mut self, posing: &Posing) {
        if self.levels.len() > 1 {
            return;
        }
        for level in coarser_levels(&self.parts(0), posing, self.radius) {
            let surfaces = level.parts.into_iter().map(|part| self.surface(part));
            self.levels.push(surfaces.collect());
            self.edges.push(level.edge);
        }
    }

    fn add_impostor(&mut self, impostor: BodyPart, motion: MotionKind) {
        self.levels.push(vec![self.surface(impostor)]);
        self.edges.push(IMPOSTOR_EDGE);
        self.impostor = Some(motion);
    }

    /// The parts of a level before they were copied.
    fn parts(&self, level: usize) -> Vec<BodyPart> {
        let surfaces = self.levels[level].iter();
        surfaces.map(|surface| surface.part(self.copies)).collect()
    }

    /// Merges all visible meshes of a model into one body, with their own textures, colours and
    /// scale, and with `forward` turned to +Z. The model's origin becomes the centre of the boid.
    /// Skinned meshes have the pose of the model file. Textures and colours are read by their names
    /// in the engine's standard materials; the alpha channel is used in meshes with the forward
    /// render path. Parallax and light maps, blend shapes and other shaders are not supported.
    ///
    /// # Errors
    ///
    /// If the model is not loaded or cannot be drawn, see [`BodyError`]. [`DrawnBody::fish`] can be
    /// drawn instead.
    pub fn from_model(model: &ModelResource, forward: ForwardAxis) -> Result<Self, BodyError> {
        let mut parts = model_body::collect_parts(model, forward)?;
        let shoulder = MODEL_SHOULDER * Anatomy::of(&parts).half_span;
        for vertex in parts.iter_mut().flat_map(|part| &mut part.mesh.vertices) {
            let is_wing = vertex.position.x.abs() > shoulder;
            vertex.part = if is_wing { WING } else { TRUNK };
        }
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

    fn from_parts(parts: Vec<BodyPart>) -> Self {
        Self::from_levels(vec![parts])
    }

    /// A body with levels of detail, the finest first, between the first of [`MESH_EDGES`]. The
    /// finest level gives its size.
    fn from_levels(levels: Vec<Vec<BodyPart>>) -> Self {
        let (finest, edges) = (&levels[0], &MESH_EDGES[..levels.len() - 1]);
        let vertices = finest.iter().map(|part| part.mesh.vertices.len()).sum();
        let copies = copies_for(vertices);
        let vertices = finest.iter().flat_map(|part| &part.mesh.vertices);
        let radius = vertices
            .map(|vertex| vertex.position.norm())
            .fold(0.0, f32::max);
        let anatomy = Anatomy::of(finest);
        let levels = levels.into_iter();
        Self {
            edges: edges.to_vec(),
            levels: levels
                .map(|parts| {
                    let surfaces = parts.into_iter().map(|it| BodySurface::of(it, copies));
                    surfaces.collect()
                })
                .collect(),
            impostor: None,
            is_built_in: false,
            copies,
            radius,
            anatomy,
            motion: MotionKind::Swim,
            patterns: 1,
            clips: None,
            sprite: None,
        }
    }

    fn surface(&self, part: BodyPart) -> BodySurface {
        BodySurface::of(part, self.copies)
    }

    /// The clock of the frames. `None` for a body that is not a sprite.
    pub(super) fn sprite(&self) -> Option<&FrameClock> {
        self.sprite.as_ref()
    }

    /// Number of boids in one draw call: 256, or less for a body of more than 1,024 vertices.
    pub fn boids_per_draw(&self) -> usize {
        self.copies
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
        triangles(&self.levels[0])
    }

    /// Number of triangles of one body at each of its levels of detail, the finest first; 2 for an impostor.
    pub fn triangles_of_levels(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.levels.iter().map(|surfaces| triangles(surfaces))
    }

    /// Fractions of the picture's height between the levels of detail of a body with this motion
    /// and this number of patterns, 0 for its own. The impostor is only used for the motion and the
    /// patterns that it shows.
    pub(super) fn edges(&self, motion: MotionKind, rows: u32) -> &[f32] {
        let shows_motion =
            self.clips.is_some() || self.impostor == Some(self.own_if_of_body(motion));
        let shows_patterns = self.is_built_in || rows <= 1;
        let is_dropped = self.impostor.is_some() && !(shows_motion && shows_patterns);
        &self.edges[..self.edges.len() - usize::from(is_dropped)]
    }

    /// The motion of a body whose field *kind* has this value.
    fn own_if_of_body(&self, motion: MotionKind) -> MotionKind {
        match motion {
            MotionKind::OfBody => self.motion,
            other => other,
        }
    }

    /// True if this level is an impostor.
    pub(super) fn is_impostor(&self, level: usize) -> bool {
        self.impostor.is_some() && level + 1 == self.levels.len()
    }

    /// The surfaces at each level of detail, the finest first.
    pub(super) fn levels(&self) -> &[Vec<BodySurface>] {
        &self.levels
    }
}

fn triangles(surfaces: &[BodySurface]) -> usize {
    let counts = surfaces.iter().map(|surface| surface.triangles_per_copy);
    counts.sum()
}

fn copies_for(vertices: usize) -> usize {
    (MAX_CHUNK_VERTICES / vertices.max(1)).clamp(1, MAX_COPIES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fyrox::scene::mesh::buffer::{VertexAttributeUsage, VertexReadTrait};

    #[test]
    fn heavy_bodies_get_fewer_copies() {
        assert_eq!(copies_for(0), 256);
        assert_eq!(copies_for(1024), 256);
        assert_eq!(copies_for(10_000), 26);
        assert_eq!(copies_for(10_000_000), 1);
    }

    #[test]
    fn every_triangle_of_a_copy_uses_vertices_of_that_copy() {
        let body = DrawnBody::fish();
        for surface in body.levels().iter().flatten() {
            let data = surface.data.data_ref();
            let triangles = data.geometry_buffer.triangles_ref();
            assert_eq!(
                triangles.len(),
                surface.triangles_per_copy * body.boids_per_draw()
            );
            let copies = data
                .vertex_buffer
                .attribute_view::<f32>(VertexAttributeUsage::Custom0)
                .unwrap();
            for (number, triangle) in triangles.iter().enumerate() {
                let copy = (number / surface.triangles_per_copy) as f32;
                for index in triangle.0 {
                    assert_eq!(copies.get(index as usize), Some(&copy));
                }
            }
            let last = data.vertex_buffer.vertex_count() as usize - 1;
            let view = data.vertex_buffer.get(last).unwrap();
            assert!(view.read_3_f32(VertexAttributeUsage::Normal).is_ok());
        }
    }

    #[test]
    fn clones_share_their_meshes() {
        let (first, second) = (DrawnBody::fish(), DrawnBody::fish());
        assert_eq!(first.levels[0][0].data, second.levels[0][0].data);
    }
}
