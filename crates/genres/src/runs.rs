//! Lists of runs at the lines of a board: rows and columns must shade equally many cells.

use crate::{
    Givens, Page,
    code::{Layer, Shape},
    generate::Step,
};

impl Page {
    /// The given fact that lists the runs of shaded cells of each line, in a genre of pictures.
    pub(crate) fn runs(&self) -> Option<&str> {
        let blocks = self.saved.iter().flat_map(|(_, blocks)| blocks);
        let saved = blocks.filter(|block| block.shape == Shape::Framed).flat_map(|block| &block.layers);
        let saved = saved.filter_map(|layer| match layer {
            Layer::Given(given) if given.is_list && given.places.is_empty() => Some(&given.name),
            _ => None,
        });
        let made = self.steps.iter().filter_map(|step| match step {
            Step::Picture { clue, .. } => Some(clue),
            _ => None,
        });
        saved.chain(made).next().map(String::as_str)
    }
}

impl Givens {
    /// The numbers of cells that the columns and the rows shade by their runs; `None` in genres that are no pictures, and
    /// if the runs are not all known.
    pub(crate) fn shaded(&self, page: &Page) -> Option<[u64; 2]> {
        let layer = self.layers.get(page.runs()?)?;
        let columns = usize::from(self.size.cols);
        let mut sums = [0; 2];
        for (key, word) in layer {
            sums[usize::from(key[0] >= columns)] += word.value.parse::<u64>().ok()?;
        }
        Some(sums)
    }

    /// That rows and columns shade different numbers of cells, in words.
    pub(crate) fn shaded_differ(&self, page: &Page) -> Option<String> {
        let [columns, rows] = self.shaded(page)?;
        (columns != rows).then(|| {
            format!("the runs of the columns shade {columns} cells, those of the rows {rows}: the sums must be equal")
        })
    }
}
