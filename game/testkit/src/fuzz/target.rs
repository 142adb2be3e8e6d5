//! Targets of fuzzing.

/// One kind of input, with the property that holds for each input of it.
pub struct Target {
    pub name: &'static str,
    pub form: Form,
    /// Valid inputs, made by the program itself.
    pub corpus: fn() -> Vec<Vec<u8>>,
    /// Panics if the property does not hold for this input.
    pub check: fn(&[u8]) -> Outcome,
    /// Number of inputs in a usual run, which takes a few seconds.
    pub cases: u32,
}

/// The form of the inputs, by which they are changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text with brackets, commas and numbers, such as RON, or words in lines.
    Text,
    /// Binary numbers of four bytes, in records of so many numbers.
    Words { record: usize },
}

/// What became of an input for which the property holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Accepted,
    Refused,
}

impl Outcome {
    /// A refusal, which must say why.
    #[track_caller]
    pub fn refused(reason: impl std::fmt::Display) -> Self {
        let reason = reason.to_string();
        assert!(
            !reason.trim().is_empty(),
            "an input is refused without a reason"
        );
        Self::Refused
    }
}
