//! The pages of the reference are those of the sources as they are, and nothing is missing in them.

use flock_sim::{
    statistics::{Measures, Statistics},
    Settings,
};
use std::{collections::BTreeSet, fmt::Debug, fs};

/// Lines with this many spaces are the groups of the settings in their debug text, with twice as
/// many their fields.
const INDENT: usize = 4;

#[test]
fn pages_are_as_the_generator_writes_them() {
    let workspace = flock_handbook::workspace();
    let pages = flock_handbook::pages(&workspace).expect("the sources have all that pages need");
    for page in &pages {
        let path = page.path();
        let written = fs::read_to_string(workspace.join(&path)).unwrap_or_default();
        assert!(
            written == page.text,
            "{path} is not as the sources are. Write it anew: cargo run -p flock-handbook"
        );
    }
    let folder = workspace.join(flock_handbook::BOOK).join("reference");
    let files = fs::read_dir(folder).expect("the folder can be read");
    assert_eq!(files.count(), pages.len(), "a file that no page is for");
}

#[test]
fn every_setting_is_there_with_its_default() {
    let text = page("settings.md");
    let settings = format!("{:#?}", Settings::default());
    let mut group = "";
    let mut number = 0;
    for line in settings.lines() {
        let spaces = line.len() - line.trim_start().len();
        let Some((name, value)) = line.trim().split_once(": ") else {
            continue;
        };
        if spaces == INDENT {
            group = name;
            assert!(text.contains(&format!("\n## {group}\n")), "no {group}");
        } else if spaces == 2 * INDENT {
            check_setting(&text, group, name, value.trim_end_matches(','));
            number += 1;
        }
    }
    assert!(number > 80, "{number} settings");
}

/// The row of a field has its default, if that is a number or a switch.
fn check_setting(text: &str, group: &str, field: &str, value: &str) {
    let of_group = section(text, "##", group);
    let is_rule = of_group.contains("Its fields are those of [`Rule`]");
    if is_rule && of_group.contains(&format!("{field} {value}")) {
        return;
    }
    let table = if is_rule {
        section(text, "###", "Rule")
    } else {
        of_group
    };
    let default = cell(table, field, "default");
    let default = default.unwrap_or_else(|| panic!("{group}.{field} is not there"));
    match (value, value.parse::<f32>()) {
        ("true", _) => assert_eq!(default, "on", "{group}.{field}"),
        ("false", _) => assert_eq!(default, "off", "{group}.{field}"),
        (_, Ok(value)) => assert_eq!(number(default), value, "{group}.{field}"),
        // A choice, with or without values.
        (value, Err(_)) => {
            let variant = value.split(' ').next().unwrap_or_default();
            let is_box = default.starts_with("`Region::cuboid`: ") && variant == "Box";
            assert!(
                is_box || default == format!("`{variant}`"),
                "{group}.{field}"
            );
        }
    }
}

/// The number that a text of the page stands for: `1,000` or `1/60`.
fn number(text: &str) -> f32 {
    let parts = text.split('/').map(|part| part.replace(',', ""));
    let parts = parts.map(|part| part.parse::<f32>());
    let quotient = parts.reduce(|a, b| Ok(a? / b?));
    let quotient = quotient.expect("a text has a part");
    quotient.unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_script_is_there() {
    let text = page("scripts.md");
    let effects = source("game/src/effects/mod.rs");
    let list = between(&effects, "$($before)*\n", "}");
    let mut scripts: BTreeSet<&str> = list.split_whitespace().collect();
    assert!(scripts.len() > 5, "{scripts:?}");
    let register = source("game/src/register.rs");
    for file in [&effects, &register] {
        let registered = file.split("scripts.add::<").skip(1);
        let registered = registered.filter_map(|rest| rest.split('>').next());
        scripts.extend(registered.filter(|name| *name != "$Script"));
    }
    assert!(
        scripts.contains("Flock") && scripts.contains("FlockReef"),
        "{scripts:?}"
    );
    for script in scripts {
        assert!(text.contains(&format!("{script}`.")), "no {script}");
    }
}

#[test]
fn every_event_is_there() {
    let text = page("events.md");
    let events = source("game/sim/src/flock/reports/events/mod.rs");
    let masks = events.split("/// [`EventKind::").skip(1);
    let names: Vec<_> = masks.filter_map(|rest| rest.split('`').next()).collect();
    assert!(names.len() > 10, "{names:?}");
    let kinds = section(&text, "##", "EventKind");
    for name in names {
        let row = format!("\n| `{name}");
        assert!(kinds.contains(&row), "no {name}");
    }
}

#[test]
fn every_statistic_is_there() {
    let text = page("statistics.md");
    let is_in = |title: &str, value: &dyn Debug| {
        let text = section(&text, "##", title);
        for line in format!("{value:#?}").lines() {
            let Some((field, _)) = line.trim().split_once(": ") else {
                continue;
            };
            assert!(
                text.contains(&format!("| `{field}` |")),
                "no {title}::{field}"
            );
        }
    };
    is_in("Statistics", &Statistics::default());
    is_in("Measures", &Measures::default());
}

#[test]
fn every_option_is_there() {
    let text = page("command-line.md");
    for (program, file) in [
        ("executor", "executor/src/arguments.rs"),
        ("editor", "editor/src/main.rs"),
        ("bench", "game/sim/examples/bench/main.rs"),
        ("bench", "game/sim/examples/bench/workload.rs"),
        ("bench", "game/testkit/src/processor.rs"),
        ("cave", "game/sim/examples/cave/main.rs"),
        ("cave", "game/testkit/src/processor.rs"),
        ("fuzz", "game/sim/examples/fuzz/main.rs"),
        ("judged", "game/sim/examples/judged/main.rs"),
        ("judged", "game/testkit/src/processor.rs"),
        ("level", "game/sim/examples/level/main.rs"),
        ("observe", "game/sim/examples/observe.rs"),
        ("others", "game/sim/examples/others/main.rs"),
        ("scene_cost", "game/demo/examples/scene_cost/main.rs"),
        ("draw_cost", "game/examples/draw_cost.rs"),
        ("model_flock", "game/examples/model_flock.rs"),
        ("render_preview", "game/examples/render_preview/options.rs"),
    ] {
        let text = section(&text, "##", program);
        let source = source(file);
        for rest in source.split("#[arg(").skip(1) {
            let declared = rest.lines().map(str::trim).find_map(|line| {
                let (name, _) = line.trim_start_matches("pub ").split_once(": ")?;
                let is_name = name.chars().all(|c| c.is_lowercase() || c == '_');
                is_name.then_some(name)
            });
            let name = declared.expect("an option has a name");
            let option = format!("--{}", name.replace('_', "-"));
            let is_there = [option, format!("<{}>", name.to_uppercase())]
                .into_iter()
                .chain([format!("[{}]", name.to_uppercase())])
                .any(|usage| text.contains(&usage));
            assert!(is_there, "{program} has no {name}");
        }
    }
}

/// The text of a page as the handbook has it.
fn page(name: &str) -> String {
    source(&format!("{}/reference/{name}", flock_handbook::BOOK))
}

fn source(file: &str) -> String {
    let path = flock_handbook::workspace().join(file);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).map(|(_, rest)| rest);
    let found = rest.and_then(|rest| rest.split_once(end));
    found.unwrap_or_else(|| panic!("no {start}")).0
}

/// The text below a heading, up to the next one of its level.
fn section<'a>(text: &'a str, level: &str, title: &str) -> &'a str {
    let start = format!("\n{level} {title}\n");
    let rest = text.split_once(&start).map(|(_, rest)| rest);
    let rest = rest.unwrap_or_else(|| panic!("no heading {title}"));
    let next = format!("\n{level} ");
    rest.split_once(&next).map_or(rest, |(section, _)| section)
}

/// The cell of a field in the first table that has the field.
fn cell<'a>(section: &'a str, field: &str, head: &str) -> Option<&'a str> {
    let mut column = None;
    for line in section.lines() {
        let mut cells = line.split(" | ").map(|cell| cell.trim_matches(['|', ' ']));
        if line.starts_with("| field |") {
            column = cells.position(|cell| cell == head);
        } else if line.starts_with(&format!("| `{field}` |")) {
            return cells.nth(column?);
        }
    }
    None
}
