import type { Db } from "../../platform/db/database.js";
import type { Prisma } from "../../platform/db/models.js";

const parts = { items: { orderBy: { item_id: "asc" } } } satisfies Prisma.GiftRegistryInclude;

/** A registry as stored. */
export type StoredRegistry = Prisma.GiftRegistryGetPayload<{ include: typeof parts }>;

/** Returns a registry, or null. */
export const readRegistry = (db: Db, registry_id: number): Promise<StoredRegistry | null> =>
  db.models.giftRegistry.findUnique({ where: { registry_id }, include: parts });

/** Inserts a registry with its items. Returns it. */
export const insertRegistry = (db: Db, { items, address, ...columns }: NewRegistry): Promise<StoredRegistry> =>
  db.models.giftRegistry.create({
    data: { ...columns, address, items: { create: [...items] } },
    include: parts,
  });

/** A registry to create. */
export interface NewRegistry extends Pick<
  StoredRegistry,
  "customer_id" | "website_id" | "title" | "is_public" | "is_active"
> {
  readonly address: object;
  readonly items: readonly { readonly product_id: number; readonly qty: number }[];
}

/** Deletes a registry. Returns whether there was one. */
export const deleteRegistry = async (db: Db, registry_id: number): Promise<boolean> =>
  (await db.models.giftRegistry.deleteMany({ where: { registry_id } })).count > 0;
