import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { setMember } from '../values.js';
import { formatPointer, formatReference, parsePointer } from '../parsePointer.js';
import { type SourceFile, followReference } from './followReference.js';

/** More references in a row than these lead in a circle. */
const maxHops = 50;

/**
 * Makes a component out of what is only a reference to another file: `Pet: { $ref: schemas/Pet.yaml }`. So it has
 * one place, with the name that the document gives it.
 *
 * @param inlined - what took the place of a reference, which is added to
 * @returns the reference to each such component, by the references to where it came from
 */
export function adoptComponents(
  main: SourceFile & { value: JsonObject },
  inlined: Map<string, string>,
): ReadonlyMap<string, string> {
  const adopted = new Map<string, string>();
  const files = new Map([[main.url, main]]);
  /** The first component that comes from a place has it; others refer to that component. */
  const claim = (origin: readonly string[], home: readonly string[]): boolean => {
    const key = formatReference(origin);
    if (adopted.has(key)) return false;
    adopted.set(key, formatReference(home));
    return true;
  };
  for (const { path, section } of sectionsOf(main.value)) {
    for (const name of Object.keys(section).toSorted()) {
      const home = [...path, name];
      const origin = originOf(home, inlined);
      if (origin !== undefined) claim(origin, home);
      for (let hops = 0; hops < maxHops; hops += 1) {
        const reference = fileReferenceIn(section[name]);
        if (reference === undefined) break;
        const found = followReference(files, main, reference, false);
        if (!('target' in found) || !claim(found.target.path, home)) break;
        setMember(section, name, found.target.value);
        inlined.set(formatPointer(home), formatPointer(found.target.path));
      }
    }
  }
  return adopted;
}

/** A map of components, and its path. */
interface Section {
  path: string[];
  section: JsonObject;
}

function sectionsOf({ components, definitions }: JsonObject): Section[] {
  const sections = Object.entries(isObject(components) ? components : {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, section]) => ({ path: ['components', name], section }));
  return [...sections, { path: ['definitions'], section: definitions }].filter((one): one is Section =>
    isObject(one.section),
  );
}

/** Where a component comes from, if it or the map that holds it took the place of a reference. */
function originOf(home: readonly string[], inlined: ReadonlyMap<string, string>): string[] | undefined {
  const own = inlined.get(formatPointer(home));
  if (own !== undefined) return parsePointer(own);
  const section = inlined.get(formatPointer(home.slice(0, -1)));
  return section === undefined ? undefined : [...(parsePointer(section) ?? []), ...home.slice(-1)];
}

/** Members beside a reference may matter: only one that stands alone can be replaced. */
function fileReferenceIn(value: Json | undefined): string | undefined {
  if (!isObject(value) || Object.keys(value).length > 1) return undefined;
  const { $ref } = value;
  return typeof $ref === 'string' && $ref.startsWith('#/x-files/') ? $ref : undefined;
}
