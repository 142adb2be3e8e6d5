//! The GPUs of this machine.

use super::error::GpuError;
use pollster::block_on;
use std::{fmt, sync::OnceLock};
use wgpu::{Backends, DeviceType, Instance, InstanceDescriptor};

/// OpenGL is excluded, because its context could be the one that a renderer is using.
const INTERFACES: Backends = Backends::PRIMARY.difference(Backends::BROWSER_WEBGPU);

/// The instance that loads the drivers. It stays, because NVIDIA's driver for Linux fails after about
/// twelve instances of a process.
static INSTANCE: OnceLock<Instance> = OnceLock::new();

/// The kind of an [`Adapter`]. Kinds are ordered by preference, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AdapterKind {
    /// A GPU with its own memory.
    Discrete,
    /// A GPU that shares the memory of the CPU.
    Integrated,
    /// A share of a GPU in another machine, or of the GPU of the host of this virtual machine.
    Virtual,
    /// A kind that the driver does not report.
    Unknown,
    /// A software adapter, which emulates a GPU on the CPU. It is meant for tests and is far slower
    /// than the backends on the CPU.
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

/// A GPU, or a software adapter that emulates one.
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

    /// The kind of the adapter.
    pub fn kind(&self) -> AdapterKind {
        self.kind
    }

    /// The graphics API of its driver, such as `vulkan`.
    pub fn interface(&self) -> &'static str {
        self.adapter.get_info().backend.to_str()
    }

    /// Chooses the best adapter whose name contains `name`, ignoring case.
    ///
    /// Without a name, chooses the best adapter that is not [`Software`](AdapterKind::Software).
    ///
    /// # Errors
    /// [`GpuError::NoAdapter`] if there is no GPU, [`GpuError::UnknownAdapter`] if no adapter has
    /// this name.
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

/// Lists all adapters, the best first. The first call loads drivers, which can take some time.
/// ```
/// for adapter in flock_sim::gpu::adapters() {
///     println!("{adapter:?}");
/// }
/// ```
pub fn adapters() -> Vec<Adapter> {
    let instance = INSTANCE.get_or_init(|| {
        Instance::new(InstanceDescriptor {
            backends: INTERFACES,
            ..InstanceDescriptor::new_without_display_handle()
        })
    });
    let found = block_on(instance.enumerate_adapters(INTERFACES));
    let mut adapters: Vec<_> = found.into_iter().map(Adapter::new).collect();
    adapters.sort_by_key(|adapter| adapter.kind);
    adapters
}
