// The games that the user has written: stored in this browser; a link has them in its fragment, which no
// server receives.
import { announce, copyLink, isSame, keep, kept, make, say } from './page.js';

const list = document.getElementById('mine');
const offered = document.getElementById('offered');
const share = document.getElementById('share');
const code = document.getElementById('code');
const noCode = document.getElementById('no-code');

/** The most bytes of a QR code. */
const MOST_CODED = 2953;

function link(view, game) {
  const query = new URLSearchParams({ game: game.game });
  if (game.heaps) query.set('heaps', game.heaps);
  if (game.set) query.set('set', game.set);
  return `${view}?${query}`;
}

/** Rules of their own with a line for their name, which all views show; a name or a code alone stays as it is. */
function withName(game, name) {
  const word = name.normalize('NFKD').replace(/[^A-Za-z0-9_\s-]/g, '').trim().replace(/\s+/g, '-').slice(0, 64);
  const own = /(^|[\n;]\s*)game [^\n;]*/;
  if (!word || !/[\n;]/.test(game.trim())) return game;
  return own.test(game) ? game.replace(own, (_, before) => `${before}game ${word}`) : `game ${word}\n${game}`;
}

function card(game, place) {
  const name = make('input', { value: game.name, 'aria-label': say('mine.name') });
  const rules = make('pre', { tabindex: '0' }, game.game);
  name.addEventListener('change', () => {
    const games = kept();
    const one = games[place];
    one.name = name.value.trim() || game.name;
    one.game = withName(one.game, one.name);
    keep(games);
    show();
    list.children[place].querySelector('input').focus();
  });
  const remove = () => {
    keep(kept().filter((_, index) => index !== place));
    show({ game, place });
  };
  const ways = ['play', 'explore', 'prove', 'rules'].map((view) => make('a', { href: link(view, game) }, say(`nav.${view}`)));
  return make('li', { class: 'card' }, name, rules,
    make('p', { class: 'ways' }, ...ways, make('button', { type: 'button', onclick: remove }, say('mine.remove'))));
}

/** In the place of a game that was removed: the way to have it back. */
function undo({ game, place }) {
  const back = () => {
    const games = kept();
    keep([...games.slice(0, place), game, ...games.slice(place)]);
    show();
    list.children[Math.min(place, games.length)].querySelector('button').focus();
  };
  return make('li', { class: 'row removed' }, make('span', {}, say('mine.removed', game.name)), make('button', { type: 'button', onclick: back }, say('mine.undo')));
}

/** Shows the games; one that was just removed can be had back. */
function show(removed) {
  const games = kept();
  const items = games.map(card);
  if (!games.length) items.push(make('li', { class: 'note' }, say('mine.none')));
  if (removed) items.splice(removed.place, 0, undo(removed));
  list.replaceChildren(...items);
  share.disabled = games.length === 0;
  offerCode(games);
  if (!removed) return;
  list.querySelector('.removed button').focus();
  announce(say('mine.removed', removed.game.name));
}

/** The games in the link of this page. */
function inLink() {
  try {
    const text = new URLSearchParams(location.hash.slice(1)).get('games');
    const games = JSON.parse(text ?? '[]');
    return games.filter((one) => typeof one?.game === 'string' && typeof one?.name === 'string');
  } catch {
    return [];
  }
}

/** The part of a link that has the games. */
const inHash = (games) => `#${new URLSearchParams({ games: JSON.stringify(games) })}`;

/** The link to the code of these games, or a sentence if no code can have them. */
function offerCode(games) {
  const to = `mine${inHash(games)}`;
  const { address } = share.dataset;
  const fits = (address ?? new URL('.', location.href).href).length + to.length <= MOST_CODED;
  code.href = `link?to=${encodeURIComponent(to)}`;
  code.hidden = !games.length || !fits;
  noCode.hidden = fits;
}

share.addEventListener('click', () => {
  const here = new URL(location.href);
  here.hash = inHash(kept());
  copyLink(here.href, share.dataset.address, share);
});

function offer() {
  const games = inLink();
  if (!games.length) return;
  const add = () => {
    const own = kept();
    keep([...own, ...games.filter((game) => !own.some((one) => isSame(one, game)))]);
    history.replaceState(null, '', location.pathname);
    offered.replaceChildren();
    show();
  };
  offered.replaceChildren(make('p', {}, say('mine.offered', games.map((game) => game.name).join(', '))),
    make('p', { class: 'row' }, make('button', { type: 'button', class: 'main', onclick: add }, say('mine.add'))));
}

show();
offer();
addEventListener('hashchange', offer);
