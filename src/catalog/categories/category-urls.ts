import { tooLong } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import { toUrlKey, urlKeyTaken } from "../../store/published.js";
import { couldNotSaveCategory } from "./category-errors.js";
import type { ValueChanges } from "../value-documents.sql.js";
import { isUrlKeyTaken, readCategoryName } from "./category-values.sql.js";

/** Words that addresses of the shop itself begin with. */
const reserved: readonly string[] = ["admin", "soap", "rest", "graphql", "standard"];

const longestKey = 255;

export interface AddressedCategory {
  readonly id: number;
  readonly parentId: number;
  readonly isNew: boolean;
  /** The store whose values are saved; 0: the global ones. */
  readonly storeId: number;
}

/**
 * Gives a category its key of addresses: the one that was sent, or one made from its name where it comes without or was
 * emptied globally. Throws a 400 for one that is empty, reserved, or a sibling's. The tree must be locked.
 */
export async function settleUrlKey(db: Db, category: AddressedCategory, changes: ValueChanges): Promise<void> {
  const { storeId } = category;
  const values = changes.get(storeId) ?? {};
  const given = values["url_key"];
  if (given === undefined && !category.isNew) return;
  if (given === null && storeId !== 0) return;
  const name = async () => changes.get(0)?.["name"] ?? (await readCategoryName(db, category.id)) ?? "";
  const urlKey = toUrlKey(given ?? (await name()));
  if (urlKey === "") throw couldNotSaveCategory("Invalid URL key");
  // Written out in plain letters, a name may have become longer than it was.
  if ([...urlKey].length > longestKey) throw tooLong("URL Key", longestKey);
  if (reserved.includes(urlKey)) {
    throw couldNotSaveCategory(
      `URL key "${urlKey}" matches a reserved endpoint name (${reserved.join(", ")}). Use another URL key.`,
    );
  }
  if (await isUrlKeyTaken(db, category.parentId, { categoryId: category.id, urlKey, storeId })) {
    throw couldNotSaveCategory(urlKeyTaken);
  }
  values["url_key"] = urlKey;
  changes.set(storeId, values);
}
