import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import { type Prisma, jsonColumns, jsonRows, modelColumns } from "../../../platform/db/models.js";
import { addedAttributes } from "../../../api/contract/extension-attributes.js";
import {
  readAddedValues,
  type StoredValues,
  type ValueOwner,
  valuesColumn,
} from "../../../api/search-criteria/added-values.sql.js";
import type { ModelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import type { SearchPage } from "../../../api/search-criteria/search-page.sql.js";
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { productVersions } from "../../catalog/published.sql.js";
import { customerVersion } from "../../customer/published.sql.js";
import { usesVersion } from "../../promotion/published.sql.js";
import { storeViews } from "../../store/published.sql.js";
import { sharedFactsRevision } from "../facts/shared-facts.sql.js";

/** The values of the attributes that extensions add to carts. */
export const cartValues: ValueOwner = { shape: "Cart", table: "cart_added_value", column: "cart_id" };

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
export type CartState = Prisma.CartGetPayload<typeof parts> & {
  /** Changes with the facts of totals besides those of products; absent in lists of carts. */
  readonly facts_version?: string;
  /** The revision of the facts that all carts share; null if the transaction has changed them, absent in lists of carts. */
  readonly shared_facts?: string | null;
  /** Changes with the products of the lines. Null without lines, and absent in locked carts and lists of carts. */
  readonly products_version?: string | null;
  /** The transaction that wrote the row; absent in carts that differ from what is stored, and in lists of carts. */
  readonly row_version?: string | undefined;
  /** Attributes that extensions added. */
  readonly added?: StoredValues | null | undefined;
};

/** A line of a cart as stored. */
export type CartLine = CartState["items"][number];

/** Locks carts until the transaction ends, the lowest id first, and returns those that exist, by id. */
export async function lockCarts(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, CartState>> {
  await lock(db, "cart", { id: ids, for: "no key update" });
  const carts = await readCarts(db, ids);
  return new Map(carts.map((cart) => [cart.id, cart]));
}

/** Returns carts in no particular order. */
export const readCarts = (db: Db, ids: readonly number[]): Promise<CartState[]> =>
  findCarts(db, { where: { id: { in: [...ids] } } });

/** Returns carts with the values of the attributes that extensions added. */
async function findCarts(db: Db, query: Pick<Prisma.CartFindManyArgs, "where">): Promise<CartState[]> {
  const carts: CartState[] = await db.models.cart.findMany({ ...query, ...parts });
  const added = await readAddedValues(
    db,
    cartValues,
    carts.map(({ id }) => id),
  );
  return added.size === 0 ? carts : carts.map((cart) => ({ ...cart, added: added.get(cart.id) }));
}

/** Returns the ids of the products of lines, by the ids of the lines. */
export async function readProductIdsOfLines(db: Db, lineIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const lines = await db.models.cartItem.findMany({
    where: { item_id: { in: [...lineIds] } },
    select: { item_id: true, product_id: true },
  });
  return new Map(lines.map(({ item_id, product_id }) => [item_id, product_id]));
}

/** Returns the carts that match the criteria. */
export const searchCartStates = (
  db: Db,
  searchCriteria: SearchCriteria,
  fields: ModelFields<"cart">,
): Promise<SearchPage<CartState>> =>
  searchModel(db, searchCriteria, {
    fields,
    read: (query) => findCarts(db, query),
  });

type Parts = Pick<CartState, "items" | "addresses" | "gift_messages" | "shared_facts">;
type Stored = Omit<CartState, "store" | keyof Parts>;
type Located = Stored & { readonly store_code: string; readonly website_id: number };

/** Returns cart ids by mask. Every call of a guest begins with this query. */
// SQL: measured by `add-item` and `place-order`: every call of a guest and every read or change of a cart
// begins with these.
export async function readMaskedCarts(db: Db, masks: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const carts = await db.query<{ id: number; mask: string }>(
    `select id, mask from cart where mask = any(${hiddenParameter(1, "text[]")})`,
    [masks],
  );
  return new Map(carts.map(({ id, mask }) => [mask, id]));
}

// Subqueries instead of joins: after waiting for the lock, the database evaluates them again for the current row.
const ofStore = (column: string) => `(select s.${column} from ${storeViews} s where s.id = c.store_id)`;
const factsVersion = `concat_ws(';', (select revision from cart_facts), ${customerVersion("c.customer_id")},
    ${usesVersion("c.customer_id")})`;
const cartColumns = modelColumns("cart", "c", ["totals"]);
/** Stored totals without those of lines. Whoever locks a cart collects these anew, and they are large if many rules apply. */
const totalsOfCart = "c.totals - '{lines,itemTaxes}'::text[] as totals";
const cartsWith = (columns: string) => `select ${cartColumns}, ${ofStore("code")} as store_code,
    ${ofStore("website_id")} as website_id, ${factsVersion} as facts_version${addedColumn()}, ${columns}
  from cart c where c.id = $1::int`;

/** Returns the column of the attributes that extensions added, if there are any. */
const addedColumn = () =>
  addedAttributes(cartValues.shape).length > 0 ? `, ${valuesColumn(cartValues, "c.id")} as added` : "";

const partsOf = (cartId: string): string => {
  const rows = (model: "cartItem" | "cartAddress" | "cartGiftMessage", key: string) =>
    jsonRows(jsonColumns(model, "t"), model, { where: `t.cart_id = ${cartId}`, orderBy: `t.${key}` });
  return `${rows("cartItem", "item_id")} as items, ${rows("cartAddress", "id")} as addresses,
    ${rows("cartGiftMessage", "gift_message_id")} as gift_messages, (${sharedFactsRevision}) as shared_facts`;
};

/**
 * Locks a cart until the transaction ends and returns it, or null. Every change of a cart or its parts locks the cart first.
 * The parts are read by a statement of their own, which sees the writes of the previous lock holder, and with them the
 * revision of the shared facts, which may have changed while the call waited.
 */
// SQL: measured by `add-item` and `place-order`, which begin with these.
export async function lockCart(db: Db, id: number): Promise<CartState | null> {
  const [cart, parts] = await Promise.all([
    db.one<Located>(`${cartsWith(totalsOfCart)} for no key update of c`, [id]),
    db.one<Parts>(`select ${partsOf(hiddenParameter(1, "int"))}`, [id]),
  ]);
  return cart && parts ? withStore({ ...cart, ...parts }) : null;
}

const productsVersion = `(select md5(string_agg(p.version, ',' order by p.id))
    from (select distinct product_id from cart_item where cart_id = c.id) i
    join ${productVersions} p on p.id = i.product_id)`;

/** Returns a cart, or null. */
// SQL: measured by `totals` and `show-cart-thin`: whoever shows a cart reads it with its parts in one statement.
export async function readCart(db: Db, id: number): Promise<CartState | null> {
  const columns = `c.totals, c.xmin::text as row_version, ${productsVersion} as products_version, ${partsOf("c.id")}`;
  const found = await db.one<Located & Parts>(cartsWith(columns), [id]);
  return found ? withStore(found) : null;
}

function withStore({ store_code: code, website_id, ...cart }: Located & Parts): CartState {
  return { ...cart, store: { code, website_id } };
}
