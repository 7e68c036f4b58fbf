//! The table at which the game is played: turns, talk, and the end.

use std::io::{self, BufRead, IsTerminal, Write};

use bouton::{
    Answer, BigPosition, Convention, Source,
    document::{Play, PlayedMove},
};

use super::{
    engine::Engine,
    entry::{Entry, understand},
};
use crate::{failure::Failure, output::Output, words};

const HELP: &str = "
  moves  what may be moved to
  hint   a best move
  why    what the position is worth, and why
  undo   take back your last move
  quit   leave the game
";

/// One game in progress.
pub(super) struct Table<'a> {
    engine: Engine,
    output: &'a Output,
    /// Positions so far; who moves follows from their number.
    history: Vec<BigPosition>,
    human: usize,
    finished: bool,
    transcript: Vec<PlayedMove>,
}

/// What a player's turn ended with.
enum Turn {
    Moved,
    TakenBack,
    Left,
}

impl<'a> Table<'a> {
    pub(super) fn new(engine: Engine, start: BigPosition, human: usize, output: &'a Output) -> Self {
        Self { engine, output, history: vec![start], human, finished: false, transcript: Vec::new() }
    }

    /// Plays until the end of the game or of the input.
    pub(super) fn play(mut self) -> Result<(), Failure> {
        let title = self.engine.playable().title();
        self.tell(&format!("{title}, {}", words::convention_name(self.engine.convention())))?;
        self.tell("type `help` for help")?;
        while let Some(position) = self.history.last().cloned() {
            let known = self.engine.answer(&position)?;
            if known.moves.is_empty() && known.all_moves {
                self.finish()?;
                break;
            }
            if self.mover() == self.human {
                self.tell(&format!("{}  your move", self.engine.write(&position)))?;
                match self.turn(&position, &known)? {
                    Turn::Moved | Turn::TakenBack => {}
                    Turn::Left => {
                        self.tell("good bye")?;
                        break;
                    }
                }
            } else {
                self.reply(&position, &known)?;
            }
        }
        if self.output.is_json() { self.document() } else { Ok(()) }
    }

    fn mover(&self) -> usize {
        (self.history.len() - 1) % self.engine.players()
    }

    /// The computer's move.
    fn reply(&mut self, position: &BigPosition, known: &Answer) -> Result<(), Failure> {
        let Some(to) = self.engine.choose(known) else {
            return Err(Failure::limit("no move is known here"));
        };
        let name = self.name(self.mover());
        self.tell(&format!("{}  {name} moves to {to}", self.engine.write(position)))?;
        let placed = self.engine.playable().place(&to)?;
        self.record(&to.to_string());
        self.history.push(placed);
        Ok(())
    }

    /// The player's turn: questions first, then a move.
    fn turn(&mut self, position: &BigPosition, known: &Answer) -> Result<Turn, Failure> {
        loop {
            let Some(line) = self.read()? else { return Ok(Turn::Left) };
            if line.trim().is_empty() {
                continue;
            }
            match understand(&line, self.engine.playable(), position) {
                Err(message) => self.tell(&message)?,
                Ok(Entry::Help) => self.tell(&self.help())?,
                Ok(Entry::Hint) => self.tell(&self.hint(known))?,
                Ok(Entry::Why) => self.tell(&self.why(known))?,
                Ok(Entry::Moves) => self.tell(&moves(known))?,
                Ok(Entry::Quit) => return Ok(Turn::Left),
                Ok(Entry::Undo) => {
                    if self.take_back() {
                        return Ok(Turn::TakenBack);
                    }
                    self.tell("there is nothing to take back")?;
                }
                Ok(Entry::Move(targets)) => {
                    let allowed: Vec<Option<bool>> =
                        targets.iter().map(|to| self.engine.allows(position, to, known)).collect();
                    if let Some(place) = allowed.iter().position(|&allowed| allowed == Some(true)) {
                        let to = targets[place].clone();
                        self.record(&self.engine.write(&to).to_string());
                        self.history.push(to);
                        return Ok(Turn::Moved);
                    }
                    if allowed.contains(&None) {
                        self.tell("whether this is allowed cannot be told at this size; try another move")?;
                    } else {
                        self.tell("this is no move of the rules; `moves` lists them")?;
                    }
                }
            }
        }
    }

    /// Takes back to the player's last move.
    fn take_back(&mut self) -> bool {
        let players = self.engine.players();
        if self.history.len() <= players {
            return false;
        }
        self.history.truncate(self.history.len() - players);
        self.transcript.truncate(self.history.len() - 1);
        true
    }

    fn hint(&self, known: &Answer) -> String {
        match self.engine.choose(known) {
            Some(to) if known.moves.iter().any(|option| option.winning) => format!("move to {to}: it wins"),
            Some(to)
                if known.moves.iter().any(|option| !option.best)
                    && known.moves.iter().any(|option| option.best) =>
            {
                format!("no move wins; the best is {to}")
            }
            Some(to) => format!("no move is better than another; for example {to}"),
            None => "there is no move".to_owned(),
        }
    }

    /// How a move is written, and what can be asked.
    fn help(&self) -> String {
        let playable = self.engine.playable();
        let heaps = playable.ruleset().is_none_or(|ruleset| *ruleset.space() == bouton::Space::Heaps);
        let mut text = "Write the position to move to (for example 1,4,5)".to_owned();
        if heaps && playable.ruleset().is_some() {
            text.push_str(", or `take 2 from 3`");
        }
        if playable.has_controls() {
            text.push_str(", or `pass`");
        }
        format!("{text}.{}", HELP.trim_end())
    }

    fn why(&self, known: &Answer) -> String {
        let meaning = words::meaning(self.engine.convention(), known.value);
        let mut text = format!("{} is {}: {meaning}", known.position, known.outcome);
        if let Some(grundy) = &known.grundy {
            text.push_str(&format!("; Grundy value {grundy}"));
        }
        if let Some(remoteness) = known.remoteness {
            text.push_str(&format!(
                "; {} to the end if both play well",
                words::counted(usize::try_from(remoteness).unwrap_or(usize::MAX), "move")
            ));
        }
        let winning = known.winning_moves().count();
        let more = if known.all_winning_moves { "" } else { " or more" };
        text.push_str(&match winning {
            0 => "\nno move leads to a P-position".to_owned(),
            count => format!(
                "\n{}{more} to a P-position",
                match count {
                    1 => "1 move leads".to_owned(),
                    many => format!("{many} moves lead"),
                }
            ),
        });
        text.push_str(&format!("\nknown {}", self.engine.source(known)));
        // What was solved may have a law all the same.
        if known.source == Source::Solved
            && let Some(law) = bouton::bundled_law(self.engine.playable(), false)
        {
            text.push_str(&format!("\nthe law: {}", crate::theorem::of_law(&law)));
        }
        text
    }

    /// Says who has won.
    fn finish(&mut self) -> Result<(), Failure> {
        self.finished = true;
        let position = self.history.last().map(|position| self.engine.write(position).to_string());
        self.tell(&format!("{}  there is no move left", position.unwrap_or_default()))?;
        let text = match self.last_mover() {
            None => "nobody has moved".to_owned(),
            Some(last) => match self.engine.convention() {
                Convention::Normal | Convention::Coalition => {
                    format!("{} made the last move and won", self.name(last))
                }
                Convention::Misere => {
                    let winner = 1 - last;
                    format!("{} made the last move: {} won", self.name(last), self.name(winner))
                }
                Convention::Podium { .. } => {
                    let players = self.engine.players();
                    // Who moved last is first, who moved before is second, and so on.
                    let order: Vec<String> = (0..players)
                        .map(|place| {
                            format!("{}. {}", place + 1, self.name((last + players - place) % players))
                        })
                        .collect();
                    order.join(", ")
                }
            },
        };
        self.tell(&text)
    }

    fn last_mover(&self) -> Option<usize> {
        (self.history.len() > 1).then(|| (self.history.len() - 2) % self.engine.players())
    }

    fn name(&self, player: usize) -> String {
        if player == self.human {
            return "you".to_owned();
        }
        if self.engine.players() == 2 {
            return "the computer".to_owned();
        }
        // Counted without the human.
        let number = if player > self.human { player } else { player + 1 };
        format!("computer {number}")
    }

    fn record(&mut self, to: &str) {
        let by = self.name(self.mover());
        self.transcript.push(PlayedMove { by, to: to.to_owned() });
    }

    fn document(&self) -> Result<(), Failure> {
        let winner = match (self.finished, self.last_mover(), self.engine.convention()) {
            (true, Some(last), Convention::Misere) => Some(self.name(1 - last)),
            (true, Some(last), _) => Some(self.name(last)),
            _ => None,
        };
        let first = self.history.first().map(|position| self.engine.write(position).to_string());
        self.output.document(&Play {
            game: self.engine.playable().title(),
            position: first.unwrap_or_default(),
            players: self.engine.players(),
            moves: self.transcript.clone(),
            finished: self.finished,
            winner,
        })
    }

    /// Says something to the player; under `--json` the document says it all.
    fn tell(&self, text: &str) -> Result<(), Failure> {
        if self.output.is_json() {
            return Ok(());
        }
        let mut out = self.output.writer();
        writeln!(out, "{text}")?;
        Ok(out.flush()?)
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
            .map_err(|error| Failure::input("file", format!("standard input cannot be read: {error}")))?;
        if line.is_empty() {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

/// The positions that may be moved to.
fn moves(known: &Answer) -> String {
    const MOST: usize = 60;
    let shown: Vec<String> = known.moves.iter().take(MOST).map(|option| option.to.to_string()).collect();
    let rest = if known.all_moves && known.moves.len() <= MOST { "" } else { " …" };
    format!("{}{rest}", shown.join(" "))
}
