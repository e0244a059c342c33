import { appendFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestApp } from "../support/app.js";
import { knownIn, readKnownDifferences } from "./known-differences.js";
import { type DifferentStep, replay, startRecorded } from "./replay.js";
import { type Domain, readStories, type Story } from "./stories.js";

const known = readKnownDifferences();

/** A file to which each step that differs is written, as a line of JSON: `scripts/list-differences.mjs` reads it. */
const found = process.env["PORTICO_DIFFERENCES"];

export interface Recorded {
  readonly settings?: NodeJS.ProcessEnv;
  /** Names of stories that had happened before. Their answers are not compared. */
  readonly before?: readonly string[];
}

/**
 * Replays the stories of a domain, in order, on one database. Each answer must be that of Magento, except for those that
 * `known-differences.json` names, and these must differ.
 */
export function describeStories(
  domain: Domain,
  isReplayed: (story: Story) => boolean,
  { settings = {}, before = [] }: Recorded = {},
): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await startRecorded(domain, settings);
    for (const story of readStories(domain)) if (before.includes(story.name)) await replay(app, story);
  }, 120_000);
  afterAll(() => app[Symbol.asyncDispose]());

  it.for(
    readStories(domain)
      .filter(isReplayed)
      .map((story) => [story.title, story] as const),
  )("%s", { timeout: 600_000 }, async ([, story]) => {
    const name = `${domain}/${story.name}`;
    const different = await replay(app, story);
    if (found !== undefined) for (const each of different) appendFileSync(found, lineOf(name, each));
    const numbers = different.map(({ at }) => at);
    const expected = knownIn(known, name);
    expect({
      new: different.filter(({ at }) => !expected.includes(at)).map(described),
      gone: expected.filter((at) => !numbers.includes(at)),
    }).toEqual({ new: [], gone: [] });
  });
}

const described = ({ at, step, differences }: DifferentStep) => ({
  step: `${at}: ${step.label} (${step.method} ${step.path})`,
  differences: differences.slice(0, 5),
});

const lineOf = (story: string, { at, step, differences }: DifferentStep): string =>
  `${JSON.stringify({ story, at, label: step.label, method: step.method, path: step.path, body: step.body, differences })}\n`;
