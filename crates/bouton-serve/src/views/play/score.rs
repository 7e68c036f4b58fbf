//! The score of a game: start, moves, player to move. It is read from a query and written into
//! links.

use bouton::{
    Answer, Arena, BigPosition, Convention, Space, Watch,
    play::{
        self, Entry, Fairness, Level, Partner, Start, fair_start, fairness, first_start, parted, understand,
    },
};
use maud::{Markup, html};
use num_bigint::BigUint;

use crate::{
    failure::Failure,
    players::{Player, Players, WithLetters},
    query::{Query, position, typed_position},
    texts::{shown, t, with},
    views::{layout::GameLink, prove::Known},
};

/// The opponent, which plays for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    /// The computer, perfectly.
    Perfect,
    /// The computer, with this rate of errors.
    Errs(Level),
    /// Nobody: the user plays for all players.
    Nobody,
}

/// The reason why a move was not made.
pub(crate) enum Step {
    /// The text is not a legal move.
    Wrong(String),
    /// The text may mean each of these moves, of which the last part may be split in several ways.
    Several(Vec<String>),
    /// The program could not decide about it.
    Failed(Failure),
}

/// A game so far.
pub(crate) struct Score {
    link: GameLink,
    player: Player,
    start: String,
    /// Positions after each move, in written form.
    moves: Vec<String>,
    /// The number of moves up to the displayed position.
    at: usize,
    /// Positions from the start on, after each move.
    reached: Vec<BigPosition>,
    placed: BigPosition,
    /// Lines that were left for another move, each from the start on; the last one left comes last.
    others: Vec<Vec<String>>,
    human: usize,
    opponent: Opponent,
    seed: u64,
    /// Whether options are evaluated.
    evaluated: bool,
    /// The fairness of the start, if the program has chosen it.
    fairness: Fairness,
}

/// The most moves of a score.
const MOST_MOVES: usize = 500;
/// The most characters of stored lines: a link has to hold them.
const MOST_KEPT: usize = 6000;
/// The default rate of errors of an opponent.
pub(super) const USUAL: &str = "30%";

impl Score {
    /// Reads a score and replays it.
    ///
    /// # Errors
    ///
    /// If it is not a score of the game.
    pub(crate) fn read(
        query: &Query,
        digits: usize,
        (theorems, players): (&Known, &Players),
        watch: &Watch,
    ) -> Result<Self, Failure> {
        let (game, heaps) = (query.game(watch)?, query.heaps()?);
        let given = query.get("start").or(query.get("position"));
        let start = match given {
            Some(text) => typed_position(text, digits)?,
            None => first(&game, heaps, watch)?,
        };
        // A game with any number of heaps has those of its start, if rules can be written out for that many.
        let own = Some(start.coordinates.len()).filter(|&own| own <= bouton::rules::MAX_HEAPS);
        let heaps = if game.is_open() { own } else { heaps };
        let theorem = theorems.of_game(&game, heaps, watch);
        let letters = WithLetters::of(query);
        let player_at =
            |start| players.for_game(&game, heaps, (theorem.as_deref(), letters.as_ref()), start, watch);
        let mut player = player_at(&start)?;
        let mut placed = player.partner().playable().place(&start)?;
        let moves = line(query.get("line").unwrap_or_default());
        let others: Vec<Vec<String>> = query
            .get("others")
            .into_iter()
            .flat_map(|lines| lines.split('|'))
            .map(line)
            .filter(|line| !line.is_empty())
            .collect();
        if moves.len() > MOST_MOVES {
            return Err(Failure::too_large("a game", MOST_MOVES, "moves"));
        }
        let at = query
            .number("at")?
            .and_then(|at| usize::try_from(at).ok())
            .unwrap_or(moves.len())
            .min(moves.len());
        let opponent = match query.get("opponent") {
            Some("nobody") => Opponent::Nobody,
            Some("errs") => {
                let level = query.read_as("rate", "how many moves in a hundred are errors, 0 to 100")?;
                Opponent::Errs(level.or_else(|| USUAL.parse().ok()).unwrap_or_default())
            }
            _ => Opponent::Perfect,
        };
        let last = player.partner().players() - 1;
        let human = query.number("you")?.and_then(|you| usize::try_from(you).ok()).unwrap_or(0).min(last);
        let seed = query.number("seed")?.unwrap_or(1).min(u64::MAX - 1);
        let mut fairness = Fairness::Fair;
        if given.is_none() {
            let mover = if opponent == Opponent::Nobody { 0 } else { human };
            let chosen = fair(player.partner(), &placed, mover, seed)?;
            fairness = chosen.fairness;
            if chosen.position != placed {
                placed = chosen.position;
                player = player_at(&player.partner().write(&placed))?;
            }
        }
        let start = player.partner().write(&placed).to_string();
        let link = GameLink { heaps, ..GameLink::of(query).unwrap_or_default() };
        let mut score = Self {
            link,
            player,
            start,
            moves,
            at,
            reached: vec![placed.clone()],
            placed,
            others,
            human,
            opponent,
            seed,
            evaluated: query.flag("eval"),
            fairness,
        };
        // Each step must be a move; the displayed position is the one that matters.
        let mut reached = vec![score.placed.clone()];
        for (index, text) in score.moves.iter().enumerate() {
            let to = score.partner().playable().place(&position(text, digits)?)?;
            if score.allows(&reached[index], &to)? != Some(true) {
                let from = score.partner().write(&reached[index]).to_string();
                return Err(Failure::input(
                    "position",
                    &with("play.no-such-step", &[&(index + 1).to_string(), &from, &shown(text)]),
                ));
            }
            if index + 1 == score.at {
                score.placed = to.clone();
            }
            reached.push(to);
        }
        score.reached = reached;
        Ok(score)
    }

    /// Whether a move is allowed by the rules.
    fn allows(&self, from: &BigPosition, to: &BigPosition) -> Result<Option<bool>, Failure> {
        match self.partner().permits(from, to) {
            Some(permitted) => Ok(Some(permitted)),
            None => Ok(self.partner().allows(from, to, &self.partner().answer(from)?)),
        }
    }

    /// The answer about the displayed position.
    pub(crate) fn known(&self) -> Result<Answer, Failure> {
        Ok(self.partner().answer(&self.placed)?)
    }

    /// Makes the move that the user has typed.
    pub(crate) fn offer(&mut self, text: &str) -> Result<(), Step> {
        let text = text.trim_end_matches([',', ';', ' ']);
        // As the board says which position it means.
        let (text, written) = match text.strip_prefix("to ") {
            Some(position) => (position, true),
            None => (text, false),
        };
        if !written {
            let meant = self.meant_by_number(text)?;
            if let [amount, ..] = meant.as_slice()
                && (meant.len() > 1 || amount.0[0].to_string() != text.trim())
            {
                return Err(Step::Several(self.in_writing(&meant)));
            }
        }
        let targets = match understand(text, self.partner().playable(), &self.placed) {
            Ok(Entry::Move(targets)) => targets,
            Ok(_) => return Err(Step::Wrong(with("play.illegal", &[&shown(text)]))),
            // What is neither a position nor an amount may be anything.
            Err(_) if !is_a_move(text) => {
                return Err(Step::Wrong(with("play.illegal", &[&shown(text)])));
            }
            Err(message) => {
                let several = parted(text, self.partner().playable(), &self.placed);
                if several.is_empty() {
                    return Err(Step::Wrong(message));
                }
                return Err(Step::Several(self.in_writing(&several)));
            }
        };
        let mut unknown = false;
        let why = targets.first().and_then(|to| self.why_not(to));
        for to in targets {
            match self.allows(&self.placed, &to).map_err(Step::Failed)? {
                Some(true) => {
                    self.make(to);
                    // The moves made before are repeated up to the next turn of the user.
                    while !self.is_latest() && !self.humans_turn() {
                        self.at += 1;
                    }
                    self.placed = self.reached[self.at].clone();
                    return Ok(());
                }
                Some(false) => {}
                None => unknown = true,
            }
        }
        if unknown {
            return Err(Step::Wrong(t("play.cannot-tell").to_owned()));
        }
        let message = match (why, self.amounts()) {
            (Some(why), _) => format!("{} {why}", with("play.illegal-here", &[&shown(text)])),
            (None, Some((all, first))) => with("play.illegal-amount", &[&shown(text), &all, &first]),
            (None, None) => with("play.illegal", &[&shown(text)]),
        };
        Err(Step::Wrong(message))
    }

    /// Positions in written form.
    fn in_writing(&self, positions: &[BigPosition]) -> Vec<String> {
        positions.iter().map(|to| self.partner().write(to).to_string()).collect()
    }

    /// The moves that a number alone may mean where one heap is left: those of this amount, and the one to this size.
    fn meant_by_number(&self, text: &str) -> Result<Vec<BigPosition>, Step> {
        let text = text.trim();
        let mut meant = Vec::new();
        if self.placed.0.len() != 1 || text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(meant);
        }
        let playable = self.partner().playable();
        for line in [format!("take {text}"), text.to_owned()] {
            let (targets, most) = match understand(&line, playable, &self.placed) {
                // One position in several states.
                Ok(Entry::Move(targets)) => (targets, 1),
                _ => (parted(&line, playable, &self.placed), usize::MAX),
            };
            let mut allowed = Vec::new();
            for to in targets {
                if allowed.len() < most && self.allows(&self.placed, &to).map_err(Step::Failed)? == Some(true)
                {
                    allowed.push(to);
                }
            }
            meant.extend(allowed.into_iter().filter(|to| !meant.contains(to)).collect::<Vec<_>>());
        }
        Ok(meant)
    }

    /// The amounts that may be taken from the only heap, in words, and the least of them; `None` if they are too many
    /// to be told.
    fn amounts(&self) -> Option<(String, String)> {
        const MOST: usize = 8;
        let is_heap = super::board::Kind::of(self) == super::board::Kind::Heaps;
        let known = self.known().ok().filter(|known| is_heap && known.all_moves)?;
        let [size] = self.placed.0.as_slice() else { return None };
        let taken = known.moves.iter().filter_map(|option| {
            let rest = option.to.coordinates.first().filter(|rest| *rest < size)?;
            Some(size - rest)
        });
        let amounts: Vec<BigUint> = taken.collect::<std::collections::BTreeSet<_>>().into_iter().collect();
        let (first, last) = (amounts.first()?, amounts.last()?);
        let words = match amounts.as_slice() {
            [only] => only.to_string(),
            [first, second] => with("play.or", &[&first.to_string(), &second.to_string()]),
            all if (last - first + 1u32) == BigUint::from(all.len()) => {
                with("play.amounts", &[&first.to_string(), &last.to_string()])
            }
            [before @ .., last] if amounts.len() <= MOST => {
                let before: Vec<String> = before.iter().map(ToString::to_string).collect();
                with("play.or", &[&before.join(", "), &last.to_string()])
            }
            _ => return None,
        };
        Some((words, first.to_string()))
    }

    /// Why a heap cannot be divided so, in a game whose moves only divide heaps.
    fn why_not(&self, to: &BigPosition) -> Option<String> {
        let Arena::Code(code) = self.partner().playable().arena() else { return None };
        if super::board::most_taken(code) > 0 || !super::board::divides(code) {
            return None;
        }
        let (mut gone, mut parts): (Vec<BigUint>, Vec<BigUint>) = (self.placed.0.clone(), Vec::new());
        for heap in &to.0 {
            match gone.iter().position(|other| other == heap) {
                Some(place) => drop(gone.remove(place)),
                None => parts.push(heap.clone()),
            }
        }
        // Equal parts may have the size of another heap.
        let ([heap], [_, _]) = (gone.as_slice(), parts.as_slice()) else { return None };
        let sum: BigUint = parts.iter().sum();
        if sum != *heap {
            return Some(with(
                "play.not-the-heap",
                &[&parts[0].to_string(), &parts[1].to_string(), &sum.to_string(), &heap.to_string()],
            ));
        }
        (code.parts_are_unequal() && parts[0] == parts[1]).then(|| t("play.unequal").to_owned())
    }

    /// Makes a move. Where it leaves the line, the line is stored as a variation.
    fn make(&mut self, to: BigPosition) {
        let text = self.partner().write(&to).to_string();
        if self.moves.get(self.at) != Some(&text) {
            (self.moves, self.others) = self.with_move(text);
            self.reached.truncate(self.at + 1);
            self.reached.push(to.clone());
        }
        self.at += 1;
        self.placed = to;
    }

    /// The line after a move from here, and the lines that are stored then.
    fn with_move(&self, text: String) -> (Vec<String>, Vec<Vec<String>>) {
        let mut line = self.moves[..self.at].to_vec();
        line.push(text);
        if self.moves.starts_with(&line) {
            return (self.moves.clone(), self.others.clone());
        }
        let others = self.kept(&line);
        (line, others)
    }

    /// The lines to store when another line is played: without those that are beginnings of others, as many
    /// as fit into a link.
    fn kept(&self, line: &[String]) -> Vec<Vec<String>> {
        let all: Vec<&Vec<String>> = self.others.iter().chain([&self.moves]).collect();
        let mut others: Vec<Vec<String>> = Vec::new();
        let mut room = MOST_KEPT;
        for (place, one) in all.iter().enumerate().rev() {
            let again = all[place + 1..].iter().any(|later| later.starts_with(one));
            let length = one.iter().map(|text| text.len() + 1).sum::<usize>();
            if one.is_empty() || again || line.starts_with(one) || length > room {
                continue;
            }
            room -= length;
            others.push((*one).clone());
        }
        others.reverse();
        others
    }

    /// Makes a move of the computer, if it is its turn and there is a move.
    pub(crate) fn computer_moves(&mut self) -> Result<bool, Failure> {
        if self.opponent == Opponent::Nobody || self.humans_turn() || self.moves.len() >= MOST_MOVES {
            return Ok(false);
        }
        let known = self.known()?;
        // Chance depends on the seed: the same link is the same game.
        let level = if let Opponent::Errs(level) = self.opponent { level } else { Level::default() };
        let opponent = play::Opponent { level, seed: self.seed };
        let Some(to) = opponent.choose(self.at, &known) else { return Ok(false) };
        let to = self.partner().playable().place(&to)?;
        self.make(to);
        Ok(true)
    }

    pub(crate) fn partner(&self) -> &Partner {
        self.player.partner()
    }

    /// The player that has answered, for the next request.
    pub(crate) fn into_player(self) -> Player {
        self.player
    }

    pub(crate) fn placed(&self) -> &BigPosition {
        &self.placed
    }

    pub(crate) fn players(&self) -> usize {
        self.partner().players()
    }

    pub(crate) fn human(&self) -> usize {
        self.human
    }

    pub(crate) fn opponent(&self) -> Opponent {
        self.opponent
    }

    pub(crate) fn start(&self) -> &str {
        &self.start
    }

    pub(crate) fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The number of moves up to the displayed position.
    pub(crate) fn shown(&self) -> usize {
        self.at
    }

    pub(crate) fn is_latest(&self) -> bool {
        self.at == self.moves.len()
    }

    pub(crate) fn mover(&self) -> usize {
        self.at % self.players()
    }

    /// Whether the user is to move.
    pub(crate) fn humans_turn(&self) -> bool {
        self.opponent == Opponent::Nobody || self.mover() == self.human
    }

    /// The number of moves before those that the computers have made since the last move of the user.
    pub(crate) fn first_reply(&self) -> usize {
        let is_reply =
            |index: &usize| self.opponent != Opponent::Nobody && index % self.players() != self.human;
        (0..self.at).rev().take_while(is_reply).last().unwrap_or(self.at)
    }

    /// The name of a player.
    pub(crate) fn name(&self, player: usize) -> String {
        if self.opponent == Opponent::Nobody {
            return with("play.player", &[&(player + 1).to_string()]);
        }
        if player == self.human {
            return t("play.you-name").to_owned();
        }
        if self.players() == 2 {
            return t("play.computer").to_owned();
        }
        let number = if player > self.human { player } else { player + 1 };
        with("play.computer-number", &[&number.to_string()])
    }

    /// Whether the user has won against a single computer, at the end of a game.
    pub(crate) fn human_won(&self) -> Option<bool> {
        if self.players() != 2 || self.opponent == Opponent::Nobody || self.at == 0 {
            return None;
        }
        let made = (self.at - 1) % 2 == self.human;
        match self.partner().convention() {
            Convention::Normal => Some(made),
            Convention::Misere => Some(!made),
            Convention::Podium { .. } | Convention::Coalition => None,
        }
    }

    /// Whether the user has lost, at the end of a game: against a single computer, as the last of several players, or to
    /// another player who alone wins.
    pub(crate) fn human_lost(&self) -> bool {
        match self.partner().convention() {
            Convention::Podium { .. } if self.players() > 2 && self.opponent != Opponent::Nobody => {
                self.at > 0 && self.human == self.at % self.players()
            }
            Convention::Coalition if self.opponent != Opponent::Nobody => {
                self.at > 0 && self.human != (self.at - 1) % self.players()
            }
            _ => self.human_won() == Some(false),
        }
    }

    /// The result in words.
    pub(crate) fn result(&self) -> String {
        if self.at == 0 {
            return t("play.nobody-moved").to_owned();
        }
        let players = self.players();
        let last = (self.at - 1) % players;
        if let Some(won) = self.human_won() {
            return t(match (won, last == self.human) {
                (true, true) => "play.i-won-last",
                (true, false) => "play.i-won-other",
                (false, true) => "play.i-lost-last",
                (false, false) => "play.i-lost-other",
            })
            .to_owned();
        }
        match self.partner().convention() {
            Convention::Normal | Convention::Coalition => with("play.won", &[&self.name(last)]),
            Convention::Misere => with("play.lost", &[&self.name(last), &self.name((last + 1) % players)]),
            // Told place by place.
            Convention::Podium { .. } => String::new(),
        }
    }

    /// The players in the order of their places, at the end of a game of several players under the podium rule.
    pub(crate) fn places(&self) -> Vec<String> {
        let Convention::Podium { .. } = self.partner().convention() else { return Vec::new() };
        let players = self.players();
        let Some(last) = self.at.checked_sub(1) else { return Vec::new() };
        let named = |place: usize| self.name((last % players + players - place) % players);
        let first = with("play.first-place", &[&named(0)]);
        std::iter::once(first).chain((1..players).map(named)).collect()
    }

    pub(crate) fn link_to_game(&self) -> &GameLink {
        &self.link
    }

    /// The parameters of a link, besides the game.
    fn pairs(&self, moves: &[String], at: usize) -> Vec<(&'static str, String)> {
        let mut pairs = vec![("start", self.start.clone())];
        if !moves.is_empty() {
            pairs.push(("line", moves.join(";")));
        }
        if at != moves.len() {
            pairs.push(("at", at.to_string()));
        }
        if self.human != 0 {
            pairs.push(("you", self.human.to_string()));
        }
        match self.opponent {
            Opponent::Perfect => {}
            Opponent::Nobody => pairs.push(("opponent", "nobody".to_owned())),
            Opponent::Errs(level) => {
                pairs.extend([("opponent", "errs".to_owned()), ("rate", level.percent().to_string())]);
                pairs.push(("seed", self.seed.to_string()));
            }
        }
        if self.evaluated {
            pairs.push(("eval", "1".to_owned()));
        }
        if !self.others.is_empty() {
            pairs.push(("others", joined(&self.others)));
        }
        pairs
    }

    fn written(&self, moves: &[String], at: usize, more: &[(&str, &str)]) -> String {
        let pairs = self.pairs(moves, at);
        let all: Vec<(&str, &str)> =
            pairs.iter().map(|(name, value)| (*name, value.as_str())).chain(more.iter().copied()).collect();
        self.link.to("/play", &all)
    }

    /// The link to this position.
    pub(crate) fn link(&self) -> String {
        self.written(&self.moves, self.at, &[])
    }

    /// The link to this position for others: without its evaluation, which would tell them the winning moves.
    pub(crate) fn link_for_others(&self) -> String {
        let mut pairs = self.pairs(&self.moves, self.at);
        pairs.retain(|(name, _)| *name != "eval");
        let all: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.link.to("/play", &all)
    }

    /// The link to this position with the evaluation switched.
    pub(crate) fn evaluated_or_not(&self) -> String {
        let pairs = self.pairs(&self.moves, self.at);
        let mut all: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        match all.iter().position(|(name, _)| *name == "eval") {
            Some(place) => drop(all.remove(place)),
            None => all.push(("eval", "1")),
        }
        self.link.to("/play", &all)
    }

    pub(crate) fn is_evaluated(&self) -> bool {
        self.evaluated
    }

    /// The link to this position with further parameters.
    pub(crate) fn link_with(&self, more: &[(&str, &str)]) -> String {
        self.written(&self.moves, self.at, more)
    }

    /// The link to the position after `at` moves.
    pub(crate) fn at(&self, at: usize) -> String {
        self.written(&self.moves, at, &[])
    }

    /// The link to another line of the game.
    fn written_along(&self, line: &[String], at: usize, others: &[Vec<String>]) -> String {
        let mut pairs = self.pairs(line, at);
        pairs.retain(|(name, _)| *name != "others");
        if !others.is_empty() {
            pairs.push(("others", joined(others)));
        }
        let all: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.link.to("/play", &all)
    }

    /// The link to the position after one more move from here.
    pub(crate) fn after(&self, to: &str) -> String {
        let (line, others) = self.with_move(to.to_owned());
        self.written_along(&line, self.at + 1, &others)
    }

    /// The lines that were left: the number of moves that they share with this one, their other moves, and
    /// the link to the first of these.
    pub(crate) fn variations(&self) -> impl Iterator<Item = (usize, &[String], String)> {
        self.others.iter().filter_map(|line| {
            let shared = line.iter().zip(&self.moves).take_while(|(one, other)| one == other).count();
            let rest = line.get(shared..).filter(|rest| !rest.is_empty())?;
            let others = self.kept(line);
            Some((shared, rest, self.written_along(line, shared + 1, &others)))
        })
    }

    /// The link to a new game from the same start, with the same players or with the user's seat moved on.
    pub(crate) fn again(&self, change_seats: bool) -> String {
        let human = (self.human + usize::from(change_seats)) % self.players();
        let mut pairs = self.pairs(&[], 0);
        // A new game begins without what the last one showed.
        pairs.retain(|(name, _)| !matches!(*name, "others" | "seed" | "you" | "eval"));
        if human != 0 {
            pairs.push(("you", human.to_string()));
        }
        if let Opponent::Errs(_) = self.opponent {
            pairs.push(("seed", (self.seed + 1).to_string()));
        }
        let all: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.link.to("/play", &all)
    }

    /// The fairness of the start; one that was entered counts as fair.
    pub(crate) fn fairness(&self) -> Fairness {
        self.fairness
    }

    /// The positions from the start on.
    pub(crate) fn reached(&self) -> &[BigPosition] {
        &self.reached
    }

    /// The link to the previous position at which the user was to move.
    pub(crate) fn undone(&self) -> Option<String> {
        let mut at = self.at.checked_sub(1)?;
        if self.opponent != Opponent::Nobody {
            while at % self.players() != self.human {
                at = at.checked_sub(1)?;
            }
        }
        // The later moves remain, so that they can be redone.
        Some(self.written(&self.moves, at, &[]))
    }

    /// The link to the next position at which the user is to move, among the moves made.
    pub(crate) fn redone(&self) -> Option<String> {
        let mut at = self.at + 1;
        if at > self.moves.len() {
            return None;
        }
        while self.opponent != Opponent::Nobody && at < self.moves.len() && at % self.players() != self.human
        {
            at += 1;
        }
        Some(self.written(&self.moves, at, &[]))
    }

    /// The hidden fields of a form that keeps the score.
    pub(crate) fn fields(&self) -> Markup {
        html! {
            (self.link.fields())
            @for (name, value) in self.pairs(&self.moves, self.at) { input type="hidden" name=(name) value=(value); }
        }
    }
}

/// Whether a text looks like a move, so that its fault can be named.
fn is_a_move(text: &str) -> bool {
    let text = text.to_lowercase();
    let has = |words: &[&str]| text.split_whitespace().any(|word| words.contains(&word));
    text.parse::<bouton::Position>().is_ok()
        || text.contains(|c: char| c.is_ascii_digit())
            && has(&["take", "from", "becomes", "taken", "grows", "split"])
        || has(&["pass"])
}

/// The moves of a line.
fn line(text: &str) -> Vec<String> {
    let moves = text.split(';').map(str::trim).filter(|text| !text.is_empty());
    moves.map(str::to_owned).collect()
}

/// Lines as a parameter.
fn joined(lines: &[Vec<String>]) -> String {
    lines.iter().map(|line| line.join(";")).collect::<Vec<_>>().join("|")
}

/// The start of a game for which none is given: `usual`, if the player `human` turns after the player to move can win
/// there, but not by every move; else a position of that kind that `bouton play` would begin with.
fn fair(partner: &Partner, usual: &BigPosition, human: usize, seed: u64) -> Result<Start, Failure> {
    let known = partner.answer(usual).ok().filter(|known| !known.moves.is_empty());
    let usual_is = known.map(|known| fairness(partner, &known, human));
    let usual = Start { position: usual.clone(), fairness: usual_is.unwrap_or(Fairness::Lost) };
    if usual_is == Some(Fairness::Fair) {
        return Ok(usual);
    }
    // A start without a move is worse than any other.
    let found = fair_start(partner, human, seed)?;
    Ok(found.filter(|found| Some(found.fairness) > usual_is).unwrap_or(usual))
}

/// The default start: neither too small nor too large, with different heaps, or near this a position that exists and has
/// a move. The player to move wins in most games of the program.
pub(crate) fn first(
    game: &bouton::Game,
    heaps: Option<usize>,
    watch: &Watch,
) -> Result<bouton::Position, Failure> {
    let rules = game.rules();
    let heaps = heaps.or(game.is_open().then_some(crate::query::DEFAULT_HEAPS));
    let playable = bouton::Playable::within(rules, heaps, watch)?;
    let ruleset = playable.ruleset();
    let count = ruleset.map_or(1, bouton::Ruleset::dimension) as u64;
    let usual: Vec<u64> = match ruleset.map(bouton::Ruleset::space) {
        None => vec![9, 7],
        Some(Space::HeapSizes) => vec![2; usize::try_from(count).unwrap_or(1)],
        _ if count == 1 => vec![15],
        // 3,5 is lost in Wythoff's game.
        _ => {
            let last = |index| u64::from(count.is_multiple_of(2) && index + 1 == count);
            (0..count).map(|index| 3 + 2 * index + last(index)).collect()
        }
    };
    Ok(first_start(&playable, &usual).unwrap_or_else(|| bouton::Position::from_small(&usual)))
}
