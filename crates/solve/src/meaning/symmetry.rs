//! Symmetries of clauses: permutations of the variables that map the clauses to themselves.
//!
//! They are found as by B. D. McKay, Practical graph isomorphism (1981), in a simple form: colours of variables and
//! clauses are refined by those of their neighbours, a variable is made different from the others of its colour, and
//! so on until all differ. A second such path that starts with another variable gives a permutation. It counts only
//! if it really maps the clauses to themselves, so nothing depends on the colours; symmetries that are missed cost
//! time only.

use std::cell::Cell;

use jigsat_cnf::{Interrupt, Lit, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

/// Formulas with more literals have no symmetries here.
const MOST_LITERALS: usize = 1_000_000;

/// Number of variables that are made different from the others; what needs more has no symmetries here.
const MOST_LEVELS: usize = 40;

/// Number of variables that are tried at a level.
const MOST_TRIED: usize = 24;

/// Classes of groups that are images of each other.
pub(super) struct Images(Vec<usize>);

impl Images {
    /// Each group by itself.
    pub fn new(groups: usize) -> Self {
        Images((0..groups).collect())
    }

    /// The first group of a class.
    pub fn first(&self, group: usize) -> usize {
        let mut first = group;
        while self.0[first] != first {
            first = self.0[first];
        }
        first
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[one.max(other)] = one.min(other);
    }
}

/// Number of literals that are looked at; then, the symmetries that were found by then must do.
const MOST_WORK: u64 = 300_000_000;

/// The symmetries of some clauses.
pub(super) struct Permutations<'p> {
    clauses: Vec<Vec<Lit>>,
    /// The clauses of each variable.
    of_var: Vec<Vec<u32>>,
    /// Number of literals of the clauses, and of those that were looked at.
    literals: usize,
    work: Cell<u64>,
    interrupt: &'p Interrupt,
}

/// The colours of the variables. Equal colours mean that no difference was found.
type Colours = Vec<u64>;

/// One more variable that differs from all others.
struct Level {
    before: Colours,
    /// The colour of the variable before.
    colour: u64,
    after: Colours,
}

impl<'p> Permutations<'p> {
    pub fn new(clauses: Vec<Vec<Lit>>, variables: u32, interrupt: &'p Interrupt) -> Result<Self, Stop> {
        let mut of_var = vec![Vec::new(); variables as usize];
        for (place, clause) in (0..).zip(&clauses) {
            interrupt.step(clause.len() + 1)?;
            for lit in clause {
                of_var[lit.vidx()].push(place);
            }
        }
        let literals = clauses.iter().map(Vec::len).sum();
        Ok(Permutations { clauses, of_var, literals, work: Cell::new(0), interrupt })
    }

    /// Joins the groups that are images of each other.
    pub fn join(&self, groups: &[Vec<Vec<Lit>>], images: &mut Images) -> Result<(), Stop> {
        if self.literals > MOST_LITERALS {
            return Ok(());
        }
        let mut by_clauses: FxHashMap<Vec<Vec<Lit>>, usize> = FxHashMap::default();
        for (group, clauses) in groups.iter().enumerate() {
            let first = *by_clauses.entry(normal(clauses, None)).or_insert(group);
            images.join(first, group);
        }
        for permutation in self.generators()? {
            for (group, clauses) in groups.iter().enumerate() {
                self.interrupt.step(clauses.len() + 1)?;
                if let Some(&image) = by_clauses.get(&normal(clauses, Some(&permutation))) {
                    images.join(group, image);
                }
            }
        }
        Ok(())
    }

    /// Permutations, each the image of every variable.
    fn generators(&self) -> Result<Vec<Vec<u32>>, Stop> {
        let Some((levels, last)) = self.path()? else { return Ok(Vec::new()) };
        let all: FxHashSet<Vec<Lit>> =
            self.clauses.iter().map(|clause| sorted(clause.iter().copied())).collect();
        let mut generators: Vec<Vec<u32>> = Vec::new();
        for depth in (0..levels.len()).rev() {
            let level = &levels[depth];
            let alike: Vec<usize> =
                (0..level.before.len()).filter(|&var| level.before[var] == level.colour).collect();
            // Images of the first variable under those that are known need no other permutation.
            let mut orbit: FxHashSet<usize> = FxHashSet::from_iter([alike[0]]);
            close(&mut orbit, &generators);
            let mut tried = 0;
            for &var in &alike[1..] {
                if orbit.contains(&var) || tried == MOST_TRIED || self.work.get() > MOST_WORK {
                    continue;
                }
                tried += 1;
                if let Some(permutation) = self.image(&levels[depth..], &last, var, &all)? {
                    generators.push(permutation);
                    close(&mut orbit, &generators);
                }
            }
        }
        Ok(generators)
    }

    /// Makes one variable after the other different, until all are.
    fn path(&self) -> Result<Option<(Vec<Level>, Colours)>, Stop> {
        let mut colours = vec![1; self.of_var.len()];
        // A variable that occurs nowhere has no image but itself.
        for (var, colour) in colours.iter_mut().enumerate().filter(|&(var, _)| self.of_var[var].is_empty()) {
            *colour = mixed(var as u64, 7);
        }
        self.refine(&mut colours)?;
        let mut levels = Vec::new();
        while let Some(colour) = smallest_class(&colours) {
            if levels.len() == MOST_LEVELS || self.work.get() > MOST_WORK {
                return Ok(None);
            }
            let mut after = colours.clone();
            let first = after.iter().position(|&other| other == colour).expect("a class has a member");
            after[first] = mixed(colour, 3);
            self.refine(&mut after)?;
            levels.push(Level { before: colours, colour, after: after.clone() });
            colours = after;
        }
        Ok(Some((levels, colours)))
    }

    /// The permutation that maps the first variable of the first of these levels to another one, if the simplest path
    /// finds it.
    fn image(
        &self,
        levels: &[Level],
        last: &Colours,
        var: usize,
        all: &FxHashSet<Vec<Lit>>,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let mut colours = levels[0].before.clone();
        for (depth, level) in levels.iter().enumerate() {
            let chosen =
                if depth == 0 { Some(var) } else { colours.iter().position(|&other| other == level.colour) };
            let Some(chosen) = chosen else { return Ok(None) };
            colours[chosen] = mixed(level.colour, 3);
            self.refine(&mut colours)?;
            if !same_colours(&colours, &level.after) {
                return Ok(None);
            }
        }
        let at: FxHashMap<u64, u32> = (0..).zip(&colours).map(|(var, &colour)| (colour, var)).collect();
        let permutation: Option<Vec<u32>> = last.iter().map(|colour| at.get(colour).copied()).collect();
        let Some(permutation) = permutation else { return Ok(None) };
        let is_bijective = permutation.iter().collect::<FxHashSet<_>>().len() == permutation.len();
        self.interrupt.step(self.clauses.len() + 1)?;
        let maps =
            |clause: &Vec<Lit>| all.contains(&sorted(clause.iter().map(|&lit| moved(lit, &permutation))));
        Ok((is_bijective && self.clauses.iter().all(maps)).then_some(permutation))
    }

    /// Distinguishes variables whose clauses differ, until nothing changes.
    fn refine(&self, colours: &mut Colours) -> Result<(), Stop> {
        let mut classes = distinct(colours);
        loop {
            self.work.set(self.work.get() + 2 * self.literals as u64);
            let mut of_clauses = Vec::with_capacity(self.clauses.len());
            for clause in &self.clauses {
                self.interrupt.step(clause.len() + 1)?;
                let sum = clause.iter().fold(clause.len() as u64, |sum, lit| {
                    sum.wrapping_add(mixed(colours[lit.vidx()], u64::from(lit.is_neg())))
                });
                of_clauses.push(sum);
            }
            let mut sums = vec![0_u64; colours.len()];
            for (clause, &colour) in self.clauses.iter().zip(&of_clauses) {
                for lit in clause {
                    let sum = &mut sums[lit.vidx()];
                    *sum = sum.wrapping_add(mixed(colour, 4 + u64::from(lit.is_neg())));
                }
            }
            for (colour, sum) in colours.iter_mut().zip(sums) {
                *colour = mixed(*colour, sum);
            }
            let now = distinct(colours);
            if now == classes {
                return Ok(());
            }
            classes = now;
        }
    }
}

/// Adds the images of the members under permutations.
fn close(orbit: &mut FxHashSet<usize>, generators: &[Vec<u32>]) {
    let mut open: Vec<usize> = orbit.iter().copied().collect();
    while let Some(var) = open.pop() {
        for permutation in generators {
            let image = permutation[var] as usize;
            if orbit.insert(image) {
                open.push(image);
            }
        }
    }
}

/// A clause, or clauses, in an order that does not depend on how they were written.
pub(super) fn sorted(clause: impl Iterator<Item = Lit>) -> Vec<Lit> {
    let mut clause: Vec<Lit> = clause.collect();
    clause.sort_unstable();
    clause
}

fn normal(clauses: &[Vec<Lit>], permutation: Option<&[u32]>) -> Vec<Vec<Lit>> {
    let image = |&lit: &Lit| permutation.map_or(lit, |permutation| moved(lit, permutation));
    let mut clauses: Vec<Vec<Lit>> = clauses.iter().map(|clause| sorted(clause.iter().map(image))).collect();
    clauses.sort_unstable();
    clauses
}

fn moved(lit: Lit, permutation: &[u32]) -> Lit {
    Lit::new(permutation[lit.vidx()], lit.is_neg())
}

/// Number of different colours.
fn distinct(colours: &Colours) -> usize {
    colours.iter().collect::<FxHashSet<_>>().len()
}

fn same_colours(one: &Colours, other: &Colours) -> bool {
    let sorted = |colours: &Colours| {
        let mut colours = colours.clone();
        colours.sort_unstable();
        colours
    };
    sorted(one) == sorted(other)
}

/// The colour that the fewest variables share, but several; `None` if all differ.
fn smallest_class(colours: &Colours) -> Option<u64> {
    let mut sizes: FxHashMap<u64, usize> = FxHashMap::default();
    for &colour in colours {
        *sizes.entry(colour).or_default() += 1;
    }
    let several = sizes.into_iter().filter(|&(_, size)| size > 1);
    several.map(|(colour, size)| (size, colour)).min().map(|(_, colour)| colour)
}

/// Two numbers as one in which their bits are mixed (the finaliser of `SplitMix64`).
fn mixed(one: u64, other: u64) -> u64 {
    let mut mixed =
        one.rotate_left(17) ^ other.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x2545_f491_4f6c_dd1d);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
