//! The clips that a flock plays.

use crate::declare::*;

/// The animations of the model that its bodies play instead of *body motion* and *swim*. Each beat
/// plays a clip once. The group *body* sets the number of beats per second and per metre; both
/// clips use the same beat.
///
/// A clip should end in the pose in which it starts, without moving the model from its place: the
/// boid moves the body.
#[derive(
    Clone, Debug, Default, PartialEq, Reflect, Visit, TypeUuidProvider, Serialize, Deserialize,
)]
#[type_uuid(id = "5e0b7c19-6a43-4d8f-9c2e-73f1a8d5b460")]
#[visit(optional)]
#[serde(default, deny_unknown_fields)]
pub struct ClipChoice {
    /// Plays animations of the model. Default: off, which draws the pose of the model's file.
    pub enabled: bool,
    /// Name of the first animation. Empty: the first one of the model. Default: empty.
    pub first: String,
    /// Name of the second animation, which plays in the state `blend`. Empty: the second one of the
    /// model, if it has two. Default: empty.
    pub second: String,
    /// The state in which a body plays the second animation. Default: fast.
    pub blend: ClipBlend,
}

choice! {
    /// The state in which a body plays its second clip. The clips are blended near that state.
    pub enum ClipBlend("c1f6a7de-24b9-4b0e-8d35-9f80e6a2371c") {
        /// Never: only the first clip plays.
        Never,
        /// Fast flight: blending starts at 0.6 times the flock's largest speed and is complete at
        /// 0.9 times. A fish that darts.
        #[default]
        Fast,
        /// Descending at 15 degrees or more. A bird that glides.
        Descent,
        /// Standing on a perch.
        Standing,
    }
}

impl ClipBlend {
    /// The number of the state in the shader.
    pub(super) fn number(self) -> f32 {
        match self {
            Self::Never => 0.0,
            Self::Fast => 1.0,
            Self::Descent => 2.0,
            Self::Standing => 3.0,
        }
    }
}

impl ClipChoice {
    /// The default choice, enabled.
    pub fn on() -> Self {
        Self {
            enabled: true,
            ..Self::default()
        }
    }

    /// True if the field with this name has no effect.
    pub(crate) fn has_no_effect(&self, field: &str) -> bool {
        match field {
            "enabled" => false,
            "second" => !self.enabled || self.blend == ClipBlend::Never,
            _ => !self.enabled,
        }
    }

    /// A copy without the fields that do not affect baking.
    pub(crate) fn for_baking(&self) -> Self {
        match self.blend {
            ClipBlend::Never => Self {
                second: String::new(),
                ..self.clone()
            },
            _ => Self {
                blend: ClipBlend::default(),
                ..self.clone()
            },
        }
    }

    /// The clips of a model that are played: the first one, and the second one if there is one.
    pub(super) fn pick<'a>(&self, names: &[&'a str]) -> Result<Vec<&'a str>, MissingClip> {
        let find = |name: &str| {
            let found = names.iter().copied().find(|it| *it == name);
            found.ok_or_else(|| MissingClip(name.to_owned()))
        };
        let first = match self.first.as_str() {
            "" => names.first().copied(),
            name => Some(find(name)?),
        };
        let second = match self.second.as_str() {
            _ if self.blend == ClipBlend::Never => None,
            "" => names.iter().copied().find(|it| Some(*it) != first),
            name => Some(find(name)?),
        };
        let second = second.filter(|it| Some(*it) != first);
        Ok(first.into_iter().chain(second).collect())
    }
}

/// The name of a clip that the model does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MissingClip(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(first: &str, second: &str, blend: ClipBlend) -> ClipChoice {
        ClipChoice {
            enabled: true,
            first: first.into(),
            second: second.into(),
            blend,
        }
    }

    #[test]
    fn names_choose_clips_and_empty_ones_take_the_next() {
        use ClipBlend::{Descent, Never};
        let names = ["Swim", "Dart", "Die"];
        let pick = |first, second, blend| choice(first, second, blend).pick(&names);
        assert_eq!(pick("", "", Descent), Ok(vec!["Swim", "Dart"]));
        assert_eq!(pick("Dart", "", Descent), Ok(vec!["Dart", "Swim"]));
        assert_eq!(pick("Die", "Swim", Descent), Ok(vec!["Die", "Swim"]));
        assert_eq!(pick("Dart", "Dart", Descent), Ok(vec!["Dart"]));
        assert_eq!(pick("Dart", "none", Never), Ok(vec!["Dart"]));
        assert_eq!(pick("dart", "", Never), Err(MissingClip("dart".into())));
        assert_eq!(pick("", "x", Descent), Err(MissingClip("x".into())));
        assert_eq!(ClipChoice::on().pick(&["One"]), Ok(vec!["One"]));
        assert_eq!(ClipChoice::on().pick(&[]), Ok(vec![]));
    }
}
