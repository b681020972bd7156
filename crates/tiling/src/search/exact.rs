//! A puzzle as items and options: cells and single pieces are items, placements are options that cover some of them.

use crate::{Cover, Tiling, search::bits::Bits};
use jigsat_cnf::rarely;

/// A placement in the form of the engines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<const N: usize> {
    /// The items that it covers.
    pub items: Bits<N>,
    pub placement: u32,
    /// The kind, if it has several copies that must be counted; otherwise [`UNCOUNTED`].
    pub counted: u32,
}

/// A kind whose copies are not counted: it is an item itself, or there are always enough copies.
pub(super) const UNCOUNTED: u32 = u32::MAX;

/// The items and options of a puzzle; items are the cells in the engine's order, then the pieces with a single copy.
#[derive(Clone, Debug)]
pub(super) struct Exact<const N: usize> {
    pub choices: Vec<Choice<N>>,
    /// The items that must be covered.
    pub required: Bits<N>,
    /// The bounds of the kinds whose copies are counted: kind, minimum and maximum number.
    pub counted: Vec<(u32, u32, u32)>,
    /// Whether the pieces can't cover all that must be covered, or are too many for the cells.
    pub hopeless: bool,
}

/// The number of items of a puzzle.
pub(super) fn item_count(tiling: &Tiling) -> usize {
    tiling.area() + tiling.kinds().iter().filter(|kind| kind.max == 1).count()
}

/// The cells of all boards in an order along the longest side, so that the boundary between the covered and the open
/// part has few cells.
pub(super) fn cell_order(tiling: &Tiling) -> Vec<usize> {
    let mut cells: Vec<usize> = tiling.cells().collect();
    rarely::sort_by_key(&mut cells, |&cell| {
        let place = tiling.place(cell);
        let mut axes = [0, 1, 2];
        rarely::sort_by_key(&mut axes, |&axis| {
            std::cmp::Reverse(tiling.spec().boards[place.board].size[axis])
        });
        (place.board, axes.map(|axis| place.at[axis]))
    });
    cells
}

impl<const N: usize> Exact<N> {
    pub fn of(tiling: &Tiling) -> Self {
        let order = cell_order(tiling);
        let mut item_of = vec![usize::MAX; tiling.places()];
        for (item, &cell) in order.iter().enumerate() {
            item_of[cell] = item;
        }
        let all_cells = tiling.spec().cover == Cover::All;
        let mut required = Bits::EMPTY;
        if all_cells {
            required = Bits::of(0..order.len());
        }
        let mut next = order.len();
        let mut counted = Vec::new();
        let mut kind_items = Vec::new();
        for (number, kind) in tiling.kinds().iter().enumerate() {
            let single = kind.max == 1;
            kind_items.push(single.then_some(next));
            if single {
                if kind.min == 1 {
                    required.insert(next);
                }
                next += 1;
            } else if !is_free(tiling, number) {
                counted.push((number as u32, kind.min, kind.max));
            }
        }
        let placements = tiling.placements();
        let choices = (0..placements.len() as u32)
            .map(|placement| {
                let kind = placements.kind(placement);
                let cells = placements.cells(placement).iter().map(|&cell| item_of[cell as usize]);
                let is_counted = counted.iter().any(|&(counted, ..)| counted == kind as u32);
                Choice {
                    items: Bits::of(cells.chain(kind_items[kind])),
                    placement,
                    counted: if is_counted { kind as u32 } else { UNCOUNTED },
                }
            })
            .collect();
        Exact { choices, required, counted, hopeless: !fits(tiling) }
    }
}

/// Whether a kind of several copies can be used as often as there is room, without a minimum to keep.
fn is_free(tiling: &Tiling, number: usize) -> bool {
    let kind = &tiling.kinds()[number];
    let room = tiling.area() / kind.size();
    let forced = tiling.kinds().len() == 1 && tiling.spec().cover == Cover::All;
    kind.max as usize >= room && (kind.min == 0 || forced && kind.min as usize <= room)
}

/// Whether the numbers of cells allow any solution.
pub(super) fn fits(tiling: &Tiling) -> bool {
    let total = |copies: fn(&crate::Kind) -> u32| -> u64 {
        tiling.kinds().iter().map(|kind| u64::from(copies(kind)) * kind.size() as u64).sum()
    };
    let area = tiling.area() as u64;
    total(|kind| kind.min) <= area && (tiling.spec().cover == Cover::Some || total(|kind| kind.max) >= area)
}
