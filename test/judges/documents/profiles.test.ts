import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaults, profileNames } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import { check } from '../../../generator/shape/check/check.js';
import { checkProfile } from '../../../generator/shape/check/checkProfile.js';
import { longestName } from '../../../generator/shape/names/legal.js';
import { profiles } from '../../../generator/shape/profiles.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { clientRules } from './clientRules.js';
import { countTokens } from '../../support/countTokens.js';
import { isThorough, readOnce, realDocuments, samples, specs } from '../../support/realDocuments.js';

/** Documents of which only the usual profile is looked at, unless a longer run is asked for. */
const large = /(?:stripe|discord|docker-engine|qdrant)\.(?:json|yaml)$/;
if (!existsSync(specs)) console.log(`Only the samples are held to the profiles: ${specs} does not exist.`);

describe('every tool keeps to the rules of the clients', () => {
  test.each([...samples, ...(existsSync(specs) ? realDocuments : [])])(
    '%s',
    { timeout: 120_000 },
    async (document) => {
      const { api } = await readOnce(document);
      const looked = large.test(document) && !isThorough ? [defaults.profile] : profileNames;
      for (const profile of looked) {
        const server = shapeTools(api, { ...defaults, profile }, collector().report, countTokens);
        const tools = server.toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
        const broken = tools.flatMap((tool) => [
          ...clientRules[profile](tool.inputSchema).map((fault) => `${profile} ${tool.name}: ${fault}`),
          ...[checkProfile(tool, profiles[profile], longestName(server.api.name)) ?? []].flat(),
        ]);
        expect(broken).toEqual([]);
        expect(tools.length).toBe(api.operations.length);
      }
    },
  );

  test.each(samples)('%s: no profile costs a tool that another keeps', async (document) => {
    const { api } = await readOnce(document);
    const lost = await Promise.all(
      profileNames.map(async (profile) => {
        const { diagnostics, report } = collector();
        const config = { ...defaults, profile };
        await check(shapeTools(api, config, report, countTokens), config, report);
        return diagnostics.filter(({ code }) => code === 'tool-quarantined').map(({ message }) => message);
      }),
    );
    expect(lost).toEqual(profileNames.map(() => lost[0]));
  });
});
