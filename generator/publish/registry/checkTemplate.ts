import type { PublishFinding } from '../../model/publish/facts.js';
import { findingsFor, listObjects, toMap } from '../projectFiles.js';

const tell = findingsFor('registry', 'server.json');

/** How many references of one text are told: who has more has them all from one mistake. */
const most = 20;

/** The names in braces of a text: `{tenant}`. What has other signs in it is taken as it stands, such as JSON. */
function listReferences(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  return [...new Set([...text.matchAll(/\{([^{}"\s]{0,500})\}/g)].map(([, name = '']) => name))];
}

/**
 * Finds references of a text to what nobody describes (server.json, Input.value, StreamableHttpTransport.url).
 *
 * @param known - the names that are described
 * @param where - what has the text, and what has to describe them
 */
export function checkTemplate(
  text: unknown,
  known: readonly string[],
  where: { what: string; at: string; describeIn: string; severity: PublishFinding['severity'] },
): PublishFinding[] {
  const names = new Set(known);
  return listReferences(text)
    .filter((name) => !names.has(name))
    .slice(0, most)
    .map((name) =>
      tell(
        where.severity,
        `{${name}} in ${where.what} is not in ${where.describeIn}.`,
        `Describe ${name} there.`,
        where.at,
      ),
    );
}

/**
 * Finds references in the values of headers, environment variables or arguments: clients hand over `{name}` as text where
 * `variables` does not have it (server.json, Input.value).
 *
 * @param known - names that are described elsewhere
 */
export function checkInputs(inputs: unknown, at: string, known: readonly string[] = []): PublishFinding[] {
  return listObjects(inputs).flatMap((one, index) =>
    checkTemplate(one['value'], [...known, ...Object.keys(toMap(one['variables']))], {
      what: `the value of ${String(one['name'] ?? one['valueHint'] ?? index)}`,
      at: `${at}/${index}/value`,
      describeIn: 'its variables, so that it is handed over as it stands',
      severity: 'warning',
    }),
  );
}
