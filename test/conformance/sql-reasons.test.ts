import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { measures } from "../../bench/measures.js";
import { runsSql } from "../../scripts/query-counts.js";

/** The reasons of decision 0013 for SQL instead of models, each with its keyword. */
const reasons = [/\bmeasured by `/, /\bset-based writes?\b/, /\bqueue\b/, /\blocks?\b/, /\bmodels cannot\b/];

/** The names of the measures of `bench/`, and the routes in their titles. */
const measured = new Set(
  measures.flatMap(({ name, title }) => [
    name,
    ...[...title.matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, route]) => route),
  ]),
);

/** One or several names in backticks, such as `` `totals`, `add-item` and `place-order` ``. */
const namesOfMeasures = /^measured by ((?:`[^`]+`(?:, | and |, and )?)+)/;

const withoutMarks = (comment: string) => comment.replaceAll(/\n?^\/\/ /gm, " ").trim();

/** Returns the first comment of a file without its marks; empty if the file begins with code. */
function firstComment(text: string): string {
  const [comment = ""] = /^(?:\/\/ .*\n)*/.exec(text) ?? [];
  return withoutMarks(comment);
}

/** Returns the comment on the lines directly above a declaration. */
function commentAbove(declaration: ts.Node, source: ts.SourceFile): string {
  const above = source.text.slice(declaration.getFullStart(), declaration.getStart(source));
  const [comment = ""] = /(?:\/\/ .*\n)*$/.exec(above) ?? [];
  return withoutMarks(comment);
}

/** Returns the faults of a file of rows: functions with SQL but no reason, and reasons without SQL. */
function faultsInRows(text: string): string[] {
  const source = ts.createSourceFile("x.rows.ts", text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((declaration) => {
    const comment = commentAbove(declaration, source);
    const unneeded = comment.startsWith("SQL: ") ? "gives a reason but has no SQL" : undefined;
    const fault = runsSql(declaration) ? faultOf(comment) : unneeded;
    const [firstLine = ""] = declaration.getText(source).split("\n");
    return fault === undefined ? [] : [`${firstLine} ${fault}`];
  });
}

/** Returns the fault of a comment on SQL; undefined if it states a reason of decision 0013. */
function faultOf(comment: string): string | undefined {
  if (!/^SQL: /.test(comment) || !reasons.some((reason) => reason.test(comment)))
    return "states no reason of decision 0013";
  for (const { index } of comment.matchAll(/\bmeasured\b/g)) {
    const [, names] = namesOfMeasures.exec(comment.slice(index)) ?? [];
    if (names === undefined) return "names no measure after `measured by`";
    const unknown = [...names.matchAll(/`([^`]+)`/g)].filter(([, name = ""]) => !measured.has(name));
    if (unknown.length > 0)
      return `names measures that bench/ does not have: ${unknown.map(([name]) => name).join(", ")}`;
  }
  return undefined;
}

const filesOf = (ending: string) =>
  readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(ending));

describe("functions with SQL in files of rows", () => {
  const files = filesOf(".rows.ts");

  it("state directly above a permitted reason not to use models, and no other function does", () => {
    const faults = files.flatMap((file) =>
      faultsInRows(readFileSync(`src/${file}`, "utf8")).map((fault) => `${file}: ${fault}`),
    );
    expect(faults).toEqual([]);
    const withSql = files.filter((file) => readFileSync(`src/${file}`, "utf8").includes("\n// SQL: "));
    expect(withSql.length).toBeGreaterThan(20);
  });

  it.each([
    ["/** Locks. */\n// SQL: a lock.\nexport const lock = (db: Db) => db.execute('…');\n", []],
    [
      "/** Locks. */\nexport const lock = (db: Db) =>\n  db.execute('…');\n",
      ["export const lock = (db: Db) => states no reason of decision 0013"],
    ],
    [
      "// SQL: a lock.\n\nconst a = 1;\nfunction b(db: Db) {\n  return db.one('…');\n}\n",
      ["function b(db: Db) { states no reason of decision 0013"],
    ],
    ["import a from 'a';\n\n// SQL: a\n// lock.\nconst a = 1;\n", ["const a = 1; gives a reason but has no SQL"]],
  ])("are checked: %j", (text, faults) => {
    expect(faultsInRows(text)).toEqual(faults);
  });
});

describe("SQL files", () => {
  const files = filesOf(".sql.ts");

  it("state in their first comment a permitted reason not to use models, and measures that exist", () => {
    const faults = files.flatMap((file) => {
      const fault = faultOf(firstComment(readFileSync(`src/${file}`, "utf8")));
      return fault === undefined ? [] : [`${file} ${fault}`];
    });
    expect(files.length).toBeGreaterThan(50);
    expect(faults).toEqual([]);
  });

  it.each([
    ["// SQL: reads prices.\n", "states no reason of decision 0013"],
    ["import a from 'a';\n", "states no reason of decision 0013"],
    ["// SQL: a set-based write (measured by the drains).\n", "names no measure after `measured by`"],
    [
      "// SQL: measured by `add-item` and\n// `add-nothing`.\n",
      "names measures that bench/ does not have: `add-nothing`",
    ],
    ["// SQL: measured by `add-item` and\n// `GET /V1/products/:sku`. More.\nimport a from 'a';\n", undefined],
    ["// SQL: models cannot lock.\n", undefined],
  ])("are checked for their first comment: %j", (text, fault) => {
    expect(faultOf(firstComment(text))).toBe(fault);
  });
});
