mod case;
mod refusal;
