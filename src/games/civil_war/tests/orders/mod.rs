mod standing_samples;
