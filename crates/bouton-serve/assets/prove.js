// A search for a proof, code to copy, certificates to drop.
import { announce, copy, make, say } from './page.js';

const search = document.querySelector('[data-job]');
if (search) {
  const id = search.dataset.job;
  const events = new EventSource(`api/v1/proofs/${encodeURIComponent(id)}/events`);
  const log = search.querySelector('.log');
  let phase = '';
  const told = (event) => {
    const { status, place, progress } = JSON.parse(event.data);
    search.querySelector('progress').value = progress.seconds;
    search.querySelector('[data-place]').hidden = !place;
    if (progress.phase && progress.phase !== phase) {
      phase = progress.phase;
      // Phases repeat; the last ones are shown.
      log.append(make('li', {}, say('prove.step', phase, Number(progress.seconds).toFixed(1))));
      while (log.children.length > 6) log.firstChild.remove();
    }
    for (const field of search.querySelectorAll('[data-field]')) {
      const value = field.dataset.field === 'place' ? place : progress[field.dataset.field];
      field.textContent = field.dataset.field === 'seconds' ? Number(value).toFixed(1) : (value || (field.dataset.field === 'phase' ? status : '0'));
    }
  };
  events.addEventListener('progress', told);
  events.addEventListener('done', (event) => {
    told(event);
    events.close();
    announce(JSON.parse(event.data).status);
    const link = new URL(location.href);
    link.searchParams.set('job', id);
    location.replace(link);
  });
}

/** The seconds after which a search that was refused is asked for again. */
const PAUSE = 15;
const retry = document.querySelector('[data-retry]');
if (retry) {
  const wait = retry.querySelector('[data-wait]');
  const tell = (rest) => (wait.textContent = rest ? say('prove.again-in', rest) : '');
  let rest = PAUSE;
  tell(rest);
  const timer = setInterval(() => {
    tell((rest -= 1));
    if (rest === 0) retry.requestSubmit();
  }, 1000);
  const stop = () => {
    clearInterval(timer);
    tell(0);
  };
  // What is being typed is not lost.
  for (const form of document.querySelectorAll('main form')) form.addEventListener('input', stop);
  retry.addEventListener('submit', stop);
}

for (const button of document.querySelectorAll('[data-save]')) {
  button.addEventListener('click', () => {
    const text = document.querySelector(`[data-text="${button.dataset.save}"]`).textContent;
    const link = make('a', { href: URL.createObjectURL(new Blob([text], { type: 'text/plain' })), download: button.dataset.name });
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const block = button.closest('details');
    const shown = block.querySelector('[data-text]');
    if (shown) return copy(shown.textContent, button);
    const link = new URL(block.querySelector('a[download]').href);
    link.searchParams.delete('download');
    const { text } = await (await fetch(link)).json();
    return copy(text, button);
  });
}

// Large pictures: first seen whole, then in their own size, larger or smaller.
for (const place of document.querySelectorAll('[data-zoom]')) {
  const image = place.querySelector('img');
  /** Shows the picture `factor` times as wide, or whole for 0; the point `at` of the box, its middle if nothing is said, stays. */
  const sized = (factor, at = place.clientWidth / 2) => {
    const part = (place.scrollLeft + at) / place.scrollWidth;
    const width = factor ? image.clientWidth * factor : 0;
    image.classList.toggle('sized', factor !== 0);
    image.width = factor ? Math.min(20000, Math.max(80, Math.round(width))) : image.naturalWidth;
    if (!factor) image.removeAttribute('width');
    place.scrollLeft = part * place.scrollWidth - at;
  };
  const button = (text, name, factor) => make('button', { type: 'button', title: say(name), 'aria-label': say(name), onclick: () => sized(factor) }, text);
  const hint = make('span', { class: 'note', hidden: true }, say('prove.touch'));
  place.before(make('p', { class: 'row tools' },
    button('+', 'explore.in', 1.5), button('−', 'explore.out', 1 / 1.5), button(say('explore.fit'), 'explore.fit-all', 0),
    // Browsers do not open a picture that is part of the page alone.
    image.src.startsWith('data:') ? '' : make('a', { class: 'button', href: image.currentSrc || image.src, target: '_blank' }, say('prove.alone')), hint));
  // On a phone the texts of the whole picture are too small to read: a touch shows its own size there, and another the whole.
  const small = () => {
    hint.hidden = image.clientWidth >= 0.8 * image.naturalWidth;
  };
  if (image.complete && image.naturalWidth) small();
  else image.addEventListener('load', small, { once: true });
  image.addEventListener('click', (event) => {
    const own = image.naturalWidth / image.clientWidth;
    if (image.classList.contains('sized')) sized(0);
    else if (own > 1.05) sized(own, event.clientX - place.getBoundingClientRect().left);
  });
}

const drop = document.getElementById('drop');
const checked = document.getElementById('checked');

async function check(file) {
  if (!file) return;
  checked.replaceChildren(make('p', {}, say('check.checking', file.name)));
  // The page of the verdict, as the form has it: the form ends its text with a line's end.
  const answer = await fetch('check', { method: 'POST', body: `certificate=${await file.text()}\n` });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const verdict = page.querySelector('[data-verdict]') ?? page.querySelector('.failure');
  checked.replaceChildren(...(verdict?.childNodes ?? []));
}

if (drop) {
  drop.querySelector('input').addEventListener('change', (event) => check(event.target.files[0]));
  drop.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    check(event.dataTransfer.files[0]);
  });
}
