mod control;
