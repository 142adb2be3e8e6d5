//! The inspector shows every field of the Flock script: with a text for its tooltip, and with an editor.

use fyrox::{
    core::reflect::prelude::*, gui::inspector::editors::PropertyEditorDefinitionContainer,
    resource::model::ModelResource, scene::collider::InteractionGroups,
};
use fyrox_flock::{
    sim::{Settings, Region, Vec3},
    Flock,
};
use std::any::TypeId;

/// A field as the inspector finds it.
struct Field {
    path: String,
    tooltip: String,
    type_id: TypeId,
    type_name: &'static str,
}

fn fields_of(object: &dyn Reflect, path: &str, found: &mut Vec<Field>) {
    object.fields_ref(&mut |fields| {
        for field in fields {
            let value = field.value.field_value_as_reflect();
            let path = format!("{path}/{}", field.name);
            found.push(Field {
                path: path.clone(),
                tooltip: field.doc.trim().to_owned(),
                type_id: field.value.type_id(),
                type_name: value.type_name(),
            });
            fields_inside(value, &path, found);
        }
    });
}

/// The fields of a value of ours, inherited from a prefab or not. Those of the engine's types are the engine's affair.
fn fields_inside(value: &dyn Reflect, path: &str, found: &mut Vec<Field>) {
    let mut inherited = false;
    value.as_inheritable_variable(&mut |variable| {
        if let Some(variable) = variable {
            inherited = true;
            fields_inside(variable.inner_value_ref(), path, found);
        }
    });
    if !inherited && is_ours(value.type_name()) {
        fields_of(value, path, found);
    }
}

fn is_ours(type_name: &str) -> bool {
    type_name.starts_with("flock_sim") || type_name.starts_with("fyrox_flock")
}

fn fields() -> Vec<Field> {
    let mut settings = Settings::default();
    settings.spawn.region = Region::Box {
        min: Vec3::zeros(),
        max: Vec3::zeros(),
    };
    let mut found = Vec::new();
    for flock in [Flock::default(), Flock::new(settings)] {
        fields_of(&flock, "", &mut found);
    }
    found
}

#[test]
fn every_field_is_reached() {
    let fields = fields();
    for path in [
        "/cohesion/radius",
        "/spawn/region/Box@min",
        "/swim/amplitude",
        "/simulation/driver",
    ] {
        let known: Vec<_> = fields.iter().map(|field| &field.path).collect();
        assert!(
            known.iter().any(|known| *known == path),
            "{path} is not in {known:?}"
        );
    }
    let hidden = fields.iter().find(|field| field.path.contains("runtime"));
    assert!(hidden.is_none(), "the running flock is nothing to edit");
}

#[test]
fn every_field_has_a_tooltip() {
    for field in fields() {
        assert!(!field.tooltip.is_empty(), "{} has no tooltip", field.path);
    }
}

#[test]
fn every_field_has_an_editor() {
    let editors = PropertyEditorDefinitionContainer::with_default_editors();
    fyrox_flock::register_property_editors(&editors);
    let editors = editors.definitions();
    // FyroxEd brings the editors of these two.
    let of_the_editor = |field: &Field| {
        [
            std::any::type_name::<ModelResource>(),
            std::any::type_name::<InteractionGroups>(),
        ]
        .iter()
        .any(|name| field.type_name.contains(name))
    };
    for field in fields().iter().filter(|field| !of_the_editor(field)) {
        let known = editors.contains_key(&field.type_id);
        assert!(
            known,
            "{} of type {} has no editor",
            field.path, field.type_name
        );
    }
}
