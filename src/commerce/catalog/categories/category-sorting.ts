import type { Db } from "../../../platform/db/database.js";
import { readSettings } from "../../store/published.js";
import type { StoreScope } from "../../../api/call/context.js";
import { couldNotSaveCategory } from "./category-errors.js";
import type { ValueChanges } from "../value-documents.sql.js";
import { readCategoryValues } from "./values/category-values.sql.js";

const available = "available_sort_by";
const byDefault = "default_sort_by";
const setting = "catalog/frontend/default_sort_by";

/** A category whose values are being saved. */
export interface SortedCategory {
  readonly id: number;
  /** The store whose values are saved; 0 for the global values. */
  readonly storeId: number;
  readonly scope: StoreScope;
}

/**
 * Throws 400 if the default sort order of a category is not among the sort orders it offers. A category without its own
 * list uses the configured one.
 */
export async function checkDefaultSorting(
  db: Db,
  { id, storeId, scope }: SortedCategory,
  changes: ValueChanges,
): Promise<void> {
  const changed = changes.get(storeId) ?? {};
  if (!(available in changed) && !(byDefault in changed)) return;
  const stored = await readCategoryValues(db, id);
  const valueOf = (code: string) => {
    const own = code in changed ? changed[code] : stored.get(storeId)?.[code];
    return own ?? (storeId === 0 ? undefined : stored.get(0)?.[code]);
  };
  const offered = valueOf(available);
  if (offered == null) return;
  const readDefaultSorting = async () => (await readSettings(db, [setting])).value(setting, scope);
  const first = valueOf(byDefault) ?? (await readDefaultSorting());
  if (!offered.split(",").includes(first)) {
    throw couldNotSaveCategory("Default Product Listing Sort by does not exist in Available Product Listing Sort By.");
  }
}
