// Which counter is which, in a buffer declared as array<atomic<u32>, COUNTERS>.
const CONTACTS = 0u;
const CROSSINGS = 1u;
const RAYS = 2u;
const DELAYED_LOOKS = 3u;
const COUNTERS = 4u;
