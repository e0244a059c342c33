import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { BulkAcceptance } from "../../../api/bulk/accept/bulk-acceptance.types.js";
import { audit } from "../../../api/auth/audit.rows.js";
import { isUuid } from "../../../platform/db/statements/parameters.js";
import type { QueueDependencies } from "../../../api/call/stored/async-queue.js";
import type { Context } from "../../../api/call/context.js";
import { inputError, invalid, noSuchEntity } from "../../../api/call/errors.js";
import { Contract, Rest } from "../../../api/contract/rest.js";
import type { PriceDependencies } from "../../../commerce/pricing/writes/price-checks.js";
import { originOf } from "../../../commerce/pricing/writes/price-origin.js";
import { previewUndo } from "./preview-undo.js";
import { undoPrices } from "./undo-prices.js";
import { type Chosen, lockChangedProducts } from "./undo.sql.js";
import { PriceUndo } from "./undo.types.js";

@Contract("PriceHistory", "PriceUndoManagement", { aggregate: "product" })
@Resolver()
export class PriceUndoManagement {
  constructor(private readonly dependencies: QueueDependencies & PriceDependencies) {}

  @Rest("POST /V1/price-changes/undo", "Portico_Prices::undo", { preview: previewUndo })
  @Mutation(() => PriceUndo, {
    name: "undoPriceChanges",
    description:
      "Undoes the price changes of a request or a bulk, or single changes. Exactly one argument must be given. A price that was changed since then is not restored. The undo is recorded in the history like any other change and can itself be undone. 404 if no price was changed.",
  })
  async undo(
    @Arg("requestId", () => String, { nullable: true, description: "Id of the request that changed prices." })
    requestId: string | null | undefined,
    @Arg("bulkUuid", () => String, { nullable: true, description: "Id of the bulk whose operations changed prices." })
    bulkUuid: string | null | undefined,
    @Arg("ids", () => [String], { nullable: true, description: "Ids of changes, at most 10,000." })
    ids: string[] | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<PriceUndo> {
    const chosen = chosenBy({ requestId, bulkUuid, ids });
    const done = await undoPrices(ctx.db, chosen, {
      origin: originOf(ctx, "PriceHistory.undo"),
      review: this.dependencies.priceChecks.review?.(ctx),
    });
    if (done) {
      await audit(ctx.db, ctx, { event: "price changes undone", type: null, id: null, name: titleOf(chosen) });
      return done;
    }
    if ("bulkUuid" in chosen) throw noSuchEntity("bulk_uuid", chosen.bulkUuid);
    throw "requestId" in chosen
      ? noSuchEntity("request_id", chosen.requestId)
      : noSuchEntity("ids", (ids ?? []).join(","));
  }

  @Rest("POST /V1/bulk/:bulkUuid/undo", "Portico_Prices::undo", { preview: previewUndo, immediate: true })
  @Mutation(() => BulkAcceptance, {
    name: "undoBulk",
    description:
      "Queues the undo of the prices that a bulk changed, as a bulk of its own. Its operation has the result of `undoPriceChanges`. 404 if the bulk changed no price.",
  })
  async undoBulk(
    @Arg("bulkUuid", () => String, { description: "Id of the bulk whose operations changed prices." }) bulkUuid: string,
    @Ctx() ctx: Context,
  ): Promise<BulkAcceptance & Partial<PriceUndo>> {
    const { asyncQueue } = this.dependencies;
    if (!isUuid(bulkUuid)) throw invalid("bulkUuid", bulkUuid);
    if (ctx.isPreview) {
      const undone = await this.undo(null, bulkUuid, null, ctx);
      return { bulk_uuid: bulkUuid, request_items: [], errors: false, ...undone };
    }
    if (!(await lockChangedProducts(ctx.db, { bulkUuid }))) throw noSuchEntity("bulk_uuid", bulkUuid);
    const route = await asyncQueue.routeFor("undoPriceChanges", ctx);
    return asyncQueue.accept({ mode: "async", route, path: {}, body: { bulkUuid }, headers: {}, ctx });
  }
}

const maxChanges = 10_000;

function chosenBy(given: {
  readonly requestId: string | null | undefined;
  readonly bulkUuid: string | null | undefined;
  readonly ids: readonly string[] | null | undefined;
}): Chosen {
  const { requestId, bulkUuid, ids } = given;
  if ([requestId, bulkUuid, ids].filter((value) => value != null).length !== 1) {
    throw inputError("Give exactly one of requestId, bulkUuid and ids.");
  }
  if (requestId != null) return { requestId };
  if (bulkUuid != null) {
    if (!isUuid(bulkUuid)) throw invalid("bulkUuid", bulkUuid);
    return { bulkUuid };
  }
  if ((ids ?? []).length > maxChanges)
    throw inputError("At most %1 changes can be undone at once.", [String(maxChanges)]);
  return { changes: (ids ?? []).map(toChange) };
}

/** Returns what is undone, as the audit log names it. */
function titleOf(chosen: Chosen): string {
  if ("bulkUuid" in chosen) return `bulk ${chosen.bulkUuid}`;
  return "requestId" in chosen ? `request ${chosen.requestId}` : `${chosen.changes.length} changes`;
}

function toChange(id: string): { set: number; seq: number } {
  const [, set, seq] = /^(\d{1,15})\.(\d{1,9})$/.exec(id) ?? [];
  if (set === undefined || seq === undefined) throw invalid("ids", id);
  return { set: Number(set), seq: Number(seq) };
}
