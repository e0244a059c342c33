import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("SQL files", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sql.ts"));

  it("state in their first comment why they do not use models", () => {
    const silent = files.filter((file) => !readFileSync(`src/${file}`, "utf8").startsWith("// "));
    expect(files.length).toBeGreaterThan(50);
    expect(silent).toEqual([]);
  });
});
