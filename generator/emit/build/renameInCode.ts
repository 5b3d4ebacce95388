import { type CallExpression, type Expression, Node, Project, type SourceFile } from 'ts-morph';
import { InputError } from '../../model/diagnostic.js';
import { type Mention, findWord, listMentions } from '../../text/words.js';

/** A tool, or an argument of one, and what it is called from now on. */
export interface Renaming {
  tool: string;
  /** The argument that is renamed; without it, the tool itself is. */
  argument?: string | undefined;
  now: string;
}

/** The code of an owner after something was renamed in it. */
interface EditedCode {
  text: string;
  changed: Mention[];
  /** Lines that may mean what was renamed, and are as they were. */
  left: Mention[];
}

/** A piece of text, by where it starts and ends. */
type Span = readonly [start: number, end: number];

/** What is written in the place of a name. */
interface Edit {
  span: Span;
  text: string;
}

/** What `customize(...)` is given, as far as it is written there. */
interface Custom {
  /** The changed tools, by name; nothing where they are not written there. */
  tools: Map<string, Node> | undefined;
  added: ReadonlyMap<string, Node>;
}

const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });

/**
 * Renames a tool, or an argument of one, in the code of `src/custom.ts`: only where it is certain that it is meant. Of a tool
 * these are the keys of `tools`, and texts that are given to `call`; of an argument, the keys of objects that are given to
 * `next` in the `wrap` of its tool, or to `call` with its name.
 *
 * @param shown - what the file is called
 * @throws InputError where it cannot be parsed, or has another tool of the new name
 */
export function renameInCode(code: string, renaming: Renaming, shown: string): EditedCode {
  const mark = code.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = code.slice(mark.length);
  const file = project.createSourceFile('custom.ts', text, { overwrite: true });
  try {
    refuseBroken(file, shown);
    const custom = readCustom(file);
    const { tool, argument, now } = renaming;
    if (argument === undefined) refuseNameInCode(custom, tool, now, shown);
    const found =
      argument === undefined
        ? { edits: editTool(file, custom, tool, now), within: undefined, unclear: [] }
        : editArgument(file, custom, { tool, argument, now });
    return applyEdits(text, mark, argument ?? tool, found);
  } finally {
    project.removeSourceFile(file);
  }
}

function refuseBroken(file: SourceFile, shown: string): void {
  const [fault] = project.getProgram().getSyntacticDiagnostics(file);
  if (fault === undefined) return;
  const said = fault.getMessageText();
  const reason = typeof said === 'string' ? said : said.getMessageText();
  const place = file.getLineAndColumnAtPos(fault.getStart());
  throw new InputError(`${shown} cannot be parsed: ${reason}`, 'Correct it first.', {
    file: shown,
    ...place,
  });
}

function refuseNameInCode({ tools, added }: Custom, tool: string, now: string, shown: string): void {
  const own = added.get(now);
  const other = tools?.has(tool) === true ? tools.get(now) : undefined;
  const taken = own ?? other;
  if (taken === undefined) return;
  throw new InputError(
    own === undefined
      ? `${shown} says something of ${tool} and of ${now}, which would be one tool.`
      : `The name ${now} is taken: ${shown} adds a tool of that name.`,
    own === undefined ? 'Make one entry of both first.' : 'Choose another one, or rename that tool first.',
    { file: shown, line: taken.getStartLineNumber(), column: 1 },
  );
}

/** Finds what `customize` is given, by whatever name it is imported. */
function readCustom(file: SourceFile): Custom {
  const imported = file
    .getImportDeclarations()
    .filter((one) => /\bcustomize(?:\.js)?$/.test(one.getModuleSpecifierValue()))
    .flatMap((one) => one.getNamedImports())
    .filter((one) => one.getName() === 'customize')
    .map((one) => one.getAliasNode()?.getText() ?? one.getName());
  const names = new Set(imported);
  const calls = listCalls(file).filter((call) => names.has(call.getExpression().getText()));
  const given = calls.map((call) => listMembersOf(call.getArguments()[0]));
  const parts = given.map((members) => members?.get('tools'));
  const all = parts.map((part) => listMembersOf(valueOf(part)));
  const isClear = given.every(Boolean) && parts.every((part, index) => part === undefined || all[index]);
  return {
    tools: isClear && given.length > 0 ? mergeAll(all) : undefined,
    added: mergeAll(given.map((members) => listMembersOf(valueOf(members?.get('add'))))),
  };
}

function mergeAll(maps: readonly (Map<string, Node> | undefined)[]): Map<string, Node> {
  return new Map(maps.flatMap((one) => [...(one ?? [])]));
}

function listCalls(node: Node): CallExpression[] {
  return node.getDescendants().filter(Node.isCallExpression);
}

/** A node without what only says its type. */
function bareNode(node: Node | undefined): Node | undefined {
  return Node.isAsExpression(node) || Node.isSatisfiesExpression(node) || Node.isParenthesizedExpression(node)
    ? bareNode(node.getExpression())
    : node;
}

/** The members of an object that is written out, by name; undefined where it is not. */
function listMembersOf(node: Node | undefined): Map<string, Node> | undefined {
  const object = bareNode(node);
  if (!Node.isObjectLiteralExpression(object)) return undefined;
  return new Map(
    object.getProperties().flatMap((one): [string, Node][] => {
      const name = nameOfMember(one);
      return name === undefined ? [] : [[name, one]];
    }),
  );
}

function valueOf(member: Node | undefined): Node | undefined {
  return Node.isPropertyAssignment(member) ? member.getInitializer() : undefined;
}

/** The node that holds the name of a member, and the name. */
function findNameNode(member: Node): Node | undefined {
  const isNamed =
    Node.isPropertyAssignment(member) ||
    Node.isShorthandPropertyAssignment(member) ||
    Node.isMethodDeclaration(member);
  const node = isNamed ? member.getNameNode() : undefined;
  return Node.isComputedPropertyName(node) ? node.getExpression() : node;
}

function nameOfMember(member: Node): string | undefined {
  const node = findNameNode(member);
  if (isLiteralText(node)) return node.getLiteralText();
  return Node.isIdentifier(node) && !Node.isComputedPropertyName(node.getParent())
    ? node.getText()
    : undefined;
}

function isLiteralText(node: Node | undefined) {
  return Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node);
}

function spanOf(node: Node): Span {
  return [node.getStart(), node.getEnd()];
}

/** Writes another name in the place of that of a member, or of a text, with the quotes that it has. */
function editName(node: Node, now: string): Edit {
  const name = findNameNode(node) ?? node;
  const [start, end] = spanOf(name);
  if (isLiteralText(name)) return { span: [start + 1, end - 1], text: now };
  const written = /^[A-Za-z_$][\w$]*$/.test(now) ? now : `'${now}'`;
  const isShort = Node.isShorthandPropertyAssignment(node);
  return { span: [start, end], text: isShort ? `${written}: ${name.getText()}` : written };
}

function editTool(file: SourceFile, { tools }: Custom, tool: string, now: string): Edit[] {
  const key = tools?.get(tool);
  const called = listToolCalls(file, tool).flatMap((call) => call.getArguments().slice(0, 1));
  return [...(key === undefined ? [] : [key]), ...called].map((node) => editName(node, now));
}

/** The calls of a tool by the context of the code: `call('list_pets', …)`, or `context.call(…)`. */
function listToolCalls(file: SourceFile, tool: string): CallExpression[] {
  const all = file.getDescendants();
  // A function of the owner's own that is called so calls something else.
  const own = new Set(
    all.flatMap((node) =>
      Node.isFunctionDeclaration(node) || Node.isVariableDeclaration(node) ? [node.getName()] : [],
    ),
  );
  const parameters = new Set(
    all.flatMap((node) => (Node.isParameterDeclaration(node) ? [node.getName()] : [])),
  );
  const isContextCall = (callee: Expression) =>
    Node.isIdentifier(callee)
      ? callee.getText() === 'call' && !own.has('call')
      : Node.isPropertyAccessExpression(callee) &&
        callee.getName() === 'call' &&
        parameters.has(callee.getExpression().getText());
  return all.filter(Node.isCallExpression).filter((call) => {
    const [name] = call.getArguments();
    return isLiteralText(name) && name.getLiteralText() === tool && isContextCall(call.getExpression());
  });
}

/** What of a file is changed, and where in it else the name may be meant; everywhere, where nothing is said. */
interface Found {
  edits: Edit[];
  within: readonly Span[] | undefined;
  /** Places that may mean it whatever is written there. */
  unclear: readonly Span[];
}

function editArgument(
  file: SourceFile,
  { tools }: Custom,
  { tool, argument, now }: Renaming & { argument: string },
): Found {
  const member = tools?.get(tool);
  const wrap = listMembersOf(valueOf(member))?.get('wrap');
  const code = Node.isMethodDeclaration(wrap) ? wrap : bareNode(valueOf(wrap));
  const isWritten =
    Node.isArrowFunction(code) || Node.isFunctionExpression(code) || Node.isMethodDeclaration(code);
  const isKnown =
    tools !== undefined && (member === undefined || listMembersOf(valueOf(member)) !== undefined);
  const [args, next] = isWritten ? code.getParameters() : [];
  const name = next?.getName();
  const isShadowed = isWritten && code.getDescendants().some((node) => node !== next && declares(node, name));
  const nextCalls =
    isWritten && name !== undefined && !isShadowed
      ? listCalls(code).filter((call) => call.getExpression().getText() === name)
      : [];
  const given = [
    ...nextCalls.flatMap((call) => call.getArguments().slice(0, 1)),
    ...listToolCalls(file, tool).flatMap((call) => call.getArguments().slice(1, 2)),
  ];
  const keys = given.flatMap((one) => listMembersOf(one)?.get(argument) ?? []);
  const isSame = (node: Node) => Node.isIdentifier(node) && node.getText() === args?.getName();
  const isAll = !isKnown || (wrap !== undefined && !isWritten);
  return {
    edits: keys.map((node) => editName(node, now)),
    within: isAll ? undefined : [...(isWritten ? [spanOf(code)] : []), ...given.map(spanOf)],
    unclear: given.filter((one) => listMembersOf(one) === undefined && !isSame(one)).map(spanOf),
  };
}

function declares(node: Node, name: string | undefined): boolean {
  const isDeclared =
    Node.isParameterDeclaration(node) || Node.isVariableDeclaration(node) || Node.isFunctionDeclaration(node);
  return isDeclared && node.getName() === name;
}

function isInside([start, end]: Span, at: number): boolean {
  return start <= at && at < end;
}

/** Carries the edits out, and finds the lines that have the name elsewhere. */
function applyEdits(text: string, mark: string, name: string, { edits, within, unclear }: Found): EditedCode {
  const open = findWord(text, name).filter(
    (at) =>
      !edits.some(({ span }) => isInside(span, at)) &&
      (within === undefined || within.some((span) => isInside(span, at))),
  );
  let changed = text;
  for (const { span, text: written } of edits.toSorted((a, b) => b.span[0] - a.span[0]))
    changed = changed.slice(0, span[0]) + written + changed.slice(span[1]);
  // No line is added, so that a place of before is on the same line.
  const lines = changed.split('\n');
  const toMentions = (places: readonly number[]) =>
    listMentions(text, places).map(({ line }) => ({ line, text: (lines[line - 1] ?? '').trim() }));
  return {
    text: mark + changed,
    changed: toMentions(edits.map(({ span }) => span[0])),
    left: toMentions([...open, ...unclear.map(([start]) => start)]),
  };
}
