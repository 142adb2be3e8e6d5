//! The textures that hold the boids on the GPU. The first has two texels for each boid: position
//! and size; x, y, z of the orientation and the phase of the beat. The second has one texel for the
//! motion of each boid, if the body needs it.

use fyrox::resource::texture::{
    Texture, TextureKind, TextureMagnificationFilter, TextureMinificationFilter, TexturePixelKind,
    TextureResource, TextureWrapMode,
};

/// Largest number of boids that one renderer draws: 16,777,216. Their texture has 4,096 x 8,192
/// texels, which every GPU in use with OpenGL 3.3 supports. Beyond that number, a 32-bit float
/// cannot represent every index.
pub const MAX_BOIDS: usize = WIDTH * MAX_ROWS / 2;

const WIDTH: usize = 4096;
const MAX_ROWS: usize = 8192;

/// A texture with `TEXELS` texels for each boid.
#[derive(Debug)]
pub(super) struct InstanceTexture<const TEXELS: usize> {
    texture: TextureResource,
    rows: usize,
    count: usize,
}

impl<const TEXELS: usize> Default for InstanceTexture<TEXELS> {
    fn default() -> Self {
        Self {
            texture: TextureResource::new_embedded(make_texture(1)),
            rows: 1,
            count: 0,
        }
    }
}

impl<const TEXELS: usize> InstanceTexture<TEXELS> {
    pub fn texture(&self) -> &TextureResource {
        &self.texture
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Calls `fill` with the texels of `count` boids, at most [`MAX_BOIDS`].
    pub fn fill(&mut self, count: usize, fill: impl FnOnce(&mut [[f32; 4]])) {
        self.count = count.min(MAX_BOIDS);
        self.resize();
        self.change(fill);
    }

    /// Calls `change` with the texels of all boids.
    pub fn change(&mut self, change: impl FnOnce(&mut [[f32; 4]])) {
        let mut texture = self.texture.data_ref();
        // The engine uploads the texture once, after this guard is dropped.
        let mut data = texture.modify();
        if let Some(texels) = data.data_mut_of_type::<[f32; 4]>() {
            change(&mut texels[..TEXELS * self.count]);
        }
    }

    /// Calls `read` with the texels of all boids.
    pub fn read(&self, read: impl FnOnce(&[[f32; 4]])) {
        let texture = self.texture.data_ref();
        if let Some(texels) = texture.data_of_type::<[f32; 4]>() {
            read(&texels[..TEXELS * self.count]);
        }
    }

    /// Grows the texture if the boids do not fit, and shrinks it if more than half of the upload
    /// would be unused.
    fn resize(&mut self) {
        let needed = rows_for(TEXELS * self.count);
        if needed > self.rows || 2 * needed < self.rows {
            self.rows = needed;
            *self.texture.data_ref() = make_texture(needed);
        }
    }
}

/// Number of rows for `texels` texels, rounded up by at most an eighth, so that a slowly growing
/// flock rarely needs a new texture.
fn rows_for(texels: usize) -> usize {
    let rows = texels.div_ceil(WIDTH).max(1);
    let step = (rows.next_power_of_two() / 16).max(1);
    rows.next_multiple_of(step)
}

/// A texture with these texels, in rows of 4,096.
pub(super) fn make_float_texture(texels: &[[f32; 4]]) -> Texture {
    let mut texture = make_texture(texels.len().div_ceil(WIDTH).max(1));
    if let Some(data) = texture.modify().data_mut_of_type::<[f32; 4]>() {
        data[..texels.len()].copy_from_slice(texels);
    }
    texture
}

fn make_texture(rows: usize) -> Texture {
    let kind = TextureKind::Rectangle {
        width: WIDTH as u32,
        height: rows as u32,
    };
    let bytes = vec![0; WIDTH * rows * size_of::<[f32; 4]>()];
    let mut texture = Texture::from_bytes(kind, TexturePixelKind::RGBA32F, bytes)
        .expect("the bytes were made to fit the kind");
    texture.set_minification_filter(TextureMinificationFilter::Nearest);
    texture.set_magnification_filter(TextureMagnificationFilter::Nearest);
    texture.set_s_wrap_mode(TextureWrapMode::ClampToEdge);
    texture.set_t_wrap_mode(TextureWrapMode::ClampToEdge);
    texture.set_anisotropy_level(1.0);
    texture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_the_boids_with_little_waste() {
        for count in [0, 1, 2048, 2049, 20_000, 100_000, 1_000_000, MAX_BOIDS] {
            let rows = rows_for(2 * count);
            assert!(rows * WIDTH >= 2 * count, "{count}");
            assert!(rows <= MAX_ROWS, "{count}");
            let spare = rows * WIDTH - 2 * count;
            assert!(spare <= (2 * count / 8).max(WIDTH), "{count}");
        }
        assert_eq!(MAX_BOIDS, 1 << 24);
    }

    #[test]
    fn the_texture_is_replaced_only_when_it_must() {
        let mut instances = InstanceTexture::<2>::default();
        let mut modifications = Vec::new();
        for count in [100_000, 100_000, 99_000, 60_000] {
            instances.fill(count, |texels| assert_eq!(texels.len(), 2 * count));
            modifications.push(instances.texture().data_ref().modifications_count());
        }
        // A new texture would count from 0, so this is one texture that was changed four times.
        assert_eq!(modifications, [1, 2, 3, 4]);
        instances.fill(10, |texels| texels.fill([1.0; 4]));
        assert_eq!(instances.rows, 1);
        instances.read(|texels| assert_eq!(texels, [[1.0; 4]; 20]));
    }
}
