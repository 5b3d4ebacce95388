import { findOrder } from '../../text/orders/findOrder.js';
import type { Check, Find } from '../finding.js';
import { type Survey, type SurveyedOperation, listSubschemas } from '../survey.js';
import { nameOperation } from '../words.js';

/** Looks for orders to the model in all words that reach it. */
export const checkSteering: Check = (survey, find) => {
  const { title, description, tags } = survey.about;
  tellOrders([title, description], 'the document', '#/info', find);
  for (const tag of tags) tellOrders([tag.name, tag.description], `the tag "${tag.name}"`, '#/tags', find);
  for (const surveyed of survey.operations) checkOperation(surveyed, find);
  for (const { parameter, operations } of survey.parameters) {
    const thing = `the ${parameter.in} parameter "${parameter.name}"`;
    tellOrders([parameter.name, parameter.description], thing, parameter.pointer, find, operations.length);
  }
  for (const { schema, pointer, name, operations } of survey.schemas)
    tellOrders(proseOf(schema), `"${name}"`, pointer, find, operations);
  for (const { schema, pointer, name } of listAnswers(survey))
    tellOrders(proseOf(schema), name === '' ? 'a response' : `"${name}"`, pointer, find);
};

function checkOperation({ operation }: SurveyedOperation, find: Find): void {
  const { summary, description, bodyDescription, pointer } = operation;
  tellOrders([summary, description, bodyDescription], nameOperation(operation), pointer, find);
}

/** The schemas of answers, and all inside them, each once: models are shown output schemas, too. */
function* listAnswers({ operations, component, pointerOf, reach }: Survey) {
  const names = new Set<string>();
  for (const { operation } of operations) {
    for (const { schema, pointer } of operation.responses.flatMap(({ contents }) => contents)) {
      for (const name of reach(schema)) names.add(name);
      yield* listSubschemas(schema, `${pointer}/schema`);
    }
  }
  for (const name of names) yield* listSubschemas(component(name), pointerOf(name), name);
}

function proseOf({ title, description }: { [keyword: string]: unknown }): string[] {
  return [title, description].filter((text) => typeof text === 'string');
}

function tellOrders(
  texts: readonly string[],
  thing: string,
  pointer: string,
  find: Find,
  operations = 1,
): void {
  const words = texts.map(findOrder).find((found) => found !== undefined);
  if (words !== undefined) find('steering-text', pointer, { thing, words }, { operations });
}
