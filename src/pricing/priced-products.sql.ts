// SQL: measured by the calls that set 10,000 prices.
import { lockedProducts } from "../catalog/published.sql.js";
import type { Db } from "../db/database.js";

/** What the rules of prices need to know of a product. */
export interface PricedProduct {
  readonly id: number;
  readonly sku: string;
  readonly type_id: string;
  readonly has_fixed_price: boolean;
}

/** Products by SKU in any case; what is asked for and not there is absent. */
export class PricedProducts {
  constructor(private readonly byKey: ReadonlyMap<string, PricedProduct>) {}

  find(sku: string | null | undefined): PricedProduct | undefined {
    return sku === undefined || sku === null ? undefined : this.byKey.get(sku.toLowerCase());
  }

  ofTypes(types: readonly string[]): PricedProduct[] {
    return [...this.byKey.values()].filter((product) => types.includes(product.type_id));
  }
}

interface ProductRow extends PricedProduct {
  readonly sku_key: string;
}

/**
 * The products of the given SKUs, held until the transaction ends. They are taken in the order of their ids, so that
 * parallel calls wait for one another instead of dead-locking.
 */
export async function holdProducts(db: Db, rows: readonly { readonly sku?: string | null }[]): Promise<PricedProducts> {
  const keys = new Set<string>();
  for (const { sku } of rows) if (typeof sku === "string" && canBeSku(sku)) keys.add(sku.toLowerCase());
  if (keys.size === 0) return new PricedProducts(new Map());
  const found = await db.query<ProductRow>(lockedProducts("sku_key = any($1::text[])"), [[...keys]]);
  return new PricedProducts(new Map(found.map((row) => [row.sku_key, row])));
}

/** The lower-case forms of the SKUs, each once, in the order in which they are first named. */
export function skuKeys(skus: readonly string[]): string[] {
  return [...new Set(skus.filter(canBeSku).map((sku) => sku.toLowerCase()))];
}

/** PostgreSQL knows no text with a null character, and no SKU is longer than its column. */
const canBeSku = (sku: string): boolean => sku !== "" && sku.length <= 128 && !sku.includes("\0");
