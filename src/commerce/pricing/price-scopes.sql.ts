// SQL: measured by `set-base-prices`, `set-special-prices`, `set-tier-prices` and `set-costs`.
import { lockedCustomerGroups } from "../customer/published.sql.js";
import type { Db } from "../../platform/db/database.js";
import { storeViews as stores, websites } from "../store/published.sql.js";
import { keyOf } from "../../platform/db/models.js";

/** The store views by id, each with its website and all store views of that. */
export type StoreViews = ReadonlyMap<number, { readonly siblings: readonly number[]; readonly websiteId: number }>;

/** Returns all store views, including store 0. */
export async function storeViews(db: Db): Promise<StoreViews> {
  const rows = await db.query<{ id: number; website_id: number }>(
    `select id, website_id from ${stores} as store order by id`,
  );
  const siblings = new Map<number, number[]>();
  for (const row of rows) siblings.set(row.website_id, [...(siblings.get(row.website_id) ?? []), row.id]);
  return new Map(
    rows.map((row) => [row.id, { siblings: siblings.get(row.website_id) ?? [], websiteId: row.website_id }]),
  );
}

/** Name of the group that includes every customer. */
export const allGroups = "all groups";

export interface TierPriceScopes {
  readonly websites: ReadonlySet<number>;
  /** Ids of the customer groups by their name in lower case. */
  readonly groups: ReadonlyMap<string, number>;
}

interface ScopeRow {
  readonly id: number;
  readonly code_key: string | null;
}

const scopesStatement = (groups: string) => `with kept as (${lockedCustomerGroups(groups)})
    select id, null as code_key from ${websites} as website union all select id, code_key from kept`;

/**
 * Returns the websites and the customer groups with these names, case-insensitive. Locks the groups against deletion
 * until the transaction ends.
 */
export async function lockTierPriceScopes(db: Db, groupNames: Iterable<string>): Promise<TierPriceScopes> {
  const names = [...new Set(Array.from(groupNames, (name) => keyOf(name)))];
  return scopesOf(await db.query<ScopeRow>(scopesStatement("code_key = any($1::text[])"), [names]));
}

/** Returns the scopes as `lockTierPriceScopes` does, except that a group without the name can be the one with the id. */
export async function lockScopesByWord(db: Db, words: ReadonlySet<string>): Promise<TierPriceScopes> {
  const ids = [...words].filter((word) => /^\d{1,9}$/.test(word));
  if (ids.length === 0) return lockTierPriceScopes(db, words);
  const names = Array.from(words, (word) => keyOf(word));
  const statement = scopesStatement("code_key = any($1::text[]) or id = any($2::int[])");
  const scopes = scopesOf(await db.query<ScopeRow>(statement, [names, ids.map(Number)]));
  const known = new Set(scopes.groups.values());
  const byId = ids
    .filter((id) => known.has(Number(id)) && !scopes.groups.has(id))
    .map((id) => [id, Number(id)] as const);
  return { ...scopes, groups: new Map([...scopes.groups, ...byId]) };
}

function scopesOf(rows: readonly ScopeRow[]): TierPriceScopes {
  const websiteIds = new Set<number>();
  const groups = new Map<string, number>();
  for (const { id, code_key: key } of rows) {
    if (key === null) websiteIds.add(id);
    else groups.set(key, id);
  }
  return { websites: websiteIds, groups };
}
