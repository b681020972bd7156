use jigsat_cnf::rarely;
use std::sync::LazyLock;

/// A point of the grid: x to the right, y down, z from layer to layer.
pub type Point = [i32; 3];

/// One of the 48 symmetries of the cube: a permutation of the axes, then some of them reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// The old axis for each new axis.
    axes: [u8; 3],
    /// Whether each new axis is reversed.
    flips: [bool; 3],
}

/// The turns that a piece may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Freedom {
    /// Whether it may be rotated: by quarter turns on flat boards, by the 24 rotations of the cube in space.
    pub rotate: bool,
    /// Whether it may be turned over, that is, mirrored.
    pub mirror: bool,
}

impl Turn {
    /// Leaves everything as it is.
    pub const IDENTITY: Turn = Turn { axes: [0, 1, 2], flips: [false; 3] };
    /// Left and right exchanged.
    const MIRROR: Turn = Turn { axes: [0, 1, 2], flips: [true, false, false] };
    /// A quarter turn clockwise in the plane, with y down: (x, y) becomes (-y, x).
    const QUARTER: Turn = Turn { axes: [1, 0, 2], flips: [true, false, false] };

    /// All 48; first the eight of the plane, in the order of [`Turn::in_plane`], then the other rotations, then the
    /// other mirrors.
    #[must_use]
    pub fn all() -> Vec<Turn> {
        static ALL: LazyLock<Vec<Turn>> = LazyLock::new(|| {
            let mut all = Turn::in_plane().to_vec();
            let mut others = Vec::new();
            for axes in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                for flips in 0..8_u8 {
                    let turn = Turn { axes, flips: [flips & 1 != 0, flips & 2 != 0, flips & 4 != 0] };
                    if !all.contains(&turn) {
                        others.push(turn);
                    }
                }
            }
            rarely::sort_by_key(&mut others, |turn| turn.mirrors());
            all.extend(others);
            all
        });
        ALL.clone()
    }

    /// The eight that preserve the plane: quarter turns clockwise, then the same after a mirror from left to right.
    #[must_use]
    pub fn in_plane() -> [Turn; 8] {
        let mut turns = [Turn::IDENTITY; 8];
        for quarter in 1..4 {
            turns[quarter] = turns[quarter - 1].then(Turn::QUARTER);
        }
        for quarter in 0..4 {
            turns[4 + quarter] = Turn::MIRROR.then(turns[quarter]);
        }
        turns
    }

    /// The turns that a piece with this freedom may make, the identity first.
    #[must_use]
    pub fn allowed(freedom: Freedom, solid: bool) -> Vec<Turn> {
        match (freedom.rotate, freedom.mirror) {
            (false, false) => vec![Turn::IDENTITY],
            (false, true) => vec![Turn::IDENTITY, Turn::MIRROR],
            (true, mirror) => {
                let turns = if solid { Turn::all() } else { Turn::in_plane().to_vec() };
                turns.into_iter().filter(|turn| mirror || !turn.mirrors()).collect()
            }
        }
    }

    /// The image of a point.
    #[must_use]
    pub fn point(self, point: Point) -> Point {
        [0, 1, 2].map(|axis| {
            let value = point[usize::from(self.axes[axis])];
            if self.flips[axis] { -value } else { value }
        })
    }

    /// This turn, followed by the other one.
    #[must_use]
    pub fn then(self, after: Turn) -> Turn {
        let through = |axis: usize| usize::from(after.axes[axis]);
        Turn {
            axes: [0, 1, 2].map(|axis| self.axes[through(axis)]),
            flips: [0, 1, 2].map(|axis| self.flips[through(axis)] ^ after.flips[axis]),
        }
    }

    /// Whether it turns pieces over, which no movement in space can do.
    #[must_use]
    pub fn mirrors(self) -> bool {
        let [a, b, c] = self.axes;
        let odd_axes = (a > b) ^ (a > c) ^ (b > c);
        self.flips.iter().fold(odd_axes, |odd, &flip| odd ^ flip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_48_and_half_of_them_mirror() {
        let all = Turn::all();
        let distinct: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!((all.len(), distinct.len()), (48, 48));
        assert_eq!(all.iter().filter(|turn| turn.mirrors()).count(), 24);
        let count = |rotate, mirror, solid| Turn::allowed(Freedom { rotate, mirror }, solid).len();
        assert_eq!([count(true, true, true), count(true, false, true)], [48, 24]);
        assert_eq!([count(true, true, false), count(true, false, false)], [8, 4]);
        assert_eq!([count(false, true, false), count(false, false, true)], [2, 1]);
    }

    #[test]
    fn they_form_a_group_that_acts_on_points() {
        let all = Turn::all();
        let point = [1, 2, 3];
        for &first in &all {
            for &second in &all {
                assert_eq!(first.then(second).point(point), second.point(first.point(point)));
                assert_eq!(first.then(second).mirrors(), first.mirrors() ^ second.mirrors());
            }
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise() {
        assert_eq!(Turn::in_plane()[1].point([1, 0, 0]), [0, 1, 0]);
        assert_eq!(Turn::in_plane()[1].point([0, 1, 0]), [-1, 0, 0]);
        assert_eq!(Turn::in_plane()[4].point([1, 0, 0]), [-1, 0, 0]);
    }
}
