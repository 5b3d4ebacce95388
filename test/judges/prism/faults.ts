import faults from './faults.json' with { type: 'json' };

/** Something that Prism says of requests that are as they should be. */
export interface Fault {
  /** Who is to blame: Prism, the document that contradicts itself, or we by a choice that is documented. */
  whose: 'prism' | 'document' | 'choice';
  /** A pattern of what Prism says. */
  violation: string;
  /** Why nothing is to be mended. */
  reason: string;
  /** By document, the operations of which Prism says so; every one of them is hit. */
  operations: Record<string, string[]>;
}

/** What Prism is known to say without there being anything to mend. */
export const knownFaults = faults as unknown as readonly Fault[];
