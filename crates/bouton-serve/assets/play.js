// A game in play: objects are taken by clicking, dragging or typing. The server makes the pages; this puts them in place.
import { announce, copyLink, make, readable, replaceBar, say } from './page.js';

const main = document.getElementById('main');
let wanted = 0;
/** The board of the position that is shown, if a move can be made on it. */
let board = null;
/** Digits typed within this time are one number, in milliseconds. */
const ONE_NUMBER = 1000;
/** The most amounts that a message names. */
const MOST_AMOUNTS = 8;
/** How far from the middle of an object it is still meant, in pixels. */
const NEAR = 28;

/** Goes to another state of the game without loading the page anew. */
async function go(link, { push = true, focus, asked } = {}) {
  const mine = ++wanted;
  // Who has chosen a heap is at this heap again after a hint.
  const heap = document.activeElement?.closest?.('.heap')?.dataset.heap;
  let answer;
  try {
    answer = await fetch(link, { headers: { accept: 'text/html' } });
  } catch {
    location.assign(link);
    return;
  }
  const text = await answer.text();
  if (mine !== wanted) return;
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  main.replaceChildren(...fresh.getElementById('main').childNodes);
  document.title = fresh.title;
  replaceBar(fresh.querySelector('nav.game'));
  const here = new URL(answer.url);
  here.searchParams.delete('move');
  const refused = main.querySelector('#refused');
  if (push && !refused) history.pushState(null, '', readable(here));
  begin();
  const again = heap === undefined || !asked ? null : main.querySelector(`.heap[data-heap="${heap}"] [tabindex]`);
  const place = refused ? main.querySelector('#start') : again ?? (focus && (document.querySelector(focus) ?? main.querySelector('.pieces[tabindex], .last')));
  if (place) place.focus({ preventScroll: !refused && push });
  // What was asked for may lie below the screen of a phone, as the board may after a move.
  const answered = main.querySelector('.several') ?? main.querySelector('#wrong') ?? (asked && main.querySelector(asked));
  if (answered) answered.scrollIntoView({ block: 'nearest' });
  else if (push && !refused) showBoard();
  announce([main.querySelector('#wrong, #refused, .hint')?.textContent, main.querySelector('.last')?.textContent, main.querySelector('.position')?.textContent, main.querySelector('.standing')?.textContent].filter(Boolean).join('. '));
}

/** Brings the board with the last move into sight, if it is not. */
function showBoard() {
  const [head, heaps] = [main.querySelector('.position'), main.querySelector('.heaps')];
  if (!head || !heaps) return;
  const { top } = head.getBoundingClientRect();
  const { bottom } = heaps.getBoundingClientRect();
  if (top < 0) scrollBy(0, top - 8);
  else if (bottom > innerHeight) scrollBy(0, Math.min(top - 8, bottom - innerHeight + 8));
}

/** The current state with a move to a position, which the server is to judge. */
function moved(target, focus) {
  const link = new URL(location.href);
  for (const name of ['hint', 'why', 'move']) link.searchParams.delete(name);
  link.searchParams.set('move', `to ${target}`);
  go(link, { focus });
}

/** The objects of the position, and what is about to be taken of them. */
class Board {
  constructor(list) {
    this.list = list;
    this.row = list.dataset.kind === 'row';
    // Positions count the heaps of each size.
    this.counted = list.dataset.kind === 'sizes';
    // Numbers that may rise and fall together: a choice on the board is completed by the options.
    this.counters = list.dataset.kind === 'counters';
    this.heaps = [...list.querySelectorAll('.heap')];
    this.sizes = this.heaps.map((heap) => BigInt(heap.dataset.size));
    // Of a row: the most objects that are taken at once, and whether a heap may be divided while nothing is taken.
    this.most = Number(list.dataset.most ?? 0);
    this.divides = list.hasAttribute('data-divides');
    this.taken = this.heaps.map(() => null);
    this.typed = { text: '', at: 0 };
    // Where the board was last touched, from the top of the screen.
    this.touched = 0;
    this.offer = make('p', { class: 'offer row' });
    list.after(this.offer);
    this.heaps.forEach((heap, index) => this.listen(heap.querySelector('.pieces'), index));
    this.show();
  }

  listen(pieces, index) {
    const size = this.sizes[index];
    if (!pieces.hasAttribute('data-live') || size === 0n) return;
    const objects = this.heaps[index].hasAttribute('data-objects');
    pieces.setAttribute('role', 'spinbutton');
    pieces.setAttribute('tabindex', '0');
    pieces.setAttribute('aria-label', this.counted || this.counters ? pieces.getAttribute('aria-label') : say('play.take-from', index + 1, size));
    pieces.setAttribute('aria-valuemin', '0');
    if (objects) pieces.setAttribute('aria-valuemax', String(size));
    pieces.addEventListener('keydown', (event) => this.key(event, index));
    if (!objects) {
      pieces.addEventListener('click', () => this.write(index));
      return;
    }
    let began = null;
    // The nearest object: a finger often touches the gap between two.
    const at = (event) => {
      let found = null;
      let least = NEAR;
      for (const piece of pieces.querySelectorAll('.piece:not(.gone)')) {
        const { left, right, top, bottom } = piece.getBoundingClientRect();
        const far = Math.hypot(event.clientX - (left + right) / 2, event.clientY - (top + bottom) / 2);
        if (far >= least) continue;
        least = far;
        found = Number(piece.dataset.index);
      }
      return found;
    };
    const pick = (place) => (this.row ? this.extended(index, place) : { from: place, to: Number(size) - 1 });
    pieces.addEventListener('pointerdown', (event) => {
      const place = at(event);
      if (place === null || event.button !== 0) return;
      event.preventDefault();
      this.touched = event.clientY;
      pieces.focus({ preventScroll: true });
      pieces.setPointerCapture(event.pointerId);
      const again = this.same(index, place);
      // A chosen object may be dragged away with all that is chosen: another choice waits until the pointer is lifted.
      const chosen = this.holds(index, place);
      began = { x: event.clientX, y: event.clientY, place, again, chosen, before: this.taken[index], dragged: false };
      if (!chosen) this.choose(index, pick(place));
    });
    pieces.addEventListener('pointermove', (event) => {
      if (!began || !this.row) return;
      const place = at(event);
      // On the same object nothing is dragged yet.
      if (place === null || (place === began.place && !began.dragged)) return;
      began.dragged = true;
      this.choose(index, { from: Math.min(place, began.place), to: Math.max(place, began.place) });
    });
    pieces.addEventListener('pointerup', (event) => {
      if (!began) return;
      const box = this.heaps[index].getBoundingClientRect();
      const out = event.clientX < box.left - 12 || event.clientX > box.right + 12 || event.clientY < box.top - 12 || event.clientY > box.bottom + 12;
      const still = Math.hypot(event.clientX - began.x, event.clientY - began.y) < 8;
      // On the way out of its row the pointer may have passed other objects.
      if (out && began.chosen && began.dragged) this.choose(index, began.before);
      // Dragged off its heap, or clicked once more: it is taken.
      if (out || (began.again && still)) this.commit();
      else if (began.chosen && !began.again && still) this.choose(index, pick(began.place));
      began = null;
    });
    // The finger has scrolled the page.
    pieces.addEventListener('pointercancel', () => {
      if (began) this.choose(index, began.before);
      began = null;
    });
  }

  /** Begins a written move of a heap without objects; the caret stands where the number belongs. */
  write(index) {
    const field = document.getElementById('move');
    if (!field) return;
    const size = this.sizes[index];
    let [before, behind] = ['take ', ''];
    if (this.row) before = `${size} becomes `;
    else if (this.counters) before = `${this.heaps[index].querySelector('.name').textContent} from ${size} to `;
    else if (this.heaps.length > 1) behind = ` from ${index + 1}`;
    field.value = before + behind;
    field.focus();
    field.setSelectionRange(before.length, before.length);
    // The button beside the field is needed, too.
    field.closest('form').scrollIntoView({ block: 'nearest' });
  }

  /** Whether an object is chosen. */
  holds(index, place) {
    const range = this.taken[index];
    return Boolean(range) && place >= range.from && place <= range.to;
  }

  /** Whether one more click on an object makes the move that is chosen. */
  same(index, place) {
    return this.row ? this.holds(index, place) : place === this.taken[index]?.from;
  }

  /** The objects chosen in a row once one more is touched: a neighbour of the chosen ones is chosen with them. */
  extended(index, place) {
    const range = this.taken[index];
    const beside = range && (place === range.from - 1 || place === range.to + 1);
    if (!beside || range.to - range.from + 2 > this.most) return { from: place, to: place };
    return { from: Math.min(place, range.from), to: Math.max(place, range.to) };
  }

  /** The coordinates of the listed options; `null` if the list is not complete. */
  listed() {
    const options = main.querySelector('.options[data-complete]');
    return options && [...options.querySelectorAll('[data-to]')].map((option) => option.dataset.to.split(':')[0].split(',').map(BigInt));
  }

  /** Whether a move may take from all of these heaps, as far as this is known without the server. */
  together(indices) {
    if (this.row) return false;
    if (this.counted || this.counters) return true;
    return this.listed()?.some((to) => indices.every((index) => to[index] < this.sizes[index])) ?? true;
  }

  choose(index, range) {
    const chosen = [...this.taken.keys()].filter((other) => other !== index && this.taken[other]);
    if (range && chosen.length && !this.together([...chosen, index])) this.taken.fill(null);
    this.taken[index] = range;
    this.show();
  }

  key(event, index) {
    const size = Number(this.sizes[index] > 1000000n ? 1000000n : this.sizes[index]);
    const range = this.taken[index];
    const count = range ? range.to - range.from + 1 : 0;
    const top = (wantedCount) => {
      const many = Math.max(0, Math.min(size, wantedCount));
      const from = this.row ? Math.min(range?.from ?? 0, size - many) : size - many;
      this.choose(index, many ? { from, to: from + many - 1 } : null);
    };
    const neighbour = (step) => {
      const next = this.heaps[index + step]?.querySelector('[tabindex]');
      if (next) next.focus();
    };
    const slide = (step) => {
      const from = (range?.from ?? 0) + step;
      if (from >= 0 && from + count <= size && count) this.choose(index, { from, to: from + count - 1 });
    };
    this.touched = 0;
    const acts = {
      ArrowUp: () => top(count + 1),
      ArrowDown: () => top(count - 1),
      Home: () => top(0),
      End: () => top(size),
      Escape: () => top(0),
      Enter: () => this.commit(),
      ArrowLeft: () => (this.row && count ? slide(-1) : neighbour(-1)),
      ArrowRight: () => (this.row && count ? slide(1) : neighbour(1)),
    };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^\d$/.test(event.key)) {
      const before = event.timeStamp - this.typed.at < ONE_NUMBER ? this.typed.text : '';
      const text = Number(before + event.key) <= size ? before + event.key : event.key;
      this.typed = { text, at: event.timeStamp };
      event.preventDefault();
      top(Number(text));
      return;
    }
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  /** The position that is moved to, as it is written. */
  target() {
    if (this.counted) {
      const counts = document.querySelector('.table').dataset.position.split(':')[0].split(',').map(BigInt);
      this.taken.forEach((range, index) => {
        if (!range) return;
        const size = Number(this.sizes[index]);
        const rest = size - (range.to - range.from + 1);
        counts[size - 1] -= 1n;
        if (rest > 0) counts[rest - 1] += 1n;
      });
      return counts.join(',');
    }
    if (this.row) {
      const index = this.taken.findIndex(Boolean);
      return this.with(index, this.ways()[0]);
    }
    return this.sizes.map((size, index) => size - this.count(index)).join(',');
  }

  /** The number of objects that are chosen in a heap. */
  count(index) {
    const range = this.taken[index];
    return range ? BigInt(range.to - range.from + 1) : 0n;
  }

  /** The parts of the heap in which a choice in a row may result, the likeliest first. */
  ways() {
    const index = this.taken.findIndex(Boolean);
    const [{ from, to }, size] = [this.taken[index], Number(this.sizes[index])];
    const ways = [];
    if (this.most > 0) ways.push([from, size - to - 1]);
    if (this.divides && from > 0) ways.push([from, size - from]);
    // As many objects, though from an end of the row.
    if (this.most > 0 && from > 0 && to < size - 1) ways.push([size - (to - from + 1)]);
    return ways.length ? ways : [[0, size]];
  }

  /** The position with parts in the place of a heap. */
  with(index, parts) {
    const heaps = this.sizes.flatMap((size, place) => (place === index ? parts.map(BigInt) : [size]));
    const left = heaps.filter((heap) => heap > 0n);
    return left.length ? left.join(',') : '0';
  }

  /** The listed options that a choice in a row may mean; `null` if the list is not complete. */
  meant() {
    const options = main.querySelector('.options[data-complete]');
    if (!this.row || !options) return null;
    // The order of rows does not matter.
    const plain = (position) => position.split(',').sort().join(',');
    const all = [...options.querySelectorAll('[data-to]')];
    const index = this.taken.findIndex(Boolean);
    const found = this.ways().flatMap((parts) => {
      const target = plain(this.with(index, parts));
      const option = all.find((one) => plain(one.dataset.to) === target);
      return option ? [{ option, parts }] : [];
    });
    const size = Number(this.sizes[index]);
    const isDivision = ({ parts }) => parts.reduce((sum, part) => sum + part, 0) === size;
    // As many from an end are meant only if these here cannot be taken.
    const here = found.filter((one) => isDivision(one) || one.parts.length > 1);
    const takes = here.some((one) => !isDivision(one));
    return (takes ? here : found).map((one) => ({ ...one, divides: isDivision(one) }));
  }

  /** The listed options that agree with what is chosen; of counters and in a row none if the list is not complete. */
  agreeing() {
    if (this.row) return (this.meant() ?? []).map((one) => one.option);
    const listed = [...main.querySelectorAll(`.options${this.counters ? '[data-complete]' : ''} [data-to]`)];
    const written = (option) => option.dataset.to.split(':')[0];
    if (this.counters) {
      return listed.filter((option) => {
        const to = written(option).split(',').map(BigInt);
        return this.taken.every((range, index) => !range || to[index] === this.sizes[index] - BigInt(range.to - range.from + 1));
      });
    }
    const target = this.target();
    return listed.filter((option) => written(option) === target);
  }

  /** The words and the position of an option that divides a row, its parts as they stand on the board. */
  inOrder(option) {
    if (!this.row) return null;
    const index = this.taken.findIndex(Boolean);
    const parts = this.meant()?.find((one) => one.option === option)?.parts;
    const left = parts?.filter((part) => part > 0) ?? [];
    return left.length < 2 ? null : { words: `${this.sizes[index]} becomes ${left.join(' + ')}`, to: this.with(index, parts) };
  }

  /** The position of an option, as it is sent. */
  reached(option) {
    return this.inOrder(option)?.to ?? option.dataset.to;
  }

  /** Whether the position that is moved to is an option, as far as this is known without the server. */
  legal() {
    if (!main.querySelector('.options[data-complete]') || this.counted) return true;
    const { length } = this.agreeing();
    return this.counters || this.row ? length === 1 : length > 0;
  }

  show() {
    let any = false;
    this.heaps.forEach((heap, index) => {
      const range = this.taken[index];
      any ||= Boolean(range);
      const count = range ? range.to - range.from + 1 : 0;
      heap.querySelector('[role=spinbutton]')?.setAttribute('aria-valuenow', String(count));
      const parted = range && this.divided();
      heap.querySelectorAll('.piece:not(.gone)').forEach((piece, place) => {
        piece.classList.toggle('taken', Boolean(range && !parted && place >= range.from && place <= range.to));
        piece.classList.toggle('cut', Boolean(parted && place === range.from));
      });
    });
    // What is chosen is moved by the button beside it; the one of the field comes second then.
    this.list.closest('.board').querySelector('form.move button:not([name])')?.classList.toggle('main', !any);
    this.offer.classList.remove('above');
    this.list.style.paddingBottom = '';
    if (!any) {
      this.offer.replaceChildren();
      return;
    }
    main.querySelector('p#wrong[data-empty]')?.remove();
    this.fill();
    // At the foot of the screen it must not cover what has been touched.
    const { top, bottom } = this.offer.getBoundingClientRect();
    const isAtFoot = bottom > innerHeight - 1;
    const below = () => this.offer.nextElementSibling.getBoundingClientRect().top;
    const before = below();
    this.offer.classList.toggle('above', isAtFoot && this.touched > top - NEAR);
    // Its place in the page remains.
    this.list.style.paddingBottom = this.offer.matches('.above') ? `${before - below()}px` : '';
  }

  /** Shows what is chosen, with the moves that it may mean. */
  fill() {
    const clear = make('button', { type: 'button', onclick: () => { this.taken.fill(null); this.show(); } }, say('play.clear'));
    const agreeing = this.agreeing();
    const words = (option) => this.inOrder(option)?.words ?? option.querySelector('.option').textContent;
    if (this.choices().length) {
      const buttons = agreeing.map((option) => make('button', { type: 'button', class: 'main', id: agreeing.length === 1 ? 'commit' : `commit-${option.dataset.to}`, onclick: () => moved(this.reached(option), '.pieces[tabindex]') }, agreeing.length === 1 ? say('play.move') : words(option)));
      this.offer.replaceChildren(agreeing.length === 1 ? make('span', {}, `${words(agreeing[0])} → `, make('span', { class: 'mono' }, this.reached(agreeing[0]))) : make('span', {}, say('play.several')), ...buttons, clear);
      return;
    }
    const { position } = document.querySelector('.table').dataset;
    const [, control] = position.split(':');
    const legal = this.legal();
    this.offer.replaceChildren(
      // The words of a move are those of the list; what is not listed has only its position.
      agreeing.length
        ? make('span', {}, `${words(agreeing[0])} → `, make('span', { class: 'mono' }, agreeing[0].dataset.to))
        : make('span', { class: 'mono' }, `${position} → ${this.target()}${control ? `:${control}` : ''}`),
      legal
        ? make('button', { type: 'button', class: 'main', id: 'commit', onclick: () => this.commit() }, say('play.move'))
        : make('span', { class: 'bad' }, this.refusal()),
      clear,
    );
  }

  /** Whether a choice in a row divides its heap, and takes nothing. */
  divided() {
    if (!this.row) return false;
    const meant = this.meant();
    return this.most === 0 || Boolean(meant?.length && meant.every((one) => one.divides));
  }

  /** The listed options that a choice may mean, where it need not be all of a move, or may be several. */
  choices() {
    return this.counters || this.row ? this.agreeing() : [];
  }

  /** Why a choice is not a move: what may be taken from its heap, where this is known. */
  refusal() {
    const chosen = [...this.taken.keys()].filter((index) => this.taken[index]);
    const [index] = chosen;
    const listed = this.listed();
    if (this.row && this.list.hasAttribute('data-unequal') && this.most === 0 && this.taken[index].from * 2 === Number(this.sizes[index])) return `${say('play.not-so')}: ${say('play.unequal')}`;
    if (chosen.length !== 1 || !listed || this.row || this.counted || this.counters) return say('play.not-so');
    const alone = listed.filter((to) => to.every((size, place) => (place === index ? size < this.sizes[place] : size === this.sizes[place])));
    const amounts = [...new Set(alone.map((to) => Number(this.sizes[index] - to[index])))].sort((one, other) => one - other);
    if (!amounts.length || amounts.length > MOST_AMOUNTS && amounts.at(-1) - amounts[0] >= amounts.length) return say('play.not-so');
    const isRange = amounts.length > 2 && amounts.at(-1) - amounts[0] === amounts.length - 1;
    const words = isRange ? say('play.amounts', amounts[0], amounts.at(-1)) : amounts.length > 1 ? say('play.or', amounts.slice(0, -1).join(', '), amounts.at(-1)) : String(amounts[0]);
    return say('play.you-may', words);
  }

  commit() {
    if (!this.taken.some(Boolean)) return;
    const agreeing = this.choices();
    if (agreeing.length > 1) announce(say('play.several'));
    else if (agreeing.length) moved(this.reached(agreeing[0]), '.pieces[tabindex]');
    else if (this.legal()) moved(this.target(), '.pieces[tabindex]');
    else announce(this.refusal());
  }
}

function begin() {
  // A start that was refused is not part of the game that is shown.
  const refused = main.querySelector('#refused');
  if (refused) history.replaceState(null, '', refused.dataset.here);
  const list = main.querySelector('.heaps');
  board = list?.querySelector('[data-live]') ? new Board(list) : null;
}

/** The places of the answers to questions, by their keys. */
const ANSWERS = { h: '.hint', w: '.why' };

main.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="play?"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.href, { focus: link.hash || (link.classList.contains('option') ? '.options .option, .standing' : link.dataset.key && `[data-key="${CSS.escape(link.dataset.key)}"]`), asked: ANSWERS[link.dataset.key] ?? link.dataset.shows ?? (link.hash || undefined) });
});
main.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('[action="play"]')) return;
  event.preventDefault();
  const field = form.querySelector('#move');
  if (field && event.submitter?.name !== 'move' && !field.value.trim()) {
    // Without a written move the button makes the one that is chosen on the board.
    if (board?.taken.some(Boolean)) board.commit();
    else {
      announce(say('play.write-first'));
      main.querySelector('#wrong')?.remove();
      const told = make('p', { class: 'bad', id: 'wrong', 'data-empty': '' }, say('play.write-first'));
      form.querySelector('#write-help').before(told);
      field.setAttribute('aria-describedby', 'wrong write-help');
      field.focus();
    }
    return;
  }
  const link = new URL('play', location.href);
  for (const [name, value] of new FormData(form, event.submitter)) if (value !== '') link.searchParams.set(name, value);
  if (form.closest('.settings')) link.searchParams.set('seed', String(Date.now() % 100000));
  // A focused field opens the keyboard of a phone: it has the focus only after a written move.
  go(link, { focus: form.matches('.move') && event.submitter?.name !== 'move' ? '#move' : '.pieces[tabindex]' });
});
main.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy-link]');
  if (!button) return;
  // What was asked for would tell others the winning moves.
  const link = new URL(location.href);
  for (const name of ['eval', 'hint', 'why']) if (link.searchParams.has(name)) link.searchParams.delete(name);
  copyLink(link.href, button.dataset.copyLink, button);
});
main.addEventListener('keydown', (event) => {
  // The keys on the buttons work outside of the field.
  if (event.key === 'Escape' && event.target.id === 'move') (main.querySelector('.pieces[tabindex]') ?? main).focus();
});
// After a touch the place of the keyboard is not marked on the board, where it would look like advice.
for (const [kind, pointed] of [['pointerdown', true], ['keydown', false]]) {
  addEventListener(kind, () => document.documentElement.classList.toggle('pointed', pointed), { capture: true });
}
addEventListener('popstate', () => go(location.href, { push: false }));
addEventListener('keydown', (event) => {
  if (event.target.closest('input, textarea, select') || event.altKey || event.ctrlKey || event.metaKey) return;
  // Without a chosen heap the arrows begin at the first one.
  const heap = [document.body, main].includes(event.target) && main.querySelector('.pieces[tabindex]');
  if (heap && ['ArrowLeft', 'ArrowRight'].includes(event.key)) {
    event.preventDefault();
    heap.focus();
    return;
  }
  const link = main.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
  if (link) {
    event.preventDefault();
    link.click();
  }
});
begin();
// A link that asks for the reason opens there, also where the screen is small.
if (new URLSearchParams(location.search).has('why')) main.querySelector('.why')?.scrollIntoView({ block: 'nearest' });
