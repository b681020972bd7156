fn main() {
    use jigsat_kit::Family;
    let args: Vec<String> = std::env::args().collect();
    let size: jigsat_grid::Size = args[2].parse().expect("a size");
    let seeds: u64 = args[3].parse().expect("seeds");
    for genre in jigsat_genres::genres() {
        if args[1] != "all" && !args[1].split(',').any(|name| name == genre.page().name)
            || genre.generator().is_none()
        {
            continue;
        }
        for seed in 1..=seeds {
            let start = std::time::Instant::now();
            let wanted = jigsat_genres::Wanted { size, minimal: false };
            let limits = jigsat_solve::Limits {
                deadline: Some(web_time::Instant::now() + std::time::Duration::from_secs(60)),
                ..Default::default()
            };
            let made = jigsat_genres::generate(genre.page(), &wanted, seed, &limits);
            let text = match &made {
                Ok(jigsat_solve::Attempt::Success(made)) => {
                    String::from_utf8(genre.write(&made.board, "plain").unwrap()).unwrap()
                }
                Ok(jigsat_solve::Attempt::Stopped(stop)) => stop.to_string(),
                Ok(_) => "impossible".into(),
                Err(error) => error.to_string(),
            };
            println!("{} {seed} {:.2}s\n{text}", genre.page().name, start.elapsed().as_secs_f64());
        }
    }
}
