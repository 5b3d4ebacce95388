import type { Api, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { adjustOperations } from './adjusted/adjustOperations.js';
import { showParts } from './adjusted/showParts.js';
import { settleValues } from './arguments/settleValues.js';
import { nameToolsets, proposeToolset } from './names/nameToolset.js';
import { annotate } from './select/annotate.js';
import { checkParameters } from './frameworks/applyParameterChoice.js';
import { followFramework } from './frameworks/followFramework.js';
import { readJavaTimes } from './mended/readJavaTimes.js';
import type { Subject } from './select/rules.js';
import { listLogins, setLoginsAside } from './select/sessions.js';
import { settleSchemes } from './select/settleSchemes.js';
import { describeToolsets } from './select/toolsets.js';

/**
 * The API with what its framework and the user say of its requests: how they are written and made, security schemes, and
 * values of headers and arguments; and with what the user has shown of its answers.
 *
 * @throws InputError where something is said of a scheme, a parameter or an answer that there is not, or that it cannot have.
 */
export function settle(found: Api, config: Config, report: Report): Api {
  const api = setLoginsAside(
    followFramework(
      showParts(adjust(checkParameters(readJavaTimes(found), config), config, report)),
      config,
      report,
    ),
    config,
  );
  const { credentials, headers, arguments: values } = config;
  const isSaid = [headers, values].some((one) => Object.keys(one).length > 0);
  if (!isSaid && credentials.every((one) => typeof one === 'string')) return api;
  const secured = { ...api, ...settleSchemes(api, listSubjects(api, config), config, report) };
  const aside = [...listLogins(api, config)].filter((login) => !secured.operations.includes(login));
  return valueWith(secured, aside, config, report);
}

/** The values of headers and arguments, also of operations that log in and are no tools. */
function valueWith(api: Api, logins: readonly Operation[], config: Config, report: Report): Api {
  const whole = { ...api, operations: [...api.operations, ...logins] };
  const { operations } = settleValues(whole, listSubjects(whole, config), config, report);
  const left = api.leftOut.filter((operation) => !logins.includes(operation));
  return {
    ...api,
    operations: operations.slice(0, api.operations.length),
    leftOut: [...left, ...operations.slice(api.operations.length)],
  };
}

/** The API with how its operations are called and shown, where something is said of it. */
function adjust(found: Api, config: Config, report: Report): Api {
  const isSaid = config.adjust.length > 0 || Object.keys(config.tools).length > 0;
  return isSaid ? adjustOperations(found, listSubjects(found, config), config, report) : found;
}

/** The operations as rules look at them: in the toolsets that were chosen for them. */
function listSubjects(api: Api, { groupBy, toolsets }: Pick<Config, 'groupBy' | 'toolsets'>): Subject[] {
  const propose = proposeToolset(api, groupBy);
  const describe = describeToolsets(toolsets, nameToolsets(api));
  return api.operations.map((operation) => {
    const title = operation.choice.toolset ?? propose(operation);
    const { readOnlyHint: readOnly, destructiveHint: destructive } = annotate(operation, api.components);
    return { operation, toolset: describe(title), readOnly, destructive };
  });
}
