import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import type { Prisma } from "../../../platform/db/models.js";
import type { ModelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../../api/search-criteria/search-page.sql.js";

/** A cart with its lines, its addresses and its gift messages, the oldest first. */
const parts = {
  include: {
    store: { select: { code: true, website_id: true } },
    items: { orderBy: { item_id: "asc" } },
    addresses: true,
    gift_messages: { orderBy: { gift_message_id: "asc" } },
  },
} satisfies Prisma.CartFindManyArgs;

/** A cart as stored. */
export type CartState = Prisma.CartGetPayload<typeof parts>;

/** A line of a cart as stored. */
export type CartLine = CartState["items"][number];

/** Locks carts until the transaction ends, the lowest id first, and returns those that exist, by id. */
export async function lockCarts(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, CartState>> {
  await lock(db, "cart", { id: ids, for: "no key update" });
  const carts = await readCarts(db, ids);
  return new Map(carts.map((cart) => [cart.id, cart]));
}

/** Returns carts in no particular order. */
export const readCarts = (db: Db, ids: readonly number[]): PromiseLike<CartState[]> =>
  db.models.cart.findMany({ where: { id: { in: [...ids] } }, ...parts });

/** Returns the carts that match the criteria. */
export const searchCartStates = (
  db: Db,
  searchCriteria: SearchCriteria,
  fields: ModelFields<"cart">,
): Promise<SearchPage<CartState>> =>
  searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.cart.findMany({ ...query, ...parts }),
  });
