//! The recipes: each is played without a window, and its result is checked.

#[allow(dead_code)]
#[path = "../examples/recipes/main.rs"]
mod recipes;

use recipes::RECIPES;

/// A recipe, the number of frames that are played, and a check of its result and of the numbers in
/// it. The limits are wide: a check fails if the recipe does not show what it promises.
type Check = (&'static str, u32, fn(&str, &[f64]) -> bool);

const CHECKS: &[Check] = &[
    ("player-scares-fish", 400, |_, n| {
        at(n, 0) > 50.0 && at(n, 1) == 1000.0
    }),
    ("shark-hunts", 1800, |_, n| {
        at(n, 0) >= 1.0 && at(n, 1) >= 1.0 && at(n, 1) + at(n, 2) == 400.0
    }),
    ("birds-roost", 900, |_, n| {
        at(n, 0) >= 30.0 && at(n, 0) + at(n, 1) <= 100.0
    }),
    ("camera-follows-bird", 300, |_, n| {
        (1.5..3.0).contains(&at(n, 0)) && at(n, 1) > 3.0
    }),
    ("shoot-a-bird", 400, |_, n| {
        at(n, 0) >= 3.0 && at(n, 1) >= 1.0 && at(n, 0) + at(n, 2) == 60.0
    }),
    ("swarm-boss", 600, |_, n| at(n, 0) < 300.0 && at(n, 2) > 0.0),
    ("top-down-2d", 400, |_, n| {
        at(n, 0) > 100.0 && at(n, 1) == 500.0 && at(n, 2) == 0.0
    }),
    ("hundred-thousand", 40, |_, n| {
        at(n, 0) == 100_000.0
            && n.iter().all(|number| *number > 0.0)
            && n.iter().sum::<f64>() == 2.0 * at(n, 0)
    }),
    ("around-the-player", 900, |_, n| {
        at(n, 0) > 200.0 && at(n, 2) > 50.0 && at(n, 3) < 16.0
    }),
    ("own-rule", 600, |_, n| at(n, 0) > 60.0),
    ("own-model", 30, |_, n| at(n, 0) == 60.0),
    ("save-and-load", 200, |text, _| {
        text.contains("the same way")
    }),
    ("two-players", 400, |text, n| {
        text.contains("the same") && at(n, 0) > 350.0 && at(n, 1) == 60.0 && at(n, 2) == 1.0
    }),
    ("several-cameras", 60, |_, n| {
        at(n, 0) == 2.0 && at(n, 1) > 0.0 && at(n, 2) > 0.0 && at(n, 3) > at(n, 1)
    }),
    ("cut-scene", 360, |_, n| n == [50.0, 300.0, 3.0, 4.0, 8.0]),
    ("ui-widget", 200, |_, n| {
        at(n, 0) == 202.0 && at(n, 1) == 200.0 && at(n, 2) > 20.0
    }),
];

/// A number of the result; 0 if there are not so many.
fn at(numbers: &[f64], index: usize) -> f64 {
    numbers.get(index).copied().unwrap_or_default()
}

/// The numbers in a text.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let words = words.filter_map(|word| word.trim_matches('.').parse().ok());
    words.collect()
}

/// In one test, because the working directory belongs to the whole process.
#[test]
fn each_recipe_does_what_it_promises() {
    let names: Vec<_> = RECIPES.iter().map(|entry| entry.name).collect();
    let checked: Vec<_> = CHECKS.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, checked, "each recipe needs a check");
    let mut wrong = Vec::new();
    for (entry, (name, frames, is_right)) in RECIPES.iter().zip(CHECKS) {
        let result = entry.result_after(*frames);
        let result = result.unwrap_or_else(|error| format!("no result: {error}"));
        println!("{name}: {result}");
        if !is_right(&result, &numbers(&result)) {
            wrong.push(format!("{name}: {result}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_recipe_is_short() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/recipes");
    for entry in RECIPES {
        let file = format!("{folder}/{}.rs", entry.name.replace('-', "_"));
        let lines = std::fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= 60, "{file} has {lines} lines");
    }
}
