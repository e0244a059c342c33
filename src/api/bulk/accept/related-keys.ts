import type { Db } from "../../../platform/db/database.js";
import type { Route } from "../../contract/routes/operations.js";
import type { OrderingKeys } from "./ordering-keys.js";

/**
 * Returns further ordering keys of entities, such as `order:17` for an invoice of that order. Sends the same number of
 * statements for any number of keys.
 */
type FindRelatedKeys<Key> = (db: Db, keys: readonly Key[]) => Promise<ReadonlyMap<Key, readonly string[]>>;

/** The look-ups of related keys of an aggregate: by ids, and by other texts, such as email addresses. */
interface RelatedKeyLookups {
  readonly byId?: FindRelatedKeys<number>;
  readonly byText?: FindRelatedKeys<string>;
}

/** The look-ups of related keys by aggregate. */
export type RelatedKeys = Readonly<Record<string, RelatedKeyLookups>>;

/** A text in this form is an id, unless the aggregate has no ids. */
const idPattern = /^[1-9]\d{0,8}$/;

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
  const found = await findAll(db, related, textsByAggregate(related, operations));
  if (found.size === 0) return operations;
  return operations.map(([first, ...others]) => {
    const more = [first, ...others].flatMap((key) => found.get(key) ?? []);
    return [first, ...new Set([...others, ...more].filter((key) => key !== first))];
  });
}

/** Returns the texts after the aggregates in the keys of aggregates that have related keys. */
function textsByAggregate(
  related: RelatedKeys,
  operations: readonly OrderingKeys[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = new Map<string, Set<string>>();
  for (const key of operations.flat()) {
    const aggregate = key.slice(0, key.indexOf(":"));
    const text = key.slice(aggregate.length + 1);
    if (text === "*" || !Object.hasOwn(related, aggregate)) continue;
    texts.set(aggregate, (texts.get(aggregate) ?? new Set<string>()).add(text));
  }
  return texts;
}

/** Returns the related keys by key. */
async function findAll(
  db: Db,
  related: RelatedKeys,
  texts: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const [aggregate, wanted] of texts) {
    const { byId, byText } = related[aggregate] ?? {};
    const isId = (text: string) => byId !== undefined && idPattern.test(text);
    const ids = [...wanted].filter(isId).map(Number);
    const others = [...wanted].filter((text) => !isId(text));
    const lookups = [
      ids.length > 0 ? await byId?.(db, ids) : undefined,
      others.length > 0 ? await byText?.(db, others) : undefined,
    ];
    for (const keys of lookups) for (const [key, more] of keys ?? []) found.set(`${aggregate}:${key}`, more);
  }
  return found;
}
