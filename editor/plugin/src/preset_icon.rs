//! The icon of presets in the asset browser.

use fyrox::{
    asset::{manager::ResourceManager, untyped::UntypedResource},
    core::{pool::Handle, TypeUuidProvider},
    engine::Engine,
    resource::texture::TextureResource,
    scene::{camera::Camera, node::Node, Scene},
};
use fyrox_flock::FlockPreset;
use fyroxed_base::{
    asset::preview::{AssetPreviewGenerator, AssetPreviewTexture},
    load_image, Editor,
};

struct PresetIcon(Option<TextureResource>);

/// Adds the icon to the asset browser.
pub(crate) fn add_to(editor: &mut Editor) {
    let icon = PresetIcon(load_image!("preset.png"));
    let id = <FlockPreset as TypeUuidProvider>::type_uuid();
    editor.asset_browser.preview_generators.add(id, icon);
}

impl AssetPreviewGenerator for PresetIcon {
    fn generate_scene(
        &mut self,
        _: &UntypedResource,
        _: &ResourceManager,
        _: &mut Scene,
        _: Handle<Camera>,
    ) -> Handle<Node> {
        Handle::NONE
    }

    fn generate_preview(
        &mut self,
        _: &UntypedResource,
        _: &mut Engine,
    ) -> Option<AssetPreviewTexture> {
        let icon = self.0.clone();
        icon.map(AssetPreviewTexture::from_texture_with_gray_tint)
    }

    fn simple_icon(&self, _: &UntypedResource, _: &ResourceManager) -> Option<TextureResource> {
        self.0.clone()
    }
}
