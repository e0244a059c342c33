import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { measures } from "../../bench/measures.js";

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

/** Returns the first comment of a file without its marks; empty if the file begins with code. */
function firstComment(text: string): string {
  const [comment = ""] = /^(?:\/\/ .*\n)*/.exec(text) ?? [];
  return comment.replaceAll(/\n?^\/\/ /gm, " ").trim();
}

/** Returns the fault of the first comment of an SQL file; undefined if it states a reason of decision 0013. */
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

describe("SQL files", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sql.ts"));

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
