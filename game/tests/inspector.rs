//! The inspector shows every field of the Flock script, with a text for its tooltip and with an
//! editor.

use fyrox::{
    core::{algebra::Vector2, pool::Handle, reflect::prelude::*},
    graph::SceneGraph,
    gui::{
        inspector::{
            editors::{
                enumeration::EnumPropertyEditorMessage, PropertyEditorDefinitionContainer,
                PropertyEditorTranslationContext,
            },
            FieldAction, Inspector, InspectorContext, InspectorContextArgs,
        },
        message::UiMessage,
        UserInterface,
    },
    material::MaterialResource,
    resource::{model::ModelResource, texture::TextureResource},
    scene::{collider::InteractionGroups, node::Node, sound::SoundBufferResource},
};
use fyrox_flock::{
    relations::FlockRelation,
    scripts::{
        EffectShape, FlockAltitudeBand, FlockEmitter, FlockFollower, FlockFormation, FlockGuide,
        FlockLeader, FlockObstacle, FlockPath, FlockPerches, FlockPredator, FlockReef, FlockSound,
        FlockTarget, FlockVolume, FlockWind, FormationForm, VolumeRole,
    },
    sim::{
        settings::{BoundaryMode, Region, Steering},
        Settings, Vec3,
    },
    Flock, FlockPreset,
};
use std::{any::TypeId, sync::Arc};
use strum::VariantNames;

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

/// The fields of a value of this library's types, inherited from a prefab or not.
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
    // Together they show the fields of every variant in every place.
    let mut boxed = Settings::default();
    boxed.spawn.region = Region::Box {
        min: Vec3::zeros(),
        max: Vec3::zeros(),
    };
    let mut round = Settings::default();
    round.boundary.shape = Region::default();
    round.boundary.mode = BoundaryMode::SoftTurn { margin: 1.0 };
    let mut found = Vec::new();
    for settings in [boxed, round] {
        fields_of(&Flock::new(settings), "", &mut found);
    }
    fields_of(&FlockRelation::default(), "/relations[0]", &mut found);
    for script in scripts() {
        fields_of(&*script, "", &mut found);
    }
    found
}

/// The scripts that affect flocks, with every variant of their choices.
fn scripts() -> Vec<Box<dyn Reflect>> {
    let half_extents = Vec3::zeros();
    let node = Handle::NONE;
    let (half_height, radius) = (1.0, 1.0);
    let (slowing, dusk) = (1.0, 1.0);
    let shapes = [
        EffectShape::Box { half_extents },
        EffectShape::Capsule {
            half_height,
            radius,
        },
        EffectShape::Mesh { node },
    ];
    let volumes = shapes.map(|shape| {
        let role = VolumeRole::Roost { slowing, dusk }.into();
        let volume = FlockVolume {
            shape: shape.into(),
            role,
            ..FlockVolume::default()
        };
        Box::new(volume) as Box<dyn Reflect>
    });
    let forms = [
        FormationForm::default(),
        FormationForm::Column { abreast: 1 },
        FormationForm::Curve { is_loop: false },
        FormationForm::Surface { node },
        FormationForm::Volume { node },
    ];
    let formations = forms.map(|form| {
        let formation = FlockFormation {
            form: form.into(),
            ..FlockFormation::default()
        };
        Box::new(formation) as Box<dyn Reflect>
    });
    let others: Vec<Box<dyn Reflect>> = vec![
        Box::<FlockTarget>::default(),
        Box::<FlockLeader>::default(),
        Box::<FlockGuide>::default(),
        Box::<FlockAltitudeBand>::default(),
        Box::<FlockPath>::default(),
        Box::<FlockWind>::default(),
        Box::<FlockObstacle>::default(),
        Box::<FlockEmitter>::default(),
        Box::<FlockFollower>::default(),
        Box::<FlockSound>::default(),
        Box::<FlockPredator>::default(),
        Box::<FlockPerches>::default(),
        Box::<FlockReef>::default(),
    ];
    { others.into_iter() }
        .chain(volumes)
        .chain(formations)
        .collect()
}

#[test]
fn every_field_is_reached() {
    let fields = fields();
    for path in [
        "/spawn/region/Sphere@center",
        "/spawn/region/Box@min",
        "/cohesion/radius",
        "/separation/normalization",
        "/alignment/field_of_view",
        "/neighbours/align_to",
        "/wander/change_time",
        "/motion/steering",
        "/boundary/shape/Sphere@radius",
        "/boundary/shape/Box@max",
        "/boundary/mode/SoftTurn@margin",
        "/body/facing",
        "/simulation/backend",
        "/swim/amplitude",
        "/body_motion/strength",
        "/body_motion/kind",
        "/variety/tint_to",
        "/variety/rows",
        "/variety/glow",
        "/sprite/texture",
        "/sprite/frames_per_second",
        "/sprite/turn",
        "/shape",
        "/draw_detail/shadow_distance",
        "/budget",
        "/frame",
        "/frame_jump",
        "/avoidance/rays",
        "/collision/check_crossings",
        "/solids/source",
        "/solids/mesh_nodes",
        "/solids/moving_bodies",
        "/solids/concave_bodies",
        "/relations",
        "/relations[0]/radius",
        "/events/split_off",
        "/strength/share",
        "/strength/fall_off",
        "/shape/Capsule@half_height",
        "/role/Roost@dusk",
        "/gusts/period",
        "/turbulence/size",
        "/most_alive",
        "/above_ground",
        "/offset",
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
    // FyroxEd supplies the editors of these types.
    let of_the_editor = |field: &Field| {
        [
            std::any::type_name::<ModelResource>(),
            std::any::type_name::<TextureResource>(),
            std::any::type_name::<MaterialResource>(),
            std::any::type_name::<SoundBufferResource>(),
            std::any::type_name::<InteractionGroups>(),
            std::any::type_name::<Handle<Node>>(),
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

/// The value that the inspector sets when a variant is chosen in the list.
fn chosen<T: VariantNames + Clone + 'static>(variant: &str) -> T {
    let editors = PropertyEditorDefinitionContainer::with_default_editors();
    fyrox_flock::register_property_editors(&editors);
    let editors = Arc::new(editors);
    let index = T::VARIANTS.iter().position(|name| *name == variant);
    let message = UiMessage::with_data(EnumPropertyEditorMessage::Variant(
        index.expect("there is such a variant"),
    ));
    let definitions = editors.definitions();
    let change = definitions[&TypeId::of::<T>()]
        .property_editor
        .translate_message(PropertyEditorTranslationContext {
            environment: None,
            name: "",
            message: &message,
            definition_container: editors.clone(),
        });
    let FieldAction::ObjectAction(value) = change.expect("the choice changes the value").action
    else {
        panic!("the choice sets a value");
    };
    let mut found = None;
    value.cast_clone::<T>(&mut |value| found = value);
    found.expect("the value has the field's type")
}

#[test]
fn variants_chosen_in_the_inspector_have_the_defaults_of_their_fields() {
    let ball = Region::sphere(1.0);
    let cube = Region::cube(1.0);
    assert_eq!(chosen::<Region>("Sphere"), ball);
    assert_eq!(chosen::<Region>("Box"), cube);
    let soft_turn = BoundaryMode::SoftTurn { margin: 1.0 };
    assert_eq!(chosen::<BoundaryMode>("SoftTurn"), soft_turn);
    let capsule = EffectShape::Capsule {
        half_height: 1.0,
        radius: 0.5,
    };
    assert_eq!(chosen::<EffectShape>("Capsule"), capsule);
    assert_eq!(chosen::<EffectShape>("Sphere"), EffectShape::default());
    let roost = VolumeRole::Roost {
        slowing: 1.0,
        dusk: 1.0,
    };
    assert_eq!(chosen::<VolumeRole>("Roost"), roost);
}

/// The fields of a group that an inspector shows.
fn shown(context: &InspectorContext, group: &str, ui: &UserInterface) -> Vec<String> {
    let editor = context.find_property_editor_widget(group);
    let inspector = ui.node(editor).cast::<Inspector>().unwrap();
    let fields = inspector.context().property_editors();
    fields
        .filter(|field| ui.node(field.property_container).visibility())
        .map(|field| field.property_name.clone())
        .collect()
}

/// The number of fields of a group.
fn count(group: &dyn Reflect) -> usize {
    let mut count = 0;
    group.fields_ref(&mut |fields| count = fields.len());
    count
}

#[test]
fn fields_that_are_switched_off_are_hidden() {
    let editors = PropertyEditorDefinitionContainer::with_default_editors();
    fyrox_flock::register_property_editors(&editors);
    let mut preset = FlockPreset::default();
    preset.motion.steering = Steering::Velocity;
    let mut ui = UserInterface::new(Vector2::repeat(1000.0));
    let context = InspectorContext::from_object(InspectorContextArgs {
        object: &preset,
        ctx: &mut ui.build_ctx(),
        definition_container: Arc::new(editors),
        environment: None,
        layer_index: 0,
        generate_property_string_values: false,
        filter: Default::default(),
        name_column_width: 100.0,
        base_path: String::new(),
        has_parent_object: false,
    });
    while ui.poll_message().is_some() {}
    assert_eq!(shown(&context, "wander", &ui), ["enabled"]);
    assert_eq!(
        shown(&context, "cohesion", &ui).len(),
        count(&preset.cohesion)
    );
    // Without the largest acceleration and turn rate.
    assert_eq!(
        shown(&context, "motion", &ui).len(),
        count(&preset.motion) - 2
    );
    let always = ["align_to", "nearest_only", "too_close", "crowding"];
    assert_eq!(shown(&context, "neighbours", &ui), always);

    preset.wander.enabled = true;
    preset.cohesion.enabled = false;
    preset.neighbours.nearest_only = true;
    preset.neighbours.too_close = true;
    preset.neighbours.crowding = true;
    preset.motion.limit_turning = true;
    let synced = context.sync(
        &preset,
        &mut ui,
        0,
        false,
        Default::default(),
        String::new(),
    );
    assert!(synced.is_ok());
    while ui.poll_message().is_some() {}
    assert_eq!(shown(&context, "wander", &ui).len(), count(&preset.wander));
    assert_eq!(shown(&context, "cohesion", &ui), ["enabled"]);
    let neighbours = shown(&context, "neighbours", &ui).len();
    assert_eq!(neighbours, count(&preset.neighbours));
    assert_eq!(
        shown(&context, "motion", &ui).len(),
        count(&preset.motion) - 1
    );
}
