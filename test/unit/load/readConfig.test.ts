import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printConfig } from '../../../generator/emit/printConfig.js';
import { parseRule } from '../../../generator/load/config/parseRule.js';
import { findConfigs, readConfig } from '../../../generator/load/config/readConfig.js';
import { type Choices, type Rule, configName, defaults, writeRule } from '../../../generator/model/config.js';
import { tempFolder } from '../../support/tempFolder.js';
import rules from './parseRule.json' with { type: 'json' };
import cases from './readConfig.json' with { type: 'json' };
import { rejectionOf } from '../../support/thrownBy.js';

interface Case {
  name: string;
  text: string;
  /** What it says. */
  choices?: Choices;
  /** Line and column of what is wrong, and parts of the message and the hint. */
  at?: [number, number];
  error?: [message: string, hint: string];
}

function writeConfig(text: string): string {
  const file = join(tempFolder(), configName);
  writeFileSync(file, text);
  return file;
}

describe('a file of choices', () => {
  test.each(cases as unknown as Case[])('$name', async ({ text, choices, at, error }) => {
    const file = writeConfig(text);
    if (error === undefined) {
      expect(await readConfig(file)).toEqual(choices);
      return;
    }
    const { message, hint, location } = await rejectionOf(readConfig(file));
    expect(message).toContain(error[0]);
    expect(hint).toContain(error[1]);
    expect(location).toEqual({ file, line: at?.[0], column: at?.[1] });
  });

  test('that is not there is named', async () => {
    const { message, hint } = await rejectionOf(readConfig('nowhere.yaml'));
    expect(message).toBe('The configuration nowhere.yaml does not exist.');
    expect(hint).toContain('--config');
  });

  test('is looked for in one folder after the other', async () => {
    const [first, second] = [tempFolder(), tempFolder()];
    expect(await findConfigs([first, second])).toEqual([]);
    writeFileSync(join(second, configName), '');
    expect(await findConfigs([first, second, second])).toEqual([join(second, configName)]);
  });

  test.skipIf(process.platform === 'win32')('is no folder, pipe, device or link to nothing', async () => {
    const obstacles: [words: string, put: (path: string) => void][] = [
      ['is a folder', (path) => mkdirSync(path)],
      ['is a link to something that does not exist', (path) => symlinkSync('nowhere', path)],
      ['is a link that leads in a circle', (path) => symlinkSync(configName, path)],
      ['is not a file', (path) => symlinkSync('/dev/zero', path)],
      [
        'is larger than 64 MB, which is the limit',
        (path) => {
          writeFileSync(path, '');
          truncateSync(path, 2 ** 30);
        },
      ],
    ];
    for (const [words, place] of obstacles) {
      const file = join(tempFolder(), configName);
      place(file);
      expect(await findConfigs([dirname(file)])).toEqual([file]);
      expect((await rejectionOf(readConfig(file))).message).toBe(`The configuration ${file} ${words}.`);
    }
  });

  test.each(['mcpwright.yml', 'mcpwright.json'])('by the name %s is not passed over', async (name) => {
    const folder = tempFolder();
    writeFileSync(join(folder, name), '{}');
    expect((await rejectionOf(findConfigs([folder]))).message).toBe(
      `${join(folder, name)} is not read: the configuration is called mcpwright.yaml.`,
    );
    writeFileSync(join(folder, configName), '');
    const { message, hint } = await rejectionOf(findConfigs([folder]));
    expect(message).toBe(
      `There are two configurations: ${join(folder, configName)} and ${join(folder, name)}.`,
    );
    expect(hint).toBe(`Keep ${join(folder, configName)} alone.`);
  });

  test('has paths that start from its folder', async () => {
    const file = writeConfig(
      'document: ../api/openapi.yaml\noverlays: [ours.yaml, /srv/all.yaml]\nout: ./server\nrefs: { folders: [/srv/common, ../common], hosts: A.example:8443 }\n',
    );
    const folder = dirname(file);
    expect(await readConfig(file)).toEqual({
      document: join(folder, '../api/openapi.yaml'),
      overlays: [join(folder, 'ours.yaml'), '/srv/all.yaml'],
      out: join(folder, 'server'),
      refs: { folders: ['/srv/common', join(folder, '../common')], hosts: ['a.example:8443'] },
    });
    writeFileSync(file, 'document: https://api.example.com/openapi.json\nrefs: { hosts: [a.example] }\n');
    expect(await readConfig(file)).toEqual({
      document: 'https://api.example.com/openapi.json',
      refs: { folders: [], hosts: ['a.example'] },
    });
  });
});

describe('a rule in one line', () => {
  test.each(rules as unknown as [string, Rule][])('%s', (text, rule) => {
    expect(parseRule(text)).toEqual(rule);
    expect(parseRule(writeRule(rule))).toEqual(rule);
  });
});

describe('the file that is written', () => {
  test('says nothing where nothing was chosen', async () => {
    const text = printConfig(defaults);
    expect(await readConfig(writeConfig(text))).toEqual({});
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
  });

  test('holds examples that can be used', async () => {
    const text = printConfig(defaults).replace(/^[\s\S]*# For example:\n/, '');
    const read = await readConfig(writeConfig(text.replaceAll(/^# ?/gm, '')));
    expect(Object.keys(read)).toEqual([
      'include',
      'exclude',
      'toolsets',
      'overlays',
      'refs',
      'credentials',
      'headers',
      'arguments',
      'credentialOrigins',
      'tools',
      'adjust',
      'prompts',
      'features',
      'publish',
    ]);
  });

  test('is read as what was chosen', async () => {
    const choices = (cases as unknown as Case[]).flatMap((one) => one.choices ?? []);
    for (const made of choices) {
      const read = await readConfig(writeConfig(printConfig({ ...defaults, ...made })));
      expect({ ...defaults, ...read }).toEqual({ ...defaults, ...made });
    }
  });
});
