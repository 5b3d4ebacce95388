/** A fact that does not hold, and why. */
export interface Failure {
  /** Where the case states it: `request.query`. */
  fact: string;
  problem: string;
}

/** A case states what nobody can judge: a fault of the case, which no list excuses. */
export class UnknownFact extends Error {
  override name = 'UnknownFact';
}

/** Collects the facts that do not hold, so that one does not hide the others. */
export class Findings {
  readonly failures: Failure[] = [];

  /** Keeps what `hold` throws. */
  async check(fact: string, hold: () => void | Promise<void>): Promise<void> {
    try {
      await hold();
    } catch (error) {
      if (error instanceof UnknownFact) throw error;
      this.failures.push({ fact, problem: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** Says whether a fact holds by throwing where it does not. */
export type Judge<Fact, Subject> = (expected: Fact, subject: Subject) => void | Promise<void>;

/** A judge for each member of a group of facts. */
export type Judges<Facts, Subject> = { [Key in keyof Required<Facts>]: Judge<Required<Facts>[Key], Subject> };

/** Judges every member of a group of facts; one that nobody knows is a fault of the case. */
export async function judgeEach<Facts extends object, Subject>(
  facts: Facts,
  judges: Judges<Facts, Subject>,
  subject: Subject,
  { group, findings }: { group: string; findings: Findings },
): Promise<void> {
  for (const [key, expected] of Object.entries(facts)) {
    if (!Object.hasOwn(judges, key)) throw new UnknownFact(`nobody judges ${group}.${key}`);
    const judge = judges[key as keyof Facts] as Judge<unknown, Subject>;
    await findings.check(`${group}.${key}`, () => judge(expected, subject));
  }
}
