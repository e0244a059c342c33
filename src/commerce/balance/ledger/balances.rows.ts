import type { Db, Writes } from "../../../platform/db/database.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { BalanceEntry, type BalanceEntrySearchResults } from "./balances.types.js";
import type { Actor } from "../../../api/auth/actor.js";
import type { Row } from "../../../platform/db/models.js";
import { type Amount, asAmount } from "../../../platform/money/amount.js";

const fields = modelFields("balanceEntry", BalanceEntry);

/** Returns the entries that match the criteria. */
export function searchEntries(db: Db, searchCriteria: SearchCriteria): Promise<BalanceEntrySearchResults> {
  return searchModel(db, searchCriteria, { fields, read: (query) => db.models.balanceEntry.findMany(query) });
}

/** Returns the id and the balance of a customer, or null. */
export const readBalance = (db: Db, kind: BalanceKind, { customerId, websiteId }: CustomerBalance) =>
  db.models.balanceAccount.findUnique({
    where: { customer_id_kind_website_id: { customer_id: customerId, kind, website_id: websiteId } },
    select: { id: true, balance: true },
  });

/** Creates a balance without an owner, for a gift card, and returns its id. */
export async function createBalance(db: Db, kind: BalanceKind, website_id: number): Promise<number> {
  return (await db.models.balanceAccount.create({ data: { kind, website_id }, select: { id: true } })).id;
}

/** Deletes balances but keeps their entries. */
export const deleteBalances = (db: Db, ids: readonly number[]): Promise<unknown> =>
  db.models.balanceAccount.deleteMany({ where: { id: { in: [...ids] } } });

/** Returns the website of a balance. */
export const readWebsiteOf = async (db: Db, id: number): Promise<number> =>
  (await db.models.balanceAccount.findUnique({ where: { id }, select: { website_id: true } }))?.website_id ?? 0;

/** Kinds of balances that can pay for orders. Balances are locked in this order, and by id within a kind. */
const balanceKinds = ["gift_card", "store_credit", "reward"] as const;
export type BalanceKind = (typeof balanceKinds)[number];

/** A locked balance. */
interface LockedBalance {
  readonly id: number;
  readonly kind: BalanceKind;
  readonly balance: Amount;
}

/**
 * Actions on balances. Charges of orders are `used` and `returned`; points are `earned` by orders and `deducted` by credit
 * memos. `refunded` is money that became store credit, `transferred` moves an amount returned to a gift card to store
 * credit, and `redeemed` moves the whole balance of a gift card.
 */
type BalanceAction =
  | ("created" | "updated" | "used" | "returned")
  | ("refunded" | "transferred" | "redeemed")
  | ("earned" | "deducted" | "expired");

/** A change of a balance, above or below zero. */
export interface BalanceChange {
  readonly accountId: number;
  readonly change: Amount;
  readonly action: BalanceAction;
  /** The cause of the change. The same action for the same cause changes a balance only once. */
  readonly cause: string;
  readonly orderId?: number;
  readonly comment?: string;
  /** Days until added points expire; absent if they never do. */
  readonly expiresIn?: number | undefined;
}

const kindOrder = `array_position(array[${balanceKinds.map((kind) => `'${kind}'`).join(", ")}], kind::text)`;

/** The balance of a customer on a website. */
export interface CustomerBalance {
  readonly customerId: number;
  readonly websiteId: number;
}

/** Returns the balances of a customer on a website. */
// SQL: locks and set-based writes. An order locks and charges all of its balances at once (measured by
// `place-order-with-balances`).
export const readCustomerBalances = (
  db: Db,
  { customerId, websiteId }: CustomerBalance,
): Promise<Pick<Row<"balanceAccount">, "id" | "kind" | "balance">[]> =>
  db.query("select id, kind, balance from balance_account where customer_id = $1::int and website_id = $2::int", [
    customerId,
    websiteId,
  ]);

/** Locks balances until the transaction ends, and returns those that exist. */
// SQL: locks and set-based writes. An order locks and charges all of its balances at once (measured by
// `place-order-with-balances`).
export async function lockBalances(db: Db, ids: readonly number[]): Promise<LockedBalance[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<Pick<Row<"balanceAccount">, "id" | "kind" | "balance">>(
    `select id, kind, balance from balance_account where id = any($1::int[]) order by ${kindOrder}, id for no key update`,
    [ids],
  );
  return rows.map(({ id, kind, balance }) => ({ id, kind: kind as BalanceKind, balance: asAmount(balance) }));
}

/** Returns the statement that adds entries and updates their balances. The guards leave out some changes. */
const addEntries = ({ onlyCovered = "", onlyNew = "" } = {}) =>
  `with given as (
    select * from jsonb_to_recordset($1::text::jsonb)
      as g ("accountId" int, change numeric, action text, cause text, "orderId" int, comment text, "expiresIn" int)
  ), added as (
    insert into balance_entry (account_id, kind, action, change, balance_after, cause, order_id, actor_type, actor_id,
      comment, expires_at)
    select a.id, a.kind, g.action, g.change, a.balance + g.change, g.cause, g."orderId", $2::int, $3::int, g.comment,
      localtimestamp + make_interval(days => g."expiresIn")
    from given g join balance_account a on a.id = g."accountId"
    ${onlyCovered}
    ${onlyNew}
    returning account_id, kind, change, created_at, expires_at
  )
  update balance_account a set balance = a.balance + e.change,
    points_since = case when e.kind = 'reward' and e.change > 0 then least(a.points_since, e.created_at)
      else a.points_since end,
    points_expire_at = least(a.points_expire_at, e.expires_at)
  from added e where a.id = e.account_id
  returning a.id, a.balance`;

const addCoveredEntries = addEntries({
  onlyCovered: "where a.balance + g.change >= 0",
  onlyNew: "on conflict (account_id, action, cause) do nothing",
});
const addAllEntries = addEntries();

const changeValues = (actor: Actor, changes: readonly BalanceChange[]) => [
  JSON.stringify(changes),
  actor.type,
  actor.id,
];

/**
 * Adds entries to locked balances and updates the balances. Returns the new balances by account. A change that was made
 * before, or that would make the balance negative, is left out.
 */
// SQL: locks and set-based writes. An order locks and charges all of its balances at once (measured by
// `place-order-with-balances`).
export async function changeBalances(
  db: Db,
  actor: Actor,
  changes: readonly BalanceChange[],
): Promise<ReadonlyMap<number, Amount>> {
  if (changes.length === 0) return new Map();
  const rows = await db.query<Pick<Row<"balanceAccount">, "id" | "balance">>(
    addCoveredEntries,
    changeValues(actor, changes),
  );
  return new Map(rows.map(({ id, balance }) => [id, asAmount(balance)]));
}

/**
 * Changes balances that are locked and known to cover the changes. A change that was made before, or that would make the
 * balance negative, violates a constraint of the tables, so that the transaction fails.
 */
// SQL: locks and set-based writes. An order locks and charges all of its balances at once (measured by
// `place-order-with-balances`).
export async function changeCoveredBalances(
  writes: Writes,
  actor: Actor,
  changes: readonly BalanceChange[],
): Promise<void> {
  if (changes.length > 0) await writes.execute(addAllEntries, changeValues(actor, changes));
}

/** The amount that an order took from a balance and did not return. */
export interface Charge {
  readonly accountId: number;
  readonly kind: BalanceKind;
  readonly amount: Amount;
}

/** Returns the amounts that a locked order took from balances and did not return, last charged first. */
// SQL: locks and set-based writes. An order locks and charges all of its balances at once (measured by
// `place-order-with-balances`).
export async function readCharges(db: Db, orderId: number): Promise<Charge[]> {
  const rows = await db.query<{ account_id: number; kind: BalanceKind; amount: string }>(
    `select account_id, kind, -sum(change) as amount from balance_entry
    where order_id = $1::int and action in ('used', 'returned')
    group by account_id, kind having -sum(change) > 0 order by min(id) desc`,
    [orderId],
  );
  return rows.map(({ account_id, kind, amount }) => ({ accountId: account_id, kind, amount: asAmount(amount) }));
}

/** Returns the id of a customer's balance on a website. Creates the balance if there is none. */
// SQL: locks and set-based writes. An order locks and charges all of its balances at once (measured by
// `place-order-with-balances`).
export async function openBalance(
  db: Db,
  { kind, customerId, websiteId }: CustomerBalance & { readonly kind: BalanceKind },
): Promise<number> {
  const [, found] = await Promise.all([
    db.execute(
      `insert into balance_account (kind, customer_id, website_id) select $1::text, $2::int, $3::int
      where not exists (select from balance_account where kind = $1::text and customer_id = $2::int and website_id = $3::int)
      on conflict (customer_id, kind, website_id) do nothing`,
      [kind, customerId, websiteId],
    ),
    db.one<{ id: number }>(
      "select id from balance_account where kind = $1::text and customer_id = $2::int and website_id = $3::int",
      [kind, customerId, websiteId],
    ),
  ]);
  if (!found) throw new Error("failed to create a customer balance");
  return found.id;
}

/** A balance that does not match its entries. */
interface WrongBalance {
  readonly account_id: number;
  readonly kind: string;
  readonly balance: string;
  readonly entries: string;
}

/** Returns the balances that differ from the sum of their entries or from the balance recorded in their last entry. */
// SQL: locks and set-based writes. An order locks and charges all of its balances at once (measured by
// `place-order-with-balances`).
export const findWrongBalances = (db: Db): Promise<WrongBalance[]> =>
  db.query<WrongBalance>(
    `select a.id as account_id, a.kind, a.balance::text, coalesce(e.total, 0)::text as entries
    from balance_account a
    left join (
      select account_id, sum(change) as total, (array_agg(balance_after order by id desc))[1] as last
      from balance_entry group by account_id
    ) e on e.account_id = a.id
    where a.balance <> coalesce(e.total, 0) or a.balance <> coalesce(e.last, 0)
    order by a.id`,
  );
