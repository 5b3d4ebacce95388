/** A place in a text that is read from its start to its end. */
export class Cursor {
  private position = 0;

  constructor(private readonly text: string) {}

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** Reads what a sticky expression (`y`) matches here, and moves past it. */
  read(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.position;
    const match = expression.exec(this.text) ?? undefined;
    if (match !== undefined) this.position = expression.lastIndex;
    return match;
  }
}
