//! The GPU that draws.

#![allow(unsafe_code, reason = "each call of OpenGL is unsafe")]

use glow::{Context, HasContext};

/// The name of the GPU as its driver tells it, such as `llvmpipe (LLVM 15.0.6, 256 bits)` for none.
pub fn renderer(context: &Context) -> String {
    // SAFETY: the call reads a constant of the driver. If the context is not current, OpenGL reports an error and no name.
    unsafe { context.get_parameter_string(glow::RENDERER) }
}
