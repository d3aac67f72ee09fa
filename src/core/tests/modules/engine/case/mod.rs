mod given;
mod refusals;
