import { buildSchemaSync, Field, Int, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { describe, expect, it } from "vitest";
import { collectOperations } from "../../../src/api/contract/routes/operations.js";
import { Contract, Rest, type RestOptions } from "../../../src/api/contract/rest.js";

@ObjectType({ description: "A depot." })
class Depot {
  @Field(() => Int, { description: "Its id." })
  id!: number;
}

interface Declared {
  readonly kind: typeof Query | typeof Mutation;
  readonly line: string;
  readonly permission?: string;
  readonly options?: RestOptions;
  readonly returns?: typeof Depot;
}

/** Returns a resolver with one operation, `depots`, that is declared like this. */
function resolverOf({ kind, line, permission = "anonymous", options, returns }: Declared) {
  @Contract("Depot", { aggregate: "depot" })
  @Resolver()
  class Depots {
    @Rest(line, permission, options)
    @kind(() => returns ?? Int, { name: "depots", description: "Reads." })
    read(): number | Depot {
      return 0;
    }
  }
  return Depots;
}

const other = resolverOf({ kind: Query, line: "GET /V1/depots/count" });

describe("the declaration of a route", () => {
  const notBrief = "only the object that a queued operation returns can be brief";
  it.each<[string, Declared, string]>([
    ["a mutation behind GET", { kind: Mutation, line: "GET /V1/depots" }, "a GET route only reads, so it is a query"],
    ["a query behind DELETE", { kind: Query, line: "DELETE /V1/depots" }, "a query has GET, POST or PUT routes"],
    [
      "a binding of no argument",
      { kind: Query, line: "GET /V1/depots", options: { bind: { depotId: () => 1 } } },
      "binds depotId, which is not an argument",
    ],
    [
      "a brief response that is read",
      { kind: Query, line: "GET /V1/depots", options: { briefResult: true }, returns: Depot },
      notBrief,
    ],
    [
      "a brief response that is never stored",
      { kind: Mutation, line: "POST /V1/depots", options: { briefResult: true, immediate: true }, returns: Depot },
      notBrief,
    ],
    [
      "a brief response that is no object",
      { kind: Mutation, line: "POST /V1/depots", options: { briefResult: true } },
      notBrief,
    ],
  ])("is rejected if it has %s", (_, declared, reason) => {
    // A schema has a query.
    const resolvers =
      declared.kind === Query ? ([resolverOf(declared)] as const) : ([other, resolverOf(declared)] as const);
    const schema = buildSchemaSync({ resolvers, validate: false });
    expect(() => collectOperations(schema)).toThrow(`depots (${declared.line}): ${reason}`);
  });
});
