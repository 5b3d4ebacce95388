import {
  type ImportDeclarationStructure,
  IndentationText,
  type OptionalKind,
  Project,
  QuoteKind,
  type StatementStructures,
  StructureKind,
  VariableDeclarationKind,
} from 'ts-morph';
import { memoizeIn } from '../../text/memo.js';
import { printComment } from './printComment.js';
import { printJson, printLiteral } from './printLiteral.js';
import { printMembers } from './printType.js';
import type { ObjectType } from './toType.js';

/** What a file imports: the names, and where from. */
type Import = OptionalKind<ImportDeclarationStructure>;

/**
 * How a constant's value is written: as code, or as JSON within a text, of which a compiler knows nothing but where it
 * ends. It takes a tenth of the memory to check, and is what very large projects have.
 */
export type Layout = 'code' | 'json';

/** What a file exports. The comment may be the document's. */
export type Declaration = { name: string; comment: string } & (
  | { kind: 'constant'; type: string; value: unknown; layout?: Layout }
  | { kind: 'interface'; type: ObjectType }
  | { kind: 'alias'; type: string }
);

const note =
  "// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.";

const project = new Project({
  useInMemoryFileSystem: true,
  skipLoadingLibFiles: true,
  manipulationSettings: { indentationText: IndentationText.TwoSpaces, quoteKind: QuoteKind.Single },
});

/**
 * Prints a generated file. ts-morph writes the imports and what declares each kind of thing, around holes that are filled
 * afterwards: it reads all that it writes, so that it writes nothing twice.
 */
export function printFile(imports: readonly Import[], declarations: readonly Declaration[]): string {
  const lines = memoizeIn(written, JSON.stringify(imports), () =>
    write(imports.map((structure) => ({ kind: StructureKind.ImportDeclaration, ...structure }))),
  );
  return `${[[note, ...lines].join('\n'), ...declarations.map(printDeclaration)].join('\n\n')}\n`;
}

/** Statements by the structures that they are written from. */
const written = new Map<string, string[]>();

function write(statements: StatementStructures[]): string[] {
  const file = project.createSourceFile('file.ts', { statements });
  const texts = file.getStatements().map((statement) => statement.getText());
  project.removeSourceFile(file);
  return texts;
}

/** What a file of one constant is made of. */
interface ConstantFile {
  name: string;
  /** The type of the constant; `uses` is what it takes of the runtime, where that is not the whole. */
  type: string;
  uses?: string;
  from?: string;
  imports?: readonly Import[];
  comment: string;
  value: unknown;
  layout?: Layout;
}

/** Prints a generated file that exports one constant of a type of the runtime. */
export function printConstant({
  uses,
  from = '#runtime/tool.js',
  imports = [],
  ...rest
}: ConstantFile): string {
  const type = { isTypeOnly: true, namedImports: [uses ?? rest.type], moduleSpecifier: from };
  return printFile([type, ...imports], [{ kind: 'constant', ...rest }]);
}

/** Stand for a name and a type; a constant has empty braces for its value, and an interface for its members. */
const hole = { name: 'name', type: 'Type', value: '{}' };
const holes = /\b(?:name|Type)\b|\{\s*\}/;

/** Each kind of declaration, with holes. */
const structures: Record<Declaration['kind'], StatementStructures> = {
  constant: {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name: hole.name, type: hole.type, initializer: hole.value }],
  },
  interface: { kind: StructureKind.Interface, isExported: true, name: hole.name },
  alias: { kind: StructureKind.TypeAlias, isExported: true, name: hole.name, type: hole.type },
};

function printDeclaration(declaration: Declaration): string {
  const { kind, name, comment } = declaration;
  const [text = ''] = memoizeIn(written, kind, () => write([structures[kind]]));
  const [start = '', beforeType = '', beforeValue = '', end = ''] = text.split(holes);
  const head = `${printComment(comment)}${start}${name}${beforeType}`;
  switch (declaration.kind) {
    case 'constant': {
      const declared = `${head}${declaration.type}${beforeValue}`;
      const column = declared.length - declared.lastIndexOf('\n') - 1;
      return `${declared}${declaration.layout === 'json' ? printJson(declaration.value) : printLiteral(declaration.value, 0, column)}${end}`;
    }
    case 'interface':
      return `${head}${printMembers(declaration.type)}`;
    case 'alias':
      return `${head}${declaration.type}${beforeValue}`;
  }
}
