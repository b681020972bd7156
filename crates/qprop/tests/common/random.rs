//! Random models over nine atoms: p(a), q(a, c), z; with a fact f(a, c), constants and arithmetic.

use std::fmt::Write;

/// The part before the asserts, for the data in [`DATA`].
pub const HEAD: &str = "sort A = 1..2\nsort C = 1..3\nfact f(x: A, y: C)\nfact g(y: C) := exists x: A . f(x, y)\n\
    pred p(x: A)\npred q(x: A, y: C)\npred z\n";
pub const DATA: &str = "f: [[1, 1], [1, 3], [2, 1]]";

/// A generator of numbers from a seed: G. Marsaglia: Xorshift RNGs, Journal of Statistical Software 2003.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed | 1)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    /// A model of one to three asserts.
    pub fn model(&mut self) -> String {
        let mut text = String::from(HEAD);
        for number in 0..=self.below(3) {
            let mut scope = Vec::new();
            let formula = self.formula(4, &mut scope, false);
            let _ = writeln!(text, "assert a{number}: {formula}");
        }
        text
    }

    /// A formula over the variables in scope, `(name, whether of sort A)`.
    fn formula(&mut self, depth: u64, scope: &mut Vec<(String, bool)>, guard: bool) -> String {
        if depth == 0 || self.below(8) == 0 {
            return self.leaf(scope, guard);
        }
        match self.below(9) {
            0 => format!("not ({})", self.formula(depth - 1, scope, guard)),
            1 | 2 => {
                let (a, b) = (self.formula(depth - 1, scope, guard), self.formula(depth - 1, scope, guard));
                let op = ["and", "or"][self.below(2) as usize];
                format!("({a}) {op} ({b})")
            }
            3 | 4 => {
                let (a, b) = (self.formula(depth - 1, scope, guard), self.formula(depth - 1, scope, guard));
                let op = ["implies", "if", "iff"][self.below(3) as usize];
                format!("({a}) {op} ({b})")
            }
            _ => self.quantified(depth, scope, guard),
        }
    }

    fn quantified(&mut self, depth: u64, scope: &mut Vec<(String, bool)>, guard: bool) -> String {
        let before = scope.len();
        let mut binders = Vec::new();
        for _ in 0..=self.below(2) {
            let is_a = self.below(2) == 0;
            let name = format!("v{}", scope.len());
            binders.push(format!("{name}: {}", if is_a { "A" } else { "C" }));
            scope.push((name, is_a));
        }
        let number = self.below(4);
        let quantifier = match self.below(5) {
            0 | 1 => "forall".to_owned(),
            2 => "exists".to_owned(),
            3 => format!("exactly {number}"),
            _ => format!("{} {number}", ["atmost", "atleast"][self.below(2) as usize]),
        };
        let condition = match self.below(2) {
            0 => String::new(),
            _ => format!(" | {}", self.formula(depth.min(2) - 1, scope, true)),
        };
        let body = self.formula(depth - 1, scope, guard);
        scope.truncate(before);
        format!("{quantifier} {}{condition} . {body}", binders.join(", "))
    }

    fn leaf(&mut self, scope: &[(String, bool)], guard: bool) -> String {
        match self.below(if guard { 5 } else { 10 }) {
            0 => format!("f({}, {})", self.term(scope, true), self.term(scope, false)),
            1 => format!("g({})", self.term(scope, false)),
            2 => ["true", "false"][self.below(2) as usize].to_owned(),
            3 | 4 => {
                let op = ["=", "=/=", "<", "<=", ">", ">="][self.below(6) as usize];
                let of_a = self.below(2) == 0;
                format!("{} {op} {}", self.term(scope, of_a), self.term(scope, of_a))
            }
            5 => "z".to_owned(),
            6 | 7 => format!("p({})", self.term(scope, true)),
            _ => format!("q({}, {})", self.term(scope, true), self.term(scope, false)),
        }
    }

    /// A term for a place of sort A or C; its value may be outside.
    fn term(&mut self, scope: &[(String, bool)], of_a: bool) -> String {
        let fitting: Vec<&String> =
            scope.iter().filter(|(_, is_a)| *is_a == of_a).map(|(name, _)| name).collect();
        let some = match fitting.len() {
            0 => None,
            count => Some(fitting[self.below(count as u64) as usize].clone()),
        };
        match (self.below(6), some) {
            (0, Some(name)) => format!("{name} + 1"),
            (1, Some(name)) => format!("{name} mod {} + 1", if of_a { 2 } else { 3 }),
            (2, Some(name)) => format!("{} - {name}", if of_a { 3 } else { 4 }),
            (_, Some(name)) => name,
            (_, None) => format!("{}", 1 + self.below(if of_a { 2 } else { 3 })),
        }
    }
}
