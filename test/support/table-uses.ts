import ts from "typescript";
import { tables } from "../../src/platform/db/generated/tables.js";
import { type ModelName, tableOf } from "../../src/platform/db/models.js";

const isModel = (name: string): name is ModelName => Object.hasOwn(tables, name);
const tableNames = (Object.keys(tables) as ModelName[]).map((model) => tableOf(model).table);

const compound = tableNames.filter((table) => table.includes("_")).join("|");
/**
 * Table names of one word are also words of prose and names of columns, so they count only where SQL expects a table.
 */
const oneWord = tableNames.filter((table) => !table.includes("_")).join("|");
const tableFollows = String.raw`\b(?:from|join|into|update|using|only)\s+"?`;

/** Excludes aliases and columns. A table before a point is also named in the join of the statement. */
const anywhere = new RegExp(String.raw`(?<!\bas\s+|[.'])\b(${compound})\b(?!\s*\.|\()`, "g");
const afterKeyword = new RegExp(String.raw`${tableFollows}(${compound}|${oneWord})\b(?!\s*\.|\()`, "g");
const afterComma = new RegExp(String.raw`\bfrom\s[^()]*?,\s*(${oneWord})(?=\s+(?:as\s+)?[a-z]{1,2}\b)`, "g");
/** A fragment that another statement places after `from`. */
const atStart = new RegExp(String.raw`^\s*(${oneWord})(?=\s+(?:as\s+)?[a-z]{1,2}\b|\s+(?:left |cross )?join\b)`, "g");

const isSql = (text: string) => /\bselect\b|\binsert into\s|\bdelete from\s|\bupdate\s+\S+\s.*\bset\s/s.test(text);

function tablesInText(text: string, isOfSql: boolean): string[] {
  const patterns = isOfSql ? [anywhere, afterKeyword, afterComma, atStart] : [afterKeyword];
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table = ""]) => table));
  return isOfSql || isSql(text) ? found : found.filter((table) => table.includes("_"));
}

/**
 * Returns the tables that a source file uses: those named in its SQL, those of the models that it uses from
 * `db.models` or passes by name to a function together with the database, and those that its queries reach by
 * relations.
 */
export function tablesUsedIn(path: string, text: string): ReadonlySet<string> {
  const isOfSql = /\.(?:sql|rows)\.ts$/.test(path);
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const literal = textOf(node);
    if (literal !== undefined) tablesInText(literal, isOfSql).forEach((table) => used.add(table));
    modelsIn(node).forEach((model) => used.add(tableOf(model).table));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return used;
}

/** Returns the text of a literal, with a question mark for each expression. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("?");
}

/** Returns the models that an expression uses, without those of nested expressions. */
function modelsIn(node: ts.Node): ModelName[] {
  if (ts.isPropertyAccessExpression(node) && isModels(node.expression) && isModel(node.name.text)) {
    const model = node.name.text;
    const call = node.parent.parent;
    const query = ts.isCallExpression(call) && call.expression === node.parent ? call.arguments : [];
    return [model, ...query.flatMap((argument) => relatedModels(argument, model))];
  }
  return ts.isCallExpression(node) ? modelsPassed(node) : [];
}

const isModels = (node: ts.Expression) =>
  (ts.isPropertyAccessExpression(node) && node.name.text === "models") ||
  (ts.isIdentifier(node) && node.text === "models");

/** `lock(db, "product", …)` */
function modelsPassed({ arguments: [first, second] }: ts.CallExpression): ModelName[] {
  const getsDatabase = first !== undefined && /\b(?:db|tx)$/.test(first.getText());
  return getsDatabase && second && ts.isStringLiteral(second) && isModel(second.text) ? [second.text] : [];
}

/**
 * Returns the models that a query names as relations: in `include`, `select`, `where`, `orderBy` and nested writes.
 */
function relatedModels(node: ts.Node, model: ModelName): ModelName[] {
  const isNamed = ts.isPropertyAssignment(node) && !ts.isComputedPropertyName(node.name);
  const relation = isNamed ? tableOf(model).relations[node.name.text] : undefined;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  const below = children.flatMap((child) => relatedModels(child, relation?.model ?? model));
  return relation ? [relation.model, ...below] : below;
}
