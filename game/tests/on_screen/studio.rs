//! Draws the scenes of the tests, one after another, into textures, and reads them back.

use flock_testkit::{engine, picture::Picture};
use fyrox::{
    asset::manager::ResourceManager,
    core::{pool::Handle, reflect::prelude::*, visitor::prelude::*},
    dpi::PhysicalSize,
    engine::GraphicsContext,
    graphics::{
        error::FrameworkError,
        framebuffer::{Attachment, ReadTarget},
        stats::RenderPassStatistics,
    },
    plugin::{error::GameResult, Plugin, PluginContext},
    renderer::{SceneRenderPass, SceneRenderPassContext},
    resource::texture::{TextureResource, TextureResourceExtension},
    scene::Scene,
};
use std::{
    any::TypeId,
    cell::RefCell,
    env,
    panic::{catch_unwind, AssertUnwindSafe},
    process::ExitCode,
    rc::Rc,
    sync::{Arc, Mutex},
};

/// Size of the pictures, in pixels.
pub const SIZE: [usize; 2] = [640, 360];

/// Number of frames before a picture, for compilation, uploads and reflections. The picture is the
/// first after them that is equal to the one before.
const SETTLE: u32 = 3;

/// Number of frames after which no picture is expected any more.
const LONGEST: u32 = 300;

/// A test: scenes that are drawn, and a check of their pictures, which panics if they are wrong.
#[derive(Clone, Copy)]
pub struct Test {
    pub name: &'static str,
    /// A multiple of [`SIZE`].
    pub scale: usize,
    pub scenes: fn(&ResourceManager) -> Vec<Scene>,
    pub check: fn(&[Picture]),
}

/// A test whose pictures have the size [`SIZE`].
pub const fn test(
    name: &'static str,
    scenes: fn(&ResourceManager) -> Vec<Scene>,
    check: fn(&[Picture]),
) -> Test {
    Test {
        name,
        scale: 1,
        scenes,
        check,
    }
}

/// Runs the tests.
pub fn run(tests: Vec<Test>) -> ExitCode {
    if tests.is_empty() {
        return ExitCode::SUCCESS;
    }
    let failures = Arc::new(Mutex::new(None));
    let size = PhysicalSize::new(SIZE[0] as u32, SIZE[1] as u32);
    let mut executor = engine::with_window("Pictures of flocks", size)
        .expect("the tests open a window; run executor/test.sh, which starts a virtual screen");
    executor.add_plugin(Studio {
        tests,
        number: 0,
        waiting: Vec::new(),
        scene: Handle::NONE,
        frame: 0,
        pictures: Vec::new(),
        reader: Rc::default(),
        failed: Vec::new(),
        result: failures.clone(),
    });
    executor.run();
    let failed: Option<Vec<&str>> = failures.lock().ok().and_then(|mut it| it.take());
    match failed {
        Some(failed) if failed.is_empty() => ExitCode::SUCCESS,
        Some(failed) => {
            eprintln!("failed: {}", failed.join(", "));
            ExitCode::FAILURE
        }
        None => {
            eprintln!("the window was closed before the tests had run");
            ExitCode::FAILURE
        }
    }
}

#[derive(Visit, Reflect)]
#[reflect(non_cloneable, hide_all)]
struct Studio {
    #[visit(skip)]
    tests: Vec<Test>,
    /// The test that runs.
    #[visit(skip)]
    number: usize,
    /// Scenes of the test that are not drawn yet, the last first.
    #[visit(skip)]
    waiting: Vec<Scene>,
    #[visit(skip)]
    scene: Handle<Scene>,
    /// Number of frames that the scene was drawn.
    #[visit(skip)]
    frame: u32,
    #[visit(skip)]
    pictures: Vec<Picture>,
    #[visit(skip)]
    reader: Rc<RefCell<Reader>>,
    #[visit(skip)]
    failed: Vec<&'static str>,
    #[visit(skip)]
    result: Arc<Mutex<Option<Vec<&'static str>>>>,
}

impl std::fmt::Debug for Studio {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("Studio")
    }
}

impl Studio {
    fn size(&self) -> [usize; 2] {
        SIZE.map(|it| it * self.tests[self.number].scale)
    }

    /// Puts a scene up to be drawn.
    fn show(&mut self, mut scene: Scene, ctx: &mut PluginContext) {
        let [width, height] = self.size().map(|it| it as u32);
        let target = TextureResource::new_render_target(width, height);
        scene.rendering_options.render_target = Some(target.clone());
        self.scene = ctx.scenes.add(scene);
        self.frame = 0;
        *self.reader.borrow_mut() = Reader {
            target: Some(target),
            ..Reader::default()
        };
    }

    /// Checks the pictures of the test that runs.
    fn check(&mut self) {
        let test = &self.tests[self.number];
        let pictures = std::mem::take(&mut self.pictures);
        let check = catch_unwind(AssertUnwindSafe(|| (test.check)(&pictures)));
        println!(
            "test {} ... {}",
            test.name,
            if check.is_ok() { "ok" } else { "FAILED" }
        );
        if check.is_err() {
            self.failed.push(test.name);
            keep(test.name, &pictures);
        }
        self.number += 1;
    }

    /// Goes on to the next scene. False after the last.
    fn advance(&mut self, ctx: &mut PluginContext) -> bool {
        if self.scene.is_some() {
            self.frame += 1;
            let mut reader = self.reader.borrow_mut();
            reader.is_wanted = self.frame >= SETTLE;
            assert!(self.frame < LONGEST, "no two frames are equal");
            let Some(pixels) = reader.take_settled() else {
                return true;
            };
            drop(reader);
            let [width, height] = self.size();
            let picture = Picture::read_back(width, height, &pixels);
            self.pictures.push(picture);
            ctx.scenes.remove(self.scene);
            self.scene = Handle::NONE;
            if self.waiting.is_empty() {
                self.check();
            }
        }
        if self.waiting.is_empty() {
            let Some(test) = self.tests.get(self.number) else {
                return false;
            };
            self.waiting = (test.scenes)(ctx.resource_manager);
            self.waiting.reverse();
        }
        if let Some(scene) = self.waiting.pop() {
            self.show(scene, ctx);
        }
        true
    }
}

/// Keeps the pictures of a failed test for a look at them.
fn keep(name: &str, pictures: &[Picture]) {
    for (number, picture) in pictures.iter().enumerate() {
        let file = env::temp_dir().join(format!("on-screen-{name}-{number}.png"));
        picture.save(&file);
        eprintln!("the picture is {}", file.display());
    }
}

impl Plugin for Studio {
    fn on_graphics_context_initialized(&mut self, ctx: PluginContext) -> GameResult {
        if let GraphicsContext::Initialized(graphics) = ctx.graphics_context {
            graphics.renderer.add_render_pass(self.reader.clone());
        }
        Ok(())
    }

    fn before_rendering(&mut self, mut ctx: PluginContext) -> GameResult {
        if !self.advance(&mut ctx) {
            if let Ok(mut result) = self.result.lock() {
                *result = Some(std::mem::take(&mut self.failed));
            }
            ctx.loop_controller.exit();
        }
        Ok(())
    }
}

/// The render pass that reads back the texture that the scene was drawn into: by all its cameras, in the
/// frame before.
#[derive(Default)]
struct Reader {
    target: Option<TextureResource>,
    is_wanted: bool,
    pixels: Option<Vec<u8>>,
    /// The pixels of the frame before.
    before: Option<Vec<u8>>,
}

impl Reader {
    /// The pixels of the last frame if they are equal to those of the frame before.
    fn take_settled(&mut self) -> Option<Vec<u8>> {
        let pixels = self.pixels.take()?;
        let before = self.before.replace(pixels);
        before.filter(|before| self.before.as_ref() == Some(before))
    }
}

impl SceneRenderPass for Reader {
    fn on_ldr_render(
        &mut self,
        context: SceneRenderPassContext,
    ) -> Result<RenderPassStatistics, FrameworkError> {
        let target = self.target.as_ref().filter(|_| self.is_wanted);
        let (server, resources) = (context.server, context.resource_manager);
        let drawn = target.and_then(|it| context.texture_cache.get(server, resources, it));
        if let Some(drawn) = drawn {
            let color = Attachment::color(drawn.gpu_texture.clone());
            let framebuffer = server.create_frame_buffer(None, vec![color])?;
            self.pixels = framebuffer.read_pixels(ReadTarget::Color(0));
            self.is_wanted = false;
        }
        Ok(RenderPassStatistics::default())
    }

    fn source_type_id(&self) -> TypeId {
        TypeId::of::<Self>()
    }
}
