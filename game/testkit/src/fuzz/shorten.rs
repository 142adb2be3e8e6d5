//! A failing input made shorter.

/// Most attempts.
const ATTEMPTS: usize = 400;

/// Leaves out parts of an input as long as it still fails: halves first, single bytes last.
pub fn shorten(input: &[u8], mut fails: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut shortest = input.to_vec();
    let mut length = shortest.len() / 2;
    let mut attempts = 0;
    while length > 0 && attempts < ATTEMPTS {
        let mut start = 0;
        while start < shortest.len() && attempts < ATTEMPTS {
            let end = (start + length).min(shortest.len());
            let without = [&shortest[..start], &shortest[end..]].concat();
            attempts += 1;
            if fails(&without) {
                shortest = without;
            } else {
                start = end;
            }
        }
        length /= 2;
    }
    shortest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_is_left_out() {
        let input = b"aaaaaaaaaaxaaaaaaaaaaaaaayaaaaaaaa";
        let fails = |it: &[u8]| it.contains(&b'x') && it.contains(&b'y');
        assert_eq!(shorten(input, fails), b"xy");
        assert_eq!(shorten(b"", fails), b"");
    }
}
