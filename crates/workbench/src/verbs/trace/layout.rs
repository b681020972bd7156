//! The places of the nodes of an implication graph.

use super::graph::Graph;
use jigsat_cnf::rarely;

/// Height of a node, in pixels.
pub(super) const HIGH: usize = 26;
/// The text in the node of the conflict.
pub(super) const CONFLICT: &str = "conflict";

/// Approximate width of a letter of a node, in pixels.
const LETTER: usize = 8;
/// Vertical space between nodes, in pixels.
const BELOW: usize = 14;
/// Space between columns, in pixels.
const BESIDE: usize = 44;
/// Space between levels, in pixels.
const LEVELS: usize = 20;
/// Space to the left of the first column, for the numbers of levels, in pixels.
const LEFT: usize = 70;

/// Half the width of a node, in pixels.
pub(super) fn half(name: &str) -> usize {
    name.chars().count() * LETTER / 2 + 8
}

/// The layout in pixels.
pub(super) struct Layout {
    /// The middle of each node; that of the conflict is the last, if there is one.
    pub middles: Vec<(usize, usize)>,
    /// The levels, each with the middle of its row.
    pub levels: Vec<(usize, usize)>,
    /// The end of the last column.
    pub width: usize,
    /// The end of the last row.
    pub height: usize,
}

impl Layout {
    /// Each node is in the row of its level, in a column to the right of all nodes that imply it; the rows begin at
    /// `top`.
    pub fn of(graph: &Graph, top: usize) -> Self {
        let mut columns: Vec<usize> = Vec::new();
        for node in &graph.nodes {
            columns.push(node.from.iter().map(|&place| columns[place] + 1).max().unwrap_or(0));
        }
        let last = columns.iter().map(|column| column + 1).max().unwrap_or(0);
        columns.extend(graph.conflict.iter().map(|_| last));
        let mut widths = vec![0; columns.iter().max().map_or(0, |column| column + 1)];
        let names = graph.nodes.iter().map(|node| &*node.name).chain([CONFLICT]);
        for (name, &column) in names.zip(&columns) {
            widths[column] = widths[column].max(2 * half(name));
        }
        let (mut lefts, mut end) = (Vec::new(), LEFT);
        for width in &widths {
            lefts.push(end);
            end += width + BESIDE;
        }
        let levels: Vec<usize> = graph
            .nodes
            .iter()
            .map(|node| node.level)
            .chain(graph.conflict.iter().map(|conflict| conflict.0))
            .collect();
        let mut rows = levels.clone();
        rarely::sort(&mut rows);
        rows.dedup();
        let mut layout = Layout {
            middles: vec![(0, 0); columns.len()],
            levels: Vec::new(),
            width: end.saturating_sub(BESIDE).max(LEFT),
            height: top,
        };
        for level in rows {
            let of_row: Vec<usize> = (0..columns.len()).filter(|&place| levels[place] == level).collect();
            // Nodes in the same row and column are stacked.
            let mut stacks: Vec<Vec<usize>> = vec![Vec::new(); widths.len()];
            for place in of_row {
                stacks[columns[place]].push(place);
            }
            let most = stacks.iter().map(Vec::len).max().unwrap_or(1);
            for (column, stack) in stacks.iter().enumerate() {
                // Shorter stacks are centred in their row.
                let start = layout.height + (most - stack.len()) * (HIGH + BELOW) / 2;
                for (above, &place) in stack.iter().enumerate() {
                    let y = start + above * (HIGH + BELOW) + HIGH / 2;
                    layout.middles[place] = (lefts[column] + widths[column] / 2, y);
                }
            }
            let high = most * (HIGH + BELOW) - BELOW;
            layout.levels.push((level, layout.height + high / 2));
            layout.height += high + LEVELS;
        }
        layout
    }
}
