import type { Db } from "../db/database.js";

/** The store views by id, with the store views of their website. */
export type StoreViews = ReadonlyMap<number, { readonly siblings: readonly number[] }>;

/** Every store view, store 0 among them. */
export async function storeViews(db: Db): Promise<StoreViews> {
  const rows = await db.query<{ id: number; website_id: number }>("select id, website_id from store order by id");
  const siblings = new Map<number, number[]>();
  for (const row of rows) siblings.set(row.website_id, [...(siblings.get(row.website_id) ?? []), row.id]);
  return new Map(rows.map((row) => [row.id, { siblings: siblings.get(row.website_id) ?? [] }]));
}

/** The name of the group that every customer is in. */
export const allGroups = "all groups";

export interface TierPriceScopes {
  /** Websites by id; true where prices are in the default base currency. */
  readonly websites: ReadonlyMap<number, boolean>;
  /** Ids of the customer groups by their name in lower case. */
  readonly groups: ReadonlyMap<string, number>;
}

interface ScopeRow {
  readonly id: number;
  readonly in_default_currency: boolean | null;
  readonly code_key: string | null;
}

/**
 * The websites, and the customer groups of these names in any case. The groups are held: none of them can be deleted before
 * the transaction ends.
 */
export async function holdTierPriceScopes(db: Db, groupNames: Iterable<string>): Promise<TierPriceScopes> {
  const rows = await db.query<ScopeRow>(
    `with base_currency as (select scope, scope_id, value from config_value where path = 'currency/options/base'),
      standard as (select coalesce((select value from base_currency where scope = 'default'), 'USD') as value),
      held as (select id, code_key from customer_group where code_key = any($1::text[]) for key share)
    select website.id, coalesce(own.value, standard.value) = standard.value as in_default_currency, null as code_key
      from website cross join standard
      left join base_currency as own on own.scope = 'websites' and own.scope_id = website.id
    union all select id, null, code_key from held`,
    [[...new Set(Array.from(groupNames, (name) => name.toLowerCase()))]],
  );
  const websites = new Map<number, boolean>();
  const groups = new Map<string, number>();
  for (const row of rows) {
    if (row.code_key === null) websites.set(row.id, row.in_default_currency === true);
    else groups.set(row.code_key, row.id);
  }
  return { websites, groups };
}
