mod blocks;
mod shell;
