import type { Api, ApiParameter, Operation } from '../../model/api.js';
import { bareName, mayProve } from '../../model/identifyCredential.js';
import { listMembers } from '../../schema/dropMember.js';

/** What nearly all operations have: so many at the least, and so many in ten. */
const leastHaving = 3;
const mostInTen = 9;

/** How many operations ask for a scheme, and how many of them have something of a name. */
interface Count {
  asking: number;
  having: Map<string, number>;
}

/** How many operations have what may be a credential, of those that ask for a scheme; they are counted once for an API. */
export class CommonNames {
  private counts: Map<string | undefined, Count> | undefined;

  constructor(private readonly api: Pick<Api, 'schemes' | 'operations' | 'components'>) {}

  /** Whether nearly all operations that ask for a scheme have a parameter or a field of a name. */
  isCommon(name: string, scheme: string): boolean {
    return isMost(this.countOf(scheme), bareName(name));
  }

  /** Whether nearly all operations that ask for a scheme have the very parameter that it sends. */
  isCommonPlace(parameter: Pick<ApiParameter, 'in' | 'name'>, scheme: string): boolean {
    return isMost(this.countOf(scheme), placeOf(parameter));
  }

  /**
   * The same of one that does not ask for the scheme, which is counted with those that do. Where none does, all are
   * looked at but those of which the document says that they ask for nothing.
   */
  isCommonBeside(parameter: Pick<ApiParameter, 'in' | 'name'>, scheme: string): boolean {
    const asking = this.countOf(scheme);
    if (asking.asking === 0) return isMost(this.countOf(undefined), placeOf(parameter));
    return isMost(asking, placeOf(parameter), 1);
  }

  private countOf(scheme: string | undefined): Count {
    this.counts ??= countNames(this.api);
    return this.counts.get(scheme) ?? { asking: 0, having: new Map() };
  }
}

/** `more` are operations that are not counted yet, and have it. */
function isMost({ asking, having }: Count, name: string, more = 0): boolean {
  const found = (having.get(name) ?? 0) + more;
  return found >= leastHaving && found * 10 >= (asking + more) * mostInTen;
}

/** The counts of each scheme, and under no name those of all operations that may ask for one. */
function countNames({
  schemes,
  operations,
  components,
}: Pick<Api, 'schemes' | 'operations' | 'components'>): Map<string | undefined, Count> {
  const counts = new Map<string | undefined, Count>();
  const sent = new Set(Object.values(schemes).flatMap((one) => (one.type === 'apiKey' ? placeOf(one) : [])));
  for (const operation of operations) {
    const asked = new Set<string | undefined>(operation.security.flatMap((one) => Object.keys(one)));
    if (operation.asksNothing !== true) asked.add(undefined);
    const names = namesOf(operation, components, sent);
    for (const scheme of asked) {
      const count = counts.get(scheme) ?? { asking: 0, having: new Map<string, number>() };
      counts.set(scheme, count);
      count.asking += 1;
      for (const name of names) count.having.set(name, (count.having.get(name) ?? 0) + 1);
    }
  }
  return counts;
}

/** What of an operation may be a credential: by its name alone, or as what a scheme sends. */
function namesOf(
  operation: Operation,
  components: Api['components'],
  sent: ReadonlySet<string>,
): ReadonlySet<string> {
  const { parameters } = operation;
  const all = [...parameters, ...listMembers(operation, components)].map(({ name }) => bareName(name));
  const places = parameters.map(placeOf);
  return new Set([...all.filter(mayProve), ...places.filter((place) => sent.has(place))]);
}

/** A name at its place, which no bare name is the same as. Header names are the same in any case (RFC 9110, 5.1). */
function placeOf({ in: place, name }: { in: string; name: string }): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}
