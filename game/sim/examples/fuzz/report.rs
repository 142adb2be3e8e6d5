//! The table of the handbook's page of promises.

use crate::Arguments;
use flock_testkit::{
    figures::{machine, page, with_commas},
    fuzz::Report,
};
use std::{fmt::Write, io};

/// Writes the reports of all targets into the page.
pub fn write(reports: &[(&str, Report)], arguments: &Arguments) -> io::Result<()> {
    let text = text(reports, arguments).map_err(io::Error::other)?;
    let written = page::PROMISES.write("fuzz --report", &text);
    written.map_err(|error| io::Error::other(error.to_string()))
}

fn text(reports: &[(&str, Report)], arguments: &Arguments) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let profile = if cfg!(debug_assertions) {
        "dev"
    } else {
        "release"
    };
    writeln!(
        text,
        "{} Profile `{profile}`, options `{}`.\n\n| target | inputs | accepted | refused | faults | seconds |\n|---|---|---|---|---|---|",
        machine::heading("1 thread"),
        options(arguments),
    )?;
    for (name, report) in reports {
        let faults = usize::from(report.fault.is_some());
        let (accepted, refused) = (report.accepted, report.refused);
        let numbers = [accepted + refused + faults, accepted, refused, faults];
        let numbers = numbers.map(with_commas).join(" | ");
        let seconds = report.time.as_secs_f64();
        writeln!(text, "| `{name}` | {numbers} | {seconds:.0} |")?;
    }
    Ok(text)
}

/// The options with which the same inputs are checked again.
fn options(arguments: &Arguments) -> String {
    let number = match arguments.cases {
        Some(cases) => format!("--cases {cases}"),
        None => format!("--times {}", arguments.times),
    };
    format!("--seed {} {number}", arguments.seed)
}
