import { tooLong } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { toUrlKey, urlKeyTaken } from "../../store/published.urls.js";
import { couldNotSaveCategory } from "./category-errors.js";
import type { ValueChanges } from "../value-documents.sql.js";
import { isUrlKeyTaken, keyAsSent, readCategoryName } from "./values/category-values.sql.js";

/** Reserved first segments of storefront URLs. */
const reserved: readonly string[] = ["admin", "soap", "rest", "graphql", "standard"];

const maxKeyLength = 255;

export interface CategoryWithUrlKey {
  readonly id: number;
  readonly parentId: number;
  readonly isNew: boolean;
  /** The store whose values are saved; 0 for the global values. */
  readonly storeId: number;
}

const notLatin = (text: string, isKey: boolean) =>
  isKey
    ? `Invalid URL key. The "${text}" URL key can not be used to generate Latin URL key. ` +
      "Please use Latin letters and numbers to avoid generating URL key issues."
    : `Invalid URL key. The "${text}" category name can not be used to generate Latin URL key. ` +
      "Please add URL key or change category name using Latin letters and numbers to avoid generating URL key issues.";

/**
 * Sets the URL key of a category to the given key, or derives it from the name if a new category has none or the global
 * key is cleared. Throws 400 for a key that is empty, reserved or taken by a sibling. The tree must be locked.
 */
export async function saveUrlKey(db: Db, category: CategoryWithUrlKey, changes: ValueChanges): Promise<void> {
  const { storeId } = category;
  if (!category.isNew) changes.set(0, { ...changes.get(0), [keyAsSent]: null });
  const values = changes.get(storeId) ?? {};
  const given = values["url_key"];
  if (given === undefined && !category.isNew) return;
  if (given === null && storeId !== 0) return;
  const text = given ?? changes.get(0)?.["name"] ?? (await readCategoryName(db, category.id)) ?? "";
  const urlKey = toUrlKey(text);
  if (urlKey === "") throw couldNotSaveCategory(notLatin(text, given != null));
  // Transliteration can make a name longer.
  if ([...urlKey].length > maxKeyLength) throw tooLong("URL Key", maxKeyLength);
  if (reserved.includes(urlKey)) {
    throw couldNotSaveCategory(
      `URL key "${urlKey}" matches a reserved endpoint name (${reserved.join(", ")}). Use another URL key.`,
    );
  }
  if (await isUrlKeyTaken(db, category.parentId, { categoryId: category.id, urlKey, storeId })) {
    throw couldNotSaveCategory(urlKeyTaken);
  }
  values["url_key"] = urlKey;
  if (category.isNew && given && given !== urlKey) values[keyAsSent] = given;
  changes.set(storeId, values);
}
