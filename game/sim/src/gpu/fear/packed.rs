//! Fear, threats and panics in the layout that shaders read.

use crate::{
    gpu::wgsl::{wgsl_struct, Padding1, Padding3, Vec2f, Vec3f},
    math::Vec3,
    settings::Manoeuvre,
    steering::fear::{
        flight::Flight,
        memory::{Panicked, StoredFear, ALARMED, NOBODY},
        threat::{Chooser, Threat},
    },
};
use bytemuck::Zeroable;

wgsl_struct! {
    pub(crate) struct FearUniform {
        /// Unit vector across which boids turn to the sides.
        up: Vec3f,
        dt: f32,
        /// Cosine and sine of the angle between the flight of a fountain and straight away from the
        /// threat.
        fountain: Vec2f,
        onset: f32,
        panic_weight: f32,
        regroup_cohesion: f32,
        look_interval: u32,
        latency: u32,
        turn_end: u32,
        turns_end: u32,
        deaf_end: u32,
        regroup: u32,
        /// 1 if panic is on.
        panics: u32,
        /// Number of steps before this one.
        step: u32,
        /// Number of blocks of threats.
        pub(super) blocks: u32,
        /// Number of boids.
        count: u32,
        padding: Padding1,
    }
}

wgsl_struct! {
    /// A threat, with the fields of [`Threat`].
    pub(crate) struct ThreatUniform {
        point: Vec3f,
        radius: f32,
        /// Direction in which the threat moves; zero at rest.
        heading: Vec3f,
        /// Weight of the flight from the threat, in m/s².
        weight: f32,
        threat: f32,
        /// 1 if the threat causes panic.
        alarms: u32,
        /// 0 without a manoeuvre, or one of the constants of this type.
        manoeuvre: u32,
        padding: Padding1,
    }
}

wgsl_struct! {
    /// Consecutive threats, with the box into which they reach.
    pub(crate) struct ThreatBlock {
        low: Vec3f,
        /// Index of its first threat.
        first: u32,
        high: Vec3f,
        /// Number of its threats.
        count: u32,
    }
}

wgsl_struct! {
    /// Parameters of the choice of a manoeuvre, with the fields of [`Chooser`].
    pub(crate) struct ChooserUniform {
        up: Vec3f,
        slow: f32,
        faster: f32,
        fast: f32,
        /// Sine of the steepest descent that does not count as a dive.
        steep: f32,
        burst: f32,
        /// 0 if the manoeuvre is chosen automatically, or one of the constants of
        /// [`ThreatUniform`].
        manoeuvre: u32,
        padding: Padding3,
    }
}

wgsl_struct! {
    /// What a boid has noticed, as in [`FearMemory`].
    pub(crate) struct FearNotes {
        pub(crate) bits: u32,
        /// Numbers of the steps of its last panic and of the last look in which it fled.
        pub(crate) onset: u32,
        fled: u32,
    }
}

wgsl_struct! {
    /// A panic, with the fields of [`Panicked`].
    pub(crate) struct PanicNotes {
        place: Vec3f,
        pub(crate) generation: u32,
        origin: Vec3f,
        delay: u32,
        drift: Vec3f,
        /// Bit of the side to which the boid turns; used only until the panic begins.
        side: u32,
    }
}

/// The number of a manoeuvre in shaders; 0 for an automatic choice.
fn manoeuvre(manoeuvre: Manoeuvre) -> u32 {
    match manoeuvre {
        Manoeuvre::Automatic => 0,
        Manoeuvre::Turn => ThreatUniform::TURN,
        Manoeuvre::Vacuole => ThreatUniform::VACUOLE,
        Manoeuvre::Fountain => ThreatUniform::FOUNTAIN,
        Manoeuvre::FlashExpansion => ThreatUniform::FLASH_EXPANSION,
    }
}

impl ThreatUniform {
    pub(crate) const TURN: u32 = 1;
    pub(crate) const VACUOLE: u32 = 2;
    pub(crate) const FOUNTAIN: u32 = 3;
    pub(crate) const FLASH_EXPANSION: u32 = 4;

    pub(super) fn new(threat: &Threat) -> Self {
        let common = Self {
            point: threat.point,
            radius: threat.radius,
            threat: threat.threat,
            alarms: threat.alarms.into(),
            ..Self::zeroed()
        };
        threat.flight.as_ref().map_or(common, |flight| Self {
            heading: flight.heading,
            weight: flight.weight,
            manoeuvre: manoeuvre(flight.manoeuvre),
            ..common
        })
    }
}

impl ThreatBlock {
    /// Largest number of threats in a block; a divisor of the threads of a workgroup.
    pub(crate) const MOST: usize = 32;

    /// Factor by which the reach of threats is enlarged for rounding.
    pub(crate) const SLACK: f32 = 1e-6;

    /// The block of a threat alone, which is the one with number `first`.
    pub(super) fn of_one(first: u32, threat: &ThreatUniform) -> Self {
        let (point, radius) = (Vec3::from(threat.point), threat.radius);
        let reach = Vec3::repeat(radius + Self::SLACK * (point.amax() + radius));
        Self {
            low: (point - reach).into(),
            first,
            high: (point + reach).into(),
            count: 1,
        }
    }
}

impl ChooserUniform {
    pub(crate) fn new(chooser: &Chooser) -> Self {
        let fear = &chooser.fear;
        Self {
            up: chooser.up,
            slow: chooser.slow,
            faster: chooser.faster,
            fast: chooser.fast,
            steep: chooser.steep,
            burst: fear.burst,
            manoeuvre: manoeuvre(fear.manoeuvre),
            padding: Zeroable::zeroed(),
        }
    }
}

impl FearUniform {
    pub(super) fn new(flight: &Flight, fountain: [f32; 2], blocks: usize, count: usize) -> Self {
        let params = &flight.params;
        Self {
            up: params.up.into(),
            dt: params.dt,
            fountain,
            onset: params.onset,
            panic_weight: params.panic_weight,
            regroup_cohesion: params.regroup_cohesion,
            look_interval: params.look_interval,
            latency: params.latency,
            turn_end: params.turn_end,
            turns_end: params.turns_end(),
            deaf_end: params.deaf_end,
            regroup: params.regroup,
            panics: params.panics.into(),
            step: flight.step,
            blocks: blocks as u32,
            count: count as u32,
            padding: Zeroable::zeroed(),
        }
    }
}

impl FearNotes {
    pub(super) fn new(stored: &StoredFear) -> Self {
        Self {
            bits: u32::from(stored.bits & !ALARMED),
            onset: stored.onset,
            fled: stored.fled,
        }
    }

    /// Converts the notes of a slot; `alarm` is the slot that alarmed its boid, and `panic` the
    /// last panic of the boid.
    pub(super) fn unpacked(&self, slot: u32, alarm: u32, panic: &PanicNotes) -> StoredFear {
        let is_alarmed = if alarm == NOBODY { 0 } else { ALARMED };
        StoredFear {
            slot,
            bits: self.bits as u8 | is_alarmed,
            onset: self.onset,
            fled: self.fled,
            alarm,
            panicked: panic.unpacked(),
        }
    }
}

impl PanicNotes {
    pub(super) fn new(panicked: &Panicked) -> Self {
        Self {
            place: panicked.place.into(),
            generation: panicked.generation,
            origin: panicked.origin.into(),
            delay: panicked.delay,
            drift: panicked.drift.into(),
            side: 0,
        }
    }

    fn unpacked(&self) -> Panicked {
        Panicked {
            generation: self.generation,
            place: self.place.into(),
            origin: self.origin.into(),
            drift: self.drift.into(),
            delay: self.delay,
        }
    }
}
