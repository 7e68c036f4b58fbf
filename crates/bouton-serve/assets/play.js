// A game in play: objects are taken by clicking, dragging or typing. The server makes the pages; this puts them in place.
import { announce, copyLink, make, offerToKeep, readable, say } from './page.js';

const main = document.getElementById('main');
let wanted = 0;
/** How far from the middle of an object it is still meant, in pixels. */
const NEAR = 28;

/** Goes to another state of the game without loading the page anew. */
async function go(link, { push = true, focus, asked } = {}) {
  const mine = ++wanted;
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
  const games = fresh.querySelector('nav.game');
  if (games) document.querySelector('nav.game')?.replaceWith(games);
  offerToKeep();
  const here = new URL(answer.url);
  here.searchParams.delete('move');
  const refused = main.querySelector('#refused');
  if (push && !refused) history.pushState(null, '', readable(here));
  begin();
  const place = refused ? main.querySelector('#start') : focus && document.querySelector(focus);
  if (place) place.focus();
  // What was asked for may lie below the screen of a phone.
  if (asked) main.querySelector(asked)?.scrollIntoView({ block: 'nearest' });
  announce([main.querySelector('#wrong, #refused, .hint')?.textContent, main.querySelector('.last')?.textContent, main.querySelector('.position')?.textContent, main.querySelector('.standing')?.textContent].filter(Boolean).join('. '));
}

/** The current state with a move that the server is to judge. */
function moved(target, focus) {
  const link = new URL(location.href);
  for (const name of ['hint', 'why', 'move']) link.searchParams.delete(name);
  link.searchParams.set('move', target);
  go(link, { focus, asked: '.result' });
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
    this.taken = this.heaps.map(() => null);
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
      for (const piece of pieces.querySelectorAll('.piece')) {
        const { left, right, top, bottom } = piece.getBoundingClientRect();
        const far = Math.hypot(event.clientX - (left + right) / 2, event.clientY - (top + bottom) / 2);
        if (far >= least) continue;
        least = far;
        found = Number(piece.dataset.index);
      }
      return found;
    };
    pieces.addEventListener('pointerdown', (event) => {
      const place = at(event);
      if (place === null || event.button !== 0) return;
      event.preventDefault();
      pieces.focus();
      pieces.setPointerCapture(event.pointerId);
      const again = this.same(index, place);
      began = { x: event.clientX, y: event.clientY, place, again, before: this.taken[index] };
      if (!again) this.choose(index, this.row ? { from: place, to: place } : { from: place, to: Number(size) - 1 });
    });
    pieces.addEventListener('pointermove', (event) => {
      if (!began || !this.row) return;
      const place = at(event);
      if (place !== null) this.choose(index, { from: Math.min(place, began.place), to: Math.max(place, began.place) });
    });
    pieces.addEventListener('pointerup', (event) => {
      if (!began) return;
      const box = this.heaps[index].getBoundingClientRect();
      const out = event.clientX < box.left - 12 || event.clientX > box.right + 12 || event.clientY < box.top - 12 || event.clientY > box.bottom + 12;
      const still = Math.hypot(event.clientX - began.x, event.clientY - began.y) < 8;
      // Dragged off its heap, or clicked once more: it is taken.
      if (out || (began.again && still)) this.commit();
      else if (event.pointerType === 'touch') this.offer.scrollIntoView({ block: 'nearest' });
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
  }

  same(index, place) {
    const range = this.taken[index];
    if (!range) return false;
    return this.row ? place >= range.from && place <= range.to : place === range.from;
  }

  choose(index, range) {
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
    const acts = {
      ArrowDown: () => top(count + 1),
      ArrowUp: () => top(count - 1),
      Home: () => top(0),
      End: () => top(size),
      Escape: () => top(0),
      Enter: () => this.commit(),
      ArrowLeft: () => (this.row && count ? slide(-1) : neighbour(-1)),
      ArrowRight: () => (this.row && count ? slide(1) : neighbour(1)),
    };
    if (!acts[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
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
    const heaps = this.sizes.flatMap((size, index) => {
      const range = this.taken[index];
      if (!range) return [size];
      const count = BigInt(range.to - range.from + 1);
      if (!this.row) return [size - count];
      return [BigInt(range.from), size - BigInt(range.to) - 1n];
    });
    if (!this.row) return heaps.join(',');
    const left = heaps.filter((heap) => heap > 0n);
    return left.length ? left.join(',') : '0';
  }

  /** The listed options that agree with what is chosen; of counters none if the list is not complete. */
  agreeing() {
    const listed = [...main.querySelectorAll(`.options${this.counters ? '[data-complete]' : ''} [data-to]`)];
    const written = (option) => option.dataset.to.split(':')[0];
    if (this.counters) {
      return listed.filter((option) => {
        const to = written(option).split(',').map(BigInt);
        return this.taken.every((range, index) => !range || to[index] === this.sizes[index] - BigInt(range.to - range.from + 1));
      });
    }
    // The order of rows does not matter.
    const plain = (position) => (this.row ? position.split(',').sort().join(',') : position);
    const target = plain(this.target());
    return listed.filter((option) => plain(written(option)) === target);
  }

  /** Whether the position that is moved to is an option, as far as this is known without the server. */
  legal() {
    if (!main.querySelector('.options[data-complete]') || this.counted) return true;
    const { length } = this.agreeing();
    return this.counters ? length === 1 : length > 0;
  }

  show() {
    let any = false;
    this.heaps.forEach((heap, index) => {
      const range = this.taken[index];
      any ||= Boolean(range);
      const count = range ? range.to - range.from + 1 : 0;
      heap.querySelector('[role=spinbutton]')?.setAttribute('aria-valuenow', String(count));
      heap.querySelectorAll('.piece').forEach((piece, place) => piece.classList.toggle('taken', Boolean(range && place >= range.from && place <= range.to)));
    });
    if (!any) {
      this.offer.replaceChildren();
      return;
    }
    const clear = make('button', { type: 'button', onclick: () => { this.taken.fill(null); this.show(); } }, say('play.clear'));
    const agreeing = this.agreeing();
    const words = (option) => option.querySelector('.option').textContent;
    if (this.counters && agreeing.length) {
      const buttons = agreeing.map((option) => make('button', { type: 'button', class: 'main', id: agreeing.length === 1 ? 'commit' : `commit-${option.dataset.to}`, onclick: () => moved(option.dataset.to, '.pieces[tabindex]') }, agreeing.length === 1 ? say('play.move') : words(option)));
      this.offer.replaceChildren(agreeing.length === 1 ? make('span', {}, `${words(agreeing[0])} → `, make('span', { class: 'mono' }, agreeing[0].dataset.to)) : make('span', {}, say('play.several')), ...buttons, clear);
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
        : make('span', { class: 'bad' }, say('play.not-so')),
      clear,
    );
  }

  commit() {
    if (!this.taken.some(Boolean)) return;
    const agreeing = this.counters ? this.agreeing() : [];
    if (agreeing.length > 1) announce(say('play.several'));
    else if (agreeing.length) moved(agreeing[0].dataset.to, '.pieces[tabindex]');
    else if (this.legal()) moved(this.target(), '.pieces[tabindex]');
    else announce(say('play.not-so'));
  }
}

function begin() {
  // A start that was refused is not part of the game that is shown.
  const refused = main.querySelector('#refused');
  if (refused) history.replaceState(null, '', refused.dataset.here);
  const list = main.querySelector('.heaps');
  if (list?.querySelector('[data-live]')) new Board(list);
}

/** The places of the answers to questions, by their keys. */
const ANSWERS = { h: '.hint', w: '.why' };

main.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="play?"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.href, { focus: link.hash || (link.classList.contains('option') ? '.options .option, .standing' : undefined), asked: ANSWERS[link.dataset.key] ?? '.result' });
});
main.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('[action="play"]')) return;
  event.preventDefault();
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
