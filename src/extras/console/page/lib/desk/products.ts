import type { Kind } from "../prices/price-changes.js";

type Amount = number | string | null;

/** An item of `GET /V1/priced-products`. Amounts are text or numbers with every digit. */
export interface PricedProduct {
  readonly id: number;
  readonly sku: string;
  readonly name: string | null;
  readonly type_id: string;
  readonly status: number | null;
  readonly thumbnail: string | null;
  readonly price: Amount;
  readonly special_price: Amount;
  readonly special_from: string | null;
  readonly special_to: string | null;
  readonly cost: Amount;
  readonly margin_percent: Amount;
  readonly tier_price_count: number;
  readonly lowest_tier_price: Amount;
  readonly quantity: Amount;
  readonly changed_at: string | null;
  readonly changed_by: string | null;
}

export interface PricedProductPage {
  readonly items: readonly PricedProduct[];
  readonly total_count: number | null;
  readonly next: string | null;
  readonly editable_kinds: readonly Kind[];
}

/** The kinds of prices with one value for each product and store view. */
export type CellKind = Exclude<Kind, "tier">;

/** A price that the user entered and has not sent yet. */
export interface TrayChange {
  readonly sku: string;
  readonly kind: CellKind;
  /** Id of the store view; 0 for all. */
  readonly store: number;
  /** The stored amount when the new one was entered; null if there was none. */
  readonly old: string | null;
  /** The new amount; null to delete the price. */
  readonly value: string | null;
  /** End of the special price, which a call for approval must repeat. */
  readonly until: string | null;
}

const fields = { base: "price", special: "special_price", cost: "cost" } as const;

/** Returns the stored amount of a kind as text; null without one. */
export function amountOf(product: PricedProduct, kind: CellKind): string | null {
  const amount = product[fields[kind]];
  return amount === null ? null : String(amount);
}

/** Whether a price is a percentage: the special price of a bundle is one of the prices of its parts. */
export const isPercentage = ({ type_id: type }: Pick<PricedProduct, "type_id">, kind: CellKind): boolean =>
  type === "bundle" && kind === "special";

/** Whether a product can have a price of a kind of its own. Configurable and grouped products take those of their parts. */
export const canHave = ({ type_id: type }: PricedProduct, kind: CellKind): boolean =>
  !["configurable", "grouped"].includes(type) && (type !== "bundle" || kind === "special");
