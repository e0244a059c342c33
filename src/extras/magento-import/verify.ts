import type { Db } from "../../platform/db/database.js";
import { type Difference, findMissing } from "./compare.js";
import { type Entity, entitiesOf, textOf } from "./entity.js";
import type { Expected, Item, Kind, WriteContext } from "./kind.js";
import { LocalShop } from "./shops/local-shop.js";
import { readAhead } from "./shops/pages.js";
import { createCache, type Import } from "./run-import.js";
import { NotImportableError, ShopError } from "./shops/shop.js";

/** A difference between the source and Portico. */
interface ItemDifference extends Difference {
  readonly kind: string;
  readonly item: string;
}

/** The result of a comparison. */
export interface KindComparison {
  readonly kind: string;
  readonly compared: number;
  readonly differences: readonly ItemDifference[];
}

/** Reads a kind from both sides and compares it field by field. Changes nothing. */
export async function verifyKind(
  running: Omit<Import, "id" | "isDryRun" | "onProgress">,
  db: Db,
  { kind, onProgress }: { readonly kind: Kind; readonly onProgress: (done: number, total: number) => void },
): Promise<KindComparison> {
  const differences: ItemDifference[] = [];
  let compared = 0;
  const shop = new LocalShop(running.process, db);
  const cached = createCache();
  const to: WriteContext = { shop, ids: running.ids, stores: running.reading.stores, note: () => undefined, cached };
  for await (const page of readAhead(kind.pages({ ...running.reading, from: null }))) {
    for (const item of page.items) {
      const found = await compareItem(kind, item, to);
      if (found === undefined) continue;
      compared += 1;
      differences.push(...found.map((difference) => ({ kind: kind.name, item: item.key, ...difference })));
    }
    onProgress(compared, page.total);
  }
  return { kind: kind.name, compared, differences };
}

const missing: Difference = { field: "(all)", expected: "in the source", actual: "not in Portico" };

/** Returns the differences of an item, or undefined if nothing is compared. */
async function compareItem(kind: Kind, item: Item, to: WriteContext): Promise<readonly Difference[] | undefined> {
  try {
    const expected = kind.toExpected?.(item, to);
    if (expected === undefined) return undefined;
    if (expected.length === 0) return [missing];
    const found: Difference[] = [];
    for (const one of expected) found.push(...findMissing(one.body, await readActual(one, to)));
    return found;
  } catch (error) {
    if (error instanceof NotImportableError) return [{ ...missing, actual: error.message }];
    if (error instanceof ShopError && error.status === 404) return [missing];
    throw error;
  }
}

/** Reads an entity of Portico. A path with `#` selects an entity of a list by its id or code. */
async function readActual({ path, store, requestBody }: Expected, { shop }: WriteContext): Promise<unknown> {
  if (requestBody !== undefined) return shop.ask(path, requestBody);
  const [address = "", key] = path.split("#", 2);
  const answer = await shop.get(address, store);
  if (key === undefined) return answer;
  const isOne = (entity: Entity) => textOf(entity, "id") === key || textOf(entity, "code") === key;
  return entitiesOf(answer).find(isOne) ?? {};
}
