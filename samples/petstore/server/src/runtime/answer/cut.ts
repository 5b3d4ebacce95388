/** What is shown of a text that is too long. */
export interface Cut {
  text: string;
  missing: readonly Missing[];
}

/** What is missing at one place of it. */
export interface Missing {
  of: 'items' | 'members' | 'lines' | 'characters';
  shown: number;
  all: number;
  /** Where in a value: `data[0].text`; empty for the value itself. */
  path: string;
}
