//! The GPUs of this machine.

use super::GpuError;
use pollster::block_on;
use std::fmt;
use wgpu::{Backends, DeviceType, Instance, InstanceDescriptor};

/// Not OpenGL: its context could be the one that a renderer is using.
const INTERFACES: Backends = Backends::PRIMARY.difference(Backends::BROWSER_WEBGPU);

/// The kind of an [`Adapter`]. The order is that of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AdapterKind {
    /// A GPU with memory of its own.
    Discrete,
    /// A GPU that shares the memory of the CPU.
    Integrated,
    /// A share of a GPU in another machine, or in the host of this one.
    Virtual,
    /// A kind that the driver does not report.
    Unknown,
    /// An emulation by the CPU, for tests. Far slower than the threads of the CPU.
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

/// A GPU, or an emulation of one.
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

    /// The name that its driver reports.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its kind.
    pub fn kind(&self) -> AdapterKind {
        self.kind
    }

    /// The programming interface of its driver, such as `vulkan`.
    pub fn interface(&self) -> &'static str {
        self.adapter.get_info().backend.to_str()
    }

    /// The best adapter whose name contains `name`, in any case of letters; without a name the best
    /// one that is not [`Software`](AdapterKind::Software).
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] or [`GpuError::UnknownAdapter`] if there is none.
    pub fn choose(name: Option<&str>) -> Result<Self, GpuError> {
        let all = adapters();
        let names = |all: Vec<Self>| all.into_iter().map(|it| it.name).collect();
        let Some(name) = name else {
            return match all.first() {
                Some(best) if best.kind != AdapterKind::Software => Ok(best.clone()),
                _ => Err(GpuError::NoAdapter {
                    software: names(all),
                }),
            };
        };
        let wanted = name.to_lowercase();
        let is_wanted = |it: &&Self| it.name.to_lowercase().contains(&wanted);
        match all.iter().find(is_wanted) {
            Some(adapter) => Ok(adapter.clone()),
            None => Err(GpuError::UnknownAdapter {
                name: name.into(),
                there: names(all),
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

/// All adapters, the best first. Loads drivers, which takes some time.
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
    let found = block_on(instance.enumerate_adapters(INTERFACES));
    let mut adapters: Vec<_> = found.into_iter().map(Adapter::new).collect();
    adapters.sort_by_key(|adapter| adapter.kind);
    adapters
}
