import type { ToolChoice } from './config.js';

/** What is said of a tool in two places: where both say something, `inner` counts. */
export function combineChoices(outer: ToolChoice, inner: ToolChoice): ToolChoice {
  const annotations = { ...outer.annotations, ...inner.annotations };
  return {
    ...outer,
    ...inner,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}
