use std::collections::BinaryHeap;

use jigsat_cnf::{Bound, Cnf, Lit, Var, rarely};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashSet;

use crate::{
    Limits, Stop,
    enumeration::{Search, Step},
};

/// Number of choices that are compared by what propagation derives from them.
const LOOKAHEAD: usize = 6;

/// Number of probes that estimate the size of a cube's search tree.
const PROBES: u32 = 16;

/// Maximum depth of a probe. On large boards, the first steps tell enough.
const PROBE_DEPTH: u32 = 48;

/// A part of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Cube {
    /// The literals that are true in it, in the order in which they were chosen.
    pub lits: Vec<Lit>,
    /// The root from which it comes, by its place.
    pub root: usize,
    /// Estimate of the dead ends and solutions that a backtracking search meets within it; at least 1.
    pub estimate: f64,
}

/// A search split into cubes.
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// The cubes in the order of their choices.
    pub cubes: Vec<Cube>,
    /// More cubes, which propagation refutes.
    pub refuted: Vec<Vec<Lit>>,
}

/// Splits the solutions of a formula into at least this many cubes, if possible. It begins with the roots:
/// conjunctions that exclude each other and together contain all solutions. The same is true of the cubes.
///
/// The cube that looks largest is split next, along the constraint 'exactly one of these' with the fewest
/// choices left; if there are several, along the one whose choices propagate most. If no such constraint is
/// open, a projection variable is split into true and false. Random dives estimate the size of a cube: D. E.
/// Knuth, Estimating the efficiency of backtrack programs, Mathematics of Computation (1975). The same seed
/// makes the same cubes.
///
/// Each split costs a pass over the constraints, and a propagation for each choice that is compared.
///
/// ```
/// # mod colouring { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/colouring.rs")); }
/// # use colouring::Colouring;
/// use jigsat_solve::{BuildOptions, Limits, build, cubes::{Cover, cover, overlap, split}};
///
/// let formula = build(&Colouring::triangle(4), (), &BuildOptions::default())?;
/// let split = split(&formula, &[vec![]], 6, 1, &Limits::default()).expect("there is no limit");
/// let cubes: Vec<_> = split.cubes.iter().map(|cube| cube.lits.clone()).collect();
/// assert!(cubes.len() >= 6);
/// // Both claims are checked apart from the search that made the cubes.
/// assert_eq!(overlap(&formula, &cubes), Ok(None));
/// let covered = cover(&formula, &cubes, &split.refuted, &Limits::default())?;
/// assert!(matches!(covered, Cover::Proven { .. }));
/// // Without one of the cubes they don't cover.
/// assert_eq!(cover(&formula, &cubes[1..], &split.refuted, &Limits::default())?, Cover::Open);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The limit that was reached.
pub fn split(e: &Cnf, roots: &[Vec<Lit>], wanted: usize, seed: u64, limits: &Limits) -> Result<Split, Stop> {
    let mut splitter = Splitter {
        search: Search::new(e, &limits.interrupt())?,
        choices: choices(e),
        rng: ChaCha8Rng::seed_from_u64(seed),
        refuted: Vec::new(),
        next: 0,
        keys: e.projected_variables().collect(),
    };
    let mut open = BinaryHeap::new();
    let mut closed = Vec::new();
    for (root, lits) in roots.iter().enumerate() {
        limits.check()?;
        match splitter.weigh(lits.clone(), root) {
            Some(part) if part.is_leaf => closed.push(part),
            Some(part) => open.push(part),
            None => {}
        }
    }
    while open.len() + closed.len() < wanted {
        limits.check()?;
        let Some(largest) = open.pop() else { break };
        for lits in splitter.cut(&largest.cube.lits) {
            match splitter.weigh(lits, largest.cube.root) {
                Some(part) if part.is_leaf => closed.push(part),
                Some(part) => open.push(part),
                None => {}
            }
        }
    }
    let mut cubes: Vec<Cube> = open.into_iter().chain(closed).map(|part| part.cube).collect();
    rarely::sort_by(&mut cubes, |one, other| (one.root, &one.lits).cmp(&(other.root, &other.lits)));
    let mut refuted = splitter.refuted;
    refuted.sort_unstable();
    Ok(Split { cubes, refuted })
}

/// The sets of atoms exactly one of which is true: those stated in this way, and those with separate constraints 'at
/// least one' and 'at most one'.
fn choices(e: &Cnf) -> Vec<Vec<Lit>> {
    let is_plain = |constraint: &jigsat_cnf::Constraint<'_>| {
        let of_atoms = |lit: &Lit| !e.is_auxiliary(lit.var());
        constraint.weights.is_none() && constraint.lits.iter().all(of_atoms)
    };
    let sorted = |lits: &[Lit]| {
        let mut lits = lits.to_vec();
        lits.sort_unstable();
        lits
    };
    let mut choices = Vec::new();
    let mut demanded = Vec::new();
    let mut bounded = FxHashSet::default();
    for constraint in e.constraints_from(0).filter(is_plain) {
        match constraint.bound {
            Bound::Exactly(1) => choices.push(sorted(constraint.lits)),
            Bound::AtLeast(1) => demanded.push(sorted(constraint.lits)),
            Bound::AtMost(1) => {
                bounded.insert(sorted(constraint.lits));
            }
            _ => {}
        }
    }
    choices.extend(demanded.into_iter().filter(|lits| bounded.contains(lits)));
    choices
}

/// A cube, ordered by its size, the largest first; of equal cubes, the one that was found first.
struct Part {
    cube: Cube,
    open: usize,
    number: u64,
    is_leaf: bool,
}

impl Part {
    fn rank(&self) -> (f64, usize, std::cmp::Reverse<u64>) {
        (self.cube.estimate, self.open, std::cmp::Reverse(self.number))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let ((one, one_open, one_number), (other, other_open, other_number)) = (self.rank(), other.rank());
        one.total_cmp(&other).then(one_open.cmp(&other_open)).then(one_number.cmp(&other_number))
    }
}

struct Splitter {
    search: Search,
    /// Sets of literals, exactly one of which is true in each.
    choices: Vec<Vec<Lit>>,
    keys: Vec<Var>,
    rng: ChaCha8Rng,
    refuted: Vec<Vec<Lit>>,
    next: u64,
}

impl Splitter {
    /// Estimates a cube; `None` if propagation refutes it.
    fn weigh(&mut self, lits: Vec<Lit>, root: usize) -> Option<Part> {
        self.search.restart(&lits);
        let position = self.search.position();
        if position == Step::Exhausted {
            self.refuted.push(lits);
            return None;
        }
        let is_leaf = position == Step::Leaf;
        let open = self.search.assignment.open_keys();
        let estimate = if is_leaf { 1.0 } else { self.estimate(&lits) };
        let number = self.next;
        self.next += 1;
        Some(Part { cube: Cube { lits, root, estimate }, open, number, is_leaf })
    }

    /// The mean of some dives, each of which counts the choices that it passes.
    fn estimate(&mut self, lits: &[Lit]) -> f64 {
        let mut total = 0.0;
        for _ in 0..PROBES {
            self.search.restart(lits);
            let mut ways = 1.0;
            for _ in 0..PROBE_DEPTH {
                if self.search.position() != Step::Going {
                    break;
                }
                let open = self.search.open_choices();
                ways *= f64::from(u32::try_from(open.len()).unwrap_or(u32::MAX));
                let chosen = open[self.rng.random_range(0..open.len())];
                if !self.search.descend(chosen) {
                    break;
                }
            }
            total += ways;
        }
        total / f64::from(PROBES)
    }

    /// The parts of a cube that is not a leaf.
    fn cut(&mut self, cube: &[Lit]) -> Vec<Vec<Lit>> {
        self.search.restart(cube);
        let assignment = &self.search.assignment;
        let mut narrow: Vec<(usize, usize)> = Vec::new();
        for (place, choice) in self.choices.iter().enumerate() {
            let mut open = 0;
            let undecided = choice.iter().all(|&lit| {
                open += usize::from(assignment.is_open(lit));
                !assignment.is_true(lit)
            });
            if undecided && open > 0 {
                narrow.push((open, place));
            }
        }
        rarely::sort(&mut narrow);
        narrow.truncate(LOOKAHEAD);
        let Some(&(fewest, _)) = narrow.first() else {
            let is_open = |var: &&Var| assignment.is_open(var.pos_lit());
            let key = self.keys.iter().find(is_open).expect("a cube that is no leaf has an open key");
            return vec![extended(cube, key.pos_lit()), extended(cube, key.neg_lit())];
        };
        narrow.retain(|&(open, _)| open <= fewest + 1);
        let mut best: Option<((usize, usize), Vec<Lit>)> = None;
        for (_, place) in narrow {
            self.search.restart(cube);
            let choice = &self.choices[place];
            let open: Vec<Lit> =
                choice.iter().copied().filter(|&lit| self.search.assignment.is_open(lit)).collect();
            let (mut alive, mut left) = (0, 0);
            for &lit in &open {
                self.search.restart(&extended(cube, lit));
                if self.search.position() != Step::Exhausted {
                    alive += 1;
                    left += self.search.assignment.open_keys();
                }
            }
            if best.as_ref().is_none_or(|(score, _)| (alive, left) < *score) {
                best = Some(((alive, left), open));
            }
        }
        let (_, open) = best.expect("there is a choice");
        open.into_iter().map(|lit| extended(cube, lit)).collect()
    }
}

fn extended(cube: &[Lit], lit: Lit) -> Vec<Lit> {
    let mut longer = cube.to_vec();
    longer.push(lit);
    longer
}
