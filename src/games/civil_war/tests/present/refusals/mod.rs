mod movement;
mod naval;
mod payment;
mod rails;
