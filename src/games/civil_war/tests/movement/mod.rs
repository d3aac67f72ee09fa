mod entering;
mod territory;
