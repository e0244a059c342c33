import { mayChangePrices, type PriceRight } from "../../../api/auth/price-rights.js";
import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import type { ValidRows } from "../writes/checked-rows.js";
import type { PriceWrite } from "../writes/price-writes.sql.js";
import type { TierPriceWrite } from "../tier-prices/tier-price-writes.sql.js";
import { PriceGuard } from "./price-guard.js";

/** Guard-rails do not limit deletions, but the rights of a role apply. */

/** Throws 400 if the caller's role must not delete prices. */
export function requirePriceRight({ actor }: Pick<Context, "actor">, right: PriceRight): void {
  if (mayChangePrices(actor, right)) return;
  throw inputError("Your role cannot change %kind prices of the website with the ID %websiteId.", {
    kind: right.kind,
    websiteId: right.websiteId,
    code: "PRICE_RIGHT",
  });
}

/** Moves the special prices that the caller's role must not delete to the failures. */
export const filterDeletable = async (ctx: Context, checked: ValidRows<PriceWrite>): Promise<ValidRows<PriceWrite>> =>
  ctx.actor.priceRights === undefined ? checked : PriceGuard.forRights(ctx).filterPrices(checked);

/** Moves the tier prices that the caller's role must not delete to the failures. */
export const filterDeletableTiers = async (
  ctx: Context,
  checked: ValidRows<TierPriceWrite>,
): Promise<ValidRows<TierPriceWrite>> =>
  ctx.actor.priceRights === undefined ? checked : PriceGuard.forRights(ctx).filterTierPrices(checked);
