//! The questions of the documentation: those that `bouton ask` answers in its transcripts.

use std::sync::LazyLock;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::{documentation::FILES, query::escaped};

/// A question as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Typed {
    /// The game.
    pub(crate) game: String,
    /// The other game, if there is one.
    pub(crate) with: Option<String>,
    /// The question.
    pub(crate) sentence: String,
}

impl Typed {
    /// The link to its answer, from the root of the server.
    pub(crate) fn link(&self) -> String {
        let with = self.with.as_ref().map_or_else(String::new, |game| format!("&with={}", escaped(game)));
        format!("ask?game={}{with}&sentence={}#answer", escaped(&self.game), escaped(&self.sentence))
    }
}

/// The words of a line that is typed into a shell, in which words between apostrophes are one.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted): (Vec<String>, Option<String>, bool) = (Vec::new(), None, false);
    for letter in line.chars() {
        match letter {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

/// The questions of a transcript. One with other options than the view has is left out.
pub(crate) fn typed(transcript: &str) -> Vec<Typed> {
    let commands = transcript.lines().filter_map(|line| line.strip_prefix("$ bouton ask "));
    let read = |command| {
        let (mut found, mut plain) = (Typed::default(), Vec::new());
        let mut words = words(command).into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--with" if found.with.is_none() => found.with = Some(words.next()?),
                option if option.starts_with('-') => return None,
                _ => plain.push(word),
            }
        }
        let [game, sentence] = <[String; 2]>::try_from(plain).ok()?;
        Some(Typed { game, sentence, ..found })
    };
    commands.filter_map(read).collect()
}

/// A question of the literature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// The heading above it.
    pub(crate) heading: String,
    /// The question in words.
    pub(crate) words: String,
    /// The question as it is typed, once or more often.
    pub(crate) typed: Vec<Typed>,
}

/// The questions of `questions.md`, in their order.
pub(crate) fn questions() -> &'static [Question] {
    static ALL: LazyLock<Vec<Question>> = LazyLock::new(|| {
        let found = FILES.iter().find(|(name, _)| *name == "questions.md");
        found.map_or(Vec::new(), |(_, bytes)| read(&String::from_utf8_lossy(bytes)))
    });
    &ALL
}

fn read(text: &str) -> Vec<Question> {
    let mut all: Vec<Question> = Vec::new();
    let mut heading = String::new();
    // The text that is being read: of a heading, of a question, or of a transcript.
    let (mut open, mut transcript): (Option<String>, bool) = (None, false);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Item) => open = Some(String::new()),
            Event::Start(Tag::CodeBlock(kind)) => {
                transcript = matches!(kind, CodeBlockKind::Fenced(kind) if &*kind == "console");
                open = Some(String::new());
            }
            Event::End(TagEnd::Heading(_)) => heading = open.take().unwrap_or_default(),
            Event::End(TagEnd::Item) => {
                let words = open.take().unwrap_or_default();
                all.push(Question { heading: heading.clone(), words, typed: Vec::new() });
            }
            Event::End(TagEnd::CodeBlock) => {
                let asked = open.take().filter(|_| transcript).map_or(Vec::new(), |text| typed(&text));
                transcript = false;
                if let Some(question) = all.last_mut() {
                    question.typed.extend(asked);
                }
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(open) = &mut open {
                    open.push_str(&text);
                }
            }
            Event::SoftBreak => {
                if let Some(open) = &mut open {
                    open.push(' ');
                }
            }
            _ => {}
        }
    }
    all.retain(|question| !question.typed.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twenty_questions_are_found() {
        let all = questions();
        assert_eq!(all.len(), 20);
        assert_eq!(all[0].heading, "Wythoff's game");
        assert!(all[0].words.starts_with("Is every number in exactly one lost pair?"), "{}", all[0].words);
        assert!(all.iter().all(|question| question.words.contains('?')));
        assert_eq!((all[3].typed.len(), all[19].typed.len()), (2, 2));
        assert_eq!(
            all[5].typed,
            [Typed {
                game: "nim".to_owned(),
                with: Some("wythoff".to_owned()),
                sentence: "P(a, b) and wythoff.P(a, b)".to_owned()
            }]
        );
    }

    #[test]
    fn a_typed_question_is_a_link() {
        let all = typed(
            "$ bouton ask nim 'P(n, n + 1)'\ntrue\n$ bouton prove nim\n$ bouton ask nim 'P(n)' --upto 9\n",
        );
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!(all[0].link(), "ask?game=nim&sentence=P%28n,+n+%2B+1%29#answer");
        let [with] = &typed("$ bouton ask nim --with misere-nim 'N(a)'")[..] else { panic!() };
        assert_eq!(with.link(), "ask?game=nim&with=misere-nim&sentence=N%28a%29#answer");
    }
}
