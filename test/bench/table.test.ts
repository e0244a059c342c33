import { describe, expect, it } from "vitest";
import type { Goal, Measure } from "../../bench/measure.js";
import { measures } from "../../bench/measures.js";
import { isReached, table, withOnly, withRows } from "../../bench/table.js";
import { measureAlternately, median } from "../../bench/timing.js";

const measure = (goal: Goal): Measure => ({
  name: "work",
  title: "work",
  unit: "ms",
  goal,
  run: () => Promise.reject(new Error("not run here")),
});

describe("the benchmark", () => {
  it("returns the median of several runs", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 9, 2])).toBe(3);
  });

  it("runs Portico and the baseline alternately", async () => {
    const order: string[] = [];
    const of = (name: string, value: number) => () => Promise.resolve(order.push(name) * 0 + value);
    expect(await measureAlternately(2, { ours: of("ours", 3), baseline: of("baseline", 2) })).toEqual({
      ours: 3,
      baseline: 2,
    });
    expect(order).toEqual(["ours", "baseline", "ours", "baseline"]);
  });

  it("replaces rows with those of a later run, and appends new ones", () => {
    const of = (title: string, ours: number) => ({
      measure: { ...measure({ of: "ratio" }), title },
      outcome: { ours },
    });
    const whole = table([of("one", 10), of("two", 20)], "17").replace("| one |", "| one   |");
    const changed = withRows(whole, table([of("one", 30), of("three", 40)], "17"));
    expect(changed.split("\n").map((line) => line.split(" | ").slice(0, 2).join(" "))).toEqual([
      expect.stringContaining("PostgreSQL 17") as string,
      "",
      ...["| work Portico", "| --- ---:", "| one 30 ms", "| two 20 ms", "| three 40 ms"],
    ]);
    expect(() => withRows(whole, table([of("one", 30)], "16"))).toThrow("another day or machine");
  });

  it("keeps the first line, the heading and the chosen rows, and rejects work without a row", () => {
    const of = (title: string) => ({ measure: { ...measure({ of: "ratio" }), title }, outcome: { ours: 10 } });
    const whole = table([of("one"), of("two"), of("three")], "17");
    const shown = withOnly(whole, ["three", "one"]).split("\n");
    expect(shown.map((line) => line.split(" | ")[0])).toEqual([
      whole.split("\n")[0],
      "",
      "| work",
      "| ---",
      "| one",
      "| three",
    ]);
    expect(() => withOnly(whole, ["four"])).toThrow("The table lacks four.");
  });

  it.each([
    [{ of: "ratio", atMost: 2 }, { ours: 20, baseline: 10 }, true],
    [{ of: "ratio", atMost: 2 }, { ours: 21, baseline: 10 }, false],
    [{ of: "ratio", atLeast: 0.4 }, { ours: 4, baseline: 10 }, true],
    [{ of: "ratio", atLeast: 0.4 }, { ours: 3, baseline: 10 }, false],
    [{ of: "ours", atMost: 300 }, { ours: 299, baseline: 1 }, true],
    [{ of: "ours", atMost: 300 }, { ours: 301, baseline: 301 }, false],
    [{ of: "ratio", atMost: 2 }, { ours: 1 }, false],
  ] as const)("evaluates the goal %j with the outcome %j as %s", (goal, outcome, reached) => {
    const result = { measure: measure(goal), outcome };
    expect(isReached(result)).toBe(reached);
    expect(table([result], "17").includes("(missed)")).toBe(!reached);
  });

  it("has a unique name for every measure", () => {
    expect(new Set(measures.map(({ name }) => name)).size).toBe(measures.length);
  });
});
