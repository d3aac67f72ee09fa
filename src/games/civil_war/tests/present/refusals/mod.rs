mod movement;
mod naval;
mod payment;
mod rails;
mod tables;
