//! BurrTools' `.xmpuzzle`: XML, usually packed by gzip; only the grid of cubes (type 0).
//!
//! The known parts of the format of A. Röver's BurrTools: voxels are listed x first, then y, then z, `#` filled, `+`
//! may be filled, `_` empty, a digit after them the colour; a problem names shapes with their numbers and the result
//! that they fill. Groups, comments and stored solutions are not about assembling and are ignored. BurrTools turns every
//! piece in space, by the 24 rotations of the cube: it turns flat pieces over, and mirrors no others.

use std::collections::BTreeSet;

use jigsat_cnf::rarely;
use jigsat_input::{
    MAX_TEXT, ParseError, Source,
    xml::{self, Node, child, children},
};

use super::{Rotate, gzip, plain::letters, turn_all};
use crate::{
    Board, Cover, Freedom, Piece, Shape, Spec, Tiling,
    board::{MAX_AREA, MAX_SIDE},
};

/// Reads every problem of a file: one puzzle each, or its error.
///
/// # Errors
///
/// Bytes that are neither XML nor XML packed by gzip, another grid, inconsistent shapes.
pub fn parse_xmpuzzle(name: &str, bytes: Vec<u8>, rotate: Rotate) -> Result<Vec<Tiling>, ParseError> {
    let in_file = |message: String| ParseError::in_file(name, message);
    let text = if gzip::is_packed(&bytes) {
        let unpacked =
            gzip::unpack(&bytes, MAX_TEXT).map_err(|error| in_file(format!("can't be unpacked: {error}")))?;
        if unpacked.len() as u64 > MAX_TEXT {
            return Err(in_file(format!("found more than {} MiB of XML", MAX_TEXT >> 20)));
        }
        unpacked
    } else {
        bytes
    };
    let source = Source::from_bytes(name, text)?;
    let document = xml::parse(&source)?;
    let file = File { source: &source };
    let root = document.root_element();
    if root.tag_name().name() != "puzzle" {
        return Err(file.error(root, format!("found <{}>", root.tag_name().name())).expecting("<puzzle>"));
    }
    if let Some(grid) = child(root, "gridType")
        && let Some(kind) = grid.attribute("type").filter(|kind| *kind != "0")
    {
        return Err(file.error(grid, format!("found the grid type {kind}")).expecting("0, cubes"));
    }
    let shapes: Vec<Node> =
        child(root, "shapes").map(|shapes| children(shapes, "voxel").collect()).unwrap_or_default();
    let problems: Vec<Node> =
        child(root, "problems").map(|list| children(list, "problem").collect()).unwrap_or_default();
    if problems.is_empty() {
        return Err(file.error(root, "found no problem".into()).expecting("<problems> with <problem>"));
    }
    problems.into_iter().map(|problem| file.problem(problem, &shapes, rotate)).collect()
}

struct File<'a> {
    source: &'a Source,
}

/// A grid of cubes: its size, and the filled and the variable ones.
struct Voxels {
    size: [usize; 3],
    marks: Vec<char>,
}

impl File<'_> {
    fn error(&self, node: Node, message: String) -> ParseError {
        xml::error(self.source, node, message)
    }

    fn number(&self, node: Node, name: &str, otherwise: Option<u32>) -> Result<u32, ParseError> {
        match (node.attribute(name), otherwise) {
            (None, Some(value)) => Ok(value),
            (text, _) => text.and_then(|text| text.parse().ok()).ok_or_else(|| {
                let found = text.map_or_else(|| "nothing".to_owned(), |text| format!("'{text}'"));
                self.error(node, format!("found {found} as {name}")).expecting("a number")
            }),
        }
    }

    fn problem(&self, problem: Node, shapes: &[Node], rotate: Rotate) -> Result<Tiling, ParseError> {
        let of = |node: Node| -> Result<Node, ParseError> {
            let id = self.number(node, "id", None)?;
            shapes.get(id as usize).copied().ok_or_else(|| {
                self.error(node, format!("found the shape {id}"))
                    .expecting(format!("one of {}", shapes.len()))
            })
        };
        let result =
            child(problem, "result").ok_or_else(|| self.error(problem, "found no <result>".into()))?;
        let target = self.voxels(of(result)?)?;
        let has = |mark: char| target.marks.contains(&mark);
        let cover = match (has('#'), has('+')) {
            (true, true) => {
                let error = self
                    .error(result, "found a result with cells that must and cells that may be filled".into());
                return Err(error.expecting("all of one sort"));
            }
            (_, true) => Cover::Some,
            (_, false) => Cover::All,
        };
        if cover == Cover::Some && problem.has_attribute("maxHoles") {
            let error = self.error(problem, "found maxHoles, a bound on the cells left open".into());
            return Err(error.expecting("a problem without it"));
        }
        let mut pieces = Vec::new();
        let mut nodes = Vec::new();
        let used: Vec<Node> =
            child(problem, "shapes").map(|list| children(list, "shape").collect()).unwrap_or_default();
        for node in used {
            let voxel = of(node)?;
            let count = self.number(node, "count", Some(1))?;
            let (min, max) = (self.number(node, "min", Some(count))?, self.number(node, "max", Some(count))?);
            if max == 0 {
                continue;
            }
            let voxels = self.voxels(voxel)?;
            if voxels.marks.contains(&'+') {
                return Err(self.error(voxel, "found a piece with cells that may be filled".into()));
            }
            let cells = (0..voxels.marks.len()).filter(|&index| voxels.marks[index] == '#');
            let Some(shape) = Shape::new(cells.map(|index| voxels.at(index))) else {
                return Err(self.error(voxel, "found a piece without cells".into()));
            };
            let named =
                voxel.attribute("name").map(|name| name.split_whitespace().collect::<Vec<_>>().join("-"));
            let taken = |name: &String| pieces.iter().any(|piece: &Piece| piece.name == *name);
            let free =
                (pieces.len()..=2 * pieces.len()).map(letters).find(|name| !taken(name)).unwrap_or_default();
            let name = named.filter(|name| !name.is_empty() && !taken(name)).unwrap_or(free);
            // In the plane, the other side of a flat piece is its mirror image.
            let mirror = target.size[2] == 1 && shape.extent()[2] == 1 && rotate != Rotate::Never;
            pieces.push(Piece { name, shape, min, max, freedom: Freedom { rotate: true, mirror } });
            nodes.push(node);
        }
        turn_all(&mut pieces, rotate);
        let open = target.marks.iter().map(|&mark| mark != '_').collect();
        let board = Board { name: String::new(), size: target.size, open };
        let title = problem.attribute("name").unwrap_or_default().to_owned();
        let spec =
            Spec { title, source: String::new(), boards: vec![board], pieces, cover, given: Vec::new() };
        Tiling::new(spec).map_err(|invalid| {
            let index = invalid.path.strip_prefix("pieces[").and_then(|rest| rest.strip_suffix(']'));
            let node = index.and_then(|index| nodes.get(index.parse::<usize>().ok()?));
            self.error(node.copied().unwrap_or(problem), invalid.message)
        })
    }

    fn voxels(&self, node: Node) -> Result<Voxels, ParseError> {
        let mut size = [1; 3];
        for (side, name) in size.iter_mut().zip(["x", "y", "z"]) {
            *side = self.number(node, name, None)? as usize;
            if !(1..=MAX_SIDE).contains(side) {
                let error = self.error(node, format!("found a side of {side}"));
                return Err(error.expecting(format!("a number from 1 to {MAX_SIDE}")));
            }
        }
        // Comments split a text into several.
        let text = node.children().filter_map(|child| child.text().filter(|_| child.is_text()));
        let marks: Vec<char> = text.flat_map(str::chars).filter(|char| !char.is_whitespace()).collect();
        // A digit after a mark is its colour.
        if marks.iter().any(char::is_ascii_digit) {
            let error = self.error(node, "found colours, which say where pieces may lie".into());
            return Err(error.expecting("a shape without colours"));
        }
        if let Some(bad) = marks.iter().find(|mark| !"#+_".contains(**mark)) {
            return Err(self.error(node, format!("found '{bad}' in a shape")).expecting("'#', '+' or '_'"));
        }
        let cells: usize = size.iter().product();
        if cells > MAX_AREA || cells != marks.len() {
            let error = self.error(node, format!("found {} cells in a shape", marks.len()));
            return Err(error.expecting(format!("{cells}, at most {MAX_AREA}")));
        }
        Ok(Voxels { size, marks })
    }
}

impl Voxels {
    fn at(&self, index: usize) -> [i32; 3] {
        let [width, height, _] = self.size;
        [index % width, index / width % height, index / width / height].map(|value| value as i32)
    }
}

impl Tiling {
    /// The puzzle in the format of BurrTools, packed by gzip; `Err` for several boards or given pieces, which the
    /// format lacks, and for pieces that may not make all turns that they make there, or may make others.
    ///
    /// # Errors
    ///
    /// The reason, in words.
    pub fn to_xmpuzzle(&self) -> Result<Vec<u8>, String> {
        let spec = self.spec();
        let [board] = &spec.boards[..] else { return Err("BurrTools' problems have one board".into()) };
        if !spec.given.is_empty() {
            return Err("BurrTools' problems have no given pieces".into());
        }
        if let Some(reason) = spec.pieces.iter().find_map(|piece| self.turned_otherwise(piece)) {
            return Err(reason);
        }
        let mut shapes: Vec<String> = spec
            .pieces
            .iter()
            .map(|piece| {
                let [width, height, _] = piece.shape.extent();
                let mut marks = vec!['_'; piece.shape.extent().iter().product()];
                for &[x, y, z] in piece.shape.cells() {
                    marks[(z as usize * height + y as usize) * width + x as usize] = '#';
                }
                voxel(piece.shape.extent(), &marks, &piece.name)
            })
            .collect();
        let filled = if spec.cover == Cover::All { '#' } else { '+' };
        let marks: Vec<char> = board.open.iter().map(|&open| if open { filled } else { '_' }).collect();
        shapes.push(voxel(board.size, &marks, ""));
        let uses: Vec<String> = spec
            .pieces
            .iter()
            .enumerate()
            .map(|(id, piece)| {
                let max = (piece.max as usize).min(self.area() / piece.shape.cells().len());
                if piece.min as usize == max {
                    format!("<shape id=\"{id}\" count=\"{max}\"/>")
                } else {
                    format!("<shape id=\"{id}\" min=\"{}\" max=\"{max}\"/>", piece.min)
                }
            })
            .collect();
        let xml = format!(
            "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<colors/>\n<shapes>\n{}\n</shapes>\n\
             <problems>\n<problem name=\"{}\" state=\"0\">\n<shapes>\n{}\n</shapes>\n<result id=\"{}\"/>\n<bitmap/>\n\
             </problem>\n</problems>\n</puzzle>\n",
            shapes.join("\n"),
            escaped(&spec.title),
            uses.join("\n"),
            spec.pieces.len()
        );
        gzip::pack(xml.as_bytes()).map_err(|error| error.to_string())
    }
}

impl Tiling {
    /// Why BurrTools would turn a piece in other ways.
    fn turned_otherwise(&self, piece: &Piece) -> Option<String> {
        let name = &piece.name;
        let orientations = |freedom, solid| -> BTreeSet<Shape> {
            let all = piece.shape.orientations(freedom, solid).into_iter().map(|(_, shape)| shape);
            rarely::set(all.filter(|shape| self.is_solid() || shape.extent()[2] == 1))
        };
        let own = orientations(piece.freedom, self.is_solid());
        let there = orientations(Freedom { rotate: true, mirror: false }, true);
        if !own.is_subset(&there) {
            return Some(format!("BurrTools mirrors no pieces, but {name} may be mirrored"));
        }
        let turned = orientations(Freedom { rotate: true, ..piece.freedom }, self.is_solid());
        if turned.len() > own.len() {
            return Some(format!("BurrTools rotates all pieces, but {name} may not be rotated"));
        }
        (own.len() < there.len())
            .then(|| format!("BurrTools turns flat pieces over, but {name} may not be turned over"))
    }
}

fn voxel([x, y, z]: [usize; 3], marks: &[char], name: &str) -> String {
    let marks: String = marks.iter().collect();
    let name = if name.is_empty() { String::new() } else { format!(" name=\"{}\"", escaped(name)) };
    format!("<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\"{name} type=\"0\">{marks}</voxel>")
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for char in text.chars().filter(|char| !char.is_control()) {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            char => out.push(char),
        }
    }
    out
}
