// SQL: measured by `set-base-prices`, `set-special-prices`, `set-tier-prices` and `set-costs`.
import { lockedProducts } from "../catalog/published.sql.js";
import type { Db } from "../../platform/db/database.js";
import { plainTypes } from "../catalog/published.terms.js";
import { keyOf } from "../../platform/db/models.js";

/** Product types that have base, special and tier prices. Of bundles, only those with a fixed price have a base price. */
export const pricedTypes: readonly string[] = [...plainTypes, "bundle"];

/** The facts of a product that the price rules need. */
export interface PricedProduct {
  readonly id: number;
  readonly sku: string;
  readonly type_id: string;
  readonly has_fixed_price: boolean;
}

/** Products by SKU, case-insensitive. Unknown SKUs are absent. */
export class PricedProducts {
  /** The last result, because adjacent rows usually have the same SKU. */
  private last: { readonly sku: string; readonly product: PricedProduct | undefined } | undefined;

  constructor(private readonly byKey: ReadonlyMap<string, PricedProduct>) {}

  find(sku: string | null | undefined): PricedProduct | undefined {
    if (sku === undefined || sku === null) return undefined;
    if (this.last?.sku !== sku) this.last = { sku, product: this.byKey.get(skuKey(sku)) };
    return this.last.product;
  }

  all(): PricedProduct[] {
    return [...this.byKey.values()];
  }

  ofTypes(types: readonly string[]): PricedProduct[] {
    return this.all().filter((product) => types.includes(product.type_id));
  }
}

/** The columns of the products as lists, which are read faster than ten thousand rows. */
interface ProductLists {
  readonly ids: readonly number[];
  readonly skus: readonly string[];
  readonly keys: readonly string[];
  readonly types: readonly string[];
  readonly fixed: readonly boolean[];
}

const lockedLists = `with locked as materialized (${lockedProducts("sku_key = any($1::text[])")})
  select json_agg(id) as ids, json_agg(sku) as skus, json_agg(sku_key) as keys, json_agg(type_id) as types,
    json_agg(has_fixed_price) as fixed
  from locked having count(*) > 0`;

/**
 * Returns the products with the given SKUs, locked until the transaction ends. Locking in the order of their ids
 * prevents deadlocks between parallel calls.
 */
export async function lockProducts(db: Db, rows: readonly { readonly sku?: string | null }[]): Promise<PricedProducts> {
  const wanted = new Set<string>();
  for (const { sku } of rows) if (typeof sku === "string" && canBeSku(sku)) wanted.add(skuKey(sku));
  const found = wanted.size === 0 ? undefined : await db.one<ProductLists>(lockedLists, [[...wanted]]);
  const byKey = new Map<string, PricedProduct>();
  if (!found) return new PricedProducts(byKey);
  const { ids, skus, keys, types, fixed } = found;
  for (const [at, id] of ids.entries()) {
    const product = { id, sku: skus[at] ?? "", type_id: types[at] ?? "", has_fixed_price: fixed[at] ?? false };
    byKey.set(keys[at] ?? "", product);
  }
  return new PricedProducts(byKey);
}

/** Returns the distinct SKUs as they were first asked for, by their keys and in their original order. */
export function askedSkus(skus: readonly string[]): ReadonlyMap<string, string> {
  const asked = new Map<string, string>();
  for (const sku of skus) if (canBeSku(sku) && !asked.has(skuKey(sku))) asked.set(skuKey(sku), sku);
  return asked;
}

/** Returns the distinct keys of SKUs, in their original order. */
export const skuKeys = (skus: readonly string[]): string[] => [...askedSkus(skus).keys()];

/** Returns the key by which a SKU is found: case and trailing blanks do not count. */
const skuKey = (sku: string): string => keyOf(sku.trimEnd());

/** Whether a text can be a SKU. PostgreSQL rejects null characters, and the column limits the length. */
const canBeSku = (sku: string): boolean => sku !== "" && sku.length <= 128 && !sku.includes("\0");
