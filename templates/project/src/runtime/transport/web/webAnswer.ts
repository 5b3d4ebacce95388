import { isJson, isStreamed } from '../../mediaTypes.js';

/** What stands in for the answer of Node's HTTP server: what is written to it becomes a `Response`. */
export class WebAnswer {
  readonly response: Promise<Response>;
  /** Whether nobody waits for it any more. */
  destroyed = false;
  readonly #headers = new Headers();
  readonly #listeners: (() => void)[] = [];
  #status = 200;
  #give: (response: Response) => void = () => undefined;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(signal: AbortSignal) {
    this.response = new Promise((resolve) => {
      this.#give = resolve;
    });
    signal.addEventListener('abort', () => this.destroy(), { once: true });
  }

  setHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  writeHead(status: number, headers: Record<string, string> = {}): void {
    this.#status = status;
    for (const [name, value] of Object.entries(headers)) this.#headers.set(name, value);
  }

  /** Ends it with a text, or with nothing. */
  end(text?: string): void {
    this.#finish(text ?? null);
  }

  /** Ends it with an answer, whose headers come before those that were set. */
  send(answer: Response): void {
    this.writeHead(answer.status, Object.fromEntries(answer.headers));
    const type = answer.headers.get('content-type') ?? '';
    // JSON has no charset (RFC 8259, 11); Bun gives it one.
    if (isJson(type)) this.setHeader('content-type', type.replace(/;.*/, ''));
    if (answer.body === null || !isStreamed(type)) return this.#finish(answer.body);
    this.#reader = answer.body.getReader();
    this.#give(new Response(this.#watch(this.#reader), { status: this.#status, headers: this.#headers }));
  }

  /** Calls a listener when it has ended, or nobody waits for it any more. */
  once(_event: 'close', listener: () => void): void {
    if (this.destroyed) listener();
    else this.#listeners.push(listener);
  }

  /** Ends it where it is: one that has not begun is an error of the server. */
  destroy(): void {
    this.writeHead(500, { 'content-type': 'application/json' });
    const error = { code: -32_603, message: 'Internal server error' };
    this.#finish(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
    void this.#reader?.cancel().catch(() => undefined);
  }

  #finish(body: string | ReadableStream<Uint8Array> | null): void {
    this.#give(new Response(body, { status: this.#status, headers: this.#headers }));
    this.#close();
  }

  #close(): void {
    this.destroyed = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  /** The same stream, whose end is told. */
  #watch(reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
        this.#close();
      },
      cancel: async (reason) => {
        this.#close();
        await reader.cancel(reason);
      },
    });
  }
}
