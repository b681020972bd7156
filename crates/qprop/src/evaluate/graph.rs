//! Graphs, checked by plain search. Partly known graphs are checked twice: with the elements that are certainly there,
//! and with those that may be there.

use crate::syntax::Rooted;

/// The state of a node or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct There {
    /// Whether it is certainly there.
    pub surely: bool,
    /// Whether it may be there.
    pub maybe: bool,
}

impl There {
    pub fn of(truth: Option<bool>) -> Self {
        There { surely: truth == Some(true), maybe: truth != Some(false) }
    }
}

/// The demands on a region.
#[derive(Clone, Debug)]
pub(super) struct Demand {
    /// For each node, whether it is a root, and the size of its region.
    pub roots: Option<Vec<Option<Root>>>,
    /// How many roots a region has.
    pub rooted: Rooted,
    /// The size of each region.
    pub size: Option<usize>,
}

/// A root, and the size of its region; or if there are two, one end of the interval in which the size lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub size: Option<usize>,
}

/// A graph.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    pub nodes: Vec<There>,
    pub edges: Vec<(usize, usize, There)>,
}

impl Graph {
    /// Connected sets of nodes, among the elements that `is_there` selects.
    fn pieces(&self, is_there: impl Fn(There) -> bool) -> Vec<Vec<usize>> {
        let mut around = vec![Vec::new(); self.nodes.len()];
        for &(a, b, edge) in &self.edges {
            if is_there(edge) && is_there(self.nodes[a]) && is_there(self.nodes[b]) {
                around[a].push(b);
                around[b].push(a);
            }
        }
        let mut seen = vec![false; self.nodes.len()];
        let mut pieces = Vec::new();
        for start in 0..self.nodes.len() {
            if seen[start] || !is_there(self.nodes[start]) {
                continue;
            }
            seen[start] = true;
            let mut piece = vec![start];
            let mut next = 0;
            while let Some(&node) = piece.get(next) {
                next += 1;
                for &other in &around[node] {
                    if !std::mem::replace(&mut seen[other], true) {
                        piece.push(other);
                    }
                }
            }
            pieces.push(piece);
        }
        pieces
    }

    /// For each node, the number of edges to others that are certainly there, and the number that may be.
    fn degrees(&self) -> Vec<(usize, usize)> {
        let mut degrees = vec![(0, 0); self.nodes.len()];
        for &(a, b, edge) in self.edges.iter().filter(|&(a, b, _)| a != b) {
            for node in [a, b] {
                degrees[node].0 += usize::from(edge.surely);
                degrees[node].1 += usize::from(edge.maybe);
            }
        }
        degrees
    }

    /// Whether an edge from a node to itself is certainly there: no loop and no path has one.
    fn turns_back(&self) -> bool {
        self.edges.iter().any(|&(a, b, edge)| a == b && edge.surely)
    }

    /// Whether the nodes that are there can be connected.
    pub fn is_connected(&self) -> bool {
        let pieces = self.pieces(|there| there.maybe);
        pieces.iter().filter(|piece| piece.iter().any(|&node| self.nodes[node].surely)).count() <= 1
    }

    /// Makes one edge of all that join the same two nodes, and drops those from a node to itself.
    pub fn pair_up(&mut self) {
        self.edges.retain(|&(a, b, _)| a != b);
        self.edges.sort_unstable_by_key(|&(a, b, _)| (a.min(b), a.max(b)));
        self.edges.dedup_by_key(|&mut (a, b, _)| (a.min(b), a.max(b)));
    }

    /// Whether the edges that are there close no loop: in each connected set, one edge is missing to the number of nodes.
    pub fn is_acyclic(&self) -> bool {
        let is_there = |&&(a, b, edge): &&(usize, usize, There)| {
            edge.surely && self.nodes[a].surely && self.nodes[b].surely
        };
        let edges = self.edges.iter().filter(is_there).count();
        let nodes = self.nodes.iter().filter(|node| node.surely).count();
        edges + self.pieces(|there| there.surely).len() == nodes
    }

    /// Whether no edge that is missing joins two nodes of one connected set.
    pub fn is_closed(&self) -> bool {
        let pieces = self.pieces(|there| there.surely);
        let joins_two = |&(a, b, edge): &(usize, usize, There)| {
            !edge.maybe && pieces.iter().any(|piece| piece.contains(&a) && piece.contains(&b))
        };
        !self.edges.iter().any(joins_two)
    }

    /// Whether the edges that are there can form a single closed line.
    pub fn is_loop(&self) -> bool {
        let degrees = self.degrees();
        let passes = |&(surely, maybe): &(usize, usize)| surely <= 2 && (surely == 0 || maybe >= 2);
        let drawn = |piece: &Vec<usize>| piece.iter().any(|&node| degrees[node].0 > 0);
        let pieces: Vec<Vec<usize>> = self.pieces(|there| there.surely).into_iter().filter(drawn).collect();
        let closed = pieces.iter().filter(|piece| piece.iter().all(|&node| degrees[node].0 == 2)).count();
        let can_begin = degrees.iter().any(|&(_, maybe)| maybe >= 2);
        !self.turns_back() && degrees.iter().all(passes) && can_begin && (closed == 0 || pieces.len() == 1)
    }

    /// Whether the edges that are there can form paths between ends with the same number; other nodes may or may not be
    /// passed.
    pub fn are_paths(&self, ends: &[Option<i64>]) -> bool {
        let degrees = self.degrees();
        let passes = degrees.iter().zip(ends).all(|(&(surely, maybe), end)| match end {
            Some(_) => surely <= 1 && maybe >= 1,
            None => surely <= 2 && (surely == 0 || maybe >= 2),
        });
        let fits = |piece: &Vec<usize>| {
            let numbers: Vec<i64> = piece.iter().filter_map(|&node| ends[node]).collect();
            let edges: usize = piece.iter().map(|&node| degrees[node].0).sum::<usize>() / 2;
            numbers.windows(2).all(|pair| pair[0] == pair[1]) && edges < piece.len()
        };
        let mut twice: Vec<i64> = ends.iter().copied().flatten().collect();
        twice.sort_unstable();
        let are_pairs = twice.chunk_by(|a, b| a == b).all(|same| same.len() == 2);
        !self.turns_back() && are_pairs && passes && self.pieces(|there| there.surely).iter().all(fits)
    }

    /// Whether the nodes that are there can form regions as demanded.
    pub fn are_regions(&self, demand: &Demand) -> bool {
        if demand.rooted == Rooted::Two {
            return self.are_pairs(demand);
        }
        let has_one = demand.rooted == Rooted::One;
        let root = |node: usize| demand.roots.as_ref().and_then(|roots| roots[node]);
        let small_enough = |piece: &Vec<usize>| {
            let roots: Vec<Root> = piece.iter().filter_map(|&node| root(node)).collect();
            let most = roots.iter().filter_map(|root| root.size).chain(demand.size).min();
            (roots.len() <= 1 || !has_one) && most.is_none_or(|most| piece.len() <= most)
        };
        let large_enough = |piece: &Vec<usize>| {
            let Some(_) = piece.iter().find(|&&node| self.nodes[node].surely) else { return true };
            let rooted = !has_one || piece.iter().any(|&node| root(node).is_some());
            let certain =
                piece.iter().filter(|&&node| self.nodes[node].surely).filter_map(|&node| root(node));
            let least = certain.filter_map(|root| root.size).chain(demand.size).max();
            rooted && least.is_none_or(|least| piece.len() >= least)
        };
        let (surely, maybe) = (self.pieces(|there| there.surely), self.pieces(|there| there.maybe));
        surely.iter().all(small_enough) && maybe.iter().all(large_enough)
    }

    /// Whether the nodes that are there can form regions with two roots each, and sizes between their numbers.
    fn are_pairs(&self, demand: &Demand) -> bool {
        let roots = |piece: &[usize]| -> Vec<Root> {
            piece.iter().filter_map(|&node| demand.roots.as_ref().and_then(|roots| roots[node])).collect()
        };
        let (surely, maybe) = (self.pieces(|there| there.surely), self.pieces(|there| there.maybe));
        surely.iter().all(|piece| {
            let Some(room) = maybe.iter().find(|room| room.contains(&piece[0])) else { return false };
            let sizes = piece.len()..=room.len();
            let fits = |size: usize, one: Root, other: Root| match (one.size, other.size) {
                (Some(one), Some(other)) => one.min(other) < size && size < one.max(other),
                (Some(number), None) | (None, Some(number)) => size != number,
                (None, None) => true,
            };
            match roots(piece)[..] {
                [one, other] => sizes.into_iter().any(|size| fits(size, one, other)),
                [] | [_] => roots(room).len() >= 2,
                _ => false,
            }
        })
    }
}
