import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { screenshotFolder } from "./chromium.js";

interface Workflow {
  readonly jobs: {
    readonly everything: { readonly steps: readonly { readonly uses?: string; readonly with?: object }[] };
  };
}

it("CI keeps the screenshots of the tests", () => {
  const { jobs } = parse(readFileSync(".github/workflows/ci.yml", "utf8")) as Workflow;
  const kept = jobs.everything.steps.filter(({ uses }) => uses?.startsWith("actions/upload-artifact@"));
  expect(kept).toEqual([
    expect.objectContaining({ with: expect.objectContaining({ path: relative("", screenshotFolder) }) }),
  ]);
});
