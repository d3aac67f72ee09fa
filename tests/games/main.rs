//! The games: their data, their rules case by case, and whole matches at random.

mod architecture;
mod broken_packs;
mod campaigns_at_random;
mod campaigns_civil_war;
mod case_page;
mod cases;
mod check_orders;
mod civil_war_geography;
mod civil_war_map;
mod civil_war_map_sources;
mod coverage;
mod crossroads;
mod imports;
mod odds;
mod offers;
mod pack_civil_war;
mod pack_seven_days;
mod random_play;
mod refusal_codes;
mod review;
mod roster_civil_war;
mod rulings;
mod search;
mod seven_days_at_random;
mod seven_days_reports;
mod seven_days_sensible;
mod ships_at_random;
mod side_bids;
mod turn_mistakes;
mod virginia_1862;
mod whole_campaign;

#[path = "../support/campaign.rs"]
mod campaign;
#[path = "../support/campaign_summary.rs"]
mod campaign_summary;
#[path = "../support/greedy_player.rs"]
mod greedy_player;
#[path = "../support/json_schema.rs"]
mod json_schema;
#[path = "../support/odds_positions.rs"]
mod odds_positions;
#[path = "../support/random_civil_war.rs"]
mod random_civil_war;
#[path = "../support/random_match.rs"]
mod random_match;
