//! Pictures as SVG.

use std::{
    fmt::{self, Display, Write},
    io,
};

use bouton_core::{BoundedBytes, LimitReached, Watch};

use super::{
    Colour, Picture, Stopped, font,
    shape::{Anchor, Cells, Shape, Step},
};

/// The most runs of equal cells; with more, the cells are an embedded image.
const MOST_RUNS: usize = 4000;

/// The shortest text, in letters, whose measured length is written. A viewer that has none of the fonts draws it with
/// another one as wide as that, so that it stays within the picture.
const MEASURED: usize = 12;

/// A length, printed with at most two decimals and without trailing zeros.
struct Length(f64);

impl Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Prints 0 instead of minus zero.
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

/// Escapes a text for elements and attributes of XML; characters that XML does not allow are left
/// out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

impl Picture {
    /// The picture as an SVG document, which refers to nothing outside itself.
    ///
    /// # Errors
    ///
    /// Any [`LimitReached`] while it is written.
    ///
    /// # Examples
    ///
    /// ```
    /// use bouton_draw::{Picture, Theme};
    ///
    /// let empty = Picture::new("an empty page", Theme::LIGHT.page);
    /// let svg = empty.svg(&bouton_core::Watch::unlimited())?;
    /// assert!(svg.contains("<title>an empty page</title>") && svg.ends_with("</svg>\n"));
    /// # Ok::<(), bouton_core::LimitReached>(())
    /// ```
    pub fn svg(&self, watch: &Watch) -> Result<String, LimitReached> {
        let mut text = watch.written();
        let written = self.write_svg(&mut text, watch);
        let bytes = text.into_bytes()?;
        match written {
            Err(Stopped::Limit(limit)) => Err(limit),
            // The text takes all that is written to it.
            _ => Ok(String::from_utf8(bytes).unwrap_or_default()),
        }
    }

    fn write_svg(&self, text: &mut BoundedBytes<'_>, watch: &Watch) -> Result<(), Stopped> {
        let (width, height) = (Length(self.width), Length(self.height));
        write!(
            text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"{}\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            font::FAMILY,
            escaped(&self.title),
            self.page
        )?;
        for shape in &self.shapes {
            write_shape(text, shape, watch)?;
        }
        Ok(text.write_str("</svg>\n")?)
    }
}

fn write_shape(out: &mut BoundedBytes<'_>, shape: &Shape, watch: &Watch) -> Result<(), Stopped> {
    match shape {
        Shape::Rectangle { area, radius, fill, stroke, width } => {
            let (x, y) = (Length(area.left), Length(area.top));
            let (w, h) = (Length(area.width()), Length(area.height()));
            write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")?;
            if *radius > 0.0 {
                write!(out, " rx=\"{}\"", Length(*radius))?;
            }
            Ok(write_paint(out, *fill, *stroke, *width)?)
        }
        Shape::Path { steps, fill, stroke, width } => {
            out.write_str("<path d=\"")?;
            for step in steps {
                match step {
                    Step::Move(to) => write!(out, "M{} {}", Length(to.0), Length(to.1))?,
                    Step::Line(to) => write!(out, "L{} {}", Length(to.0), Length(to.1))?,
                    Step::Cubic(a, b, to) => write!(
                        out,
                        "C{} {} {} {} {} {}",
                        Length(a.0),
                        Length(a.1),
                        Length(b.0),
                        Length(b.1),
                        Length(to.0),
                        Length(to.1)
                    )?,
                    Step::Close => out.write_str("z")?,
                }
            }
            out.write_str("\"")?;
            Ok(write_paint(out, *fill, *stroke, *width)?)
        }
        Shape::Text(text) => {
            write!(out, "<text x=\"{}\" y=\"{}\"", Length(text.at.0), Length(text.at.1))?;
            match text.anchor {
                Anchor::Start => {}
                Anchor::Middle => out.write_str(" text-anchor=\"middle\"")?,
                Anchor::End => out.write_str(" text-anchor=\"end\"")?,
            }
            if text.content.chars().count() >= MEASURED {
                let length = Length(font::width(&text.content, text.size));
                write!(out, " textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\"")?;
            }
            let (size, fill) = (Length(text.size), text.fill);
            Ok(writeln!(out, " font-size=\"{size}\" fill=\"{fill}\">{}</text>", escaped(&text.content))?)
        }
        Shape::Cells(cells) => write_cells(out, cells, watch),
    }
}

fn write_paint(
    out: &mut BoundedBytes<'_>,
    fill: Option<Colour>,
    stroke: Option<Colour>,
    width: f64,
) -> fmt::Result {
    match fill {
        Some(fill) => write!(out, " fill=\"{fill}\"")?,
        None => out.write_str(" fill=\"none\"")?,
    }
    if let Some(stroke) = stroke {
        write!(out, " stroke=\"{stroke}\"")?;
        if (width - 1.0).abs() > 1e-9 {
            write!(out, " stroke-width=\"{}\"", Length(width))?;
        }
    }
    out.write_str("/>\n")?;
    Ok(())
}

/// A path of runs for each colour; an embedded image if these are many.
fn write_cells(out: &mut BoundedBytes<'_>, cells: &Cells, watch: &Watch) -> Result<(), Stopped> {
    let mut runs: Vec<Vec<(usize, usize, usize)>> = vec![Vec::new(); cells.colours.len()];
    let mut count = 0;
    for (y, row) in cells.cells.chunks(cells.columns.max(1)).enumerate() {
        watch.spend(row.len() as u64)?;
        let mut x = 0;
        for run in row.chunk_by(|one, other| one == other) {
            if let Some(runs) = runs.get_mut(usize::from(run[0])) {
                runs.push((x, y, run.len()));
                count += 1;
            }
            x += run.len();
        }
        if count > MOST_RUNS {
            return write_image(out, cells, watch);
        }
    }
    writeln!(
        out,
        "<g transform=\"translate({} {}) scale({} {})\" shape-rendering=\"crispEdges\">",
        cells.left, cells.top, cells.width, cells.height
    )?;
    for (runs, colour) in runs.iter().zip(&cells.colours).filter(|(runs, _)| !runs.is_empty()) {
        write!(out, "<path fill=\"{colour}\" d=\"")?;
        for (x, y, length) in runs {
            write!(out, "M{x} {y}h{length}v1h-{length}z")?;
        }
        out.write_str("\"/>\n")?;
    }
    Ok(out.write_str("</g>\n")?)
}

fn write_image(out: &mut BoundedBytes<'_>, cells: &Cells, watch: &Watch) -> Result<(), Stopped> {
    let (width, height) = (cells.columns as u64, cells.rows() as u64);
    write!(
        out,
        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64,",
        cells.left,
        cells.top,
        u64::from(cells.width) * width,
        u64::from(cells.height) * height,
    )?;
    let mut file = watch.written();
    write_paletted(&mut file, cells, watch)?;
    for bytes in file.into_bytes()?.chunks(THREES) {
        out.write_str(&base64(bytes))?;
    }
    Ok(out.write_str("\"/>\n")?)
}

/// Bytes that are encoded at once: groups of three.
const THREES: usize = 3 << 10;
/// Bytes that a compression takes beside its input and output.
const COMPRESSION: u64 = 1 << 20;

/// Writes the cells as a PNG file with a palette, one pixel a cell; the last colour is transparent.
fn write_paletted(file: &mut BoundedBytes<'_>, cells: &Cells, watch: &Watch) -> Result<(), Stopped> {
    let (Ok(width), Ok(height)) = (u32::try_from(cells.columns), u32::try_from(cells.rows())) else {
        return Ok(());
    };
    let _held = watch.hold(COMPRESSION)?;
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    let empty = u8::try_from(cells.colours.len()).unwrap_or(Cells::EMPTY);
    let mut palette: Vec<u8> = cells.colours.iter().flat_map(|colour| colour.0).collect();
    palette.extend([0; 3]);
    encoder.set_palette(palette);
    let mut opacity = vec![255; cells.colours.len()];
    opacity.push(0);
    encoder.set_trns(opacity);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    for row in cells.cells.chunks(cells.columns.max(1)) {
        watch.spend(row.len() as u64)?;
        let pixels: Vec<u8> =
            row.iter().map(|&cell| if cell == Cells::EMPTY { empty } else { cell }).collect();
        io::Write::write_all(&mut rows, &pixels)?;
    }
    Ok(rows.finish()?)
}

/// The encoding of RFC 4648, section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word =
            three.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            if place <= three.len() {
                text.push(char::from(LETTERS[(word >> (18 - 6 * place) & 63) as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // The examples of RFC 4648, section 10.
        for (plain, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), encoded);
        }
    }

    #[test]
    fn long_texts_are_as_wide_as_they_were_measured() {
        let at = |content: &str| {
            let mut picture = Picture::new("texts", Colour([0; 3]));
            picture.text(content, (0.0, 10.0), Anchor::Start, 10.0, Colour([0; 3]));
            picture.svg(&Watch::unlimited()).unwrap()
        };
        assert!(!at("12").contains("textLength"));
        let long = "a text that another font would make longer";
        let length = Length(font::width(long, 10.0));
        assert!(at(long).contains(&format!(" textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\" ")));
    }

    #[test]
    fn texts_are_escaped_and_lengths_short() {
        assert_eq!(escaped("a<b & \"c\"\u{7}\n"), "a&lt;b &amp; &quot;c&quot; ");
        assert_eq!(Length(1.0).to_string(), "1");
        assert_eq!(Length(1.0 / 3.0).to_string(), "0.33");
        assert_eq!(Length(-0.001).to_string(), "0");
    }

    #[test]
    fn many_cells_are_an_image_that_says_the_same() {
        let cells: Vec<u8> = (0..100 * 100)
            .map(|index| if index % 7 == 0 { Cells::EMPTY } else { u8::from(index % 2 == 0) })
            .collect();
        let colours = vec![Colour([1, 2, 3]), Colour([4, 5, 6])];
        let cells = Cells { left: 0, top: 0, width: 1, height: 1, columns: 100, cells, colours };
        let watch = Watch::unlimited();
        let written = |write: &dyn Fn(&mut BoundedBytes<'_>) -> Result<(), Stopped>| {
            let mut file = watch.written();
            assert!(write(&mut file).is_ok());
            file.into_bytes().unwrap()
        };
        let text = String::from_utf8(written(&|out| write_cells(out, &cells, &watch))).unwrap();
        assert!(text.starts_with("<image ") && text.len() < 20_000, "{}", text.len());
        let file = written(&|out| write_paletted(out, &cells, &watch));
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        for (cell, pixel) in cells.cells.iter().zip(pixels.chunks(4)) {
            match cells.colours.get(usize::from(*cell)) {
                Some(colour) => assert_eq!(pixel, [&colour.0[..], &[255]].concat()),
                None => assert_eq!(pixel[3], 0),
            }
        }
    }
}
