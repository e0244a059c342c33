// SQL: measured by `set-base-prices`, `set-special-prices`, `set-tier-prices` and `set-costs`.
import { lockedProducts } from "../catalog/published.sql.js";
import type { Db } from "../db/database.js";
import { plainTypes } from "../catalog/products/product.types.js";

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
    if (this.last?.sku !== sku) this.last = { sku, product: this.byKey.get(sku.toLowerCase()) };
    return this.last.product;
  }

  all(): PricedProduct[] {
    return [...this.byKey.values()];
  }

  ofTypes(types: readonly string[]): PricedProduct[] {
    return this.all().filter((product) => types.includes(product.type_id));
  }
}

interface ProductRow extends PricedProduct {
  readonly sku_key: string;
}

/**
 * Returns the products with the given SKUs, locked until the transaction ends. Locking in the order of their ids
 * prevents deadlocks between parallel calls.
 */
export async function lockProducts(db: Db, rows: readonly { readonly sku?: string | null }[]): Promise<PricedProducts> {
  const keys = new Set<string>();
  for (const { sku } of rows) if (typeof sku === "string" && canBeSku(sku)) keys.add(sku.toLowerCase());
  if (keys.size === 0) return new PricedProducts(new Map());
  const found = await db.query<ProductRow>(lockedProducts("sku_key = any($1::text[])"), [[...keys]]);
  return new PricedProducts(new Map(found.map((row) => [row.sku_key, row])));
}

/** Returns the distinct SKUs in lower case, in their original order. */
export function skuKeys(skus: readonly string[]): string[] {
  return [...new Set(skus.filter(canBeSku).map((sku) => sku.toLowerCase()))];
}

/** Whether a text can be a SKU. PostgreSQL rejects null characters, and the column limits the length. */
const canBeSku = (sku: string): boolean => sku !== "" && sku.length <= 128 && !sku.includes("\0");
