//! The built-in games, and texts about the program itself.

documents! {
    /// The built-in games.
    pub struct Games {
        /// The games.
        pub games: Vec<GameEntry>,
    }

    /// A built-in game.
    pub struct GameEntry {
        /// Its name.
        pub name: String,
        /// Its rules.
        pub text: String,
        /// A summary in one line.
        pub summary: String,
        /// The source of the game.
        pub source: String,
    }

    /// A completion script.
    pub struct Completions {
        /// The shell.
        pub shell: String,
        /// The script.
        pub script: String,
    }

    /// A manual page.
    pub struct Manual {
        /// The page, for `man`.
        pub page: String,
    }
}
