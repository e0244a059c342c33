import { buildSchemaSync, Int, Mutation, Query, Resolver } from "type-graphql";
import { describe, expect, it } from "vitest";
import { collectOperations } from "../../../src/api/contract/routes/operations.js";
import { Contract, Rest, type RestOptions } from "../../../src/api/contract/rest.js";

interface Declared {
  readonly kind: typeof Query | typeof Mutation;
  readonly line: string;
  readonly permission?: string;
  readonly options?: RestOptions;
}

/** Returns a resolver with one operation, `depots`, that is declared like this. */
function resolverOf({ kind, line, permission = "anonymous", options }: Declared) {
  @Contract("Depot", "Depots", { aggregate: "depot" })
  @Resolver()
  class Depots {
    @Rest(line, permission, options)
    @kind(() => Int, { name: "depots", description: "Reads." })
    read(): number {
      return 0;
    }
  }
  return Depots;
}

const other = resolverOf({ kind: Query, line: "GET /V1/depots/count" });

describe("the declaration of a route", () => {
  it.each<[string, Declared, string]>([
    ["a mutation behind GET", { kind: Mutation, line: "GET /V1/depots" }, "a GET route only reads, so it is a query"],
    ["a query behind DELETE", { kind: Query, line: "DELETE /V1/depots" }, "a query has GET, POST or PUT routes"],
    [
      "a binding of no argument",
      { kind: Query, line: "GET /V1/depots", options: { bind: { depotId: () => 1 } } },
      "binds depotId, which is not an argument",
    ],
  ])("is rejected if it has %s", (_, declared, reason) => {
    // A schema has a query.
    const resolvers =
      declared.kind === Query ? ([resolverOf(declared)] as const) : ([other, resolverOf(declared)] as const);
    const schema = buildSchemaSync({ resolvers, validate: false });
    expect(() => collectOperations(schema)).toThrow(`depots (${declared.line}): ${reason}`);
  });
});
