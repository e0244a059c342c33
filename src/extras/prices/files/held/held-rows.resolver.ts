import { Arg, Ctx, Int, Mutation, Resolver } from "type-graphql";
import type { Context } from "../../../../api/call/context.js";
import { Contract, Rest } from "../../../../api/contract/rest.js";
import type { PriceDependencies } from "../../../../commerce/pricing/writes/price-checks.js";
import { applyHeldRows, proposeRows } from "./held-rows.js";
import { PriceImportProposal } from "./held-rows.types.js";

@Contract("Prices", "PriceImportProposal")
@Resolver()
export class PriceImportProposals {
  constructor(private readonly dependencies: PriceDependencies) {}

  @Rest("POST /V1/price-imports/:bulkUuid/proposals", "Portico_Prices::files", { immediate: true })
  @Mutation(() => PriceImportProposal, {
    name: "proposeImportRows",
    description:
      "Sends the failed rows of an import that a guard-rail with the action `hold` stopped for approval, as one group of proposals. Approving them sets the prices. 400 if the import is not complete, if no row is held, or if its rows were sent before, 404 for an unknown import.",
  })
  propose(
    @Arg("bulkUuid", () => String, { description: "Id of the bulk, as returned when the import was accepted." })
    bulkUuid: string,
    @Arg("rows", () => [Int], {
      nullable: true,
      description: "Numbers of rows in the list of failed rows, from 1; default: all that a guard-rail holds.",
    })
    rows: number[] | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<PriceImportProposal> {
    const configured = { ...ctx, ...this.dependencies };
    return ctx.isApproved ? applyHeldRows(configured, { bulkUuid, rows }) : proposeRows(configured, { bulkUuid, rows });
  }
}
