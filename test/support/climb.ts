import type { Api, Operation, Schema } from '../../generator/model/api.js';
import type { Profile } from '../../generator/model/config.js';
import type { ObjectSchema } from '../../generator/model/server.js';
import { reachComponents } from '../../generator/schema/components.js';
import { type AdvertisedArguments, advertiseArguments } from '../../generator/shape/advertised/arguments.js';
import { planInput } from '../../generator/shape/arguments/planInput.js';
import { planValues } from '../../generator/shape/arguments/planParameter.js';
import { rungs } from '../../generator/shape/detail.js';
import { applyEvidence } from '../../generator/shape/enforced/evidence.js';
import { profiles } from '../../generator/shape/profiles.js';
import { clipWords } from '../../generator/text/clip.js';
import { countJson } from '../../generator/text/countJson.js';
import { countTokens } from './countTokens.js';

/** The arguments of an operation as every rung of the ladder has them, whatever fits. */
export interface Climb {
  operation: Operation;
  enforced: ObjectSchema;
  /** Undefined on a rung where it is far too large. */
  steps: (AdvertisedArguments | undefined)[];
}

/** Characters that no rung may have: some documents grow without an end when they are written out. */
const most = 100_000;

const ignore = () => {};

/** Puts every operation of an API on every rung. */
export function climb(
  api: Api,
  profile: Profile,
): { climbs: Climb[]; components: Record<string, Schema>; count: (value: object) => number } {
  const { views } = applyEvidence(api, ignore);
  const { enforcer, shown } = views;
  const layout = {
    api,
    ...views,
    report: ignore,
    valueOf: planValues(views, ignore),
    profile: profiles[profile],
  };
  const counter = countJson(countTokens);
  const means = { lookUp: shown.component, profile: profiles[profile], clip: clipWords(countTokens) };
  const write = advertiseArguments(means, counter, most);
  const climbs = api.operations.map((operation) => {
    const { enforced, list } = planInput(operation, layout);
    return { operation, enforced, steps: [...rungs.keys()].map((rung) => write(list, rung)) };
  });
  const schemas = climbs.map(({ enforced }) => enforced);
  return { climbs, components: reachComponents(schemas, enforcer.component), count: counter.count };
}
