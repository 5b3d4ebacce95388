import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from 'ts-morph';

/** The repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A TypeScript file of ours. */
export interface Source {
  /** Relative to the repository, with forward slashes. */
  path: string;
  text: string;
  /** What it imports: packages as they are, files relative to the repository and with their own extension. */
  imports: { target: string; typeOnly: boolean; dynamic: boolean }[];
  /** Functions with a body, closures and methods among them, and the lines that each takes. */
  functions: { name: string; lines: number; topLevel: boolean }[];
  /** The names that it exports. */
  exported: string[];
  /** What its texts are matched with: regular expressions, and texts that something is compared with or looked for by. */
  patterns: string[];
  /** Whether it holds no more than types. */
  typesOnly: boolean;
}

/** The paths of all files of a folder, relative to the repository. */
export function listFiles(directory: string): string[] {
  return readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    // What other tests write may be gone before it is read.
    if (entry.name === '.tmp') return [];
    const path = relative(root, join(root, directory, entry.name)).replaceAll('\\', '/');
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

/** Reads the TypeScript files of a folder. */
export function readSources(directory: string): Source[] {
  return readTexts(directory).map(([path, text]) => readSource(path, text));
}

/** A file with the files and packages that it imports, by whatever means. */
export interface Importer {
  path: string;
  text: string;
  targets: string[];
}

/** Reads no more of the TypeScript files of a folder than what they import: to parse them takes far longer. */
export function readImporters(directory: string): Importer[] {
  return readTexts(directory).map(([path, text]) => ({
    path,
    text,
    targets: ts.preProcessFile(text, true, true).importedFiles.map((one) => toTarget(path, one.fileName)),
  }));
}

function readTexts(directory: string): [path: string, text: string][] {
  return listFiles(directory)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]);
}

function readSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Source['imports'] = [];
  const functions: Source['functions'] = [];
  const patterns: string[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, dynamic: boolean) => {
    if (specifier === undefined || !ts.isStringLiteral(specifier)) return;
    imports.push({ target: toTarget(path, specifier.text), typeOnly, dynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node), false);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly, false);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true, false);
    if (ts.isRegularExpressionLiteral(node) || (ts.isStringLiteralLike(node) && isMatchedWith(node)))
      patterns.push(node.text);
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const [first, last] = [node.getStart(), node.getEnd()].map(
        (position) => file.getLineAndCharacterOfPosition(position).line,
      );
      const { name } = node;
      functions.push({
        name: name === undefined ? '(closure)' : name.getText(),
        lines: (last ?? 0) - (first ?? 0) + 1,
        topLevel: ts.isFunctionDeclaration(node) && ts.isSourceFile(node.parent),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const typesOnly = file.statements.every(
    (node) =>
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      (ts.isImportDeclaration(node) && isTypeOnly(node)) ||
      (ts.isExportDeclaration(node) && node.isTypeOnly),
  );
  return {
    path,
    text,
    imports,
    functions,
    exported: file.statements.flatMap(exportedBy),
    patterns,
    typesOnly,
  };
}

function exportedBy(node: ts.Statement): string[] {
  if (ts.isExportDeclaration(node) && node.exportClause !== undefined && ts.isNamedExports(node.exportClause))
    return node.exportClause.elements.map(({ name }) => name.text);
  const isExported =
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.map(({ name }) => name.getText());
  return 'name' in node ? [(node.name as ts.Node).getText()] : [];
}

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
const searches = new Set(['startsWith', 'endsWith', 'includes', 'indexOf', 'lastIndexOf', 'split']);

/** Whether a value is compared with the text, or looked through for it. */
function isMatchedWith(node: ts.StringLiteralLike): boolean {
  const { parent } = node;
  if (ts.isCaseClause(parent)) return true;
  if (ts.isBinaryExpression(parent)) return comparisons.has(parent.operatorToken.kind);
  return (
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    searches.has(parent.expression.name.text)
  );
}

function isTypeOnly({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false;
  if (importClause.isTypeOnly) return true;
  const { name, namedBindings } = importClause;
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.length > 0 &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}

function toTarget(path: string, specifier: string): string {
  if (specifier.startsWith('#runtime/'))
    return specifier.replace('#runtime/', 'templates/project/src/runtime/').replace(/\.js$/, '.ts');
  if (!specifier.startsWith('.')) return specifier;
  return relative(root, join(root, path, '..', specifier))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts');
}
