//! The map of *The Civil War* compared with geography: every town is within one hex of where its latitude and longitude
//! put it (ruling CW-13).

use adjutant::games::civil_war::pack::{HexData, Map, Pack, Terrain};

/// Town, latitude north, longitude west, in thousandths of a degree.
const TOWNS: &[(&str, i32, i32)] = &[
    ("Piedmont", 39480, 79050),
    ("Franklin", 38640, 79330),
    ("Monterey", 38410, 79580),
    ("Goshen", 37990, 79500),
    ("Buchanan", 37530, 79680),
    ("Liberty", 37330, 79520),
    ("Cumberland", 39653, 78762),
    ("Romney", 39342, 78757),
    ("Moorefield", 39060, 78970),
    ("Staunton", 38149, 79070),
    ("Lexington, Virginia", 37784, 79440),
    ("Lynchburg", 37414, 79142),
    ("Brookneal", 37050, 78940),
    ("Bedford", 40020, 78500),
    ("Bath", 39627, 78228),
    ("New Market", 38648, 78670),
    ("Port Republic", 38295, 78810),
    ("Charlottesville", 38030, 78477),
    ("Amherst", 37585, 79050),
    ("Appomattox", 37377, 78797),
    ("Halifax", 36766, 78930),
    ("Burnt Cabins", 40080, 77900),
    ("Hancock", 39700, 78180),
    ("Martinsburg", 39456, 77960),
    ("Winchester", 39185, 78160),
    ("Strasburg", 38990, 78360),
    ("Culpeper", 38473, 77997),
    ("Gordonsville", 38137, 78188),
    ("Scottsville", 37800, 78490),
    ("Farmville", 37300, 78390),
    ("Keysville", 37040, 78480),
    ("Chambersburg", 39937, 77661),
    ("Hagerstown", 39642, 77720),
    ("Harpers Ferry", 39325, 77730),
    ("Leesburg", 39115, 77560),
    ("Manassas", 38750, 77470),
    ("Wilderness", 38310, 77730),
    ("Louisa", 38025, 78000),
    ("Goochland", 37680, 77885),
    ("Burkeville", 37187, 78200),
    ("Lunenburg", 36960, 78260),
    ("Carlisle", 40200, 77190),
    ("Gettysburg", 39830, 77231),
    ("Frederick", 39414, 77410),
    ("Rockville", 39080, 77150),
    ("Arlington", 38880, 77100),
    ("Aquia", 38420, 77400),
    ("Fredericksburg", 38303, 77460),
    ("Richmond", 37540, 77436),
    ("Petersburg", 37228, 77402),
    ("Stony Creek", 36950, 77400),
    ("Hicksford", 36686, 77540),
    ("York", 39963, 76728),
    ("Westminster", 39575, 76990),
    ("Sykesville", 39370, 76970),
    ("Annapolis Junction", 39120, 76780),
    ("Washington", 38900, 77030),
    ("Northern Neck", 38150, 76950),
    ("Tappahannock", 37925, 76860),
    ("White House", 37570, 77020),
    ("City Point", 37316, 77287),
    ("Jerusalem", 36710, 77060),
    ("Lancaster", 40040, 76305),
    ("Shrewsbury", 39770, 76680),
    ("Cockeysville", 39480, 76640),
    ("Baltimore", 39290, 76610),
    ("Annapolis", 38978, 76490),
    ("Leonardtown", 38290, 76640),
    ("Heathsville", 37917, 76472),
    ("Urbanna", 37640, 76570),
    ("Yorktown", 37239, 76510),
    ("Suffolk", 36728, 76583),
    ("South Quay", 36580, 76980),
    ("Havre de Grace", 39549, 76090),
    ("Bush River", 39450, 76250),
    ("Fort Monroe", 37000, 76310),
    ("Norfolk", 36850, 76285),
];

/// Places in a hex besides the one that it is named after, in the same form.
const ALSO: &[(&str, i32, i32)] = &[
    ("McDowell", 38333, 79493),
    ("Cross Keys", 38355, 78842),
    ("Kernstown", 39140, 78200),
    ("Front Royal", 38918, 78194),
    ("Cedar Mountain", 38400, 78070),
    ("Orange", 38246, 78110),
    ("Sharpsburg", 39458, 77748),
    ("Boonsboro", 39506, 77652),
    ("Williamsport", 39600, 77820),
    ("Warrenton", 38713, 77795),
    ("South Mountain", 39484, 77624),
    ("Poolesville", 39146, 77417),
    ("Centreville", 38840, 77430),
    ("Chantilly", 38890, 77430),
    ("Fairfax", 38846, 77306),
    ("Falmouth", 38324, 77468),
    ("Hanover", 37760, 77370),
    ("Drewry's Bluff", 37422, 77424),
    ("West Point", 37531, 76796),
    ("Mechanicsville", 37608, 77373),
    ("Cold Harbor", 37585, 77283),
    ("Seven Pines", 37518, 77305),
    ("Malvern Hill", 37410, 77250),
    ("Harrison's Landing", 37317, 77180),
    ("Williamsburg", 37271, 76707),
    ("Hampton", 37030, 76345),
    ("Newport News", 36980, 76430),
    ("Thoroughfare Gap", 38820, 77710),
    ("Frayser's Farm", 37450, 77240),
    ("Warm Springs", 38046, 79790),
    ("Franklin Depot", 36680, 76930),
    ("Columbia, Pennsylvania", 40034, 76500),
    ("Antietam", 39470, 77740),
    ("Monocacy", 39370, 77390),
    ("Crampton's Gap", 39410, 77640),
    ("Falling Waters", 39560, 77880),
    ("Shepherdstown", 39430, 77800),
    ("Bull Run", 38810, 77520),
    ("Groveton", 38810, 77550),
    ("Bristoe Station", 38720, 77540),
    ("Dranesville", 39000, 77360),
    ("Ball's Bluff", 39130, 77530),
    ("Aldie", 38980, 77640),
    ("Middleburg", 38970, 77730),
    ("Upperville", 38990, 77880),
    ("Chancellorsville", 38310, 77640),
    ("Spotsylvania Court House", 38200, 77590),
    ("Mine Run", 38330, 77820),
    ("Salem Church", 38290, 77530),
    ("Brandy Station", 38500, 77890),
    ("Kelly's Ford", 38480, 77780),
    ("Rappahannock Station", 38530, 77810),
    ("Opequon", 39180, 78100),
    ("Cedar Creek", 39020, 78300),
    ("Fisher's Hill", 38980, 78410),
    ("Tom's Brook", 38950, 78440),
    ("Harrisonburg", 38450, 78870),
    ("Waynesborough", 38070, 78890),
    ("Piedmont, Virginia", 38220, 78900),
    ("Trevilian Station", 38050, 78070),
    ("Yellow Tavern", 37650, 77460),
    ("Fort Harrison", 37430, 77370),
    ("Five Forks", 37140, 77620),
    ("Dinwiddie Court House", 37080, 77590),
    ("Hatcher's Run", 37130, 77490),
    ("Reams' Station", 37100, 77420),
    ("Globe Tavern", 37170, 77420),
    ("The Crater", 37220, 77380),
    ("Fort Stedman", 37240, 77370),
    ("Bermuda Hundred", 37340, 77270),
    ("Amelia Court House", 37340, 77980),
    ("Sailor's Creek", 37310, 78230),
    ("High Bridge", 37310, 78320),
    ("Gaines' Mill", 37580, 77290),
    ("Beaver Dam Creek", 37600, 77360),
    ("Savage's Station", 37530, 77270),
    ("Glendale", 37450, 77240),
    ("White Oak Swamp", 37470, 77210),
    ("Fair Oaks", 37530, 77310),
    ("Oak Grove", 37530, 77350),
    ("Eltham's Landing", 37510, 76810),
    ("Big Bethel", 37100, 76420),
    ("Hampton Roads", 36970, 76350),
    ("Fort Stevens", 38960, 77030),
];

/// Column and row of a place as fractions, the row in hexes down the sheet (an even column's hex `r` has its centre at
/// `r + 1/2`): an Albers projection with standard parallels 30 and 40 north and origin 35 north, 84 west, then the fit
/// through the hexes that the rulebook names.
fn fit(latitude: i32, longitude: i32) -> (f64, f64) {
    const MILES: f64 = 3958.8;
    let radians = |thousandths: i32| (f64::from(thousandths) / 1000.0).to_radians();
    let (first, second, origin) = (radians(30_000), radians(40_000), radians(35_000));
    let n = f64::midpoint(first.sin(), second.sin());
    let c = first.cos().powi(2) + 2.0 * n * first.sin();
    let radius = |latitude: f64| MILES * (c - 2.0 * n * latitude.sin()).sqrt() / n;
    let angle = n * (radians(84_000) - radians(longitude));
    let x = radius(radians(latitude)) * angle.sin();
    let y = radius(origin) - radius(radians(latitude)) * angle.cos();
    (0.046228 * x - 0.001454 * y + 35.0085, -0.000254 * x - 0.039486 * y + 17.0570)
}

/// The ground of the Virginia scenarios.
fn virginia() -> Map {
    let pack = Pack::shipped();
    pack.with_scenario_map(pack.scenario("virginia_1861").expect("a scenario")).map.as_ref().clone()
}

#[test]
fn every_town_lies_within_a_hex_of_its_place() {
    let map = virginia();
    let mut wrong = Vec::new();
    let named = TOWNS.iter().map(|town| (town, false)).chain(ALSO.iter().map(|town| (town, true)));
    for (&(town, latitude, longitude), also) in named {
        let here = |data: &HexData| if also { data.also.iter().any(|name| name == town) } else { data.name == town };
        let Some((hex, _)) = map.hexes().find(|(_, data)| here(data)) else {
            panic!("no hex is named {town}");
        };
        let (column, row) = fit(latitude, longitude);
        let centre = f64::from(hex.row()) + if hex.col() % 2 == 0 { 0.5 } else { 0.0 };
        let columns_apart = (column - f64::from(hex.col())) * 3_f64.sqrt() / 2.0;
        let apart = columns_apart.hypot(row - centre);
        if apart > 1.0 {
            wrong.push(format!("{town} in {hex}: {apart:.2} hexes off"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nearly_every_hex_is_a_town_that_can_be_looked_up() {
    let map = virginia();
    let land = map.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea);
    let unknown: Vec<&str> =
        land.map(|(_, data)| data.name.as_str()).filter(|name| !TOWNS.iter().any(|(town, ..)| town == name)).collect();
    assert_eq!(
        unknown,
        ["Allegheny Front", "Shenandoah Mountain", "Sideling Hill", "Cacapon"],
        "ridges and streams have no one place"
    );
    let also = map.hexes().flat_map(|(_, data)| &data.also);
    let unknown: Vec<&String> = also.filter(|name| !ALSO.iter().any(|(town, ..)| town == name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn no_name_stands_for_two_places() {
    let map = Pack::shipped().map;
    let mut seen = std::collections::BTreeMap::new();
    for (hex, data) in map.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea) {
        for name in std::iter::once(&data.name).chain(&data.also).chain(data.city.as_ref().map(|city| &city.name)) {
            let first = *seen.entry(name.as_str()).or_insert(hex);
            assert_eq!(first, hex, "{name}");
        }
    }
}
