import type { Db } from "../../platform/db/database.js";
import type { StoreGroup, StoreView, Website } from "./stores.types.js";

const viewColumns = {
  id: true,
  code: true,
  name: true,
  website_id: true,
  store_group_id: true,
  is_active: true,
} as const;

/** Returns all store views by id, including the admin store view (0). */
export const readStoreViews = (db: Db): Promise<StoreView[]> =>
  db.models.store.findMany({ select: viewColumns, orderBy: { id: "asc" } });

/** Returns the store views with the codes, by default all except the admin store view. */
export const readShopViews = (db: Db, codes: readonly string[] | null): Promise<StoreView[]> =>
  db.models.store.findMany({
    select: viewColumns,
    where: { id: { not: 0 }, ...(codes === null ? {} : { code: { in: [...codes] } }) },
    orderBy: [{ sort_order: "asc" }, { name: "asc" }, { id: "asc" }],
  });

/** Returns all store views in Magento's order: by id, with the admin store view (0) at the end. */
export async function listStoreViews(db: Db): Promise<StoreView[]> {
  const views = await readStoreViews(db);
  return [...views.filter(({ id }) => id !== 0), ...views.filter(({ id }) => id === 0)];
}

/** Returns all stores by id, including the admin store (0). */
export async function readStoreGroups(db: Db): Promise<StoreGroup[]> {
  const groups = await db.models.storeGroup.findMany({ orderBy: { id: "asc" } });
  return groups.map((group) => ({ ...group, root_category_id: group.root_category_id ?? 0 }));
}

/** Returns all websites by id, including the admin website (0). */
export const readWebsites = (db: Db): Promise<Website[]> =>
  db.models.website.findMany({
    select: { id: true, code: true, name: true, default_group_id: true },
    orderBy: { id: "asc" },
  });

/** A store view in a ranked list. */
export interface RankedView {
  readonly id: number;
  readonly name: string;
  readonly website_id: number;
}

/**
 * Returns all store views except the admin store view, ranked: the default store view of the default website, its other
 * store views, the default store views of other websites, the rest.
 */
export async function readRankedViews(db: Db): Promise<RankedView[]> {
  const views = await db.models.store.findMany({
    where: { id: { not: 0 } },
    select: {
      id: true,
      name: true,
      website_id: true,
      group: { select: { id: true, default_store_id: true } },
      website: { select: { is_default: true, default_group_id: true } },
    },
    orderBy: { id: "asc" },
  });
  const rank = ({ id, group, website }: (typeof views)[number]) =>
    (website.is_default ? 0 : 2) + (group.id === website.default_group_id && id === group.default_store_id ? 0 : 1);
  return views
    .sort((one, other) => rank(one) - rank(other))
    .map(({ id, name, website_id }) => ({ id, name, website_id }));
}

/** Returns the id of the default website, or 0 if there is none. */
export async function readDefaultWebsite(db: Db): Promise<number> {
  return (await db.models.website.findFirst({ where: { is_default: true }, select: { id: true } }))?.id ?? 0;
}
