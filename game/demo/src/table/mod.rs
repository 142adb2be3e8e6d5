//! The script of a live measurement of the published table of the fish school.

mod panel;
mod published;
mod run;
mod trial;

pub use published::PUBLISHED;
pub use trial::Speed;

use fyrox::{
    core::{
        pool::Handle, reflect::prelude::*, type_traits::prelude::*, variable::InheritableVariable,
        visitor::prelude::*,
    },
    event::{ElementState, Event, WindowEvent},
    graph::SceneGraph,
    gui::UiContainer,
    keyboard::{KeyCode, PhysicalKey},
    plugin::error::GameResult,
    scene::{graph::Graph, node::Node},
    script::{ScriptContext, ScriptDeinitContext, ScriptTrait},
};
use fyrox_flock::{sim::settings::Backend, Flock};
use panel::TablePanel;
use run::{Run, BACKENDS};
use std::time::Duration;

/// Time for measurement in each frame.
const SLICE: Duration = Duration::from_millis(10);

/// Measures the published table of the fish school live, row by row, and shows it. Separate schools
/// are measured; the school in the scene only shows the same number of fish and the same backend.
/// The key R restarts the measurement.
#[derive(Debug, Default, Reflect, Visit, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "e1b7403c-69d5-4f28-9ca0-5d82f71e6b39")]
#[visit(optional)]
pub struct Table {
    /// The node of the visible school. Default: none.
    pub school: InheritableVariable<Handle<Node>>,

    #[visit(skip)]
    #[reflect(hidden)]
    run: Run,
    #[visit(skip)]
    #[reflect(hidden)]
    panel: Option<TablePanel>,
}

impl Clone for Table {
    /// A copy starts a new measurement.
    fn clone(&self) -> Self {
        Self {
            school: self.school.clone(),
            ..Self::default()
        }
    }
}

impl Table {
    /// A table in front of a school.
    pub fn of(school: Handle<Node>) -> Self {
        Self {
            school: school.into(),
            ..Self::default()
        }
    }

    /// Measures again from the start.
    pub fn restart(&mut self) {
        self.run = Run::default();
    }

    /// True once all is measured.
    pub fn is_complete(&self) -> bool {
        self.run.current().is_none()
    }

    /// The measured speeds of a row of [`PUBLISHED`]: on one thread, all threads and the GPU.
    pub fn speeds(&self, row: usize) -> [Option<Speed>; 3] {
        [0, 1, 2].map(|column| self.run.speed(row, column))
    }

    pub(crate) fn close_panel(&mut self, interfaces: &mut UiContainer) {
        if let Some(panel) = self.panel.take() {
            panel.remove(interfaces);
        }
    }

    /// Sets the number of fish and the backend of the visible school to those of the measured
    /// school.
    fn show_school(&self, graph: &mut Graph) {
        let Some((row, column)) = self.run.current() else {
            return;
        };
        let node = graph.try_get_node_mut(*self.school).ok();
        let Some(flock) = node.and_then(|node| node.try_get_script_mut::<Flock>()) else {
            return;
        };
        let mut settings = flock.settings();
        settings.spawn.count = PUBLISHED[row].0;
        // The measured school shows whether there is a GPU.
        if BACKENDS[column] != Backend::Gpu {
            settings.simulation.backend = BACKENDS[column];
        }
        flock.set_settings(settings);
    }
}

impl ScriptTrait for Table {
    fn on_start(&mut self, context: &mut ScriptContext) -> GameResult {
        self.panel = Some(TablePanel::new(context.user_interfaces));
        Ok(())
    }

    fn on_os_event(&mut self, event: &Event<()>, _: &mut ScriptContext) -> GameResult {
        if let Event::WindowEvent {
            event: WindowEvent::KeyboardInput { event, .. },
            ..
        } = event
        {
            let is_pressed = event.state == ElementState::Pressed && !event.repeat;
            if is_pressed && event.physical_key == PhysicalKey::Code(KeyCode::KeyR) {
                self.restart();
            }
        }
        Ok(())
    }

    fn on_update(&mut self, context: &mut ScriptContext) -> GameResult {
        self.run.advance(SLICE);
        self.show_school(&mut context.scene.graph);
        if let Some(panel) = &mut self.panel {
            panel.show(context.user_interfaces, &self.run);
        }
        Ok(())
    }

    fn on_deinit(&mut self, context: &mut ScriptDeinitContext) -> GameResult {
        self.close_panel(context.user_interfaces);
        Ok(())
    }
}
