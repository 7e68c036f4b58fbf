// The program and a browser, for tests and pictures. CHROMIUM names another browser, BOUTON another program.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
export const WIDE = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };
/** How long a step may take before it is held for lost, in milliseconds: no machine is too slow for it. */
export const PATIENCE = 180_000;

const program = process.env.BOUTON ?? join(root, 'target/release/bouton');
const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
// The browser sends no requests of its own.
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** The server at `base`, the browser, and how both end. */
export async function start() {
  assert.ok(browserPath && existsSync(browserPath), 'no Chromium: install the package chromium');
  assert.ok(existsSync(program), `no program at ${program}: build it, or say BOUTON=…`);
  // The tests do not measure: a slow machine gets the time that it needs.
  const server = spawn(program, ['serve', '--port', '0', '--json', '--time', '10m'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((resolve, reject) => {
    createInterface(server.stdout).once('line', resolve);
    server.once('exit', () => reject(new Error('the server has ended')));
  });
  const base = JSON.parse(line).url.replace(/\/$/, '');
  // Every start has its own empty user folder.
  const browser = await chromium.launch({ executablePath: browserPath, args: QUIET, timeout: PATIENCE });
  const end = async () => {
    await browser.close();
    server.kill();
  };
  return { base, browser, end };
}

/** Waits until pictures are drawn: by scripts where these run, else as images. */
export async function settled(page) {
  const scripted = await page.evaluate(() => document.documentElement.classList.contains('scripted'));
  if (!scripted) return;
  for (const place of ['.pattern', '.plot']) {
    if (await page.locator(place).count()) await page.waitForSelector(`${place} canvas[data-ready]`);
  }
}
