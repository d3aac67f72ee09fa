mod area;
mod hex;
mod outlines;
mod planar;
mod table;
