import { UserType } from "../../../../api/auth/actor.js";
import { readCallerNames } from "../../../../api/auth/caller-names.rows.js";
import type { Db } from "../../../../platform/db/database.js";
import type { PriceChange, RecordedPrice } from "./price-change.types.js";
import type { StoredChange } from "./read-changes.sql.js";

const typeNames = new Map<number, string>(Object.entries(UserType).map(([name, type]) => [type, name]));

/** Converts stored changes to the output shape, with the names of the callers. */
export async function toPriceChanges(db: Db, stored: readonly StoredChange[]): Promise<PriceChange[]> {
  const nameOf = await readCallerNames(db, stored);
  return stored.map((change) => toPriceChange(change, nameOf(change)));
}

function toPriceChange(stored: StoredChange, name: string | null): PriceChange {
  const { old_price, old_type, old_from, old_to, new_price, new_type, new_from, new_to, ...change } = stored;
  const { kind } = change;
  return {
    ...change,
    actor_type: typeNames.get(change.actor_type) ?? "system",
    actor_name: name,
    old: toRecordedPrice(kind, { price: old_price, price_type: old_type, price_from: old_from, price_to: old_to }),
    new: toRecordedPrice(kind, { price: new_price, price_type: new_type, price_from: new_from, price_to: new_to }),
  };
}

/** Returns a price with the fields of its kind; null if nothing is stored. */
function toRecordedPrice(kind: string, price: Required<RecordedPrice>): RecordedPrice | null {
  if (price.price === null && price.price_from === null && price.price_to === null) return null;
  const { price: amount, price_type, price_from, price_to } = price;
  if (kind === "tier") return { price: amount, price_type };
  return kind === "special" ? { price: amount, price_from, price_to } : { price: amount };
}
