//! The functions of which platforms round the results differently: what moves a boid must not call them.
//! `libm` has the same ones with the same bits everywhere. Square roots are exact by the standard.

use super::{source_folder, sources};
use flock_testkit::tokens::{tokens, without_tests, Token};

/// Methods of the platform's numbers.
const FUNCTIONS: [&str; 26] = [
    "sin", "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
    "asinh", "acosh", "atanh", "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10",
    "powf", "powi", "cbrt", "hypot",
];

/// Functions of nalgebra that call them.
const ROTATIONS: [&str; 21] = [
    "angle",
    "angle_to",
    "axis_angle",
    "euler_angles",
    "from_axis_angle",
    "from_euler_angles",
    "from_matrix",
    "from_matrix_eps",
    "from_scaled_axis",
    "from_scaled_axis_eps",
    "new_eps",
    "new_rotation",
    "polar_decomposition",
    "rotation_between",
    "rotation_between_axis",
    "rotation_to",
    "scaled_axis",
    "scaled_rotation_between",
    "scaled_rotation_between_axis",
    "slerp",
    "try_slerp",
];

/// Types of nalgebra whose `new` takes an angle.
const OF_ANGLES: [&str; 4] = ["UnitQuaternion", "Rotation2", "Rotation3", "UnitComplex"];

/// Sources that reach no state: they only advise.
const EXEMPT: [&str; 1] = ["settings/advice/"];

/// The calls in one file, each with file and line.
fn calls(file: &str, text: &str) -> Vec<String> {
    if EXEMPT.iter().any(|exempt| file.starts_with(exempt)) {
        return Vec::new();
    }
    let tokens = without_tests(tokens(text));
    let called = (1..tokens.len()).filter(|at| is_call(&tokens, *at));
    let named = called.map(|at| {
        let Token { text, line } = &tokens[at];
        format!("{file}:{line}: {text} has other bits on other platforms; use libm")
    });
    named.collect()
}

/// True if the word there is called, or named as a function, and belongs to the platform.
fn is_call(tokens: &[Token], at: usize) -> bool {
    let word = &tokens[at];
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.is(text));
    let one_of = |names: &[&str], token: &Token| names.iter().any(|name| token.is(name));
    // A closure is no argument of theirs.
    let is_method = is(at - 1, ".") && is(at + 1, "(") && !is(at + 2, "|");
    let of = (at >= 2 && is(at - 1, "::")).then(|| &tokens[at - 2]);
    let is_function = of.is_some_and(|of| !of.is("libm"));
    let is_known = one_of(&FUNCTIONS, word) || one_of(&ROTATIONS, word);
    let makes_rotation = word.is("new") && of.is_some_and(|of| one_of(&OF_ANGLES, of));
    (is_method || is_function) && is_known || makes_rotation
}

#[test]
fn nothing_that_moves_a_boid_depends_on_the_mathematics_of_the_platform() {
    let files = sources(source_folder(), "rs").into_iter();
    let found: Vec<String> = files.flat_map(|(file, text)| calls(&file, &text)).collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn calls_are_found_with_file_and_line() {
    let text = "
        fn a(x: f32) -> f32 {
            libm::sinf(x) + x.sqrt() + cone.cos
        }
        fn b(x: f32) -> f32 { x.sin() }
        fn c(x: [f32; 2]) -> [f32; 2] { x.map(f32::cbrt) }
        fn d() { UnitQuaternion::new(Vec3::x()); UnitQuaternion::new_normalize(q); Vec3::new(x, y, z); }
        fn e() { self.log(|| input); a.try_slerp(&b, 0.5, 0.1); way.angle > 0.0; }
        #[cfg(test)]
        mod tests { fn f() { 1.0.sin(); } }
    ";
    let lines: Vec<String> = calls("motion/a.rs", text)
        .iter()
        .map(|call| call.split(" has").next().unwrap().to_string())
        .collect();
    let expected = ["5: sin", "6: cbrt", "7: new", "8: try_slerp"];
    assert_eq!(lines, expected.map(|it| format!("motion/a.rs:{it}")));
    assert_eq!(calls("settings/advice/a.rs", text), [""; 0]);
}
