import type { Answer } from '../serve.js';
import type { Fault } from './check.js';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
};

/** A refusal, answered as problem+json (RFC 9457). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly errors?: Fault[],
    readonly headers?: Record<string, string>,
  ) {
    super(detail);
  }

  toAnswer(): Answer {
    const { status, detail, errors } = this;
    return {
      status,
      headers: { 'Content-Type': 'application/problem+json', ...this.headers },
      body: JSON.stringify({ title: titles[status], status, detail, errors }),
    };
  }
}

/** Refuses a request in which something is wrong. */
export function refuse(errors: Fault[]): void {
  if (errors.length === 0) return;
  const fields = errors.length === 1 ? 'invalid field' : 'invalid fields';
  throw new Problem(422, `The request has ${errors.length} ${fields}.`, errors);
}

export function refuseIf(wrong: boolean, name: string, detail: string): void {
  if (wrong) refuse([{ pointer: `#/${name}`, detail }]);
}

/** Stands in for what was not found. */
export function missing(what: string): never {
  throw new Problem(404, `There is no ${what}.`);
}
