import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readKnownDifferences } from "./known-differences.js";
import { type Domain, isCompared, readStories, type Step } from "./stories.js";

const domains: readonly Domain[] = ["catalog", "checkout", "customers", "products", "sales"];
const known = readKnownDifferences();
const differing = Object.values(known).flatMap((stories) => Object.values(stories).flat()).length;

it("names each step that differs once, and only steps that are compared", () => {
  const steps = new Map<string, readonly Step[]>(
    domains.flatMap((domain) => readStories(domain).map((story) => [`${domain}/${story.name}`, story.steps] as const)),
  );
  const named = Object.values(known).flatMap((stories) =>
    Object.entries(stories).flatMap(([story, numbers]) => numbers.map((at) => ({ story, at }))),
  );
  expect(new Set(named.map(({ story, at }) => `${story} ${at}`)).size).toBe(named.length);
  const compared = named.filter(({ story, at }) => isCompared(steps.get(story)?.[at] ?? { label: "" }));
  expect(compared).toEqual(named);
});

it("has a row of docs/differences.md for each reason", () => {
  const text = readFileSync("docs/differences.md", "utf8");
  expect(Object.keys(known).filter((row) => !text.includes(row))).toEqual([]);
});

it("says in docs/differences.md and README.md how many answers are alike", () => {
  const compared = domains.flatMap(readStories).flatMap(({ steps }) => steps.filter(isCompared)).length;
  const share = (Math.floor(((compared - differing) / compared) * 1000) / 10).toFixed(1);
  const said = `${share} % of ${compared.toLocaleString("en")}`;
  for (const file of ["docs/differences.md", "README.md"])
    expect([file, readFileSync(file, "utf8")]).toEqual([file, expect.stringContaining(said)]);
});
