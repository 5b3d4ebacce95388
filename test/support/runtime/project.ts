import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Copies the project of a checkout, with its stand-ins for generated code, and builds it; gives the folder. */
export function buildProject(name: string, files: Record<string, string> = {}, root = process.cwd()): string {
  const folder = join(root, 'test/.tmp/runtime', name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, 'templates/project'), folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  execFileSync(process.execPath, ['build.js'], { cwd: folder });
  return folder;
}

/** A message of the protocol, as it is on the wire. */
export interface Message {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

/** A program that was started, and what it says. */
export class Program {
  private out = '';
  private err = '';
  private readonly listeners = new Set<() => void>();
  readonly child: ChildProcess;
  /** The exit code, once both outputs have ended. */
  readonly ended: Promise<number | null>;

  /** `files` is how many files and connections it may have open, where the system is to refuse more. */
  constructor(folder: string, args: string[], env: Record<string, string> = {}, files?: number) {
    const limited = ['-c', `ulimit -n ${files}; exec "$0" "$@"`, process.execPath, ...args];
    this.child = spawn(
      ...(files === undefined ? ([process.execPath, args] as const) : (['sh', limited] as const)),
      {
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', EXAMPLE_API_KEY: 'test-key', ...env },
      },
    );
    this.child.stdout?.setEncoding('utf8').on('data', (chunk: string) => this.hear((this.out += chunk)));
    this.child.stderr?.setEncoding('utf8').on('data', (chunk: string) => this.hear((this.err += chunk)));
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Writes a message as a line; text and bytes as they are. */
  write(...inputs: (string | Buffer | object)[]): void {
    for (const input of inputs) {
      const isRaw = typeof input === 'string' || Buffer.isBuffer(input);
      this.child.stdin?.write(isRaw ? input : `${JSON.stringify(input)}\n`);
    }
  }

  /** The next message on standard output. */
  async read(): Promise<Message> {
    const [line = ''] = await this.until(() => /^.*\n/.exec(this.out));
    this.out = this.out.slice(line.length);
    return JSON.parse(line) as Message;
  }

  /** All messages that are left, once the program has ended. */
  async rest(): Promise<Message[]> {
    await this.ended;
    const lines = this.out.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Message);
  }

  /** What it has said so far, on either output. */
  output(): string {
    return this.out;
  }
  errors(): string {
    return this.err;
  }

  /** Waits until a pattern is heard on standard error. */
  said(pattern: RegExp): Promise<RegExpExecArray> {
    return this.until(() => pattern.exec(this.err));
  }

  /** Waits until a pattern is printed on standard output, of which nothing was read. */
  printed(pattern: RegExp): Promise<RegExpExecArray> {
    return this.until(() => pattern.exec(this.out));
  }

  private until<T>(find: () => T | null): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found === null) return;
        this.listeners.delete(look);
        resolve(found);
      };
      this.listeners.add(look);
      look();
      void this.ended.then(() => reject(new Error(`the program has ended; it said: ${this.out}${this.err}`)));
    });
  }

  private hear(_text: string): void {
    for (const listener of this.listeners) listener();
  }
}
