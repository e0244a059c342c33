// SQL: travels in the statements that write prices (measured by the calls that set 10,000 prices).
import { UserType } from "../../auth/actor.js";
import type { PriceOrigin } from "../price-origin.js";

/** The columns of a changed price, in the order of `price_change`. */
const changeColumns = [
  "product_id, sku, kind, store_id, website_id, customer_group_id, quantity",
  "old_price, old_type, old_from, old_to, new_price, new_type, new_from, new_to",
].join(", ");

/** The number of what has no caller, such as a command. */
const system = 0;

/** How many parameters the origin of changes takes. */
export const originCount = 6;

/** The parameters that name the origin of changes. */
export const originValues = ({ actor, call, requestId, operation }: PriceOrigin): readonly unknown[] => [
  actor.type !== UserType.guest && actor.id === null ? system : actor.type,
  actor.id,
  call,
  requestId,
  operation?.bulk ?? null,
  operation?.id ?? null,
];

/**
 * Common table expressions that add the rows of the expression `changes` to the history, as one set; nothing if it has no rows. The
 * parameters from `first` on are those of the origin.
 */
export const recordChanges = (first: number): string => `
  change_set as (
    insert into price_change_set (actor_type, actor_id, call, request_id, bulk_uuid, operation_id)
    select $${first}::smallint, $${first + 1}::int, $${first + 2}::text, $${first + 3}::text, $${first + 4}::uuid, $${first + 5}::int
    where exists (select from changes)
    returning id, changed_at),
  recorded as (
    insert into price_change (set_id, seq, changed_at, ${changeColumns})
    select change_set.id, row_number() over (), change_set.changed_at, ${changeColumns} from changes, change_set)`;

/** The same for changes of several requests; `changes` has their `request_id` too, which takes the place of the origin's. */
export const recordChangesByRequest = (first: number): string => `
  change_set as (
    insert into price_change_set (actor_type, actor_id, call, request_id, bulk_uuid, operation_id)
    select $${first}::smallint, $${first + 1}::int, $${first + 2}::text, coalesce(request_id, $${first + 3}::text),
      $${first + 4}::uuid, $${first + 5}::int
    from changes group by request_id
    returning id, changed_at, request_id),
  recorded as (
    insert into price_change (set_id, seq, changed_at, ${changeColumns})
    select change_set.id, row_number() over (), change_set.changed_at, ${changeColumns}
    from changes join change_set using (request_id))`;

/** SQL of a change, from a row that has its `sku`. A value that is absent is null. */
export interface RecordedChange {
  readonly kind: "'base'" | "'special'" | "'cost'" | "'tier'";
  /** SQL of the product's id; by default `product_id`. */
  readonly product?: string;
  readonly store?: string;
  readonly website?: string;
  readonly group?: string;
  readonly quantity?: string;
  readonly old: RecordedPrice;
  readonly new: RecordedPrice;
}

interface RecordedPrice {
  readonly price: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The columns of `changes` for one kind of price. */
export const changeOf = (change: RecordedChange): string =>
  [
    change.product ?? "product_id",
    "sku",
    change.kind,
    `${change.store ?? "null"}::int`,
    `${change.website ?? "null"}::int`,
    `${change.group ?? "null"}::int`,
    `${change.quantity ?? "null"}::numeric`,
    priceOf(change.old),
    priceOf(change.new),
  ].join(", ");

const priceOf = ({ price, type, from, to }: RecordedPrice): string =>
  `${price}::numeric, ${type ?? "null"}::text, ${from ?? "null"}::timestamp, ${to ?? "null"}::timestamp`;

/** The expression `changes`, with the rows of several kinds. */
export const changes = (selects: readonly string[], more = ""): string =>
  `changes (${changeColumns}${more}) as (${selects.join(" union all ")})`;
