use adjutant_core::board::Hex;
use civil_war::atlas::grid::Cell;
use civil_war::atlas::projection::*;

/// The fourteen places of the fit: hex, latitude, longitude.
const KNOWN: [(&str, f64, f64); 14] = [
    ("3217", 35.046, -85.309),
    ("2317", 34.934, -88.522),
    ("2211", 37.005, -89.176),
    ("5106", 38.880, -77.107),
    ("2730", 30.327, -87.290),
    ("4425", 32.027, -80.890),
    ("5613", 35.890, -75.670),
    ("1930", 30.166, -89.737),
    ("2428", 30.694, -88.043),
    ("5107", 38.310, -77.730),
    ("1724", 32.353, -90.878),
    ("2031", 29.357, -89.455),
    ("4905", 39.185, -78.163),
    ("4708", 38.150, -79.072),
];

#[test]
fn the_fit_puts_each_known_place_within_a_hex_of_its_own_and_the_bend_into_it() {
    let mut projection = Projection::default();
    let cell = |text: &str| Cell::from(text.parse::<Hex>().expect("a hex"));
    for (hex, lat, lon) in KNOWN {
        let apart = fit([lat, lon]).distance(cell(hex).centre());
        assert!(apart < 1.1, "{hex}: {apart}");
        projection.pin([lat, lon], cell(hex));
    }
    for (hex, lat, lon) in KNOWN {
        assert_eq!(Cell::of(projection.point([lat, lon])), cell(hex), "{hex}");
    }
    // Far from every one of them nothing is bent.
    let far = [33.0, -96.8];
    assert_eq!(projection.point(far), fit(far));
}
