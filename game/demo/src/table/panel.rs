//! The table on the screen.

use super::{
    published::PUBLISHED,
    run::{Run, BACKENDS},
    trial::Speed,
};
use crate::readings::grouped;
use fyrox::{
    core::{algebra::Vector2, color::Color, pool::Handle},
    gui::{
        border::BorderBuilder,
        brush::Brush,
        font::{BUILT_IN_BOLD, BUILT_IN_FONT},
        grid::{Column, GridBuilder, Row},
        text::{Text, TextBuilder, TextMessage},
        widget::{WidgetBuilder, WidgetMessage},
        BuildContext, HorizontalAlignment, Thickness, UiContainer, UiNode, UserInterface,
        VerticalAlignment,
    },
};

const TITLE: &str = "The fish school of 2018, measured live";
const FOOTER: &str = "Published: frames per second of the whole game, at most 62, on an i7-3632QM with a GeForce GT 730M\n\
    (Intel Developer Zone, 2018). Measured: steps per second of the simulation, on this machine.\n\
    R: measure again    H: panel    Tab: next scene    Esc: quit";

const BACKGROUND: Color = Color::from_rgba(4, 18, 32, 205);
const FRAME: Color = Color::from_rgba(150, 210, 235, 80);
const HEAD: Color = Color::from_rgba(150, 205, 230, 255);
const OLD: Color = Color::from_rgba(176, 190, 200, 255);
const NEW: Color = Color::from_rgba(255, 255, 255, 255);
const NOW: Color = Color::from_rgba(255, 205, 110, 255);
const FISH: Color = Color::from_rgba(210, 228, 238, 255);

const COLUMNS: usize = 1 + 2 * BACKENDS.len();
const HEADS: [&str; COLUMNS] = [
    "fish", "1 thread", "threads", "GPU", "1 thread", "threads", "GPU",
];
const WIDTHS: [f32; COLUMNS] = [88.0, 92.0, 92.0, 84.0, 112.0, 112.0, 112.0];
const ROW_HEIGHT: f32 = 29.0;

/// The table, in a user interface of its own.
#[derive(Clone, Debug)]
pub(super) struct TablePanel {
    ui: Handle<UserInterface>,
    measured: Vec<[Handle<Text>; BACKENDS.len()]>,
    shown: Vec<[(String, bool); BACKENDS.len()]>,
}

impl TablePanel {
    pub(super) fn new(interfaces: &mut UiContainer) -> Self {
        let mut ui = UserInterface::new(Vector2::new(1.0, 1.0));
        let context = &mut ui.build_ctx();
        let mut cells = Vec::new();
        for (column, head) in HEADS.into_iter().enumerate() {
            cells.push(text(context, head, Cell::new(0, column, HEAD)).to_base());
        }
        let mut measured = Vec::new();
        for (row, (fish, published)) in PUBLISHED.into_iter().enumerate() {
            let line = row + 1;
            let fish = grouped(fish.into());
            cells.push(text(context, &fish, Cell::new(line, 0, FISH).bold()).to_base());
            for column in 0..BACKENDS.len() {
                let frames = published.map_or("-".into(), |frames| frames[column].to_string());
                cells.push(text(context, &frames, Cell::new(line, 1 + column, OLD)).to_base());
            }
            measured.push([0, 1, 2].map(|column| {
                let cell = Cell::new(line, 1 + BACKENDS.len() + column, NEW).bold();
                text(context, "", cell)
            }));
            cells.extend(measured[row].iter().map(|text| text.to_base()));
        }
        build_frame(context, cells);
        Self {
            ui: interfaces.add(ui),
            measured,
            shown: vec![Default::default(); PUBLISHED.len()],
        }
    }

    /// Shows the known results, and the cell that is being measured.
    pub(super) fn show(&mut self, interfaces: &UiContainer, run: &Run) {
        let Ok(ui) = interfaces.try_get(self.ui) else {
            return;
        };
        for row in 0..PUBLISHED.len() {
            for column in 0..BACKENDS.len() {
                let is_now = run.current() == Some((row, column));
                let words = words(run.speed(row, column), is_now);
                let (text, shown) = (self.measured[row][column], &mut self.shown[row][column]);
                if *shown != (words.clone(), is_now) {
                    let color = if is_now { NOW } else { NEW };
                    ui.send(text, TextMessage::Text(words.clone()));
                    ui.send(text, WidgetMessage::Foreground(Brush::Solid(color).into()));
                    *shown = (words, is_now);
                }
            }
        }
    }

    pub(super) fn remove(self, interfaces: &mut UiContainer) {
        if interfaces.is_valid_handle(self.ui) {
            interfaces.remove(self.ui);
        }
    }
}

/// The text of a cell.
fn words(speed: Option<Speed>, is_now: bool) -> String {
    match speed {
        Some(Speed::Steps(steps)) => grouped(steps.round() as u64),
        Some(Speed::Refused) => "no GPU".into(),
        None if is_now => "...".into(),
        None => String::new(),
    }
}

/// The heading that several columns share, above their own headings.
fn heads(context: &mut BuildContext) -> Handle<UiNode> {
    let groups = ["published, frames per second", "measured, steps per second"];
    let texts = [1, 2].map(|column| {
        let cell = Cell::new(0, column, HEAD).sized(16.0);
        text(context, groups[column - 1], cell).to_base()
    });
    let (first, last) = WIDTHS[1..].split_at(BACKENDS.len());
    let widths = [WIDTHS[0], first.iter().sum(), last.iter().sum()];
    GridBuilder::new(WidgetBuilder::new().on_row(1).with_children(texts))
        .add_row(Row::strict(ROW_HEIGHT))
        .add_columns(widths.map(Column::strict).to_vec())
        .build(context)
        .to_base()
}

fn build_frame(context: &mut BuildContext, cells: Vec<Handle<UiNode>>) {
    let heads = heads(context);
    let grid = GridBuilder::new(WidgetBuilder::new().on_row(2).with_children(cells))
        .add_rows(vec![Row::strict(ROW_HEIGHT); PUBLISHED.len() + 1])
        .add_columns(WIDTHS.map(Column::strict).to_vec())
        .build(context);
    let title = text(
        context,
        TITLE,
        Cell::new(0, 0, NEW).bold().sized(24.0).left(),
    );
    let footer = text(context, FOOTER, Cell::new(3, 0, OLD).sized(13.0).left());
    let content = GridBuilder::new(
        WidgetBuilder::new()
            .with_margin(Thickness::uniform(20.0))
            .with_child(title)
            .with_child(heads)
            .with_child(grid)
            .with_child(footer),
    )
    .add_row(Row::strict(42.0))
    .add_row(Row::auto())
    .add_row(Row::auto())
    .add_row(Row::strict(58.0))
    .add_column(Column::auto())
    .build(context);
    BorderBuilder::new(
        WidgetBuilder::new()
            .with_desired_position(Vector2::new(40.0, 56.0))
            .with_background(Brush::Solid(BACKGROUND).into())
            .with_foreground(Brush::Solid(FRAME).into())
            .with_hit_test_visibility(false)
            .with_child(content),
    )
    .with_corner_radius(12.0.into())
    .with_stroke_thickness(Thickness::uniform(1.0).into())
    .build(context);
}

/// Place and style of one text.
struct Cell {
    row: usize,
    column: usize,
    color: Color,
    size: f32,
    is_bold: bool,
    is_left: bool,
}

impl Cell {
    fn new(row: usize, column: usize, color: Color) -> Self {
        Self {
            row,
            column,
            color,
            size: 18.0,
            is_bold: false,
            is_left: false,
        }
    }

    fn sized(self, size: f32) -> Self {
        Self { size, ..self }
    }

    fn bold(self) -> Self {
        Self {
            is_bold: true,
            ..self
        }
    }

    fn left(self) -> Self {
        Self {
            is_left: true,
            ..self
        }
    }
}

fn text(context: &mut BuildContext, words: &str, cell: Cell) -> Handle<Text> {
    let font = if cell.is_bold {
        BUILT_IN_BOLD.resource()
    } else {
        BUILT_IN_FONT.resource()
    };
    let widget = WidgetBuilder::new()
        .on_row(cell.row)
        .on_column(cell.column)
        .with_foreground(Brush::Solid(cell.color).into());
    let align = if cell.is_left {
        HorizontalAlignment::Left
    } else {
        HorizontalAlignment::Right
    };
    TextBuilder::new(widget)
        .with_text(words)
        .with_font(font)
        .with_font_size(cell.size.into())
        .with_horizontal_text_alignment(align)
        .with_vertical_text_alignment(VerticalAlignment::Center)
        .build(context)
}
