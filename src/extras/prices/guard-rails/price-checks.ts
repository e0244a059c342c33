import { mayChangePrices } from "../../../api/auth/price-rights.js";
import { inputError } from "../../../api/call/errors.js";
import type { OpenWork } from "../../../api/auth/rights/manage-admins.js";
import type { PriceChecks } from "../../../commerce/pricing/writes/price-checks.js";
import { PriceGuard } from "./price-guard.js";
import { countOpenProposals } from "./proposals/proposals.rows.js";

/** Checks prices against the guard-rails and the rights of the caller's role. Deletions are only limited by the rights. */
export const guardedPrices: PriceChecks = {
  begin: (ctx) => PriceGuard.begin(ctx),
  filterDeletions: async (ctx, checked) =>
    ctx.actor.priceRights === undefined ? checked : PriceGuard.forRights(ctx).filterPrices(checked),
  filterTierDeletions: async (ctx, checked) =>
    ctx.actor.priceRights === undefined ? checked : PriceGuard.forRights(ctx).filterTierPrices(checked),
  requireDeletable: ({ actor }, { kind, websiteId }) => {
    if (mayChangePrices(actor, { kind, websiteId })) return;
    throw inputError("Your role cannot change %kind prices of the website with the ID %websiteId.", {
      kind,
      websiteId,
      code: "PRICE_RIGHT",
    });
  },
};

/** The work of price tools that keeps an administrator from being deleted. */
export const openWork: readonly OpenWork[] = [{ name: "open price proposals", count: countOpenProposals }];
