import { existsSync, readdirSync, readFileSync } from "node:fs";
import { CriticalityLevel, diff } from "@graphql-inspector/core";
import { buildSchema, type GraphQLSchema, printSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { buildSurface } from "../../../src/schema.js";

/** The schemas of releases, `<version>.graphql`. The first release creates the folder. */
const folder = "schema/released";
const released = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".graphql")) : [];

/** The schema as clients read it. */
const current = printSchema(buildSurface().graph());

/** Returns the changes that break documents written for a schema. */
async function breakingChanges(before: GraphQLSchema, after: GraphQLSchema): Promise<string[]> {
  const changes = await diff(before, after);
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message);
}

const inNumbers = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });

describe("the GraphQL schema", () => {
  it("breaks no document written for the last release", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const last = released.sort(inNumbers).at(-1);
    // 0.1.0 is the first release: without a later version there is nothing to break.
    if (last === undefined) return expect(version).toBe("0.1.0");
    const before = buildSchema(readFileSync(`${folder}/${last}`, "utf8"));
    expect(await breakingChanges(before, buildSchema(current))).toEqual([]);
  });

  it("is checked for removed fields, changed types and new required arguments", async () => {
    const changed = current
      .replace(/^( +)deleteCosts\(/m, "$1removeCosts(")
      .replace("has_previous_page: Boolean!", "has_previous_page: Int!")
      .replace(/^( +)node\(\n/m, "$1node(\n    and: Int!\n");
    expect((await breakingChanges(buildSchema(current), buildSchema(changed))).sort()).toEqual([
      "Argument 'and: Int!' added to field 'Query.node'",
      "Field 'PageInfo.has_previous_page' changed type from 'Boolean!' to 'Int!'",
      "Field 'deleteCosts' was removed from object type 'Mutation'",
    ]);
  });
});
