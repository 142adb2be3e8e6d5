//! The time that a GPU takes for the steps, by timestamps of their passes.

use super::{device::Gpu, error::GpuError};
use std::sync::atomic::{AtomicU32, Ordering};
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, CommandEncoder, ComputePassTimestampWrites, Features,
    QuerySet, QuerySetDescriptor, QueryType,
};

/// Largest number of compute passes between two readbacks that are timed.
const MOST_PASSES: u32 = 256;

/// Bytes of the timestamps in a readback.
pub(crate) const BYTES: u64 = 2 * MOST_PASSES as u64 * size_of::<u64>() as u64;

/// The beginning and the end of a compute pass, in ticks of the GPU: 64 bits each, the lower half
/// first.
pub(crate) type Span = [[u32; 2]; 2];

/// Measures compute passes. Without support of the adapter, it measures nothing.
pub(crate) struct Timer {
    queries: Option<Queries>,
    /// Number of passes since the last readback, also beyond those that are timed.
    passes: AtomicU32,
}

struct Queries {
    set: QuerySet,
    resolved: Buffer,
}

impl Timer {
    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let has_timestamps = gpu.device.features().contains(Features::TIMESTAMP_QUERY);
        let queries = || {
            let set = gpu.device.create_query_set(&QuerySetDescriptor {
                label: Some("timestamps of steps"),
                ty: QueryType::Timestamp,
                count: 2 * MOST_PASSES,
            });
            let resolved = gpu.create(&BufferDescriptor {
                label: Some("timestamps of steps"),
                size: BYTES,
                usage: BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            })?;
            Ok(Queries { set, resolved })
        };
        Ok(Self {
            queries: has_timestamps.then(queries).transpose()?,
            passes: AtomicU32::new(0),
        })
    }

    /// True if the adapter has timestamps.
    pub(crate) fn measures(&self) -> bool {
        self.queries.is_some()
    }

    /// Acts as without support of the adapter.
    #[cfg(test)]
    pub(crate) fn stop(&mut self) {
        self.queries = None;
    }

    /// Where the next pass writes its timestamps, if it is timed.
    pub(crate) fn next_pass(&self) -> Option<ComputePassTimestampWrites<'_>> {
        let queries = self.queries.as_ref()?;
        let pass = self.passes.fetch_add(1, Ordering::Relaxed);
        (pass < MOST_PASSES).then_some(ComputePassTimestampWrites {
            query_set: &queries.set,
            beginning_of_pass_write_index: Some(2 * pass),
            end_of_pass_write_index: Some(2 * pass + 1),
        })
    }

    /// Copies the timestamps since the last readback into a staging buffer. Returns the number of
    /// passes; 0 if they were not timed, or not all of them.
    pub(crate) fn read_back(&self, encoder: &mut CommandEncoder, to: &Buffer, at: u64) -> usize {
        let passes = self.passes.swap(0, Ordering::Relaxed);
        let Some(queries) = self.queries.as_ref().filter(|_| passes > 0) else {
            return 0;
        };
        if passes > MOST_PASSES {
            return 0;
        }
        encoder.resolve_query_set(&queries.set, 0..2 * passes, &queries.resolved, 0);
        encoder.copy_buffer_to_buffer(&queries.resolved, 0, to, at, BYTES);
        passes as usize
    }
}

/// The time in seconds of passes that were measured; `period` is the length of a tick in nanoseconds.
/// `None` without passes, and if the ticks of one are out of order, as after a reset of the counter.
pub(crate) fn seconds(spans: &[Span], period: f32) -> Option<f32> {
    let ticks = spans.iter().try_fold(0_u64, |sum, span| {
        let [begin, end] = span.map(|[low, high]| u64::from(low) | u64::from(high) << 32);
        sum.checked_add(end.checked_sub(begin)?)
    })?;
    (!spans.is_empty()).then_some(ticks as f32 * period * 1e-9)
}

#[cfg(test)]
mod tests {
    use super::{super::tests::device::gpu, *};
    use std::time::Instant;
    use wgpu::ComputePassDescriptor;

    /// Reads back the timestamps of so many empty passes.
    fn spans_of(timer: &Timer, passes: usize) -> Vec<Span> {
        let target = gpu().buffer::<u8>("timestamps", BYTES as usize).unwrap();
        let mut timed = 0;
        gpu().run(|encoder| {
            for _ in 0..passes {
                encoder.begin_compute_pass(&ComputePassDescriptor {
                    label: None,
                    timestamp_writes: timer.next_pass(),
                });
            }
            timed = timer.read_back(encoder, &target, 0);
        });
        gpu().read(&target, timed).unwrap()
    }

    #[test]
    fn as_many_passes_are_timed_as_there_is_space_for() {
        let timer = Timer::new(gpu()).unwrap();
        let most = MOST_PASSES as usize;
        let expected = |passes| match &timer.queries {
            Some(_) if passes <= most => passes,
            _ => 0,
        };
        let began = Instant::now();
        for passes in [1, 3, 0, most, most + 1, 2] {
            let spans = spans_of(&timer, passes);
            assert_eq!(spans.len(), expected(passes));
            let period = gpu().queue.get_timestamp_period();
            let seconds = seconds(&spans, period).unwrap_or_default();
            assert!(seconds <= began.elapsed().as_secs_f32(), "{spans:?}");
        }
    }

    #[test]
    fn passes_are_added_and_ticks_out_of_order_are_no_time() {
        let span = |begin, end| [[begin, 7], [end, 7]];
        let two = seconds(&[span(5, 15), span(20, 50)], 25.0).unwrap();
        assert!((two - 1e-6).abs() < 1e-12, "{two}");
        let carried = seconds(&[[[5, 0], [5, 1]]], 1.0).unwrap();
        assert!((carried - 4.294_967).abs() < 1e-5, "{carried}");
        assert_eq!(seconds(&[span(5, 15), span(50, 20)], 25.0), None);
        let longest = [[0, 0], [u32::MAX, u32::MAX]];
        assert_eq!(seconds(&[longest, longest], 25.0), None);
        assert_eq!(seconds(&[], 25.0), None);
    }
}
