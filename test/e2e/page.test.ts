import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mockParts } from '../../generator/inspect.js';
import { toCatalog } from '../../generator/toCatalog.js';
import type { Catalog } from '../../templates/project/src/runtime/tool.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../templates/project/src/server.js';
import { hasChromium, launchChromium } from '../support/chromium.js';
import { inspectOnce } from '../support/realDocuments.js';
import { makeCatalog, makeTool } from '../support/runtime/fixtures.js';
import { makeToolsets } from '../support/runtime/manyTools.js';
import { root } from './project.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const violations =
  'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(" ")))';

/** Texts that would run, break out, or load something, were they taken for anything but text. */
const hostile =
  '</script></style><script>window.hurt=1</script><img src="https://evil.example/x" onerror="window.hurt=1">';

/** What is looked at once it is as it should be. */
const seen = <Value>(look: () => Promise<Value>) => expect.poll(look, { timeout: 10_000 });

describe.skipIf(!hasChromium('the page of a server'))('the page of a server', () => {
  let browser: Browser;
  let page: Page;
  let shop: Catalog;
  const servers: HttpServer[] = [];
  /** What the page asked for, and what it complained about. */
  let asked: string[] = [];
  let complaints: string[] = [];

  beforeAll(async () => {
    browser = await launchChromium();
    const inspection = await inspectOnce(join(root, 'samples/petstore/openapi.yaml'));
    shop = toCatalog(inspection.server, () => mockParts({ parts: [inspection] }));
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all(servers.map((one) => one.close()));
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
    const [own] = asked;
    expect(asked.filter((url) => !url.startsWith(new URL(own ?? '').origin))).toEqual([]);
  });

  async function open(
    catalog: Catalog,
    env: Record<string, string> = {},
    options: BrowserContextOptions = {},
  ): Promise<string> {
    const app = createApp({ catalog, env });
    const local = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => undefined };
    const server = await serveOverHttp(app, local);
    servers.push(server);
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    page = await context.newPage();
    [asked, complaints] = [[], []];
    page.on('request', (request) => asked.push(request.url()));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(new URL('/', server.url).href);
    return server.url;
  }

  const form = (tool: string) => page.locator(`form[data-tool="${tool}"]`);
  const answer = (tool: string) => form(tool).getByRole('status').textContent();

  /** Opens a tool, fills its fields in and calls it. */
  async function call(tool: string, fields: Record<string, string>): Promise<void> {
    const summary = page.locator('summary').filter({ has: page.locator(`code:text-is("${tool}")`) });
    if (!(await form(tool).isVisible())) await summary.click();
    for (const [name, value] of Object.entries(fields)) {
      const field = form(tool).locator(`[name="${name}"]`);
      if (await field.evaluate((one) => one.nodeName === 'SELECT')) await field.selectOption({ value });
      else await field.fill(value);
    }
    await form(tool)
      .getByRole('button', { name: `Call ${tool}` })
      .click();
  }

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    test.each([
      ['as it is', {}],
      ['as a mock', { MCP_MOCK: 'true' }],
      ['with tools that are searched for', { MCP_MODE: 'dynamic', MCP_READ_ONLY: 'true' }],
    ])('axe finds nothing: %s', async (_name, env) => {
      await open(shop, env, { colorScheme });
      for (const summary of await page.locator('summary').all()) await summary.click();
      if ('MCP_MOCK' in env) {
        await form('list_shelters').getByRole('button').click();
        await seen(() => answer('list_shelters')).toContain('{');
      }
      await page.evaluate(axe);
      expect(await page.evaluate(violations)).toEqual([]);
      const paper = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      const light = (paper.match(/\d+/g) ?? []).every((part) => Number(part) > 128);
      expect(light).toBe(colorScheme === 'light');
    });
  });

  test.each([320, 1280])('nothing is wider than a window of %i pixels', async (width) => {
    await open(shop, { MCP_MOCK: 'true' }, { viewport: { width, height: 700 } });
    for (const summary of await page.locator('summary').all()) await summary.click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  test('copies the address, the command and the JSON', async () => {
    const url = await open(shop, {}, { permissions: ['clipboard-read', 'clipboard-write'] });
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy the address' }).click();
    await seen(copied).toBe(url);
    await seen(() => page.locator('#told').textContent()).toBe('Copied.');
    await page.getByRole('button', { name: 'Copy the text for Claude Code' }).click();
    await seen(copied).toBe(`claude mcp add --transport http petstore ${url}`);
    expect(await page.getByText('Copied', { exact: true }).count()).toBe(1);
    await page.getByRole('button', { name: 'Copy the text for Other clients' }).click();
    await seen(async () => JSON.parse(await copied()) as unknown).toEqual({
      mcpServers: { petstore: { type: 'http', url } },
    });
  });

  test('selects what is to be copied where there is no clipboard', async () => {
    const url = await open(shop);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Copy the address' }).click();
    await seen(() => page.evaluate('String(getSelection())')).toBe(url);
    await seen(() => page.locator('#told').textContent()).toBe('Selected: copy it with the keyboard.');
  });

  test('keys alone copy, open a tool, and call it', async () => {
    await open(shop, { MCP_MOCK: 'true' }, { permissions: ['clipboard-read', 'clipboard-write'] });
    const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Copy');
    await page.keyboard.press('Enter');
    await seen(focused).toBe('Copied');
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
    expect(outline).toBe('solid');
    for (let steps = 0; steps < 40 && !(await focused()).startsWith('get_pet'); steps += 1)
      await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/^get_pet\b/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123e4567-e89b-12d3-a456-426614174000');
    await page.keyboard.press('Enter');
    await seen(() => answer('get_pet')).toContain('"name"');
  });

  test.each([{}, { MCP_SESSIONS: 'true' }])('tries tools where the server is a mock: %j', async (env) => {
    await open(shop, { MCP_MOCK: 'true', ...env });
    await call('list_pets', { limit: '2', status: '"available"', species: '["cat"]', search: 'gentle' });
    await seen(() => answer('list_pets')).toContain('"name"');
    await call('list_pets', { limit: '0' });
    await seen(() => answer('list_pets')).toMatch(/^The tool reports an error\.\s+.*limit/s);
    await call('list_pets', { limit: '2', species: '[cat' });
    await seen(() => answer('list_pets')).toBe('species has to be JSON, such as ["a"] or {"b": 1}.');
    // What is needed the browser asks for.
    await call('get_pet', {});
    expect(await form('get_pet').locator('pre').isVisible()).toBe(false);
  });

  test('sends what was filled in, in the types of the schema', async () => {
    const properties = {
      word: { type: 'string' },
      number: { type: ['number', 'null'] },
      needed: { type: 'boolean' },
      left: { type: 'boolean' },
      set: { type: 'boolean' },
      choice: { enum: ['1', 1, null] },
      empty: { type: 'string' },
      any: true,
    };
    const inputSchema = { type: 'object' as const, properties, required: ['needed', 'empty'] };
    const tool = { ...makeTool({ name: 'get_it' }), inputSchema };
    await open(makeCatalog([tool], { mocks: { get_it: { status: 204 } } }), { MCP_MOCK: 'true' });
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await form('get_it').evaluate((one) => one.setAttribute('novalidate', ''));
    await call('get_it', { word: ' a"b', number: '1.5', set: 'false', choice: '1', any: '{"a":[1]}' });
    const { params } = (await sent).postDataJSON() as { params: object };
    expect(params).toEqual({
      name: 'get_it',
      arguments: {
        word: ' a"b',
        number: 1.5,
        needed: false,
        set: false,
        choice: 1,
        empty: '',
        any: { a: [1] },
      },
    });
    await seen(() => answer('get_it')).not.toBe('Calling …');
  });

  test('has no form where the server is no mock, or offers very many tools', async () => {
    await open(shop);
    expect(await page.locator('form, details').count()).toBe(0);
    await page.context().close();
    const names = Array.from({ length: 201 }, (_, index) => `get_thing_${index}`);
    await open(makeToolsets({ all: names }).catalog, { MCP_MOCK: 'true', MCP_MODE: 'list' });
    expect(await page.locator('form').count()).toBe(0);
    expect(await page.getByText('get_thing_7', { exact: true }).isVisible()).toBe(false);
    await page.locator('summary').click();
    expect(await page.getByText('get_thing_7', { exact: true }).isVisible()).toBe(true);
  });

  test.each([{ MCP_MOCK: 'true' }, { MCP_MODE: 'dynamic' }])(
    'runs and loads nothing of a document: %j',
    async (env) => {
      const schema = { type: 'string', description: hostile, enum: [hostile] };
      const tool = {
        ...makeTool({ name: 'get_it' }),
        title: hostile,
        description: hostile,
        inputSchema: { type: 'object' as const, properties: { [hostile]: schema } },
      };
      const api = { title: hostile, version: hostile, instructions: hostile };
      const mocks = { get_it: { status: 200, mediaType: 'text/html', body: hostile } };
      const base = makeCatalog([tool], { api, mocks });
      const toolsets = base.toolsets.map((one) => ({ ...one, title: hostile, description: hostile }));
      await open({ ...base, toolsets }, env);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(hostile);
      if ('MCP_MOCK' in env) {
        await call('get_it', {});
        await seen(() => answer('get_it')).toContain(hostile);
      }
      expect(await page.locator('script, style, img').count()).toBe(2);
      expect(await page.evaluate('window.hurt')).toBeUndefined();
    },
  );

  test('and its policy would not let a script of a document run', async () => {
    await open(shop);
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.hurt = 1' }))",
    );
    await page.evaluate(
      'document.body.insertAdjacentHTML(\'beforeend\', \'<img src="https://evil.example/x" onerror="window.hurt = 1">\')',
    );
    await seen(async () => complaints.filter((one) => one.includes('Content Security Policy')).length).toBe(
      3,
    );
    expect(await page.evaluate('window.hurt')).toBeUndefined();
    complaints = [];
    asked = asked.slice(0, 1);
  });
});
