// The tree of a game: the options of a position are requested when it is opened.
import { announce, make, parts, say } from './page.js';

async function open(node) {
  const place = make('p', { class: 'note' }, say('tree.asking'));
  node.querySelector(':scope > .unscripted')?.remove();
  node.append(place);
  try {
    const answer = await fetch(node.dataset.tree);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const options = page.querySelector('.tree > li > details > ul');
    place.replaceWith(options ?? make('p', { class: 'bad' }, page.querySelector('.failure p')?.textContent ?? ''));
    announce(say('tree.opened', options?.querySelectorAll(':scope > li:not(.from)').length ?? 0));
  } catch (error) {
    place.replaceWith(make('p', { class: 'bad' }, ...parts(error.message)));
  }
}

document.querySelector('.tree')?.addEventListener('toggle', (event) => {
  const node = event.target;
  if (!node.open || !node.dataset.tree || node.dataset.asked) return;
  node.dataset.asked = 'true';
  open(node);
}, true);
