// One current picture of each view, for docs/: npm run pictures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { PHONE, root, settled, start } from './start.mjs';

const folder = join(root, 'docs/pictures');
const SIZE = { width: 1080, height: 760 };

/** Path, and what is done before the picture is taken. */
const VIEWS = {
  gallery: ['/'],
  rules: [`/rules?game=${encodeURIComponent('heaps 3\nmvoe take 1..3 from 1 heap\nplay misere')}`],
  play: ['/play?game=nim&start=3,5,7&line=3,4,7;2,4,6&eval=1&hint=1'],
  phone: ['/play?game=podium-nim&start=3,5,7', null, { viewport: PHONE, deviceScaleFactor: 2, isMobile: true }],
  explore: ['/explore?game=nim&heaps=2&value=grundy&upto=255', (page) => page.locator('canvas').hover({ position: { x: 300, y: 200 } })],
  prove: ['/prove?game=two-in-total&run=123456789012345678901234567890,5,7,9'],
  sequence: ['/sequence?game=kayles&upto=200'],
  check: ['/check'],
  nim: ['/nim?heaps=3,4,5&most=3'],
  podium: ['/podium?form=7,7,6,2&other=3'],
  pass: ['/pass'],
  'in-total': ['/in-total'],
};

const { base, browser, end } = await start();
mkdirSync(folder, { recursive: true });
for (const [name, [path, act, options]] of Object.entries(VIEWS)) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', ...options });
  const page = await context.newPage();
  await page.goto(base + path);
  await settled(page);
  await act?.(page);
  await page.screenshot({ path: join(folder, `page-${name}.png`) });
  await context.close();
}
await end();
