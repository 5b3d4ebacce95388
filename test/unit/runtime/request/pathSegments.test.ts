import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnsendableError } from '../../../../templates/project/src/runtime/errors.js';
import { buildRequest } from '../../../../templates/project/src/runtime/request/buildRequest.js';
import type { Parameter } from '../../../../templates/project/src/runtime/tool.js';
import { anyCharacter } from '../../../support/anyCharacter.js';
import { makeParameter, makeTool } from '../../../support/runtime/fixtures.js';

const base = new URL('https://api.example.com/v1/');

/** Texts made of what climbs, ends a path or hides either of them. */
const hostile = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('a', 'b.c', 'x y', 'ä', '😀', '/', '.', '..') },
      {
        weight: 2,
        arbitrary: fc.constantFrom('%2e', '%2E%2e', '%252e', '%2f', '%5c', '%', '%25', '%%32e', '%c0%ae'),
      },
      { weight: 1, arbitrary: fc.constantFrom('\\', '?', '#', '//', '/../', ';', '@', ':', '\n', '\0') },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 3 }) },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** What a server may make of a segment that unescapes it as often as it can. */
function decodeAll(segment: string): string {
  let text = segment;
  for (let last = ''; last !== text;) {
    last = text;
    text = text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return text;
}

/** What the parts of a text are to a server that unescapes its segment once more, and as often as it can. */
function decodeTwice(segment: string): string[] {
  return decodeAll(decodeURIComponent(segment)).split('/');
}

test.each<Pick<Parameter, 'allowReserved' | 'slashes'>>([
  {},
  { slashes: 'refused' },
  { allowReserved: true },
])('whatever is given, the path keeps the segments of its template (%j)', async (said) => {
  const parameters = [
    makeParameter({ argument: 'id', name: 'id', in: 'path', ...said }),
    makeParameter({ argument: 'file', name: 'file', in: 'path', ...said, segments: true }),
  ];
  const tool = makeTool({ path: '/repos/{id}/files/{file}/raw', parameters });
  let sent = 0;
  let deep = 0;
  let slashed = 0;
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (id, file) => {
      const request = await buildRequest(tool, { id, file }, base).catch((error: unknown) => {
        if (!(error instanceof UnsendableError)) throw error;
      });
      if (request === undefined) return;
      sent += 1;
      if (file.includes('/')) deep += 1;
      if (id.includes('/')) slashed += 1;
      const { origin, pathname, search, hash } = request.url;
      expect([origin, search, hash]).toEqual([base.origin, '', '']);
      const [empty, version, repos, one = '', files, ...rest] = pathname.split('/');
      expect([empty, version, repos, files, rest.pop()]).toEqual(['', 'v1', 'repos', 'files', 'raw']);
      expect(rest.length).toBe(file.split('/').length);
      const isLoose = said.allowReserved !== true && said.slashes === undefined;
      const held = isLoose ? rest : [one, ...rest];
      for (const segment of held) expect(decodeAll(segment)).toMatch(/^(?!\.{0,2}(?:;|$))[^/\\\p{Cc}]+$/u);
      for (const part of isLoose ? decodeTwice(one) : [])
        expect(part).toMatch(/^(?!\.{1,2}(?:;|$))[^\\\p{Cc}]*$/u);
      if (said.allowReserved !== true) {
        expect([decodeURIComponent(one), rest.map(decodeURIComponent).join('/')]).toEqual([id, file]);
      }
    }),
    { numRuns: 2000 },
  );
  expect(sent).toBeGreaterThan(40);
  expect(deep).toBeGreaterThan(10);
  expect(slashed > 10).toBe(said.allowReserved !== true && said.slashes === undefined);
});
