// The games that the user has written: stored in this browser; a link has them in its fragment, which no
// server receives.
import { copyLink, keep, kept, make, say } from './page.js';

const list = document.getElementById('mine');
const offered = document.getElementById('offered');
const share = document.getElementById('share');

function link(view, game) {
  const query = new URLSearchParams({ game: game.game });
  if (game.heaps) query.set('heaps', game.heaps);
  if (game.set) query.set('set', game.set);
  return `${view}?${query}`;
}

function card(game, place) {
  const name = make('input', { value: game.name, 'aria-label': say('mine.name') });
  name.addEventListener('change', () => {
    const games = kept();
    games[place].name = name.value.trim() || game.name;
    keep(games);
  });
  const remove = () => {
    keep(kept().filter((_, index) => index !== place));
    show();
  };
  const ways = ['play', 'explore', 'prove', 'rules'].map((view) => make('a', { href: link(view, game) }, say(`nav.${view}`)));
  return make('li', { class: 'card' }, name, make('pre', { tabindex: '0' }, game.game),
    make('p', { class: 'ways' }, ...ways, make('button', { type: 'button', onclick: remove }, say('mine.remove'))));
}

function show() {
  const games = kept();
  list.replaceChildren(...games.map(card));
  share.disabled = games.length === 0;
  if (!games.length) list.append(make('li', { class: 'note' }, say('mine.none')));
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

share.addEventListener('click', () => {
  const here = new URL(location.href);
  here.hash = new URLSearchParams({ games: JSON.stringify(kept()) }).toString();
  copyLink(here.href, share.dataset.address, share);
});

function offer() {
  const games = inLink();
  if (!games.length) return;
  const add = () => {
    const own = kept();
    keep([...own, ...games.filter((game) => !own.some((one) => one.game === game.game && one.heaps === game.heaps && one.set === game.set))]);
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
