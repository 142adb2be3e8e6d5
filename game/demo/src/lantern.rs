//! The script of the lantern that the visitor moves through the garden.

use crate::pointer::{under_pointer, Pointer};
use fyrox::{
    core::{
        algebra::{Vector2, Vector3},
        reflect::prelude::*,
        type_traits::prelude::*,
        variable::InheritableVariable,
        visitor::prelude::*,
    },
    event::Event,
    graph::SceneGraph,
    plugin::error::GameResult,
    scene::Scene,
    script::{ScriptContext, ScriptTrait},
};
use fyrox_flock::{sim::threats::Scare, Flock};

/// Half extents of the path of the lantern without a visitor, in metres.
const STROLL: Vector2<f32> = Vector2::new(11.0, 7.5);

/// Time of one round of that path, in seconds.
const ROUND: f32 = 40.0;

/// The scare of a click: its range in metres, acceleration in m/s², and time of decay in seconds.
const CLAP: [f32; 3] = [6.0, 60.0, 0.4];

/// Follows the pointer in a plane perpendicular to the view of the scene's camera; a click scares
/// the boids around it. Until the pointer has moved, it follows a path of its own.
#[derive(Clone, Debug, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "3f6c2b19-58e7-4da0-a14b-c92d70e5b866")]
#[visit(optional)]
pub struct Lantern {
    /// Largest speed, in m/s. 0 to 1,000; default 9.
    #[reflect(min_value = 0.0, max_value = 1000.0, step = 1.0)]
    pub speed: InheritableVariable<f32>,
    /// Position of the pointer, in pixels.
    #[visit(skip)]
    #[reflect(hidden)]
    pointer: Option<Vector2<f32>>,
    /// Time since the start, in seconds.
    #[visit(skip)]
    #[reflect(hidden)]
    age: f32,
}

impl Default for Lantern {
    fn default() -> Self {
        Self {
            speed: 9.0.into(),
            pointer: None,
            age: 0.0,
        }
    }
}

impl Lantern {
    /// Scares all boids around a point, like a click.
    pub fn clap(scene: &mut Scene, point: Vector3<f32>) {
        let [radius, strength, decay] = CLAP;
        for node in scene.graph.linear_iter_mut() {
            let flock = node.try_get_script_mut::<Flock>();
            if let Some(flock) = flock.and_then(Flock::running_mut) {
                let scare = Scare {
                    point,
                    radius,
                    strength,
                    decay,
                };
                // Only a point outside the world is out of range, and no boids are there.
                let _ = flock.scare(scare);
            }
        }
    }

    /// The destination: the pointer, or a point on a path in the form of an 8.
    fn aim(&self, context: &ScriptContext, height: f32) -> Option<Vector3<f32>> {
        let Some(pointer) = self.pointer else {
            let angle = self.age / ROUND * std::f32::consts::TAU;
            let (x, y) = (angle.sin() * STROLL.x, (2.0 * angle).sin() * STROLL.y);
            return Some(Vector3::new(x, y, height));
        };
        under_pointer(context, pointer, height)
    }
}

impl ScriptTrait for Lantern {
    fn on_os_event(&mut self, event: &Event<()>, context: &mut ScriptContext) -> GameResult {
        match Pointer::of(event) {
            Some(Pointer::Moves(to)) => self.pointer = Some(to),
            Some(Pointer::Clicks) => {
                let place = context.scene.graph[context.handle].global_position();
                Self::clap(context.scene, place);
            }
            None => (),
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        self.age += context.dt;
        let place = context.scene.graph[context.handle].global_position();
        if let Some(aim) = self.aim(context, place.z) {
            let way = aim - place;
            // Slower near its destination, so that it comes to rest.
            let speed = self.speed.min(4.0 * way.norm());
            let step = way.try_normalize(1e-3).unwrap_or_default() * (speed * context.dt);
            let node = &mut context.scene.graph[context.handle];
            node.local_transform_mut().offset(step);
        }
        Ok(())
    }
}
