// A search for a proof, code to copy, certificates to drop.
import { announce, copy, make, parts, say } from './page.js';

const search = document.querySelector('[data-job]');
if (search) {
  const id = search.dataset.job;
  const events = new EventSource(`api/v1/proofs/${encodeURIComponent(id)}/events`);
  const log = search.querySelector('.log');
  let phase = '';
  const told = (event) => {
    const { status, progress } = JSON.parse(event.data);
    search.querySelector('progress').value = progress.seconds;
    if (progress.phase && progress.phase !== phase) {
      phase = progress.phase;
      // Phases repeat; the last ones are shown.
      log.append(make('li', {}, say('prove.step', phase, Number(progress.seconds).toFixed(1))));
      while (log.children.length > 6) log.firstChild.remove();
    }
    for (const field of search.querySelectorAll('[data-field]')) {
      const value = progress[field.dataset.field];
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

// Large automata: the picture is shown in its own size, larger or smaller.
for (const place of document.querySelectorAll('[data-zoom]')) {
  const image = place.querySelector('img');
  const sized = (factor) => () => {
    // The middle of what is visible stays there.
    const middle = (place.scrollLeft + place.clientWidth / 2) / place.scrollWidth;
    const width = factor ? image.clientWidth * factor : 0;
    image.classList.toggle('sized', factor !== 0);
    image.width = factor ? Math.min(20000, Math.max(80, Math.round(width))) : image.naturalWidth;
    if (!factor) image.removeAttribute('width');
    place.scrollLeft = middle * place.scrollWidth - place.clientWidth / 2;
  };
  // On a phone the texts of the whole picture would be too small to read; an automaton is first seen as a whole.
  const legible = () => {
    const part = image.clientWidth / image.naturalWidth;
    if (part < 0.8 && place.dataset.zoom !== 'fitted' && matchMedia('(max-width: 40rem)').matches) sized(0.9 / part)();
  };
  if (image.complete && image.naturalWidth) legible();
  else image.addEventListener('load', legible, { once: true });
  const button = (text, name, act) => make('button', { type: 'button', title: say(name), 'aria-label': say(name), onclick: act }, text);
  place.before(make('p', { class: 'row tools' },
    button('+', 'explore.in', sized(1.5)), button('−', 'explore.out', sized(1 / 1.5)), button(say('explore.fit'), 'explore.fit-all', sized(0)),
    // Browsers do not open a picture that is part of the page alone.
    image.src.startsWith('data:') ? '' : make('a', { class: 'button', href: image.currentSrc || image.src, target: '_blank' }, say('prove.alone'))));
}

const drop = document.getElementById('drop');
const checked = document.getElementById('checked');

async function check(file) {
  if (!file) return;
  checked.replaceChildren(make('p', {}, say('check.checking', file.name)));
  const answer = await fetch('api/v1/check', { method: 'POST', body: file });
  const verdict = await answer.json();
  if (verdict.error) {
    checked.replaceChildren(make('p', { class: 'bad' }, ...parts(verdict.error.message)));
    return;
  }
  const head = verdict.accepted ? make('p', { class: 'good' }, say('check.accepted')) : make('p', { class: 'bad' }, verdict.step === 'decode' ? say('check.unreadable') : `${say('check.refused')} ${verdict.step ?? ''}`);
  const blocks = [verdict.claim, verdict.reason].filter(Boolean).map((text) => make('p', {}, ...parts(text)));
  if (verdict.rules) blocks.push(make('pre', { tabindex: '0' }, verdict.rules));
  checked.replaceChildren(head, ...blocks);
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
