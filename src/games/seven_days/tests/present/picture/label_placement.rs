use adjutant_core::report::svg::Point;
use seven_days::present::picture::free_space::Rect;
use seven_days::present::picture::label_placement::*;

#[test]
fn labels_stand_beside_each_other_and_on_the_sheet() {
    let mut places = LabelPlacer::new(4000, 4000);
    let outline = [(0, 0), (4000, 0), (4000, 4000), (0, 4000)].map(|(x, y)| Point { x, y });
    let first = places.place(Point { x: 2000, y: 2000 }, (600, 200), &outline);
    assert_eq!(first, Rect::centered_at(Point { x: 2000, y: 2000 }, 600, 200));
    let second = places.place(Point { x: 2000, y: 2000 }, (600, 200), &outline);
    // 200 and 24 apart: the next step of 60 is 240.
    assert_eq!((second.middle().x, (second.middle().y - 2000).abs()), (2000, 240));
    let third = places.place(Point { x: 10, y: 2000 }, (600, 200), &outline);
    // Half its width from the edge at least: 10 + 5 times 60.
    assert_eq!(third.middle().x, 310);
}
