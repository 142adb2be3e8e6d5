//! The inspector's editor of numbers that prefabs inherit, without the echo of the engine's own.
//!
//! After each command the inspector tells its widgets the values of the properties. A number widget answers, and the
//! editor around it passes the answer on as if it were an edit: after a drag or an undo, a command that changes nothing
//! lies on the stack of undo, and those that could be done again are lost.

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
    collections::HashMap,
    fmt::{Debug, Formatter},
    sync::Mutex,
};

/// Widgets of which the told values are kept at most: those of closed inspectors are among them.
const MOST_WIDGETS: usize = 10_000;

/// Replaces the engine's editors of numbers.
pub(crate) fn add_to(editor: &Editor) {
    let editors = &editor.property_editors;
    editors.insert(NumberEditor::<f32>::new());
    editors.insert(NumberEditor::<u32>::new());
}

/// The engine's editor, and the value that each of its widgets was told last.
struct NumberEditor<T: Reflect + FieldValue> {
    of_engine: InheritablePropertyEditorDefinition<T>,
    told: Mutex<HashMap<Handle<UiNode>, T>>,
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
            told.insert(ctx.instance, **value);
        }
        self.of_engine.create_message(ctx)
    }

    fn translate_message(&self, ctx: PropertyEditorTranslationContext) -> Option<PropertyChanged> {
        if let Some(NumericUpDownMessage::<T>::Value(value)) = ctx.message.data() {
            let told = self.told.lock().ok()?;
            let told = told.get(&ctx.message.destination());
            if told.is_some_and(|told| is_same(*told, *value)) {
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
