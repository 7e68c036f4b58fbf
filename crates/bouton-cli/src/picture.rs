//! The output of pictures.

use std::io::Write;

use bouton::picture::Picture;

use crate::{
    failure::{Answer, Failure},
    output::Output,
    session::Session,
};

/// Writes a picture, as PNG or as SVG.
pub(crate) fn put(picture: &Picture, png: bool, session: &Session) -> Result<Answer, Failure> {
    let (output, watch) = (&session.output, session.watch());
    if png && output.is_terminal() {
        return Err(Failure::input(
            "output",
            "a PNG is not for a terminal; say -o FILE, or send it elsewhere with `>`",
        ));
    }
    // Current screens have two pixels for each pixel of a page.
    write(&if png { picture.png(2, &watch)? } else { picture.svg(&watch)?.into_bytes() }, output)
}

/// Writes a picture that is drawn already.
pub(crate) fn write(bytes: &[u8], output: &Output) -> Result<Answer, Failure> {
    let mut out = output.writer();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(Answer::Done)
}
