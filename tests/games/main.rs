//! The games: their data, their rules case by case, and whole matches at random.

mod architecture;
mod atlas;
mod campaign_played;
mod campaigns_at_random;
mod campaigns_civil_war;
mod case_page;
mod cases;
mod check_orders;
mod civil_war_map;
mod coverage;
mod crossroads;
mod ground_civil_war;
mod odds;
mod pack_attacks;
mod pack_civil_war;
mod pack_seven_days;
mod random_play;
mod refusal_codes;
mod roster_civil_war;
mod rulings;
mod seven_days_at_random;
mod seven_days_sensible;
mod ships_at_random;
mod told_seven_days;
mod turn_mistakes;
mod virginia_1862;

#[path = "../support/attacks.rs"]
mod attacks;
#[path = "../support/campaign.rs"]
mod campaign;
#[path = "../support/campaign_summary.rs"]
mod campaign_summary;
#[path = "../support/chance.rs"]
mod chance;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/shape.rs"]
mod shape;
#[path = "../support/simple.rs"]
mod simple;
