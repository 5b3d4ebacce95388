import { AsyncLocalStorage } from 'node:async_hooks';
import { type Attributes, type Context, context, type Span, trace } from '@opentelemetry/api';

/** What spans and metrics are of: the name of the instrumentation scope (OpenTelemetry, Instrumentation Scope). */
export const scopeName = 'mcpwright';

/** A request of a client while it is answered. */
export interface Operation {
  /** Method, and the name of the tool or prompt behind it, where it has one: `tools/call get_pet`. */
  name: string;
  method: string;
  /** The tool or prompt, where its name is one that could be. */
  target: { tool?: string; prompt?: string };
  /** What histograms tell apart. */
  kinds: Attributes;
  span: Span;
  /** The context that has its span. */
  context: Context;
  /** When it began, as `performance.now()` says it. */
  began: number;
  /** The requests to the API that were made for it. */
  requests: ApiRequest[];
}

/** A request to the API, as far as logs tell of it. */
interface ApiRequest {
  method: string;
  /** The path of the document, `/pets/{petId}`; nothing where another address was asked. */
  template: string | undefined;
  /** What the API answered; nothing where it did not. */
  status: number | undefined;
  /** Why there was no answer, or its status where that is an error. */
  error: string | undefined;
  durationMs: number;
}

const operations = new AsyncLocalStorage<Operation>();

/** Runs code within an operation; also spans that the code begins belong to it, where an SDK is registered. */
export function runWithin<T>(operation: Operation, run: () => T): T {
  return operations.run(operation, () => context.with(operation.context, run));
}

/** The operation that code runs in; nothing in what the server does of its own accord. */
export function currentOperation(): Operation | undefined {
  return operations.getStore();
}

/** The context that a span of now belongs to: of code that has begun one itself, that; else the operation's. */
export function currentContext(): Context {
  const active = context.active();
  return trace.getSpan(active) === undefined ? (currentOperation()?.context ?? active) : active;
}

/** A duration for logs, to a tenth of a millisecond. */
export function msSince(began: number): number {
  return Math.round((performance.now() - began) * 10) / 10;
}
