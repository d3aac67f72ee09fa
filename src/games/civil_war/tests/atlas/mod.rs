mod courses;
mod grid;
mod names;
mod outlines;
mod places;
mod projection;
mod rail_path;
mod yaml;
