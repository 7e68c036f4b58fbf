// The page in a real browser. Needs Chromium (CHROMIUM names another one) and the program (BOUTON).
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { PATIENCE, PHONE, WIDE, root, settled, start } from './start.mjs';

const pictures = join(root, 'target/screenshots');
const axe = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

// Three heaps in which the same may be taken from two: a long search.
const LONG = 'heaps 3; move take any from 1 heap; move take the same any from 2 heaps';

/** Every view, with what must be seen on it whether there is script or not. */
const VIEWS = {
  gallery: ['/', 'From the literature'],
  rules: [`/rules?game=${encodeURIComponent('heaps 2\nmvoe take any from 1 heap')}`, 'Did you mean'],
  play: ['/play?game=nim&start=3,4,5&why=1&eval=1', 'take 2 from heap 1'],
  split: ['/play?game=kayles&start=9,5', '9 becomes 4 + 4'],
  chosen: [`/play?game=${encodeURIComponent('for all m where m >= 1; heaps any; move take 1..m from 1 heap')}&set=3`, 'with m = 3'],
  podium: ['/play?game=podium-nim&hint=1', '3 players, podium rule'],
  explore: ['/explore?game=nim&heaps=2&value=grundy', 'The pattern of nim'],
  sizes: ['/play?game=small-pass&start=1,0,2,1&eval=1', 'take 2 from a heap of 3'],
  tree: ['/tree?game=nim&position=1,2', 'take 1 from heap 2'],
  sum: ['/sum', 'Nim-sum'],
  ask: ['/ask', 'The least solutions'],
  asked: [`/ask?game=take-three&with=nim&upto=10^30&sentence=${encodeURIComponent('P(n) and not nim.P(n, n + 1)')}`, 'solutions have all their numbers at most'],
  mine: ['/mine', 'My games'],
  link: ['/link?to=play%3Fgame%3Dnim', 'A link for others'],
  letters: [`/prove?game=${encodeURIComponent('for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap')}`, 'For all'],
  'podium-values': ['/play?game=podium-nim&start=3,5,7&eval=1', 'the player after the one to move makes the last move'],
  docs: ['/docs/cli/playing.html', 'Contents'],
  gallery30: ['/docs/gallery.html', 'Wythoff'],
  unnamed: [`/prove?game=${encodeURIComponent(LONG)}`, 'a game without a name'],
  prove: ['/prove?game=nim&run=123456789012345678901234567890,5,7', 'every binary digit occurs an even number of times'],
  sequence: ['/sequence?game=kayles', 'Period 12 from 71 on.'],
  check: ['/check', 'Check a proof'],
  nim: ['/nim?heaps=3,4,5&most=3', 'Nim without a limit: nim-sum 2'],
  'podium-calculator': ['/podium?form=7,7,6,2&other=3', '7, 6, 6, 3'],
  pass: ['/pass', 'Table 3, computed'],
  'in-total': ['/in-total', 'The proof rests on 220 base cases'],
};

let browser;
let base;
let end;

before(async () => {
  mkdirSync(pictures, { recursive: true });
  ({ browser, base, end } = await start());
});
after(async () => end?.());

/** Opens a page; any complaint in its console fails the test. */
async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: WIDE, acceptDownloads: true, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url())) page.faults.push(`a request to ${request.url()}`);
  });
  await page.goto(base + path);
  page.finish = async () => {
    assert.deepEqual(page.faults, []);
    await context.close();
  };
  return page;
}

/** Acts, and waits for the page to which that leads: another address than before, which matches. */
async function leads(page, act, pattern = /^/) {
  const before = page.url();
  await act();
  await page.waitForURL((url) => url.href !== before && pattern.test(url.href));
}

/** Waits until the text of an element matches. */
async function reads(page, selector, pattern) {
  const matches = ([place, source]) => new RegExp(source).test(document.querySelector(place)?.innerText ?? '');
  await page.waitForFunction(matches, [selector, pattern.source]);
}

/** Presses a button that copies. Its word for that stays for a moment only, so it is caught when it comes. */
async function copies(page, selector) {
  await page.locator(selector).evaluate((button) => {
    new MutationObserver(() => {
      if (button.textContent.startsWith('Copied')) button.dataset.seen = button.textContent;
    }).observe(button, { childList: true });
  });
  await page.locator(selector).click();
  await page.waitForSelector(`${selector}[data-seen]`);
  page.said = await page.locator(selector).evaluate((button) => {
    const { seen } = button.dataset;
    delete button.dataset.seen;
    return seen;
  });
  return page.evaluate(() => navigator.clipboard.readText());
}

for (const [name, [path, seen]] of Object.entries(VIEWS)) {
  test(`${name}: wide, on a phone, dark, without script`, async () => {
    for (const [kind, options] of Object.entries({
      wide: {},
      phone: { viewport: PHONE, hasTouch: true, isMobile: true },
      dark: { colorScheme: 'dark' },
      plain: { viewport: PHONE, javaScriptEnabled: false },
    })) {
      const page = await open(path, options);
      await settled(page);
      assert.ok((await page.locator('main').innerText()).includes(seen), `${kind}: ${seen}`);
      await page.screenshot({ path: join(pictures, `${name}-${kind}.png`), fullPage: true });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(over <= 0, `${kind}: ${over} pixels too wide`);
      // A phone shows what a wide screen does.
      if (['wide', 'dark'].includes(kind)) {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html).slice(0, 3)]), [], kind);
      }
      await page.finish();
    }
  });
}

test('the bar of a game, its links and what is kept follow the rules that are written', async () => {
  const page = await open('/rules?game=nim');
  const mine = 'game hallo\nheaps 2\nmove take 1..3 from 1 heap';
  const to = (name) => page.locator('nav.game .views').getByRole('link', { name, exact: true });
  assert.ok(await page.locator('#about').isVisible());
  await page.fill('#rules', mine);
  // At once, without an answer of the server.
  assert.equal(await page.locator('nav.game .name').innerText(), 'hallo');
  assert.ok(!(await page.locator('#about').isVisible()));
  await page.getByRole('button', { name: 'Keep' }).click();
  assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('bouton.games'))), [{ name: 'hallo', game: mine }]);
  await page.waitForSelector('.good');
  // Which views these rules have beside those of every game, the server knows.
  await to('Questions').waitFor();
  for (const name of ['Play', 'Tree', 'Explore', 'Prove', 'Questions']) {
    assert.equal(new URL(await to(name).getAttribute('href'), page.url()).searchParams.get('game').trim(), mine, name);
  }
  // What is changed again can be kept again; the first rules have the first bar.
  await page.fill('#rules', `${mine}\nplay misere`);
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('bouton.games')).length), 2);
  await page.fill('#rules', await page.locator('#rules').evaluate((field) => field.defaultValue));
  assert.equal(await page.locator('nav.game .name').innerText(), 'nim');
  assert.ok(await page.locator('#about').isVisible());
  await page.fill('#rules', mine);
  await leads(page, () => to('Play').click(), /\/play\?game=game\+hallo/);
  assert.equal(await page.locator('nav.game .name').innerText(), 'hallo');
  // A question has the game in one line: it is the same game.
  await leads(page, () => to('Questions').click(), /\/ask/);
  await page.fill('#sentence', 'P(a, a)');
  await leads(page, () => page.getByRole('button', { name: 'Ask' }).click(), /sentence=/);
  assert.equal(await page.getByRole('button', { name: 'Kept' }).count(), 1);
  await page.finish();
});

test('rules with a fault are mended', async () => {
  const page = await open('/rules');
  await page.fill('#rules', 'heaps 2\nmvoe take any from 1 heap');
  await page.waitForSelector('.underlay mark');
  assert.equal(await page.locator('.underlay mark').first().innerText(), 'mvoe');
  await page.getByRole('button', { name: 'Write move' }).click();
  await page.waitForSelector('.good');
  assert.equal(await page.inputValue('#rules'), 'heaps 2\nmove take any from 1 heap');
  assert.equal(await page.locator('.underlay mark').count(), 0);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForSelector('.heap');
  await page.finish();
});

test('the misspelled word is marked, not a word before it, and the kinds of moves are named', async () => {
  const page = await open('/rules');
  await page.fill('#rules', 'heaps 2; move take 1 to 4 stones form a heap');
  await page.getByRole('button', { name: 'Write from' }).click();
  await page.waitForSelector('.good');
  assert.equal(await page.inputValue('#rules'), 'heaps 2; move take 1 to 4 stones from a heap');
  await page.fill('#rules', 'heaps 2; move double one heap');
  await reads(page, '#verdict', /counter may grow while another one falls/);
  assert.equal(await page.locator('.underlay mark').innerText(), 'double');
  await page.finish();
});

/** The position that is shown. */
const position = (page) => page.locator('.table').getAttribute('data-position');

test('suggestions of rules are written by a button, wherever they belong', async () => {
  const page = await open('/rules');
  for (const [text, button, mended] of [
    // In the place of the words that are marked, of their line, or as a line that is missing.
    ['heaps 1\nmove take 3..1 from 1 heap', 'Write 1..3', 'heaps 1\nmove take 1..3 from 1 heap'],
    ['heaps 3,4,5; move take any from 1 heap', 'Write heaps 3', 'heaps 3; move take any from 1 heap'],
    ['take 1, 2 or 3 stones from one pile', 'Write heaps 1', 'heaps 1\ntake 1, 2 or 3 stones from one pile'],
    ['take 1 to 3 stones from a pile of 21', 'Write heaps 1; move take 1..3 from 1 heap', 'heaps 1; move take 1..3 from 1 heap'],
    ['Nimm', 'nim', 'nim'],
  ]) {
    await page.fill('#rules', text);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.waitForSelector('#verdict .good');
    assert.equal(await page.inputValue('#rules'), mended);
  }
  // What was understood is put into words; the size of a heap may be meant by the number of heaps.
  await page.fill('#rules', 'heaps 21\nmove take 1..3 from 1 heap');
  await reads(page, '#verdict', /21 heaps of any size; a move takes 1 to 3 from one heap; the last move wins\./);
  await reads(page, '#verdict', /For one heap of 21 objects write heaps 1/);
  await page.fill('#rules', 'KAYLES');
  await page.waitForSelector('#verdict .good');
  // The first page marks faults while they are typed, too.
  await page.goto(`${base}/`);
  await page.fill('#rules', 'heaps 2\nmove take any form 1 heap');
  await page.getByRole('button', { name: 'Write from', exact: true }).click();
  await reads(page, '#verdict', /a move takes any number from one heap/);
  await leads(page, () => page.getByRole('button', { name: 'Play', exact: true }).click(), /\/play\?game=heaps/);
  await page.finish();
});

test('a game of Nim is won from a won position, by clicks', async () => {
  const page = await open('/play?game=nim&start=3,4,5');
  for (let turn = 0; turn < 12 && !(await page.locator('.result').count()); turn++) {
    const heaps = (await position(page)).split(',').map(Number);
    const sum = heaps.reduce((all, heap) => all ^ heap, 0);
    const heap = heaps.findIndex((size) => (size ^ sum) < size);
    assert.ok(heap >= 0, `no winning move from ${heaps}`);
    const piece = page.locator(`[data-heap="${heap}"] [data-index="${heaps[heap] ^ sum}"]`);
    await piece.click();
    assert.equal(await page.locator(`[data-heap="${heap}"] .taken`).count(), heaps[heap] - (heaps[heap] ^ sum));
    await leads(page, () => piece.click());
  }
  assert.match(await page.locator('.result').innerText(), /^You won: you made the last move/);
  // The score is walked back and forth.
  await leads(page, () => page.keyboard.press('u'), /[?&]at=/);
  assert.equal(await page.locator('.result').count(), 0);
  await page.goBack();
  await page.waitForSelector('.result');
  await page.finish();
});

test('a game of Nim is lost from a lost position, by keys', async () => {
  const page = await open('/play?game=nim&start=1,2,3');
  for (let turn = 0; turn < 12 && !(await page.locator('.result').count()); turn++) {
    await page.locator('.pieces[role=spinbutton]').first().focus();
    await page.keyboard.press('ArrowUp');
    await leads(page, () => page.keyboard.press('Enter'));
  }
  assert.match(await page.locator('.result').innerText(), /^You lost: the computer made the last move/);
  await page.finish();
});

test('a move that is none is refused in words, and dragging takes', async () => {
  const page = await open('/play?game=nim&start=1,1,5');
  await page.fill('#move', '1,1,9');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#wrong');
  assert.match(await page.locator('#wrong').innerText(), /is not a move of this game/);
  const box = await page.locator('[data-heap="2"] [data-index="1"]').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 200, { steps: 6 });
  await leads(page, () => page.mouse.up(), /line=1(%2C|,)1(%2C|,)1/);
  await page.finish();
});

test('what is chosen is dragged away by any of its objects', async () => {
  const page = await open('/play?game=nim&start=3,5,7');
  const place = async (heap, index) => {
    const box = await page.locator(`[data-heap="${heap}"] [data-index="${index}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (heap, index, x, y) => {
    const [left, top] = await place(heap, index);
    await page.mouse.move(left, top);
    await page.mouse.down();
    await page.mouse.move(left + x, top + y, { steps: 12 });
  };
  await page.mouse.click(...(await place(2, 4)));
  await reads(page, '.offer', /take 3 from heap 3/);
  // Another object of these begins another choice where the pointer stays.
  await page.mouse.click(...(await place(2, 6)));
  await reads(page, '.offer', /take 1 from heap 3/);
  await page.mouse.click(...(await place(2, 4)));
  await drag(2, 6, 280, 60);
  await leads(page, () => page.mouse.up(), /line=3(%2C|,)5(%2C|,)4/);

  await page.goto(`${base}/play?game=wythoff&start=8,12&opponent=nobody`);
  await page.mouse.click(...(await place(0, 6)));
  await page.mouse.click(...(await place(1, 10)));
  await reads(page, '.offer', /6,10/);
  await drag(1, 11, 300, 60);
  await leads(page, () => page.mouse.up(), /line=6(%2C|,)10/);

  // In a row the pointer passes other objects on its way.
  await page.goto(`${base}/play?game=kayles&start=9&opponent=nobody`);
  await page.mouse.click(...(await place(0, 3)));
  await page.mouse.click(...(await place(0, 4)));
  await reads(page, '.offer', /9 becomes 3 \+ 4/);
  await drag(0, 4, 60, 130);
  await leads(page, () => page.mouse.up(), /line=3(%2C|,)4/);
  await page.finish();
});

test('kayles: pins are knocked down and the row falls into two', async () => {
  const page = await open('/play?game=kayles&start=9&opponent=nobody');
  await page.locator('[data-heap="0"] [data-index="4"]').click();
  await leads(page, () => page.locator('[data-heap="0"] [data-index="4"]').click(), /line=/);
  assert.equal(await position(page), '4,4');
  assert.equal(await page.locator('.heap').count(), 2);
  await page.finish();
});

test('three players to the end, and a pass', async () => {
  const page = await open('/play?game=podium-nim&start=1,2,3');
  for (let turn = 0; turn < 9 && !(await page.locator('.result').count()); turn++) {
    await leads(page, () => page.locator('a.option').first().click());
  }
  const places = await page.locator('.result li').allInnerTexts();
  assert.equal(places.length, 3);
  assert.match(places[0], /, who made the last move$/);
  const lost = places[2] === 'You';
  assert.equal(await page.locator('.result[data-lost]').count(), lost ? 1 : 0);
  await page.goto(`${base}/play?game=nim-with-a-pass&start=1,2&opponent=nobody`);
  await leads(page, () => page.getByRole('button', { name: 'Pass' }).click(), /line=/);
  assert.equal(await position(page), '1,2:used');
  await page.finish();
});

test('a start that cannot be read is refused beside its form, and the game goes on', async () => {
  const page = await open('/play?game=nim&start=3,4,5&opponent=nobody&line=3,4,4');
  await page.locator('.settings summary').click();
  await page.fill('#start', '1,x');
  page.removeAllListeners('console');
  await page.getByRole('button', { name: 'New game' }).click();
  await page.waitForSelector('#refused');
  assert.equal(await page.inputValue('#start'), '1,x');
  assert.equal(await position(page), '3,4,4');
  // The address of the refused form names this line, too.
  await leads(page, () => page.locator('a.option').first().click(), /line=3(%2C|,)4(%2C|,)4/);
  await page.waitForSelector('#refused', { state: 'detached' });
  assert.notEqual(await position(page), '3,4,4');
  await page.finish();
});

test('the picture is zoomed, a value read, and the position played', async () => {
  const page = await open('/explore?game=nim&heaps=2&value=grundy&upto=63');
  await page.waitForSelector('canvas[data-ready]');
  const canvas = page.locator('canvas');
  const box = await canvas.boundingBox();
  // The cursor is set by keys: 5 to the right, 3 up.
  await canvas.focus();
  await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp');
  assert.equal(await page.locator('.readout').innerText(), 'h1 = 5, h2 = 3: 6');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const drawn = () => page.evaluate(() => document.querySelector('canvas').toDataURL());
  const before = await drawn();
  await page.mouse.wheel(0, -600);
  await page.waitForFunction((picture) => document.querySelector('canvas').toDataURL() !== picture, before);
  const [, across, up, value] = /h1 = (\d+), h2 = (\d+): (\d+)/.exec(await page.locator('.readout').innerText()).map(Number);
  assert.equal(value, across ^ up);
  await canvas.focus();
  await leads(page, () => page.keyboard.press('Enter'), /\/play\?/);
  assert.match(await position(page), /^\d+,\d+$/);
  await page.finish();
});

test('1024 × 1024 positions come in one answer of one or two bytes each, and are drawn', async () => {
  for (const [game, value, bytes] of [['nim', 'grundy', 2], ['wythoff', 'outcome', 1], ['wythoff', 'grundy', 2]]) {
    const page = await open('/check');
    const planes = [];
    page.on('response', (answer) => answer.url().includes('/api/v1/plane') && planes.push(answer));
    await page.goto(`${base}/explore?game=${game}&heaps=2&upto=1023&value=${value}`);
    await page.waitForSelector('canvas[data-ready]');
    console.log(`first picture of 1024 × 1024 positions, ${game}, ${value}: ${await page.locator('canvas').getAttribute('data-ready')} ms`);
    assert.equal(planes.length, 1);
    const body = await planes[0].body();
    assert.equal(body.length - body.indexOf('\n') - 1, bytes * 1024 * 1024);
    await page.finish();
  }
});

test('a law is proved, downloaded, dropped back and accepted', async () => {
  const page = await open(`/prove?game=${encodeURIComponent('heaps 1; move take 1..4 from 1 heap')}`);
  await page.getByRole('button', { name: 'Search for a proof' }).click();
  await page.waitForSelector('.theorem');
  // The page comes by itself: its scripts run when it is loaded.
  await page.waitForLoadState();
  assert.match(await page.locator('.theorem').innerText(), /P if/);
  assert.ok((await page.locator('.formula math').count()) > 0);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download the certificate' }).click()]);
  const certificate = readFileSync(await download.path(), 'utf8');
  const dropped = async (text) => {
    const data = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'law.cert'));
      return transfer;
    }, text);
    await page.dispatchEvent('#drop', 'drop', { dataTransfer: data });
  };
  await dropped(certificate);
  await page.waitForSelector('#checked .good');
  await dropped(certificate.replace('1..4', '1..5'));
  await page.waitForSelector('#checked .bad');
  await page.fill('#run', '100000000000000000000000000000');
  await leads(page, () => page.getByRole('button', { name: 'Try' }).click(), /run=/);
  assert.equal(await page.locator('.path').count(), 1);
  assert.match(await page.locator('#ran').innerText(), /is\s+P/);
  await page.finish();
});

test('a proof survives that its page is loaded again, and is cancelled', async () => {
  const page = await open(`/prove?game=${encodeURIComponent(LONG)}`);
  await page.getByRole('button', { name: 'Search for a proof' }).click();
  await page.waitForSelector('[data-job]');
  const job = await page.locator('[data-job]').getAttribute('data-job');
  await page.waitForFunction(() => Number(document.querySelector('[data-field=positions]').textContent) > 0);
  await page.reload();
  assert.equal(await page.locator('[data-job]').getAttribute('data-job'), job);
  await page.waitForFunction(() => Number(document.querySelector('[data-field=seconds]').textContent) > 0);
  assert.ok((await page.locator('progress').evaluate((bar) => bar.value / bar.max)) > 0);
  await page.waitForSelector('.log li');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForSelector('text=The search was cancelled.');
  await page.finish();
});

test('code is copied, and a sequence is zoomed', async () => {
  const page = await open('/prove?game=take-three', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('summary', { hasText: 'Python' }).click();
  assert.match(await copies(page, '[data-copy=python]'), /def winning_move/);
  await page.goto(`${base}/sequence?game=kayles&upto=300`);
  await settled(page);
  await page.locator('.plot canvas').focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('.plot .readout').innerText(), 'g(5) = 4');
  const drawn = () => page.evaluate(() => document.querySelector('.plot canvas').toDataURL());
  const before = await drawn();
  await page.keyboard.press('+');
  assert.notEqual(await drawn(), before);
  await page.keyboard.press('0');
  assert.equal(await drawn(), before);
  await page.finish();
});

test('a pattern is zoomed about the cursor of the keys, which are named', async () => {
  const page = await open('/explore?game=nim&heaps=2');
  await settled(page);
  assert.match(await page.locator('#explore-help').innerText(), /arrows move a cursor/);
  await page.locator('.pattern canvas').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  // The frame of the cursor is drawn in a colour that the pattern does not have.
  const framed = () => page.evaluate(() => {
    const canvas = document.querySelector('.pattern canvas');
    const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--focus').trim();
    probe.fillRect(0, 0, 1, 1);
    const [red, green, blue] = probe.getImageData(0, 0, 1, 1).data;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += Math.abs(data[at] - red) + Math.abs(data[at + 1] - green) + Math.abs(data[at + 2] - blue) < 60;
    return count;
  });
  assert.ok((await framed()) > 10);
  for (let step = 0; step < 5; step++) {
    await page.keyboard.press('+');
    assert.ok((await framed()) > 10, `the cursor is out of sight after ${step + 1} steps`);
  }
  // Moved on, the cursor takes the picture with it.
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowRight');
  assert.ok((await framed()) > 10);
  assert.match(await page.locator('.readout').innerText(), /h1 = 21, h2 = 3: N/);
  await page.finish();
});

test('a game that is kept is added to another one by its name', async () => {
  const page = await open('/sum');
  const game = 'game mia # mine\nheaps 1\nmove take 1..3 from 1 heap';
  await page.evaluate((game) => localStorage.setItem('bouton.games', JSON.stringify([{ name: 'mia', game }])), game);
  await page.goto(`${base}/sum`);
  assert.equal(await page.locator('#games option[value=mia]').count(), 1);
  await page.fill('#game-1', 'mia');
  await page.fill('#position-1', '7');
  await leads(page, () => page.getByRole('button', { name: 'Show', exact: true }).click(), /\/sum\?/);
  await reads(page, '#answer', /mia 7/);
  assert.match(decodeURIComponent(page.url()), /game-1=game\+mia;\+heaps\+1/);
  await page.finish();
});

test('the verdict on rules of the first page is in sight on a small phone', async () => {
  const page = await open('/', { viewport: { width: 360, height: 640 } });
  await page.locator('.ask textarea').fill('heaps 1\nmove take 1..6 from 1 heap');
  await leads(page, () => page.getByRole('button', { name: 'Read these rules' }).click(), /\/rules/);
  await reads(page, '#verdict', /are in order/);
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector('#verdict .good').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  await page.finish();
});

test('without script: rules are read, a move is made, a proof is found', async () => {
  const page = await open('/', { javaScriptEnabled: false, viewport: PHONE });
  await page.locator('.ask textarea').fill('heaps 1\nmove take 1..6 from 1 heap');
  await leads(page, () => page.getByRole('button', { name: 'Read these rules' }).click(), /\/rules/);
  assert.match(await page.locator('#verdict').innerText(), /are in order/);
  await leads(page, () => page.getByRole('button', { name: 'Play', exact: true }).click(), /\/play/);
  await page.fill('#move', 'take 1');
  await leads(page, () => page.getByRole('button', { name: 'Move', exact: true }).click(), /line=/);
  assert.equal(await position(page), '13');
  await page.locator('nav.game').getByRole('link', { name: 'Prove' }).click();
  await page.getByRole('button', { name: 'Search for a proof' }).click();
  await page.waitForSelector('.theorem');
  await page.finish();
});

test('hint, why, evaluation, undo and redo by their keys; an opponent that errs', async () => {
  const page = await open('/play?game=nim&start=3,4,5&opponent=errs&rate=100&seed=7');
  const key = async (name, seen) => {
    await page.locator('h1').click();
    await page.keyboard.press(name);
    await page.waitForSelector(seen);
  };
  await key('h', '.hint');
  assert.match(await page.locator('.hint').innerText(), /A winning move: take 2 from heap 1 \(to 1,4,5\)/);
  await key('w', '.why table');
  await key('e', '.options .outcome');
  await leads(page, () => page.locator('a.option', { hasText: 'take 2 from heap 1' }).click(), /line=/);
  // Whatever it does is an error, or all its moves are equally good: the heaps stand as the link says.
  const after = await position(page);
  await page.reload();
  assert.equal(await position(page), after);
  await key('u', 'a[data-key=r]');
  assert.equal(await position(page), '3,4,5');
  await key('r', 'a[data-key=u]');
  assert.equal(await position(page), after);
  assert.match(await page.locator('.moves').innerText(), /You: 1,4,5/);
  await page.finish();
});

test('misère, a coalition, heap sizes', async () => {
  const page = await open('/play?game=misere-nim&start=1,1,1&opponent=nobody');
  for (let turn = 0; turn < 3; turn++) {
    await leads(page, () => page.locator('a.option').first().click());
  }
  assert.match(await page.locator('.result').innerText(), /^Player 1 made the last move: Player 2 won/);
  await page.goto(`${base}/play?game=coalition-nim&start=1,2,3&eval=1`);
  assert.ok((await page.locator('.options .outcome').count()) > 1);
  for (let turn = 0; turn < 6 && !(await page.locator('.result').count()); turn++) {
    await leads(page, () => page.locator('a.option').first().click());
  }
  assert.match(await page.locator('.result').innerText(), /^(You|Computer \d) made the last move and won/);
  await page.goto(`${base}/play?game=small-pass&start=1,0,2,1&opponent=nobody`);
  assert.equal(await page.locator('.heap').count(), 4);
  await leads(page, () => page.locator('a.option').first().click(), /line=/);
  await page.finish();
});

test('no page has a script error, where it has failed neither', async () => {
  const games = ['nim', 'kayles', 'wythoff', 'small-pass', 'podium-nim', 'counters-and-guards', LONG, 'no such game', 'heaps 2\nmvoe', 'heaps 1; move take 1..3 from 1 heap'];
  const paths = games.flatMap((game) => ['rules', 'play', 'tree', 'explore', 'prove', 'ask', 'sequence'].map((view) => `/${view}?game=${encodeURIComponent(game)}`));
  paths.push('/play', '/rules', '/no/such/page', '/docs/no-such-page.html', '/play?game=nim&start=3,x', '/sum?game-1=nim&position-1=x', '/explore?game=nim&value=odd', `/rules?game=${'x'.repeat(20000)}`);
  const context = await browser.newContext({ viewport: WIDE });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults = [];
  let unanswered = 0;
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('request', () => unanswered++);
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, () => unanswered--);
  const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  for (const path of paths) {
    await page.goto(base + path);
    await page.waitForFunction(() => document.documentElement.classList.contains('scripted') || !document.querySelector('script'));
    // Until all that the scripts have asked for has come, and some frames more to draw it.
    for (let calm = 0; calm < 3; calm = unanswered ? 0 : calm + 1) await frame();
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test('heaps by size are clicked', async () => {
  const page = await open('/play?game=small-pass&start=0,1,1,0&opponent=nobody');
  // The second of the objects of a heap of three: two are taken.
  const piece = page.locator('[data-heap="3"] [data-index="1"]');
  await piece.click();
  assert.match(await page.locator('.offer').innerText(), /take 2 from a heap of 3 → 1,1,0,0/);
  await leads(page, () => page.locator('#commit').click(), /line=/);
  assert.equal(await position(page), '1,1,0,0:pass');
  await page.fill('#move', 'take 1 from a heap of 2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.table').dataset.position === '2,0,0,0:pass');
  await page.finish();
});

test('values are in sight, winning moves are first and on the board', async () => {
  for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
    const page = await open(`/play?game=${encodeURIComponent('heaps 4; move take any from at most 2 heaps')}&start=7,8,9,10&eval=1`, { viewport });
    const box = await page.locator('.options .worth').first().boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, `${box.x}`);
    assert.match(await page.locator('.options tbody tr').first().innerText(), /wins/);
    await page.goto(`${base}/play?game=nim&start=3,4,5&eval=1`);
    assert.equal(await page.locator('.piece.wins').count(), 1);
    // It is where one clicks for that move.
    await page.locator('.piece.wins').click();
    assert.match(await page.locator('.offer').innerText(), /take 2 from heap 1 → 1,4,5/);
    await page.finish();
  }
});

test('again, a variation, the link of a game', async () => {
  const page = await open('/play?game=nim&start=1,2&opponent=nobody', { permissions: ['clipboard-read', 'clipboard-write'] });
  const move = async (text) => {
    await page.fill('#move', text);
    await leads(page, () => page.keyboard.press('Enter'));
  };
  await move('0,2');
  await move('0,0');
  await page.waitForSelector('.result');
  await leads(page, () => page.locator('.moves a').first().click(), /[?&]at=0/);
  await move('1,1');
  assert.match(await page.locator('.moves').last().innerText(), /Variations\s+Instead of move 1: 0,2\s+0,0/);
  assert.equal(await copies(page, '[data-copy-link]'), page.url());
  // The variation is gone along, and the other line is one then.
  await page.locator('.moves').last().locator('a').click();
  await page.waitForFunction(() => document.querySelector('.table').dataset.position === '0,2');
  assert.match(await page.locator('.moves').last().innerText(), /Instead of move 1: 1,1/);
  assert.equal(await page.getByRole('button', { name: 'Keep' }).count(), 1);
  await page.keyboard.press('r');
  await page.waitForSelector('.result');
  await page.keyboard.press('e');
  await page.waitForSelector('.along');
  const [line, strip] = [await page.locator('.along .middle').boundingBox(), await page.locator('.along svg').boundingBox()];
  assert.ok(Math.abs(line.y + line.height / 2 - strip.y - strip.height / 2) < 2 && line.width > 0.9 * strip.width, JSON.stringify([line, strip]));
  assert.match(await page.locator('.moves').first().innerText(), /a mistake/);
  await leads(page, () => page.keyboard.press('n'));
  assert.ok(!page.url().includes('line='), page.url());
  assert.equal(await position(page), '1,2');
  await page.finish();
});

test('a link is copied where the page is not encrypted', async () => {
  const page = await open('/play?game=nim&start=1,2', { permissions: ['clipboard-read', 'clipboard-write'] });
  // So it is for phones in a class: browsers hide the clipboard from pages without encryption.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    // The test itself reads what was copied.
    document.addEventListener('copy', () => delete navigator.clipboard, { once: true });
  });
  assert.equal(await copies(page, '[data-copy-link]'), page.url());
  assert.equal(page.said, 'Copied: it works on this computer only');
  // A page that is opened on the machine of the server gives the address that others have.
  await page.evaluate(() => (document.querySelector('[data-copy-link]').dataset.copyLink = 'https://games.example/bouton/'));
  assert.match(await copies(page, '[data-copy-link]'), /^https:\/\/games\.example\/bouton\/play\?game=nim/);
  assert.equal(page.said, 'Copied');
  await page.finish();
});

test('only a formula that goes on beyond an edge has a shadow there', async () => {
  for (const colorScheme of ['light', 'dark']) {
    for (const options of [{ viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }, {}]) {
      const page = await open('/prove?game=moore', { colorScheme, ...options });
      /** The columns of pixels at both edges of a formula, and one beside it, which is empty. */
      const edges = async (formula) => {
        const { x, y, width, height } = await page.locator('.formula').nth(formula).evaluate((element) => {
          element.style.color = 'transparent';
          element.scrollIntoView({ block: 'center' });
          return element.getBoundingClientRect();
        });
        const column = async (left) => (await page.screenshot({ clip: { x: left, y: Math.round(y) + 1, width: 1, height: Math.floor(height) - 2 } })).toString('base64');
        return Promise.all([Math.ceil(x), Math.floor(x + width) - 1, Math.ceil(x) - 4].map(column));
      };
      const [left, right, empty] = await edges(0);
      assert.deepEqual([left === empty, right === empty], [true, !options.isMobile], colorScheme);
      await page.locator('.formula').first().evaluate((formula) => (formula.scrollLeft = formula.scrollWidth));
      const [begun, ended, beside] = await edges(0);
      assert.deepEqual([begun === beside, ended === beside], [!options.isMobile, true], colorScheme);
      const [one, other, neither] = await edges(1);
      assert.deepEqual([one === neither, other === neither], [true, true], colorScheme);
      await page.finish();
    }
  }
});

test('a copied link is readable, and the server reads it', async () => {
  const rules = 'heaps 2; move take any from 1 heap; move take the same any from 2 heaps';
  const page = await open(`/play?game=${encodeURIComponent(rules)}&start=3%2C5&opponent=nobody&line=${encodeURIComponent('2,4;2,3')}`, { permissions: ['clipboard-read', 'clipboard-write'] });
  const link = await copies(page, '[data-copy-link]');
  assert.ok(link.endsWith(`/play?game=${rules.replaceAll(' ', '+')}&start=3,5&opponent=nobody&line=2,4;2,3`), link);
  await page.goto(link);
  assert.equal(await position(page), '2,3');
  await leads(page, () => page.locator('a.option').first().click(), /line=2,4;2,3;/);
  // Characters that mean something else in a link stay escaped.
  await page.goto(`${base}/play?game=${encodeURIComponent('counters a, b; move a, b -> a - 1, b + 1; move b -> b - 1 # 50% & more')}&start=2,1`);
  const other = await copies(page, '[data-copy-link]');
  assert.equal(new URL(other).searchParams.get('game'), new URL(page.url()).searchParams.get('game'));
  assert.match(other, /b\+%2B\+1;\+move/);
  await page.finish();
});

test('a link for others does not tell the winning moves', async () => {
  const page = await open('/play?game=nim&start=3,4,5&eval=1&hint=1&why=1', { permissions: ['clipboard-read', 'clipboard-write'] });
  const copied = new URL(await copies(page, '[data-copy-link]'));
  // The number of heaps follows from the start.
  const told = ({ searchParams }) => [...searchParams].filter(([name]) => name !== 'heaps');
  assert.deepEqual(told(copied), [['game', 'nim'], ['start', '3,4,5']]);
  await leads(page, () => page.getByRole('link', { name: 'QR code for phones' }).click(), /\/link/);
  const coded = new URL(new URL(page.url()).searchParams.get('to'), base);
  assert.deepEqual(told(coded), told(copied));
  // The server that is advised for phones has the port of this one.
  assert.equal(await page.locator('main pre').innerText(), `bouton serve --host 0.0.0.0 --port ${new URL(base).port}`);
  await page.finish();
});

test('every view has a code for phones', async () => {
  const page = await open('/tree?game=nim&position=1,2');
  await leads(page, () => page.locator('footer').getByRole('link', { name: 'QR code for phones' }).click(), /link\?to=tree/);
  await leads(page, () => page.getByRole('link', { name: 'Back' }).click(), /\?game=nim&position=1,2$/);
  // Where the view has such a link of its own, one is enough.
  for (const [path, count] of [['/', 1], ['/play?game=nim', 1], ['/nim', 1], ['/in-total', 1], ['/docs/', 0]]) {
    await page.goto(base + path);
    assert.equal(await page.getByRole('link', { name: 'QR code for phones' }).count(), count, path);
  }
  await page.finish();
});

test('questions about laws are asked, from the page and from the documentation', async () => {
  const page = await open('/prove?game=nim');
  await leads(page, () => page.locator('nav.game').getByRole('link', { name: 'Questions', exact: true }).click(), /\/ask\?game=nim/);
  const ask = async (sentence) => {
    await page.fill('#sentence', sentence);
    await leads(page, () => page.getByRole('button', { name: 'Ask', exact: true }).click(), /sentence=/);
    assert.equal(await page.inputValue('#sentence'), sentence);
    assert.equal(await page.inputValue('#game'), 'nim');
  };
  await ask('for all a, b: P(a, b) iff a = b');
  assert.match(await page.locator('.theorem').innerText(), /True\./);
  assert.equal(await page.locator('.picture').count(), 0);
  await ask('for all a, b: P(a, b) -> a = 0');
  assert.match(await page.locator('.theorem').innerText(), /False\.\s+The least counterexample is a = 1, b = 1\./);
  await ask('P(n, n + 1, n + 2)');
  assert.match(await page.locator('.theorem').innerText(), /It holds exactly when n = 1\.\s+All solutions:/);
  await page.waitForFunction(() => document.querySelector('.picture img').naturalWidth > 0);
  // What cannot be read stays in the form, with the reason beside it.
  await ask('P(a, b');
  assert.match(await page.getByRole('alert').innerText(), /expected/);
  await page.fill('#upto', '10^30');
  await ask('P(n, n)');
  assert.match(await page.locator('.theorem').innerText(), /1000000000000000000000000000001 solutions have all their numbers at most/);
  await leads(page, () => page.locator('.questions a').first().click(), /game=wythoff/);
  // The answer is in sight, not only its upper edge.
  await page.waitForFunction(() => document.querySelector('#answer').getBoundingClientRect().top < innerHeight / 2);
  assert.match(await page.locator('.theorem').innerText(), /True\.[^]*the law of wythoff/);
  await page.goto(`${base}/docs/questions.html`);
  await leads(page, () => page.locator('article').getByRole('link', { name: 'Ask it on the page' }).first().click(), /\/ask\?game=wythoff/);
  // A code has no law of positions.
  await page.goto(`${base}/play?game=kayles`);
  assert.equal(await page.locator('nav.game').getByRole('link', { name: 'Questions', exact: true }).count(), 0);
  await page.finish();
});

test('what is wrong in a link is told beside the form', async () => {
  for (const [path, reason] of [
    ['/sequence?game=kayles&upto=ten', /`?upto`? is `?ten`?, expected a whole number/],
    ['/sequence?game=kayles&upto=2000000', /heaps up to 1000000/],
    ['/explore?game=nim&upto=ten', /a whole number from 0 to 1024/],
    ['/explore?game=nim&upto=2000', /a whole number from 0 to 1024/],
    ['/explore?game=podium-nim&value=grundy', /cannot be shown for this game/],
    ['/explore?game=nim&heaps=3&fix=h3%3Dfive', /h3 is five, expected a whole number/],
    ['/pass?upto=ten', /expected a whole number/],
  ]) {
    const page = await open(path);
    assert.match(await page.getByRole('alert').innerText(), reason, path);
    assert.ok(await page.locator('#upto').isVisible(), path);
    // It is mended in the form.
    await page.fill('#upto', '9');
    if (path.includes('grundy')) await page.locator('#value').selectOption('outcome');
    if (path.includes('fix')) await page.fill('#fix-h3', '5');
    await leads(page, () => page.locator('form', { has: page.locator('#upto') }).getByRole('button').first().click(), /upto=9/);
    assert.equal(await page.getByRole('alert').count(), 0, path);
    await page.finish();
  }
});

test('a game whose rules have several lines is asked about', async () => {
  const page = await open(`/rules?game=${encodeURIComponent('heaps 2\nmove take 1..2 from 1 heap')}`);
  await leads(page, () => page.locator('nav.game').getByRole('link', { name: 'Questions', exact: true }).click(), /\/ask\?/);
  await page.fill('#sentence', 'P(a, b) and a < b');
  await leads(page, () => page.getByRole('button', { name: 'Ask', exact: true }).click(), /sentence=P/);
  assert.match(await page.locator('main').innerText(), /The least solutions:\s+\(a, b\) = \(0, 3\)/);
  assert.equal(await page.inputValue('#game'), 'heaps 2; move take 1..2 from 1 heap');
  await page.finish();
});

test('the name of this view can be read under the pointer', async () => {
  const page = await open('/mine');
  const here = page.locator('header.site nav a[aria-current]');
  const colours = () => here.evaluate((link) => [getComputedStyle(link).color, getComputedStyle(link).backgroundColor]);
  const before = await colours();
  await here.hover();
  assert.deepEqual(await colours(), before);
  await page.finish();
});

test('a sum is followed move by move', async () => {
  const page = await open('/sum');
  assert.match(await page.locator('main').innerText(), /Won for the player to move/);
  await leads(page, () => page.locator('td a', { hasText: '3,1' }).click(), /position-1=3,1/);
  assert.match(await page.locator('main').innerText(), /Lost for the player to move/);
  assert.equal(await page.inputValue('#position-2'), '7');
  await page.finish();
});

test('mistakes are asked for where the computer makes some', async () => {
  const page = await open('/play?game=nim');
  assert.equal(await page.locator('#rate').isVisible(), false);
  await page.locator('#opponent').selectOption('errs');
  assert.equal(await page.locator('#rate').isVisible(), true);
  await page.finish();
});

test('a button that copies keeps its name', async () => {
  const page = await open('/play?game=nim', { permissions: ['clipboard-read', 'clipboard-write'] });
  for (let times = 0; times < 3; times++) await copies(page, '[data-copy-link]');
  await page.waitForFunction(() => document.querySelector('[data-copy-link]').textContent === 'Copy the link');
  await page.finish();
});

test('the head of a page is low on a phone, and labels stay with their fields', async () => {
  for (const path of ['/play?game=nim', '/explore?game=nim&heaps=3', '/nim', '/docs/']) {
    const page = await open(path, { viewport: PHONE, hasTouch: true, isMobile: true });
    const main = await page.locator('main').boundingBox();
    assert.ok(main.y < 150, `${path}: the content begins at ${main.y}`);
    // All in one moment: the picture beside them may still be drawn.
    const apart = await page.evaluate(() => {
      const middle = (element) => element.getBoundingClientRect().top + element.getBoundingClientRect().height / 2;
      const seen = [...document.querySelectorAll('.field')].filter((field) => field.checkVisibility());
      return seen.map((field) => [field.innerText, Math.abs(middle(field.querySelector('label')) - middle(field.querySelector('input, select')))]);
    });
    assert.deepEqual(apart.filter(([, pixels]) => pixels >= 6), [], path);
    await page.finish();
  }
});

test('a law that is written in the page is saved as a file', async () => {
  const page = await open('/prove?game=nim');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the certificate' }).click()]);
  assert.ok(readFileSync(await download.path(), 'utf8').startsWith('bouton certificate'));
  await page.finish();
});

test('no text of a picture lies outside of it', async () => {
  for (const path of ['/prove?game=nim', '/prove?game=nim&heaps=3', '/prove?game=podium-nim&heaps=3']) {
    const page = await open(path);
    const links = await page.locator('.picture img').evaluateAll((images) => images.map((image) => image.src));
    assert.ok(links.length > 0, path);
    for (const link of links) {
      await page.goto(link);
      const outside = await page.evaluate(() => {
        const all = document.documentElement.getBoundingClientRect();
        return [...document.querySelectorAll('text')].filter((text) => text.getBoundingClientRect().right > all.right).map((text) => text.textContent);
      });
      assert.deepEqual(outside, [], link);
    }
    await page.finish();
  }
});

test('a tree is opened', async () => {
  const page = await open('/tree?game=nim&position=1,2');
  await page.locator('.tree details', { hasText: '1,1' }).last().locator('summary').click();
  await page.waitForSelector('.tree details details ul li');
  const inner = page.locator('.tree details details[open] > ul > li');
  assert.equal(await inner.count(), 3);
  await inner.locator('summary').first().click();
  await page.waitForSelector('.tree details details details ul .leaf');
  // Each position that is open is played from there.
  await leads(page, () => inner.getByRole('link', { name: 'Play from 1,1' }).click(), /\/play\?.*start=1(%2C|,)1/);
  assert.equal(await position(page), '1,1');
  await page.finish();
});

test('games are kept in the browser, and sent as a link', async () => {
  const page = await open('/rules?game=heaps+1%3B+move+take+1..5+from+1+heap', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Keep' }).click();
  await page.goto(`${base}/mine`);
  await page.locator('#mine input').fill('five');
  await page.keyboard.press('Tab');
  await page.reload();
  assert.equal(await page.locator('#mine input').inputValue(), 'five');
  const [card, button] = [await page.locator('#mine .card').boundingBox(), await page.locator('#mine button').boundingBox()];
  assert.ok(button.x + button.width <= card.x + card.width, 'the button ends within its card');
  const link = await copies(page, '#share');
  // The code has the games, too.
  const coded = new URL(await page.getByRole('link', { name: 'QR code for phones' }).getAttribute('href'), base);
  assert.equal(new URL(coded.searchParams.get('to'), base).href, link);
  await leads(page, () => page.locator('#mine').getByRole('link', { name: 'Play' }).click(), /\/play\?game=/);
  await page.finish();
  const other = await open('/mine');
  assert.equal(await other.getByRole('link', { name: 'QR code for phones' }).count(), 0);
  await other.goto(link);
  await other.reload();
  await other.getByRole('button', { name: 'Keep them here' }).click();
  assert.equal(await other.locator('#mine input').inputValue(), 'five');
  await other.getByRole('button', { name: 'Remove' }).click();
  assert.match(await other.locator('#mine').innerText(), /None yet/);
  // What was removed can be had back, in its place.
  await other.keyboard.press('Enter');
  assert.equal(await other.locator('#mine input').inputValue(), 'five');
  await other.evaluate(() => localStorage.setItem('bouton.games', JSON.stringify(['a', 'b', 'c'].map((name) => ({ name, game: 'nim' })))));
  await other.reload();
  await other.getByRole('button', { name: 'Remove' }).nth(1).click();
  assert.match(await other.locator('#mine > li').nth(1).innerText(), /^Removed: b\.\s+Undo$/);
  await other.screenshot({ path: join(pictures, 'removed.png') });
  await other.getByRole('button', { name: 'Undo' }).click();
  assert.deepEqual(await other.locator('#mine input').evaluateAll((fields) => fields.map(({ value }) => value)), ['a', 'b', 'c']);
  await other.reload();
  assert.equal(await other.locator('#mine .card').count(), 3);
  // So many games that no code has them.
  await other.evaluate((game) => localStorage.setItem('bouton.games', JSON.stringify(Array.from({ length: 40 }, (_, place) => ({ name: `game ${place}`, game })))), LONG);
  await other.reload();
  assert.match(await other.locator('main').innerText(), /too long for a QR code/);
  assert.equal(await other.getByRole('link', { name: 'QR code for phones' }).count(), 0);
  await other.finish();
});

test('a search that the queue refuses stays on its page, and is asked for again', async () => {
  const page = await open(`/prove?game=${encodeURIComponent('game lea\nheaps 3\nmove take 1 or 4 from 1 heap\nmove take 1 from 2 heaps')}`, { viewport: PHONE, hasTouch: true, isMobile: true });
  const ids = [];
  for (let status = 202, most = 5; status === 202; most += 1) {
    const begun = await fetch(`${base}/api/v1/proofs`, { method: 'POST', body: JSON.stringify({ game: `${LONG}; move take ${most} from 3 heaps` }) });
    ({ status } = begun);
    if (status === 202) ids.push((await begun.json()).id);
  }
  assert.ok(ids.length > 60, `${ids.length}`);
  await page.getByLabel('About').selectOption('outcome');
  await leads(page, () => page.getByRole('button', { name: 'Search for a proof' }).click(), /game=game\+lea.*refused=/);
  assert.equal(await page.locator('nav.game .name').innerText(), 'lea');
  assert.match(await page.locator('main').innerText(), /Too many searches at once[^]*tries again by itself in \d+ s/);
  await page.screenshot({ path: join(pictures, 'refused.png') });
  // What is being typed is not lost to the next attempt.
  await page.fill('#claim', 'P iff h1 = h2');
  assert.doesNotMatch(await page.locator('main').innerText(), /tries again/);
  await leads(page, () => page.getByRole('button', { name: 'Prove or refute it' }).click(), /claim=.*refused=/);
  assert.equal(await page.inputValue('#claim'), 'P iff h1 = h2');
  for (const id of ids.slice(5)) await fetch(`${base}/api/v1/proofs/${id}`, { method: 'DELETE' });
  await page.waitForURL(/claim=.*job=/);
  await page.waitForSelector('[data-place]:not([hidden])');
  await page.screenshot({ path: join(pictures, 'queued.png') });
  assert.match(await page.locator('[data-place]').innerText(), /Place in the queue: \d/);
  for (const id of ids.slice(0, 5)) await fetch(`${base}/api/v1/proofs/${id}`, { method: 'DELETE' });
  await reads(page, 'main', /The claim is wrong/);
  await page.finish();
});

test('the documentation is searched, its rules are played', async () => {
  const page = await open('/docs/');
  await page.fill('#search', 'perfect opponent');
  await page.waitForSelector('#found a');
  await leads(page, () => page.locator('#found a').first().click(), /\/docs\/.+\.html/);
  // Accents do not matter.
  await page.fill('#search', 'misere play');
  await page.waitForFunction(() => /Misère/.test(document.querySelector('#found li')?.textContent));
  // Words of pupils and teachers, other forms of a word, whole questions, and misspelled words.
  for (const [words, heading] of [
    ['keyboard', 'Keys'],
    ['copy link', 'links'],
    ['pupils', 'Share a game'],
    ['how do I share a game with my class', 'Share a game'],
    ['how do I play against a friend', 'Share a game'],
    ['Grundi', 'Grundy'],
    ['certifcates', 'ertificate'],
  ]) {
    await page.fill('#search', words);
    await page.waitForFunction((heading) => document.querySelector('#found a')?.textContent.includes(heading), heading);
  }
  await page.fill('#search', 'zzzz');
  await page.waitForSelector('text=Nothing was found.');
  await page.goto(`${base}/docs/rules.html`);
  await leads(page, () => page.locator('article').getByRole('link', { name: 'Play', exact: true }).first().click(), /\/play/);
  await page.waitForSelector('.heaps');
  await leads(page, () => page.getByRole('link', { name: 'About this view' }).click(), /\/docs\/playing\.html/);
  await page.finish();
});

test('a picture fits into 1280 × 800, with its legend in words', async () => {
  const page = await open('/explore?game=nim&heaps=3&value=remoteness&upto=15', { viewport: { width: 1280, height: 800 } });
  await page.waitForSelector('canvas[data-ready]');
  for (const seen of ['canvas', '.legend']) {
    const box = await page.locator(seen).boundingBox();
    assert.ok(box.y + box.height <= 800, `${seen} ends at ${box.y + box.height}`);
  }
  assert.match(await page.locator('.legend').innerText(), /even, \d+ to \d+: the player to move loses\s+odd, \d+ to \d+: the player to move wins/);
  await page.locator('#value').selectOption('outcome');
  await page.waitForFunction(() => document.querySelector('.legend').textContent.includes('P: the player to move loses'));
  await page.finish();
});

test('an automaton is zoomed', async () => {
  const page = await open('/prove?game=nim&heaps=3');
  const image = page.locator('[data-zoom] img');
  await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('[data-zoom] img').naturalWidth > 0);
  const before = (await image.boundingBox()).width;
  await page.getByRole('button', { name: 'Zoom in' }).click();
  assert.ok((await image.boundingBox()).width > before * 1.3);
  await page.getByRole('button', { name: 'Show all of it' }).click();
  assert.ok(Math.abs((await image.boundingBox()).width - before) < 2);
  await page.finish();
});

test('an automaton is first seen as a whole on a phone, and zoomed about the middle', async () => {
  const page = await open('/prove?game=wythoff', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const place = page.locator('[data-zoom]');
  await place.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector('[data-zoom] img').naturalWidth > 0);
  const measured = () => place.evaluate(({ scrollWidth, clientWidth, scrollLeft }) => ({ whole: scrollWidth, seen: clientWidth, middle: (scrollLeft + clientWidth / 2) / scrollWidth }));
  const first = await measured();
  assert.equal(first.whole, first.seen);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const near = await measured();
  assert.ok(near.whole > 2 * near.seen, JSON.stringify(near));
  assert.ok(Math.abs(near.middle - 0.5) < 0.02, JSON.stringify(near));
  await page.finish();
});

test('the number of a search result stands at the first line of its title', async () => {
  const page = await open('/docs/', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator('.contents summary').first().click();
  await page.fill('#search', 'proof');
  await page.waitForSelector('#found li a');
  const long = await page.locator('#found a').evaluateAll((links) => links.filter((link) => link.getBoundingClientRect().height > 60).map((link) => getComputedStyle(link).display));
  // A number stands at the last line of a block that is in a line, and at the first of one that is not.
  assert.ok(long.length > 0 && long.every((display) => display === 'block'), String(long));
  await page.locator('#found').screenshot({ path: join(pictures, 'found-phone.png') });
  await page.finish();
});

test('on a small phone an answer comes into sight, with and without scripts', async () => {
  for (const javaScriptEnabled of [true, false]) {
    for (const [path, button, answer] of [['/ask', 'Ask', '#answer'], ['/sum', 'Show', '#answer'], [`/rules?game=${encodeURIComponent('heaps 2\nmove take any from 1 heap')}`, 'Read', '#verdict']]) {
      const page = await open(path, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, javaScriptEnabled });
      await leads(page, () => page.getByRole('button', { name: button, exact: true }).click(), new RegExp(`${answer}$`));
      await page.waitForLoadState();
      const box = await page.locator(answer).boundingBox();
      assert.ok(box.y >= 0 && box.y < 500, `${path}: ${JSON.stringify(box)}`);
      await page.finish();
    }
  }
});

test('a formula that goes on beyond the edge fades there', async () => {
  const page = await open('/prove?game=nim&heaps=3', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  const formula = page.locator('.formula').first();
  const goesOn = () => formula.evaluate((place) => place.scrollWidth > place.clientWidth);
  assert.equal(await goesOn(), false);
  await page.goto(`${base}/prove?game=nim&heaps=5`);
  assert.equal(await goesOn(), true);
  // Two of four layers go with the content and cover the shades of the edges at its ends.
  assert.equal(await formula.evaluate((place) => getComputedStyle(place).backgroundAttachment), 'local, local, scroll, scroll');
  await page.finish();
});

test('a third coordinate slides, pictures are clicked and taken away', async () => {
  const page = await open('/explore?game=nim&heaps=3&value=outcome&upto=15');
  await page.waitForSelector('canvas[data-ready]');
  const slider = page.locator('input[type=range]');
  await slider.focus();
  // From the default slice.
  assert.equal(await slider.inputValue(), '5');
  await leads(page, () => page.keyboard.press('ArrowRight'), /fix-h3=6/);
  await page.waitForFunction(() => document.querySelector('.pattern').dataset.plane.includes('h3%3D6'));
  await settled(page);
  const canvas = page.locator('canvas');
  await canvas.focus();
  for (const name of ['ArrowRight', ...Array(5).fill('ArrowRight'), ...Array(3).fill('ArrowUp')]) await page.keyboard.press(name);
  // 5 and 3 add up to 6 without carry.
  assert.equal(await page.locator('.readout').innerText(), 'h1 = 5, h2 = 3: P, the player to move loses');
  for (const [name, first] of [['PNG', '\x89PNG'], ['SVG', '<svg'], ['CSV', 'h1,h2,h3,']]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name, exact: true }).click()]);
    assert.ok(readFileSync(await download.path(), 'latin1').startsWith(first), name);
  }
  const box = await canvas.boundingBox();
  await leads(page, () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2), /\/play\?/);
  assert.match(await position(page), /^\d+,\d+,6$/);
  await page.finish();
});

test('a finger reads a value, drags, and goes there', async () => {
  const page = await open('/explore?game=wythoff&upto=31', { viewport: PHONE, hasTouch: true, isMobile: true });
  await page.waitForSelector('canvas[data-ready]');
  const box = await page.locator('canvas').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await reads(page, '.readout', /^h1 = \d+, h2 = \d+: [PN], the player to move (wins|loses)$/);
  // A second touch reads again; the button goes there.
  await page.touchscreen.tap(x, y);
  await leads(page, () => page.locator('.reading').getByText(/^Play from \d+,\d+$/).tap(), /\/play\?/);
  await page.locator('.piece').first().tap();
  await page.waitForSelector('#commit');
  await page.finish();
});

test('the law is drawn in both orders, and everything can be taken along', async () => {
  const page = await open('/prove?game=nim&heaps=3');
  for (const other of ['least', 'most']) {
    const drawn = page.locator('.picture img');
    await drawn.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector('.picture img').naturalWidth > 0);
    await leads(page, () => page.getByRole('link', { name: `Show it with ${other} significant digits first` }).click(), new RegExp(`digits=${other}`));
  }
  for (const form of ['Python', 'Rust', 'C', 'JavaScript', 'LaTeX', 'Walnut', 'HOA', 'MONA']) {
    await page.locator('summary', { hasText: new RegExp(`^${form}$`) }).click();
    const block = page.locator('details.code-block', { has: page.locator('summary', { hasText: new RegExp(`^${form}$`) }) });
    const [download] = await Promise.all([page.waitForEvent('download'), block.getByRole('link', { name: 'Download' }).click()]);
    assert.ok(readFileSync(await download.path(), 'utf8').length > 200, form);
  }
  await page.goto(`${base}/sequence?game=kayles&upto=100`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'b-file' }).click()]);
  assert.ok(readFileSync(await download.path(), 'utf8').startsWith('0 0\n1 1\n2 2\n3 3\n4 1\n'));
  await page.finish();
});

test('the calculators of the sources', async () => {
  const page = await open('/podium?form=7,7,6,2');
  // Example 2.6 of the source: piles 7, 7, 6, 2.
  assert.ok((await page.locator('.digits .lit').count()) > 0, 'linked piles are lit');
  await page.goto(`${base}/pass?position=1,0,0,1`);
  assert.match(await page.locator('main').innerText(), /of Theorem 1/);
  await page.goto(`${base}/in-total?row=1,2,6`);
  assert.match(await page.locator('main').innerText(), /Row 1,2,6: by repetition/);
  await page.goto(`${base}/nim?heaps=3,4,5`);
  await leads(page, () => page.getByRole('link', { name: 'Play it' }).click(), /\/play/);
  assert.equal(await position(page), '3,4,5');
  await page.finish();
});

test('printed, a page is its content', async () => {
  const page = await open('/prove?game=nim', { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('header.site nav').isVisible(), false);
  assert.equal(await page.locator('form').first().isVisible(), false);
  assert.ok(await page.locator('.theorem').isVisible());
  const colour = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.equal(colour, 'rgb(255, 255, 255)');
  await page.screenshot({ path: join(pictures, 'prove-print.png'), fullPage: true });
  await page.finish();
});

test('printed, a picture has the colours of a light page', async () => {
  const page = await open('/explore?game=nim&upto=15', { colorScheme: 'dark' });
  await page.locator('canvas[data-ready]').waitFor();
  const corner = () => page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    return [...canvas.getContext('2d').getImageData(2, 2, 1, 1).data.slice(0, 3)];
  });
  const brightness = (colour) => colour[0] + colour[1] + colour[2];
  const screen = await corner();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.deepEqual(await corner(), [255, 255, 255]);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.deepEqual(await corner(), screen);
  assert.ok(brightness(screen) < 200, `${screen}`);
  await page.finish();
});

test('by keyboard alone: from the first page to a move', async () => {
  const page = await open('/');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content');
  await page.keyboard.press('Enter');
  const reach = async (wanted) => {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((selector) => document.activeElement.matches(selector), wanted)) return;
    }
    assert.fail(`${wanted} is not reached`);
  };
  await reach('a[href^="play?game=nim"]');
  await leads(page, () => page.keyboard.press('Enter'), /\/play/);
  await reach('.pieces[role=spinbutton]');
  await page.keyboard.press('ArrowUp');
  await leads(page, () => page.keyboard.press('Enter'), /line=/);
  await page.finish();
});

test('a choice on the board that is not a move is not offered', async () => {
  const page = await open('/play?game=take-three&start=21');
  await page.locator('[data-heap="0"] [data-index="3"]').click();
  await reads(page, '.offer', /21 → 3\s+not a move of this game; from this heap you may take 1 to 3/);
  assert.equal(await page.locator('#commit').count(), 0);
  await page.locator('[data-heap="0"] [data-index="18"]').click();
  await reads(page, '.offer', /take 3 → 18/);
  assert.equal(await page.locator('#commit').count(), 1);
  await page.locator('h1').click();
  await page.keyboard.press('Escape');
  // The arrows find the first heap by themselves.
  await page.goto(`${base}/play?game=nim&start=3,4,5`);
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.activeElement?.closest('[data-heap="0"]'));
  await page.keyboard.press('ArrowUp');
  await reads(page, '.offer', /take 1 from heap 1 → 2,4,5/);
  await page.finish();
});

test('a move has the same words on the board, in the list and among the moves', async () => {
  const page = await open('/play?game=wythoff&start=3,5&opponent=nobody');
  await page.locator('[data-heap="0"] [data-index="2"]').click();
  await page.locator('[data-heap="1"] [data-index="4"]').click();
  await reads(page, '.offer', /^take 1 from each → 2,4/);
  assert.equal(await page.locator('[data-to="2,4"] .option').innerText(), 'take 1 from each');
  await leads(page, () => page.locator('#commit').click(), /line=2,4/);
  assert.match(await page.locator('.last').innerText(), /take 1 from each/);
  assert.match(await page.locator('.moves').innerText(), /take 1 from each/);
  await page.finish();
});

test('of many options the first hundred are listed, the winning ones first, and more when they are wanted', async () => {
  const page = await open('/play?game=nim&start=70,80,90');
  const listed = () => page.locator('.options tbody tr').count();
  assert.equal(await listed(), 100);
  assert.match(await page.locator('.options h2').innerText(), /the first 100/);
  // Without values the list does not tell the winning moves.
  assert.equal(await page.locator('[data-wins], .options .worth').count(), 0);
  await leads(page, () => page.getByRole('link', { name: 'Show more' }).click(), /options=200/);
  assert.equal(await listed(), 200);
  await page.waitForFunction(() => document.activeElement?.id === 'option-101');
  await leads(page, () => page.getByRole('link', { name: 'Show more' }).click(), /options=300/);
  assert.equal(await listed(), 240);
  assert.equal(await page.getByRole('link', { name: 'Show more' }).count(), 0);
  // A move on the board that is listed has its words, another one only its position.
  await page.goto(`${base}/play?game=nim&start=70,80,90&eval=1`);
  assert.equal(await listed(), 100);
  const wins = await page.locator('.options tbody tr').evaluateAll((rows) => rows.map((row) => row.hasAttribute('data-wins')));
  assert.deepEqual(wins, wins.map((_, place) => place < 3));
  // All options are known, but not listed at once.
  await page.goto(`${base}/play?game=${encodeURIComponent('heaps 2; move take any from at most 2 heaps')}&start=12,13`);
  assert.equal(await listed(), 100);
  await leads(page, () => page.getByRole('link', { name: 'Show more' }).click(), /options=200/);
  assert.equal(await listed(), 13 * 14 - 1);
  // These are too many, and only the winning ones are known.
  await page.goto(`${base}/play?game=nim&start=10^30,5,7`);
  assert.equal(await listed(), 0);
  await page.finish();
});

test('the keyboard of a phone has digits where a position is typed, and its point separates heaps', async () => {
  const page = await open('/play?game=nim&start=3,5,7', { viewport: PHONE, hasTouch: true, isMobile: true });
  const mode = (field) => page.locator(field).getAttribute('inputmode');
  assert.deepEqual([await mode('#start'), await mode('#move')], ['decimal', null]);
  await page.fill('#start', '3.5.8');
  await leads(page, () => page.getByRole('button', { name: 'New game' }).click(), /start=3.5.8/);
  assert.equal(await position(page), '3,5,8');
  await page.goto(`${base}/play?game=nim-with-a-pass&start=1,2:used`);
  assert.equal(await mode('#start'), null);
  await page.finish();
});

test('pins of a row that cannot be taken together are not offered', async () => {
  const page = await open('/play?game=kayles&start=9,5&opponent=nobody');
  const pin = (row, place) => page.locator(`[data-heap="${row}"] [data-index="${place}"]`);
  await pin(0, 2).click();
  for (let more = 0; more < 3; more++) await page.keyboard.press('ArrowUp');
  await reads(page, '.offer', /9,5 → 2,3,5\s+not a move of this game/);
  assert.equal(await page.locator('#commit').count(), 0);
  // The rows that are left keep their places.
  await page.keyboard.press('Home');
  await pin(0, 7).click();
  await reads(page, '.offer', /9 becomes 7 \+ 1 → 7,1,5/);
  await leads(page, () => page.locator('#commit').click(), /line=/);
  assert.equal(await position(page), '7,1,5');
  await page.finish();
});

test('heaps are divided on the board', async () => {
  const board = async (link, piece, words, to) => {
    const page = await open(`/play?${link}&opponent=nobody`);
    await page.locator(`[data-heap="0"] [data-index="${piece}"]`).click();
    await reads(page, '.offer', words);
    await leads(page, () => page.locator('.offer button').first().click(), /line=/);
    assert.equal(await position(page), to);
    await page.finish();
  };
  await board('game=grundys-game&start=7', 3, /7 becomes .* → /, '3,4');
  // Two equal parts are not a move.
  const equal = await open('/play?game=grundys-game&start=6&opponent=nobody');
  assert.match(await equal.locator('.board .note.scripted-only').innerText(), /the heap is divided before it.*different sizes/);
  await equal.locator('[data-heap="0"] [data-index="3"]').click();
  await reads(equal, '.offer', /not a move of this game/);
  await equal.finish();
  // One object of Lasker's Nim may be taken, and the heap may be divided before it.
  const both = await open('/play?game=laskers-nim&start=7&opponent=nobody');
  await both.locator('[data-heap="0"] [data-index="5"]').click();
  await reads(both, '.offer', /Which of these moves\?\s*7 becomes 5 \+ 2|Which of these moves\?\s*7 becomes/);
  assert.equal(await both.locator('.offer button.main').count(), 2);
  await both.finish();
  const chess = await open('/play?game=dawsons-chess&start=9');
  assert.match(await chess.locator('.board .note.scripted-only').innerText(), /1 \(only a whole heap\), 2 \(from an end\), 3 \(anywhere\)/);
  await chess.finish();
});

test('neighbours in a row are chosen one after the other', async () => {
  const page = await open('/play?game=kayles&start=9&opponent=nobody');
  const pin = (place) => page.locator(`[data-heap="0"] [data-index="${place}"]`);
  await pin(3).click();
  await pin(4).click();
  await reads(page, '.offer', /9 becomes 4 \+ 3|9 becomes 3 \+ 4/);
  // A third one begins anew: at most two are taken.
  await pin(5).click();
  assert.equal(await page.locator('.piece.taken').count(), 1);
  await pin(6).click();
  await leads(page, () => pin(6).click(), /line=/);
  assert.deepEqual((await position(page)).split(',').sort(), ['2', '5']);
  await page.finish();
});

test('a written take that leaves several remainders is offered as moves', async () => {
  const page = await open('/play?game=kayles&start=5&opponent=nobody');
  await page.fill('#move', 'take 1 from heap 1');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.several');
  assert.equal(await page.inputValue('#move'), 'take 1 from heap 1');
  await leads(page, () => page.locator('.several a').last().click(), /line=/);
  assert.equal(await position(page), '2,2');
  await page.finish();
});

test('another heap replaces the chosen one where no move takes from both, and numbers choose', async () => {
  const page = await open('/play?game=nim&start=3,4,5&opponent=nobody');
  await page.locator('[data-heap="0"] [data-index="1"]').click();
  await page.locator('[data-heap="1"] [data-index="2"]').click();
  await reads(page, '.offer', /take 2 from heap 2 → 3,2,5/);
  await page.keyboard.press('4');
  await reads(page, '.offer', /take 4 from heap 2 → 3,0,5/);
  await page.keyboard.press('ArrowDown');
  await reads(page, '.offer', /take 3 from heap 2 → 3,1,5/);
  await page.keyboard.press('Home');
  assert.equal(await page.locator('.piece.taken').count(), 0);
  await page.goto(`${base}/play?game=wythoff&start=4,6&opponent=nobody`);
  await page.locator('[data-heap="0"] [data-index="2"]').click();
  await page.locator('[data-heap="1"] [data-index="4"]').click();
  await reads(page, '.offer', /→ 2,4/);
  await page.finish();
});

test('the Move button without a written move is about the choice on the board', async () => {
  const page = await open('/play?game=take-three&start=13&opponent=nobody');
  const button = page.locator('form.move button:not([name])');
  await page.locator('[data-heap="0"] [data-index="2"]').click();
  // One of the two buttons stands out: the one beside the choice.
  assert.equal(await page.locator('form.move button.main').count(), 0);
  await button.click();
  await reads(page, '.offer', /not a move of this game; from this heap you may take 1 to 3/);
  await page.locator('[data-heap="0"] [data-index="11"]').click();
  await leads(page, () => button.click(), /line=11/);
  await page.finish();
});

test('what the computer has taken is shown, and its move is in sight on a small phone', async () => {
  const page = await open('/play?game=take-three&start=15', touched(PHONES[1]));
  await page.locator('[data-heap="0"] [data-index="12"]').tap();
  await leads(page, () => page.locator('#commit').tap(), /line=/);
  const [, computer] = (await page.locator('.last').innerText()).match(/Computer: take (\d)/);
  assert.equal(await page.locator('.piece.gone').count(), Number(computer));
  assert.ok(await onScreen(page, '.last'));
  assert.ok(await onScreen(page, '.heaps'));
  assert.equal(await page.locator('.keep').count(), 1);
  await leads(page, () => page.locator('[data-key=u]').tap(), /at=0/);
  assert.match(await page.locator('.standing').innerText(), /^To move: You/);
  assert.ok(await onScreen(page, '.heaps'));
  await page.finish();
});

test('a choice does not move the board, and what is offered is in sight beside it', async () => {
  for (const scrolled of [0, 120]) {
    const page = await open('/play?game=nim&start=9,9,9,9,9,9,9&heaps=7&opponent=nobody', touched(PHONES[1]));
    await page.evaluate((top) => scrollTo(0, top), scrolled);
    // The lowest object on the screen, over which a bar at the foot would lie.
    const [x, y] = await page.evaluate(() => {
      const middles = [...document.querySelectorAll('.piece')].map((piece) => piece.getBoundingClientRect()).map(({ left, top, width, height }) => [left + width / 2, top + height / 2]);
      return middles.filter(([, top]) => top < innerHeight - 4).sort((one, other) => other[1] - one[1])[0];
    });
    await page.touchscreen.tap(x, y);
    await reads(page, '.offer', /take \d from heap/);
    assert.equal(await page.evaluate(() => scrollY), scrolled);
    assert.ok(await onScreen(page, '#commit'));
    // The same place again is the same object: the move is made.
    const offered = (await page.locator('.offer .mono').innerText()).trim();
    await leads(page, () => page.touchscreen.tap(x, y), /line=/);
    assert.equal(await position(page), offered);
    await page.finish();
  }
});

test('nine pins stand in one line on a small phone', async () => {
  const page = await open('/play?game=kayles&start=9,7', touched(PHONES[1]));
  const tops = await page.locator('[data-heap="0"] .piece').evaluateAll((pins) => pins.map((pin) => pin.getBoundingClientRect().top));
  assert.equal(new Set(tops).size, 1);
  await page.finish();
});

test('a move of a large heap is begun by choosing the heap', async () => {
  for (const [link, heap, typed, to, words] of [
    ['game=nim&start=100,200,300', 1, '3', '100,197,300', /^Choose a heap, then write how many to take of it\.$/],
    ['game=take-three&start=100', 0, '2', '98', /^Choose a heap/],
    ['game=nim&start=3,0,300', 2, '300', '3,0,0', /^Choose an object.*Where no objects are drawn, choose the block/],
    ['game=counters-and-guards&start=100,50', 0, '98', '98,50', /^Choose a counter/],
    ['game=kayles&start=100', 0, '98', '98', /^Choose a row/],
  ]) {
    const page = await open(`/play?${link}&opponent=nobody`);
    assert.match(await page.locator('.board .note.scripted-only').innerText(), words);
    await page.locator(`[data-heap="${heap}"] .pieces`).click();
    await page.keyboard.type(typed);
    await leads(page, () => page.keyboard.press('Enter'), /line=/);
    assert.equal(await position(page), to);
    await page.finish();
  }
});

test('after a written move, Escape gives the keys back to the board', async () => {
  const page = await open('/play?game=nim&start=3,4,5&opponent=nobody');
  await page.fill('#move', '3,4,4');
  await leads(page, () => page.keyboard.press('Enter'), /line=/);
  await page.waitForFunction(() => document.activeElement?.id === 'move');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.activeElement?.closest('[data-heap="0"]'));
  await leads(page, () => page.keyboard.press('h'), /hint=1/);
  await page.waitForSelector('.hint');
  await page.finish();
});

test('a hint is a move, and a lost position has none that wins', async () => {
  const page = await open('/play?game=nim&start=1,4,5&hint=1&opponent=nobody');
  assert.match(await page.locator('.hint').innerText(), /^No move wins/);
  await leads(page, () => page.locator('.hint a').click(), /line=/);
  await page.finish();
});

test('why: the law of rules of one’s own, of a subtraction set, of a misère quotient', async () => {
  const why = (rules, start) => `/play?game=${encodeURIComponent(rules)}&start=${start}&why=1`;
  const page = await open(why('heaps 2; move take 1..3 from 1 heap; move take the same any from 2 heaps', '9,5'));
  const answered = async (pattern) => {
    // A slow machine needs more than one question.
    while (await page.locator('.why a[href*="job="]').count()) await page.reload();
    assert.match(await page.locator('.why').innerText(), pattern);
  };
  await answered(/In ascending order[^]*so the position is N/);
  await page.goto(base + why('subtraction {2,5,7}', '13,20'));
  await answered(/since[^]*The nim-sum of the values of the heaps is/);
  await page.goto(base + why('octal 0.123; play misere', '4,7'));
  await answered(/The product of the values of the heaps is/);
  await page.finish();
});

test('a claim is refuted, and another one proved', async () => {
  const page = await open(`/prove?game=${encodeURIComponent('heaps 1; move take 1..3 from 1 heap')}`);
  await page.fill('#claim', 'P iff h1 mod 5 = 0');
  await page.getByRole('button', { name: 'Prove or refute it' }).click();
  await reads(page, 'main', /At 4 the claim says N, but it is P/);
  assert.equal(await page.inputValue('#claim'), 'P iff h1 mod 5 = 0');
  await page.fill('#claim', 'P iff h1 mod 4 = 0');
  await page.getByRole('button', { name: 'Prove or refute it' }).click();
  await reads(page, 'main', /The claim is proved: P iff h1 mod 4 = 0/);
  await page.fill('#claim', 'P iff h1 mmod 4 = 0');
  await page.getByRole('button', { name: 'Prove or refute it' }).click();
  await reads(page, 'main', /This claim cannot be read[^]*Found `?mmod/);
  await page.finish();
});

test('a sum without a position is refused, and the number of heaps of a picture is chosen', async () => {
  const page = await open('/sum?game-1=nim&position-1=3,5&game-2=kayles&position-2=');
  assert.match(await page.locator('[role=alert]').innerText(), /Game 2 needs a position/);
  await page.goto(`${base}/sum?game-1=nim&position-1=3,5&position-3=4`);
  assert.match(await page.locator('[role=alert]').innerText(), /Position 3 needs a game/);
  await page.goto(`${base}/explore?game=nim`);
  await page.fill('#heaps', '3');
  await leads(page, () => page.getByRole('button', { name: 'Draw' }).click(), /heaps=3/);
  await page.waitForSelector('[data-fixed=h3]');
  await page.finish();
});

test('the evaluation says who wins by a move, and what the letters beside positions mean', async () => {
  const page = await open('/play?game=nim&start=3,4,5&line=3,4,4;0,4,4&eval=1');
  assert.match(await page.locator('.options thead').innerText(), /Result\s+Move\s+Leads to/);
  const row = page.locator('.options tr[data-to="0,3,4"]');
  assert.equal(await row.locator('.worth').innerText(), 'loses');
  assert.match(await row.locator('td').last().innerText(), /^0,3,4\s+N$/);
  // The letters of the options, and of the positions along the game.
  assert.match(await page.locator('.letters').innerText(), /beside a position[^]*P the player to move loses\.[^]*N the player to move wins\./);
  // At the end, too, where there are no options.
  await page.goto(`${base}/play?game=nim&start=1,1&line=0,1;0,0&eval=1`);
  assert.match(await page.locator('.letters').innerText(), /P the player to move loses\.[^]*N the player to move wins\./);
  await page.finish();
});

test('the last moves are told in words', async () => {
  const page = await open('/play?game=nim&start=3,4,5&line=3,4,4;0,4,4');
  assert.equal(await page.locator('.last').innerText(), 'Computer: take 3 from heap 1');
  assert.match(await page.locator('.moves').innerText(), /You: 3,4,4\s+take 1 from heap 3/);
  await page.goto(`${base}/play?game=podium-nim&start=3,5,7&line=3,5,6;3,3,6;3,3,3`);
  assert.equal(await page.locator('.last').innerText(), 'Computer 1: take 2 from heap 2\nComputer 2: take 3 from heap 3');
  await page.goto(`${base}/play?game=nim-with-a-pass&start=1,2&opponent=nobody&line=1,2:used`);
  assert.equal(await page.locator('.last').innerText(), 'Player 1: pass');
  assert.match(await page.locator('.position').innerText(), /1,2, no pass is left/);
  await page.finish();
});

test('counters are clicked', async () => {
  const game = encodeURIComponent('counters a, b; move a -> a - 1; move a, b -> a - 1, b - 1; move b -> b - 2');
  const page = await open(`/play?game=${game}&start=3,5&opponent=nobody`);
  // One option has this number.
  await page.locator('[data-heap="1"] [data-index="3"]').click();
  await reads(page, '.offer', /b from 5 to 3 → 3,3/);
  await leads(page, () => page.locator('#commit').click(), /line=/);
  assert.equal(await position(page), '3,3');
  // Two options have this one.
  await page.locator('[data-heap="0"] [data-index="2"]').click();
  await reads(page, '.offer', /Which of these moves/);
  await leads(page, () => page.locator('.offer').getByRole('button', { name: 'a from 3 to 2, b from 3 to 2' }).click(), /line=/);
  assert.equal(await position(page), '2,2');
  // No option has this one.
  await page.locator('[data-heap="0"] [data-index="0"]').click();
  await reads(page, '.offer', /2,2 → 0,2\s+not a move of this game/);
  assert.equal(await page.locator('#commit').count(), 0);
  await page.finish();
});

test('a move is typed as the options are written', async () => {
  for (const [link, words, to] of [
    ['game=kayles&start=9,5', '9 becomes 4 + 4', '4,4,5'],
    ['game=kayles&start=4,2', '2 is taken whole', '4'],
    ['game=counters-and-guards&start=3,5', 'a from 3 to 1', '1,5'],
    ['game=small-pass&start=0,1,1,0', 'take 2 from a heap of 3', '1,1,0,0:pass'],
  ]) {
    const page = await open(`/play?${link}&opponent=nobody`);
    await page.fill('#move', words);
    await leads(page, () => page.keyboard.press('Enter'), /line=/);
    assert.equal(await position(page), to);
    await page.finish();
  }
  const page = await open('/play?game=kayles&start=9,5&opponent=nobody');
  await page.fill('#move', '8 becomes 7');
  await page.keyboard.press('Enter');
  await reads(page, '#wrong', /There is no heap of 8/);
  await page.finish();
});

test('the tree of the position in play; some options of a huge one', async () => {
  const page = await open('/play?game=nim&start=3,4,5&line=3,4,4;0,4,4');
  await leads(page, () => page.locator('nav.game').getByRole('link', { name: 'Tree' }).click(), /\/tree/);
  assert.equal(await page.locator('.tree').getAttribute('data-root'), '0,4,4');
  await leads(page, () => page.locator('nav.game').getByRole('link', { name: 'Play' }).click(), /\/play/);
  assert.equal(await position(page), '0,4,4');
  await page.goto(`${base}/tree?game=nim&position=1000000000000000000000000000000,2`);
  const text = await page.locator('.tree').innerText();
  for (const seen of ['2,2', '999999999999999999999999999999,2', '1000000000000000000000000000000,0', 'some of its options']) assert.ok(text.includes(seen), seen);
  assert.match(await page.locator('main').innerText(), /P the player to move loses/);
  await page.finish();
});

test('a large heap is drawn as high as smaller ones beside it', async () => {
  const page = await open('/play?game=nim&start=30,40,50');
  const height = async (heap) => (await page.locator(`[data-heap="${heap}"] .pieces`).boundingBox()).height;
  assert.ok((await height(2)) >= (await height(1)) && (await height(1)) > (await height(0)));
  assert.ok((await height(1)) < 450, `${await height(1)}`);
  await page.finish();
});

test('each slider stands beside its number', async () => {
  const page = await open('/explore?game=small-pass', { viewport: { width: 1280, height: 800 } });
  await settled(page);
  for (const name of ['m3', 'm4']) {
    const [number, slider] = [await page.locator(`#fix-${name}`).boundingBox(), await page.locator(`input[type=range][aria-label=${name}]`).boundingBox()];
    assert.ok(slider.x > number.x && Math.abs(slider.y + slider.height / 2 - number.y - number.height / 2) < 12, name);
  }
  await page.finish();
});

test('after a pass the keys work at once', async () => {
  const page = await open('/play?game=nim-with-a-pass&start=2,3&opponent=nobody');
  await leads(page, () => page.getByRole('button', { name: 'Pass' }).click(), /line=/);
  await page.keyboard.press('h');
  await page.waitForSelector('.hint');
  await page.finish();
});

test('the letter for the heap is introduced, and exceptional points are listed', async () => {
  const page = await open(`/prove?game=${encodeURIComponent('for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap')}`);
  assert.match(await page.locator('.theorem').innerText(), /is the number of objects\./);
  await page.goto(`${base}/ask?game=two-in-total&sentence=${encodeURIComponent('P(a, b, c, d)')}`);
  const condition = await page.locator('main').textContent();
  assert.match(condition, /not \(/);
  assert.doesNotMatch(condition, /!= \d+ or [^]*!= \d+\) and \(/);
  await page.finish();
});

test('a claim that is refuted leaves the theorem that was found; the fault of another is placed', async () => {
  const page = await open(`/prove?game=${encodeURIComponent('heaps 2; move take 1..2 from 1 heap; move take 1 from 2 heaps')}`);
  await page.getByRole('button', { name: 'Search for a proof' }).click();
  await page.waitForSelector('.theorem');
  await page.fill('#claim', 'P iff h1 = h2');
  await leads(page, () => page.getByRole('button', { name: 'Prove or refute it' }).click(), /claim=/);
  await reads(page, 'main', /At 1,1 the claim says P, but it is N/);
  assert.equal(await page.locator('.theorem').count(), 1);
  assert.equal(await page.getByRole('button', { name: 'Search for a proof' }).count(), 0);
  await page.fill('#claim', 'P if h1 = h2');
  await page.getByRole('button', { name: 'Prove or refute it' }).click();
  await reads(page, 'main', /This claim cannot be read[^]*Found\s+if\s*,\s*expected\s+iff\s*;\s*write/);
  await page.finish();
});

/** Phones: upright, a small one, and on its side. */
const PHONES = [{ width: 390, height: 844 }, { width: 360, height: 640 }, { width: 844, height: 390 }];
const touched = (viewport) => ({ viewport, hasTouch: true, isMobile: true });
/** The least height of what a finger touches, and the least size of a text, in pixels. */
const [FINGER, LEGIBLE] = [40, 12];

/** What is wrong with a page for somebody with a phone. */
const amiss = ([finger, legible]) => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
  const named = (element) => `${element.localName}.${element.className} ${(element.innerText ?? '').slice(0, 30)}`;
  const wrong = [];
  for (const element of document.querySelectorAll('button, .button, input:not([type=hidden]), select, summary, nav a, .option, .moves a')) {
    if (!seen(element)) continue;
    const { height, left, right } = element.getBoundingClientRect();
    if (height < finger) wrong.push(`${named(element)}: ${height} pixels high`);
    if (element.closest('nav') && (left < 0 || right > innerWidth)) wrong.push(`${named(element)}: cut off`);
  }
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (text && seen(element) && size < legible) wrong.push(`${named(element)}: letters of ${size} pixels`);
  }
  for (const field of document.querySelectorAll('input:not([type=hidden]), textarea')) {
    if (!seen(field)) continue;
    // Browsers of phones enlarge the page for a smaller field.
    if (Number.parseFloat(getComputedStyle(field).fontSize) < 16) wrong.push(`${field.name}: enlarged when it is touched`);
    if (['text', 'textarea'].includes(field.type) && !['none', 'off'].includes(field.autocapitalize)) wrong.push(`${field.name}: begins with a capital letter`);
  }
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) wrong.push(`${over} pixels too wide`);
  return wrong;
};

for (const viewport of PHONES) {
  test(`on a phone of ${viewport.width} × ${viewport.height} pixels every view is legible, and large enough for fingers`, async () => {
    const page = await open('/mine', touched(viewport));
    const views = Object.values(VIEWS).map(([path]) => path);
    const long = '/play?game=nim&start=123456789012345678901234567890,5,7&why=1&eval=1&hint=1';
    for (const path of [...views, long, '/play?game=nim&start=40,9,23', '/play?game=nim&start=1&line=0', '/prove?game=wythoff&run=4,7']) {
      await page.goto(base + path);
      await settled(page);
      assert.deepEqual(await page.evaluate(amiss, [FINGER, LEGIBLE]), [], path);
    }
    await page.finish();
  });
}

test('on a phone the views are in a menu, with and without scripts', async () => {
  for (const [viewport, javaScriptEnabled] of [[PHONES[0], true], [PHONES[1], false], [PHONES[2], true]]) {
    const page = await open('/', { ...touched(viewport), javaScriptEnabled });
    const views = page.locator('nav.site-views a');
    assert.equal(await views.first().isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).tap();
    for (const view of await views.all()) {
      const box = await view.boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width && box.y + box.height <= viewport.height, await view.innerText());
    }
    await leads(page, () => views.filter({ hasText: 'Sums' }).tap(), /\/sum$/);
    await page.finish();
  }
  const wide = await open('/');
  assert.equal(await wide.locator('nav.site-views a').last().isVisible(), true);
  assert.equal(await wide.locator('.menu').isVisible(), false);
  await wide.finish();
});

/** Whether an element lies within the screen. */
const onScreen = (page, selector) => page.locator(selector).first().evaluate((element) => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return top > -1 && bottom < innerHeight + 1 && left > -1 && right < innerWidth + 1;
});

test('a game is played with a finger', async () => {
  for (const viewport of PHONES) {
    const page = await open('/play?game=nim&start=3,5,7&opponent=nobody', touched(viewport));
    // No keys are named, and three heaps stand beside each other.
    assert.equal(await page.locator('.keys').isVisible(), false);
    assert.equal(await page.locator('[data-key=h]').evaluate((button) => getComputedStyle(button, '::after').content), 'none');
    const tops = await page.locator('.heap .label').evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1);
    // Between two objects the nearer one is meant, and nothing moves.
    const below = () => page.locator('form.move').evaluate((form) => form.getBoundingClientRect().top + scrollY);
    const before = await below();
    const [one, other] = [await page.locator('[data-heap="2"] [data-index="2"]').boundingBox(), await page.locator('[data-heap="2"] [data-index="4"]').boundingBox()];
    await page.touchscreen.tap(one.x + one.width / 2, (one.y + other.y + other.height) / 2 + 2);
    await reads(page, '.offer', /take 5 from heap 3 → 3,5,2/);
    assert.ok(Math.abs((await below()) - before) < 1);
    assert.ok(await onScreen(page, '#commit'));
    await leads(page, () => page.locator('#commit').tap(), /line=/);
    // The answer to a question comes into sight.
    await page.locator('[data-key=h]').tap();
    await page.waitForSelector('.hint');
    assert.ok(await onScreen(page, '.hint'));
    for (let turn = 0; turn < 20 && !(await page.locator('.result').count()); turn++) {
      await leads(page, () => page.locator('a.option').first().tap());
    }
    assert.ok(await onScreen(page, '.result'));
    await page.finish();
  }
});

test('on a phone on its side the board and its button are in sight together', async () => {
  const page = await open('/play?game=nim&start=3,5,7', touched({ width: 844, height: 390 }));
  await page.locator('[data-heap="2"] [data-index="4"]').tap();
  await reads(page, '.offer', /take 3 from heap 3/);
  assert.equal(await page.evaluate(() => scrollY), 0);
  const [heaps, offer] = [await page.locator('.heaps').boundingBox(), await page.locator('#commit').boundingBox()];
  assert.ok(heaps.y >= 0 && offer.y >= heaps.y + heaps.height && offer.y + offer.height <= 390, JSON.stringify([heaps, offer]));
  // The bar of a game with a long name and all views has one line.
  await page.goto(`${base}/prove?game=take-three`);
  const [first, last] = [await page.locator('nav.game .views a').first().boundingBox(), await page.locator('nav.game .keep').boundingBox()];
  assert.ok(last.y < first.y + first.height, JSON.stringify([first, last]));
  await page.finish();
});

test('large heaps are drawn in proportion, and a long table of digits fits', async () => {
  const page = await open('/play?game=nim&start=1000,2000,3000&why=1', { viewport: { width: 1280, height: 800 } });
  const heights = [];
  for (const heap of [0, 1, 2]) heights.push((await page.locator(`[data-heap="${heap}"] .bar`).boundingBox()).height);
  assert.ok(heights[0] * 1.3 < heights[1] && heights[1] * 1.2 < heights[2], `${heights}`);
  const [table, board] = [await page.locator('.why table').boundingBox(), await page.locator('.board').boundingBox()];
  assert.ok(table.x + table.width <= board.x + board.width, JSON.stringify([table, board]));
  await page.finish();
});

test('a finger that scrolls takes nothing, and leaves what was chosen', async () => {
  const page = await open('/play?game=nim&start=40,9,23', touched(PHONES[1]));
  const session = await page.context().newCDPSession(page);
  const scroll = async () => {
    const before = await page.evaluate(() => scrollY);
    const box = await page.locator('[data-heap="0"] [data-index="30"]').boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (let step = 1; step <= 8; step++) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - 10 * step }] });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForFunction((top) => scrollY > top + 20, before);
  };
  await scroll();
  assert.equal(await page.locator('.piece.taken').count(), 0);
  await page.locator('[data-heap="0"] [data-index="38"]').tap();
  await reads(page, '.offer', /take 2 from heap 1/);
  await scroll();
  assert.equal(await page.locator('.piece.taken').count(), 2);
  await page.finish();
});

test('a position that is touched in a picture can be played without being touched again', async () => {
  const page = await open('/explore?game=wythoff', touched(PHONES[0]));
  await page.waitForSelector('canvas[data-ready]');
  const canvas = page.locator('canvas');
  // The whole picture lets the page scroll; an enlarged one is dragged.
  const touch = () => canvas.evaluate((element) => element.style.touchAction);
  assert.equal(await touch(), 'pan-y');
  await page.getByRole('button', { name: 'Zoom in' }).tap();
  assert.equal(await touch(), 'none');
  const play = page.getByRole('link', { name: /^Play from/ });
  assert.equal(await play.isVisible(), false);
  const box = await canvas.boundingBox();
  await page.touchscreen.tap(box.x + 200, box.y + 100);
  const [, across, up] = /h1 = (\d+), h2 = (\d+)/.exec(await page.locator('.readout').innerText());
  await leads(page, () => play.tap(), /\/play\?/);
  assert.equal(await position(page), `${across},${up}`);
  await page.goto(`${base}/sequence?game=kayles`);
  await settled(page);
  const plot = await page.locator('.plot canvas').boundingBox();
  await page.touchscreen.tap(plot.x + 200, plot.y + 60);
  await reads(page, '.readout', /^g\(\d+\) = \d+$/);
  await page.finish();
});

test('pictures of laws are legible on a phone', async () => {
  const letters = `/prove?game=${encodeURIComponent('for all a, b where 1 <= a, a <= b; heaps 1; move take a..b from 1 heap')}`;
  for (const path of [letters, '/prove?game=kayles&value=grundy']) {
    const page = await open(path, touched(PHONES[1]));
    await page.locator('.picture img').scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector('.picture img').naturalWidth > 0);
    // A wide one is seen as a whole first.
    if (await page.locator('.picture img').evaluate((image) => image.clientWidth / image.naturalWidth < 0.88)) await page.locator('.picture img').tap();
    const shown = await page.waitForFunction(() => {
      const image = document.querySelector('.picture img');
      return image.clientWidth / image.naturalWidth >= 0.88 && image.clientWidth / image.naturalWidth;
    });
    // The smallest texts of pictures have 11 pixels.
    assert.ok((await shown.jsonValue()) <= 1.5, path);
    await page.finish();
  }
});

test('a sum with a long position fits on a phone, its other games are folded', async () => {
  const page = await open('/sum?game-1=nim&position-1=123456789012345678901234567890,5&game-2=kayles&position-2=7', touched(PHONES[0]));
  const [content, room] = await page.locator('.sum .scroll').evaluate((table) => [table.scrollWidth, table.clientWidth]);
  assert.ok(content <= room, `${content} of ${room}`);
  assert.equal(await page.locator('#game-3').isVisible(), false);
  await page.goto(`${base}/sum?game-1=nim&position-1=3&game-4=nim&position-4=5`);
  assert.equal(await page.inputValue('#game-4'), 'nim');
  assert.equal(await page.locator('#game-4').isVisible(), true);
  await page.finish();
});

test('a picture is first seen as a whole, and a touch shows that part in its own size', async () => {
  for (const path of ['/prove?game=kayles&value=grundy', '/prove?game=nim', '/prove?game=wythoff']) {
    const page = await open(path, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const place = page.locator('[data-zoom]');
    const image = place.locator('img');
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelector('[data-zoom] img').naturalWidth > 0);
    const measured = () => place.evaluate((box) => ({ whole: box.scrollWidth, seen: box.clientWidth, shown: box.firstElementChild.querySelector('img').clientWidth, own: box.querySelector('img').naturalWidth }));
    const first = await measured();
    assert.equal(first.whole, first.seen, path);
    await page.getByText('Touch the picture to see that part larger.').waitFor();
    await image.tap();
    const near = await measured();
    assert.ok(Math.abs(near.shown - near.own) < 3, JSON.stringify(near));
    await image.tap();
    assert.equal((await measured()).whole, first.seen, path);
    await page.finish();
  }
});

test('the value of a position that was touched is in sight, and a second touch stays', async () => {
  const page = await open('/explore?game=nim&heaps=2', { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });
  await settled(page);
  for (let time = 0; time < 2; time++) {
    await page.touchscreen.tap(200, 500);
    await page.waitForFunction(() => document.querySelector('.readout').value.includes('the player to move'));
    for (const place of ['.readout', '.reading .button']) {
      const box = await page.locator(place).boundingBox();
      assert.ok(box.y > 0 && box.y + box.height <= 640, `${place}: ${JSON.stringify(box)}`);
    }
  }
  assert.match(page.url(), /explore/);
  await leads(page, () => page.locator('.reading .button').click(), /play\?.*start=/);
  await page.finish();
});

test('a wrong bound takes the old picture away', async () => {
  const page = await open('/explore?game=nim&heaps=2');
  await settled(page);
  const drawn = () => page.evaluate(() => [...document.querySelector('canvas').getContext('2d').getImageData(0, 0, 300, 300).data].some((byte) => byte));
  assert.equal(await drawn(), true);
  await page.fill('#upto', '-3');
  await page.locator('#upto').press('Tab');
  await reads(page, '.reading', /“Up to” is a whole number from 0 to 1024/);
  assert.equal(await drawn(), false);
  await page.fill('#upto', '15');
  await page.locator('#upto').press('Tab');
  await page.waitForSelector('canvas[data-ready]');
  assert.equal(await drawn(), true);
  await page.finish();
});

test('a game with one heap has a picture that can be touched', async () => {
  const page = await open('/explore?game=take-three');
  await settled(page);
  const height = () => page.evaluate(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(62, 0, 1, canvas.height);
    // Position 0 is lost, so it has the colour of an object.
    return [...Array(canvas.height).keys()].filter((y) => data[4 * y + 2] > data[4 * y] + 60).length;
  });
  assert.ok((await height()) > 50, String(await height()));
  await page.mouse.move(...(await page.locator('canvas').boundingBox().then(({ x, y }) => [x + 62, y + 40])));
  await reads(page, '.reading', /h1 = 0: P/);
  await page.finish();
});

test('the link of an answer is copied, or shown where it cannot be', async () => {
  for (const path of ['/prove?game=take-three', '/explore?game=nim', '/sequence?game=kayles', '/tree?game=nim&position=1,2', '/nim?heaps=3,4,5', '/ask?game=nim&sentence=P%28a,b%29', '/sum?game-1=nim&position-1=3,4&game-2=kayles&position-2=7']) {
    const page = await open(path, { permissions: ['clipboard-read', 'clipboard-write'] });
    assert.equal(await page.getByRole('button', { name: 'Copy the link' }).count(), 1, path);
    assert.equal(await copies(page, '[data-share]'), page.url(), path);
    await page.finish();
  }
  const page = await open('/prove?game=take-three');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
  });
  await page.locator('[data-share]').click();
  await page.waitForSelector('textarea.to-copy');
  assert.equal(await page.evaluate(() => getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), page.url());
  await page.finish();
});

test('a claim that cannot be read is answered by one that can', async () => {
  const page = await open('/prove?game=take-three');
  await page.fill('#claim', 'P if h1 mod 4 is 0, else N.');
  await leads(page, () => page.getByRole('button', { name: 'Prove or refute it' }).click(), /claim=/);
  await reads(page, 'main', /This claim cannot be read[^]*For example:\s+P iff h1 mod 4 = 0/);
  await page.finish();
});
