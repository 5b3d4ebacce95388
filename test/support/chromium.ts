import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian has Chromium: its headless shell takes half the time of the whole browser. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const named = process.env['CHROMIUM_PATH'] || undefined;
const found = (named === undefined ? installed : [named]).find((path) => existsSync(path));

/** Whether there is a browser to open a page in; where there is none, that is said. */
export function hasChromium(page: string): boolean {
  if (found !== undefined) return true;
  const places = named ?? installed.join(', no ');
  console.warn(`skipped: ${page} in a browser (no ${places}; CHROMIUM_PATH names another)`);
  return false;
}

/** Starts the browser, which asks nobody for anything but its pages, and runs as root too. */
export function launchChromium(): Promise<Browser> {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath: found ?? '', args });
}
