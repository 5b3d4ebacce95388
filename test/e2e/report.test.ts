import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { report } from '../../generator/commands/budget.js';
import { defaults } from '../../generator/model/config.js';
import { columns } from '../../templates/report/columns.js';
import { hasChromium, launchChromium } from '../support/chromium.js';
import { makeContext } from '../support/makeContext.js';
import { type ToolCase, makeInspection } from '../support/makeInspection.js';
import { scratch } from './project.js';

const folder = join(scratch, 'report');
const axe = createRequire(import.meta.url).resolve('axe-core');

/** Texts that would run, break out, or load something, were they taken for anything but text. */
const hostile =
  '</script><script>window.hurt=1</script><img src="https://evil.example/x" onerror="window.hurt=1">';

const few: ToolCase[] = [
  { name: 'list_pets', naive: 1000, tokens: 250, path: '/pets', output: 40 },
  {
    name: 'add_pet',
    naive: 3000,
    tokens: 390,
    output: 50,
    rung: 3,
    lost: ['2 parts shown as stubs: owner, tags'],
    method: 'POST',
  },
  { name: 'count_pets', naive: 20, tokens: 30, output: 10 },
  {
    name: 'search',
    toolset: 'shop',
    naive: 9000,
    tokens: 470,
    output: 30,
    rung: 9,
    lost: ['words of the tool cut'],
  },
  {
    name: 'order',
    toolset: 'shop',
    naive: 500,
    tokens: 120,
    output: 20,
    rung: 1,
    lost: ['words of 1 argument cut: id'],
  },
];
const many: ToolCase[] = Array.from({ length: 1200 }, (_, index) => ({
  name: `tool_${index}`,
  toolset: `set_${index % 40}`,
  naive: 200 + ((index * 37) % 5000),
  tokens: 50 + ((index * 37) % 400),
  rung: index % 10,
  lost: index % 10 === 0 ? [] : ['words of the tool cut'],
}));
const bad: ToolCase[] = [
  { name: 'list_pets', title: hostile, description: hostile, lost: [hostile], path: `/${hostile}` },
];
/** Operations that could not become tools: more than are seen at once. */
const lost = Array.from({ length: 30 }, (_, index) => ({
  code: 'operation-skipped' as const,
  severity: 'error' as const,
  pointer: `#/paths/~1lost${index}/get`,
  message: `GET /lost${index} is left out: ${index === 0 ? hostile : 'its path cannot be read'}.`,
  location: { file: 'api.yaml', line: 7 + index, column: 3 },
}));
const pages = { few, many, bad, failed: few };

/** What axe finds, as text. */
const violations =
  'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))';

const ratio = (areas: number[], a: number, b: number) => (areas[a] ?? 0) / (areas[b] ?? 1);

/** What is looked at once it is as it should be: a page shows what was done to it a frame or two later. */
const seen = <Value>(look: () => Promise<Value>) => expect.poll(look, { timeout: 10_000 });

describe.skipIf(!hasChromium('the page of the report'))('the page of the report', () => {
  let browser: Browser;
  let page: Page;
  /** What the page asked for, what of it was refused, and what it complained about. */
  let asked: string[] = [];
  let refused: string[] = [];
  let complaints: string[] = [];

  /** Waits until a condition holds; Playwright's own way asks the page to evaluate text, which its policy forbids. */
  const until = (condition: string) =>
    expect.poll(() => page.evaluate(condition), { timeout: 10_000 }).toBe(true);

  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [name, cases] of Object.entries(pages)) {
      const inspection = makeInspection(cases, name === 'bad' ? { summary: hostile } : {});
      if (name === 'bad') inspection.server.api.title = hostile;
      if (name === 'failed') inspection.diagnostics.push(...lost);
      const { context } = makeContext();
      const html = join(folder, `${name}.html`);
      await report(
        inspection,
        { config: defaults, json: false, byTool: false, html, failOver: undefined, failTotal: undefined },
        context,
      );
    }
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
    expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
    expect(asked.filter((url) => url.startsWith('file:'))).toHaveLength(1);
  });

  async function open(
    name: keyof typeof pages,
    { hash = '', ...options }: { hash?: string } & Parameters<Browser['newPage']>[0] = {},
  ): Promise<void> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    page = await context.newPage();
    asked = [];
    refused = [];
    complaints = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('requestfailed', (request) => refused.push(`${request.url()} ${request.failure()?.errorText}`));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => {
      complaints.push(`a dialog says ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(`${pathToFileURL(join(folder, `${name}.html`)).href}${hash}`);
  }

  /** Lets the page show what was done to it, where there is no telling what that will be. */
  const painted = () =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');

  const names = () => page.locator('tbody .open').allTextContents();
  const column = (key: string) => page.locator(`tbody td.${key}`).allTextContents();
  const details = () => page.locator('dialog#details');
  const hash = () => page.evaluate('location.hash');
  const focused = () => page.evaluate<string>('document.activeElement.textContent');
  const sizes = () =>
    page
      .locator('#map .cell')
      .evaluateAll((cells: { getBoundingClientRect: () => { width: number; height: number } }[]) =>
        cells.map((cell) => {
          const { width, height } = cell.getBoundingClientRect();
          return Math.round(width * height);
        }),
      );

  test('shows the figures, the mode, and what asks for a decision', async () => {
    await open('few');
    await seen(() => page.title()).toBe('Petstore: token budget');
    await seen(() => page.locator('h1').textContent()).toBe('Petstore');
    await seen(() => page.locator('#origin').textContent()).toContain('5 tools in 2 toolsets');
    const figures = await page.locator('#figures .number').allTextContents();
    expect(figures.slice(0, 2)).toEqual(['13,520 tokens', '1,260 tokens']);
    await seen(() => page.locator('#figures .words').allTextContents()).toContain(
      'All 5 tools, trimmed: 91% saved',
    );
    const notes = (await page.locator('#notes').textContent()) ?? '';
    expect(notes).toContain('Mode list 5 tools, within 40 tools and 20,000 tokens');
    expect(notes).toContain('1 tool over the budget of 400 tokens');
    expect(notes).toContain('No parameter lost');
    await page.getByRole('button', { name: '1 tool over the budget' }).click();
    await seen(names).toEqual(['search']);
  });

  test('sorts by each column, both ways, and says so', async () => {
    await open('few');
    await seen(() => column('tokens')).toEqual(['470 over budget', '390', '250', '120', '30']);
    const ascending: Record<string, string[]> = {
      name: ['add_pet', 'count_pets', 'list_pets', 'order', 'search'],
      toolset: ['add_pet', 'count_pets', 'list_pets', 'order', 'search'],
      naive: ['count_pets', 'order', 'list_pets', 'add_pet', 'search'],
      tokens: ['count_pets', 'order', 'list_pets', 'add_pet', 'search'],
      saved: ['count_pets', 'list_pets', 'order', 'add_pet', 'search'],
      output: ['count_pets', 'order', 'search', 'list_pets', 'add_pet'],
      rung: ['count_pets', 'list_pets', 'order', 'add_pet', 'search'],
      lost: ['count_pets', 'list_pets', 'add_pet', 'order', 'search'],
    };
    expect(columns.map(({ key }) => key)).toEqual(Object.keys(ascending));
    for (const { key, label } of columns) {
      const head = page.locator(`th.${key}`);
      const orders = new Set<string>();
      for (let click = 0; click < 2; click++) {
        await head.getByRole('button', { name: label }).click();
        await painted();
        const order = (await head.getAttribute('aria-sort')) ?? '';
        orders.add(order);
        await seen(() => page.locator('th[aria-sort="ascending"], th[aria-sort="descending"]').count()).toBe(
          1,
        );
        const found = await names();
        const expected = ascending[key] ?? [];
        if (order === 'ascending') expect(found, key).toEqual(expected);
        else expect(found[0], key).toBe(key === 'toolset' ? 'order' : expected.at(-1));
      }
      expect([...orders].toSorted()).toEqual(['ascending', 'descending']);
    }
  });

  test('names what failed, in red, with why and where, for keyboard and screen reader alike', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await open('failed', { colorScheme });
      const section = page.getByRole('region', { name: 'Failed' });
      await seen(() => section.getByRole('listitem').count()).toBe(lost.length);
      expect(await section.innerText()).toContain('30 operations could not become a tool');
      const texts = await section.getByRole('listitem').allInnerTexts();
      expect(texts[0]).toBe(`GET /lost0 ${lost[0]?.message} Line 7.`);
      expect(texts[29]).toBe('GET /lost29 GET /lost29 is left out: its path cannot be read. Line 36.');
      const colors = (await page.evaluate(
        "[...document.querySelectorAll('#failed h2, #failed code')].map((one) => getComputedStyle(one).color)",
      )) as string[];
      expect(colors).toHaveLength(1 + lost.length);
      for (const color of colors) {
        const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
        expect(red, color).toBeGreaterThan(1.5 * Math.max(green, blue));
      }
      // The list is longer than its box: keys scroll it.
      const list = section.getByRole('list');
      await list.focus();
      await page.keyboard.press('End');
      await seen(() => list.evaluate((one) => one.scrollTop)).toBeGreaterThan(0);
      await page.evaluate(readFileSync(axe, 'utf8'));
      expect(await page.evaluate(violations)).toEqual([]);
      if (colorScheme === 'light') await page.context().close();
    }
    expect(await page.evaluate('window.hurt')).toBeUndefined();
  });

  test('says nothing of failures where there are none', async () => {
    await open('few');
    await until("document.querySelectorAll('[role=row], tr').length > 2");
    expect(await page.getByRole('region', { name: 'Failed' }).count()).toBe(0);
  });

  test('searches and filters, announces the count, and takes it all back', async () => {
    await open('few');
    const count = page.getByRole('status');
    await seen(() => count.getAttribute('aria-live')).toBe('polite');
    await seen(() => count.textContent()).toBe('5 tools, 1,260 tokens');
    const search = page.getByRole('searchbox', { name: 'Search tools' });
    await search.fill('post PET');
    await seen(names).toEqual(['add_pet']);
    await seen(() => count.textContent()).toBe('1 of 5 tools, 390 tokens');
    await search.fill('nothing like it');
    await seen(names).toEqual([]);
    await seen(() => page.locator('#none').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await seen(() => count.textContent()).toBe('5 tools, 1,260 tokens');
    await page.getByRole('combobox', { name: 'Toolset', exact: true }).selectOption('shop');
    await seen(names).toEqual(['search', 'order']);
    await page.getByRole('combobox', { name: 'Rung', exact: true }).selectOption('9');
    await seen(names).toEqual(['search']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('checkbox', { name: 'Over budget' }).check();
    await seen(names).toEqual(['search']);
    await seen(() => page.locator('#map .cell.faded').count()).toBe(4);
  });

  test('opens details with the mouse, from the table and from the map, and closes them', async () => {
    await open('few');
    await page.locator('tbody tr', { hasText: 'add_pet' }).click();
    await seen(() => details().isVisible()).toBe(true);
    await seen(() => page.locator('#details-title').textContent()).toBe('add_pet');
    await seen(() => page.locator('#details-operation').textContent()).toBe('POST /add_pet');
    await seen(() => page.locator('#details-lost').textContent()).toContain(
      '2 parts shown as stubs: owner, tags',
    );
    await seen(async () => JSON.parse((await page.locator('#listed').textContent()) ?? '')).toMatchObject({
      name: 'add_pet',
      inputSchema: { type: 'object' },
    });
    await seen(async () => JSON.parse((await page.locator('#original').textContent()) ?? '')).toEqual({
      operationId: 'add_pet',
      description: '',
    });
    await seen(hash).toBe('#tool=add_pet');
    await page.getByRole('button', { name: 'Close' }).click();
    await seen(() => details().isVisible()).toBe(false);
    await seen(hash).toBe('');
    await page
      .locator('#map')
      .getByRole('button', { name: /^search / })
      .click();
    await seen(() => page.locator('#details-title').textContent()).toBe('search');
    await seen(() => page.locator('#details-lost').textContent()).toContain(
      'Still 70 tokens over its budget.',
    );
    await page.mouse.click(10, 400);
    await seen(() => details().isVisible()).toBe(false);
  });

  test('leads from tool to tool in the order of the table', async () => {
    await open('few', { hash: '#tool=search' });
    await seen(() => page.getByRole('button', { name: 'Previous tool' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Next tool' }).click();
    await until('location.hash === "#tool=add_pet"');
    await seen(() => page.locator('#details-title').textContent()).toBe('add_pet');
    await page.goBack();
    await until('document.getElementById("details-title").textContent === "search"');
  });

  test('can be used by keyboard alone', async () => {
    await open('few');
    await page.locator('#scroll').focus();
    await page.keyboard.press('ArrowDown');
    await seen(focused).toBe('search');
    await page.keyboard.press('ArrowDown');
    await seen(focused).toBe('add_pet');
    await page.keyboard.press('End');
    await seen(focused).toBe('count_pets');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await seen(() => page.locator('#details-title').textContent()).toBe('search');
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab');
      const inside = await page.evaluate(
        'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
      );
      expect(inside).toBe(true);
    }
    await page.keyboard.press('Escape');
    await seen(() => details().isVisible()).toBe(false);
    await seen(focused).toBe('search');

    await page.locator('#map .cell[tabindex="0"]').focus();
    await seen(() => page.locator('#map .cell[tabindex="0"]').count()).toBe(1);
    const first = await focused();
    await page.keyboard.press('End');
    await seen(focused).not.toBe(first);
    await seen(() => page.locator('#tip').isVisible()).toBe(true);
    const reached = new Set<string>();
    for (const key of [
      'Home',
      'ArrowDown',
      'ArrowRight',
      'ArrowDown',
      'ArrowLeft',
      'ArrowUp',
      'ArrowRight',
    ]) {
      await page.keyboard.press(key);
      await painted();
      reached.add(await focused());
    }
    expect(reached.size).toBeGreaterThan(2);
    await page.keyboard.press('Enter');
    await seen(() => details().isVisible()).toBe(true);
  });

  test('opens what the address names, and nothing where there is no such tool', async () => {
    await open('few', { hash: '#tool=order' });
    await seen(() => page.locator('#details-title').textContent()).toBe('order');
    await page.evaluate('location.hash = "#tool=list_pets"');
    await until('document.getElementById("details-title").textContent === "list_pets"');
    await page.evaluate('location.hash = "#tool=%E0%A4%A"');
    await until('!document.getElementById("details").open');
  });

  test('the map is in proportion, and the switch changes it', async () => {
    await open('few');
    const after = await sizes();
    expect(ratio(after, 1, 0)).toBeCloseTo(390 / 250, 0);
    await seen(() => page.locator('#legend li').allTextContents()).toEqual([
      'Uncut 2',
      'Texts shortened 1',
      'Deep parts stubbed 1',
      'Texts dropped 0',
      'Over the budget of 400 1',
    ]);
    await page.getByText('Before', { exact: true }).first().click();
    await seen(sizes).not.toEqual(after);
    const before = await sizes();
    expect(ratio(before, 1, 0)).toBeCloseTo(3, 0);
    expect(ratio(before, 3, 4)).toBeGreaterThan(10);
    await seen(() => page.locator('#map .cell.over').allTextContents()).toEqual([
      'add_pet 3.0k',
      'search 9.0k',
    ]);
    await page.getByRole('radio', { name: 'After' }).check();
    await seen(sizes).toEqual(after);
  });

  test('a toolset fills the map when it is chosen there', async () => {
    await open('few');
    await page.locator('#map').getByText('shop', { exact: true }).click();
    await seen(names).toEqual(['search', 'order']);
    await seen(() => page.locator('#map .frame:visible').count()).toBe(1);
    await seen(() => page.locator('#map-total').textContent()).toMatch(
      /^shop: 9,500 tokens before, 590 after/,
    );
    await page.getByRole('button', { name: 'Show all toolsets' }).click();
    await seen(() => page.locator('#map .frame:visible').count()).toBe(2);
  });

  test('is light or dark as the reader is, and the other at a click', async () => {
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    await open('few', { colorScheme: 'light' });
    const light = await paper();
    await page.getByRole('button', { name: 'Dark' }).click();
    await seen(paper).not.toBe(light);
    const dark = await paper();
    await page.context().close();
    await open('few', { colorScheme: 'dark' });
    await seen(paper).toBe(dark);
    await seen(() => page.getByRole('button', { name: 'Dark' }).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Dark' }).click();
    await seen(paper).toBe(light);
  });

  test('shows hostile text as text', async () => {
    await open('bad', { hash: '#tool=list_pets' });
    await seen(() => page.locator('h1').textContent()).toBe(hostile);
    await seen(() => page.locator('#details-operation').textContent()).toBe(`GET /${hostile}`);
    await seen(() => page.locator('#details-lost li').textContent()).toBe(hostile);
    const listed = JSON.parse((await page.locator('#listed').textContent()) ?? '') as { title: string };
    expect(listed.title).toBe(hostile);
    await page.keyboard.press('Escape');
    await page.locator('#map .cell').hover();
    await seen(() => page.locator('#tip').textContent()).toContain(hostile);
    await seen(() =>
      page.locator('img, script:not([type="module"], [type="application/json"])').count(),
    ).toBe(0);
    await seen(() => page.evaluate('window.hurt')).toBe(undefined);
  });

  test('runs no script and loads nothing but what it brings', async () => {
    await open('few');
    await page.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'window.hurt = 1';
      document.body.append(script);
      const image = document.createElement('img');
      image.src = 'https://evil.example/x';
      document.body.append(image);
    `);
    await expect.poll(() => refused, { timeout: 10_000 }).toHaveLength(1);
    await expect.poll(() => complaints.length, { timeout: 10_000 }).toBeGreaterThan(1);
    await seen(() => page.evaluate('window.hurt')).toBe(undefined);
    expect(refused).toEqual(['https://evil.example/x csp']);
    asked = asked.filter((url) => !refused.includes(`${url} csp`));
    const said = complaints.splice(0);
    expect(said.some((text) => text.includes('inline script'))).toBe(true);
    expect(said.some((text) => text.includes('evil.example'))).toBe(true);
  });

  describe('of 1,200 tools', () => {
    test('keeps few rows in the page, and the right ones', async () => {
      await open('many');
      await seen(() => page.locator('#map .cell').count()).toBe(1200);
      const rows = page.locator('tbody tr[data-index]');
      await seen(() => rows.count()).toBeLessThan(60);
      await seen(() => page.locator('#table').getAttribute('aria-rowcount')).toBe('1201');
      await page.getByRole('button', { name: 'Tool', exact: true }).click();
      const sorted = many.map(({ name }) => name).toSorted();
      for (const place of [0, 0.5, 1]) {
        await page.evaluate(`{
          const scroll = document.getElementById('scroll');
          scroll.scrollTop = ${place} * (scroll.scrollHeight - scroll.clientHeight);
        }`);
        const middle = Math.round(place * 1199);
        await until(`[...document.querySelectorAll('tbody tr[data-index]')].some(
          (row) => Math.abs(row.dataset.index - ${middle}) < 8)`);
        await seen(() => rows.count()).toBeLessThan(60);
        await painted();
        const first = Number(await rows.first().getAttribute('data-index'));
        const found = await names();
        expect(found).toEqual(sorted.slice(first, first + found.length));
        await seen(() => rows.first().getAttribute('aria-rowindex')).toBe(String(first + 2));
      }
      await seen(async () => (await names()).at(-1)).toBe(sorted.at(-1));
    });

    test('shows the right rows while one types', async () => {
      await open('many');
      await page.locator('#query').pressSequentially('tool_119');
      await seen(async () => (await names()).toSorted()).toEqual(
        ['tool_119', ...Array.from({ length: 10 }, (_, index) => `tool_119${index}`)].toSorted(),
      );
      await seen(() => page.getByRole('status').textContent()).toMatch(/^11 of 1,200 tools/);
    });

    test('goes through all rows by keyboard, and keeps the focus when the row scrolls away', async () => {
      await open('many');
      await page.locator('#scroll').focus();
      await page.keyboard.press('End');
      await seen(() => page.locator('tr:has(:focus)').getAttribute('data-index')).toBe('1199');
      await page.keyboard.press('PageUp');
      const place = async () => Number(await page.locator('tr:has(:focus)').getAttribute('data-index'));
      await seen(place).toBeLessThan(1199);
      const index = await place();
      await page.evaluate("document.getElementById('scroll').scrollTop = 0");
      await until("document.activeElement.id === 'scroll'");
      await page.keyboard.press('ArrowUp');
      await seen(() => page.locator('tr:has(:focus)').getAttribute('data-index')).toBe(String(index - 1));
    });
  });

  test('fits a phone: nothing is wider than the page, and every column can be sorted by', async () => {
    await open('few', { viewport: { width: 400, height: 800 } });
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBe(400);
    await page.getByLabel('Sort by').selectOption('naive');
    await seen(async () => (await names())[0]).toBe('search');
    await page.locator('tbody tr').nth(1).click();
    await seen(() => page.evaluate('document.getElementById("details").scrollWidth')).toBeLessThanOrEqual(
      400,
    );
  });

  test.each(['light', 'dark'] as const)('breaks no rule of accessibility (%s)', async (colorScheme) => {
    await open('few', { colorScheme });
    await page.evaluate(readFileSync(axe, 'utf8'));
    const check = async () => (await page.evaluate(violations)) as string[];
    await seen(check).toEqual([]);
    await page.getByText('Before', { exact: true }).first().click();
    await seen(check).toEqual([]);
    await page.locator('tbody tr', { hasText: 'search' }).click();
    await seen(check).toEqual([]);
  });
});
