import type { Schema } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { type Json, joinPointer } from '../../model/document.js';

/** How schemas are read, and where oddities are told. */
interface NodeReader {
  read: (value: Json, place: Place) => Schema;
  report: Report;
}

/** A place in a schema, and what can be done there. Its pointer is put together only when it is asked for. */
export class Place {
  private loose = false;

  constructor(
    private readonly reader: NodeReader,
    /** How many schemas the one at this place is inside of. */
    readonly depth: number,
    private readonly parent: Place | string,
    private readonly segment?: string | number,
  ) {}

  get pointer(): string {
    const parent = typeof this.parent === 'string' ? this.parent : this.parent.pointer;
    return this.segment === undefined ? parent : joinPointer(parent, this.segment);
  }

  /** The place of a member, which is part of the same schema. */
  at(segment: string | number): Place {
    return new Place(this.reader, this.depth, this, segment);
  }

  /** Reads the schema at this place or, with a segment, below it. */
  read(value: Json, segment?: string | number): Schema {
    return this.reader.read(value, new Place(this.reader, this.depth + 1, this, segment));
  }

  /** Says that something here is not taken as it stands. */
  relax(what: string, done: string): void {
    this.reader.report('schema-relaxed', this.pointer, { what, done });
  }

  /** Says that nothing is checked here. */
  open(what: string): void {
    this.relax(what, 'any value is accepted');
    this.markLoose();
  }

  /** Says that the listed values are not the only ones. */
  openEnum(count: number): void {
    this.reader.report('enum-open', this.pointer, { values: count === 1 ? 'one value' : `${count} values` });
  }

  /** Says that a pattern of another dialect is checked as `written`. */
  changePattern(pattern: string, written: string): void {
    this.reader.report('pattern-changed', this.pointer, { pattern, written });
  }

  /** Says that a pattern is not checked. */
  dropPattern(pattern: string, reason: string): void {
    this.reader.report('pattern-dropped', this.pointer, { pattern, reason });
    this.markLoose();
  }

  /** Whether the schema at this place, or one inside of it, takes more than it should: a pattern was dropped, say. */
  get isLoose(): boolean {
    return this.loose;
  }

  private markLoose(): void {
    this.loose = true;
    if (typeof this.parent !== 'string') this.parent.markLoose();
  }
}
