//! A puzzle folded by one of its symmetries, so that its solutions are those that the symmetry keeps.

use super::{
    bits::Bits,
    exact::{cell_order, fits},
};
use crate::{Cover, Tiling, symmetry::Symmetry};

/// Items and options for the frontier programme. An item is an orbit of cells or of single pieces, an option an orbit
/// of placements: a solution that the symmetry keeps has all of them or none.
pub(super) struct Quotient<const N: usize> {
    /// The items of each option, and the place of its kind among the counted ones with the number of copies that it
    /// uses.
    pub options: Vec<(Bits<N>, Option<(usize, u32)>)>,
    /// Number of items that are cells, which come first.
    pub cells: usize,
    /// The items that must be covered.
    pub required: Bits<N>,
    /// Minimum and maximum number of copies, for each counted orbit of kinds.
    pub counted: Vec<(u32, u32)>,
    pub hopeless: bool,
}

impl<const N: usize> Quotient<N> {
    /// The quotient by a symmetry; for the identity, the puzzle itself.
    pub fn of(tiling: &Tiling, symmetry: &Symmetry) -> Self {
        let mut item_of = vec![usize::MAX; tiling.places()];
        let mut cells = 0;
        for cell in cell_order(tiling) {
            if item_of[cell] == usize::MAX {
                for image in orbit(cell, |cell| symmetry.cells[cell] as usize) {
                    item_of[image] = cells;
                }
                cells += 1;
            }
        }
        let all_cells = tiling.spec().cover == Cover::All;
        let mut required = if all_cells { Bits::of(0..cells) } else { Bits::EMPTY };
        let mut items = cells;
        let mut kinds = vec![None; tiling.kinds().len()];
        let mut counted = Vec::new();
        for number in 0..kinds.len() {
            if kinds[number].is_some() {
                continue;
            }
            let kind = &tiling.kinds()[number];
            let images = orbit(number, |kind| symmetry.kinds[kind]);
            let size = images.len();
            let role = if kind.max == 1 {
                if kind.min == 1 {
                    required.insert(items);
                }
                items += 1;
                Role::Item(items - 1, size)
            } else {
                let room = (tiling.area() / kind.size()) as u32;
                let forced = tiling.kinds().len() == 1 && all_cells && kind.min <= room;
                if kind.max >= room && (kind.min == 0 || forced) {
                    Role::Free
                } else {
                    counted.push((kind.min, kind.max));
                    Role::Counted(counted.len() - 1, size)
                }
            };
            for image in images {
                kinds[image] = Some(role);
            }
        }
        let mut quotient =
            Quotient { options: Vec::new(), cells, required, counted, hopeless: !fits(tiling) };
        quotient.add_options(tiling, symmetry, &item_of, &kinds);
        quotient
    }

    fn add_options(
        &mut self,
        tiling: &Tiling,
        symmetry: &Symmetry,
        item_of: &[usize],
        kinds: &[Option<Role>],
    ) {
        let placements = tiling.placements();
        let given: Vec<usize> = tiling
            .given()
            .iter()
            .flat_map(|&given| placements.cells(given).iter().map(|&cell| item_of[cell as usize]))
            .collect();
        let given_items: Bits<N> = Bits::of(given);
        self.required |= given_items;
        let mut known = vec![false; placements.len()];
        for placement in 0..placements.len() as u32 {
            if known[placement as usize] {
                continue;
            }
            let images = orbit(placement as usize, |one| symmetry.placements[one] as usize);
            let mut cells: Vec<u32> = Vec::new();
            for &image in &images {
                known[image] = true;
                cells.extend(placements.cells(image as u32));
            }
            let covered = cells.len();
            cells.sort_unstable();
            cells.dedup();
            if cells.len() < covered {
                continue;
            }
            let mut items: Bits<N> = Bits::of(cells.iter().map(|&cell| item_of[cell as usize]));
            let is_given = tiling.given().iter().any(|&given| images.contains(&(given as usize)));
            if !is_given && items.meets(&given_items) {
                continue;
            }
            let uses = match kinds[placements.kind(placement)] {
                Some(Role::Item(_, size)) if images.len() > size => continue,
                Some(Role::Item(item, _)) => {
                    items.insert(item);
                    None
                }
                Some(Role::Counted(place, size)) => Some((place, (images.len() / size) as u32)),
                Some(Role::Free) | None => None,
            };
            self.options.push((items, uses));
        }
    }
}

/// The role of an orbit of this many kinds in the programme.
#[derive(Clone, Copy)]
enum Role {
    /// Single pieces: an item.
    Item(usize, usize),
    /// Copies that are counted.
    Counted(usize, usize),
    /// Any number of copies.
    Free,
}

/// A value and its images under repeated application of a permutation.
fn orbit(first: usize, image: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut orbit = vec![first];
    let mut next = image(first);
    while next != first {
        orbit.push(next);
        next = image(next);
    }
    orbit
}
