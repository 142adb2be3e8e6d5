#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| flock_testkit::fuzz::targets::check("inputs", input));
