//! The inspector's editor of a group of settings: fields without an effect are hidden.

use crate::{
    debug::DebugDrawing,
    effects::Strength,
    events::EventSettings,
    geometry::SolidSettings,
    preset::PresetLook,
    render::{BodyMotion, ClipChoice, DrawDetail, Sprite, Swim, Variety},
};
use flock_sim::{
    settings::{
        Avoidance, Body, Boundary, Collision, Detail, Fear, Hunting, Motion, Neighbours, Panic,
        Rule, Simulation, Spawn, Steering, Wander, WayFinding,
    },
    wind::{Gusts, Turbulence},
};
use fyrox::{
    core::{pool::Handle, reflect::prelude::*},
    graph::SceneGraph,
    gui::{
        inspector::{
            editors::{
                inspectable::InspectablePropertyEditorDefinition, PropertyEditorBuildContext,
                PropertyEditorDefinition, PropertyEditorInstance, PropertyEditorMessageContext,
                PropertyEditorTranslationContext,
            },
            Inspector, InspectorError, PropertyChanged,
        },
        message::UiMessage,
        widget::WidgetMessage,
        UiNode, UserInterface,
    },
};
use std::any::TypeId;

/// A group of settings in which some fields have an effect only if another field is on.
pub(crate) trait Switches: Reflect + FieldValue {
    /// True if the field with this name has no effect.
    fn has_no_effect(&self, _field: &str) -> bool {
        false
    }
}

/// Groups with a field `enabled`: the other fields have an effect only while it is on.
macro_rules! impl_enabled {
    ($($Group:ident)*) => {
        $(impl Switches for $Group {
            fn has_no_effect(&self, field: &str) -> bool {
                !self.enabled && field != "enabled"
            }
        })*
    };
}

impl_enabled! { Rule Wander Boundary Avoidance Collision Fear Panic Hunting Detail PresetLook }

impl Switches for Neighbours {
    fn has_no_effect(&self, field: &str) -> bool {
        match field {
            "nearest" => !self.nearest_only,
            "too_close_radius" | "too_close_weight" => !self.too_close,
            "crowd" | "crowd_factor" => !self.crowding,
            _ => false,
        }
    }
}

impl Switches for Motion {
    fn has_no_effect(&self, field: &str) -> bool {
        match field {
            "max_acceleration" => self.steering == Steering::Velocity,
            "max_turn_rate" => !self.limit_turning,
            _ => false,
        }
    }
}

impl Switches for BodyMotion {
    fn has_no_effect(&self, field: &str) -> bool {
        BodyMotion::has_no_effect(self, field)
    }
}

impl Switches for ClipChoice {
    fn has_no_effect(&self, field: &str) -> bool {
        ClipChoice::has_no_effect(self, field)
    }
}

impl Switches for Sprite {
    fn has_no_effect(&self, field: &str) -> bool {
        Sprite::has_no_effect(self, field)
    }
}

impl Switches for DebugDrawing {
    fn has_no_effect(&self, field: &str) -> bool {
        field == "boid" && !self.sight
    }
}

impl Switches for Spawn {}
impl Switches for EventSettings {}
impl Switches for Strength {}
impl Switches for Gusts {}
impl Switches for Turbulence {}
impl Switches for Body {}
impl Switches for Simulation {}
impl Switches for WayFinding {}
impl Switches for Swim {}
impl Switches for Variety {}
impl Switches for DrawDetail {}
impl Switches for SolidSettings {}

/// Shows the fields of a group that have an effect.
#[derive(Debug)]
pub(crate) struct SwitchedGroup<T: Switches> {
    fields: InspectablePropertyEditorDefinition<T>,
}

impl<T: Switches> SwitchedGroup<T> {
    pub(crate) fn new() -> Self {
        Self {
            fields: InspectablePropertyEditorDefinition::new(),
        }
    }

    /// Shows or hides the fields of an inspector.
    fn show(group: &T, editor: Handle<UiNode>, ui: &UserInterface) {
        let Some(inspector) = ui.node(editor).cast::<Inspector>() else {
            return;
        };
        for field in inspector.context().property_editors() {
            let is_shown = !group.has_no_effect(&field.property_name);
            let container = field.property_container;
            let is_visible = ui.try_get_node(container).map(|it| it.visibility());
            if is_visible.is_ok_and(|is_visible| is_visible != is_shown) {
                ui.send(container, WidgetMessage::Visibility(is_shown));
            }
        }
    }
}

impl<T: Switches> PropertyEditorDefinition for SwitchedGroup<T> {
    fn value_type_id(&self) -> TypeId {
        TypeId::of::<T>()
    }

    fn create_instance(
        &self,
        ctx: PropertyEditorBuildContext,
    ) -> Result<PropertyEditorInstance, InspectorError> {
        let group = ctx.property_info.cast_value::<T>()?;
        let PropertyEditorBuildContext { build_context, .. } = ctx;
        let instance = self.fields.create_instance(PropertyEditorBuildContext {
            build_context: &mut *build_context,
            ..ctx
        })?;
        if let PropertyEditorInstance::Custom { editor, .. } = &instance {
            Self::show(group, *editor, build_context.inner());
        }
        Ok(instance)
    }

    fn create_message(
        &self,
        ctx: PropertyEditorMessageContext,
    ) -> Result<Option<UiMessage>, InspectorError> {
        Self::show(ctx.property_info.cast_value::<T>()?, ctx.instance, ctx.ui);
        self.fields.create_message(ctx)
    }

    fn translate_message(&self, ctx: PropertyEditorTranslationContext) -> Option<PropertyChanged> {
        self.fields.translate_message(ctx)
    }
}
