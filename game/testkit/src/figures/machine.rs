//! Where and when was measured: processor, date and commit.

use jiff::Timestamp;
use std::{fs, process::Command};

/// The model of the CPU, or its architecture where the system does not name the model.
pub fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let model = model.map(|it| it.trim_start_matches([' ', '\t', ':']));
    model.unwrap_or(std::env::consts::ARCH).to_owned()
}

/// The commit of the sources, and whether they have changed since. The pages that programs write do
/// not count.
pub fn commit() -> String {
    let Some(commit) = git(&["rev-parse", "--short=8", "HEAD"]) else {
        return "unknown".into();
    };
    let figures = ":(top,exclude)game/docs/src/figures.md";
    let promises = ":(top,exclude)game/docs/src/how/promises.md";
    let changed = git(&["status", "--porcelain", "--", ":/", figures, promises]);
    match changed.as_deref() {
        Some("") => commit,
        _ => commit + " with changes",
    }
}

/// What a command of git prints, if it succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let mut git = Command::new("git");
    let folder = env!("CARGO_MANIFEST_DIR");
    let output = git.args(arguments).current_dir(folder).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

/// Today's date in UTC, such as `November 25, 2026`.
pub fn date() -> String {
    date_of(Timestamp::now())
}

fn date_of(time: Timestamp) -> String {
    time.strftime("%B %-d, %Y").to_string()
}

/// A number of threads, such as `2 threads`.
pub fn threads(count: usize) -> String {
    match count {
        1 => "1 thread".into(),
        _ => format!("{count} threads"),
    }
}

/// The first sentence of a block: the processor, what of the machine was used, such as
/// `2 threads`, the date and the commit.
pub fn heading(used: &str) -> String {
    let (processor, date, commit) = (processor(), date(), commit());
    format!("{processor}, {used}, {date}, commit {commit}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_words() {
        let date = |seconds| date_of(Timestamp::from_second(seconds).unwrap());
        assert_eq!(date(0), "January 1, 1970");
        assert_eq!(date(1_764_028_800), "November 25, 2025");
    }
}
