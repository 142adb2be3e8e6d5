//! The controls of the live preview.

use super::widgets::{button, check_box, row, text, widget};
use crate::{
    boid_view::BoidView,
    ids,
    preview::{Preview, Scope},
};
use fyrox::{
    core::pool::Handle,
    gui::{
        button::{Button, ButtonBuilder, ButtonContent, ButtonMessage},
        check_box::CheckBox,
        numeric::{NumericUpDown, NumericUpDownBuilder},
        widget::WidgetMessage,
        BuildContext, HorizontalAlignment, Thickness, UiNode, VerticalAlignment,
    },
};
use fyroxed_base::Editor;

const PREVIEW_TIP: &str =
    "Shows the flocks of the scene moving while you edit. Nothing of it is saved";

/// The controls in the panel, and the button over the scene view.
#[derive(Debug)]
pub(super) struct PreviewControls {
    preview: Handle<Button>,
    viewport_preview: Handle<Button>,
    pause: Handle<Button>,
    step: Handle<Button>,
    restart: Handle<Button>,
    time_scale: Handle<NumericUpDown<f32>>,
    only_selected: Handle<CheckBox>,
    follow_boid: Handle<CheckBox>,
    check_crossings: Handle<CheckBox>,
    /// The state that the texts of the buttons show.
    named: (bool, bool),
}

impl PreviewControls {
    /// Also returns the rows of the panel.
    pub(super) fn new(ctx: &mut BuildContext) -> (Self, [Handle<UiNode>; 3]) {
        let preview = button("Live preview", ids::PREVIEW, PREVIEW_TIP, ctx);
        let pause = button("Pause", ids::PAUSE, "Pauses the flocks, or continues", ctx);
        let step = button("Step", ids::STEP, "Makes one step", ctx);
        let restart = button("Restart", ids::RESTART, "Starts all flocks anew", ctx);
        let tip = "Factor of the time: 0.1 is slow motion. 0 to 4. As in the game, flocks make at \
                   most simulation.max_steps_per_frame steps a frame";
        let time_scale = NumericUpDownBuilder::<f32>::new(widget(ids::TIME_SCALE, tip, ctx))
            .with_min_value(0.0)
            .with_max_value(4.0)
            .with_value(1.0)
            .with_step(0.1)
            .build(ctx);
        let tip = "Shows the selected flock alone, instead of all flocks of the scene";
        let only_selected = check_box("selected flock only", ids::ONLY_SELECTED, tip, false, ctx);
        let tip =
            "The camera of the scene view follows the boid whose perception is drawn. To watch \
                   another one, click it in the mode of the flock's volumes. Not on the GPU";
        let follow_boid = check_box("follow the boid", ids::FOLLOW_BOID, tip, false, ctx);
        let tip = "Checks every move in the preview for a crossing of the geometry, also if \
                   collision.check_crossings is off, and counts them below. Costs time";
        let check_crossings = check_box("check crossings", ids::CHECK_CROSSINGS, tip, false, ctx);
        let buttons = [preview, pause, step, restart].map(|button| button.to_base());
        let time = [
            text("time", ctx),
            time_scale.to_base(),
            only_selected.to_base(),
        ];
        let checks = [follow_boid.to_base(), check_crossings.to_base()];
        let rows = [row(&buttons, ctx), row(&time, ctx), row(&checks, ctx)];
        let controls = Self {
            preview,
            viewport_preview: viewport_button(ctx),
            pause,
            step,
            restart,
            time_scale,
            only_selected,
            follow_boid,
            check_crossings,
            named: (false, false),
        };
        (controls, rows)
    }

    /// Adds the button over the scene view.
    pub(super) fn add_to(&self, editor: &mut Editor) {
        let frame = editor.scene_viewer.frame();
        let ui = editor.engine.user_interfaces.first_mut();
        ui.send(self.viewport_preview, WidgetMessage::link_with(frame));
    }

    /// Handles a click on one of the buttons.
    pub(super) fn on_click(&self, target: Handle<UiNode>, preview: &mut Preview) {
        if target == self.preview || target == self.viewport_preview {
            preview.is_on = !preview.is_on;
        } else if target == self.pause {
            preview.is_paused = !preview.is_paused;
        } else if target == self.step {
            preview.step();
        } else if target == self.restart {
            preview.restart();
        }
    }

    /// Handles a click on one of the check boxes.
    pub(super) fn on_check(
        &self,
        target: Handle<UiNode>,
        is_checked: bool,
        preview: &mut Preview,
        boid_view: &mut BoidView,
        editor: &mut Editor,
    ) {
        if target == self.only_selected {
            preview.scope = if is_checked {
                Scope::Selected
            } else {
                Scope::Scene
            };
        } else if target == self.check_crossings {
            preview.check_crossings = is_checked;
        } else if target == self.follow_boid {
            boid_view.set_follows(is_checked, editor);
        }
    }

    /// Sets the time scale, if it was changed.
    pub(super) fn on_number(&self, target: Handle<UiNode>, number: f32, preview: &mut Preview) {
        if target == self.time_scale && number.is_finite() {
            preview.time_scale = number.clamp(0.0, 4.0);
        }
    }

    /// Updates the texts of the buttons to their next action.
    pub(super) fn update(&mut self, preview: &Preview, editor: &Editor) {
        let state = (preview.is_on, preview.is_paused);
        if state == self.named {
            return;
        }
        self.named = state;
        let ui = editor.engine.user_interfaces.first();
        let name = |button: Handle<Button>, name: &str| {
            ui.send(button, ButtonMessage::Content(ButtonContent::text(name)));
        };
        let switch = if preview.is_on {
            "Stop preview"
        } else {
            "Live preview"
        };
        name(self.preview, switch);
        name(self.viewport_preview, switch);
        let pause = if preview.is_paused { "Go on" } else { "Pause" };
        name(self.pause, pause);
    }
}

/// The button over the scene view. It has a fixed size, since the view would stretch it.
fn viewport_button(ctx: &mut BuildContext) -> Handle<Button> {
    let widget = widget(ids::VIEWPORT_PREVIEW, PREVIEW_TIP, ctx)
        .with_width(110.0)
        .with_height(26.0)
        .with_margin(Thickness::uniform(6.0))
        .with_horizontal_alignment(HorizontalAlignment::Left)
        .with_vertical_alignment(VerticalAlignment::Top);
    ButtonBuilder::new(widget)
        .with_text("Live preview")
        .build(ctx)
}
