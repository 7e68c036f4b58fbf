// The parts that all scripts share. Nothing is loaded from elsewhere, nothing is inline.
import texts from './texts.js';

document.documentElement.classList.add('scripted');

/** A text of the interface; `{}` is replaced by the parts in their order. */
export function say(name, ...parts) {
  const pieces = (texts[name] ?? name).split('{}');
  return pieces.map((piece, index) => (index ? String(parts[index - 1] ?? '') : '') + piece).join('');
}

/** An element with attributes and children; texts are never read as markup. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

/** The parts of a message, in which words between backticks are code. */
export function parts(message) {
  const pieces = String(message).split('`');
  const rest = pieces.length % 2 ? '' : `\`${pieces.pop()}`;
  return [...pieces.map((piece, place) => (place % 2 ? make('code', {}, piece) : piece)), rest];
}

/** Asks the server for a document; an error becomes an exception with its sentence. */
export async function ask(path, options = {}) {
  const answer = await fetch(path, options);
  const document = await answer.json();
  if (!answer.ok && document.error) throw Object.assign(new Error(document.error.message), { body: document.error });
  return document;
}

/** Calls `act` when nothing has happened for a while. */
export function calm(act, milliseconds) {
  let timer = 0;
  return (...all) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...all), milliseconds);
  };
}

/** Announces a text to people who do not see the page. */
export function announce(text) {
  let place = document.getElementById('announce');
  if (!place) {
    place = make('div', { id: 'announce', role: 'status', 'aria-live': 'polite', class: 'skip' });
    document.body.append(place);
  }
  place.textContent = text;
}

/** Copies a text as one that is selected: on a page that is not encrypted, as those in a class are, browsers have no other way. */
function copySelected(text) {
  const field = make('textarea', { class: 'visually', readonly: true });
  field.value = text;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  if (!copied) throw new Error('not copied');
}

/** The text beside a button that could not copy it. */
const beside = (button) => button.parentElement.querySelector('.to-copy');

/** Shows a text that could not be copied, selected, so that the reader copies it. */
function offerSelected(text, button) {
  beside(button)?.remove();
  const field = make('textarea', { class: 'to-copy', readonly: true, rows: '3', 'aria-label': say('page.copy-yourself') });
  field.value = text;
  button.after(make('span', { class: 'to-copy' }, make('span', { class: 'note' }, say('page.copy-yourself')), field));
  field.focus();
  field.select();
}

/** Copies a text, where the browser lets it; `done` says so. */
export async function copy(text, button, done = say('page.copied')) {
  // Pressed again, the button still says what was done before.
  const before = (button.dataset.label ??= button.textContent);
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copySelected(text);
    button.textContent = done;
    beside(button)?.remove();
  } catch {
    button.textContent = say('page.not-copied');
    offerSelected(text, button);
  }
  setTimeout(() => (button.textContent = before), 1500);
}

/** Whether an address is understood by this machine only. */
const isAlone = (address) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(address.hostname);

/** Characters that are escaped without need in the query of a link. */
const PLAIN = { '%2C': ',', '%3B': ';', '%3A': ':', '%20': '+' };

/** A link whose query has no escapes where none are needed: the server reads both alike. */
export function readable(link) {
  const [, path, query, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(link);
  return path + (query ?? '').replace(/%(2C|3B|3A|20)/gi, (escape) => PLAIN[escape.toUpperCase()]) + (hash ?? '');
}

/** Copies a link for others, and says if it does not lead them here. */
export function copyLink(link, address, button) {
  const whole = readable(shared(link, address));
  return copy(whole, button, say(isAlone(new URL(whole)) ? 'page.copied-here' : 'page.copied'));
}

/**
 * A link of this page for others. A page that is opened on the machine of the server has an address that only this
 * machine understands; `address` is the one that others have, if there is one.
 */
function shared(link, address) {
  const here = new URL(link, location.href);
  return isAlone(here) && address ? new URL(here.pathname.slice(1) + here.search + here.hash, address).href : here.href;
}

/** The buttons that copy the link of a view; a view with an answer has one, at its end if nowhere else. */
function offerLink() {
  const main = document.getElementById('main');
  const answers = ['ask', 'sum', 'nim', 'podium', 'pass', 'in-total'];
  if (answers.includes(location.pathname.split('/').pop()) && location.search && !main.querySelector('[data-share], .failure')) {
    main.append(make('p', { class: 'row' }, make('button', { type: 'button', 'data-share': '' }, say('page.copy-link'))));
  }
  for (const button of main?.querySelectorAll('[data-share]') ?? []) {
    button.addEventListener('click', () => copyLink(location.href, main.dataset.address, button));
  }
}
offerLink();

/**
 * An answer belongs to the form before it, as that was sent: when a field changes, the answer says that it is about what
 * was entered before.
 */
function watchAnswers() {
  for (const answers of document.querySelectorAll('[data-answers]')) {
    let form = answers.previousElementSibling;
    while (form && form.tagName !== 'FORM') form = form.previousElementSibling;
    if (!form) continue;
    const note = make('p', { class: 'bad', role: 'status' });
    answers.prepend(note);
    const chosen = (field) => [...field.options].some((option) => option.selected !== option.defaultSelected);
    const changed = (field) => field.name && (field.options ? chosen(field) : field.value.trim() !== field.defaultValue.trim());
    const follow = () => {
      const earlier = [...form.elements].some((field) => field.matches('input, textarea, select') && changed(field));
      answers.classList.toggle('earlier', earlier);
      note.hidden = !earlier;
      note.textContent = earlier ? say('page.earlier', form.querySelector('button.main').textContent) : '';
    };
    form.addEventListener('input', follow);
    // Browsers may put back what was written before, when the page is shown.
    addEventListener('pageshow', follow);
    follow();
  }
}
watchAnswers();

const PLACE = 'bouton.games';

/** The games that are stored in this browser. */
export function kept() {
  try {
    const games = JSON.parse(localStorage.getItem(PLACE) ?? '[]');
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** Stores these games. */
export function keep(games) {
  localStorage.setItem(PLACE, JSON.stringify(games));
}

/** A game in a line, without comments, as a field of a form has it. */
const inALine = (game) => game.split('\n').map((line) => line.split('#')[0].trim()).filter(Boolean).join('; ');

/** Whether two games are the same, however their lines are parted. */
export function isSame(one, other) {
  return inALine(one.game) === inALine(other.game) && (one.heaps ?? '') === (other.heaps ?? '') && (one.set ?? '') === (other.set ?? '');
}

/** Where a field takes any game, the names of stored games are offered, too; their rules are sent in their place. */
function offerKept() {
  const list = document.getElementById('games');
  if (!list) return;
  const known = new Set([...list.children].map((option) => option.value));
  const usable = kept().filter(({ name, set }) => name && !set && !known.has(name) && name !== say('page.unnamed-title'));
  const own = new Map(usable.map(({ name, game }) => [name, inALine(game)]));
  list.append(...[...own.keys()].map((value) => make('option', { value })));
  list.closest('form').addEventListener('submit', (event) => {
    for (const field of event.target.querySelectorAll('input[list=games]')) field.value = own.get(field.value.trim()) ?? field.value;
  });
}
offerKept();

/** The bar of a game, which names it and leads to its views. */
const bar = document.querySelector('nav.game[data-game]');

/** Shows whether the game of the bar is stored. */
let showKept = () => {};

/** A button beside the name of a game that stores it. */
function offerToKeep() {
  if (!bar || bar.querySelector('.keep')) return;
  const button = make('button', { type: 'button', class: 'keep' });
  showKept = () => {
    const known = kept().some((one) => isSame(one, bar.dataset));
    button.textContent = say(known ? 'mine.kept' : 'mine.keep');
    button.disabled = known;
  };
  button.addEventListener('click', () => {
    const { game, heaps, set, name } = bar.dataset;
    keep([...kept(), { name, game, heaps, set }]);
    showKept();
  });
  showKept();
  bar.append(button);
}
offerToKeep();

/** The name of a game, as the server finds it in its rules. */
function nameOf(game) {
  const lines = game.split(/[\n;]/).map((line) => line.trim()).filter(Boolean);
  return lines.length === 1 ? lines[0] : lines.find((line) => line.startsWith('game '))?.slice(5).trim();
}

/**
 * Lets the bar of the page follow a game that is being written: its name, its links, and what "Keep" stores.
 * Views that not every game has are left out until the server has read the rules.
 */
export function followGame(game, heaps) {
  if (!bar) return;
  const name = nameOf(game);
  const label = bar.querySelector('.name');
  Object.assign(bar.dataset, { game, name: name ?? say('page.unnamed-title') });
  for (const [key, value] of Object.entries({ heaps, set: '' })) {
    if (value) bar.dataset[key] = value;
    else delete bar.dataset[key];
  }
  label.textContent = label.title = bar.dataset.name;
  bar.querySelector('.numbers')?.remove();
  label.classList.toggle('unnamed', name === undefined);
  for (const link of bar.querySelectorAll('.views a')) {
    const view = link.getAttribute('href').split('?')[0];
    link.hidden = ['ask', 'sequence'].includes(view);
    link.href = `${view}?${new URLSearchParams(heaps ? { game, heaps } : { game })}`;
  }
  showKept();
}

/** Puts another bar of the same page, as the server writes it, into the place of this one. */
export function replaceBar(other) {
  if (!bar || !other) return;
  for (const name of ['game', 'name', 'heaps', 'set']) delete bar.dataset[name];
  Object.assign(bar.dataset, other.dataset);
  bar.querySelector('.numbers')?.remove();
  bar.querySelector('.name').replaceWith(...other.querySelectorAll('.name, .numbers'));
  bar.querySelector('.views').replaceWith(other.querySelector('.views'));
  showKept();
}

/** A link in the foot of a view to the code that phones read; it has the question of the moment. */
function offerCode() {
  const foot = document.querySelector('footer p');
  const view = () => location.pathname.split('/').pop();
  // The navigation knows the views.
  if (!foot || document.querySelector('main a[href^="link?to="]') || !document.querySelector('nav [aria-current=page]') || location.pathname.includes('/docs/')) return;
  const link = make('a', { href: 'link' }, say('page.code'));
  const lead = () => (link.href = view() ? readable(`link?to=${encodeURIComponent(readable(view() + location.search))}`) : 'link');
  for (const event of ['pointerdown', 'focus', 'click']) link.addEventListener(event, lead);
  lead();
  foot.append(' · ', link);
}
offerCode();
