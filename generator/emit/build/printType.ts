import { printComment } from './printComment.js';
import { printKey } from './printLiteral.js';
import type { ObjectType, Type, Union } from './toType.js';

/** The widest line, unless a single word is wider. */
const width = 110;

/**
 * Prints a type in prettier's layout.
 *
 * @param indent - how far the line on which the type starts is indented
 * @param column - where on that line the type starts
 */
export function printType(type: Type, indent = 0, column = indent): string {
  return printFlat(type, width - column - 1) ?? printBroken(type, indent);
}

/** Prints an object type with a line for each member, as an interface has them. */
export function printMembers(type: ObjectType, indent = 0): string {
  const lines = toMembers(type).map((member) => printMember(member, indent + 2));
  return `{\n${lines.join('')}${' '.repeat(indent)}}`;
}

/** Undefined where there is no room, or where comments need lines of their own. */
function printFlat(type: Type, room: number): string | undefined {
  const text = printOnOneLine(type, room);
  return text === undefined || text.length > room ? undefined : text;
}

function printOnOneLine(type: Type, room: number): string | undefined {
  switch (type.kind) {
    case 'word':
      return type.text;
    case 'union':
      return joinDefined(
        type.members.map((member) => printFlat(member, room)),
        ' | ',
      );
    case 'array': {
      const items = printFlat(type.items, room);
      return items && `${type.items.kind === 'union' ? `(${items})` : items}[]`;
    }
    case 'object': {
      if (type.properties.some(({ description }) => description !== '')) return undefined;
      const members = toMembers(type).map((member) => {
        const text = printFlat(member.type, room);
        return text && `${member.name}: ${text}`;
      });
      const text = joinDefined(members, '; ');
      return text && `{ ${text} }`;
    }
  }
}

function joinDefined(parts: readonly (string | undefined)[], separator: string): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(separator);
}

function printBroken(type: Type, indent: number): string {
  const pad = ' '.repeat(indent);
  switch (type.kind) {
    case 'word':
      return type.text;
    case 'union':
      return printBrokenUnion(type, indent, width - 1);
    case 'array':
      return type.items.kind === 'union'
        ? `(${printBrokenUnion(type.items, indent, width)}\n${pad})[]`
        : `${printBroken(type.items, indent)}[]`;
    case 'object':
      return printMembers(type, indent);
  }
}

/** On a line of its own where it fits there, else with a line for each member. */
function printBrokenUnion(union: Union, indent: number, end: number): string {
  const pad = ' '.repeat(indent + 2);
  const flat = printFlat(union, end - indent - 2);
  if (flat !== undefined) return `\n${pad}${flat}`;
  return union.members.map((member) => `\n${pad}| ${printType(member, indent + 4)}`).join('');
}

interface Member {
  /** As it stands before the colon. */
  name: string;
  description: string;
  type: Type;
}

function toMembers({ properties, others }: ObjectType): Member[] {
  const named = properties.map(({ name, optional, description, type }) => ({
    name: `${printKey(name)}${optional ? '?' : ''}`,
    description,
    type,
  }));
  return others === undefined ? named : [...named, { name: '[name: string]', description: '', type: others }];
}

function printMember({ name, description, type }: Member, indent: number): string {
  const pad = ' '.repeat(indent);
  const text = printType(type, indent, indent + name.length + 2);
  const gap = text.startsWith('\n') ? '' : ' ';
  return `${printComment(description, indent)}${pad}${name}:${gap}${text};\n`;
}
