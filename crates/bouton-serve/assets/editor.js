// The editor of rules: faults are underlined while the user types.
import { ask, calm, followGame, make, parts, replaceBar, say } from './page.js';

const editor = document.getElementById('rules');
const verdict = document.getElementById('verdict');
const underlay = make('div', { class: 'underlay', 'aria-hidden': 'true' });
// A page of a failure has no editor.
editor?.before(underlay);

/** The least number of heaps for which the size of one heap may be meant. */
const MANY_HEAPS = 8;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The text with its faults marked. Their places are in bytes. */
function mark(text, faults) {
  const bytes = encoder.encode(text);
  const piece = (from, to) => decoder.decode(bytes.subarray(from, to));
  let at = 0;
  const parts = [];
  for (const fault of faults) {
    const start = Math.max(fault.start, at);
    let end = Math.min(Math.max(fault.end, fault.start + 1), bytes.length);
    if (start >= end) continue;
    parts.push(piece(at, start), make('mark', {}, piece(start, end)));
    at = end;
  }
  underlay.replaceChildren(...parts, piece(at), '\n');
  underlay.scrollTop = editor.scrollTop;
}

/** Where the text of this page is kept while the tab is open, so that no way back to the page loses it. */
const DRAFT = `bouton.draft:${location.pathname}${location.search}`;

/** Keeps the text, unless it is that of the page. */
function keepDraft() {
  try {
    if (editor.value === editor.defaultValue) sessionStorage.removeItem(DRAFT);
    else sessionStorage.setItem(DRAFT, editor.value);
  } catch {
    // A browser that stores nothing has no drafts.
  }
}

/** Puts the text back when the reader comes back to the page, or loads it again. */
function restoreDraft() {
  const [entry] = performance.getEntriesByType('navigation');
  if (!['back_forward', 'reload'].includes(entry?.type)) return;
  try {
    editor.value = sessionStorage.getItem(DRAFT) ?? editor.value;
  } catch {
    // As above.
  }
}

/** Writes a text into the editor, and looks at it. */
function write(text) {
  editor.value = text;
  keepDraft();
  editor.focus();
  follow();
  look();
}

/** The number of faults of a text. */
async function faultsOf(text) {
  const found = await ask('api/v1/rules', { method: 'POST', body: text }).catch(() => undefined);
  return found?.rules ? 0 : found?.faults.length || Infinity;
}

/**
 * Mends a fault by what is suggested. That stands for the words that are marked, or for their line, or is a line that is
 * missing: the text with the fewest faults is the one that is meant.
 */
async function mend(fault, words) {
  const bytes = encoder.encode(editor.value);
  const [before, after] = [decoder.decode(bytes.subarray(0, fault.start)), decoder.decode(bytes.subarray(fault.end))];
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf(';')) + 1;
  const end = after.search(/[\n;]/);
  const texts = [before + words + after, `${before.slice(0, start)}${start ? ' ' : ''}${words}${end < 0 ? '' : after.slice(end)}`.replace(/\n /, '\n'), `${words}\n${editor.value}`];
  const faults = await Promise.all(texts.map(faultsOf));
  write(texts[faults.indexOf(Math.min(...faults))]);
}

/** What may be written by a button: one word that is meant, or one of several lines. */
function writable(suggestion) {
  const list = /^(?:did you mean|write) (`[^`]+`(?: or `[^`]+`)*)/.exec(suggestion)?.[1] ?? '';
  return [...list.matchAll(/`([^`]+)`/g)].map(([, words]) => words).filter((words) => !words.includes('…'));
}

/** A suggestion as a sentence of its own, as the server writes it. */
const sentence = (words) => (/^[a-z-]+([ ,:]|$)/.test(words) ? words[0].toUpperCase() + words.slice(1) : words) + (/[.?!]$/.test(words) ? '' : '.');

function told(fault) {
  // A message that says nothing besides what was found and expected is left out, and so is a suggestion that repeats this.
  const general = fault.message === say('rules.general');
  const known = fault.message.includes(fault.found);
  const expected = known ? say('rules.expected-only', fault.expected) : say('rules.expected', fault.found, fault.expected);
  const words = [make('strong', {}, say('rules.place', fault.line, fault.column)), ' ',
    ...parts(general ? say('rules.expected-instead', fault.expected, fault.found) : `${fault.message}: ${expected}`)];
  if (fault.suggestion) {
    // What the buttons say is not said before them.
    const buttonsOnly = /^write `[^`…]+`(?: or `[^`…]+`)*$/.test(fault.suggestion);
    if (!buttonsOnly && (!general || fault.suggestion !== `did you mean ${fault.expected}?`)) words.push('. ', make('em', {}, ...parts(sentence(fault.suggestion))));
    for (const one of writable(fault.suggestion)) words.push(' ', make('button', { type: 'button', onclick: () => mend(fault, one) }, say('rules.mend', one)));
  }
  return make('li', {}, ...words, ' ', make('a', { class: 'code', href: 'docs/rules.html#diagnostics' }, fault.code));
}

const heaps = document.getElementById('heaps');
const about = document.getElementById('about');
// The game of the page, which the server has read.
const bar = document.querySelector('nav.game[data-game]');
const whole = bar?.cloneNode(true);
const before = { text: editor?.defaultValue, heaps: heaps?.defaultValue ?? '' };

/** Numbers for names of these rules; they are not for other rules. */
const chosen = editor?.form.querySelector('input[name=set]');

/** The bar, its links, and what stands about the game follow the text. */
function follow() {
  const isBefore = editor.value.trim() === before.text.trim();
  if (about) about.hidden = !isBefore;
  if (chosen) {
    chosen.disabled = !isBefore;
    const row = chosen.closest('p');
    if (row) row.hidden = !isBefore;
  }
  if (isBefore && (heaps?.value ?? '') === before.heaps) replaceBar(whole?.cloneNode(true));
  else followGame(editor.value, heaps?.value);
}

/** Asks the server for the bar of the rules, which have been read. */
async function followRead(mine, text) {
  if (!bar || text.trim() === before.text.trim()) return;
  const query = new URLSearchParams(heaps?.value ? { game: text, heaps: heaps.value } : { game: text });
  const answer = await fetch(`rules?${query}`).catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (mine === latest && editor.value === text) replaceBar(page.querySelector('nav.game[data-game]'));
}

let latest = 0;
async function look() {
  const mine = ++latest;
  const text = editor.value;
  if (!text.trim()) {
    mark(text, []);
    verdict.replaceChildren();
    return;
  }
  const found = await ask('api/v1/rules', { method: 'POST', body: text }).catch((error) => ({ message: error.message, faults: [] }));
  if (mine !== latest) return;
  mark(text, found.faults);
  if (found.message) {
    verdict.replaceChildren(make('p', { class: 'bad' }, ...parts(found.message[0].toUpperCase() + found.message.slice(1))));
    if (found.similar) {
      const button = make('button', { type: 'button', onclick: () => write(found.similar) }, found.similar);
      verdict.append(make('p', {}, say('failed.similar'), ' ', button));
    }
    if (found.faults.length) verdict.append(make('ul', { class: 'faults' }, ...found.faults.map(told)));
    return;
  }
  verdict.replaceChildren(make('p', { class: 'good' }, ...parts(say('rules.good', found.words))));
  if (found.heaps >= MANY_HEAPS && found.words.startsWith(`${found.heaps} heaps `)) verdict.append(make('p', {}, ...parts(say('rules.many', found.heaps, found.heaps, found.heaps))));
  if (found.rules.trim() !== text.trim()) verdict.append(make('p', {}, say('rules.canonical')), make('pre', { tabindex: '0' }, found.rules));
  followRead(mine, text);
}

editor?.addEventListener('input', () => {
  mark(editor.value, []);
  follow();
  keepDraft();
});
heaps?.addEventListener('input', () => {
  follow();
  look();
});
editor?.addEventListener('input', calm(look, 150));
editor?.addEventListener('scroll', () => (underlay.scrollTop = editor.scrollTop));
if (editor) {
  // Browsers may put back what was written before.
  restoreDraft();
  follow();
  // The first page has an example, which needs no verdict.
  if (heaps || editor.value !== before.text) look();
}
