import { Ctx, Query, Resolver } from "type-graphql";
import type { Context } from "../../call/context.js";
import { Contract, Rest } from "../../contract/rest.js";
import { CallLimit } from "./limits.types.js";
import type { RateLimits } from "./rate-limits.js";

interface LimitsDependencies {
  readonly limits: RateLimits;
}

@Contract("Authorization", "LimitInformation")
@Resolver()
export class LimitInformation {
  constructor(private readonly dependencies: LimitsDependencies) {}

  @Rest("GET /V1/limits", "anonymous")
  @Query(() => [CallLimit], {
    name: "limits",
    description: "Returns the rate limits that apply to the caller, and the number left of each.",
  })
  getLimits(@Ctx() { actor, address }: Context): Promise<CallLimit[]> {
    return this.dependencies.limits.read({ actor, address });
  }
}
