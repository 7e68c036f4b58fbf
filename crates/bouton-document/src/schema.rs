//! The JSON schema of the documents, from their types.

use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::*;

macro_rules! commands {
    ($($command:literal => $($document:ident),+;)*) => {
        /// The documents that each command prints, by the name of their definition in [`schema`].
        /// Every command may print an `Error` instead.
        pub const COMMANDS: &[(&str, &[&str])] = &[$(($command, &[$(stringify!($document)),+])),*];

        /// The JSON schema (draft 2020-12) of all documents: each is a definition, and a document
        /// is one of them. A test compares `docs/schema.json` with it.
        ///
        /// ```
        /// let schema = bouton_document::schema();
        /// assert!(schema["$defs"]["Solve"]["properties"]["outcome"].is_object());
        /// ```
        #[must_use]
        pub fn schema() -> Value {
            let mut generator = SchemaSettings::draft2020_12().into_generator();
            generator.subschema_for::<Error>();
            $($(generator.subschema_for::<$document>();)+)*
            let definitions = generator.take_definitions(true);
            let documents: std::collections::BTreeSet<&str> =
                COMMANDS.iter().flat_map(|command| command.1).copied().chain(["Error"]).collect();
            let any: Vec<Value> =
                documents.iter().map(|name| json!({ "$ref": format!("#/$defs/{name}") })).collect();
            json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "title": "What Bouton says",
                "anyOf": any,
                "$defs": definitions,
            })
        }
    };
}

commands! {
    "solve" => Solve;
    "table" => Table, TableByLargest, Tiles, Tile;
    "list" => List;
    "count" => Count, Tiles, Tile;
    "sequence" => Sequence;
    "prove" => Prove, ProveLetters;
    "check" => Check, Checks;
    "explain" => Explain, ExplainLetters, EveryNumberInWords, PeriodInWords, QuotientInWords, AutomatonDiagram, CodeInWords;
    "emit" => Emit;
    "lower" => Emit;
    "play" => Play;
    "sum" => Sum;
    "compare" => Compare;
    "fmt" => Format;
    "genus" => Genus;
    "grundy" => GrundyValues;
    "podium" => PodiumValue, PodiumOutcome, PodiumLinked, PodiumEqual, PodiumCanonical, PodiumReduce, PodiumClasses, PodiumForm, PodiumCoalitions, PodiumMoore;
    "nim" => NimSum, NimMoves, NimLost, NimDistances, NimFarthest, NimClasses, NimTriangles, NimTrapezoids, NimBounded, NimClosing, Suggest;
    "pass" => PassSmallSizes, PassTable, PassComparison, PassTheorem;
    "in-total" => InTotalBaseCases, InTotalLemmas, InTotalSummary, InTotalFamily, InTotalMember;
    "suggest" => Suggest;
    "games" => Games, GameEntry;
    "completions" => Completions;
    "man" => Manual;
}
