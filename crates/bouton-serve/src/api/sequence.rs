//! A picture of Grundy values of one heap.

use bouton::{document, picture::Theme, sequence as values_of, with_one_heap};

use crate::{App, api::computed, failure::Failure, query::Query, written::Written};

/// The values of one heap as a picture.
pub(crate) async fn picture(app: &App, query: Query) -> Result<Written, Failure> {
    query.only(&["game", "set", "upto", "format", "dark"])?;
    let upto = query.number("upto")?.ok_or_else(|| Failure::input("usage", "`upto` is missing"))?;
    computed(app, move |watch, out| {
        // Each value takes at least a digit and a comma of the answer.
        if upto > out.most() as u64 / 2 {
            return Err(out.too_long());
        }
        let playable = with_one_heap(query.game()?.rules())?;
        let found = document::Sequence::new(&playable, values_of(&playable, upto, watch)?);
        let picture = found.picture(&Theme::new(query.flag("dark")), watch)?;
        out.typed("image/svg+xml", picture.svg(watch)?.as_bytes())
    })
    .await
}
