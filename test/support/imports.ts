import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../../src");

/** The files that a file imports, by their paths below `src`. */
export interface Imports {
  /** Those that are loaded with it when it runs. */
  readonly loaded: ReadonlySet<string>;
  /** All, including those of which it only uses types, and those that it loads later. */
  readonly all: ReadonlySet<string>;
}

const files: readonly string[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts") && !path.startsWith("platform/db/generated/"));

/** Returns the imports of every source file, by its path below `src`. */
export function readImports(): ReadonlyMap<string, Imports> {
  const known = new Set(files);
  return new Map(files.map((path) => [path, importsIn(path, known)]));
}

/** Returns the files that run when a file is loaded, itself included. */
export function loadedWith(path: string, imports: ReadonlyMap<string, Imports>): ReadonlySet<string> {
  const found = new Set([path]);
  for (const file of found) for (const next of imports.get(file)?.loaded ?? []) found.add(next);
  return found;
}

function importsIn(path: string, known: ReadonlySet<string>): Imports {
  const [loaded, all] = [new Set<string>(), new Set<string>()];
  const add = (specifier: ts.Node | undefined, isLoaded: boolean) => {
    const found = specifier && ts.isStringLiteral(specifier) ? resolve(path, specifier.text, known) : undefined;
    if (found === undefined) return;
    all.add(found);
    if (isLoaded) loaded.add(found);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isLoadedBy(node.importClause));
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, !node.isTypeOnly && exportsValue(node));
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest));
  return { loaded, all };
}

/** Whether an import is not erased: one of an effect, of a default, of a namespace or of at least one value. */
function isLoadedBy(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return true;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return false;
  const { name, namedBindings: bindings } = clause;
  if (name || !bindings || ts.isNamespaceImport(bindings)) return true;
  return bindings.elements.some(({ isTypeOnly }) => !isTypeOnly);
}

const exportsValue = ({ exportClause: clause }: ts.ExportDeclaration): boolean =>
  !clause || ts.isNamespaceExport(clause) || clause.elements.some(({ isTypeOnly }) => !isTypeOnly);

/** Returns the source file of a relative specifier; undefined for a package, a JSON file or a generated client. */
function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const path = normalize(join(dirname(from), specifier)).replaceAll("\\", "/");
  return [path.replace(/\.js$/, ".ts"), path.replace(/\.js$/, ".tsx"), path].find((name) => known.has(name));
}
