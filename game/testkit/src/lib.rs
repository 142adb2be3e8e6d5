//! What tests, examples and benchmarks of several packages share. It is not published.
//!
//! | file | what |
//! |---|---|
//! | `allocator` | an allocator that counts allocations and bytes, and refuses large ones |
//! | `backends` | flocks on another backend |
//! | `cases` | number and seed of the random cases of property tests (feature `proptest`) |
//! | `coincident` | trials: boids at the very same position part |
//! | `crossing` | trials: a flock is driven hard against a level and judged after every step |
//! | `details` | boids in the distances of all levels of detail |
//! | `engine` | Fyrox's engine without a window, and scenes in it (feature `engine`) |
//! | `figures` | the blocks of the handbook's pages that programs write; processor, date and commit of a measurement; the GPU that draws (feature `opengl`) |
//! | `flocks` | flocks of given boids, their boids by id, their texels, pools of threads |
//! | `fuzz` | fuzzing: inputs changed at random; the targets of the simulation (feature `fuzz`) |
//! | `gltf` | files of models, and an evaluation of their poses in double precision |
//! | `golden` | the recorded states of presets |
//! | `hunts` | hunters, and a school that flees from them |
//! | `imports` | the imports between the files of a crate, and cycles among them |
//! | `joined` | which places of a maze are joined |
//! | `judge` | crossings and distances among triangles, in double precision |
//! | `judged` | random scenes with any features, and trials with other seeds, judged move by move |
//! | `labyrinth` | rooms beside and above each other, joined by doors and shafts; trials: a crowd finds its way |
//! | `obstacles` | trials: moving obstacles in scenes of all kinds, judged in their own frames |
//! | `picture` | pictures of the renderer, and their comparison (feature `pictures`) |
//! | `planar_rooms` | trials: influences lead boids in a plane through a door between two rooms |
//! | `processor` | the arguments of examples that choose CPU or GPU (feature `clap`) |
//! | `progress` | trials: boids among surfaces make way |
//! | `random` | random numbers that need not be good |
//! | `rigged` | models with skeleton and animations, as glTF and FBX |
//! | `roof` | a flock above a roof with a perch |
//! | `saved` | saved states through a file and back, and changed by value (feature `saved`) |
//! | `scenes` | triangles that are hard for moving boids: rocks, mazes, hills, labyrinths, heaps |
//! | `tokens` | the tokens of Rust and WGSL sources, for tests of their imports |
//! | `tossed` | trials: boids among surfaces in a frame that is tossed about |
//! | `triangles` | triangles that are moved or turned, cuboids, geometry of them |
//! | `two_rooms` | trials: influences lead boids through a door between two rooms |
//! | `use_trees` | the trees of names in imports and paths |
//! | `waves` | waves of panic through a cube of birds |
//! | `wind` | trials: a storm blows boids against a level |
//! | `worlds` | relations of flocks; a world on another backend |
//!
//! A trial takes the backend, so that the tests of the CPU and those of the GPU make the same one.
//! The judges share only the input with the library.
//!
//! Unit tests of flock-sim can use only what names no type of flock-sim, such as `cases`: what this package
//! was built with is another copy of that crate.

pub mod allocator;
pub mod backends;
#[cfg(feature = "proptest")]
pub mod cases;
pub mod coincident;
pub mod crossing;
pub mod details;
#[cfg(feature = "engine")]
pub mod engine;
pub mod figures;
pub mod flocks;
pub mod formations;
pub mod fuzz;
pub mod gltf;
pub mod golden;
pub mod hunts;
pub mod imports;
pub mod joined;
pub mod judge;
pub mod judged;
pub mod labyrinth;
pub mod obstacles;
#[cfg(feature = "pictures")]
pub mod picture;
pub mod planar_rooms;
#[cfg(feature = "clap")]
pub mod processor;
pub mod progress;
pub mod random;
pub mod rigged;
pub mod roof;
#[cfg(feature = "saved")]
pub mod saved;
pub mod scenes;
pub mod tokens;
pub mod tossed;
pub mod triangles;
pub mod two_rooms;
pub mod use_trees;
pub mod waves;
pub mod wind;
pub mod worlds;
