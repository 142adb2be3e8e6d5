//! The panel in the upper left corner: labels, values and keys.

use fyrox::{
    core::{algebra::Vector2, color::Color, pool::Handle},
    gui::{
        border::{Border, BorderBuilder},
        brush::Brush,
        font::{FontResource, BUILT_IN_BOLD},
        grid::{Column, GridBuilder, Row},
        text::{Text, TextBuilder, TextMessage},
        widget::{WidgetBuilder, WidgetMessage},
        BuildContext, HorizontalAlignment, Thickness, UiContainer, UiNode, UserInterface,
        VerticalAlignment,
    },
};

/// Label of each row, and the keys that change its value.
const ROWS: [(&str, &str); 15] = [
    ("Boids", "[  ]"),
    ("Frames per second", ""),
    ("Simulation", ""),
    ("Contacts", ""),
    ("Rays", ""),
    ("Rescued", ""),
    ("Crossings", ""),
    ("Perched", ""),
    ("Alarmed", ""),
    ("Caught", ""),
    ("Mode", "M"),
    ("Behind", ""),
    ("Cohesion", "1  2"),
    ("Separation", "3  4"),
    ("Alignment", "5  6"),
];

/// Keys that do not belong to a row, in every scene.
const FOOTER: &str = "Tab: next scene   H: panel   N: sound\nP: save preset   Esc: quit";

const TEXT_SIZE: f32 = 14.0;
const ROW_HEIGHT: f32 = 18.0;
const BACKGROUND: Color = Color::from_rgba(6, 20, 32, 175);
const FRAME: Color = Color::from_rgba(150, 210, 235, 70);
const LABEL: Color = Color::from_rgba(170, 200, 215, 255);
const VALUE: Color = Color::from_rgba(245, 250, 255, 255);
const KEY: Color = Color::from_rgba(255, 205, 120, 255);

/// The panel, in a user interface of its own: the engine starts without one, and a game's own
/// interface is not changed.
#[derive(Clone, Debug)]
pub struct Panel {
    ui: Handle<UserInterface>,
    root: Handle<Border>,
    values: [Handle<Text>; ROWS.len()],
    /// Texts of the values as shown, so that only changed texts are updated.
    shown: [String; ROWS.len()],
}

impl Panel {
    /// Adds the panel to the game's user interfaces. `keys` are those that only this scene has.
    pub fn new(interfaces: &mut UiContainer, keys: &str, visible: bool) -> Self {
        // The engine sets the size of the screen before each frame.
        let mut ui = UserInterface::new(Vector2::new(1.0, 1.0));
        let context = &mut ui.build_ctx();
        let mut cells: Vec<Handle<UiNode>> = Vec::new();
        let values = std::array::from_fn(|row| {
            let (label, keys) = ROWS[row];
            let value = text(context, "", Cell::new(row, 1, VALUE).right());
            cells.push(text(context, label, Cell::new(row, 0, LABEL)).to_base());
            cells.push(value.to_base());
            cells.push(text(context, keys, Cell::new(row, 2, KEY).bold()).to_base());
            value
        });
        let grid = GridBuilder::new(WidgetBuilder::new().on_row(0).with_children(cells))
            .add_rows(vec![Row::strict(ROW_HEIGHT); ROWS.len()])
            .add_columns([140.0, 110.0, 62.0].map(Column::strict).to_vec())
            .build(context);
        let footer = format!("{FOOTER}   {keys}");
        let footer = text(context, footer.trim(), Cell::new(1, 0, LABEL).small());
        let content = GridBuilder::new(
            WidgetBuilder::new()
                .with_margin(Thickness::uniform(12.0))
                .with_child(grid)
                .with_child(footer),
        )
        .add_row(Row::auto())
        .add_row(Row::strict(2.0 * ROW_HEIGHT + 6.0))
        .add_column(Column::auto())
        .build(context);
        let root = frame(context, content.to_base(), visible);
        Self {
            ui: interfaces.add(ui),
            root,
            values,
            shown: Default::default(),
        }
    }

    /// Shows new values.
    pub fn show(&mut self, interfaces: &UiContainer, values: [String; ROWS.len()]) {
        let Ok(ui) = interfaces.try_get(self.ui) else {
            return;
        };
        for (index, value) in values.into_iter().enumerate() {
            if self.shown[index] != value {
                ui.send(self.values[index], TextMessage::Text(value.clone()));
                self.shown[index] = value;
            }
        }
    }

    /// Shows or hides the panel.
    pub fn set_visible(&self, interfaces: &UiContainer, visible: bool) {
        if let Ok(ui) = interfaces.try_get(self.ui) {
            ui.send(self.root, WidgetMessage::Visibility(visible));
        }
    }

    /// Removes the panel.
    pub fn remove(self, interfaces: &mut UiContainer) {
        if interfaces.is_valid_handle(self.ui) {
            interfaces.remove(self.ui);
        }
    }
}

/// The translucent box around the content.
fn frame(context: &mut BuildContext, content: Handle<UiNode>, visible: bool) -> Handle<Border> {
    BorderBuilder::new(
        WidgetBuilder::new()
            .with_desired_position(Vector2::new(16.0, 16.0))
            .with_background(Brush::Solid(BACKGROUND).into())
            .with_foreground(Brush::Solid(FRAME).into())
            .with_visibility(visible)
            .with_hit_test_visibility(false)
            .with_child(content),
    )
    .with_corner_radius(8.0.into())
    .with_stroke_thickness(Thickness::uniform(1.0).into())
    .build(context)
}

/// Position and style of one text.
struct Cell {
    row: usize,
    column: usize,
    color: Color,
    align: HorizontalAlignment,
    size: f32,
    font: Option<FontResource>,
}

impl Cell {
    fn new(row: usize, column: usize, color: Color) -> Self {
        Self {
            row,
            column,
            color,
            align: HorizontalAlignment::Left,
            size: TEXT_SIZE,
            font: None,
        }
    }

    fn right(mut self) -> Self {
        self.align = HorizontalAlignment::Right;
        self
    }

    fn bold(mut self) -> Self {
        self.font = Some(BUILT_IN_BOLD.resource());
        self
    }

    fn small(mut self) -> Self {
        self.size = TEXT_SIZE - 2.0;
        self
    }
}

fn text(context: &mut BuildContext, text: &str, cell: Cell) -> Handle<Text> {
    // A gap between the keys and the right-aligned values in the column before.
    let indent = if cell.column == 2 { 22.0 } else { 0.0 };
    TextBuilder::new(
        WidgetBuilder::new()
            .on_row(cell.row)
            .on_column(cell.column)
            .with_margin(Thickness::left(indent))
            .with_foreground(Brush::Solid(cell.color).into()),
    )
    .with_text(text)
    .with_opt_font(cell.font)
    .with_font_size(cell.size.into())
    .with_horizontal_text_alignment(cell.align)
    .with_vertical_text_alignment(VerticalAlignment::Center)
    .build(context)
}
