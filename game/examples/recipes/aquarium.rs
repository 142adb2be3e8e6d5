//! A widget that draws a planar flock: the widget of the recipe `ui-widget`.

use fyrox::{
    core::{
        algebra::Vector2, color::Color, math::Rect, pool::Handle, reflect::prelude::*,
        type_traits::prelude::*, visitor::prelude::*,
    },
    gui::{
        brush::Brush,
        define_widget_deref,
        draw::{CommandTexture, Draw, DrawingContext},
        message::UiMessage,
        widget::{Widget, WidgetBuilder, WidgetMessage},
        Control, UiNode, UserInterface,
    },
};
use fyrox_flock::{
    prelude::*,
    sim::{events::EventMask, Boid, Flock},
};
use std::sync::{Arc, Mutex, MutexGuard};

/// Width and height of the water in metres: the boundary of `Preset::Swarm2d`.
const WATER: Vector2<f32> = Vector2::new(16.0, 9.0);

/// An aquarium.
#[derive(Clone, Debug, Visit, Reflect, TypeUuidProvider, ComponentProvider)]
#[type_uuid(id = "5b1d0c8e-2f64-4a5b-9f0e-7a3d1c96e480")]
#[reflect(derived_type = "UiNode")]
pub struct Aquarium {
    widget: Widget,
    /// The simulation. A widget must be `Clone`, and a copy of this one shows the same fish.
    #[visit(skip)]
    #[reflect(hidden)]
    school: Arc<Mutex<Flock>>,
}

define_widget_deref!(Aquarium);

impl Control for Aquarium {
    fn update(&mut self, seconds: f32, _: &mut UserInterface) {
        self.school().advance(seconds);
        // A widget is drawn again only if it says that it looks different.
        self.invalidate_visual();
    }

    fn draw(&self, context: &mut DrawingContext) {
        context.push_rect_filled(&self.bounding_rect(), None);
        self.paint(context, self.background());
        for fish in self.school().boids() {
            context.push_triangle_filled(self.triangle(fish));
        }
        self.paint(context, self.foreground());
    }

    fn handle_routed_message(&mut self, ui: &mut UserInterface, message: &mut UiMessage) {
        self.widget.handle_routed_message(ui, message);
        if let Some(WidgetMessage::MouseMove { pos, .. }) = message.data_from(self.handle()) {
            self.scare(self.screen_to_local(*pos));
        }
    }
}

impl Aquarium {
    /// Adds an aquarium to a user interface.
    pub fn add(ui: &mut UserInterface, place: Rect<f32>, settings: Settings) -> Handle<Self> {
        let school = Flock::new(settings, Default::default(), Default::default());
        let mut school = school.expect("the settings are in range");
        school.set_events(EventMask::SCARED);
        let mut context = ui.build_ctx();
        let widget = WidgetBuilder::new()
            .with_desired_position(place.position)
            .with_width(place.size.x)
            .with_height(place.size.y)
            .with_background(Brush::Solid(Color::opaque(30, 110, 170)).into())
            .with_foreground(Brush::Solid(Color::opaque(255, 200, 110)).into())
            // Otherwise the user interface does not call `update`.
            .with_need_update(true)
            .build(&context);
        let school = Arc::new(Mutex::new(school));
        context.add(Self { widget, school })
    }

    /// The fish, which the game may read and change.
    pub fn school(&self) -> MutexGuard<'_, Flock> {
        self.school.lock().expect("no thread panics in a step")
    }

    /// Pixels in a metre. The Y axis of the water points up, and that of the widget down.
    fn scale(&self) -> Vector2<f32> {
        let scale = self.actual_local_size().component_div(&WATER);
        Vector2::new(scale.x, -scale.y)
    }

    /// The corners of a fish in the widget. Its nose points ahead.
    fn triangle(&self, fish: Boid) -> [Vector2<f32>; 3] {
        let middle = 0.5 * self.actual_local_size();
        let ahead = fish.velocity.xy().normalize();
        let aside = Vector2::new(-ahead.y, ahead.x);
        let corners = [(0.25, 0.0), (-0.15, 0.08), (-0.15, -0.08)];
        corners.map(|(along, across)| {
            let corner = fish.position.xy() + along * ahead + across * aside;
            middle + corner.component_mul(&self.scale())
        })
    }

    /// The fish around a point of the widget flee.
    fn scare(&self, point: Vector2<f32>) {
        let point = point - 0.5 * self.actual_local_size();
        let scare = Scare {
            point: point.component_div(&self.scale()).push(0.0),
            radius: 2.5,
            strength: 40.0,
            decay: 0.3,
        };
        _ = self.school().scare(scare);
    }

    fn paint(&self, context: &mut DrawingContext, brush: Brush) {
        let bounds = self.clip_bounds();
        context.commit(bounds, brush, CommandTexture::None, &self.material, None);
    }
}
