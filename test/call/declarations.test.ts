import { Arg, buildSchemaSync, Field, Int, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { describe, expect, it } from "vitest";
import { collectOperations } from "../../src/contract/operations.js";
import { Contract, Rest } from "../../src/contract/rest.js";

@Contract("Depot", { aggregate: "depot" })
@Resolver()
class Right {
  @Rest("GET /V1/depots/count", "anonymous")
  @Query(() => Int, { name: "depots", description: "Counts." })
  count(): number {
    return 0;
  }
}

@Contract("Depot", { aggregate: "depot" })
@Resolver()
class Written {
  @Rest("GET /V1/depots", "anonymous")
  @Mutation(() => Int, { name: "countDepots", description: "Counts." })
  count(): number {
    return 0;
  }
}

@Contract("Depot", { aggregate: "depot" })
@Resolver()
class Deleted {
  @Rest("DELETE /V1/depots", "anonymous")
  @Query(() => Int, { name: "emptyDepots", description: "Counts." })
  count(): number {
    return 0;
  }
}

@Contract("Depot", { aggregate: "depot" })
@Resolver()
class Bound {
  @Rest("GET /V1/depots", "anonymous", { bind: { depotId: () => 1 } })
  @Query(() => Int, { name: "boundDepots", description: "Counts." })
  count(@Arg("id", () => Int) id: number): number {
    return id;
  }
}

@Contract("Depot", { aggregate: "depot" })
@Resolver()
class EarlyOfCaller {
  @Rest("GET /V1/depots", "self", { early: true })
  @Query(() => Int, { name: "earlyDepots", description: "Counts." })
  count(): number {
    return 0;
  }
}

@Contract("Depot", { aggregate: "depot" })
@Resolver()
class BriefNumber {
  @Rest("POST /V1/depots", "anonymous", { briefResult: true })
  @Mutation(() => Int, { name: "briefDepots", description: "Counts." })
  count(): number {
    return 0;
  }
}

@ObjectType({ description: "A depot." })
class Depot {
  @Field(() => Int, { description: "Its id." })
  id!: number;
}

@Contract("Depot", { aggregate: "depot" })
@Resolver()
class BriefRead {
  @Rest("GET /V1/depots", "anonymous", { briefResult: true })
  @Query(() => Depot, { name: "briefDepot", description: "Reads." })
  read(): Depot {
    return { id: 1 };
  }
}

@Contract("Depot", { aggregate: "depot" })
@Resolver()
class BriefAtOnce {
  @Rest("POST /V1/depots", "anonymous", { briefResult: true, immediate: true })
  @Mutation(() => Depot, { name: "depotAtOnce", description: "Creates." })
  create(): Depot {
    return { id: 1 };
  }
}

describe("the declaration of a route", () => {
  it.each([
    ["a mutation behind GET", Written, "countDepots (GET /V1/depots): a GET route only reads, so it is a query"],
    ["a query behind DELETE", Deleted, "emptyDepots (DELETE /V1/depots): a query has GET, POST or PUT routes"],
    ["a binding of no argument", Bound, "boundDepots (GET /V1/depots): binds depotId, which is not an argument"],
    [
      "an early read that depends on its caller",
      EarlyOfCaller,
      "earlyDepots (GET /V1/depots): only a read without a caller can begin early",
    ],
    [
      "a brief answer that is read",
      BriefRead,
      "briefDepot (GET /V1/depots): only the object that a queued operation answers can be brief",
    ],
    [
      "a brief answer that is never stored",
      BriefAtOnce,
      "depotAtOnce (POST /V1/depots): only the object that a queued operation answers can be brief",
    ],
    [
      "a brief answer that is no object",
      BriefNumber,
      "briefDepots (POST /V1/depots): only the object that a queued operation answers can be brief",
    ],
  ])("refuses %s", (_, resolver, message) => {
    // A schema has a query.
    const schema = buildSchemaSync({ resolvers: [Right, resolver], validate: false });
    expect(() => collectOperations(schema)).toThrow(message);
  });
});
