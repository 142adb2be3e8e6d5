//! The figures of the selected flock, their plot and their export.

use super::{
    plot::Plot,
    readings::Readings,
    record::Record,
    widgets::{button, row, widget},
};
use crate::{ids, scene_flocks::current_scene};
use fyrox::{
    core::{log::Log, pool::Handle},
    gui::{
        button::Button,
        text::{Text, TextBuilder, TextMessage},
        BuildContext, UiNode,
    },
    scene::{node::Node, Scene},
};
use fyroxed_base::Editor;
use std::path::Path;

const TIP: &str = "Figures of the selected flock in the live preview";

/// The rows of the figures.
#[derive(Debug)]
pub(super) struct Figures {
    names: Handle<Text>,
    values: Handle<Text>,
    plot: Plot,
    record: Record,
    /// The flock whose figures are recorded, and its scene.
    recorded: (Handle<Scene>, Handle<Node>),
    export: Handle<Button>,
}

impl Figures {
    /// Also returns the rows.
    pub(super) fn new(ctx: &mut BuildContext) -> (Self, Vec<Handle<UiNode>>) {
        let [names, values] = [ids::READINGS, ids::VALUES]
            .map(|id| TextBuilder::new(widget(id, TIP, ctx)).build(ctx));
        let (plot, plot_rows) = Plot::new(ctx);
        let tip = "Writes the figures of the last 10 s to a new CSV file in the project";
        let export = button("Export CSV", ids::EXPORT, tip, ctx);
        let mut rows = vec![row(&[names.to_base(), values.to_base()], ctx)];
        rows.extend(plot_rows);
        rows.push(row(&[export.to_base()], ctx));
        let figures = Self {
            names,
            values,
            plot,
            record: Record::default(),
            recorded: (Handle::NONE, Handle::NONE),
            export,
        };
        (figures, rows)
    }

    /// Shows the readings of a flock, or why there are none.
    pub(super) fn show(
        &mut self,
        node: Option<Handle<Node>>,
        readings: Result<Readings, String>,
        is_moving: bool,
        editor: &mut Editor,
    ) {
        let scene = current_scene(editor).map(|it| it.scene);
        let flock = (scene.unwrap_or_default(), node.unwrap_or_default());
        let ui = editor.engine.user_interfaces.first_mut();
        let (names, values): (Vec<_>, Vec<_>) = match &readings {
            Ok(readings) => readings.lines().into_iter().unzip(),
            Err(reason) => (vec![reason.as_str()], Vec::new()),
        };
        ui.send(self.names, TextMessage::Text(names.join("\n")));
        ui.send(self.values, TextMessage::Text(values.join("\n")));
        if self.recorded != flock {
            self.recorded = flock;
            self.record.clear();
            self.plot.clear(ui);
        }
        if let (Ok(readings), true) = (readings, is_moving) {
            self.plot.add(&readings.statistics, ui);
            self.record.add(readings);
        }
    }

    /// Exports the figures, if the click was on the button.
    pub(super) fn on_click(&self, target: Handle<UiNode>) {
        if target != self.export {
            return;
        }
        match self.record.save(Path::new(".")) {
            Ok(path) => Log::info(format!("The figures are in {}", path.display())),
            Err(error) => Log::err(format!("The figures were not written: {error}")),
        }
    }
}
