//! Pieces of Markdown.

/// A table; columns without any text are left out. Nothing if there are no rows.
pub fn table<const COLUMNS: usize>(heads: [&str; COLUMNS], rows: &[[String; COLUMNS]]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let is_used = |column: &usize| rows.iter().any(|row| !row[*column].is_empty());
    let used: Vec<usize> = (0..COLUMNS).filter(is_used).collect();
    let line = |cells: &dyn Fn(usize) -> String| {
        let cells = used.iter().map(|column| cells(*column));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let mut text = line(&|column| heads[column].to_owned());
    text += &format!("|{}\n", "---|".repeat(used.len()));
    for row in rows {
        text += &line(&|column| cell(&row[column]));
    }
    text + "\n"
}

/// Text in a cell of a table: on one line, with a break between paragraphs.
fn cell(text: &str) -> String {
    let paragraphs = text.split("\n\n");
    let paragraphs = paragraphs.map(|paragraph| paragraph.replace('\n', " "));
    let line = paragraphs.collect::<Vec<_>>().join("<br>");
    line.replace('|', "\\|")
}

/// A paragraph, or several; nothing if there is no text.
pub fn paragraph(text: &str) -> String {
    if text.is_empty() {
        String::new()
    } else {
        format!("{text}\n\n")
    }
}

/// A heading: one of the page with level 1.
pub fn heading(level: usize, title: &str) -> String {
    format!("{} {title}\n\n", "#".repeat(level))
}

/// The anchor of a heading of one or several words.
pub fn anchor(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

/// A link to a heading of the same page.
pub fn link(title: &str) -> String {
    format!("[{title}](#{})", anchor(title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_without_text_are_left_out() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned);
        let rows = [row(["a", "", "x\ny\n\nz"]), row(["b", "", "|v|"])];
        let expected = "| one | three |\n|---|---|\n| a | x y<br>z |\n| b | \\|v\\| |\n\n";
        assert_eq!(table(["one", "two", "three"], &rows), expected);
        assert_eq!(table(["one"], &[]), "");
    }
}
