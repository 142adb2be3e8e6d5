//! The levels of detail of a model that are computed, or taken from a file.

use super::{
    baked_levels::{fingerprint, BakedLevels},
    body_error::BodyError,
    drawn_body::DrawnBody,
    impostor::{awaits_textures, impostor_of_model},
    motion::{BodyMotion, MotionKind},
    posing::Posing,
};

impl DrawnBody {
    /// The body of a model with its other levels of detail: coarser meshes, which differ by about a
    /// pixel of 1,080 lines where one replaces a finer one by default, and an impostor for the
    /// motion `motion`. A mesh that would save little is left out. The impostor is left out if the
    /// model glows, is drawn in the forward pass, has sides that differ, or has compressed textures.
    /// Levels that the body has, and sprites, stay as they are. The finest level is shared with this
    /// body.
    ///
    /// It takes about a second for a million triangles, so a game does it in the background, as the
    /// script [`Flock`](crate::Flock) does.
    #[must_use]
    pub fn with_levels(mut self, motion: MotionKind) -> Self {
        if !self.is_model() || self.computed.is_some() {
            return self;
        }
        let motion = self.own_if_of_body(motion);
        let fingerprint = fingerprint(&self.levels, motion, self.clips.as_ref());
        let posing = match &self.clips {
            Some(clips) => Posing::of_clips(clips),
            None => Posing::of_motion(BodyMotion::default().params(motion, &self.anatomy, 0.0)),
        };
        let meshes = self.levels.simplify(&posing, self.radius);
        let pictured = self.levels.pictured_parts();
        let impostor = pictured.and_then(|parts| impostor_of_model(&parts, &posing));
        if let Some(impostor) = &impostor {
            self.levels.set_impostor(impostor.part(), motion);
        }
        self.computed = Some(BakedLevels::of(fingerprint, meshes, impostor).into());
        self
    }

    /// Like [`with_levels`](Self::with_levels), with levels that were computed before for the same
    /// body and motion, and kept in a file. It takes milliseconds.
    ///
    /// # Errors
    ///
    /// If the levels are of another model or motion, or of another version of them.
    pub fn with_baked_levels(
        mut self,
        motion: MotionKind,
        baked: &BakedLevels,
    ) -> Result<Self, BodyError> {
        let motion = self.own_if_of_body(motion);
        let own = fingerprint(&self.levels, motion, self.clips.as_ref());
        if !self.is_model() || self.computed.is_some() || baked.fingerprint() != own {
            return Err(BodyError::OtherLevels);
        }
        let finest = self.levels.finest().parts();
        for mesh in baked.meshes() {
            let parts = mesh.parts(&finest).ok_or(BodyError::OtherLevels)?;
            self.levels.set(mesh.level, parts);
        }
        if let Some(impostor) = baked.impostor() {
            self.levels.set_impostor(impostor.part(), motion);
        }
        self.computed = Some(baked.clone().into());
        Ok(self)
    }

    /// The levels that were computed from the body, to be kept in a file. `None` for a body without
    /// them: before [`with_levels`](Self::with_levels), and for built-in bodies and sprites.
    pub fn baked_levels(&self) -> Option<&BakedLevels> {
        self.computed.as_deref()
    }

    /// True while textures that [`with_levels`](Self::with_levels) needs are being loaded.
    pub(crate) fn awaits_textures(&self) -> bool {
        let surfaces = self.levels.surfaces();
        surfaces.map(|it| &it.material).any(awaits_textures)
    }
}
