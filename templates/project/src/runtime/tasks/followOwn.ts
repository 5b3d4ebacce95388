import type { AnyContext, AnyCustomization, TaskAnswer, TaskState } from '../customize.js';
import { isObject } from '../json.js';

/** What a client wants of a task. */
export interface TaskRequest {
  taskId: string;
  action: 'get' | 'update' | 'cancel';
  answers?: Readonly<Record<string, unknown>> | undefined;
}

type AnyTask = NonNullable<NonNullable<AnyCustomization['add']>[string]['task']>;

/** Does what a client wants of work that code of `custom.ts` has begun. */
export async function followOwn(
  task: AnyTask,
  work: unknown,
  { action, answers = {} }: Pick<TaskRequest, 'action' | 'answers'>,
  context: AnyContext,
): Promise<TaskState> {
  if (action === 'get') return task.look(work, context);
  if (action === 'cancel') await task.cancel?.(work, context);
  if (action === 'update') await task.answer?.(work, readAnswers(answers), context);
  return { status: 'working' };
}

/** Those that are answers; what is none is left out, and asked for again. */
function readAnswers(answers: Readonly<Record<string, unknown>>): Record<string, TaskAnswer> {
  const read: Record<string, TaskAnswer> = {};
  for (const [key, answer] of Object.entries(answers)) {
    const { action, content = {} } = isObject(answer) ? answer : {};
    const isKnown = action === 'accept' || action === 'decline' || action === 'cancel';
    if (isKnown && isObject(content)) read[key] = { action, content: action === 'accept' ? content : {} };
  }
  return read;
}
