import type { Check, Find } from '../finding.js';
import { type Survey, type SurveyedOperation, listSubschemas } from '../survey.js';
import { nameOperation } from '../words.js';

/** Words that address a model rather than describe an API; texts that only a reader of the source sees. */
const steering = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|all|any|other|your)\b[^.\n]{0,20}\b(?:instructions?|prompts?|rules|guidelines|messages)\b`,
    String.raw`\b(?:reveal|print|output|repeat|show|send|leak|include|override)\b[^.\n]{0,20}\b(?:your|the) (?:system|developer) (?:prompt|message)\b`,
    String.raw`\byou (?:must|should|have to|need to|shall) (?:always |first |also )*(?:call|invoke|run|execute) (?:this|all|any|every)\b[^.\n]{0,20}\b(?:tool|function)s?\b`,
    String.raw`\b(?:always|before anything else|before (?:using|calling) any other)[^.\n]{0,30}\b(?:call|use|invoke) this (?:tool|function)\b`,
    String.raw`(?:^|[.!?:;\n>]\s{0,8}|\b(?:and|but|please|must) )(?:do not|don't|never) (?:tell|inform|mention|reveal|show)\b[^.\n]{0,30}\b(?:the )?(?:user|human)\b`,
    String.raw`\b(?:as an|you are (?:now )?an?) (?:helpful )?(?:ai|llm|(?:large )?language model|ai (?:assistant|agent))\b`,
    String.raw`\byou are (?:now )?an? (?:helpful )?assistant\b`,
    String.raw`<!--[^>]{0,200}\b(?:ignore|you must|assistant|model|llm|prompt|instruction)\b`,
    String.raw`<\/?(?:system|important|instructions?|assistant)>`,
  ].join('|'),
  'i',
);

/** Looks for orders to the model in all words that reach it. */
export const checkSteering: Check = (survey, find) => {
  const { title, description, tags } = survey.about;
  findSteering([title, description], 'the document', '#/info', find);
  for (const tag of tags) findSteering([tag.name, tag.description], `the tag "${tag.name}"`, '#/tags', find);
  for (const surveyed of survey.operations) checkOperation(surveyed, find);
  for (const { parameter, operations } of survey.parameters) {
    const thing = `the ${parameter.in} parameter "${parameter.name}"`;
    findSteering([parameter.name, parameter.description], thing, parameter.pointer, find, operations.length);
  }
  for (const { schema, pointer, name, operations } of survey.schemas)
    findSteering(proseOf(schema), `"${name}"`, pointer, find, operations);
  for (const { schema, pointer, name } of listAnswers(survey))
    findSteering(proseOf(schema), name === '' ? 'a response' : `"${name}"`, pointer, find);
};

function checkOperation({ operation }: SurveyedOperation, find: Find): void {
  const { summary, description, bodyDescription, pointer } = operation;
  findSteering([summary, description, bodyDescription], nameOperation(operation), pointer, find);
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

function findSteering(
  texts: readonly string[],
  thing: string,
  pointer: string,
  find: Find,
  operations = 1,
): void {
  const words = texts.map((text) => steering.exec(text)?.[0].trim()).find((found) => found !== undefined);
  if (words !== undefined) find('steering-text', pointer, { thing, words }, { operations });
}
