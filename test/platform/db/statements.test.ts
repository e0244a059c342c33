import { describe, expect, it } from "vitest";
import { plannedAnew, StatementNames } from "../../../src/platform/db/statements/statements.js";

describe("the names of prepared statements", () => {
  const after = (times: number, text: string) => {
    const names = new StatementNames();
    return Array.from({ length: times }, () => names.of(text)).at(-1);
  };

  it("are given to a text on its third use", () => {
    expect(after(2, "select 1")).toBeUndefined();
    expect(after(3, "select 1")).toMatch(/^portico_/);
  });

  it("are not given to a statement that is planned again each time", () => {
    expect(after(10, plannedAnew("\n  select 1"))).toBeUndefined();
  });
});
