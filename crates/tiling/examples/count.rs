use jigsat_tiling::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let dims: Vec<usize> = a[1].split('x').map(|s| s.parse().unwrap()).collect();
    let size = if dims.len() == 2 { [dims[1], dims[0], 1] } else { [dims[2], dims[1], dims[0]] };
    let mut pieces = named_set(&a[2]).unwrap();
    if a.len() > 3 && a[3] == "sq" {
        let mut q = named_set("tetrominoes").unwrap().remove(3);
        q.name = "d".into();
        pieces.push(q);
    }
    let t = Tiling::new(Spec {
        title: String::new(),
        source: String::new(),
        boards: vec![Board::full(size)],
        pieces,
        cover: Cover::All,
        given: vec![],
    })
    .unwrap();
    println!("{} placements, {} symmetries", t.placements().len(), t.symmetries().len());
    let jobs = std::env::var("JOBS").ok().map_or(1, |j| j.parse().unwrap());
    let s = std::time::Instant::now();
    if a[a.len() - 1] == "f" {
        println!(
            "{:?} {:?}",
            search::count_frontier(&t, search::MANY_STATES, &jigsat_solve::Limits::default()),
            s.elapsed()
        );
        return;
    }
    let s = std::time::Instant::now();
    println!("{:?} {:?}", search::count_bitboard(&t, jobs, &jigsat_solve::Limits::default()), s.elapsed());
}
