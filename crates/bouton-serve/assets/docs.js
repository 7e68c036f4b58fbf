// The search of the documentation: an index that is loaded when it is first needed.
import { calm, make, say } from './page.js';

const field = document.getElementById('search');
const found = document.getElementById('found');
const root = document.querySelector('.docs').dataset.root;
const MOST = 20;
let index;

/** A text as it is searched: in small letters without accents, each letter in its place. */
const plain = (text) => text.toLowerCase().replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD')[0]);

/** The words of a text. */
const wordsOf = (text) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words of a question that no section is about. */
const SMALL = new Set('a an and are as at be by can do does for from have how i if in is it me my of on or the there this to we what when where which who why will with you your'.split(' '));

/** The beginning that the forms of a word share: of `sharing` and `shares`, `shar`. */
function stem(word) {
  const short = word.replace(/(ings?|ed|es|s|e)$/, '');
  return short.length >= 4 ? short : word;
}

/** Whether two words differ in at most `most` letters: others, left out, added, or two exchanged. */
function near(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return false;
  let [before, row] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length] <= most;
}

/** The sections as they are searched, and all their words. */
function prepared(sections) {
  const all = sections.map((section) => ({ section, title: plain(section.title), heading: plain(section.heading), text: plain(section.text) }));
  return { all, words: new Set(all.flatMap(({ title, heading, text }) => wordsOf(`${title} ${heading} ${text}`))) };
}

/** What is searched for in the place of a word: itself, or its stem, or the nearest words if it is misspelled. */
function meant(word, words) {
  const known = [...words];
  for (const form of [word, stem(word)]) {
    if (known.some((one) => one.includes(form))) return [form];
  }
  const most = word.length >= 7 ? 2 : word.length >= 4 ? 1 : 0;
  return most ? known.filter((one) => one[0] === word[0] && near(word, one, most)) : [];
}

/** How well a text has one of these forms: at the beginning of a word, or within one. */
function places(text, forms) {
  let found = 0;
  for (const form of forms) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
      found += /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') ? 0.2 : 1;
    }
  }
  return found;
}

/**
 * The sections that have all the words, or else the most of them; those that have them in a heading come first. With them
 * the words that were found.
 */
function matches({ all, words }, asked) {
  const wanted = asked.map((word) => meant(word, words));
  const hits = [];
  for (const { section, title, heading, text } of all) {
    let [has, score] = [0, 0];
    for (const forms of wanted) {
      const [inTitle, inHeading, inText] = [title, heading, text].map((where) => places(where, forms));
      if (!(inTitle || inHeading || inText)) continue;
      has += 1;
      score += Math.min(1, inHeading) * 8 + Math.min(1, inTitle) * 4 + Math.min(3, inText);
    }
    if (has) hits.push({ section, has, score });
  }
  const most = Math.max(0, ...hits.map(({ has }) => has));
  const best = hits.filter(({ has }) => has === most).sort((one, other) => other.score - one.score).slice(0, MOST);
  return { sections: best.map(({ section }) => section), forms: wanted.flat() };
}

/** Some words around the first that was found. */
function around(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => plain(text).indexOf(word)).filter((place) => place >= 0)));
  if (!Number.isFinite(at)) return '';
  // Whole words.
  const start = at > 50 ? text.indexOf(' ', at - 50) + 1 : 0;
  const end = text.length > at + 90 ? text.lastIndexOf(' ', at + 90) : text.length;
  return `${start ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

async function look() {
  const written = wordsOf(plain(field.value));
  const large = written.filter((word) => !SMALL.has(word));
  const words = large.length ? large : written;
  if (!words.length) {
    found.replaceChildren();
    return;
  }
  index ??= fetch(field.dataset.index).then((answer) => answer.json()).then(prepared);
  const { sections, forms } = matches(await index, words);
  const items = sections.map((section) => make('li', {},
    make('a', { href: `${root}${section.page}${section.anchor ? `#${section.anchor}` : ''}` }, section.heading === section.title ? section.title : `${section.title}: ${section.heading}`),
    make('p', { class: 'note' }, around(section.text, forms))));
  found.replaceChildren(...(items.length ? items : [make('li', { class: 'nothing' }, say('docs.nothing'))]));
}

field.addEventListener('input', calm(look, 120));
// The key that ends the input leads to the first section that was found.
field.addEventListener('keydown', async (event) => {
  if (event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  await look();
  found.querySelector('a')?.focus();
});
// On a small screen the page comes first.
const contents = document.querySelector('.contents details');
if (matchMedia('(max-width: 54rem)').matches) contents.open = false;
