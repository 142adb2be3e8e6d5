//! The white stork: a model with a skeleton and two animations, and its baked animations, as a game
//! brings its own.

mod body;
mod clips;
mod paint;
mod skeleton;
mod skin;
mod wings;

use crate::base::output::{resource_uuid, Output};
use flock_testkit::{
    engine,
    gltf::{Document, Material, Node},
};
use fyrox::{
    asset::ResourceData,
    core::{futures::executor::block_on, log::Log, SafeLock},
    resource::model::{Model, ModelResource},
};
use fyrox_flock::{
    render::{BakedClips, BakedClipsResource, ClipBlend, ClipChoice, ForwardAxis, Progress},
    Flock,
};
use skin::Skin;
use std::error::Error;

/// Paths below the data folder.
const MODEL: &str = "models/stork.glb";
const CLIPS: &str = "models/stork.glb.clips";

/// Writes the model and its baked animations.
pub fn write(output: &mut Output) -> Result<(), Box<dyn Error>> {
    output.write_resource(MODEL, &document()?.to_glb())?;
    // It would log every resource.
    Log::set_log_info(false);
    let engine = engine::without_window(|_| ())?;
    let resources = &engine.resource_manager;
    let registry = resources.state().resource_registry.clone();
    registry.safe_lock().set_path(output.registry_path());
    resources.update_or_load_registry();
    let model = block_on(resources.request::<Model>(output.path(MODEL)))?;
    let axis = ForwardAxis::default();
    let mut baked = BakedClips::bake(&model, axis, &animation(), &Progress::default())?;
    baked.save(&output.path(CLIPS))?;
    output.add_resource(CLIPS)
}

/// Makes a flock a flock of storks.
pub fn dress(flock: &mut Flock) {
    flock.model = Some(ModelResource::from(resource_uuid(MODEL))).into();
    flock.baked_clips = Some(BakedClipsResource::from(resource_uuid(CLIPS))).into();
    flock.animation = animation().into();
}

/// Storks flap to become faster, and glide when they are fast.
fn animation() -> ClipChoice {
    ClipChoice {
        enabled: true,
        first: clips::FLAP.into(),
        second: clips::GLIDE.into(),
        blend: ClipBlend::Fast,
    }
}

fn document() -> Result<Document, Box<dyn Error>> {
    let mut skin = Skin::default();
    body::add(&mut skin);
    wings::add(&mut skin);
    let mut document = Document {
        nodes: skeleton::nodes(),
        skins: vec![skeleton::skin()],
        animations: vec![clips::flap(), clips::glide()],
        images: vec![paint::plumage().to_png()?],
        materials: vec![Material {
            name: "Plumage".into(),
            color: [1.0; 4],
            textures: vec![("baseColorTexture", 0)],
        }],
        ..Document::default()
    };
    let stork = Node {
        skin: Some(0),
        ..Node::new("Stork")
    };
    document.add_mesh(stork, skin.primitive());
    Ok(document)
}
