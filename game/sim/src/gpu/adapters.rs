//! The graphics cards that there are.

use super::GpuError;
use pollster::block_on;
use std::fmt;
use wgpu::{Backends, DeviceType, Instance, InstanceDescriptor};

/// Not OpenGL, whose context could be the one that a renderer is using.
const INTERFACES: Backends = Backends::PRIMARY.difference(Backends::BROWSER_WEBGPU);

/// What an adapter is. In the order in which they are preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AdapterKind {
    /// A graphics card with memory of its own.
    Discrete,
    /// A graphics unit that shares the processor's memory.
    Integrated,
    /// A share of a graphics card in another machine or in the host of this one.
    Virtual,
    /// What its driver does not tell.
    Unknown,
    /// The processor, pretending. Far slower than the processor's own threads; for tests.
    Software,
}

impl AdapterKind {
    fn new(device: DeviceType) -> Self {
        match device {
            DeviceType::DiscreteGpu => Self::Discrete,
            DeviceType::IntegratedGpu => Self::Integrated,
            DeviceType::VirtualGpu => Self::Virtual,
            DeviceType::Other => Self::Unknown,
            DeviceType::Cpu => Self::Software,
        }
    }
}

/// Something that can compute like a graphics card.
#[derive(Clone)]
pub struct Adapter {
    adapter: wgpu::Adapter,
    name: String,
    kind: AdapterKind,
}

impl Adapter {
    fn new(adapter: wgpu::Adapter) -> Self {
        let info = adapter.get_info();
        Self {
            adapter,
            kind: AdapterKind::new(info.device_type),
            name: info.name,
        }
    }

    /// As its driver calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is.
    pub fn kind(&self) -> AdapterKind {
        self.kind
    }

    /// The programming interface by which it is reached, such as `vulkan`.
    pub fn interface(&self) -> &'static str {
        self.adapter.get_info().backend.to_str()
    }

    /// The best adapter of those whose name contains `name`, whatever the case of its letters; without a name the best one
    /// that is not [`Software`](AdapterKind::Software).
    ///
    /// # Errors
    /// If there is none.
    pub fn choose(name: Option<&str>) -> Result<Self, GpuError> {
        let there = adapters();
        let names = |there: Vec<Self>| there.into_iter().map(|it| it.name).collect();
        let Some(name) = name else {
            return match there.first() {
                Some(best) if best.kind != AdapterKind::Software => Ok(best.clone()),
                _ => Err(GpuError::NoAdapter {
                    software: names(there),
                }),
            };
        };
        let wanted = name.to_lowercase();
        let is_wanted = |it: &&Self| it.name.to_lowercase().contains(&wanted);
        match there.iter().find(is_wanted) {
            Some(adapter) => Ok(adapter.clone()),
            None => Err(GpuError::UnknownAdapter {
                name: name.into(),
                there: names(there),
            }),
        }
    }

    pub(super) fn inner(&self) -> &wgpu::Adapter {
        &self.adapter
    }
}

impl fmt::Debug for Adapter {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(
            formatter,
            "{} ({:?}, {})",
            self.name,
            self.kind,
            self.interface()
        )
    }
}

/// All adapters, the best first. Takes some time: drivers are loaded.
///
/// ```
/// for adapter in flock_sim::gpu::adapters() {
///     println!("{adapter:?}");
/// }
/// ```
pub fn adapters() -> Vec<Adapter> {
    let instance = Instance::new(InstanceDescriptor {
        backends: INTERFACES,
        ..InstanceDescriptor::new_without_display_handle()
    });
    let there = block_on(instance.enumerate_adapters(INTERFACES));
    let mut adapters: Vec<_> = there.into_iter().map(Adapter::new).collect();
    adapters.sort_by_key(|adapter| adapter.kind);
    adapters
}
