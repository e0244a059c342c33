import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const page = "src/extras/console/page";
type Texts = Readonly<Record<string, string>>;

const textsOf = (language: string) =>
  JSON.parse(readFileSync(join(page, "texts", `${language}.json`), "utf8")) as Texts;

/** Returns the texts that the console's sources pass to `t`. */
function usedTexts(): readonly string[] {
  const sources = readdirSync(page, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const calls = sources.flatMap((name) => [
    ...readFileSync(join(page, name), "utf8").matchAll(/\bt\(\s*("(?:[^"\\]|\\.)*")/g),
  ]);
  return [...new Set(calls.map(([, literal = '""']) => JSON.parse(literal) as string))].sort();
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe("the console's texts", () => {
  const german = textsOf("de");
  const english = textsOf("en");
  const used = usedTexts();

  it("all have a German text", () => {
    const missing = used.filter((text) => !(text in german) && !(`${text}_one` in german && `${text}_other` in german));
    expect(used.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  it("have the same placeholders in German", () => {
    const texts = Object.entries(german).map(([text, translated]) => ({
      text: text.replace(/_(one|other)$/, ""),
      translated,
    }));
    const different = texts.filter(
      ({ text, translated }) => placeholders(text).join() !== placeholders(translated).join(),
    );
    expect(different).toEqual([]);
  });

  it("have a singular form in both languages, or in none", () => {
    const singular = (texts: Texts) => Object.keys(texts).filter((text) => text.endsWith("_one"));
    expect(singular(english).sort()).toEqual(singular(german).sort());
  });
});
