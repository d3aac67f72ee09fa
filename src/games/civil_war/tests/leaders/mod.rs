mod army;
