//! The table at which the game is played: turns, talk, and the end.

use std::io::{self, BufRead, IsTerminal, Write};

use bouton::{
    Answer,
    play::{Entry, Match, understand},
};

use crate::{
    failure::Failure,
    output::Output,
    render::{play as render, words},
};

/// One game in progress.
pub(super) struct Table<'a> {
    pub(super) game: Match,
    pub(super) output: &'a Output,
}

impl Table<'_> {
    /// Plays until the end of the game or of the input.
    pub(super) fn play(mut self) -> Result<(), Failure> {
        let partner = self.game.partner();
        let (title, convention) = (partner.playable().title(), partner.convention());
        self.tell(&format!("{title}, {}", words::convention_name(convention)))?;
        self.tell("type `help` for help")?;
        loop {
            let (position, known) = (self.game.written(), self.game.known()?);
            if known.moves.is_empty() && known.all_moves {
                self.game.finish();
                self.tell(&format!("{position}  there is no move left"))?;
                self.tell(&self.game.result())?;
                break;
            }
            if self.game.is_humans_turn() {
                self.tell(&format!("{position}  your move"))?;
                if !self.turn(&known)? {
                    self.tell("good bye")?;
                    break;
                }
            } else {
                let name = self.game.name(self.game.mover());
                let Some(to) = self.game.reply(&known)? else {
                    return Err(Failure::limit("no move is known here"));
                };
                self.tell(&format!("{position}  {name} moves to {to}"))?;
            }
        }
        if self.output.is_json() { self.output.document(&self.game.document()) } else { Ok(()) }
    }

    /// The player's turn: questions first, then a move. `false` if the player leaves.
    fn turn(&mut self, known: &Answer) -> Result<bool, Failure> {
        loop {
            let Some(line) = self.read()? else { return Ok(false) };
            if line.trim().is_empty() {
                continue;
            }
            let partner = self.game.partner();
            let said = match understand(&line, partner.playable(), self.game.position()) {
                Err(message) => message,
                Ok(Entry::Help) => render::help(partner.playable()),
                Ok(Entry::Hint) => render::hint(known, partner.choose(known).as_ref()),
                Ok(Entry::Why) => {
                    let why = render::why(partner.convention(), known);
                    format!("{why}\nknown {}", partner.source(known))
                }
                Ok(Entry::Moves) => render::moves(known),
                Ok(Entry::Quit) => return Ok(false),
                Ok(Entry::Undo) if self.game.take_back() => return Ok(true),
                Ok(Entry::Undo) => "there is nothing to take back".to_owned(),
                Ok(Entry::Move(targets)) => match self.game.offer(&targets, known) {
                    Some(true) => return Ok(true),
                    Some(false) => "this is no move of the rules; `moves` lists them".to_owned(),
                    None => {
                        "whether this is allowed cannot be told at this size; try another move".to_owned()
                    }
                },
            };
            self.tell(&said)?;
        }
    }

    /// Says something to the player; under `--json` the document says it all.
    fn tell(&self, text: &str) -> Result<(), Failure> {
        if self.output.is_json() { Ok(()) } else { self.output.text(text) }
    }

    /// A line of input, `None` at its end.
    fn read(&self) -> Result<Option<String>, Failure> {
        let input = io::stdin();
        if input.is_terminal() && !self.output.is_json() {
            let mut out = self.output.writer();
            write!(out, "> ")?;
            out.flush()?;
        }
        let mut line = Vec::new();
        // Far longer than any move; what follows is read as another line.
        let mut limited = io::Read::take(input.lock(), 1 << 16);
        limited
            .read_until(b'\n', &mut line)
            .map_err(|error| crate::file::unreadable("standard input", &error))?;
        Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()))
    }
}
