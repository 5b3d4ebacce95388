import {
  type ImportDeclarationStructure,
  IndentationText,
  type OptionalKind,
  Project,
  QuoteKind,
  type Statement,
  type StatementStructures,
  StructureKind,
  VariableDeclarationKind,
} from 'ts-morph';
import { toCommentLines } from './printComment.js';
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
 * Prints a generated file. ts-morph writes every declaration, but around a hole that is filled afterwards: it
 * reads each character that it writes twice, which over megabytes of data takes longer than all else.
 */
export function printFile(imports: readonly Import[], declarations: readonly Declaration[]): string {
  const file = project.createSourceFile('file.ts', {
    statements: [
      ...imports.map((structure) => ({ kind: StructureKind.ImportDeclaration as const, ...structure })),
      ...declarations.map(toStructure),
    ],
  });
  const statements = file.getStatements();
  const head = [note, ...statements.splice(0, imports.length).map((statement) => statement.getText())];
  const body = statements.map((statement, index) =>
    printDeclaration(statement, declarations[index] as Declaration),
  );
  project.removeSourceFile(file);
  return `${[head.join('\n'), ...body].join('\n\n')}\n`;
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
  from = '../runtime/tool.js',
  imports = [],
  ...rest
}: ConstantFile): string {
  const type = { isTypeOnly: true, namedImports: [uses ?? rest.type], moduleSpecifier: from };
  return printFile([type, ...imports], [{ kind: 'constant', ...rest }]);
}

function toStructure(declaration: Declaration): StatementStructures {
  const { name, comment } = declaration;
  const [only = '', ...others] = toCommentLines(comment);
  const docs = [others.length === 0 ? only : `\n${[only, ...others].join('\n')}`];
  const common = { name, docs, isExported: true };
  switch (declaration.kind) {
    case 'constant':
      return {
        ...common,
        kind: StructureKind.VariableStatement,
        declarationKind: VariableDeclarationKind.Const,
        declarations: [{ name, type: declaration.type, initializer: hole }],
      };
    case 'interface':
      return { ...common, kind: StructureKind.Interface };
    case 'alias':
      return { ...common, kind: StructureKind.TypeAlias, type: declaration.type };
  }
}

/** Stands for a constant's value; an interface has its empty braces. */
const hole = '{}';

function printDeclaration(statement: Statement, declaration: Declaration): string {
  const text = statement.getText(true);
  switch (declaration.kind) {
    case 'constant': {
      const head = text.slice(0, -`${hole};`.length);
      const column = head.length - head.lastIndexOf('\n') - 1;
      return `${head}${declaration.layout === 'json' ? printJson(declaration.value) : printLiteral(declaration.value, 0, column)};`;
    }
    case 'interface':
      return `${text.slice(0, text.lastIndexOf('{'))}${printMembers(declaration.type)}`;
    case 'alias':
      return text;
  }
}
