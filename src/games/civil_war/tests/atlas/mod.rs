mod courses;
mod grid;
mod names;
mod outlines;
mod places;
mod projection;
mod rails;
mod yaml;
