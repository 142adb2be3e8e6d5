// What each boid has noticed, as in memory.rs.

fn has(notes: FearNotes, bits: u32) -> bool {
    return (notes.bits & bits) != 0u;
}

// Steps from the last panic of a boid, which has had one, to a step.
fn since_panic(notes: FearNotes, step: u32) -> u32 {
    return step - notes.onset;
}

// Steps from the last look in which a boid fled to a step. There must be such a look.
fn since_flight(notes: FearNotes, step: u32) -> u32 {
    return step - notes.fled;
}

// True if a boid does not panic again yet.
fn is_deaf(notes: FearNotes, step: u32, deaf_end: u32) -> bool {
    return has(notes, PANICKED) && since_panic(notes, step) < deaf_end;
}
