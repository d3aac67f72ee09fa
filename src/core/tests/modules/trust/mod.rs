mod commitments;
mod dice;
mod journal;
mod keys;
mod openssh;
mod secret;
mod secret_files;
mod seeds;
