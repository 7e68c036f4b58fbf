//! The theorem of a game, searched for.

use serde::Deserialize;

use super::{
    Asker, Document, Format, OpenSubject, ProvedValue, Question, Verdict, Work, instance, parameter,
};
use crate::{
    Ending, Error, JudgeError, NotFound, NumerationChoice, Playable, ProveOptions, Theorem, document,
    for_every_number, judge, judge_claim, judge_claim_for_every_number, judge_letter_claim, known_or_proved,
    looks_like_a_claim, prove_every_number, prove_letters, prove_wanted,
    rules::{Game, HeapCount},
    settings, words,
};

/// Find the law of a game and prove it
#[derive(Clone, Debug, Default, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[serde(rename_all = "kebab-case")]
pub struct Prove {
    /// The game.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[serde(flatten)]
    pub subject: OpenSubject,
    /// The value [default: outcome; of a take-and-break code grundy, or quotient in misère play]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    #[serde(default)]
    pub value: Option<ProvedValue>,
    /// The largest heap of a quotient [default: all heaps, if a theorem proves that the quotient does not grow], or the
    /// largest bound of slices [default: none]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", conflicts_with = "claim"))]
    #[serde(default)]
    pub upto: Option<u32>,
    /// Test whether this is the law of the game: a claim, as in 'P iff h1 = h2' or 'g = h1 xor h2', or a certificate
    #[cfg_attr(feature = "clap", arg(long, value_name = "CLAIM", conflicts_with = "value"))]
    #[serde(default)]
    pub claim: Option<String>,
    /// The digits that the law is to read: auto, 2, 3, ..., fibonacci, tribonacci, ostrowski(a,b,...), fraenkel(s,t)
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "NAME", default_value = "auto", conflicts_with = "claim")
    )]
    #[serde(default, deserialize_with = "parameter::parsed")]
    #[schemars(with = "String", extend("default" = "auto"))]
    pub numeration: NumerationChoice,
    /// Divide the range of the letters into cones, each with a theorem of its own (rules with letters)
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "claim"))]
    #[serde(default)]
    pub cones: bool,
    /// Prove the positions where this coordinate is at most 0, 1, 2, ..., each from the one before, until a limit or the
    /// largest bound; of several, as in h1,h2, by the largest bound, then lexicographically
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAMES", conflicts_with_all = ["claim", "cones"]))]
    #[serde(default)]
    pub slice: Option<String>,
    /// If no law is found, also print a table of the states for each kind of digits
    #[cfg_attr(feature = "clap", arg(long, short))]
    #[serde(default)]
    pub verbose: bool,
}

impl Question for Prove {
    const NAME: &'static str = "prove";
    const EXAMPLE: &'static str = r#"{"game": "take-three"}"#;
    const VARIANTS: &'static [&'static str] = &[
        r#"{"game": "octal 0.123", "value": "quotient", "upto": 5}"#,
        r#"{"game": "wythoff", "numeration": "fibonacci"}"#,
        r#"{"game": "heaps 2; move take any from 1 heap; pass 1 unless empty", "slice": "h1", "upto": 1}"#,
        r#"{"game": "for all a, b where 1 <= a, a < b, b <= 3 * a; heaps 1; move take {a,b} from 1 heap", "cones": true}"#,
    ];
    const HOSTILE: &'static [&'static str] = &[
        r#"{"game": "0.16"}"#,
        r#"{"game": "counters a, b; move b -> b - 2", "value": "grundy"}"#,
        r#"{"game": "heap sizes 1..2; move take 2 from 3 heaps", "value": "grundy"}"#,
        r#"{"game": "heaps 2; move take any from 1 heap; move take the same 1..2000 from 2 heaps"}"#,
        r#"{"game": "heaps 5; move take at least 2 from at most 2 heaps"}"#,
        r#"{"game": "heaps any; move take any from 1..7 heaps; misere", "heaps": "all"}"#,
        r#"{"game": "heaps any; move take 1..40 from 2 heaps", "heaps": "all"}"#,
        r#"{"game": "for all a, b, c where 1 <= a, a < b, b < c; heaps 1; move take {a,b,c} from 1 heap", "cones": true}"#,
        r#"{"game": "for all a, b, c, d, e, f where 1 <= a, a < b, b < c, c < d, d < e, e < f; heaps 1; move take {a,b,c,d,e,f} from 1 heap", "cones": true, "value": "grundy"}"#,
        r#"{"game": "nim", "heaps": 3, "claim": "g = h1 mod 60000"}"#,
        r#"{"game": "nim", "heaps": 2, "claim": "P iff h1 mod 65521 = h2 mod 65519"}"#,
        r#"{"game": "heaps 3; move take odd from 1 heap when total > 7; move take 1..40 from 2 heaps when largest > smallest; pass 1 unless empty", "claim": "P iff h1 = h2"}"#,
    ];
    const DOCUMENTS: &'static [Document] = &[
        Document::of::<document::Prove>(),
        Document::of::<document::ProveLetters>(),
        Document::of::<document::ProveSlices>(),
    ];
    const FORMATS: &'static [Format] = Format::TEXT;
    const WORK: Work = Work::Proof;

    fn ask<A: Asker>(&self, asker: &mut A) -> Result<Verdict, A::Failure> {
        let (claims, kept) = (self.claim.is_some(), asker.checkpoint().is_some());
        let auto = self.numeration == NumerationChoice::default();
        if claims && (self.value.is_some() || self.upto.is_some() || self.cones || !auto) {
            return Err(Error::usage(
                "{claim} cannot be combined with {value}, {upto}, {numeration} or {cones}",
            )
            .into());
        }
        let all = settings(&self.subject.set).map_err(Error::from)?;
        if self.subject.all_heaps() && kept {
            return Err(Error::usage("{heaps all} cannot be combined with {checkpoint}").into());
        }
        if let [settings] = &all[..] {
            let game = asker.game(&self.subject.game, settings)?;
            if let Some(names) = &self.slice {
                if !game.letters().is_empty() || claims || self.cones || self.subject.all_heaps() {
                    let why = "{slice} cannot be combined with letters, {claim}, {cones} or {heaps all}";
                    return Err(Error::usage(why).into());
                }
                return self.slices(&game, names, asker);
            }
            if !game.letters().is_empty() {
                let certificate = self.claim.as_deref().is_some_and(|claim| !is_claim(claim, asker));
                if certificate || kept || self.upto.is_some() {
                    let why = "rules with letters cannot be combined with {checkpoint}, {upto} or certificate as a {claim}";
                    return Err(Error::usage(why).into());
                }
                return self.with_letters(&game, asker);
            }
            if self.cones {
                return Err(Error::usage("{cones} is for rules with letters, `for all a, b`").into());
            }
            let (about, ending) = self.one(&game, asker)?;
            return self.say(&about, &ending, asker);
        }
        if asker.output().is_some() || claims || kept || self.slice.is_some() {
            let why = "{set} with a range cannot be combined with {output}, {claim}, {slice} or {checkpoint}";
            return Err(Error::usage(why).into());
        }
        if !asker.takes_documents() {
            return Err(Error::usage("{set} takes one number here, as in k=4").into());
        }
        let mut verdict = Verdict::Done;
        for settings in &all {
            let game = asker.game(&self.subject.game, settings)?;
            let (about, ending) = self.one(&game, asker)?;
            let (line, mut document) = ending.under(settings, &about.title);
            about.add_to(&mut document);
            asker.say(&format_args!("{line}\n"), &document)?;
            if matches!(ending, Ending::NoLaw(_)) {
                verdict = Verdict::Limit;
            }
        }
        Ok(verdict)
    }
}

/// The subject of an ending.
struct About {
    title: String,
    /// The number of heaps, if the rules do not fix it.
    heaps: Option<usize>,
    /// The reason why it is not about every number of them, if that was to be proved.
    not_all: Option<String>,
}

impl About {
    fn every_number(game: &Game) -> Self {
        Self { title: words::title(game), heaps: None, not_all: None }
    }

    /// Adds the number of heaps and the reason.
    fn add_to(&self, document: &mut crate::document::Prove) {
        if let Some(heaps) = self.heaps {
            document.heaps = Some(heaps.into());
        }
        if document.reason.is_none() {
            document.reason = self.not_all.as_ref().map(|reason| not_all(reason));
        }
    }
}

fn not_all(reason: &str) -> String {
    format!("not proved for every number of heaps: {reason}")
}

impl Prove {
    /// Searches for the theorem of one game, or judges a claim about it.
    fn one<A: Asker>(&self, game: &Game, asker: &mut A) -> Result<(About, Ending), A::Failure> {
        let watch = asker.watch_for_proof();
        watch.check().map_err(Error::from)?;
        asker.begin("proving");
        let mut options = ProveOptions::default();
        options.states = asker.states().unwrap_or(options.states);
        options.checkpoint = asker.checkpoint().map(std::path::Path::to_owned);
        options.numeration.clone_from(&self.numeration);
        let goal = self.value.unwrap_or(ProvedValue::of(game)).goal();
        let mut not_all = None;
        // A search with a checkpoint is about a fixed number of heaps.
        let fixed = self.upto.is_some() || options.checkpoint.is_some();
        let in_words = self.claim.as_deref().filter(|claim| is_claim(claim, asker));
        if self.claim.is_some() && in_words.is_none() && self.subject.all_heaps() {
            return Err(Error::usage("{heaps all} goes with a {claim} in words").into());
        }
        // A claim that names heaps is about a fixed number of them.
        let one_number = match in_words {
            Some(claim) => bouton_logic::largest_heap(claim).is_some() || claim.contains("sorted"),
            None => self.claim.is_some(),
        };
        if self.subject.any_heaps(game) && !fixed && (!one_number || self.subject.all_heaps()) {
            let ending = match in_words {
                Some(claim) => {
                    judge_claim_for_every_number(game, claim, &options, &watch).map_err(Error::from)?
                }
                None => prove_every_number(game, goal, &options, &watch).map_err(Error::from)?,
            };
            match ending {
                Ending::NoLaw(NotFound { reason, .. }) if !self.subject.all_heaps() => not_all = Some(reason),
                ending => return Ok((About::every_number(game), ending)),
            }
        } else if self.subject.all_heaps() && game.code().is_none() {
            return Err(Error::usage("{heaps all} is for rules that say `heaps any`").into());
        }
        if let (Some(_), Some(claim), None) = (game.code(), &self.claim, in_words) {
            let why = format!("{}: {}", asker.named(claim), JudgeError::Code);
            return Err(Error::parameter("claim", &why).into());
        }
        // A claim that names h1 to hk is about k heaps.
        let named = in_words.and_then(bouton_logic::largest_heap).filter(|_| self.subject.any_heaps(game));
        let playable = match named {
            Some(heaps) => Playable::within(game, Some(heaps), &watch).map_err(Error::from)?,
            None => self.subject.playable_of(game, asker)?,
        };
        // With many heaps an automaton that reads the digits of each is large.
        if let (false, Some(ruleset)) = (fixed, playable.ruleset())
            && ruleset.dimension() >= MANY_HEAPS
            && self.numeration == NumerationChoice::Auto
            && let Some(open) = for_every_number(playable.game())
            && let proved @ Ending::Proved(_) =
                prove_every_number(&open, goal, &options, &watch.within(WORK)).map_err(Error::from)?
        {
            return Ok((About::every_number(&open), proved));
        }
        let ending = match (&self.claim, goal) {
            (Some(claim), _) if in_words.is_some() => {
                judge_claim(&playable, claim, asker.states(), &watch).map_err(Error::from)?
            }
            (Some(claim), _) => {
                let certificate = asker.certificate_text(claim)?;
                judge(&playable, &certificate, &watch).map_err(|error| asker.about(claim, error.into()))?
            }
            (None, Some(goal))
                if asker.takes_known()
                    && self.upto.is_none()
                    && self.numeration == NumerationChoice::Auto =>
            {
                known_or_proved(&playable, goal, asker.states(), &watch).map_err(Error::from)?
            }
            (None, _) => prove_wanted(&playable, goal, self.upto, &options, &watch).map_err(Error::from)?,
        };
        if let (Ending::NoLaw(_), None) = (&ending, &self.claim)
            && watch.check().is_ok()
            && let Some(open) = for_every_number(playable.game())
            && let proved @ Ending::Proved(_) =
                prove_every_number(&open, goal, &options, &watch).map_err(Error::from)?
        {
            return Ok((About::every_number(&open), proved));
        }
        let open = game.heaps() == HeapCount::Any;
        let heaps = playable.ruleset().filter(|_| open).map(|ruleset| ruleset.dimension());
        Ok((About { title: playable.title(), heaps, not_all }, ending))
    }

    /// Gives the ending, and writes the certificate.
    fn say<A: Asker>(&self, about: &About, ending: &Ending, asker: &mut A) -> Result<Verdict, A::Failure> {
        if asker.ended(ending)? {
            return Ok(Verdict::Done);
        }
        let output = asker.output().map(str::to_owned);
        let file = output.as_deref().filter(|&path| path != "-");
        if let Ending::Proved(proved) = ending
            && let Err(limit) = proved.theorem.find_words(&asker.watch())
        {
            // The proof exists although its words were not found.
            if let Some(path) = file {
                let written = write(path, &proved.theorem, asker)?;
                asker.beside(&written);
            }
            return Err(Error::from(limit).into());
        }
        let mut document = ending.document(&about.title, file);
        let (mut text, verdict) = match ending {
            Ending::Proved(proved) => {
                (format!("{}\n\n{}\n", proved.theorem.text(), proved.remark.trim_end()), Verdict::Done)
            }
            Ending::Refuted(refuted) => (format!("{}\n", refuted.sentence()), Verdict::No),
            Ending::NoLaw(NotFound { reason, helps, tried, .. }) => {
                let mut lines = vec![reason.clone()];
                lines.extend(Some(words::no_law::digits(tried)).filter(|digits| !digits.is_empty()));
                lines.extend(helps.and_then(|helps| asker.advice(helps, about.heaps)));
                let reason = lines.join("\n");
                let table = if self.verbose { words::no_law::table(tried) } else { String::new() };
                document.reason = Some(reason.clone());
                (format!("{reason}\n{table}"), Verdict::Limit)
            }
        };
        if let Some(reason) = about.not_all.as_ref().filter(|_| !matches!(ending, Ending::Refuted(_))) {
            text.push_str(&format!("\nThis is {}\n", not_all(reason)));
        }
        about.add_to(&mut document);
        match (ending, file) {
            (Ending::Proved(proved), Some(path)) => text.push_str(&write(path, &proved.theorem, asker)?),
            (Ending::Proved(proved), None) if output.is_some() => {
                instead(&mut text, proved.theorem.certificate(), asker);
            }
            (_, None) if output.is_some() => instead(&mut text, "", asker),
            _ => {}
        }
        asker.say(&text, &document)?;
        Ok(verdict)
    }

    /// Searches for the theorem of rules with letters.
    fn with_letters<A: Asker>(&self, game: &Game, asker: &mut A) -> Result<Verdict, A::Failure> {
        asker.begin("proving");
        let goal = instance::goal(self.value)?;
        let watch = asker.watch_for_proof();
        let ending = match &self.claim {
            Some(claim) => judge_letter_claim(game, claim, asker.states(), &watch),
            None => prove_letters(game, goal, self.cones, &watch),
        };
        let ending = ending.map_err(Error::from)?;
        if asker.ended_with_letters(&ending, game)? {
            return Ok(Verdict::Done);
        }
        let output = asker.output().map(str::to_owned);
        let file = output.as_deref().filter(|&path| path != "-");
        let document = ending.document(game, file, self.cones);
        let mut text = ending.text(game, self.cones);
        let verdict = match (&ending.theorem, &ending.refuted) {
            (Some(_), _) => Verdict::Done,
            (None, Some(_)) => Verdict::No,
            (None, None) => Verdict::Limit,
        };
        if let Some(theorem) = &ending.theorem {
            if let Some(path) = file {
                asker.write_file(path, theorem.certificate().as_bytes())?;
                text.push_str(&format!("certificate written to {path}\n"));
            } else if output.is_some() {
                instead(&mut text, theorem.certificate(), asker);
            }
        }
        asker.say(&text, &document)?;
        Ok(verdict)
    }
}

/// The number of heaps from which on a theorem for every number of them is sought first, and the work limit of that search.
const MANY_HEAPS: usize = 9;
const WORK: u64 = 1 << 32;

/// Whether a text is a claim, rather than a certificate or the name of a file.
fn is_claim<A: Asker>(given: &str, asker: &A) -> bool {
    !asker.is_file(given) && looks_like_a_claim(given)
}

/// Gives the certificate as the answer, and the text separately.
fn instead<A: Asker>(text: &mut String, certificate: &str, asker: &mut A) {
    asker.beside(text);
    certificate.clone_into(text);
}

/// Writes the certificate of a theorem, and the file that it names beside it; returns a message about the written
/// files.
fn write<A: Asker>(path: &str, theorem: &Theorem, asker: &mut A) -> Result<String, A::Failure> {
    let mut text = String::new();
    if let Some((name, values)) = theorem.stored() {
        let beside = std::path::Path::new(path).with_file_name(name).display().to_string();
        asker.write_file(&beside, values)?;
        text = format!("values written to {beside}\n");
    }
    asker.write_file(path, theorem.certificate().as_bytes())?;
    Ok(text + &format!("certificate written to {path}\n"))
}
