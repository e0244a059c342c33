import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

/** Numbers of calls in the source. */
export interface Counts {
  /** Calls of models and of row locks. */
  readonly models: number;
  /** Calls that run SQL. */
  readonly sql: number;
}

/** A row of the table in decision 0013. */
export interface Row extends Counts {
  /** Folders of `src`. */
  readonly folders: readonly string[];
  /** Why they need SQL. */
  readonly why: string;
}

/** The decision whose table lists the counts. */
export const decision = "docs/decisions/0013-models-by-default.md";

const modelCalls = new Set([
  ...["findMany", "findFirst", "findFirstOrThrow", "findUnique", "findUniqueOrThrow", "count", "aggregate", "groupBy"],
  ...["create", "createMany", "createManyAndReturn", "update", "updateMany", "updateManyAndReturn", "upsert"],
  ...["delete", "deleteMany"],
]);

const locks = new Set(["lock", "lockName"]);

const sqlCalls = new Set(["query", "one", "execute", "drawAtCommit"]);

/** Whether a node is a call that runs SQL. */
const isSqlCall = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  sqlCalls.has(node.expression.name.text);

/** Whether a declaration contains a call that runs SQL. */
export const runsSql = (node: ts.Node): boolean =>
  isSqlCall(node) || (ts.forEachChild(node, (child) => runsSql(child) || undefined) ?? false);

/** Counts the calls of each folder of `src`, except those of `src/platform/db` outside of SQL files, which implement the calls. */
export function countQueries(): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const name of readdirSync("src", { recursive: true, encoding: "utf8" })) {
    const path = name.replaceAll("\\", "/");
    const [folder = "", ...rest] = path.replace(/^(?:platform|api|commerce|extras)\//, "").split("/");
    const isSql = /\.(?:sql|rows)\.ts$/.test(path);
    if (rest.length === 0 || !path.endsWith(".ts") || (folder === "db" && !isSql)) continue;
    // The files of a new extension.
    if (path.startsWith("cli/extensions/template/")) continue;
    const found = countIn(path, isSql);
    const { models, sql } = counts.get(folder) ?? { models: 0, sql: 0 };
    if (found.models + found.sql > 0) {
      counts.set(folder, { models: models + found.models, sql: sql + found.sql });
    }
  }
  return counts;
}

function countIn(path: string, isSql: boolean): Counts {
  const text = readFileSync(`src/${path}`, "utf8");
  // Parsing takes most of the time, and most files have no such call.
  if (!isSql && !/\.models\b|\block(?:Name)?\(/.test(text)) return { models: 0, sql: 0 };
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const named = namesOfModels(source);
  const count = { models: 0, sql: 0 };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression: called } = node;
      if (ts.isIdentifier(called) && locks.has(called.text)) count.models += 1;
      if (ts.isPropertyAccessExpression(called)) {
        if (isSql && isSqlCall(node)) count.sql += 1;
        if (modelCalls.has(called.name.text) && isModel(called.expression, named)) count.models += 1;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return count;
}

/** Returns the names that stand for models, such as `priceImport` in `const { priceImport } = db.models`. */
function namesOfModels(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.add(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) add(element.name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && isModel(resultOf(node.initializer), new Set())) {
      add(node.name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Returns the body of a short function; returns other expressions unchanged. */
const resultOf = (node: ts.Expression): ts.Node => (ts.isArrowFunction(node) ? node.body : node);

/** Whether an expression is `….models`, a model of it, or one of the names. */
function isModel(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node)) return names.has(node.text);
  if (ts.isPropertyAccessExpression(node) && node.name.text === "models") return true;
  const isPassed =
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isCallExpression(node);
  return isPassed && isModel(node.expression, names);
}

const header = /^\| Folder .*\n\|[ |:-]+\n/m;

/** Returns the rows of the table in the text of the decision, without the sum. */
export function readRows(text: string): Row[] {
  const [, after = ""] = text.split(header);
  const [body = ""] = after.split("\n\n");
  return body
    .split("\n")
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first = ""]) => first !== "" && !first.startsWith("**"))
    .map(([folders = "", models, sql, why = ""]) => ({
      folders: folders.split(", "),
      models: Number(models),
      sql: Number(sql),
      why,
    }));
}

/** Returns the rows with the counts of the source. Folders that no row has get one without a reason. */
export function countedRows(rows: readonly Row[]): Row[] {
  const counts = countQueries();
  const listed = new Set(rows.flatMap(({ folders }) => folders));
  const missing = [...counts.keys()].filter((folder) => !listed.has(folder)).sort();
  return [...rows, ...missing.map((folder) => ({ folders: [folder], why: "" }))]
    .map(({ folders, why }) => {
      const known = folders.filter((folder) => counts.has(folder));
      return { folders: known, ...sumOf(known.map((folder) => counts.get(folder) ?? { models: 0, sql: 0 })), why };
    })
    .filter(({ folders }) => folders.length > 0);
}

const sumOf = (counts: readonly Counts[]): Counts => ({
  models: counts.reduce((sum, { models }) => sum + models, 0),
  sql: counts.reduce((sum, { sql }) => sum + sql, 0),
});

/** Returns the text of the decision with a table of the rows, which Prettier has to align. */
export function withRows(text: string, rows: readonly Row[]): string {
  const [before = "", after = ""] = text.split(header);
  const { models, sql } = sumOf(rows);
  const lines = [
    "| Folder | Models | SQL | Why SQL |",
    "| --- | --- | --- | --- |",
    ...rows.map((row) => `| ${row.folders.join(", ")} | ${row.models} | ${row.sql} | ${row.why} |`),
    `| **all** | **${models}** | **${sql}** | |`,
  ];
  return `${before}${lines.join("\n")}\n\n${after.slice(after.indexOf("\n\n") + 2)}`;
}
