import type { Db } from "../../db/database.js";
import type { Route } from "../../contract/operations.js";
import type { OrderingKeys } from "./ordering-keys.js";

/**
 * Returns further ordering keys of entities by their ids, such as `order:17` for an invoice of that order. Sends the same
 * number of statements for any number of ids.
 */
type FindRelatedKeys = (db: Db, ids: readonly number[]) => Promise<ReadonlyMap<number, readonly string[]>>;

/** The look-ups of related keys by aggregate. */
export type RelatedKeys = Readonly<Record<string, FindRelatedKeys>>;

/** Only an id in this form is looked up; texts such as numbers of documents and masks are keys of their own. */
const idPattern = /^([a-z-]+):([1-9]\d{0,8})$/;

/**
 * Adds the related keys to the keys of a route's operations, so that operations which reach an entity in different ways,
 * such as an invoice and its order, run in the order of acceptance.
 */
export async function withRelatedKeys(
  db: Db,
  { route, related }: { readonly route: Route; readonly related: RelatedKeys },
  operations: readonly OrderingKeys[],
): Promise<readonly OrderingKeys[]> {
  if (!route.keySources.some(({ aggregate }) => Object.hasOwn(related, aggregate))) return operations;
  const found = await findAll(db, related, idsByAggregate(related, operations));
  if (found.size === 0) return operations;
  return operations.map(([first, ...others]) => {
    const more = [first, ...others].flatMap((key) => found.get(key) ?? []);
    return [first, ...new Set([...others, ...more].filter((key) => key !== first))];
  });
}

function idsByAggregate(related: RelatedKeys, operations: readonly OrderingKeys[]): ReadonlyMap<string, Set<number>> {
  const ids = new Map<string, Set<number>>();
  for (const key of operations.flat()) {
    const [, aggregate, id] = idPattern.exec(key) ?? [];
    if (aggregate === undefined || !Object.hasOwn(related, aggregate)) continue;
    ids.set(aggregate, (ids.get(aggregate) ?? new Set<number>()).add(Number(id)));
  }
  return ids;
}

/** Returns the related keys by key. */
async function findAll(
  db: Db,
  related: RelatedKeys,
  ids: ReadonlyMap<string, Set<number>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const [aggregate, wanted] of ids) {
    const keys = (await related[aggregate]?.(db, [...wanted])) ?? new Map<number, readonly string[]>();
    for (const [id, more] of keys) found.set(`${aggregate}:${id}`, more);
  }
  return found;
}
