//! The implication graph of a conflict as SVG. A node is a true literal; an arrow leads from each literal of a clause
//! to the one that it implies. Rows are levels; a literal is to the right of all literals that imply it.

use svg::{
    Document,
    node::element::{Definitions, Marker, Path, Polygon, Rectangle, Style, Text, Title},
};

use super::TraceStep;
use super::{
    graph::{Graph, Node},
    layout::{CONFLICT, HIGH, Layout, half},
};

const CSS: &str = "
svg { background: #fff; font-family: 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; font-size: 13px; }
text { fill: #000; }
.node { text-anchor: middle; font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.box { fill: #fff; stroke: #666; stroke-width: 1; }
.decision { fill: #f0e442; fill-opacity: .45; }
.kept { stroke: #0072b2; stroke-width: 3; }
.conflict { fill: #d55e00; fill-opacity: .3; stroke: #d55e00; stroke-width: 2; }
.arrow { fill: none; stroke: #777; stroke-width: 1.2; }
.head { fill: #777; }
@media screen and (prefers-color-scheme: dark) {
  svg { background: #16181d; }
  text { fill: #f2f2f2; }
  .box { fill: #16181d; stroke: #aaa; }
  .decision { fill: #f0e442; fill-opacity: .3; }
  .kept { stroke: #8fd0f5; }
  .conflict { fill: #d55e00; fill-opacity: .45; stroke: #ff9d5c; }
  .arrow { stroke: #999; }
  .head { fill: #999; }
}
";

const MARGIN: usize = 12;
/// Height of a line of text, in pixels.
const LINE: usize = 22;
/// Approximate width of a letter of a line of text, in pixels.
const LETTER: usize = 7;

/// The picture of a conflict, given by its number from 1; `None` if there was no such conflict.
pub(super) fn draw(steps: &[TraceStep], conflict: usize) -> Option<String> {
    let graph = Graph::of(steps, conflict)?;
    let (level, because) = graph.conflict.as_ref()?;
    let title = format!("Conflict {conflict}, at level {level}: {because}");
    let learned = graph.learned.as_ref().map_or_else(
        || match level {
            0 => "It depends on no decision: there is no solution.".to_owned(),
            _ => "No clause is learned.".to_owned(),
        },
        |(number, clause)| format!("Learned clause {number}: {}", clause.join(" or ")),
    );
    let learned = match graph.left_out {
        0 => learned,
        1 => format!("{learned} (1 literal that leads there is left out)"),
        count => format!("{learned} ({count} literals that lead there are left out)"),
    };
    Some(picture(&graph, &title, &learned))
}

/// The picture of what is true after some steps.
pub(super) fn draw_state(steps: &[TraceStep], step: usize) -> String {
    let graph = Graph::after(&steps[..step]);
    let title = format!("After step {step} of {}", steps.len());
    let last = steps[..step].last().map_or(String::new(), |last| last.to_string().trim().to_owned());
    let last = match graph.left_out {
        0 => last,
        count => format!("{last} ({count} other literals are left out)"),
    };
    picture(&graph, &title, &last)
}

/// A graph with a line above and one below.
fn picture(graph: &Graph, title: &str, below: &str) -> String {
    let layout = Layout::of(graph, MARGIN + LINE);
    let letters = [title, below].map(|line| line.chars().count()).into_iter().max().unwrap_or(0);
    let width = (layout.width + MARGIN).max(2 * MARGIN + letters * LETTER);
    let height = layout.height + LINE + 2 * MARGIN;
    let line = |y: usize, words: &str| Text::new(words).set("x", MARGIN).set("y", y);
    let mut document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(Title::new(format!("{title}. {below}")))
        .add(Style::new(CSS))
        .add(Definitions::new().add(head()))
        .add(line(MARGIN + 10, title))
        .add(line(height - MARGIN, below));
    for (level, y) in &layout.levels {
        document = document.add(line(y + 5, &format!("level {level}")));
    }
    for (target, from) in graph.nodes.iter().map(|node| &node.from).chain([&graph.clash]).enumerate() {
        for &source in from {
            document = document.add(arrow(graph, &layout, source, target));
        }
    }
    for (node, &middle) in graph.nodes.iter().zip(&layout.middles) {
        document = document.add(shape(node, graph.is_kept(node), middle)).add(label(&node.name, middle));
    }
    if let Some(&middle) = layout.middles.get(graph.nodes.len()) {
        document = document.add(octagon(middle)).add(label(CONFLICT, middle));
    }
    document.to_string() + "\n"
}

/// The head of arrows.
fn head() -> Marker {
    Marker::new()
        .set("id", "head")
        .set("viewBox", "0 0 8 8")
        .set("refX", 7)
        .set("refY", 4)
        .set("markerWidth", 7)
        .set("markerHeight", 7)
        .set("orient", "auto")
        .add(Path::new().set("class", "head").set("d", "M0,0 L8,4 L0,8 z"))
}

fn arrow(graph: &Graph, layout: &Layout, source: usize, target: usize) -> Path {
    let name = graph.nodes.get(target).map_or(CONFLICT, |node| &node.name);
    let (from_x, from_y) = layout.middles[source];
    let (to_x, to_y) = layout.middles[target];
    let (begin, end) = (from_x + half(&graph.nodes[source].name), to_x - half(name));
    let bend = end.saturating_sub(begin).min(90) / 2;
    let curve = format!("M{begin},{from_y} C{},{from_y} {},{to_y} {end},{to_y}", begin + bend, end - bend);
    Path::new().set("class", "arrow").set("marker-end", "url(#head)").set("d", curve)
}

/// A rectangle for a decision, with round ends for an implied literal.
fn shape(node: &Node, is_kept: bool, (x, y): (usize, usize)) -> Rectangle {
    let decision = if node.is_decision { " decision" } else { "" };
    let kept = if is_kept { " kept" } else { "" };
    Rectangle::new()
        .set("class", format!("box{decision}{kept}"))
        .set("x", x - half(&node.name))
        .set("y", y - HIGH / 2)
        .set("width", 2 * half(&node.name))
        .set("height", HIGH)
        .set("rx", if node.is_decision { 0 } else { HIGH / 2 })
}

fn octagon((x, y): (usize, usize)) -> Polygon {
    let (wide, high) = (half(CONFLICT), HIGH / 2);
    let (left, right, top, bottom) = (x - wide, x + wide, y - high, y + high);
    let cut = 7;
    let corners = [
        (left, top + cut),
        (left + cut, top),
        (right - cut, top),
        (right, top + cut),
        (right, bottom - cut),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, bottom - cut),
    ];
    let corners = corners.map(|(x, y)| format!("{x},{y}")).join(" ");
    Polygon::new().set("class", "box conflict").set("points", corners)
}

fn label(words: &str, (x, y): (usize, usize)) -> Text {
    Text::new(words).set("class", "node").set("x", x).set("y", y + 5)
}
