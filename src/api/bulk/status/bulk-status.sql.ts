// SQL: measured by `bulk-status`, `search-bulk` and `search-status`.
import { redactPayload } from "../run/redact.js";
import type { Db } from "../../../platform/db/database.js";
import { JsonText } from "../../call/answer/json-text.js";
import { compileSearch } from "../../search-criteria/compile-sql.js";
import { totalOf } from "../../search-criteria/count-rows.sql.js";
import { fieldsByCode, type SqlField } from "../../search-criteria/sql-field.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import type { BulkStatusDetail, BulkStatusSummary, Operation, OperationSearchResults } from "./bulk.types.js";
import { isUuid } from "../../../platform/db/statements/parameters.js";

const head = `b.user_type, b.uuid as bulk_id, b.topic as description, b.start_time, b.user_id, b.operation_count`;

interface SummaryRow extends Omit<BulkStatusSummary, "operations_list"> {
  /** Null while an operation is open. */
  readonly finished_at: string | null;
}

/** Maximum number of characters of cached summaries. */
const maxCachedSize = 32 << 20;

/**
 * Reads the status of bulks. A finished bulk does not change, so its status is cached as JSON by the time at which it
 * finished. Reading it again takes one small statement, regardless of the number of operations.
 */
export class Summaries {
  private readonly texts = new Map<string, { readonly finishedAt: string; readonly text: JsonText }>();
  private size = 0;

  /** Returns a `BulkStatusSummary` as JSON; undefined for an unknown bulk. */
  async read(db: Db, uuid: string): Promise<JsonText | undefined> {
    if (!isUuid(uuid)) return undefined;
    const found = await db.one<SummaryRow>(`select ${head}, b.finished_at::text from bulk b where b.uuid = $1::uuid`, [
      uuid,
    ]);
    if (!found) return undefined;
    const { finished_at: finishedAt, ...summary } = found;
    const known = this.texts.get(summary.bulk_id);
    if (known && known.finishedAt === finishedAt) return known.text;
    const list = await listOperations(db, uuid);
    const text = new JsonText(`${JSON.stringify(summary).slice(0, -1)},"operations_list":${list}}`);
    if (finishedAt !== null) this.keep(summary.bulk_id, { finishedAt, text });
    return text;
  }

  private keep(uuid: string, entry: { readonly finishedAt: string; readonly text: JsonText }): void {
    this.drop(uuid);
    this.texts.set(uuid, entry);
    this.size += entry.text.text.length;
    for (const oldest of this.texts.keys()) {
      if (this.size <= maxCachedSize) return;
      this.drop(oldest);
    }
  }

  private drop(uuid: string): void {
    this.size -= this.texts.get(uuid)?.text.text.length ?? 0;
    this.texts.delete(uuid);
  }
}

/** Returns the status of a bulk, or undefined for an unknown one. */
export const readSummary = (db: Db, uuid: string) => new Summaries().read(db, uuid);

/** Returns the operations of a bulk as a JSON list, which the database writes. */
async function listOperations(db: Db, uuid: string): Promise<string> {
  const found = await db.one<{ list: string | null }>(
    `select string_agg('{"id":' || id || ',"status":' || status
       || ',"result_message":' || coalesce(to_json(result_message)::text, 'null')
       || ',"error_code":' || coalesce(error_code::text, 'null') || '}', ',' order by id) as list
     from bulk_operation where bulk_uuid = $1::uuid`,
    [uuid],
  );
  return `[${found?.list ?? ""}]`;
}

interface OperationRow extends Omit<Operation, "serialized_data" | "extension_attributes"> {
  readonly payload: string;
  readonly store_id: number | null;
  readonly start_time: string;
}

const operation = `o.id, o.bulk_uuid, b.topic as topic_name, o.payload, b.store_id, o.result as result_serialized_data, o.status,
  o.result_message, o.error_code, o.start_time`;

/** Returns the status of a bulk with its requests and answers, or without them; undefined for an unknown one. */
export async function readDetail(
  db: Db,
  uuid: string,
  { hasBodies }: { readonly hasBodies: boolean },
): Promise<BulkStatusDetail | undefined> {
  if (!isUuid(uuid)) return undefined;
  const found = await db.one<Omit<BulkStatusDetail, "operations_list">>(
    `select ${head} from bulk b where b.uuid = $1::uuid`,
    [uuid],
  );
  if (!found) return undefined;
  const rows = await db.query<OperationRow>(
    `select ${operation} from bulk_operation o join bulk b on b.uuid = o.bulk_uuid where o.bulk_uuid = $1::uuid order by o.id`,
    [uuid],
  );
  const operations = rows.map(toOperation);
  return { ...found, operations_list: hasBodies ? operations : operations.map(withoutBodies) };
}

function toOperation({ payload, store_id: storeId, start_time: _startTime, ...row }: OperationRow): Operation {
  return { ...row, serialized_data: serialized(payload, storeId) };
}

const withoutBodies = (shown: Operation): Operation => ({
  ...shown,
  serialized_data: serializedElement(""),
  result_serialized_data: null,
});

/**
 * Returns an element in the form that Magento stores: the element itself as JSON text within JSON, and the id of the store
 * view. Its secrets are masked, also while the operation is open and the stored element still has them.
 */
const serialized = (payload: string, storeId: number | null) =>
  serializedElement(redactPayload(payload) ?? payload, storeId);

function serializedElement(meta_information: string, storeId: number | null = null): string {
  const element = { entity_id: null, entity_link: "", meta_information };
  return JSON.stringify(storeId === null ? element : { ...element, store_id: String(storeId) });
}

/** Returns the first operations of each bulk, at most `limit`; with one status only, if it is given. */
export async function readOperationsOf(
  db: Db,
  uuids: readonly string[],
  { limit, status }: { readonly limit: number; readonly status: number | null },
): Promise<Operation[]> {
  const rows = await db.query<OperationRow>(
    `select ${operation} from unnest($1::uuid[]) as given (uuid) join bulk b on b.uuid = given.uuid
     cross join lateral (
       select * from bulk_operation found
       where found.bulk_uuid = b.uuid and ($3::int is null or found.status = $3::int) order by found.id limit $2::int) o
     order by o.bulk_uuid, o.id`,
    [uuids, limit, status],
  );
  return rows.map(toOperation);
}

/** Counts the operations of a bulk with a status; 0 for an unknown bulk or status. */
export async function countByStatus(db: Db, uuid: string, status: number): Promise<number> {
  if (!isUuid(uuid)) return 0;
  const found = await db.one<{ count: number }>(
    "select count(*) as count from bulk_operation where bulk_uuid = $1::uuid and status = $2::int",
    [uuid, status],
  );
  return found?.count ?? 0;
}

/** Returns whether the bulk exists. */
export async function hasBulk(db: Db, uuid: string): Promise<boolean> {
  return isUuid(uuid) && (await db.query("select 1 from bulk where uuid = $1::uuid", [uuid])).length > 0;
}

/**
 * Returns those of the bulks that this caller submitted. Every caller who knows the id of a guest's bulk counts as its
 * sender.
 */
export async function filterOwnBulks(
  db: Db,
  uuids: readonly string[],
  owner: { readonly type: number; readonly id: number | null },
): Promise<ReadonlySet<string>> {
  const found = await db.query<{ uuid: string }>(
    `select uuid from bulk
     where uuid = any($1::uuid[]) and (user_id is null or (user_type = $2::int and user_id = $3::int))`,
    [uuids.filter(isUuid), owner.type, owner.id],
  );
  return new Set(found.map(({ uuid }) => uuid));
}

/** Returns whether a caller submitted the bulk, or has the token of a guest's bulk. */
export async function isReader(
  db: Db,
  uuid: string,
  { type, id, hash }: { readonly type: number; readonly id: number | null; readonly hash: Buffer | null },
): Promise<boolean> {
  if (!isUuid(uuid)) return false;
  const found = await db.query(
    `select from bulk where uuid = $1::uuid
       and case when user_id is null then reader_hash = $4::bytea else user_type = $2::int and user_id = $3::int end`,
    [uuid, type, id, hash],
  );
  return found.length > 0;
}

const field = fieldsByCode({
  id: { sql: "o.id", type: "integer" },
  operation_key: { sql: "o.id", type: "integer" },
  bulk_uuid: { sql: "o.bulk_uuid::text", type: "key" },
  status: { sql: "o.status", type: "integer" },
  start_time: { sql: "o.start_time", type: "timestamp", isRequired: true },
  topic_name: {
    sql: "t.topic",
    type: "text",
    exists: (inner) => `o.bulk_uuid in (select t.uuid from bulk t where ${inner})`,
  },
  result_message: { sql: "o.result_message", type: "text" },
  error_code: { sql: "o.error_code", type: "integer" },
  failed_row_count: { sql: "o.failed_row_count", type: "integer" },
});

/** Searches the operations of all bulks; the newest bulk first unless sorted otherwise. */
export async function searchOperations(db: Db, criteria: SearchCriteria): Promise<OperationSearchResults> {
  const search = compileSearch(criteria, {
    field: (code) => (code === "bulk_uuid" ? uuidField(criteria) : field(code)),
    tieBreaker: "o.start_time desc, o.bulk_uuid, o.id",
  });
  const matching = `from bulk_operation o where ${search.where}`;
  const { values } = search;
  const rows = await db.query<OperationRow>(
    `select ${operation} from (
       select o.* ${matching} ${search.orderBy} ${search.limit}
     ) o join bulk b on b.uuid = o.bulk_uuid ${search.orderBy}`,
    values,
  );
  return {
    items: rows.map((row) => ({ ...toOperation(row), extension_attributes: { start_time: row.start_time } })),
    search_criteria: search.criteria,
    total_count: await totalOf(db, { requested: criteria, found: rows.length, matching, values }),
  };
}

/**
 * Returns the field to compare: as a uuid if every value is one, so that the primary key is used; as text otherwise,
 * which matches nothing.
 */
function uuidField(criteria: SearchCriteria): SqlField | undefined {
  const filters = (criteria.filter_groups ?? []).flatMap((group) => group.filters ?? []);
  const exact = filters
    .filter((filter) => filter.field === "bulk_uuid")
    .every(({ value, condition_type }) => (condition_type ?? "eq") === "eq" && isUuid(value ?? ""));
  return exact ? { sql: "o.bulk_uuid", type: "uuid" } : field("bulk_uuid");
}
