// SQL: set-based writes: a part of the statements that write prices (measured by `set-base-prices`,
// `set-special-prices`, `set-tier-prices` and `set-costs`).
import { UserType } from "../../../api/auth/actor.js";
import type { PriceOrigin } from "../writes/price-origin.js";
import { priceKind, type PriceKind } from "../closed-sets.types.js";

/** The actor type of changes without a caller, for example by a command. */
const system = 0;

/** Number of parameters for the origin of changes. */
export const originCount = 6;

/** Returns the parameters for the origin of changes. */
export const originValues = ({ actor, call, requestId, operation }: PriceOrigin): readonly unknown[] => [
  actor.type !== UserType.guest && actor.id === null ? system : actor.type,
  actor.id,
  call,
  requestId,
  operation?.bulk ?? null,
  operation?.id ?? null,
];

/** SQL of the changes of one kind that a statement makes. A column that is absent has no values. */
export interface RecordedChanges {
  readonly kind: PriceKind;
  /** A relation with `product_id`, `sku` and `place`, the number of the row from 1. */
  readonly from: string;
  /** Condition that selects the changed rows; all of them by default. */
  readonly where?: string;
  readonly store?: string;
  readonly website?: string;
  readonly group?: string;
  readonly quantity?: string;
  readonly old: RecordedPrice;
  readonly new: RecordedPrice;
}

interface RecordedPrice {
  /** Null if there is no price. */
  readonly price: string | null;
  readonly type?: string;
  readonly start?: string | null;
  readonly end?: string | null;
}

export interface RecordOptions {
  /** The number of the first parameter of the origin. */
  readonly origin: number;
  /** Whether the rows belong to several calls and have the `request` and the `operation` of theirs. */
  readonly ofCalls?: boolean;
}

/**
 * Returns common table expressions that add the changes to the history, one set for each call. No set if no row changed.
 */
export function recordChanges(changes: readonly RecordedChanges[], { origin, ofCalls = false }: RecordOptions): string {
  const ofOrigin = (index: number, type: string) => `$${origin + index}::${type}`;
  const ofCall = (column: string, ...parameter: [number, string]) =>
    ofCalls ? `coalesce(${column}, ${ofOrigin(...parameter)})` : ofOrigin(...parameter);
  const given = [
    ...[ofOrigin(0, "smallint"), ofOrigin(1, "int"), ofOrigin(2, "text"), ofCall("request", 3, "text")],
    ...[ofOrigin(4, "uuid"), ofCall("operation", 5, "int")],
  ];
  const sources = changes.map(({ from, where = "true" }) =>
    ofCalls
      ? `(select request, operation from ${from} where ${where})`
      : `(select 1 from ${from} where ${where} limit 1)`,
  );
  return [
    `change_set as (
      insert into price_change_set (actor_type, actor_id, call, request_id, bulk_uuid, operation_id)
      select ${given.join(", ")} from (${sources.join(" union all ")}) changed
      ${ofCalls ? "group by request, operation" : "limit 1"}
      returning id, changed_at, request_id, operation_id)`,
    ...changes.map((change) => `recorded_${change.kind} as (${recordBlocks(change, ofCalls)})`),
  ].join(", ");
}

/** Number of changes in a block. It is small because reading one change reads the whole block. */
const blockSize = 250;

/** Maximum number of blocks of one kind in a set. */
const blocksOfKind = 100_000;

function recordBlocks(change: RecordedChanges, ofCalls: boolean): string {
  const columns = Object.entries(arraysOf(change));
  // One statement records the kinds in the order of the set.
  const seq = `${priceKind.list.indexOf(change.kind) * blocksOfKind} + (place - 1) / ${blockSize}`;
  const ofRow = "change_set.request_id = request and change_set.operation_id is not distinct from operation";
  return `insert into price_change_block (set_id, seq, changed_at, kind, ${columns.map(([name]) => name).join(", ")})
    select change_set.id, ${seq}, change_set.changed_at, '${change.kind}', ${columns.map(([, sql]) => sql).join(", ")}
    from ${change.from} join change_set on ${ofCalls ? ofRow : "true"}
    where ${change.where ?? "true"}
    group by change_set.id, change_set.changed_at, (place - 1) / ${blockSize}`;
}

function arraysOf(change: RecordedChanges): Record<string, string> {
  const columns = {
    product_ids: "product_id",
    skus: "sku",
    store_ids: change.store,
    website_ids: change.website,
    customer_group_ids: change.group,
    quantities: change.quantity,
    ...sideOf("old", change.old),
    ...sideOf("new", change.new),
  };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, sql]) => (sql == null ? [] : [[name, `array_agg(${sql})`]])),
  );
}

const sideOf = (side: "old" | "new", { price, type, start, end }: RecordedPrice) => ({
  [`${side}_prices`]: price,
  [`${side}_types`]: type,
  [`${side}_starts`]: start,
  [`${side}_ends`]: end,
});
