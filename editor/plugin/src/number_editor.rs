//! The inspector's editor of inheritable numbers, without the echo of the engine's own editor.
//!
//! After each command the inspector sends the values of the properties to its widgets. A number
//! widget sends the value back, and the editor around it treats this echo as an edit. So after a
//! drag or an undo, the undo history gets a command without effect, and the redo history is lost.

use fyrox::{
    core::{
        pool::Handle,
        reflect::{FieldValue, Reflect},
        variable::InheritableVariable,
    },
    gui::{
        inspector::{
            editors::{
                inherit::InheritablePropertyEditorDefinition, PropertyEditorBuildContext,
                PropertyEditorDefinition, PropertyEditorInstance, PropertyEditorMessageContext,
                PropertyEditorTranslationContext,
            },
            InspectorError, PropertyChanged,
        },
        message::UiMessage,
        numeric::{NumericType, NumericUpDownMessage},
        UiNode,
    },
};
use fyroxed_base::Editor;
use std::{
    any::TypeId,
    collections::{HashMap, VecDeque},
    fmt::{Debug, Formatter},
    sync::Mutex,
};

/// Largest number of widgets whose values are kept, including widgets of closed inspectors.
const MOST_WIDGETS: usize = 10_000;

/// Largest number of values that are kept for a widget: the values of one frame with many commands.
const MOST_VALUES: usize = 64;

/// Replaces the engine's editors of numbers.
pub(crate) fn add_to(editor: &Editor) {
    let editors = &editor.property_editors;
    editors.insert(NumberEditor::<f32>::new());
    editors.insert(NumberEditor::<u32>::new());
}

/// The engine's editor, and the values that were sent to its widgets.
struct NumberEditor<T: Reflect + FieldValue> {
    of_engine: InheritablePropertyEditorDefinition<T>,
    told: Mutex<HashMap<Handle<UiNode>, Told<T>>>,
}

/// The last value that was sent to a widget, after the values that it has not echoed yet. A widget
/// echoes each value in order, except for a value that it already has.
#[derive(Debug)]
struct Told<T>(VecDeque<T>);

impl<T: NumericType> Told<T> {
    fn tell(&mut self, value: T) {
        if self.0.back().is_some_and(|last| is_same(*last, value)) {
            return;
        }
        if self.0.len() >= MOST_VALUES {
            self.0.pop_front();
        }
        self.0.push_back(value);
    }

    /// True if a value from the widget is an echo, and not an edit.
    fn is_answered_by(&mut self, value: T) -> bool {
        match self.0.iter().position(|told| is_same(*told, value)) {
            Some(before) => {
                self.0.drain(..before);
                true
            }
            None => {
                self.0.clear();
                false
            }
        }
    }
}

impl<T: Reflect + FieldValue> NumberEditor<T> {
    fn new() -> Self {
        Self {
            of_engine: InheritablePropertyEditorDefinition::new(),
            told: Mutex::default(),
        }
    }
}

impl<T: Reflect + FieldValue> Debug for NumberEditor<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("NumberEditor")
    }
}

impl<T: NumericType + FieldValue> PropertyEditorDefinition for NumberEditor<T> {
    fn value_type_id(&self) -> TypeId {
        self.of_engine.value_type_id()
    }

    fn create_instance(
        &self,
        ctx: PropertyEditorBuildContext,
    ) -> Result<PropertyEditorInstance, InspectorError> {
        self.of_engine.create_instance(ctx)
    }

    fn create_message(
        &self,
        ctx: PropertyEditorMessageContext,
    ) -> Result<Option<UiMessage>, InspectorError> {
        let value = ctx.property_info.cast_value::<InheritableVariable<T>>()?;
        if let Ok(mut told) = self.told.lock() {
            if told.len() >= MOST_WIDGETS {
                told.clear();
            }
            let told = told.entry(ctx.instance).or_insert(Told(VecDeque::new()));
            told.tell(**value);
        }
        self.of_engine.create_message(ctx)
    }

    fn translate_message(&self, ctx: PropertyEditorTranslationContext) -> Option<PropertyChanged> {
        if let Some(NumericUpDownMessage::<T>::Value(value)) = ctx.message.data() {
            let mut told = self.told.lock().ok()?;
            let told = told.get_mut(&ctx.message.destination());
            if told.is_some_and(|told| told.is_answered_by(*value)) {
                return None;
            }
        }
        self.of_engine.translate_message(ctx)
    }
}

#[expect(clippy::eq_op, reason = "what is not equal to itself is no number")]
fn is_same<T: PartialEq + Copy>(a: T, b: T) -> bool {
    a == b || (a != a && b != b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_several_values_of_a_frame_are_no_edits() {
        let mut told = Told(VecDeque::new());
        for value in [1.0, 2.0, 2.0, f32::NAN] {
            told.tell(value);
        }
        assert!([1.0, 2.0, f32::NAN].map(|value| told.is_answered_by(value)) == [true; 3]);
    }

    #[test]
    fn a_value_of_before_is_an_edit_once_it_was_answered() {
        let mut told = Told(VecDeque::new());
        told.tell(1.0);
        assert!(told.is_answered_by(1.0));
        told.tell(2.0);
        assert!(told.is_answered_by(2.0));
        assert!(!told.is_answered_by(1.0));
        told.tell(1.0);
        assert!(!told.is_answered_by(2.0));
    }

    #[test]
    fn no_number_of_values_takes_more_room() {
        let mut told = Told(VecDeque::new());
        (0..1000).for_each(|value| told.tell(value as f32));
        assert!(told.0.len() == MOST_VALUES && told.is_answered_by(999.0));
    }
}
