import { priceFacts, type PriceFacts, type StoredPrices } from "../../cart/published.js";
import type { PriceRow } from "./as-of/prices-as-of.sql.js";

/** The store view in which a product is sold. */
export interface SalePlace {
  readonly storeId: number;
  readonly websiteId: number;
  /** Whether prices are the same on all websites. */
  readonly isGlobal: boolean;
}

/** Returns the prices of a product in a store view as a cart reads them; undefined without a base price. */
export function pricesInView(type_id: string, rows: readonly PriceRow[], place: SalePlace): PriceFacts | undefined {
  const stored = storedInView(type_id, rows, place);
  return stored.price === null ? undefined : priceFacts(stored, place);
}

/** Returns the columns of prices that apply in a store view. */
export function storedInView(type_id: string, rows: readonly PriceRow[], place: SalePlace): StoredPrices {
  const special = inView(rows, "special", place);
  return {
    ...{ type_id, price: inView(rows, "base", place)("price"), special_price: special("price") },
    ...{ special_from: special("price_from"), special_to: special("price_to"), tier_prices: tiersOf(rows) },
  };
}

/** Returns a function that reads a column: the value of the store view, or else that of all store views. */
function inView(rows: readonly PriceRow[], kind: PriceRow["kind"], { storeId, isGlobal }: SalePlace) {
  const of = (store: number) => rows.find((row) => row.kind === kind && row.store_id === store);
  const [own, standard] = [isGlobal ? undefined : of(storeId), of(0)];
  return (column: "price" | "price_from" | "price_to"): string | null => own?.[column] ?? standard?.[column] ?? null;
}

const tiersOf = (rows: readonly PriceRow[]): StoredPrices["tier_prices"] =>
  rows.flatMap(({ kind, website_id, customer_group_id, quantity, price, price_type }) =>
    kind !== "tier" || website_id === null || customer_group_id === null || quantity === null
      ? []
      : [
          {
            ...{ website_id, customer_group_id, qty: quantity },
            value: price_type === "fixed" ? price : null,
            percentage_value: price_type === "discount" ? price : null,
          },
        ],
  );
