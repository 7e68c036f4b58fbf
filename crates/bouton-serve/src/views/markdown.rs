//! Explanations of Bouton in Markdown, rendered as HTML: paragraphs, nested items, tables.

use maud::{Markup, html};

use super::math::inline;

/// One block of lines.
enum Block<'a> {
    Paragraph(&'a str),
    Item(usize, &'a str),
    Table(Vec<Vec<String>>),
}

fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|');
    let mut cells = vec![String::new()];
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some('|' | '*')) => {
                cells.last_mut().into_iter().for_each(|cell| cell.extend(letters.next()))
            }
            ('|', _) => cells.push(String::new()),
            _ => cells.last_mut().into_iter().for_each(|cell| cell.push(letter)),
        }
    }
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let trimmed = line.trim_start();
        if trimmed.starts_with('|') {
            if trimmed.chars().all(|c| matches!(c, '|' | '-')) {
                continue;
            }
            match blocks.last_mut() {
                Some(Block::Table(rows)) => rows.push(cells(line)),
                _ => blocks.push(Block::Table(vec![cells(line)])),
            }
        } else if let Some(item) = trimmed.strip_prefix("- ") {
            blocks.push(Block::Item((line.len() - trimmed.len()) / 2, item));
        } else {
            blocks.push(Block::Paragraph(line));
        }
    }
    blocks
}

/// The items from here on that are at least at `depth`, as a list, and the number of their blocks.
fn items(blocks: &[Block<'_>], depth: usize) -> (Markup, usize) {
    let mut rows: Vec<Markup> = Vec::new();
    let mut at = 0;
    while let Some(Block::Item(found, text)) = blocks.get(at) {
        if *found < depth {
            break;
        }
        at += 1;
        let (below, taken) = match blocks.get(at) {
            Some(Block::Item(next, _)) if *next > depth => items(&blocks[at..], depth + 1),
            _ => (html! {}, 0),
        };
        at += taken;
        rows.push(html! { li { (inline(text)) (below) } });
    }
    (html! { @if !rows.is_empty() { ul { @for row in rows { (row) } } } }, at)
}

/// The text as HTML.
pub(crate) fn rendered(text: &str) -> Markup {
    let blocks = blocks(text);
    let mut parts: Vec<Markup> = Vec::new();
    let mut at = 0;
    while let Some(block) = blocks.get(at) {
        let (part, taken) = match block {
            Block::Paragraph(text) => (html! { p { (inline(text)) } }, 1),
            Block::Item(..) => items(&blocks[at..], 0),
            Block::Table(rows) => (table(rows), 1),
        };
        parts.push(part);
        at += taken.max(1);
    }
    html! { @for part in parts { (part) } }
}

fn table(rows: &[Vec<String>]) -> Markup {
    html! {
        div.scroll tabindex="0" role="group" aria-label=(crate::texts::t("prove.table")) {
            table {
                @if let Some(head) = rows.first() { thead { tr { @for cell in head { th scope="col" { (inline(cell)) } } } } }
                tbody { @for row in rows.iter().skip(1) { tr { @for cell in row { td { (inline(cell)) } } } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_become_paragraphs_lists_and_tables() {
        let text = "One & two.\n\n- first\n  - below\n- second\n\n| x | y |\n|---|---|\n| a\\|b | \\*1 |\n";
        let html = rendered(text).into_string();
        assert!(html.contains("<p>One &amp; two.</p>"), "{html}");
        assert!(html.contains("<ul><li>first<ul><li>below</li></ul></li><li>second</li></ul>"), "{html}");
        assert!(html.contains("<td>a|b</td><td>*1</td>"), "{html}");
    }
}
