//! `cubes`: cuts a puzzle into tasks.

use std::{
    borrow::Cow,
    io::{BufWriter, Read, Write},
    path::Path,
    time::{Duration, Instant},
};

use jigsat_cnf::{Choice, Encoding, Lit, Literal, write_icnf};
use jigsat_input::{MAX_TEXT, ParseError};
use jigsat_solve::{Limits, Stop, cubes::Split};
use serde::Serialize;

use super::{
    CutPuzzle, cover,
    folder::{self, Folder, Manifest, Start, Task},
    names::name_of,
    part::{self, Beginning},
    work::{Found, Worker},
};
use crate::{
    Context,
    args::{CubesArgs, DataFormat},
    exit::{Failure, Status},
    family::{self, AtomOf, Family, HowOf, Question},
    input::Opened,
    output::{Output, write_json, write_yaml},
    record::SCHEMA,
    solve::limits,
};

/// So many tasks are tried out to say how long they take.
const SAMPLE: usize = 5;

/// Into so many tasks a puzzle is cut at first where their number is left open, and at most.
const FIRST: usize = 64;
const MOST: usize = 1 << 16;

/// Options that name a file to read: it is copied into the folder, too.
const FILE_OPTIONS: &[&str] = &["--data"];

#[derive(Serialize)]
struct Record<'a> {
    schema: u32,
    family: &'static str,
    file: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    puzzle: &'a str,
    status: &'static str,
    folder: &'a Path,
    tasks: usize,
    refuted: usize,
    symmetries: usize,
    proof_steps: u64,
    /// Whether the proof takes for granted what the encoding leaves out because of the givens.
    pruned: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    task_s: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_s: Option<f64>,
}

pub fn run<F: Family>(
    args: &CubesArgs,
    question: &Question<'_, F>,
    opened: Opened,
    context: &Context,
) -> Result<Status, Failure> {
    may_write(&args.out, args.output.force)?;
    let file = opened.name.clone();
    let mut copy = Vec::new();
    let read = opened.into_reader().take(MAX_TEXT).read_to_end(&mut copy);
    read.map_err(|error| ParseError::in_file(&file, format!("can't be read: {error}")))?;
    let entry = family::only::<F>(Opened::of_bytes(&file, copy.clone())?, question.options)?;
    if let Some(reason) = F::contradiction(&entry.puzzle) {
        println!("impossible: {reason}; there is nothing to cut");
        return Ok(Status::Impossible);
    }
    if !F::CERTIFIES && F::only_length(&entry.puzzle).is_none() {
        return Err(Failure::usage(
            "tasks are about plans of one length, as one formula is: name it with --steps N",
        ));
    }
    let cut = part::to_cut::<F>(entry, args.asked);
    let limits = limits(&args.search, context);
    let mut cutter = Cutter::<F>::new(&cut, args, question)?;
    let (split, sample) = match cutter.cut(&limits)? {
        Ok(found) => found,
        Err(stop) => return Ok(left_open(stop)),
    };
    let shown = match cutter.check(&split, &limits)? {
        Ok(shown) => shown,
        Err(stop) => return Ok(left_open(stop)),
    };
    let manifest = cutter.write(&split, &file, &copy)?;
    let mean = sample.as_ref().map(Sample::mean);
    let record = Record {
        schema: SCHEMA,
        family: F::NAME,
        file: &file,
        puzzle: &cut.title,
        status: "solved",
        folder: &args.out,
        tasks: manifest.tasks,
        refuted: manifest.refuted,
        symmetries: manifest.symmetries,
        proof_steps: shown.steps,
        pruned: shown.is_pruned,
        task_s: mean,
        total_s: mean.map(|mean| mean * manifest.tasks as f64),
    };
    let mut out = Output::open(&args.output)?;
    match args.format {
        DataFormat::Json => write_json(&record, &mut out)?,
        DataFormat::Yaml => write_yaml(&record, &mut out)?,
        DataFormat::Text => tell(&record, sample.as_ref(), &mut out)?,
    }
    out.finish()?;
    Ok(Status::Solved)
}

fn left_open(stop: Stop) -> Status {
    eprintln!("nothing was written: {stop}");
    Status::Unknown
}

fn tell(record: &Record<'_>, sample: Option<&Sample>, out: &mut Output) -> Result<(), Failure> {
    let Record { folder, tasks, refuted, symmetries, proof_steps, .. } = record;
    writeln!(out, "{tasks} tasks in {}; {refuted} cubes more are refuted already", folder.display())?;
    let images = if *symmetries > 1 { " with their images under the symmetries" } else { "" };
    writeln!(
        out,
        "proven: no solution lies in two of them, and{images} they leave none out ({proof_steps} steps)"
    )?;
    if record.pruned {
        writeln!(out, "the proof takes for granted what the encoding leaves out because of the givens")?;
    }
    if let Some(sample) = sample {
        let Sample { times, slow } = sample;
        let seconds = |time: f64| format!("{:.1?}", Duration::from_secs_f64(time));
        let least = times.iter().copied().fold(f64::INFINITY, f64::min);
        let most = times.iter().copied().fold(0.0, f64::max);
        let or_more = if *slow { " or more" } else { "" };
        writeln!(
            out,
            "a task takes about {}{or_more} ({} measured: {} to {}{or_more}), all {} on one core",
            seconds(sample.mean()),
            times.len(),
            seconds(least),
            seconds(most),
            seconds(sample.mean() * *tasks as f64)
        )?;
    }
    let folder = shlex::try_quote(&folder.display().to_string()).map(Cow::into_owned);
    let folder = folder.unwrap_or_else(|_| "FOLDER".into());
    Ok(writeln!(out, "next: jigsat submit {folder}, then jigsat gather {folder}")?)
}

/// What some tasks took, in seconds.
struct Sample {
    times: Vec<f64>,
    /// Whether one was given up.
    slow: bool,
}

impl Sample {
    fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len().max(1) as f64
    }
}

struct Cutter<'c, F: Family> {
    cut: &'c CutPuzzle<F::Puzzle>,
    args: &'c CubesArgs,
    question: &'c Question<'c, F>,
    encoding: Encoding<AtomOf<F>>,
    how: HowOf<F>,
    beginnings: Vec<Beginning<AtomOf<F>>>,
}

impl<'c, F: Family> Cutter<'c, F> {
    fn new(
        cut: &'c CutPuzzle<F::Puzzle>,
        args: &'c CubesArgs,
        question: &'c Question<'c, F>,
    ) -> Result<Self, Failure> {
        let worker = Worker::<F>::new(&cut.puzzle, question, args.asked)?;
        let (encoding, how) = (worker.encoding().clone(), worker.how());
        Ok(Cutter { cut, args, question, encoding, how, beginnings: F::beginnings(&cut.puzzle) })
    }

    /// Cuts into as many cubes as asked for, or so that tasks take as long as asked for.
    fn cut(&mut self, limits: &Limits) -> Result<Result<(Split, Option<Sample>), Stop>, Failure> {
        let times = !self.args.output.no_times;
        if let Some(count) = self.args.count {
            return Ok(match self.split(count as usize, limits) {
                Ok(split) => {
                    let budget = Duration::from_secs(10);
                    let sample = if times { self.sample(&split, budget, limits)? } else { None };
                    Ok((split, sample))
                }
                Err(stop) => Err(stop),
            });
        }
        let aim = self.args.aim.as_secs_f64().max(1e-3);
        let mut count = FIRST;
        loop {
            let split = match self.split(count, limits) {
                Ok(split) => split,
                Err(stop) => return Ok(Err(stop)),
            };
            let sample = self.sample(&split, 2 * self.args.aim * SAMPLE as u32, limits)?;
            let Some(sample) = sample else { return Ok(Ok((split, None))) };
            let fits = sample.mean() <= 1.5 * aim && !sample.slow;
            if fits || split.cubes.len() < count || count >= MOST {
                return Ok(Ok((split, times.then_some(sample))));
            }
            let factor = (sample.mean() / aim).clamp(2.0, 16.0);
            count = ((count as f64 * factor) as usize).min(MOST);
        }
    }

    fn split(&self, wanted: usize, limits: &Limits) -> Result<Split, Stop> {
        let lits = |beginning: &Beginning<AtomOf<F>>| {
            beginning.literals.iter().map(|&literal| self.encoding.lit(literal)).collect::<Vec<Lit>>()
        };
        let roots: Vec<Vec<Lit>> = self.beginnings.iter().map(lits).collect();
        jigsat_solve::cubes::split(
            &self.encoding,
            &roots,
            wanted,
            self.question.search.seed.unwrap_or(0),
            limits,
        )
    }

    /// Tries some tasks out, each for its share of the time.
    fn sample(&self, split: &Split, budget: Duration, limits: &Limits) -> Result<Option<Sample>, Failure> {
        let count = split.cubes.len().min(SAMPLE);
        if count == 0 {
            return Ok(None);
        }
        let mut worker = Worker::<F>::new(&self.cut.puzzle, self.question, self.args.asked)?;
        let mut sample = Sample { times: Vec::new(), slow: false };
        for place in 0..count {
            let cube = &split.cubes[(2 * place + 1) * split.cubes.len() / (2 * count)];
            let started = Instant::now();
            let share = started + budget / SAMPLE as u32;
            let deadline = limits.deadline.map_or(share, |deadline| deadline.min(share));
            let share = Limits { deadline: Some(deadline), ..limits.clone() };
            let group = &self.beginnings[cube.root].stabilizer;
            let (_, found) = worker.work(self.args.asked, &self.literals(&cube.lits), group, &share)?;
            sample.times.push(started.elapsed().as_secs_f64());
            sample.slow |= matches!(found, Found::Stopped(_));
            if limits.reached().is_some() {
                break;
            }
        }
        Ok(Some(sample))
    }

    fn literals(&self, lits: &[Lit]) -> Vec<Literal<AtomOf<F>>> {
        lits.iter().map(|&lit| self.encoding.literal(lit)).collect()
    }

    fn check(&self, split: &Split, limits: &Limits) -> Result<Result<cover::Shown, Stop>, Failure> {
        let cubes = split.cubes.iter().map(|cube| self.literals(&cube.lits)).collect();
        let refuted = split.refuted.iter().map(|lits| self.literals(lits)).collect();
        let cubes = cover::Cubes { beginnings: &self.beginnings, live: cubes, refuted };
        cover::check::<F>(&self.cut.puzzle, self.how, self.question, &cubes, limits)
    }

    /// Writes the folder whole, or nothing of it.
    fn write(&self, split: &Split, file: &str, copy: &[u8]) -> Result<Manifest, Failure> {
        let path = &self.args.out;
        let failed = |error| folder::failure(path, error);
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let unfinished = tempfile::Builder::new().prefix(".jigsat-").tempdir_in(parent).map_err(failed)?;
        let put = |name: &str, bytes: &[u8]| {
            let mut file = std::fs::File::create_new(unfinished.path().join(name))?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        let name = |lits: &[Lit]| {
            lits.iter().map(|&lit| name_of::<F>(&self.cut.puzzle, &self.encoding, lit)).collect::<Vec<_>>()
        };
        let mut tasks = Vec::new();
        for (id, cube) in (1..).zip(&split.cubes) {
            let task =
                Task { id, cube: name(&cube.lits), beginning: cube.root, estimate: cube.estimate.round() };
            serde_json::to_writer(&mut tasks, &task).map_err(std::io::Error::from)?;
            tasks.push(b'\n');
        }
        let mut refuted = Vec::new();
        for lits in &split.refuted {
            serde_json::to_writer(&mut refuted, &name(lits)).map_err(std::io::Error::from)?;
            refuted.push(b'\n');
        }
        let (command, files) = command(F::NAME)?;
        for (name, source) in files {
            let bytes = std::fs::read(&source)
                .map_err(|error| ParseError::in_file(&source, format!("can't be read: {error}")))?;
            put(&name, &bytes).map_err(failed)?;
        }
        let start = |beginning: &Beginning<AtomOf<F>>| {
            let lits = beginning.literals.iter().map(|&literal| self.encoding.lit(literal));
            Start {
                cube: name(&lits.collect::<Vec<_>>()),
                images: beginning.images.clone(),
                stabilizer: beginning.stabilizer.clone(),
            }
        };
        let mut manifest = Manifest {
            schema: SCHEMA,
            kind: "cubes".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            family: F::NAME.into(),
            asked: self.args.asked,
            file: file.into(),
            puzzle: self.cut.title.clone(),
            copy: copy_name(file),
            command,
            encoding: self.how.name().into(),
            tasks: split.cubes.len(),
            refuted: split.refuted.len(),
            symmetries: F::symmetries(&self.cut.puzzle).len() + 1,
            beginnings: self.beginnings.iter().map(start).collect(),
            digest: String::new(),
        };
        manifest.digest = folder::digest(&manifest, &[copy, &tasks, &refuted]);
        put(&manifest.copy, copy).map_err(failed)?;
        put(folder::TASKS, &tasks).map_err(failed)?;
        put(folder::REFUTED, &refuted).map_err(failed)?;
        let icnf = std::fs::File::create_new(unfinished.path().join(folder::ICNF)).map_err(failed)?;
        let mut icnf = BufWriter::new(icnf);
        let cubes = split.cubes.iter().map(|cube| cube.lits.as_slice());
        write_icnf(self.encoding.clauses(), cubes, &mut icnf).map_err(failed)?;
        icnf.into_inner().map_err(|error| failed(error.into_error()))?.sync_all().map_err(failed)?;
        std::fs::create_dir(unfinished.path().join(folder::RESULTS)).map_err(failed)?;
        let text = serde_json::to_string_pretty(&manifest).map_err(std::io::Error::from)? + "\n";
        put(folder::MANIFEST, text.as_bytes()).map_err(failed)?;
        self.read_again(unfinished.path())?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let open = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(unfinished.path(), open).map_err(failed)?;
        }
        if path.exists() {
            std::fs::remove_dir_all(path).map_err(failed)?;
        }
        std::fs::rename(unfinished.keep(), path).map_err(failed)?;
        Ok(manifest)
    }

    /// Whether the folder is all that a task needs.
    fn read_again(&self, path: &Path) -> Result<(), Failure> {
        let folder = Folder::open(path)?;
        let (_, opened) = super::replay(path, &folder.manifest)?;
        family::only::<F>(opened, self.question.options)?;
        Ok(())
    }
}

/// Refuses to replace what is there, and with `force` what is no folder of tasks.
fn may_write(path: &Path, force: bool) -> Result<(), Failure> {
    if !path.exists() {
        let parent = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        return match parent.filter(|folder| !folder.is_dir()) {
            Some(parent) => Err(Failure::usage(format!("there is no folder {}", parent.display()))),
            None => Ok(()),
        };
    }
    if !force {
        let message = format!("{} exists already; --force replaces it and its results", path.display());
        return Err(Failure::usage(message));
    }
    if path.join(folder::MANIFEST).is_file() && path.join(folder::TASKS).is_file() {
        Ok(())
    } else {
        Err(Failure::usage(format!("{} is no folder of tasks: it stays as it is", path.display())))
    }
}

/// The name of the puzzle's copy: as it was, where that clashes with nothing.
fn copy_name(file: &str) -> String {
    let extension = Path::new(file).extension().and_then(|extension| extension.to_str());
    match extension {
        Some(extension) if extension.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            format!("puzzle.{extension}")
        }
        _ => "puzzle".into(),
    }
}

/// A command line, and the files that it names: their names in it, and what they hold.
type Command = (Vec<String>, Vec<(String, String)>);

/// The words of this command line without folder and output, with the family named; and the files that they name.
fn command(family: &str) -> Result<Command, Failure> {
    let mut words: Vec<String> = Vec::new();
    let mut files = Vec::new();
    let given = std::env::args_os().skip(1).map(|word| {
        word.into_string()
            .map_err(|word| Failure::usage(format!("'{}' is no UTF-8: tasks can't keep it", word.display())))
    });
    let given = given.collect::<Result<Vec<String>, Failure>>()?;
    let mut given = given.into_iter();
    while let Some(word) = given.next() {
        let option = word.split_once('=').map_or(word.as_str(), |(option, _)| option);
        let has_value = option.len() < word.len();
        match option {
            "--out" | "--output" | "-o" | "--format" if !has_value => drop(given.next()),
            "--out" | "--output" | "--format" | "--force" | "--no-times" => {}
            _ if word.starts_with("-o") => {}
            _ if FILE_OPTIONS.contains(&option) => {
                let value = word.split_once('=').map(|(_, value)| value.to_owned()).or_else(|| given.next());
                let Some(value) = value else { continue };
                let name = format!("input-{}", files.len() + 1);
                words.extend([option.to_owned(), format!("{}{name}", folder::INSIDE)]);
                files.push((name, value));
            }
            _ => words.push(word),
        }
    }
    let verb = words.iter().position(|word| word == "cubes").unwrap_or(0);
    if verb == 0 || words[verb - 1] != family {
        words.insert(verb, family.to_owned());
    }
    Ok((words, files))
}
