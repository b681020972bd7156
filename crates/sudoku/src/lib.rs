//! jigsat-sudoku.
