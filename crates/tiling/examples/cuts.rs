use jigsat_solve::*;
use jigsat_tiling::*;
fn main() {
    for seed in 0..20u64 {
        let cut = Cut {
            board: Board::full([20, 20, 1]),
            pieces: 57,
            freedom: Freedom { rotate: false, mirror: false },
        };
        let g = cut_at_random(&cut, seed).unwrap();
        std::fs::write(format!("/tmp/til/cut{seed}.yaml"), g.puzzle.to_yaml().unwrap()).unwrap();
        let s = std::time::Instant::now();
        let l = Limits { deadline: Some(s + std::time::Duration::from_secs(2)), ..Limits::default() };
        let mut found = 0;
        let r = search::list_bitboard(&g.puzzle, &l, &mut |_| {
            found += 1;
            std::ops::ControlFlow::Break(())
        });
        let sizes: Vec<usize> = g.puzzle.spec().pieces.iter().map(|p| p.shape.cells().len()).collect();
        println!(
            "{seed} {} placements sizes {}..{} found {found} {:?} {:?}",
            g.puzzle.placements().len(),
            sizes.iter().min().unwrap(),
            sizes.iter().max().unwrap(),
            r,
            s.elapsed()
        );
    }
}
