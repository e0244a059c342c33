import type { Db } from "../../../../platform/db/database.js";
import { toUrlKey, urlKeyTaken } from "../../../store/published.urls.js";
import { inputError } from "../../../../api/call/errors.js";
import { notUnique, valueEmpty } from "../product-errors.js";
import type { ValueChanges } from "../../value-documents.sql.js";
import { readName, findTakenValues, writeValues } from "../find/product-values.sql.js";
import type { SavedProduct } from "./saved-product.js";
import { claimUrlKey, releaseUrlKeys } from "./url-keys.sql.js";

/**
 * Writes changed values. Throws 400 for a value that must be unique and is taken. Checks after writing, because saves
 * that share a transaction would otherwise all check before any of them writes.
 */
export async function saveValues(product: SavedProduct, changes: ValueChanges, db: Db): Promise<void> {
  await saveUrlKeys(product, changes, db);
  await writeValues(db, product.id, changes);
  await checkUnique(product, changes, db);
}

async function checkUnique({ id, facts }: SavedProduct, changes: ValueChanges, db: Db): Promise<void> {
  const unique = [...facts.attributes.values()].filter(({ is_unique }) => is_unique);
  const wanted = [...changes.values()].flatMap((values) =>
    unique.flatMap(({ code }) => (values[code] == null ? [] : [{ code, value: values[code] }])),
  );
  if (wanted.length === 0) return;
  const [taken] = await findTakenValues(db, id, wanted);
  if (taken !== undefined) throw notUnique(facts.attributes.get(taken)?.label ?? taken);
}

/** Saves URL keys. A given key must be free; a key derived from the name is extended by the SKU if it is taken. */
async function saveUrlKeys(product: SavedProduct, changes: ValueChanges, db: Db): Promise<void> {
  const sent = [...changes].filter(([, values]) => values["url_key"] !== undefined);
  const storeIds = sent.map(([storeId]) => storeId);
  const given = sent[0]?.[1]["url_key"];
  if (given === undefined) {
    if (product.isNew) await deriveUrlKey(product, changes, { db, storeIds: [0] });
  } else if (given) {
    const urlKey = toUrlKey(given);
    if (urlKey === "") throw valueEmpty("URL Key");
    if (!(await claimUrlKey(db, { productId: product.id, urlKey, storeIds }))) throw inputError(urlKeyTaken);
    for (const [, values] of sent) values["url_key"] = urlKey;
  } else if (storeIds.includes(0)) {
    await deriveUrlKey(product, changes, { db, storeIds: [0] });
  } else {
    await releaseUrlKeys(db, product.id, storeIds);
  }
}

async function deriveUrlKey(
  product: SavedProduct,
  changes: ValueChanges,
  { db, storeIds }: { readonly db: Db; readonly storeIds: readonly number[] },
): Promise<void> {
  const values = changes.get(0) ?? {};
  const name = toUrlKey(values["name"] ?? (await readName(db, product.id)) ?? "");
  const sku = toUrlKey(product.sku);
  const candidates = [name, [name, sku].filter((part) => part !== "").join("-"), `${sku}-${product.id}`];
  for (const urlKey of candidates) {
    if (urlKey === "" || !(await claimUrlKey(db, { productId: product.id, urlKey, storeIds }))) continue;
    values["url_key"] = urlKey;
    changes.set(0, values);
    return;
  }
  throw inputError(urlKeyTaken);
}
