import { relative } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { faultsOf, quarantine, quarantineNote } from "../support/quarantine.js";

const file = relative(process.cwd(), import.meta.filename);
const title = "has only recent tests that exist, each with a reason";
const entry = { file, title, since: "2026-03-01", reason: "depends on the order of two threads" };
const day = new Date("2026-03-20");

describe("the list of flaky tests", () => {
  it(title, () => {
    expect(faultsOf(quarantine, new Date())).toEqual([]);
  });

  it("may have a recent test with a reason", () => {
    const entries = [{ ...entry, title: "may have a recent test with a reason" }];
    expect(faultsOf(entries, day)).toEqual([]);
  });

  const known = { ...entry, title: "rejects" };
  it.each([
    ["an unknown file", { ...known, file: "test/none.test.ts" }, /none\.test\.ts has no test "rejects"/],
    ["an unknown title", { ...known, title: ["no such", "test"].join(" ") }, /has no test "no such/],
    ["a missing reason", { ...known, reason: " " }, /no reason/],
    ["an old entry", { ...known, since: "2026-02-17" }, /last 30 days: 2026-02-17/],
    ["an entry of the future", { ...known, since: "2026-03-21" }, /last 30 days/],
    ["an entry without a date", { ...known, since: "March" }, /last 30 days: March/],
  ])("reports %s", (_, broken, message) => {
    expect(faultsOf([broken], day)).toEqual([expect.stringMatching(message)]);
  });

  it("is at most five entries long", () => {
    expect(
      faultsOf(
        Array.from({ length: 6 }, () => known),
        day,
      ),
    ).toEqual(["more than 5 entries"]);
  });
});

describe("a quarantined test", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is skipped with its reason in CI, and runs elsewhere", () => {
    vi.stubEnv("CI", "true");
    const note = "in quarantine since 2026-03-01: depends on the order of two threads";
    expect(quarantineNote(import.meta.filename, title, [entry])).toBe(note);
    expect(quarantineNote(import.meta.filename, "another title", [entry])).toBeUndefined();
    vi.stubEnv("CI", "");
    expect(quarantineNote(import.meta.filename, title, [entry])).toBeUndefined();
  });
});
