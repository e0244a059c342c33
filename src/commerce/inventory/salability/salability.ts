import { inputError } from "../../../api/call/errors.js";
import { compositeTypes, productNotFound } from "../../catalog/published.terms.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import { batched } from "../../../platform/db/batched.js";
import type { Db } from "../../../platform/db/database.js";
import { zeroQuantity } from "../../../platform/money/amount.js";
import { readStock } from "../stocks/stocks.rows.js";
import { normalizeQuantity, salabilityErrors } from "./requested-quantity.js";
import { readSalability, readSaleFacts, type Salability, type SaleFacts } from "./salability.sql.js";
import type { ProductSalableResult } from "./salability.types.js";
import { keyOf } from "../../../platform/db/models.js";

/** A product in a stock; the SKU is case-insensitive. */
export interface StockedSku {
  readonly stockId: number;
  readonly sku: string;
}

/** Returns a function that reads one product, and reads concurrently requested products with one statement. */
const readOne = <Found>(
  read: (db: Db, stockId: number, skus: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
) =>
  batched<StockedSku, Found | undefined>({
    groupBy: ({ stockId }) => String(stockId),
    load: async (db, given) => {
      const found = await read(db, given[0]?.stockId ?? 0, [...new Set(given.map(({ sku }) => keyOf(sku)))]);
      return given.map(({ sku }) => found.get(keyOf(sku)));
    },
  });

const readOneSalability = readOne<Salability>(readSalability);
const readOneSaleFacts = readOne<SaleFacts>(readSaleFacts);

/**
 * Returns how much of a product a stock can sell; negative if more was backordered than is in stock. Throws 404 for an
 * unknown SKU, and 400 for a composite product or an unknown stock.
 */
export async function readSalableQuantity(db: Db, wanted: StockedSku): Promise<DecimalText> {
  const found = requireOwnStock(await readOneSalability(db, wanted));
  if (!found.is_assigned && !(await readStock(db, wanted.stockId)))
    throw inputError("Could not receive Stock Item data");
  return found.is_salable ? found.quantity : zeroQuantity;
}

/** Returns whether a stock can sell any quantity of a product; false for an unknown product. */
export const isProductSalable = async (db: Db, wanted: StockedSku): Promise<boolean> =>
  (await readOneSalability(db, wanted))?.is_salable ?? false;

/**
 * Returns whether a stock can sell a quantity of a product and, if not, the reasons. Throws 404 for an unknown SKU, and
 * 400 for a composite product.
 */
export async function isQuantitySalable(
  db: Db,
  wanted: StockedSku,
  requested: DecimalText,
): Promise<ProductSalableResult> {
  const facts = requireOwnStock(await readOneSaleFacts(db, wanted));
  const errors = salabilityErrors(facts, wanted.stockId, normalizeQuantity(requested));
  return { salable: errors.length === 0, errors };
}

/** Narrows to a product with stock of its own. Throws 404 if there is none, and 400 for a composite product. */
export function requireOwnStock<Found extends Salability>(found: Found | undefined): Found {
  if (!found) throw productNotFound();
  if (!compositeTypes.has(found.type_id)) return found;
  throw inputError("Can't check requested quantity for products without Source Items support.");
}
