mod entries;
mod place;
