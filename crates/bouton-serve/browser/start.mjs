// The program and a browser, for tests and pictures. CHROMIUM names another browser, BOUTON another program.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
export const WIDE = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

const program = process.env.BOUTON ?? join(root, 'target/release/bouton');
const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
// The browser sends no requests of its own.
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** The server at `base`, the browser, and how both end. */
export async function start() {
  assert.ok(browserPath && existsSync(browserPath), 'no Chromium: install the package chromium');
  assert.ok(existsSync(program), `no program at ${program}: build it, or say BOUTON=…`);
  const server = spawn(program, ['serve', '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise((resolve, reject) => {
    server.stdout.once('data', resolve);
    server.once('exit', () => reject(new Error('the server has ended')));
  });
  const base = JSON.parse(line).url.replace(/\/$/, '');
  // Every start has its own empty user folder.
  const browser = await chromium.launch({ executablePath: browserPath, args: QUIET });
  const end = async () => {
    await browser.close();
    server.kill();
  };
  return { base, browser, end };
}

/** Waits until pictures are drawn. */
export async function settled(page) {
  if (await page.locator('.pattern canvas').count()) await page.waitForSelector('canvas[data-ready]');
  if (await page.locator('.plot').count()) await page.waitForSelector('.plot canvas, .plot img');
}
