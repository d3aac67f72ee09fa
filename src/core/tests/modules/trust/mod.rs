mod choices;
mod dice;
mod files;
mod journal;
mod keys;
mod openssh;
mod secret;
mod seeds;
