// The search of the documentation: an index that is loaded when it is first needed.
import { calm, make, say } from './page.js';

const field = document.getElementById('search');
const found = document.getElementById('found');
const root = document.querySelector('.docs').dataset.root;
const MOST = 20;
let index;

/** A text as it is searched: in small letters without accents, each letter in its place. */
const plain = (text) => text.toLowerCase().replace(/[\u00c0-\u024f]/g, (letter) => letter.normalize('NFD')[0]);

/** The sections that have all the words; those that have them in a heading come first. */
function matches(sections, words) {
  const hits = [];
  for (const section of sections) {
    const [title, heading, text] = [section.title, section.heading, section.text].map(plain);
    if (!words.every((word) => title.includes(word) || heading.includes(word) || text.includes(word))) continue;
    const score = words.reduce((sum, word) => sum + (heading.includes(word) ? 8 : 0) + (title.includes(word) ? 4 : 0) + Math.min(3, text.split(word).length - 1), 0);
    hits.push({ section, score });
  }
  return hits.sort((one, other) => other.score - one.score).slice(0, MOST).map(({ section }) => section);
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
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  if (!words.length) {
    found.replaceChildren();
    return;
  }
  index ??= fetch(field.dataset.index).then((answer) => answer.json());
  const hits = matches(await index, words);
  const items = hits.map((section) => make('li', {},
    make('a', { href: `${root}${section.page}${section.anchor ? `#${section.anchor}` : ''}` }, section.heading === section.title ? section.title : `${section.title}: ${section.heading}`),
    make('p', { class: 'note' }, around(section.text, words))));
  found.replaceChildren(...(items.length ? items : [make('li', { class: 'nothing' }, say('docs.nothing'))]));
}

field.addEventListener('input', calm(look, 120));
// On a small screen the page comes first.
const contents = document.querySelector('.contents details');
if (matchMedia('(max-width: 54rem)').matches) contents.open = false;
