use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The smallest and the largest corner of a box, in metres.
pub type Corners = [[f32; 3]; 2];

/// A scene file, which is text, with queries for the tests.
pub struct SceneFile(PathBuf);

impl SceneFile {
    pub fn new(file: &Path) -> Self {
        Self(file.to_owned())
    }

    pub fn text(&self) -> String {
        fs::read_to_string(&self.0).unwrap_or_else(|error| panic!("{}: {error}", self.0.display()))
    }

    /// Time of the last write.
    pub fn saved_at(&self) -> SystemTime {
        let metadata = fs::metadata(&self.0).and_then(|it| it.modified());
        metadata.unwrap_or_else(|error| panic!("{}: {error}", self.0.display()))
    }

    /// Removes a node that is a child of the root and has no children.
    pub fn remove(&self, name: &str) {
        let text = self.text();
        let lines: Vec<_> = text.lines().collect();
        let without = without_node(&lines, name);
        let without = without.unwrap_or_else(|| panic!("no node {name} to remove"));
        fs::write(&self.0, without.join("\n")).unwrap();
    }

    /// The index of a node in the pool of nodes.
    pub fn index(&self, name: &str) -> u32 {
        let text = self.text();
        let lines: Vec<_> = text.lines().collect();
        let index = record_of(&lines, name).and_then(|record| item_number(lines[record]));
        let index = index.unwrap_or_else(|| panic!("no node {name}"));
        index.try_into().expect("a pool's index has 32 bits")
    }

    /// The boundary of the flock on a node, if it is a box. `None` if it is not in the file, or
    /// while the editor is writing the file.
    pub fn boundary(&self, name: &str) -> Option<Corners> {
        let text = self.text();
        let (_, node) = text.split_once(&named(name))?;
        let (_, boundary) = node.split_once("Boundary[")?;
        let corner = |name: &str| {
            let (_, numbers) = boundary.split_once(&format!("{name}<vec3f32:"))?;
            let (numbers, _) = numbers.split_once('>')?;
            let numbers = numbers.split(';').map(|number| number.trim().parse().ok());
            numbers.collect::<Option<Vec<_>>>()?.try_into().ok()
        };
        Some([corner("Min")?, corner("Max")?])
    }

    /// The kind of the first relation of the flock on a node, by its number. `None` if it has none.
    pub fn relation(&self, name: &str) -> Option<u32> {
        relation_in(self.text().split_once(&named(name))?.1)
    }
}

fn relation_in(node: &str) -> Option<u32> {
    let (_, relations) = node.split_once("Relations[")?;
    let (relations, _) = relations.split_once("Events[")?;
    let (_, kind) = relations.split_once("Kind[Id<u32:")?;
    kind.split_once('>')?.0.parse().ok()
}

fn named(node: &str) -> String {
    format!("Name<str:\"{node}\">")
}

/// The first line of the record of a node in the pool.
fn record_of(lines: &[&str], name: &str) -> Option<usize> {
    let named = named(name);
    let name = lines.iter().position(|line| line.contains(&named))?;
    let is_record = |line: &&str| line.trim().starts_with("Item") && line.contains("[Generation<");
    lines[..name].iter().rposition(is_record)
}

/// The lines without a node. Its slot in the pool of nodes stays, and is empty.
fn without_node(lines: &[&str], name: &str) -> Option<Vec<String>> {
    let record = record_of(lines, name)?;
    let index = item_number(lines[record])?;
    // The lines after the record's name are its braces, with the node between them.
    let close = record
        + lines[record..]
            .iter()
            .position(|line| is_end(line, lines[record]))?;

    let reference = format!("[Index<u32:{index}>");
    let child = lines.iter().position(|line| line.contains(&reference))?;
    let children = lines[..child]
        .iter()
        .rposition(|line| line.contains("Children[Length<"))?;
    let last = child
        + lines[child..]
            .iter()
            .position(|line| is_end(line, lines[children]))?;
    let count = item_number(lines[last - 1])?;

    let mut kept = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if number == children {
            kept.push(line.replace(&format!("<u32:{}>", count + 1), &format!("<u32:{count}>")));
        } else if (child + 1..last).contains(&number) {
            let item = item_number(line)?;
            kept.push(line.replacen(&format!("Item{item}["), &format!("Item{}[", item - 1), 1));
        } else if number == record + 2 {
            kept.push("Payload[IsSome<u8:0>]{}".into());
        } else if number != child && !(record + 2..close).contains(&number) {
            kept.push((*line).to_owned());
        }
    }
    Some(kept)
}

/// The number in a line that starts an item of a list.
fn item_number(line: &str) -> Option<usize> {
    let (number, _) = line.trim().strip_prefix("Item")?.split_once('[')?;
    number.parse().ok()
}

/// True for the closing brace of the block that a line opens.
fn is_end(line: &str, head: &str) -> bool {
    let indent = head.len() - head.trim_start().len();
    line.trim() == "}" && line.len() == indent + 1
}
