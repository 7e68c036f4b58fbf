// One current picture of each view, for docs/: npm run pictures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { PHONE, root, settled, start } from './start.mjs';

const folder = join(root, 'docs/pictures');
const SIZE = { width: 1080, height: 760 };

const moved = async (page) => {
  await page.locator('a.option', { hasText: 'take 1 from heap 2' }).click();
  await page.waitForURL(/line=/);
  await page.keyboard.press('h');
  await page.waitForSelector('.hint');
};
const pointed = (page) => page.locator('canvas').hover({ position: { x: 300, y: 200 } });
const WHOLE = { whole: true };

/** The path, the actions before the picture is taken, and its size. */
const VIEWS = {
  gallery: ['/'],
  rules: [`/rules?game=${encodeURIComponent('heaps 3\nmvoe take 1..3 from 1 heap\nplay misere')}`],
  play: ['/play?game=nim&start=3,5,7&eval=1', moved, WHOLE],
  phone: ['/play?game=podium-nim&start=1,2,4', null, { viewport: PHONE, isMobile: true, hasTouch: true }],
  explore: ['/explore?game=nim&heaps=2&value=grundy&upto=63', pointed, WHOLE],
  prove: ['/prove?game=nim&run=123456789012345678901234567890,5,7', null, { viewport: { width: 1080, height: 1000 } }],
  sequence: ['/sequence?game=kayles&upto=200'],
  check: ['/check', null, { viewport: { width: 1080, height: 420 } }],
  nim: ['/nim?heaps=3,4,5&most=3'],
  podium: ['/podium?form=7,7,6,2&other=3', null, WHOLE],
  pass: ['/pass'],
  'in-total': ['/in-total'],
};

const { base, browser, end } = await start();
mkdirSync(folder, { recursive: true });
for (const [name, [path, act, options]] of Object.entries(VIEWS)) {
  const { whole: fullPage = false, ...how } = options ?? {};
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', ...how });
  const page = await context.newPage();
  await page.goto(base + path);
  await settled(page);
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight));
  await act?.(page);
  await page.screenshot({ path: join(folder, `page-${name}.png`), fullPage });
  await context.close();
}
await end();
