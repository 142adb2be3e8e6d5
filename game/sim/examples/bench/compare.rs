//! Comparison with the figures of an earlier run.

use crate::Result;
use serde::Serialize;
use serde_json::Value;
use std::{fmt::Write, fs, path::Path};

/// The ratios of all numbers to the numbers with the same names in a file, the newest line of JSON
/// that has the same form.
pub fn with_file(figures: &impl Serialize, path: &Path) -> Result<String> {
    let now = serde_json::to_value(figures)?;
    let text = fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let lines = text.lines().rev();
    let mut lines = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let before = lines.find(|before| has_form_of(before, &now));
    let before = before.ok_or_else(|| {
        format!(
            "{} has no line that this measurement printed with --json; run it with --json >> {0} first",
            path.display()
        )
    })?;
    let mut table = format!("beside {}, as ratio, now and before:", path.display());
    add_ratios(&mut table, "", &now, &before)?;
    Ok(table)
}

/// True if both are objects with the same names.
fn has_form_of(before: &Value, now: &Value) -> bool {
    let (Some(before), Some(now)) = (before.as_object(), now.as_object()) else {
        return false;
    };
    before.keys().eq(now.keys())
}

fn add_ratios(table: &mut String, name: &str, now: &Value, before: &Value) -> Result<()> {
    match (now, before) {
        (Value::Number(now), Value::Number(before)) => {
            let [now, before] = [now, before].map(|it| it.as_f64().unwrap_or(f64::NAN));
            write!(
                table,
                "\n{:8.3} {now:14.3} {before:14.3}  {name}",
                now / before
            )?;
        }
        (Value::Object(now), Value::Object(before)) => {
            for (key, now) in now {
                let before = before.get(key).unwrap_or(&Value::Null);
                let name = if name.is_empty() {
                    key.clone()
                } else {
                    format!("{name}.{key}")
                };
                add_ratios(table, &name, now, before)?;
            }
        }
        (Value::Array(now), Value::Array(before)) => {
            for (index, (now, before)) in now.iter().zip(before).enumerate() {
                add_ratios(table, &format!("{name}[{index}]"), now, before)?;
            }
        }
        (Value::String(now), Value::String(before)) if now != before => {
            write!(table, "\n{name}: {now}, before: {before}")?;
        }
        _ => (),
    }
    Ok(())
}
