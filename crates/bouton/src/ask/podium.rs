//! Questions about Nim for three players with the podium rule.

mod canonical;
mod classes;
mod coalitions;
mod equal;
mod form;
mod linked;
mod moore;
mod outcome;
mod reduce;
mod value;

use std::{fmt::Display, str::FromStr};

pub use self::{
    canonical::Canonical, classes::Classes, coalitions::Coalitions, equal::Equal, form::Form,
    linked::LinkedPiles, moore::Moore, outcome::Outcome, reduce::Reduce, value::Value,
};
use serde::Deserialize;

use super::{joined, position::words};
use crate::{Error, ErrorKind, theory::podium::PileForm};

/// The summary of all of them.
pub(super) const SUMMARY: &str = "Three-player Nim with podium rule: values, equality, canonical forms";

/// The most piles of a form.
const MAX_PILES: usize = 10_000;

/// A sum of piles.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Piles {
    /// The form
    #[cfg_attr(feature = "clap", arg(required = true))]
    #[serde(deserialize_with = "words")]
    #[schemars(with = "String")]
    pub form: Vec<String>,
}

impl Piles {
    /// Reads the form.
    fn read(&self) -> Result<PileForm, Error> {
        piles(&joined(&self.form)?)
    }
}

/// The players of a game.
#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Players {
    /// The number of players
    #[cfg_attr(
        feature = "clap",
        arg(long, value_name = "N", default_value_t = three(), value_parser = clap::value_parser!(u32).range(2..=255))
    )]
    #[serde(default = "three")]
    #[schemars(range(min = 2, max = 255))]
    pub players: u32,
}

/// The number of players, if a question does not specify it.
fn three() -> u32 {
    3
}

/// The error of a text that is not a form.
fn wrong_form(text: &str, reason: &dyn Display) -> Error {
    Error::question(format!("form `{text}`: {reason}")).of_kind(ErrorKind::Form)
}

/// A sum of piles: 15,14,23,5.
fn piles(text: &str) -> Result<PileForm, Error> {
    let form = PileForm::from_str(text).map_err(|error| wrong_form(text, &error))?;
    if form.piles().len() > MAX_PILES {
        let count = form.piles().len();
        let why = format!("a form has at most {MAX_PILES} piles, not {count}");
        return Err(Error::question(why).of_kind(ErrorKind::Form));
    }
    Ok(form)
}
