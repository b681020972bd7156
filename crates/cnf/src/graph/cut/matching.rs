//! Cuts for pairs: some nodes that hold have fewer possible partners together than they are (P. Hall: On representatives of
//! subsets, Journal of the London Mathematical Society 1935). If both sides of the graph are free of such sets, there is
//! a matching of all nodes that hold (N. S. Mendelsohn, A. L. Dulmage: Some generalizations of the problem of distinct
//! representatives, Canadian Journal of Mathematics 1958).

use super::{Breach, View};

const NONE: u32 = u32::MAX;

pub(super) fn cut(view: &mut View<'_>) {
    let sides = view.constraint.sides();
    for side in [false, true] {
        let own: Vec<u32> = view.nodes().filter(|&node| sides[node as usize] == side).collect();
        Pairing { partner: vec![NONE; sides.len()] }.cut(view, &own);
    }
}

/// A matching of the nodes of one side that hold, with nodes of the other side that may hold.
struct Pairing {
    /// By node.
    partner: Vec<u32>,
}

impl Pairing {
    fn cut(&mut self, view: &mut View<'_>, own: &[u32]) {
        let mut is_whole = true;
        for &node in own.iter().filter(|&&node| view.is_on(node)).collect::<Vec<_>>() {
            if let Err(short) = self.augment(view, node, NONE) {
                is_whole = false;
                push(view, short, None);
            }
        }
        if !is_whole {
            return;
        }
        // An open node of this side must not hold if it would have no partner left.
        for &node in own.iter().filter(|&&node| view.is_open(node)).collect::<Vec<_>>() {
            let partner = self.partner.clone();
            if let Err(short) = self.augment(view, node, NONE) {
                push(view, short, None);
            }
            self.partner = partner;
        }
        // An open node of the other side must hold if its partner would have no other.
        for &node in own.iter().filter(|&&node| view.is_on(node)).collect::<Vec<_>>() {
            let mate = self.partner[node as usize];
            if !view.is_open(mate) {
                continue;
            }
            let partner = self.partner.clone();
            self.partner[node as usize] = NONE;
            self.partner[mate as usize] = NONE;
            if let Err(short) = self.augment(view, node, mate) {
                push(view, short, Some(mate));
            }
            self.partner = partner;
        }
    }

    /// Finds a partner for one more node, without one that is barred. Otherwise, returns nodes that have too few
    /// possible partners together.
    fn augment(&mut self, view: &View<'_>, start: u32, barred: u32) -> Result<(), Vec<u32>> {
        let mut reached = vec![start];
        // By node of the other side: from where it was reached.
        let mut from = vec![NONE; self.partner.len()];
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            next += 1;
            if !view.searches(view.constraint.around(node).len()) {
                break;
            }
            for &other in view.constraint.around(node) {
                if other == barred || view.is_off(other) || from[other as usize] != NONE {
                    continue;
                }
                from[other as usize] = node;
                let mate = self.partner[other as usize];
                if mate != NONE {
                    reached.push(mate);
                    continue;
                }
                // Exchanges the pairs on the way back.
                let mut free = other;
                while free != NONE {
                    let node = from[free as usize];
                    let left = std::mem::replace(&mut self.partner[node as usize], free);
                    self.partner[free as usize] = node;
                    free = if node == start { NONE } else { left };
                }
                return Ok(());
            }
        }
        Err(reached)
    }
}

/// The cut that one of the partners that are out must hold; of these, no more than are needed, and one that is open
/// among them if there is one.
fn push(view: &mut View<'_>, short: Vec<u32>, open: Option<u32>) {
    let mut partners: Vec<u32> =
        short.iter().flat_map(|&node| view.constraint.around(node)).copied().collect();
    partners.sort_unstable();
    partners.dedup();
    let needed = (partners.len() + 1).saturating_sub(short.len());
    let off = partners.into_iter().filter(|&node| view.is_off(node) && Some(node) != open);
    let lacking: Vec<u32> = open.into_iter().chain(off).take(needed).collect();
    view.push(Breach::Unmatched, short, lacking);
}
