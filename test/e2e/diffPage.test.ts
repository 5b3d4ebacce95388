import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium } from '../support/chromium.js';
import { runCommand } from '../support/runCommand.js';
import { scratch } from './project.js';

const folder = join(scratch, 'diffPage');
const axe = createRequire(import.meta.url).resolve('axe-core');
const violations =
  'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))';
/** A text that would run, break out, or load something, were it taken for anything but text. */
const hostile =
  '</script><script>window.hurt=1</script><img src="https://evil.example/x" onerror="window.hurt=1">';

/** A document; `summary` is text that a stranger writes. */
function documentOf(maximum: number, summary: string, others: object = {}): string {
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer', maximum }, description: 'How many' },
  ];
  const paths = {
    '/pets': { get: { operationId: 'listPets', summary, parameters, responses: {} } },
    ...others,
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: `Pets ${hostile}`, version: String(maximum) },
    servers: [{ url: 'https://api.example.com' }],
    paths,
  });
}

describe.skipIf(!hasChromium('the page of a comparison'))('the page of a comparison', () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const old = join(folder, 'old.json');
    const now = join(folder, 'new.json');
    writeFileSync(old, documentOf(100, 'List pets'));
    writeFileSync(
      now,
      documentOf(50, `List pets ${hostile}`, {
        '/toys': { get: { operationId: 'listToys', responses: {} } },
      }),
    );
    const html = join(folder, 'diff.html');
    const { code, stderr } = await runCommand(['diff', old, now, '--html', html]);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`The comparison is in ${html}`),
    });
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(html).href);
  });

  afterAll(() => browser?.close());

  test('shows the figures and each change with its impact', async () => {
    expect(await page.locator('#title').textContent()).toBe('Pets </script>');
    expect(await page.locator('.figures .number').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^1 /), expect.stringMatching(/^2 1 before/)]),
    );
    const heads = await page.locator('.tool > summary').allTextContents();
    expect(heads[1]).toMatch(/^list_petsBreaking.*GET \/pets/);
    expect(await page.locator('.tool li').allTextContents()).toContain(
      'Breaking argument limit: maximum 100 → 50',
    );
  });

  test('shows both sides of a tool, and which lines differ', async () => {
    await page.locator('.tool > summary').nth(1).click();
    await expect.poll(() => page.locator('.sides pre').count()).toBe(2);
    const changed = await page.locator('.sides .changed').allTextContents();
    expect(changed).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"maximum": 100'),
        expect.stringContaining('"maximum": 50'),
      ]),
    );
    expect(changed.join('')).not.toContain('"type": "integer"');
  });

  test('finds changes by words and impact', async () => {
    await page.selectOption('#impact', 'compatible');
    await expect.poll(() => page.locator('.tool-name').allTextContents()).toContain('list_toys');
    expect(await page.locator('.tool-name').allTextContents()).not.toContain('list_pets');
    await page.selectOption('#impact', '');
    await page.fill('#query', 'no such thing');
    await expect.poll(() => page.locator('#none').isVisible()).toBe(true);
    await page.fill('#query', '');
  });

  test('nothing of the document runs, nothing is loaded, and everybody can use it', async () => {
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([page.url()]);
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    for (const theme of ['light', 'dark']) {
      const other = await browser.newContext({ bypassCSP: true });
      const judged = await other.newPage();
      await judged.goto(page.url());
      await judged.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      await judged.addScriptTag({ path: axe });
      expect(await judged.evaluate(violations)).toEqual([]);
      await other.close();
    }
  });
});
