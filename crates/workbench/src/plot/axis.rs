//! Axes: the places of values on them, and their labels.

/// An axis; its range comes from the points.
pub struct Axis {
    /// Its label.
    pub label: String,
    /// Whether it is logarithmic.
    pub is_log: bool,
    /// The ticks with their names; empty to choose them automatically.
    pub ticks: Vec<(f64, String)>,
    /// Names the values of automatic ticks.
    pub name: fn(f64) -> String,
}

/// The places of values on an axis.
pub struct Scale {
    is_log: bool,
    /// The ends, as places: logarithms if the axis is logarithmic.
    from: f64,
    to: f64,
    /// The place of 0 on a logarithmic axis: half a decade below the smallest other value.
    zero: f64,
    ticks: Vec<(f64, String)>,
}

impl Scale {
    pub fn new(axis: &Axis, values: &(impl Iterator<Item = f64> + Clone)) -> Self {
        let shown = values.clone().filter(|&value| value > 0.0 || !axis.is_log);
        let (least, most) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        let (least, most) = if least <= most { (least, most) } else { (1.0, 10.0) };
        let zero = least.log10() - 0.5;
        let mut scale = Scale { is_log: axis.is_log, from: 0.0, to: 0.0, zero, ticks: axis.ticks.clone() };
        let has_zero = axis.is_log && values.clone().any(|value| value <= 0.0);
        let (from, to) = (scale.place(if has_zero { 0.0 } else { least }), scale.place(most));
        let margin = ((to - from) * 0.06).max(0.05);
        (scale.from, scale.to) = (from - margin, to + margin);
        if scale.ticks.is_empty() {
            let found = has_zero.then_some(0.0).into_iter().chain(scale.round_values());
            scale.ticks = found.map(|value| (value, (axis.name)(value))).collect();
        }
        scale
    }

    /// The place of a value between the ends of the axis, from 0 to 1.
    pub fn share(&self, value: f64) -> f64 {
        (self.place(value) - self.from) / (self.to - self.from)
    }

    /// The values to be marked, with their names.
    pub fn ticks(&self) -> &[(f64, String)] {
        &self.ticks
    }

    fn place(&self, value: f64) -> f64 {
        match self.is_log {
            true if value > 0.0 => value.log10(),
            true => self.zero,
            false => value,
        }
    }

    /// Powers of ten; if there are fewer than two, also 2 and 5 times these; on a linear axis, about five steps.
    fn round_values(&self) -> Vec<f64> {
        let (from, to) = (self.from, self.to);
        if !self.is_log {
            let rough = (to - from) / 5.0;
            let power = 10_f64.powf(rough.log10().floor());
            let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
            let step = steps.into_iter().find(|&step| step >= rough).unwrap_or(power);
            let numbers = (from / step).ceil() as i64..=(to / step).floor() as i64;
            return numbers.map(|number| number as f64 * step).collect();
        }
        let fits = |value: &f64| (from..=to).contains(&value.log10());
        let decades = || (from.floor() as i32..=to.ceil() as i32).map(|power| 10_f64.powi(power));
        let whole: Vec<f64> = decades().filter(fits).collect();
        if whole.len() >= 2 {
            return whole;
        }
        decades().flat_map(|decade| [1.0, 2.0, 5.0].map(|factor| factor * decade)).filter(fits).collect()
    }
}

/// A number in few characters: 500, 20k, 3M.
pub fn short_number(value: f64) -> String {
    match value {
        1e6.. => format!("{}M", value / 1e6),
        1e3.. => format!("{}k", value / 1e3),
        _ => format!("{}", (value * 1e6).round() / 1e6),
    }
}

/// A time in few characters: 20µs, 5ms, 10s.
pub fn short_time(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        0.999.. => (1.0, "s"),
        0.999e-3.. => (1e3, "ms"),
        _ => (1e6, "µs"),
    };
    format!("{}{unit}", (seconds * factor * 1e3).round() / 1e3)
}
