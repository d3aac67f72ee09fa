mod regroup;
