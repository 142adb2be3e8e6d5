//! Where and when was measured: processor, date and commit.

use std::{
    fs,
    process::Command,
    time::{SystemTime, UNIX_EPOCH},
};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The model of the CPU, or its architecture where the system does not name the model.
pub fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text
        .lines()
        .find_map(|line| line.strip_prefix("model name"));
    let model = model.map(|it| it.trim_start_matches([' ', '\t', ':']));
    model.unwrap_or(std::env::consts::ARCH).to_owned()
}

/// The commit of the sources, and whether they have changed since.
pub fn commit() -> String {
    let git = Command::new("git")
        .args([
            "describe",
            "--always",
            "--dirty=, with changes",
            "--exclude=*",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let text = git.ok().filter(|git| git.status.success());
    let text = text.map(|git| String::from_utf8_lossy(&git.stdout).trim().to_owned());
    text.unwrap_or_else(|| "unknown".into())
}

/// Today's date, such as `November 25, 2026`.
pub fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH);
    date_of_day(seconds.map_or(0, |it| it.as_secs() / 86_400))
}

/// The date of a day after January 1, 1970, which is day 0.
fn date_of_day(day: u64) -> String {
    let (mut day, mut year) = (day, 1970);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 0;
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    format!("{} {}, {year}", MONTHS[month], day + 1)
}

/// The first line of a block: processor, threads, date and commit.
pub fn heading(threads: usize) -> String {
    let (processor, date, commit) = (processor(), date(), commit());
    format!("{processor}, {threads} threads, {date}, commit {commit}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        let dates = [0, 59, 19_782, 20_417].map(date_of_day);
        let expected = [
            "January 1, 1970",
            "March 1, 1970",
            "February 29, 2024",
            "November 25, 2025",
        ];
        assert_eq!(dates, expected);
    }
}
