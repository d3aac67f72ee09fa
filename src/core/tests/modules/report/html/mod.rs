mod blocks;
mod page;
