//! A small language for quantified propositional formulas, grounded to SAT.
