import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProtocolError, ProtocolErrorCode, type StandardSchemaV1 } from '@modelcontextprotocol/server';
import {
  SKILLS_EXTENSION_ID,
  SKILLS_GET_METHOD,
  SKILLS_LIST_METHOD,
} from '@modelcontextprotocol/server/ext/skills';
import { loadSkills, nodeSkillFiles } from '@modelcontextprotocol/server/ext/skills/node';
import type { OwnResource } from '../customize.js';
import { SetupError } from '../errors.js';
import type { ServeSkills } from '../extend/extensions.js';
import { isObject } from '../json.js';
import { once } from '../memo.js';
import { echo } from '../text.js';

/** What a skill may hold; it is kept in memory as it was when the server started. */
const limits = { files: 512, bytes: 4 * 1024 * 1024 };
/** How long clients may keep it: it only changes with another start. */
const cache = { ttlMs: 300_000, cacheScope: 'private' as const };
const scheme = 'skill://';

/**
 * Serves the folder `skills/` of the project, with the edits of its owner: the files as resources, to clients of all
 * revisions, and to those of 2026-07-28 the methods of the extension Skills (SEP-2640).
 *
 * @throws SetupError where there is no such folder, or a skill in it is none.
 */
export const serveSkills: ServeSkills = async ({ settings, cutPage }) => {
  const { entries, resources } = await loadAll();
  const named = entries.map((skill) => ({ name: skill.frontmatter.name, skill }));
  return {
    resources,
    extend: (server, { isModern } = {}) => {
      if (!isModern) return;
      server.registerCapabilities({ extensions: { [SKILLS_EXTENSION_ID]: {} } });
      server.setRequestHandler(SKILLS_LIST_METHOD, { params: textParams('cursor', false) }, ({ cursor }) => {
        const { items, ...next } = cutPage('skill', named, cursor, settings.pageSize);
        return { skills: items.map(({ skill }) => skill), ...next, ...cache };
      });
      server.setRequestHandler(SKILLS_GET_METHOD, { params: textParams('uri', true) }, ({ uri = '' }) => {
        const skill = entries.find((one) => one.uri === uri);
        if (skill !== undefined) return { skill, ...cache };
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no skill ${echo(uri)}`, { uri });
      });
    },
  };
};

/** Reads all skills once: what is listed of a file and what is read of it are the same bytes. */
const loadAll = once(async () => {
  const root = findFolder();
  const { entries } = await loadSkills(root, { strict: true, limits }).catch((error: unknown) => {
    throw new SetupError(`The skills in ${root} cannot be served: ${String(error)}`);
  });
  const files = nodeSkillFiles(root);
  const resources: Record<string, OwnResource> = {};
  for (const { frontmatter, resources: listed } of entries)
    for (const { uri } of Array.isArray(listed) ? listed : []) {
      const path = decodeURIComponent(uri.slice(scheme.length));
      const bytes = await files.read(path);
      const isMarkdown = path.endsWith('.md');
      resources[uri] = {
        name: path,
        title: path,
        ...(path.endsWith('/SKILL.md') && { description: frontmatter.description }),
        ...(isMarkdown && { mimeType: 'text/markdown' }),
        read: () => (isMarkdown ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : bytes),
      };
    }
  return { entries, resources };
});

/** The folder `skills/` of the project that this file is built for, whose package.json is the first above it. */
function findFolder(): string {
  let [folder, below] = [dirname(fileURLToPath(import.meta.url)), ''];
  for (; folder !== below; below = folder, folder = dirname(folder)) {
    if (existsSync(join(folder, 'skills'))) return join(folder, 'skills');
    if (existsSync(join(folder, 'package.json'))) break;
  }
  throw new SetupError(
    `There is no folder skills/ beside dist/ to serve skills from. Run npm run generate, which writes one, or write skills/<name>/SKILL.md yourself.`,
  );
}

/** Parameters of which one is a text, as the SDK wants them to be checked. */
function textParams<Name extends string>(
  name: Name,
  isNeeded: boolean,
): StandardSchemaV1<unknown, { [name in Name]?: string }> {
  return {
    '~standard': {
      version: 1,
      vendor: 'mcpwright',
      validate: (params) => {
        const value = isObject(params) ? params[name] : undefined;
        if (typeof value === 'string') return { value: { [name]: value } as { [name in Name]?: string } };
        if (value === undefined && !isNeeded) return { value: {} };
        return { issues: [{ message: `${name} must be a text`, path: [name] }] };
      },
    },
  };
}
