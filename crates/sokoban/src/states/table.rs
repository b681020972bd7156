//! All states seen so far, packed.

/// The cells of boxes: a bit for each cell where one may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Boxes<const W: usize>([u64; W]);

impl<const W: usize> Boxes<W> {
    /// No boxes.
    pub const NONE: Boxes<W> = Boxes([0; W]);

    /// The same with one more box, or without that one.
    pub fn toggled(mut self, bit: usize) -> Boxes<W> {
        self.0[bit / 64] ^= 1 << (bit % 64);
        self
    }

    /// Whether a bit is set.
    pub fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The bits that are set.
    pub fn bits(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(move |word| place * 64 + word.trailing_zeros() as usize)
        })
    }

    fn hash(&self, player: u16) -> u32 {
        let add = |hash: u64, word: &u64| {
            let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15_u128;
            product as u64 ^ (product >> 64) as u64
        };
        let hash = self.0.iter().fold(u64::from(player) + 0x51_7cc1, add);
        add(hash, &0x2545_f491_4f6c_dd1d) as u32
    }
}

/// No parent: the start of the search.
pub(crate) const ROOT: u32 = u32::MAX;

/// A state, how it was reached, and at which cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const W: usize> {
    pub boxes: Boxes<W>,
    pub parent: u32,
    /// The cost so far.
    pub cost: u32,
    /// Minimum number of remaining pushes by the assignment alone: sometimes negative if there are more goals than
    /// boxes.
    pub assigned: i16,
    /// Additional pushes because boxes get in each other's way.
    pub conflicts: i16,
    /// The cell of the player, or the cell that represents all that he can reach.
    pub player: u16,
    /// The push that led here: the box's cell times four plus the direction.
    pub push: u16,
}

/// The states, in the order in which they were found, each once.
pub(crate) struct Table<const W: usize> {
    pub nodes: Vec<Node<W>>,
    /// The states by hash; open addressing. Most states that are not the one sought differ in their hash, so that only
    /// this is read from memory.
    slots: Vec<Slot>,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    number: u32,
}

/// The number in a slot without a state.
const NONE: u32 = u32::MAX;

const EMPTY: Slot = Slot { hash: 0, number: NONE };

/// Number of states for which there is room before a state is expanded: more than it has successors.
const ROOM: usize = 1 << 12;

impl<const W: usize> Table<W> {
    pub fn new() -> Table<W> {
        Table { nodes: Vec::new(), slots: vec![EMPTY; 2 * ROOM] }
    }

    /// The number of a state that is known; otherwise it is added.
    pub fn enter(&mut self, node: Node<W>) -> Result<u32, u32> {
        let hash = node.boxes.hash(node.player);
        let slot = self.slot(hash, &node.boxes, node.player);
        if self.slots[slot].number != NONE {
            return Err(self.slots[slot].number);
        }
        let number = self.nodes.len() as u32;
        self.slots[slot] = Slot { hash, number };
        self.nodes.push(node);
        if self.nodes.len() * 3 > self.slots.len() * 2 {
            self.slots.resize(self.slots.len() * 2, EMPTY);
            self.fill_slots();
        }
        Ok(number)
    }

    /// Makes room for the successors of a state. False if there is no more memory: then [`Table::enter`] could end this
    /// process.
    #[must_use]
    pub fn make_room(&mut self) -> bool {
        let count = self.nodes.len() + ROOM;
        // Not twice as many: memory may be short.
        if count > self.nodes.capacity()
            && self.nodes.try_reserve_exact(ROOM.max(self.nodes.len() / 4)).is_err()
        {
            return false;
        }
        while count * 3 > self.slots.len() * 2 {
            let size = self.slots.len();
            if self.slots.try_reserve_exact(size).is_err() {
                return false;
            }
            self.slots.resize(2 * size, EMPTY);
            self.fill_slots();
        }
        true
    }

    /// The number of a state, if it is known.
    pub fn find(&self, boxes: &Boxes<W>, player: u16) -> Option<u32> {
        let number = self.slots[self.slot(boxes.hash(player), boxes, player)].number;
        (number != NONE).then_some(number)
    }

    /// The slot of a state, or the empty one where it belongs.
    fn slot(&self, hash: u32, boxes: &Boxes<W>, player: u16) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let Slot { hash: other, number } = self.slots[slot];
            if number == NONE {
                return slot;
            }
            if other == hash {
                let node = &self.nodes[number as usize];
                if node.boxes == *boxes && node.player == player {
                    return slot;
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn fill_slots(&mut self) {
        let size = self.slots.len();
        self.slots.fill(EMPTY);
        for (number, node) in (0..).zip(&self.nodes) {
            let hash = node.boxes.hash(node.player);
            let mut slot = hash as usize & (size - 1);
            while self.slots[slot].number != NONE {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = Slot { hash, number };
        }
    }

    /// Number of bytes in use, including those for a number of each state in a queue.
    pub fn bytes(&self) -> usize {
        let queued = 2 * self.nodes.len() * size_of::<u32>();
        self.nodes.capacity() * size_of::<Node<W>>() + queued + self.slots.len() * size_of::<Slot>()
    }

    /// The pushes that led to a state, from the first.
    pub fn pushes_to(&self, number: u32) -> Vec<u16> {
        let mut pushes = Vec::new();
        let mut node = &self.nodes[number as usize];
        while node.parent != ROOT {
            pushes.push(node.push);
            node = &self.nodes[node.parent as usize];
        }
        pushes.reverse();
        pushes
    }
}
