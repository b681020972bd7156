//! The columns of the table.

use crate::table::{Cell, Table};

use super::record::CompareRecord;

/// The rows as a table. Sizes, engines, graph constraints and times are columns if there are any.
pub(super) fn table(rows: &[CompareRecord]) -> Table {
    let has = |is_there: fn(&CompareRecord) -> bool| rows.iter().any(is_there);
    let columns: Vec<&Column> = COLUMNS.iter().filter(|column| has(column.is_there)).collect();
    let heads: Vec<&str> = columns.iter().map(|column| column.head).collect();
    let mut table = Table::new(&heads);
    for row in rows {
        table.push(columns.iter().map(|column| (column.cell)(row)).collect());
    }
    table
}

/// A column of the table of a comparison.
struct Column {
    head: &'static str,
    /// Whether a row has something to say there; if none has, the table is without the column.
    is_there: fn(&CompareRecord) -> bool,
    cell: fn(&CompareRecord) -> Cell,
}

const COLUMNS: &[Column] = &[
    Column {
        head: "size",
        is_there: |row| row.size.is_some(),
        cell: |row| Cell::word(row.size.clone().unwrap_or_default()),
    },
    Column {
        head: "engine",
        is_there: |row| row.engine.is_some(),
        cell: |row| Cell::word(row.engine.as_deref().unwrap_or("sat")),
    },
    Column { head: "encoding", is_there: |_| true, cell: |row| Cell::word(&*row.encoding) },
    Column { head: "amo", is_there: |_| true, cell: |row| Cell::word(&*row.amo) },
    Column {
        head: "graph",
        is_there: |row| row.graph.is_some(),
        cell: |row| Cell::word(row.graph.as_deref().unwrap_or_default()),
    },
    Column { head: "solver", is_there: |_| true, cell: |row| Cell::word(&*row.solver) },
    Column { head: "variables", is_there: |_| true, cell: |row| counted(row, row.variables) },
    Column { head: "aux", is_there: |_| true, cell: |row| counted(row, row.auxiliaries) },
    Column { head: "clauses", is_there: |_| true, cell: |row| counted(row, row.clauses) },
    Column { head: "literals", is_there: |_| true, cell: |row| counted(row, row.literals) },
    Column { head: "by units", is_there: |_| true, cell: |row| counted(row, row.propagated) },
    Column {
        head: "cuts",
        is_there: |row| row.graph.is_some(),
        cell: |row| Cell::Count(row.cuts.map(|cuts| cuts as u64)),
    },
    Column {
        head: "answer",
        is_there: |_| true,
        cell: |row| Cell::word(if row.built { &*row.answer } else { "stopped" }),
    },
    Column { head: "conflicts", is_there: |_| true, cell: |row| counted(row, row.conflicts) },
    Column { head: "propagations", is_there: |_| true, cell: |row| counted(row, row.propagations) },
    Column {
        head: "median time",
        is_there: |row| row.median_s.is_some(),
        cell: |row| Cell::Seconds(row.median_s),
    },
];

/// A number of the formula. A formula that was not built has none, nor has an engine without one.
fn counted(row: &CompareRecord, count: impl TryInto<u64>) -> Cell {
    let is_known = row.built && row.engine.is_none();
    Cell::Count(count.try_into().ok().filter(|_| is_known))
}
