//! The parts of the handbook's pages that programs write with `--report`, such as figures.

pub mod machine;
#[cfg(feature = "opengl")]
pub mod opengl;
pub mod page;

/// At least two digits: 0.12, 1.2, 12, 123.
pub fn digits(value: f64) -> String {
    match value {
        _ if value < 0.995 => format!("{value:.2}"),
        _ if value < 9.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// The smallest number, and the one in the middle. The smallest time is the least disturbed by other
/// programs. NaN if there are no numbers.
pub fn least_and_median(mut numbers: Vec<f64>) -> [f64; 2] {
    numbers.sort_by(f64::total_cmp);
    let at = |index: usize| numbers.get(index).copied().unwrap_or(f64::NAN);
    [at(0), at(numbers.len() / 2)]
}

/// A number with commas between groups of three digits.
pub fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
