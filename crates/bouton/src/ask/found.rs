//! Lists that are found while they are written, so that no answer gathers its rows.

use std::{
    cell::Cell,
    fmt::{self, Display, Formatter},
};

use bouton_core::{LimitReached, Watch};
use serde::{
    Serialize, Serializer,
    ser::{Error as _, SerializeSeq},
};

use crate::{Error, words::lazily};

/// A visitor of the entries of a list; it returns whether it takes more.
pub(super) type Visit<'v, T> = dyn FnMut(T) -> bool + 'v;

/// Visits the entries of a list from the first one on.
type Search<'a, T> = dyn Fn(&mut Visit<'_, T>) -> Result<(), LimitReached> + 'a;

/// A list that is searched for each time it is written.
pub(super) struct Found<'a, T> {
    search: Box<Search<'a, T>>,
    /// The limit that ended the last search.
    reached: Cell<Option<LimitReached>>,
    /// The number of entries of the last search.
    count: Cell<usize>,
}

impl<'a, T> Found<'a, T> {
    /// Creates the list whose entries `search` visits.
    pub(super) fn new(search: impl Fn(&mut Visit<'_, T>) -> Result<(), LimitReached> + 'a) -> Self {
        Self { search: Box::new(search), reached: Cell::default(), count: Cell::default() }
    }

    /// Creates the list of an iterator; each entry counts as work.
    pub(super) fn each<I: Iterator<Item = T>>(watch: &'a Watch, entries: impl Fn() -> I + 'a) -> Self {
        Self::new(move |visit| {
            for entry in watch.each(entries()) {
                if !visit(entry?) {
                    break;
                }
            }
            Ok(())
        })
    }

    fn visit(&self, visit: &mut Visit<'_, T>) -> Result<(), LimitReached> {
        let mut count = 0;
        let found = (self.search)(&mut |entry| {
            count += 1;
            visit(entry)
        });
        self.count.set(count);
        found.inspect_err(|limit| self.reached.set(Some(*limit)))
    }

    /// The number of entries, by a search of its own.
    pub(super) fn find_count(&self) -> Result<usize, LimitReached> {
        self.visit(&mut |_| true)?;
        Ok(self.count.get())
    }

    /// The number of entries of the last search.
    pub(super) fn count(&self) -> usize {
        self.count.get()
    }

    /// The text of all entries.
    pub(super) fn text(&self, write: impl Fn(&T, &mut Formatter<'_>) -> fmt::Result) -> impl Display {
        lazily(move |f| {
            let mut written = Ok(());
            let found = self.visit(&mut |entry| {
                written = write(&entry, f);
                written.is_ok()
            });
            found.map_err(|_| fmt::Error).and(written)
        })
    }

    /// The result of writing the list: the limit, if one ended the search.
    pub(super) fn ended<E: From<Error>>(&self, written: Result<(), E>) -> Result<(), E> {
        match self.reached.get() {
            Some(limit) => Err(Error::from(limit).into()),
            None => written,
        }
    }
}

impl<T: Serialize> Serialize for Found<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        let mut written = Ok(());
        let found = self.visit(&mut |entry| {
            written = list.serialize_element(&entry);
            written.is_ok()
        });
        found.map_err(S::Error::custom)?;
        written?;
        list.end()
    }
}
