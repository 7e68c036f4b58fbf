// The page in a real browser. Needs Chromium (CHROMIUM names another one) and the program (BOUTON).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const program = process.env.BOUTON ?? join(root, 'target/release/bouton');
const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const pictures = join(root, 'target/screenshots');
const axe = readFileSync(join(here, 'node_modules/axe-core/axe.min.js'), 'utf8');

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
// Three heaps in which the same may be taken from two: a search that goes on for long.
const LONG = 'heaps 3; move take any from 1 heap; move take the same any from 2 heaps';

/** Every view, with what must be seen on it whether there is script or not. */
const VIEWS = {
  gallery: ['/', 'The games of the five documents'],
  rules: [`/rules?game=${encodeURIComponent('heaps 2\nmvoe take any from 1 heap')}`, 'did you mean'],
  play: ['/play?game=nim&start=3,4,5&why=1&eval=1', 'take 2 from heap 1'],
  split: ['/play?game=kayles&start=9,5', '9 becomes 4 + 4'],
  podium: ['/play?game=podium-nim&hint=1', '3 players, podium rule'],
  explore: ['/explore?game=nim&heaps=2&value=grundy', 'The pattern of nim'],
  prove: ['/prove?game=nim&run=123456789012345678901234567890,5,7', 'every binary digit occurs an even number of times'],
  sequence: ['/sequence?game=kayles', 'Period 12 from 71 on.'],
  check: ['/check', 'Check a certificate'],
  nim: ['/nim?heaps=3,4,5&most=3', 'Nim-sum 2'],
  'podium-calculator': ['/podium?form=7,7,6,2&other=3', '7, 6, 6, 3'],
  pass: ['/pass', 'Table 3, computed'],
  'in-total': ['/in-total', 'The proof rests on 220 base cases'],
};

let browser;
let server;
let base;

before(async () => {
  assert.ok(browserPath && existsSync(browserPath), 'no Chromium: install the package chromium');
  assert.ok(existsSync(program), `no program at ${program}: build it, or say BOUTON=…`);
  mkdirSync(pictures, { recursive: true });
  server = spawn(program, ['serve', '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((resolve, reject) => {
    server.stdout.once('data', resolve);
    server.once('exit', () => reject(new Error('the server has ended')));
  });
  base = JSON.parse(line).url.replace(/\/$/, '');
  browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
});
after(async () => {
  await browser?.close();
  server?.kill();
});

/** A page; whatever its console complains about fails the test. */
async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: WIDE, acceptDownloads: true, ...options });
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

async function settled(page) {
  await page.waitForLoadState('networkidle');
  if (await page.locator('.pattern canvas').count()) await page.waitForSelector('canvas[data-ready]');
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
      if (kind !== 'plain') {
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${kind}: ${over} pixels too wide`);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html).slice(0, 3)]), [], kind);
      }
      await page.finish();
    }
  });
}

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

/** The position that is shown. */
const position = (page) => page.locator('.table').getAttribute('data-position');

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
    const before = page.url();
    await piece.click();
    await page.waitForURL((url) => url.href !== before);
  }
  assert.match(await page.locator('.result').innerText(), /^You made the last move and won/);
  // The score is walked back and forth.
  await page.keyboard.press('u');
  await page.waitForURL(/at=/);
  assert.equal(await page.locator('.result').count(), 0);
  await page.goBack();
  await page.waitForSelector('.result');
  await page.finish();
});

test('a game of Nim is lost from a lost position, by keys', async () => {
  const page = await open('/play?game=nim&start=1,2,3');
  for (let turn = 0; turn < 12 && !(await page.locator('.result').count()); turn++) {
    const before = page.url();
    await page.locator('.pieces[role=spinbutton]').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.href !== before);
  }
  assert.match(await page.locator('.result').innerText(), /^Computer made the last move and won/);
  await page.finish();
});

test('a move that is none is refused in words, and dragging takes', async () => {
  const page = await open('/play?game=nim&start=1,1,5');
  await page.fill('#move', '1,1,9');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#wrong');
  assert.match(await page.locator('#wrong').innerText(), /is no move of the rules/);
  const box = await page.locator('[data-heap="2"] [data-index="1"]').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 200, { steps: 6 });
  await page.mouse.up();
  await page.waitForURL(/line=1%2C1%2C1|line=1,1,1/);
  await page.finish();
});

test('kayles: pins are knocked down and the row falls into two', async () => {
  const page = await open('/play?game=kayles&start=9&opponent=nobody');
  await page.locator('[data-heap="0"] [data-index="4"]').click();
  await page.locator('[data-heap="0"] [data-index="4"]').click();
  await page.waitForURL(/line=/);
  assert.equal(await position(page), '4,4');
  assert.equal(await page.locator('.heap').count(), 2);
  await page.finish();
});

test('three players to the end, and a pass', async () => {
  const page = await open('/play?game=podium-nim&start=1,2,3');
  for (let turn = 0; turn < 9 && !(await page.locator('.result').count()); turn++) {
    const before = page.url();
    await page.locator('a.option').first().click();
    await page.waitForURL((url) => url.href !== before);
  }
  assert.match(await page.locator('.result').innerText(), /^1\. .*2\. .*3\. /);
  await page.goto(`${base}/play?game=nim-with-a-pass&start=1,2&opponent=nobody`);
  await page.getByRole('button', { name: 'Pass' }).click();
  await page.waitForURL(/line=/);
  assert.equal(await position(page), '1,2:used');
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
  const shot = async () => (await canvas.screenshot()).toString('base64');
  const before = await shot();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -600);
  await page.waitForTimeout(100);
  assert.notEqual(await shot(), before);
  const [, across, up, value] = /h1 = (\d+), h2 = (\d+): (\d+)/.exec(await page.locator('.readout').innerText()).map(Number);
  assert.equal(value, across ^ up);
  await canvas.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/play\?/);
  assert.match(await position(page), /^\d+,\d+$/);
  await page.finish();
});

test('1024 × 1024 positions are on the screen within a second', async () => {
  const page = await open('/explore?game=wythoff&upto=1023');
  await page.waitForSelector('canvas[data-ready]');
  const took = Number(await page.locator('canvas').getAttribute('data-ready'));
  console.log(`first picture of 1024 × 1024 positions: ${took} ms`);
  // Twice as much for a machine that does other things beside.
  assert.ok(took < 2000, `${took} ms`);
  await page.finish();
});

test('a law is proved, downloaded, dropped back and accepted', async () => {
  const page = await open(`/prove?game=${encodeURIComponent('heaps 1; move take 1..4 from 1 heap')}`);
  await page.getByRole('button', { name: 'Search for a proof' }).click();
  await page.waitForSelector('.theorem');
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
  await page.getByRole('button', { name: 'Try' }).click();
  await page.waitForSelector('.path');
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
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForSelector('text=The search was cancelled.');
  await page.finish();
});

test('code is copied, and a sequence is zoomed', async () => {
  const page = await open('/prove?game=take-three', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('summary', { hasText: 'Python' }).click();
  await page.locator('[data-copy=python]').click();
  await page.waitForFunction(() => document.querySelector('[data-copy=python]').textContent === 'Copied');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /def winning_move/);
  await page.goto(`${base}/sequence?game=kayles&upto=300`);
  await page.waitForSelector('.plot canvas');
  await page.locator('.plot canvas').focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('.plot .readout').innerText(), 'g(5) = 4');
  await page.keyboard.press('+');
  await page.finish();
});
