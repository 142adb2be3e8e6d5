//! An opened GPU device, and its memory.

use super::{
    adapters::{Adapter, AdapterKind},
    error::GpuError,
    geometry_buffers::SharedGeometries,
    pipelines::Pipelines,
};
use bytemuck::{Pod, Zeroable};
use pollster::block_on;
use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{channel, Sender},
        Arc, Mutex, PoisonError,
    },
    thread,
    time::Duration,
};
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, CommandEncoder, DeviceDescriptor, ErrorFilter,
    Features, MapMode, PollError, PollType, SubmissionIndex, Trace,
};

/// Size in bytes of a buffer without items; no shader binding needs more.
const SMALLEST: usize = 512;

/// Longest time to wait for the work of a GPU. A step takes some milliseconds.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Longest time to wait for the first work of a GPU.
const FIRST_TIME_LIMIT: Duration = Duration::from_secs(60);

/// Longest time to wait for a software adapter, which shares the CPU with all other work.
const SOFTWARE_TIME_LIMIT: Duration = Duration::from_secs(600);

/// An opened GPU device.
///
/// The driver can report errors at any time. They are kept until [`check`](Self::check) returns
/// them.
pub(crate) struct Gpu {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    adapter: Adapter,
    fault: Arc<Mutex<Option<GpuError>>>,
    /// True once the device has completed work for which it was waited.
    has_answered: AtomicBool,
    /// Number of times that something waited for the device.
    #[cfg(test)]
    pub(crate) waits: std::sync::atomic::AtomicU32,
    /// True for a device that never completes its work, for tests.
    #[cfg(test)]
    pub(crate) is_stuck: AtomicBool,
    /// True for a device that holds back its frames, for tests.
    #[cfg(test)]
    pub(crate) is_late: AtomicBool,
    pub(crate) pipelines: Pipelines,
    pub(super) geometries: SharedGeometries,
    /// Must be the last field: dropping it tells the thread that releases an unresponsive device
    /// that all other fields are gone.
    dropped: Option<Sender<()>>,
}

impl Gpu {
    /// Opens the device of an adapter. `header` begins the source of every shader.
    ///
    /// # Errors
    /// Fails if the driver refuses the device.
    pub(crate) fn open(adapter: &Adapter, header: &'static str) -> Result<Self, GpuError> {
        let inner = adapter.inner();
        let described = DeviceDescriptor {
            label: Some("flock"),
            // For the time of a step.
            required_features: inner.features() & Features::TIMESTAMP_QUERY,
            required_limits: inner.limits(),
            trace: Trace::Off,
            ..DeviceDescriptor::default()
        };
        let name = adapter.name().to_string();
        let (device, queue) =
            block_on(inner.request_device(&described)).map_err(|refusal| GpuError::Refused {
                adapter: name.clone(),
                reason: refusal.to_string(),
            })?;
        let fault = Arc::new(Mutex::new(None));
        let (reported, lost) = (fault.clone(), fault.clone());
        let of = name.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            note(&reported, Self::driver_error(&of, &error));
        }));
        device.set_device_lost_callback(move |_, reason| {
            let adapter = name.clone();
            note(&lost, GpuError::Lost { adapter, reason });
        });
        Ok(Self {
            pipelines: Pipelines::new(&device, adapter.kind(), header),
            device,
            queue,
            adapter: adapter.clone(),
            fault,
            has_answered: AtomicBool::new(false),
            #[cfg(test)]
            waits: Default::default(),
            #[cfg(test)]
            is_stuck: AtomicBool::new(false),
            #[cfg(test)]
            is_late: AtomicBool::new(false),
            geometries: SharedGeometries::default(),
            dropped: None,
        })
    }

    fn driver_error(adapter: &str, error: &wgpu::Error) -> GpuError {
        GpuError::Driver {
            adapter: adapter.into(),
            reason: error.to_string(),
        }
    }

    pub(crate) fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// Returns the first error that was reported, if any.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.clone().map_or(Ok(()), Err)
    }

    /// Creates a storage buffer for `count` items, all zero. `what` names it in errors.
    pub(crate) fn buffer<T: Pod>(&self, what: &str, count: usize) -> Result<Buffer, GpuError> {
        let bytes = match count {
            0 => SMALLEST,
            _ => count * size_of::<T>(),
        } as u64;
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        if bytes > self.device.limits().max_storage_buffer_binding_size {
            return Err(self.too_large(what, bytes));
        }
        self.create(&BufferDescriptor {
            label: Some(what),
            size: bytes.next_multiple_of(4),
            usage,
            mapped_at_creation: false,
        })
    }

    /// Creates a buffer of any kind.
    ///
    /// # Errors
    /// Fails if there is no memory for it.
    pub(crate) fn create(&self, described: &BufferDescriptor) -> Result<Buffer, GpuError> {
        if described.size > self.device.limits().max_buffer_size {
            return Err(self.too_large(described.label.unwrap_or_default(), described.size));
        }
        let scope = self.device.push_error_scope(ErrorFilter::OutOfMemory);
        let buffer = self.device.create_buffer(described);
        match block_on(scope.pop()) {
            Some(_) => Err(self.too_large(described.label.unwrap_or_default(), described.size)),
            None => Ok(buffer),
        }
    }

    /// Creates a storage buffer with these items.
    pub(crate) fn filled<T: Pod>(&self, what: &str, items: &[T]) -> Result<Buffer, GpuError> {
        let buffer = self.buffer::<T>(what, items.len())?;
        self.write(&buffer, items);
        Ok(buffer)
    }

    /// Creates a uniform buffer for one item, which may also be bound as a storage buffer.
    pub(crate) fn uniform<T: Pod>(&self, what: &str) -> Buffer {
        self.device.create_buffer(&BufferDescriptor {
            label: Some(what),
            size: size_of::<T>().next_multiple_of(16) as u64,
            usage: BufferUsages::UNIFORM | BufferUsages::STORAGE | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    fn too_large(&self, what: &str, bytes: u64) -> GpuError {
        GpuError::TooLarge {
            adapter: self.adapter.name().into(),
            what: what.into(),
            bytes,
            remedy: "lower spawn.count",
        }
    }

    /// Writes the first items of a buffer, before all work that is submitted afterwards.
    pub(crate) fn write<T: Pod>(&self, buffer: &Buffer, items: &[T]) {
        self.write_from(buffer, 0, items);
    }

    /// Writes items to a buffer from the item with the index `first` on, before all work that is
    /// submitted afterwards.
    pub(crate) fn write_from<T: Pod>(&self, buffer: &Buffer, first: usize, items: &[T]) {
        if !items.is_empty() {
            let offset = (first * size_of::<T>()) as u64;
            self.queue
                .write_buffer(buffer, offset, bytemuck::cast_slice(items));
        }
    }

    /// Writes items to a buffer, and replaces it by a larger one if it is too small.
    pub(crate) fn write_all<T: Pod>(
        &self,
        what: &str,
        buffer: &mut Buffer,
        items: &[T],
    ) -> Result<(), GpuError> {
        self.reserve::<T>(what, buffer, items.len())?;
        self.write(buffer, items);
        Ok(())
    }

    /// Replaces a buffer by a larger one if it is too small for `count` items. The new one is empty.
    pub(crate) fn reserve<T: Pod>(
        &self,
        what: &str,
        buffer: &mut Buffer,
        count: usize,
    ) -> Result<(), GpuError> {
        let size = size_of::<T>() as u64;
        if buffer.size() < count as u64 * size {
            let limits = self.device.limits();
            let most = { limits.max_storage_buffer_binding_size }.min(limits.max_buffer_size);
            let room = count.next_power_of_two().min((most / size) as usize);
            *buffer = self.buffer::<T>(what, room.max(count))?;
        }
        Ok(())
    }

    /// Encodes and submits work.
    pub(crate) fn run(&self, encode: impl FnOnce(&mut CommandEncoder)) -> SubmissionIndex {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encode(&mut encoder);
        self.queue.submit([encoder.finish()])
    }

    /// Reads the first items of a buffer, after all submitted work.
    pub(crate) fn read<T: Pod + Zeroable>(
        &self,
        buffer: &Buffer,
        count: usize,
    ) -> Result<Vec<T>, GpuError> {
        self.check()?;
        if count == 0 {
            return Ok(Vec::new());
        }
        let bytes = (count * size_of::<T>()) as u64;
        let copy = self.create(&BufferDescriptor {
            label: Some("readback"),
            size: bytes,
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })?;
        self.run(|encoder| encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, bytes));
        copy.map_async(MapMode::Read, .., |_| ());
        self.wait()?;
        let mapped = copy
            .get_mapped_range(..)
            .map_err(|error| self.failed(&error.to_string()))?;
        Ok(bytemuck::pod_collect_to_vec(&mapped))
    }

    /// Waits for all submitted work, at most for the [time limit](Self::time_limit).
    pub(crate) fn wait(&self) -> Result<(), GpuError> {
        self.wait_for(None)
    }

    /// Waits for this submission and all before it, or with `None` for all submitted work, at most
    /// for the [time limit](Self::time_limit).
    pub(crate) fn wait_for(&self, submission: Option<SubmissionIndex>) -> Result<(), GpuError> {
        self.check()?;
        #[cfg(test)]
        self.waits.fetch_add(1, Ordering::Relaxed);
        if self.is_stuck() {
            return Err(self.silent());
        }
        let waited = self.device.poll(PollType::Wait {
            submission_index: submission,
            timeout: Some(self.time_limit()),
        });
        self.check()?;
        match waited {
            Ok(_) => {
                self.has_answered.store(true, Ordering::Relaxed);
                Ok(())
            }
            Err(PollError::Timeout) => Err(self.silent()),
            Err(error) => Err(self.failed(&error.to_string())),
        }
    }

    /// Longest time to wait for the work of the device. It is longer before the first work is done,
    /// because drivers compile shaders when they are first used.
    pub(crate) fn time_limit(&self) -> Duration {
        if self.adapter.kind() == AdapterKind::Software {
            SOFTWARE_TIME_LIMIT
        } else if self.has_answered.load(Ordering::Relaxed) {
            TIME_LIMIT
        } else {
            FIRST_TIME_LIMIT
        }
    }

    /// True for a device that never completes its work, in tests.
    pub(crate) fn is_stuck(&self) -> bool {
        #[cfg(test)]
        let is_stuck = self.is_stuck.load(Ordering::Relaxed);
        #[cfg(not(test))]
        let is_stuck = false;
        is_stuck
    }

    /// True for a device that holds back its frames, in tests.
    pub(crate) fn is_late(&self) -> bool {
        #[cfg(test)]
        let is_late = self.is_late.load(Ordering::Relaxed);
        #[cfg(not(test))]
        let is_late = false;
        is_late
    }

    /// Marks the device as failed because it exceeded the time limit, so that nothing waits for it
    /// any more. Returns the error.
    pub(crate) fn silent(&self) -> GpuError {
        let error = GpuError::Silent {
            adapter: self.adapter.name().into(),
            seconds: self.time_limit().as_secs() as u32,
        };
        note(&self.fault, error);
        self.failed("it does not answer")
    }

    /// The error that was reported first, or else an error with this reason.
    pub(crate) fn failed(&self, reason: &str) -> GpuError {
        let this = || GpuError::Driver {
            adapter: self.adapter.name().into(),
            reason: reason.into(),
        };
        self.check().err().unwrap_or_else(this)
    }
}

impl Drop for Gpu {
    /// The driver waits for all work before it releases a device, forever if the work never
    /// completes. So an unresponsive device is released by another thread.
    fn drop(&mut self) {
        let is_silent = matches!(self.check(), Err(GpuError::Silent { .. }));
        let limit = if is_silent {
            Duration::ZERO
        } else {
            TIME_LIMIT
        };
        self.pipelines.stop(limit);
        if is_silent {
            let (dropped, is_dropped) = channel();
            self.dropped = Some(dropped);
            let parts = (self.device.clone(), self.queue.clone());
            on_a_thread_of_its_own(move || {
                // Returns an error once all other fields have been dropped.
                let _ = is_dropped.recv();
                drop(parts);
            });
        }
    }
}

/// Drops parts of a failed GPU on another thread, since the driver may wait for work that never
/// completes.
pub(crate) fn drop_apart(parts: impl Send + 'static) {
    on_a_thread_of_its_own(move || drop(parts));
}

fn on_a_thread_of_its_own(work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().name("GPU that failed".into());
    // If no thread can be started, everything that the closure owns is dropped here.
    let _ = thread.spawn(work);
}

/// Keeps the first error, since it causes the others; only the loss of the device replaces it.
fn note(fault: &Mutex<Option<GpuError>>, error: GpuError) {
    let mut fault = fault.lock().unwrap_or_else(PoisonError::into_inner);
    let is_loss = matches!(error, GpuError::Lost { .. });
    if fault.is_none() || is_loss {
        *fault = Some(error);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::device::gpu, *};

    #[test]
    fn a_buffer_that_is_too_large_is_named_in_the_error_and_harms_nothing() {
        let count = usize::MAX / 64;
        for result in [
            gpu().buffer::<[f32; 4]>("the impossible", count),
            gpu().create(&BufferDescriptor {
                label: Some("the impossible"),
                size: (count * 16) as u64,
                usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }),
        ] {
            let error = result.unwrap_err();
            let text = error.to_string();
            let is_named = text.contains("the impossible") && text.contains("spawn.count");
            assert!(
                matches!(error, GpuError::TooLarge { .. }) && is_named,
                "{text}"
            );
        }
        gpu().check().unwrap();
        let small = gpu().filled("small", &[1_u32, 2, 3]).unwrap();
        assert_eq!(gpu().read::<u32>(&small, 3).unwrap(), [1, 2, 3]);
    }
}
