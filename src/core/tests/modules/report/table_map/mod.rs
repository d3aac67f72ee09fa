mod lengths;
mod text;
mod units;
