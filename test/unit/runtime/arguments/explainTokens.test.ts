import { Ajv2020 } from 'ajv/dist/2020.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import type { ObjectSchema } from '../../../../templates/project/src/runtime/tool.js';

const issues: ObjectSchema = {
  type: 'object',
  properties: {
    owner: { type: 'string' },
    state: { enum: ['open', 'closed', 'all'] },
    per_page: { type: 'integer', maximum: 100 },
  },
  required: ['owner'],
  additionalProperties: false,
};

const variant = (kind: string, properties: object, required: string[]) => ({
  type: 'object',
  properties: { kind: { enum: [kind] }, ...properties },
  required: ['kind', ...required],
  additionalProperties: false,
});
const text = { type: 'string' };
const payment: ObjectSchema = {
  type: 'object',
  properties: {
    order: {
      type: 'object',
      properties: {
        payment: {
          anyOf: [
            variant('card', { number: text, expires: text }, ['number', 'expires']),
            variant('bank', { iban: text }, ['iban']),
            variant('wallet', { provider: { enum: ['a', 'b'] } }, ['provider']),
          ],
        },
      },
    },
  },
};

const cases: [name: string, schema: ObjectSchema, args: object, fixes: string[]][] = [
  [
    'names and values',
    issues,
    { ownr: 'x', state: 'opened', per_page: 500 },
    ['"owner"', '"open"', '<= 100'],
  ],
  [
    'a union in an object',
    payment,
    { order: { payment: { kind: 'card', nubmer: '4111', expires: '12/30' } } },
    ['order.payment.number', '"number"'],
  ],
];

test.each(cases)(
  'the text on %s takes fewer tokens than the errors of a validator',
  (name, schema, args, fixes) => {
    let ours = '';
    try {
      createChecker({})('list_issues', schema, args);
    } catch (error) {
      ours = (error as Error).message;
    }
    const ajv = new Ajv2020({
      allErrors: true,
      strict: false,
      verbose: true,
      validateSchema: false,
      meta: false,
    });
    ajv.validate(schema, args);
    const brief = (ajv.errors ?? []).map(({ keyword, instancePath, params, message }) => ({
      keyword,
      instancePath,
      params,
      message,
    }));
    const tokens = {
      ours: countTokens(ours),
      errorsText: countTokens(ajv.errorsText()),
      json: countTokens(JSON.stringify(brief)),
      verbose: countTokens(JSON.stringify(ajv.errors)),
    };
    console.log(`Tokens of the text on ${name}: ${JSON.stringify(tokens)}`);
    for (const fix of fixes) expect(ours).toContain(fix);
    expect(tokens.ours / tokens.json).toBeLessThan(0.8);
    expect(tokens.ours / tokens.verbose).toBeLessThan(0.4);
  },
);
