//! The pipelines of a device. Each is compiled once for all flocks, if possible before a step needs
//! it.
//!
//! A change of the settings can activate passes and overrides that no step has needed before. Their
//! pipelines are compiled in advance by a background thread, one after the other; the thread then
//! ends. A step that needs a pipeline earlier compiles it itself, or waits if the thread has begun
//! with it.

use super::{
    adapters::AdapterKind,
    pipeline::{Overrides, Pipeline},
    wgsl::{compose, EntryPoint},
};
use pollster::block_on;
use std::{
    collections::{HashMap, HashSet, VecDeque},
    mem::replace,
    sync::{
        mpsc::{channel, Receiver, RecvTimeoutError},
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
    },
    thread::{Builder, JoinHandle},
    time::Duration,
};
use wgpu::{Device, ErrorFilter};

/// Stack of the thread, in bytes. Shader compilers of drivers need more than the usual 2 MiB.
const STACK: usize = 8 << 20;

/// An entry point with the values of its overrides.
pub(crate) type EntryVariant = (EntryPoint<'static>, Overrides);

/// The pipelines of a device.
pub(crate) struct Pipelines {
    compiler: Arc<Compiler>,
    /// The background thread that was started last.
    thread: Mutex<Option<Background>>,
}

/// A background thread that compiles pipelines.
struct Background {
    /// Receives an error once the thread has released the device.
    released: Receiver<()>,
    thread: JoinHandle<()>,
}

/// State that the background thread shares with the steps.
struct Compiler {
    device: Device,
    kind: AdapterKind,
    /// Declarations of the constants that all shaders share.
    header: &'static str,
    /// Cache of pipelines by entry point and overrides.
    places: Mutex<HashMap<String, Arc<Place>>>,
    expected: Mutex<Expected>,
}

/// An entry of the cache: a pipeline, or a place for it.
#[derive(Default)]
struct Place {
    pipeline: OnceLock<Pipeline>,
    /// Locked while the pipeline is compiled.
    compiles: Mutex<()>,
}

/// The pipelines that the background thread compiles next.
#[derive(Default)]
struct Expected {
    queue: VecDeque<EntryVariant>,
    /// Keys of all pipelines that were ever in the queue.
    known: HashSet<String>,
    /// True while a background thread processes the queue.
    is_running: bool,
    /// True once nothing is to be compiled in advance any more.
    is_stopped: bool,
}

impl Pipelines {
    pub(super) fn new(device: &Device, kind: AdapterKind, header: &'static str) -> Self {
        Self {
            compiler: Arc::new(Compiler {
                device: device.clone(),
                kind,
                header,
                places: Mutex::default(),
                expected: Mutex::default(),
            }),
            thread: Mutex::default(),
        }
    }

    /// The pipeline of an entry point, and true if it was compiled already. Entry points of
    /// different files need different names.
    pub(crate) fn get(&self, entry: &EntryPoint, overrides: &Overrides) -> (Pipeline, bool) {
        let place = self.compiler.place(key(entry, overrides));
        if let Some(pipeline) = place.pipeline.get() {
            return (pipeline.clone(), true);
        }
        let _compiles = lock(&place.compiles);
        let compile = || self.compiler.compile(entry, overrides);
        (place.pipeline.get_or_init(compile).clone(), false)
    }

    /// Compiles in the background the pipelines that later steps may need.
    pub(crate) fn expect(&self, entries: impl Iterator<Item = EntryVariant>) {
        let expected = &mut *lock(&self.compiler.expected);
        for (entry, overrides) in entries {
            if expected.known.insert(key(&entry, &overrides)) {
                expected.queue.push_back((entry, overrides));
            }
        }
        if expected.is_stopped {
            expected.queue.clear();
        }
        if !expected.is_running && !expected.queue.is_empty() {
            expected.is_running = self.start();
        }
    }

    /// Starts the background thread. Returns false if threads are not available, as on the web;
    /// steps then compile what they need.
    fn start(&self) -> bool {
        let compiler = self.compiler.clone();
        let (running, released) = channel::<()>();
        let thread = Builder::new().name("flock pipelines".into());
        let thread = thread.stack_size(STACK).spawn(move || {
            compiler.run();
            // The device must be released before the receiver is notified.
            drop((compiler, running));
        });
        let background = thread.ok().map(|thread| Background { released, thread });
        let has_started = background.is_some();
        let before = replace(&mut *lock(&self.thread), background);
        if let Some(before) = before {
            // It has left the queue and is about to end.
            let _ = before.thread.join();
        }
        has_started
    }

    /// Clears the queue, and waits at most `limit` for the pipeline that the thread is compiling,
    /// and then for the thread: a process must not end while a driver compiles, or while a driver
    /// clears what it keeps for the thread.
    pub(super) fn stop(&self, limit: Duration) {
        self.compiler.stop();
        let background = lock(&self.thread).take();
        if let Some(Background { released, thread }) = background {
            if released.recv_timeout(limit) == Err(RecvTimeoutError::Disconnected) {
                let _ = thread.join();
            }
        }
    }

    /// Waits until everything in the queue is compiled, for tests.
    #[cfg(test)]
    pub(crate) fn wait(&self) {
        let background = lock(&self.thread).take();
        if let Some(background) = background {
            let _ = background.thread.join();
        }
    }
}

impl Compiler {
    fn stop(&self) {
        let mut expected = lock(&self.expected);
        expected.queue.clear();
        expected.is_stopped = true;
    }

    fn place(&self, key: String) -> Arc<Place> {
        let mut places = lock(&self.places);
        places.entry(key).or_default().clone()
    }

    /// Compiles pipelines until the queue is empty.
    fn run(&self) {
        while let Some((entry, overrides)) = self.next() {
            let place = self.place(key(&entry, &overrides));
            let _compiles = lock(&place.compiles);
            if place.pipeline.get().is_some() {
                continue;
            }
            let compile = || self.compile(&entry, &overrides);
            if let Some(pipeline) = self.unless_it_fails(compile) {
                place.pipeline.get_or_init(|| pipeline);
            }
        }
    }

    fn next(&self) -> Option<EntryVariant> {
        let mut expected = lock(&self.expected);
        let next = expected.queue.pop_front();
        expected.is_running = next.is_some();
        next
    }

    fn compile(&self, entry: &EntryPoint, overrides: &Overrides) -> Pipeline {
        let source = self.with_uniforms(compose(self.header, entry));
        Pipeline::new(&self.device, entry.name, source, overrides)
    }

    /// Adapts the uniforms in a source to the adapter. Lavapipe 22 recompiles a pipeline each time
    /// it is bound, for the values of the uniforms that decide its branches, and never frees the
    /// code. It does not do so for storage buffers, so software adapters read uniforms from storage
    /// buffers, with the same layout.
    fn with_uniforms(&self, source: String) -> String {
        match self.kind {
            AdapterKind::Software => source.replace("var<uniform>", "var<storage, read>"),
            _ => source,
        }
    }

    /// Compiles a pipeline; `None` if that fails. A pipeline that no step needs is no error of the
    /// device; a step that needs it meets the error again.
    fn unless_it_fails(&self, compile: impl FnOnce() -> Pipeline) -> Option<Pipeline> {
        let filters = [
            ErrorFilter::OutOfMemory,
            ErrorFilter::Internal,
            ErrorFilter::Validation,
        ];
        let scopes = filters.map(|filter| self.device.push_error_scope(filter));
        let pipeline = compile();
        let errors = scopes.into_iter().rev().map(|scope| block_on(scope.pop()));
        // Uses `|`, since every scope has to be popped.
        let has_failed = errors.fold(false, |failed, error| failed | error.is_some());
        (!has_failed).then_some(pipeline)
    }
}

fn key(entry: &EntryPoint, overrides: &Overrides) -> String {
    format!("{} {overrides:?}", entry.name)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::{self, adapters, device::Gpu, error::GpuError, passes::Variant};
    use std::thread;

    fn open() -> Gpu {
        let adapters = adapters();
        gpu::open(adapters.first().expect("a Vulkan driver")).unwrap()
    }

    fn expected_after(variant: Variant) -> impl Iterator<Item = String> {
        let entries = variant.entries_after_one_change();
        entries.map(|(entry, overrides)| key(&entry, &overrides))
    }

    fn is_ready(compiler: &Compiler, key: String) -> bool {
        compiler.place(key).pipeline.get().is_some()
    }

    #[test]
    fn what_two_flocks_expect_at_once_is_compiled() {
        let gpu = open();
        let compiler = &gpu.pipelines.compiler;
        let plain = Variant::default();
        let checked = Variant {
            is_checked: true,
            ..plain
        };
        let first = compiler.place(expected_after(plain).next().unwrap());
        let held_up = lock(&first.compiles);
        gpu.pipelines.expect(plain.entries_after_one_change());
        gpu.pipelines.expect(checked.entries_after_one_change());
        drop(held_up);
        gpu.pipelines.wait();
        for key in expected_after(plain).chain(expected_after(checked)) {
            assert!(is_ready(compiler, key.clone()), "{key}");
        }
        assert!(!lock(&compiler.expected).is_running);
        gpu.check().unwrap();
    }

    /// The thread compiles nothing more, and the device is dropped without waiting for it.
    #[test]
    fn a_device_that_does_not_answer_is_dropped_while_a_pipeline_is_compiled() {
        let gpu = open();
        let compiler = gpu.pipelines.compiler.clone();
        let variant = Variant::default();
        let first = compiler.place(expected_after(variant).next().unwrap());
        let held_up = lock(&first.compiles);
        gpu.pipelines.expect(variant.entries_after_one_change());
        assert!(matches!(gpu.silent(), GpuError::Silent { .. }));
        drop(gpu);
        drop(held_up);
        while Arc::strong_count(&compiler) > 1 {
            thread::sleep(Duration::from_millis(1));
        }
        let mut expected = expected_after(variant);
        let mine = expected.next().unwrap();
        let others: HashSet<_> = expected.filter(|key| *key != mine).collect();
        let is_compiled = |key: &String| is_ready(&compiler, key.clone());
        assert_eq!(others.iter().find(|key| is_compiled(key)), None);
    }

    #[test]
    fn a_pipeline_that_fails_in_the_background_is_no_fault_of_the_device() {
        let gpu = open();
        let compiler = &gpu.pipelines.compiler;
        let entry = EntryPoint {
            name: "broken",
            source: "nonsense",
            needs: &[],
        };
        let broken = || compiler.compile(&entry, &Vec::new());
        assert!(compiler.unless_it_fails(broken).is_none());
        gpu.check().unwrap();
        broken();
        assert!(gpu.check().is_err());
    }
}
