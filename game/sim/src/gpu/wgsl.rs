//! WGSL sources: files with their dependencies, and structs that are declared once for Rust and
//! WGSL.

use std::fmt::Write;

/// WGSL declarations that several passes use: a file or a generated struct.
#[derive(Debug)]
pub(crate) struct Part {
    /// Path of the file below `src`, or name of the struct.
    pub(crate) name: &'static str,
    pub(crate) source: &'static str,
    /// Parts whose declarations this one uses.
    pub(crate) needs: &'static [&'static Part],
}

/// An entry point of a shader.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EntryPoint<'a> {
    pub(crate) name: &'static str,
    /// Content of its file.
    pub(crate) source: &'a str,
    /// Parts whose declarations the file uses.
    pub(crate) needs: &'a [&'a Part],
}

/// Declares the [`Part`] in a file below `src`.
macro_rules! part {
    ($path:literal, [$($need:expr),* $(,)?]) => {
        $crate::gpu::wgsl::Part {
            name: $path,
            source: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/", $path)),
            needs: &[$(&$need),*],
        }
    };
}

/// Concatenates the header of constants, the parts that an entry point needs, with all their
/// dependencies, each once, and the file of the entry point.
pub(crate) fn compose(header: &str, entry: &EntryPoint) -> String {
    let (mut found, mut rest) = (Vec::<&Part>::new(), entry.needs.to_vec());
    while let Some(part) = rest.pop() {
        if !found.iter().any(|it| it.name == part.name) {
            found.push(part);
            rest.extend(part.needs);
        }
    }
    let mut source = String::from(header);
    for part in found.iter().rev() {
        let _ = write!(source, "\n// {}\n{}", part.name, part.source);
    }
    source + "\n" + entry.source
}

pub(crate) type Vec2u = [u32; 2];
pub(crate) type Vec2f = [f32; 2];
pub(crate) type Vec3f = [f32; 3];
pub(crate) type Vec3u = [u32; 3];
pub(crate) type Vec4f = [f32; 4];
/// A 3 × 3 matrix by columns; the fourth number of each column is padding.
pub(crate) type Mat3 = [[f32; 4]; 3];
/// Fills the gap that WGSL leaves before a field or after the last one.
pub(crate) type Padding1 = [u32; 1];
pub(crate) type Padding2 = [u32; 2];
pub(crate) type Padding3 = [u32; 3];

/// Declares a struct with the same layout in Rust and WGSL. `Name::PART` is its WGSL declaration,
/// without fields of a padding type. It does not compile if the offset of a field differs from
/// WGSL.
macro_rules! wgsl_struct {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident $(needs $($need:ident),+)? {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:tt),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type),*
        }

        impl $name {
            pub(crate) const PART: $crate::gpu::wgsl::Part = $crate::gpu::wgsl::Part {
                name: stringify!($name),
                source: concat!(
                    "struct ", stringify!($name), " {\n",
                    $(wgsl_struct!(@field $field $type),)*
                    "}\n"
                ),
                needs: &[$($(&$need::PART),+)?],
            };
        }

        const _: () = {
            let mut largest = 4;
            $(
                let align = wgsl_struct!(@align $type);
                assert!(std::mem::offset_of!($name, $field) % align == 0, "a field needs padding before it");
                largest = if align > largest { align } else { largest };
            )*
            assert!(size_of::<$name>() % largest == 0, "the struct needs padding at its end");
        };
    };
    (@field $field:ident Padding1) => { "" };
    (@field $field:ident Padding2) => { "" };
    (@field $field:ident Padding3) => { "" };
    (@field $field:ident $type:tt) => {
        concat!("    ", stringify!($field), ": ", wgsl_struct!(@type $type), ",\n")
    };
    (@type Vec2f) => { "vec2<f32>" };
    (@type Vec2u) => { "vec2<u32>" };
    (@type Vec3f) => { "vec3<f32>" };
    (@type Vec3u) => { "vec3<u32>" };
    (@type Vec4f) => { "vec4<f32>" };
    (@type Mat3) => { "mat3x3<f32>" };
    (@type [$item:tt; $count:tt]) => {
        concat!("array<", wgsl_struct!(@type $item), ", ", stringify!($count), ">")
    };
    (@type $type:ident) => { stringify!($type) };
    (@align f32) => { 4 };
    (@align u32) => { 4 };
    (@align i32) => { 4 };
    (@align Padding1) => { 4 };
    (@align Padding2) => { 4 };
    (@align Padding3) => { 4 };
    (@align Vec2f) => { 8 };
    (@align Vec2u) => { 8 };
    (@align $type:tt) => { 16 };
}

/// A constant of a type that Rust and WGSL share.
pub(crate) trait Literal {
    /// The WGSL literal that has exactly the same value.
    fn literal(&self) -> String;
}

impl Literal for f32 {
    fn literal(&self) -> String {
        format!("{self:?}f")
    }
}

impl Literal for i32 {
    fn literal(&self) -> String {
        format!("{self}i")
    }
}

impl Literal for u32 {
    fn literal(&self) -> String {
        format!("{self}u")
    }
}

/// Defines a function that declares constants in WGSL, with their values from Rust.
macro_rules! wgsl_constants {
    ($(#[$meta:meta])* $vis:vis fn $function:ident { $($name:ident: $type:ident = $value:expr;)* }) => {
        $(#[$meta])*
        $vis fn $function() -> String {
            use $crate::gpu::wgsl::Literal;
            let mut source = String::new();
            $(
                let value: $type = $value;
                source += &format!(
                    "const {}: {} = {};\n", stringify!($name), stringify!($type), value.literal(),
                );
            )*
            source
        }
    };
}

pub(crate) use {part, wgsl_constants, wgsl_struct};
