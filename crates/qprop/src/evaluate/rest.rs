//! The connected sets of the nodes that hold, found by a search that takes them away.

/// The neighbours of each node in one list, and the place where those of each node start.
#[derive(Debug)]
pub(super) struct Neighbours {
    starts: Vec<u32>,
    all: Vec<u32>,
}

impl Neighbours {
    pub fn of(nodes: usize, pairs: impl Iterator<Item = [u32; 2]>) -> Self {
        let mut around = vec![Vec::new(); nodes];
        for [a, b] in pairs {
            around[a as usize].push(b);
            around[b as usize].push(a);
        }
        let mut neighbours = Neighbours { starts: vec![0], all: Vec::new() };
        for mut own in around {
            own.sort_unstable();
            own.dedup();
            neighbours.all.extend(own);
            neighbours.starts.push(neighbours.all.len() as u32);
        }
        neighbours
    }

    fn around(&self, node: u32) -> &[u32] {
        let [start, end] = [self.starts[node as usize], self.starts[node as usize + 1]];
        &self.all[start as usize..end as usize]
    }
}

/// The nodes that a search has not reached so far.
#[derive(Debug, Default)]
pub(super) struct Rest {
    /// By node.
    is_left: Vec<bool>,
    /// How many are left.
    left: usize,
    /// The nodes that it has reached since it began with one, in their order.
    reached: Vec<u32>,
}

impl Rest {
    /// Begins with the nodes that are there.
    pub fn begin(&mut self, is_there: impl Iterator<Item = bool>) {
        self.is_left.clear();
        self.is_left.extend(is_there);
        self.left = self.is_left.iter().filter(|&&left| left).count();
    }

    /// Whether the nodes that are there are connected.
    pub fn is_connected(&mut self, around: &Neighbours) -> bool {
        let Some(first) = self.is_left.iter().position(|&left| left) else { return true };
        self.reach(first as u32, around);
        self.left == 0
    }

    /// Whether each connected set of the nodes that are there has the sizes of its roots, and the size of all. With `roots`,
    /// each has one root.
    pub fn are_regions(
        &mut self,
        around: &Neighbours,
        sizes: &[Option<u64>],
        roots: Option<&[bool]>,
        size: Option<u64>,
    ) -> bool {
        let mut first = 0;
        while let Some(further) = self.is_left[first..].iter().position(|&left| left) {
            first += further;
            self.reach(first as u32, around);
            let found = self.reached.len() as u64;
            let mut demanded = self.reached.iter().filter_map(|&node| sizes[node as usize]).chain(size);
            let rooted = roots
                .is_none_or(|roots| self.reached.iter().filter(|&&node| roots[node as usize]).count() == 1);
            if !rooted || demanded.any(|size| size != found) {
                return false;
            }
        }
        true
    }

    /// Takes a node away and all that are connected with it.
    fn reach(&mut self, first: u32, around: &Neighbours) {
        self.is_left[first as usize] = false;
        self.reached.clear();
        self.reached.push(first);
        let mut next = 0;
        while let Some(&node) = self.reached.get(next) {
            next += 1;
            for &other in around.around(node) {
                if std::mem::take(&mut self.is_left[other as usize]) {
                    self.reached.push(other);
                }
            }
        }
        self.left -= self.reached.len();
    }
}
