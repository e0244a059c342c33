import { checkBasePrices } from "../../../../commerce/pricing/base-prices/base-price-rules.js";
import { CheckedRows } from "../../../../commerce/pricing/writes/checked-rows.js";
import { checkCosts } from "../../../../commerce/pricing/base-prices/cost-rules.js";
import type { StoreViews, TierPriceScopes } from "../../../../commerce/pricing/price-scopes.sql.js";
import type { PriceWrite } from "../../../../commerce/pricing/writes/price-writes.sql.js";
import type { PricedProducts } from "../../../../commerce/pricing/priced-products.sql.js";
import type { StoredTierPrice } from "../../../../commerce/pricing/prices.sql.js";
import { checkSpecialPrices } from "../../../../commerce/pricing/special-prices/special-price-rules.js";
import { checkTierPrices } from "../../../../commerce/pricing/tier-prices/tier-price-rules.js";
import type { TierPriceWrite } from "../../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";
import type { FileRow } from "./file-row.js";
import { withReason } from "../../../../commerce/pricing/failure-codes.js";

/** The data that rows are checked against. */
export interface RowFacts {
  readonly products: PricedProducts;
  readonly stores: StoreViews;
  readonly scopes: TierPriceScopes;
  readonly scope: "global" | "website";
  /** The tier prices that are stored. */
  readonly stored: readonly StoredTierPrice[];
}

/** Gives rows that delete a price the price 0, so that they can pass the rules. */
const withPrices = (rows: readonly FileRow[]): readonly PricedRow[] =>
  rows.every(isSet) ? rows : rows.map((row) => ({ ...row, price: row.price ?? "0" }));

interface PricedRow extends FileRow {
  readonly price: string;
}

const isSet = (row: FileRow): row is PricedRow => typeof row.price === "string";

/** Checks base prices. A row without a price deletes the price of a website. For store view 0, the row fails. */
export function checkBase(rows: readonly FileRow[], facts: RowFacts): CheckedRows<PriceWrite> {
  const checked = checkBasePrices(withPrices(rows), facts);
  return withDeletions(rows, checked, (write) =>
    write.storeId === 0 ? "The base price for all store views cannot be deleted." : { ...write, price: null },
  );
}

/**
 * Checks special prices as the route does, except that the start may be in the past, because a file can contain exported
 * prices, and that a date which the file does not say stays as stored.
 */
export function checkSpecial(rows: readonly FileRow[], facts: RowFacts): CheckedRows<PriceWrite> {
  const removed = { specialPrice: null, specialFrom: null, specialTo: null };
  const dated = withPrices(rows).map((row) => ({
    sku: row.sku,
    store_id: row.store_id,
    price: row.price,
    price_from: row.price_from ?? null,
    price_to: row.price_to ?? null,
  }));
  const checked = checkSpecialPrices(dated, facts);
  for (const [index, { productId, sku, storeId, specialPrice }] of checked.valid.entries()) {
    const row = rows[checked.places.valid[index] ?? -1];
    const [specialFrom, specialTo] = [row?.price_from, row?.price_to];
    checked.valid[index] = { productId, sku, storeId, specialPrice, specialFrom, specialTo };
  }
  return withDeletions(rows, checked, (write) => ({ ...write, ...removed }));
}

/** Checks costs. */
export function checkCost(rows: readonly FileRow[], facts: RowFacts): CheckedRows<PriceWrite> {
  const costs = withPrices(rows).map(({ sku, store_id, price: cost }) => ({ sku, store_id, cost }));
  return withDeletions(rows, checkCosts(costs, facts), (write) => ({ ...write, cost: null }));
}

/** Checks tier prices. */
export const checkTiers = (rows: readonly FileRow[], facts: RowFacts): CheckedRows<TierPriceWrite> =>
  checkTierPrices(withPrices(rows), facts);

/** Checks deletions of tier prices as discounts of 0, which any product can have. They cannot conflict with other prices. */
export const checkTierDeletions = (rows: readonly FileRow[], facts: RowFacts): CheckedRows<TierPriceWrite> =>
  checkTierPrices(
    rows.map((row) => ({ ...row, price: "0", price_type: "discount" })),
    { ...facts, stored: [] },
  );

type Deletion = (write: PriceWrite) => PriceWrite | string;

/** Turns the writes of rows without a price into deletions, or into failures if `deletion` returns a message. */
function withDeletions(
  rows: readonly FileRow[],
  checked: CheckedRows<PriceWrite>,
  deletion: Deletion,
): CheckedRows<PriceWrite> {
  if (rows.every(isSet)) return checked;
  const result = new CheckedRows<PriceWrite>();
  for (const [index, failure] of checked.failures.entries()) {
    result.failures.push(failure);
    result.places.failures.push(checked.places.failures[index] ?? 0);
  }
  for (const [index, write] of checked.valid.entries()) {
    const place = checked.places.valid[index] ?? 0;
    const changed = rows[place]?.price === null ? deletion(write) : write;
    if (typeof changed === "string")
      result.failures.push(withReason({ message: changed, parameters: [] }, { code: "NOT_DELETABLE", field: null }));
    else result.valid.push(changed);
    result.assignPlace(place, write);
  }
  return result;
}
