import type { Logger } from "pino";
import { toWebapiError } from "../../../../api/call/failure.js";
import type { Outcome, Preview, Previewed } from "../../../../api/contract/preview.js";
import { readChangesOfRequest } from "./preview.sql.js";
import { priceKind } from "../../closed-sets.types.js";

/** Maximum number of changes that a preview lists. */
const maxChanges = 10_000;

const amount = { type: ["number", "null"] } as const;
const integer = { type: ["integer", "null"] } as const;
const text = { type: ["string", "null"] } as const;

const price = {
  type: ["object", "null"],
  description: "As in the price history; null if there is none.",
  properties: { price: amount, price_type: text, price_from: text, price_to: text },
} as const;

/** The members that identify a price. */
export const changedPrice = {
  sku: { type: "string" },
  kind: { type: "string", enum: priceKind.list },
  store_id: integer,
  website_id: integer,
  customer_group: text,
  customer_group_id: integer,
  quantity: amount,
} as const;

const change = {
  type: "object",
  properties: {
    ...changedPrice,
    old: price,
    new: price,
    change_percent: {
      ...amount,
      description: "Null without an old price above 0 or without a new price, or if the price types differ.",
    },
  },
} as const;

const failure = {
  type: "object",
  properties: { message: { type: "string" }, parameters: { type: "array", items: {} } },
} as const;

/** The members of a preview. */
export const previewMembers = {
  changes: { type: "array", items: change, description: "In the order of SKUs, at most 10,000." },
  total_changes: { type: "integer" },
  tier_prices_added: { type: "integer" },
  tier_prices_removed: { type: "integer" },
  failures: {
    type: "array",
    items: failure,
    description: "The rows that would fail, as the call would return them.",
  },
} as const;

/** The preview of a call that writes prices, in answer to `Prefer: dry-run`. */
export const previewPrices: Preview = {
  describe: async (previewed) => `{${await describeChanges(previewed)}}`,
  mediaType: "application/vnd.portico.price-preview+json",
  schema: { type: "object", properties: previewMembers },
};

/**
 * Returns the members of a JSON object that describe the price changes of calls: `changes` (old, new and the change in
 * percent; at most 10,000), `total_changes`, `tier_prices_added`, `tier_prices_removed`, and `failures` in the shape of the
 * routes.
 */
export async function describeChanges({ db, requestId, outcomes, log }: Previewed): Promise<string> {
  const { list, total, tierPricesAdded, tierPricesRemoved } = await readChangesOfRequest(db, requestId, maxChanges);
  const rest = JSON.stringify({
    total_changes: total,
    tier_prices_added: tierPricesAdded,
    tier_prices_removed: tierPricesRemoved,
    failures: failuresOf(outcomes, log),
  });
  return `"changes":[${list}],${rest.slice(1, -1)}`;
}

/** Returns the failed rows of all calls. A call that failed as a whole counts as a row; a single call throws its error. */
function failuresOf(outcomes: readonly Outcome[], log: Logger): unknown[] {
  const [only] = outcomes;
  if (only && "error" in only && outcomes.length === 1) throw only.error;
  return outcomes.flatMap((outcome) => {
    if ("error" in outcome) {
      const { message, parameters } = toWebapiError(outcome.error, log).toBody();
      return [{ message, parameters: Object.values(parameters ?? {}) }];
    }
    return Array.isArray(outcome.result) ? (outcome.result as unknown[]) : [];
  });
}
