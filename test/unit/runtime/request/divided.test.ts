import { expect, test } from 'vitest';
import {
  writeFormPairs,
  writeParameter,
} from '../../../../templates/project/src/runtime/request/serialize.js';
import type { Parameter } from '../../../../templates/project/src/runtime/tool.js';
import { makeParameter } from '../../../support/runtime/fixtures.js';

const header: Partial<Parameter> = { in: 'header' };

test.each<[Partial<Parameter>, unknown, string]>([
  [{ style: 'pipeDelimited' }, ['a', 'b|c'], '"|"'],
  [{ style: 'pipeDelimited', allowReserved: true }, ['a', 'b%7cc'], '"|"'],
  [{ style: 'pipeDelimited' }, { 'a|b': 'c' }, '"|"'],
  [{ style: 'spaceDelimited' }, ['b c'], '" "'],
  [{ style: 'tabDelimited' }, ['b\tc'], String.raw`"\t"`],
  [{ explode: false, allowReserved: true }, ['a,b'], '","'],
  [{ ...header }, ['a', 'b,c'], '","'],
  [{ ...header, style: 'pipeDelimited' }, ['b|c'], '"|"'],
  [{ ...header, explode: true }, { a: '1,b=2' }, '","'],
  [{ ...header, explode: true }, { 'a=b': '2' }, '"="'],
])('%j cannot hold %j', (parameter, value, divider) => {
  expect(() => writeParameter(makeParameter(parameter), value)).toThrow(
    `p: must have no ${divider} in its values`,
  );
});

test.each<[Partial<Parameter>, unknown, string]>([
  [{ explode: false }, ['a,b', 'c'], 'p=a%2Cb,c'],
  [{ style: 'pipeDelimited' }, 'b|c', 'p=b%7Cc'],
  [{ style: 'pipeDelimited', explode: true }, ['b|c'], 'p=b%7Cc'],
  [{ in: 'path' }, ['a,b', 'c'], 'a%2Cb,c'],
  [{ ...header }, 'a,b', 'a,b'],
  [{ ...header }, ['"a,b"', 'W/"c,\\"d"'], '"a,b",W/"c,\\"d"'],
  [{ ...header, explode: true }, { a: '1=2' }, 'a=1=2'],
])('%j can hold %j', (parameter, value, written) => {
  expect(writeParameter(makeParameter(parameter), value)).toEqual([written]);
});

test('nor can a form whose list is joined', () => {
  const encoding = { tags: { style: 'pipeDelimited' as const } };
  expect(() => writeFormPairs({ tags: ['a|b'] }, encoding)).toThrow('tags: must have no "|"');
});
