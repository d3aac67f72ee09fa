//! The two sides of the war, and a macro for games whose sides have other names ([`two_sides!`](crate::two_sides)).

/// Defines the type `Side` of a game with its two sides: for each its word in documents, its word in reports, and its
/// name in a sentence, after `the`.
#[macro_export]
macro_rules! two_sides {
    ($(#[$about:meta])* $first:ident: $id:literal, $title:literal, $called:literal;
     $second:ident: $other_id:literal, $other_title:literal, $other_called:literal;) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum Side {
            #[default]
            $first,
            $second,
        }

        impl Side {
            /// Both sides, in the order of their definition.
            pub const BOTH: [Side; 2] = [Side::$first, Side::$second];

            /// The words for a side: in documents, in reports, in the middle and at the start of a sentence, and in the
            /// possessive.
            const fn words(self) -> [&'static str; 5] {
                match self {
                    Side::$first => {
                        [$id, $title, concat!("the ", $called), concat!("The ", $called), concat!("the ", $called, "'s")]
                    }
                    Side::$second => [
                        $other_id,
                        $other_title,
                        concat!("the ", $other_called),
                        concat!("The ", $other_called),
                        concat!("the ", $other_called, "'s"),
                    ],
                }
            }

            /// Its index in [`Side::BOTH`].
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The enemy.
            pub fn other(self) -> Side {
                match self {
                    Side::$first => Side::$second,
                    Side::$second => Side::$first,
                }
            }

            /// The word in documents.
            pub const fn as_str(self) -> &'static str {
                self.words()[0]
            }

            /// The side's id in documents.
            pub fn id(self) -> $crate::document::Id {
                $crate::document::Id::known(self.as_str())
            }

            /// The side with this id.
            ///
            /// # Errors
            /// There is none; the advice names both.
            pub fn named(id: &$crate::document::Id) -> Result<Side, $crate::document::Problem> {
                let found = Side::BOTH.into_iter().find(|side| side.as_str() == id.as_str());
                found.ok_or_else(|| {
                    let problem = $crate::document::Problem::new(format!("there is no side '{id}'"));
                    let both = Side::BOTH.map(Side::as_str);
                    problem.advice($crate::spelling::instead(id.as_str(), &both, "the sides are"))
                })
            }

            /// The side with an id that comes from the engine, which uses only these two.
            pub fn of(id: &$crate::document::Id) -> Side {
                if id.as_str() == $other_id { Side::$second } else { Side::$first }
            }

            /// The word in reports.
            pub const fn title(self) -> &'static str {
                self.words()[1]
            }

            /// The side in the middle of a sentence.
            pub const fn in_words(self) -> &'static str {
                self.words()[2]
            }

            /// The side at the start of a sentence.
            pub const fn opening(self) -> &'static str {
                self.words()[3]
            }

            /// How refusals of this side's orders speak.
            pub fn voice(self, to: $crate::engine::Audience) -> $crate::engine::refusal::Voice {
                let [_, _, side, _, own] = self.words();
                $crate::engine::refusal::Voice { to, side, own, enemy: self.other().in_words() }
            }
        }

        impl std::fmt::Display for Side {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

two_sides! {
    /// The two sides. The Union moves first where nothing else decides.
    Union: "union", "Union", "Union";
    Confederate: "confederate", "Confederate", "Confederacy";
}
