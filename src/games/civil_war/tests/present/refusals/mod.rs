mod movement;
mod naval;
mod rails;
