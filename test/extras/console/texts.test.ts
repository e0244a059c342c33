import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { columns } from "../../../src/extras/console/page/lib/desk/view-state.js";

const page = "src/extras/console/page";
type Texts = Readonly<Record<string, string>>;

const textsOf = (language: string) =>
  JSON.parse(readFileSync(join(page, "texts", `${language}.json`), "utf8")) as Texts;

/** Returns the first arguments of the calls of `t` in the console's sources, by their file. */
const calls = readdirSync(page, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && name !== "lib/translate.ts")
  .flatMap((name) =>
    [...readFileSync(join(page, name), "utf8").matchAll(/(?<![\w.])t\(\s*("(?:[^"\\]|\\.)*"|[^\s,)]+)/g)].map(
      ([, argument = ""]) => ({ name, argument }),
    ),
  );

/** Labels of tables that `t` translates where they are shown. All other calls of `t` have the text itself. */
const tables: Readonly<Record<string, readonly string[]>> = {
  "pages/desk/price-grid.tsx": ["SKU", ...columns.map(({ label }) => label)],
  "pages/desk/view-choice.tsx": columns.map(({ label }) => label),
};

const isLiteral = ({ argument }: (typeof calls)[number]) => argument.startsWith('"');
const literals = calls.filter(isLiteral).map(({ argument }) => JSON.parse(argument) as string);
const used = [...new Set([...literals, ...Object.values(tables).flat()])].sort();

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}|<\/?a>/g)].map(([all]) => all).sort();
const withoutForm = (text: string) => text.replace(/_(one|other)$/, "");

describe("the console's texts", () => {
  const german = textsOf("de");
  const english = textsOf("en");

  it("all have a German text", () => {
    const missing = used.filter((text) => !(text in german) && !(`${text}_one` in german && `${text}_other` in german));
    expect(used.length).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });

  it("are written where they are translated, apart from the labels of tables", () => {
    const variables = calls.filter((call) => !isLiteral(call)).map(({ name }) => name);
    expect([...new Set(variables)].sort()).toEqual(Object.keys(tables));
  });

  it("are all used", () => {
    const unused = [...Object.keys(german), ...Object.keys(english)].filter(
      (text) => !used.includes(withoutForm(text)) && !used.includes(text),
    );
    expect(unused).toEqual([]);
  });

  it("have the same placeholders and marks in German", () => {
    const different = Object.entries(german).filter(
      ([text, translated]) => placeholders(text).join() !== placeholders(translated).join(),
    );
    expect(different).toEqual([]);
  });

  it("have a singular form in both languages, or in none", () => {
    const singular = (texts: Texts) => Object.keys(texts).filter((text) => text.endsWith("_one"));
    expect(singular(english).sort()).toEqual(singular(german).sort());
  });
});
