//! The pass in which boids flee from threats.

use super::{
    device::{gpu, Numbers},
    run_passes, run_shader,
    samples::{placement, vector},
};
use crate::{
    boundary::{Containment, PeriodicBox},
    gpu::{
        boid_buffers::BoidMotion,
        boundary::BoundaryUniform,
        fear::{ChooserUniform, ThreatUniform},
        passes::{parts::THREAT, Variant},
        step::GpuStep,
    },
    math::{frame::Frame, Vec3},
    neighbours::criteria::Criteria,
    settings::{Backend, BoundaryMode, Manoeuvre, Region, Settings},
    state::{
        boids::{BoidState, Boids},
        pose::Pose,
    },
    steering::fear::{
        flight::Flight,
        memory::{FearMemory, StoredFear, NOBODY, OTHER_SIDE, PANICKED, TURNS},
        predator::Predator,
        threat::{Chooser, Threat},
        threat_set::ThreatSet,
        FearParams,
    },
};
use proptest::prelude::*;

const MOST: usize = 300;

/// A boid: position, velocity, bits of what it has noticed, and age of its panic in steps.
type Boid = (Vec3, Vec3, u8, u32);

const STEP: u32 = 1000;

fn boid() -> impl Strategy<Value = Boid> {
    // No panic that begins, and no alarm.
    let bits = any::<u8>().prop_map(|bits| bits & (1 | OTHER_SIDE | PANICKED | TURNS));
    (vector(3.0), vector(2.0), bits, 0u32..60)
}

fn states(all: &[Boid]) -> Boids {
    let mut boids = Boids::default();
    for (index, boid) in all.iter().enumerate() {
        boids.push(&BoidState {
            position: boid.0,
            velocity: boid.1,
            slot: slot(index),
            pose: Pose::default(),
        });
    }
    boids
}

fn slot(index: usize) -> u32 {
    2 * index as u32 + 1
}

fn memory(all: &[Boid]) -> FearMemory {
    let mut memory = FearMemory::default();
    memory.try_reserve(2 * all.len() + 2).unwrap();
    for (index, boid) in all.iter().enumerate() {
        memory.set(&StoredFear {
            slot: slot(index),
            bits: boid.2,
            onset: STEP - boid.3,
            fled: STEP,
            alarm: NOBODY,
            panicked: Default::default(),
        });
    }
    memory
}

/// The velocities on the CPU, starting from zero.
fn expected(flight: &Flight, boids: &Boids) -> Vec<Vec3> {
    let mut columns = [(); 3].map(|()| vec![0.0; boids.len()]);
    let part = boids.part(0..boids.len());
    let mut velocity = columns.each_mut().map(Vec::as_mut_slice);
    flight.flee(&part, &flight.noticed::<MOST>(&part), &mut velocity);
    let [x, y, z] = columns;
    (0..boids.len())
        .map(|index| Vec3::new(x[index], y[index], z[index]))
        .collect()
}

fn found(
    flight: &Flight,
    chooser: &Chooser,
    containment: Option<&Containment>,
    boids: &Boids,
) -> Vec<Vec3> {
    let (gpu, count) = (gpu(), boids.len());
    let mut step = GpuStep::new(gpu, count, 2 * count + 2).unwrap();
    let buffers = &mut step.buffers;
    buffers.before.write(gpu, boids);
    buffers
        .fear
        .upload(gpu, Some((flight.memory, true)))
        .unwrap();
    let criteria = Criteria::within(1.0);
    buffers
        .fear
        .write(gpu, Some(flight), (Some(chooser), 0), &criteria, count)
        .unwrap();
    gpu.write(&buffers.boundary, &[BoundaryUniform::new(containment)]);
    let variant = Variant {
        has_fear: true,
        has_periodic_box: containment.is_some_and(|it| it.wraps),
        ..Variant::default()
    };
    run_passes(&mut step, &["flee_threats"], variant, count);
    let motions: Vec<BoidMotion> = gpu.read(&step.buffers.current.motions, count).unwrap();
    motions
        .iter()
        .map(|it| Vec3::from(it.velocity) * flight.params.dt)
        .collect()
}

fn manoeuvre() -> impl Strategy<Value = Manoeuvre> {
    prop_oneof![
        Just(Manoeuvre::Automatic),
        Just(Manoeuvre::Turn),
        Just(Manoeuvre::Vacuole),
        Just(Manoeuvre::Fountain),
        Just(Manoeuvre::FlashExpansion),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// With up to 600 threats, more than the threads of a workgroup.
    #[test]
    fn boids_flee_as_on_the_cpu(
        all in prop::collection::vec(boid(), 1..MOST),
        predators in prop::collection::vec((vector(3.0), vector(4.0), 0.0f32..3.0), 0..600),
        (manoeuvre, field_of_view) in (manoeuvre(), 0.0f32..=360.0),
        (placement, wraps) in (placement(), any::<bool>()),
    ) {
        let mut settings = Settings::default();
        if wraps {
            settings.boundary.mode = BoundaryMode::Wrap;
            settings.boundary.shape = Region::cube(3.0);
        }
        settings.fear.enabled = true;
        settings.panic.enabled = true;
        (settings.fear.manoeuvre, settings.fear.field_of_view) = (manoeuvre, field_of_view);
        let frame = Frame::new(&placement);
        let in_world = |boid: Boid| (frame.point_to_world(boid.0), boid.1, boid.2, boid.3);
        let all: Vec<Boid> = all.into_iter().map(in_world).collect();
        let chooser = Chooser::new(&settings, frame);
        let all_threats = predators.iter().enumerate().map(|(index, (point, velocity, threat))| {
            match index % 5 {
                0 => Threat::scare(frame.point_to_world(*point), 1.0, *threat),
                _ => {
                    let predator = Predator {
                        threat: *threat,
                        ..Predator::new(frame.point_to_world(*point), *velocity)
                    };
                    chooser.predator(&predator, 1.0, 8.0)
                }
            }
        });
        let containment = Containment::new(&settings, frame);
        let periodic_box = PeriodicBox::new(&settings, frame);
        let mut threats = ThreatSet::default();
        threats.set(all_threats, periodic_box, Backend::SingleThread);
        let (memory, boids) = (memory(&all), states(&all));
        let flight = Flight {
            params: FearParams::new(&settings, frame).unwrap(),
            threats: &threats,
            memory: &memory,
            step: STEP,
        };
        let (expected, found) =
            (expected(&flight, &boids), found(&flight, &chooser, containment.as_ref(), &boids));
        let differ = expected.iter().zip(&found).filter(|(expected, found)| {
            (*expected - *found).norm() > 1e-4 * (1.0 + expected.norm())
        });
        // A boid in line with a predator, or at its radius.
        prop_assert!(differ.count() <= 1);
    }
}

const CHOOSE: &str = "
    @group(0) @binding(0) var<uniform> chooser: ChooserUniform;
    // Point and radius, velocity and weight, and the position from which it is seen.
    @group(0) @binding(1) var<storage, read> predators: array<array<vec4<f32>, 3>>;
    @group(0) @binding(2) var<storage, read_write> answers: array<array<vec4<f32>, 2>>;
    @compute @workgroup_size(WORKGROUP)
    fn test_predators(@builtin(global_invocation_id) thread: vec3<u32>) {
        if thread.x >= arrayLength(&predators) {
            return;
        }
        let it = predators[thread.x];
        let found = predator(chooser, it[0].xyz, it[1].xyz, it[0].w, it[1].w);
        let alarms = select(0.0, 1.0, found.alarms != 0u);
        answers[thread.x][0] = vec4(found.heading, found.weight);
        answers[thread.x][1] = vec4(f32(found.manoeuvre), alarms, closeness(found, it[2].xyz), 0.0);
    }";

type Rows<const N: usize> = [[f32; 4]; N];

/// A predator of another flock, and how close it seems, on the CPU.
fn expected_predator(chooser: &Chooser, [point, velocity, place]: &Rows<3>) -> Rows<2> {
    let vector = |[x, y, z, _]: &[f32; 4]| Vec3::new(*x, *y, *z);
    let predator = Predator::new(vector(point), vector(velocity));
    let threat = chooser.predator(&predator, point[3], velocity[3]);
    let flight = threat.flight.unwrap();
    let manoeuvre = match flight.manoeuvre {
        Manoeuvre::Automatic => unreachable!("one is chosen"),
        Manoeuvre::Turn => ThreatUniform::TURN,
        Manoeuvre::Vacuole => ThreatUniform::VACUOLE,
        Manoeuvre::Fountain => ThreatUniform::FOUNTAIN,
        Manoeuvre::FlashExpansion => ThreatUniform::FLASH_EXPANSION,
    };
    let [x, y, z] = flight.heading;
    let alarms = f32::from(u8::from(threat.alarms));
    let closeness = threat.closeness(vector(place).into());
    [
        [x, y, z, flight.weight],
        [manoeuvre as f32, alarms, closeness, 0.0],
    ]
}

#[test]
fn boids_of_other_flocks_are_predators_as_on_the_cpu() {
    let gpu = gpu();
    let mut numbers = Numbers(6);
    let predators: Vec<Rows<3>> = (0..1000)
        .map(|index| {
            // Includes predators at rest.
            let speed = [0.0, 0.3, 1.0, 2.0, 4.0][index % 5];
            let mut row = |size: f32| (numbers.vector() * size).push(numbers.next().abs() + 1.0);
            [row(1.0), row(speed), row(1.0)].map(Into::into)
        })
        .collect();
    for manoeuvre in [
        Manoeuvre::Automatic,
        Manoeuvre::FlashExpansion,
        Manoeuvre::Turn,
    ] {
        let mut settings = Settings::default();
        settings.fear.manoeuvre = manoeuvre;
        let chooser = Chooser::new(&settings, Frame::new(&Default::default()));
        let uniform = gpu.uniform::<ChooserUniform>("chooser");
        gpu.write(&uniform, &[ChooserUniform::new(&chooser)]);
        let there = gpu.filled("predators", &predators).unwrap();
        let answers = gpu.buffer::<Rows<2>>("answers", predators.len()).unwrap();
        let buffers = [&uniform, &there, &answers];
        run_shader(
            "test_predators",
            &[&THREAT],
            CHOOSE,
            &buffers,
            predators.len(),
        );
        let found: Vec<Rows<2>> = gpu.read(&answers, predators.len()).unwrap();
        let mut chosen = [0; 5];
        for (predator, found) in predators.iter().zip(found) {
            let expected = expected_predator(&chooser, predator);
            let both = found.iter().flatten().zip(expected.iter().flatten());
            let differs = both.map(|(found, expected)| (found - expected).abs());
            let most = differs.fold(0.0, f32::max);
            assert!(most < 1e-5, "{predator:?}: {found:?}, not {expected:?}");
            chosen[expected[1][0] as usize] += 1;
        }
        let all = manoeuvre == Manoeuvre::Automatic;
        assert!(
            !all || chosen[1..].iter().all(|count| *count > 10),
            "{chosen:?}"
        );
    }
}
